"""No route tells a visitor more than the view of the players whom they hold.

Two worlds differ in one secret. Every route of the application is walked in both, as a stranger, as an onlooker,
as an opponent, with whatever might draw the secret out: status, headers and bytes must be the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kursbuch.core import Game
from tests.web.test_india_leak import Move, twins
from tests.web.walker import Answer, Walk, World, differences, place, statuses, world

Build = Callable[[World], Awaitable[str]]  # sets the table up and plays; gives its id
NAMES = ("Anna", "Ben", "Clara")


# -- pairs of worlds ------------------------------------------------------------------------------


def loan(amount: int) -> Build:
    """Anna has written down a loan that the others have not seen."""

    async def build(w: World) -> str:
        table = await w.table("1853", *NAMES, visibility="private")
        await w.play(table, f"Anna lends {amount}")
        return table

    return build


LOANS = ("Anna lends 400", "Ben lends 300", "Clara lends 250")


def contract(city: str, *, back: bool = False) -> Build:
    """Anna has named a city of her contract, and is to name another; or has taken it back."""

    async def build(w: World) -> str:
        table = await w.table("1853", *NAMES)
        await w.play(table, *LOANS, f"Anna names {city} for EIR")
        if back:
            await w.tables.undo(table, w.people["Anna"], 4)
            for other in ("Ben", "Clara"):
                await w.tables.answer_undo(table, w.people[other], True)
        else:
            await w.play(table, "Ben names Madras for SIR", "Clara names Delhi for NWR")
        return table

    return build


@cache
def laid() -> tuple[list[Move], list[Move]]:
    return twins(("Calcutta", "Delhi"), 112)


def laying(number: int) -> Build:
    """Track is laid; of Anna's contract, another one in each world, the others know only the shares."""

    async def build(w: World) -> str:
        table = await w.table("1853", *NAMES)
        for moves, (player, text) in enumerate(laid()[number]):
            await w.tables.act(table, w.people[player], text, moves)
        assert any(" lays " in str(a) for a in (await w.tables.game(table)).actions)
        return table

    return build


def other_future(build: Build, step: int) -> Build:
    """The same position with another seed: what chance will bring is another thing."""

    async def changed(w: World) -> str:
        table = await build(w)
        game: Game = await w.tables.game(table)
        game.seed += step
        game.state.chance.seed += step
        return table

    return changed


def table(title: str, *names: str, **more: Any) -> Build:
    return lambda w: w.table(title, *names, **more)


def bots_loan(amount: int) -> Build:
    """Anna plays alone against bots, one of which has written down a loan."""

    async def build(w: World) -> str:
        table = await w.table("1853", *NAMES, mode="bots", bots=True)
        await w.play(table, f"Ben lends {amount}")
        return table

    return build


ALONE = table("1853", *NAMES, mode="bots", bots=True)
NUREMBERG, BEER = table("nuremberg", *NAMES), table("18do-beer", *NAMES)
ONE_SCREEN = table("18te", "Anna", "Ben", mode="hotseat")
PAIRS: dict[str, tuple[Build, Build, tuple[str, ...]]] = {  # and who asks, beside strangers and onlookers
    "a sealed loan": (loan(200), loan(730), ("Ben",)),
    "a contract": (contract("Calcutta"), contract("Delhi"), ("Ben",)),
    "a contract taken back": (contract("Calcutta", back=True), contract("Delhi", back=True), ("Ben",)),
    "a contract while track is laid": (laying(0), laying(1), ("Ben",)),
    "a bot's loan": (bots_loan(200), bots_loan(730), ("Anna",)),
    "what the bag holds in store": (other_future(NUREMBERG, 0), other_future(NUREMBERG, 2**40), ("Ben",)),
    "what 18DO has in store": (other_future(BEER, 0), other_future(BEER, 2**40), ("Ben",)),
    "the seed against bots": (other_future(ALONE, 0), other_future(ALONE, 2**40), ("Anna",)),
    "the seed at one screen": (other_future(ONE_SCREEN, 0), other_future(ONE_SCREEN, 2**40), ()),
}


async def walked(
    folder: Path, build: Build, who: tuple[str, ...], games: list[Game], **more: Any
) -> dict[str, list[tuple[str, Answer]]]:
    """What all of them are told in a world. `games` are those of both worlds, once they are known."""
    out = {}
    async with world(folder, more.pop("change", None)) as w:
        await w.come(*NAMES, "Dora")
        id = await build(w)
        if len(games) < 2:
            games.append((await w.tables.game(id)).clone())
            return {}
        at = place(id, games)
        for name in ("", "Dora", *who):
            own = (name,) if name in who else ()
            out[name or "stranger"] = await Walk(w.app, at, w.tokens.get(name, ""), own, **more).go()
    return out


async def told_apart(folder: Path, pair: tuple[Build, Build, tuple[str, ...]], **more: Any) -> list[str]:
    """Where the two worlds of a pair are told apart by somebody who should not be able to."""
    one, other, who = pair
    games: list[Game] = []
    for n, build in enumerate((one, other)):
        await walked(folder / f"look{n}", build, (), games, **more)
    assert len(games) == 2
    walks = [
        await walked(folder / f"walk{n}", build, who, games, **more) for n, build in enumerate((one, other))
    ]
    found = []
    for name in walks[0]:
        assert not {s for s in statuses(walks[0][name]) if s >= 500}
        found += [f"{name}: {d}" for d in differences(walks[0][name], walks[1][name])]
    return found


@pytest.mark.parametrize("name", PAIRS)
def test_no_route_tells_a_secret(name: str, tmp_path: Path) -> None:
    found = asyncio.run(told_apart(tmp_path, PAIRS[name], everything=name == "a sealed loan"))
    assert not found, "\n".join(found[:8])
