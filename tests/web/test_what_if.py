"""What if? Boards of one's own from any position that one may look at."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kursbuch.core import Game
from kursbuch.web.coach import NOT_HERE, why_no_coach
from kursbuch.web.service import NotAllowed, Seat
from tests.web.walker import World, worlds

NAMES = ("Anna", "Ben", "Clara")


def run(folder: Path, test: Callable[[World], Awaitable[None]]) -> None:
    async def go() -> None:
        async with worlds(folder, None) as pair:
            w = pair[0]
            w.begin()
            await w.come(*NAMES, "Dora")
            await test(w)

    asyncio.run(go())


def test_a_board_begins_where_one_looks_and_all_sides_are_ones_own(tmp_path: Path) -> None:
    async def test(w: World) -> None:
        table = await w.table("18te", "Anna", "Ben")
        game: Game = await w.tables.game(table)
        while len(game.actions) < 6:
            player = game.acting[0]
            action = game.legal_actions(player)[0]
            action = action.at(action.span.lo) if action.span else action
            await w.tables.act(table, w.people[player], str(action), len(game.actions))
            game = await w.tables.game(table)
        ben = w.people["Ben"]
        info = await w.tables.what_if(table, ben, 4, "A try")
        assert (info.name, info.moves, info.mode) == ("A try", 0, "hotseat")
        assert {seat.person for seat in info.seats} == {ben.id}
        board: Game = await w.tables.game(info.id)
        then: Game = await w.tables.game_at(table, 4)
        assert board.view(None)["position"] == then.view(None)["position"]
        legal = board.legal_actions()[0]
        legal = legal.at(legal.span.lo) if legal.span else legal
        await w.tables.act(info.id, ben, str(legal), 0)
        await w.tables.undo(info.id, ben, 1)
        assert (await w.tables.game(info.id)).view(None)["position"] == then.view(None)["position"]
        assert len((await w.tables.game(table)).actions) == 6  # the game itself goes on as it was
        assert info.id in [t.id for t in await w.tables.mine(ben)]

    run(tmp_path, test)


def test_it_is_read_from_the_store_as_it_was(tmp_path: Path) -> None:
    async def test(w: World) -> None:
        table = await w.table("nuremberg", *NAMES)
        info = await w.tables.what_if(table, w.people["Ben"])
        before = (await w.tables.game(info.id)).view(None)
        w.tables._games.forget(info.id)
        assert (await w.tables.game(info.id)).view(None) == before
        game: Game = await w.tables.game(info.id)
        real: Game = await w.tables.game(table)
        assert game.seed != real.seed  # what chance brings is another thing

    run(tmp_path, test)


def test_what_others_hide_is_not_on_it(tmp_path: Path) -> None:
    async def loans(w: World, loan: int) -> dict[str, int]:
        w.begin()
        await w.come(*NAMES)
        table = await w.table("1853", *NAMES)
        await w.play(table, f"Anna lends {loan}")
        info = await w.tables.what_if(table, w.people["Ben"])
        found: dict[str, int] = (await w.tables.game(info.id)).state.loans
        return found

    async def both() -> None:
        async with worlds(tmp_path, None) as pair:
            assert await loans(pair[0], 200) == await loans(pair[1], 730)

    asyncio.run(both())


def test_others_look_on_when_it_is_shared_and_copy_it(tmp_path: Path) -> None:
    async def test(w: World) -> None:
        table = await w.table("18te", "Anna", "Ben", visibility="private")
        anna, dora = w.people["Anna"], w.people["Dora"]
        with pytest.raises(NotAllowed):
            await w.tables.what_if(table, dora)
        info = await w.tables.what_if(table, anna)
        with pytest.raises(NotAllowed):
            await w.tables.look_as(info.id, dora)
        with pytest.raises(NotAllowed):
            await w.tables.share(table, anna)  # the game itself is not
        await w.tables.share(info.id, anna)
        sight = await w.tables.look_as(info.id, dora)
        assert sight.players == ()
        with pytest.raises(NotAllowed):
            await w.tables.act(info.id, dora, "Anna passes", 0)
        with pytest.raises(NotAllowed):
            await w.tables.rename(info.id, dora, "Mine")
        copy = await w.tables.what_if(info.id, dora)
        assert copy.owner == dora.id
        assert info.id not in [t.id for t in await w.tables.public()]
        assert (await w.tables.rename(info.id, anna, "The big sale")).name == "The big sale"
        with pytest.raises(NotAllowed):
            (await w.tables.look_as(info.id, anna)).transcript()

    run(tmp_path, test)


def test_helps_that_a_table_does_without_are_not_got_by_a_detour(tmp_path: Path) -> None:
    async def test(w: World) -> None:
        anna = w.people["Anna"]
        made = await w.tables.create(
            anna,
            "18te",
            "hotseat",
            [Seat("Anna", anna.id), Seat("Ben", anna.id)],
            agreed={"helps_off": ["best_runs"]},
        )
        info = await w.tables.what_if(made.id, anna)
        assert info.agreed["helps_off"] == ["best_runs"]

    run(tmp_path, test)


def test_there_is_no_coach_on_a_board_from_a_game_that_others_still_play(tmp_path: Path) -> None:
    async def test(w: World) -> None:
        table = await w.table("18te", "Anna", "Ben")
        info = await w.tables.what_if(table, w.people["Ben"])
        assert why_no_coach(info) == NOT_HERE
        again = await w.tables.what_if(info.id, w.people["Ben"])
        assert why_no_coach(again) == NOT_HERE
        ended = replace(again, over=True)  # played to its end, it is still a position of the others' game
        assert why_no_coach(ended) == NOT_HERE
        anna = w.people["Anna"]
        alone = await w.tables.create(anna, "18te", "hotseat", [Seat("Anna", anna.id), Seat("Ben", anna.id)])
        assert why_no_coach(await w.tables.what_if(alone.id, anna)) == ""

    run(tmp_path, test)
