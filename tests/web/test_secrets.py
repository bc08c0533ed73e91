"""No route tells a visitor more than the view of the players whom they hold.

Two worlds differ in one secret. Every route of the application is walked in both, as a stranger, as an onlooker,
as an opponent, with whatever might draw the secret out: status, headers and bytes must be the same.
"""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse

import kursbuch.web
from kursbuch.core import Game
from kursbuch.web.service import Seat
from kursbuch.web.workshop.trials import Trial
from tests.titles.india.page.test_leak import Move, twins
from tests.web.walker import Place, Walk, World, differences, place, statuses, worlds

Build = Callable[[World], Awaitable[str]]  # sets the table up and plays; gives its id
NAMES = ("Anna", "Ben", "Clara")
WEB = Path(kursbuch.web.__file__).parent


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
    return twins(("Calcutta", "Delhi"), 180)


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
    """Anna plays alone against bots, one of which has written down a loan; chance differs, too."""

    async def build(w: World) -> str:
        table = await w.table("1853", *NAMES, mode="bots", bots=True)
        await w.play(table, f"Ben lends {amount}")
        return table

    return other_future(build, amount)


def ordered(*kinds: str) -> Build:
    """Clara has told the server to move for her, or has not."""

    async def build(w: World) -> str:
        table = await w.table("1889", *NAMES)
        for kind in kinds:
            await w.app.state.orders.give(table, w.people["Clara"], kind, {})
        return table

    return build


NUREMBERG, BEER = table("nuremberg", *NAMES), table("18do-beer", *NAMES)
ONE_SCREEN = table("18te", "Anna", "Ben", mode="hotseat")
PAIRS: dict[str, tuple[Build, Build, tuple[str, ...]]] = {  # and who asks, beside strangers and onlookers
    "a sealed loan": (loan(200), loan(730), ("Ben",)),
    "a contract": (contract("Calcutta"), contract("Delhi"), ("Ben",)),
    "a contract taken back": (contract("Calcutta", back=True), contract("Delhi", back=True), ("Ben",)),
    "a contract while track is laid": (laying(0), laying(1), ("Ben",)),
    "a bot's loan and the seed": (bots_loan(200), bots_loan(730), ("Anna",)),
    "what the bag holds in store": (other_future(NUREMBERG, 0), other_future(NUREMBERG, 2**40), ("Ben",)),
    "what 18DO has in store": (other_future(BEER, 0), other_future(BEER, 2**40), ("Ben",)),
    "a standing order": (ordered(), ordered("only"), ("Ben",)),
    "the seed at one screen": (other_future(ONE_SCREEN, 0), other_future(ONE_SCREEN, 2**40), ()),
}


async def told_apart(folder: Path, pair: tuple[Build, Build, tuple[str, ...]], **more: Any) -> list[str]:
    """Where the two worlds of a pair are told apart by somebody who should not be able to."""
    one, other, who = pair
    found = []
    async with worlds(folder, more.pop("change", None)) as pair_of_worlds:
        ids = [await begun(w, build) for w, build in zip(pair_of_worlds, (one, other), strict=True)]
        at = place(ids[0], [await w.tables.game(id) for w, id in zip(pair_of_worlds, ids, strict=True)])
        for name in ("", "Dora", *who):
            walks = [
                await Walk(w, at, name, (name,) if name in who else (), **more).go() for w in pair_of_worlds
            ]
            assert not {s for s in statuses(walks[0]) if s >= 500}
            found += [f"{name or 'stranger'}: {d}" for d in differences(*walks)]
    return found


async def begun(w: World, build: Build) -> str:
    """The people come, and sit down."""
    w.begin()
    await w.come(*NAMES, "Dora")
    return await build(w)


async def no_progress(text: str, trial: Trial) -> None:
    """A trial of an edition in which nothing happens: how far one has come depends on the clock."""


@pytest.mark.parametrize("name", PAIRS)
def test_no_route_tells_a_secret(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kursbuch.web.workshop.trials._run", no_progress)
    found = asyncio.run(told_apart(tmp_path, PAIRS[name], everything=name == "a sealed loan"))
    assert not found, "\n".join(found[:8])


# -- private tables -------------------------------------------------------------------------------


async def secret_table(w: World) -> str:
    """A private table at which three people play."""
    table = await w.table("1853", *NAMES, visibility="private", name="Nobody's business")
    await w.play(table, "Anna lends 200")
    await w.tables.say(table, w.people["Anna"], "Psst")
    return table


async def other_table(w: World) -> str:
    """Another one under the same address, at which somebody waits for others."""
    owner = w.people["Clara"]
    info = await w.tables.create(owner, "nuremberg", "online", [Seat("Clara", owner.id), Seat(""), Seat("")])
    await w.tables.invitation(info.id, owner)
    return str(info.id)


async def told_outside(folder: Path, **more: Any) -> list[str]:
    """What tells two private tables apart for those who do not belong to them."""
    found = []
    async with worlds(folder, more.pop("change", None)) as pair:
        ids = [await begun(w, build) for w, build in zip(pair, (secret_table, other_table), strict=True)]
        assert len(set(ids)) == 1
        at = Place(ids[0], "1853", 0, ("Anna passes", "Anna lends 200"), ("B2", "join"), NAMES)
        for name in ("", "Dora"):
            walks = [await Walk(w, at, name, **{"everything": False, **more}).go() for w in pair]
            found += [f"{name or 'stranger'}: {d}" for d in differences(*walks)]
    return found


def test_of_a_private_table_outsiders_learn_nothing_at_all(tmp_path: Path) -> None:
    found = asyncio.run(told_outside(tmp_path))
    assert not found, "\n".join(found[:8])


# -- does the walker find what there is to be found? ----------------------------------------------


def leaky_preview(app: FastAPI) -> None:
    """Judges an action without asking whose it is."""

    @app.get("/table/{id}/old-preview")
    async def preview(id: str, action: str) -> PlainTextResponse:
        game = await app.state.tables.game(id)
        return PlainTextResponse(str(game.why_not(action) if action else ""))


def leaky_size(app: FastAPI) -> None:
    """Tells a secret by the length of an answer only."""

    @app.get("/table/{id}/old-size")
    async def size(id: str) -> PlainTextResponse:
        game = await app.state.tables.game(id)
        return PlainTextResponse("*" * sum(game.state.loans.values()))


def leaky_transcript(app: FastAPI) -> None:
    """Gives the seed to whoever comes by."""

    @app.get("/table/{id}/old-transcript")
    async def transcript(id: str) -> PlainTextResponse:
        return PlainTextResponse((await app.state.tables.game(id)).to_json())


def leaky_invitation(app: FastAPI) -> None:
    """Names a private table to one who has no invitation."""

    @app.get("/invited/{id}/old/{secret}")
    async def invited(id: str, secret: str) -> PlainTextResponse:
        return PlainTextResponse((await app.state.tables._row(id)).name)


def leaky_hex(app: FastAPI) -> None:
    """Asks whether a table is private by looking at how the address ends."""

    @app.get("/table/{id}/old-hex/{hex}")
    async def hexes(request: Request, id: str, hex: str) -> PlainTextResponse:
        if not request.url.path.endswith("/join"):
            await app.state.tables.visit(id, None)
        return PlainTextResponse((await app.state.tables._row(id)).title)


@pytest.mark.parametrize(
    "change, pair",
    [
        (leaky_preview, "a contract"),
        (leaky_size, "a sealed loan"),
        (leaky_transcript, "the seed at one screen"),
        (leaky_transcript, "what the bag holds in store"),
    ],
)
def test_the_walker_finds_a_route_that_tells_a_secret(change: Any, pair: str, tmp_path: Path) -> None:
    found = asyncio.run(told_apart(tmp_path, PAIRS[pair], change=change, only="/old-"))
    assert any("stranger: GET" in line for line in found)


@pytest.mark.parametrize("change", [leaky_invitation, leaky_hex])
def test_the_walker_finds_a_route_that_lets_outsiders_in(change: Any, tmp_path: Path) -> None:
    assert asyncio.run(told_outside(tmp_path, change=change, only="/old"))


def test_a_route_that_takes_something_new_must_be_taught_to_the_walker(tmp_path: Path) -> None:
    def change(app: FastAPI) -> None:
        @app.get("/table/{id}/old-new")
        async def new(id: str, whatever: str = "") -> None: ...

    with pytest.raises(KeyError, match="whatever"):
        asyncio.run(told_outside(tmp_path, change=change, only="/old-"))


def test_no_route_reaches_behind_the_visitors_sight() -> None:
    """What has all secrets is for the store and the bots; a route that asks for it goes round the one place."""
    routes = [*WEB.glob("api*.py"), *WEB.glob("pages/addresses/*.py"), WEB / "account.py", WEB / "live.py"]
    assert len(routes) >= 7
    for file in routes:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                inside = re.match("_[^_]", node.attr) and ast.unparse(node.value) != "self"
                hidden = node.attr in ("look", "game") and ast.unparse(node.value).endswith("tables")
                assert not inside and not hidden, f"{file.name}:{node.lineno} {ast.unparse(node)}"
