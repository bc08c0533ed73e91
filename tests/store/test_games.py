"""Games rebuilt from their log; running games survive a change of the rules."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from kursbuch.store.errors import Unavailable
from kursbuch.store.history import History, Names
from kursbuch.store.log import Entry
from kursbuch.store.schema import actions, tables
from kursbuch.web.service import Person
from tests.store.stores import opened


def test_a_log_is_folded_to_what_stands():
    a, b, c = (Entry("act", text=text) for text in "abc")
    undo, redo = Entry("undo"), Entry("redo")
    assert standing([a, b, undo, redo, c, undo, undo]) == (["a"], [0, 1])
    assert standing([a, undo, b]) == (["b"], [0, 3])


def standing(entries: list[Entry]) -> tuple[list[str], list[int]]:
    history = History()
    history.add(entries, 0, Names([]))
    return [str(move.action) for move in history.moves], history.places


def test_a_game_is_rebuilt_with_its_history_and_what_was_taken_back(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, table = await stored.hotseat()
            await stored.play(person, table, 40)
            for moves in (40, 39, 38):
                await stored.live.undo(table, person, moves)
            before = await stored.live.game(table)
        async with opened(tmp_path) as stored:
            game = await stored.live.game(table)
            assert game is not before and game.to_json() == before.to_json()
            assert game.view("Anna") == before.view("Anna")
            earlier = await stored.live.game_at(table, 10)
            assert earlier.view("Ben") == before.at(10).view("Ben")
            await stored.live.redo(table, person, 37)
            assert len((await stored.live.game(table)).actions) == 38

    asyncio.run(run())


def test_two_processes_on_one_file_see_each_other(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as one, opened(tmp_path) as other:
            person, table = await one.hotseat()
            await one.play(person, table, 5)
            await other.play(person, table, 5)
            await other.live.undo(table, person, 10)
            await one.play(person, table, 3, seed=7)
            assert (await one.live.game(table)).to_json() == (await other.live.game(table)).to_json()

    asyncio.run(run())


def test_a_running_game_goes_on_when_its_log_no_longer_replays(tmp_path: Path):
    """As after a rule fix that forbids what was played: it is simulated by an action that is not legal."""

    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, table = await stored.hotseat()
            await stored.play(person, table, 30)
            before = await stored.live.game(table)
            async with stored.database.write() as connection:
                await connection.execute(
                    actions.update()
                    .where(actions.c.table == table, actions.c.number == 12)
                    .values(player="", text="Anna bids 5")
                )
        async with opened(tmp_path) as stored:
            game = await stored.live.game(table)
            assert game.view("Anna") == before.view("Anna")  # the log of events included
            await stored.play(person, table, 10)
            for moves in range(40, 5, -1):  # what was played stands as it was, and so it can be taken back
                await stored.live.undo(table, person, moves)
            assert (await stored.live.game(table)).view("Ben") == before.at(5).view("Ben")
        async with opened(tmp_path) as stored:
            assert len((await stored.live.game(table)).actions) == 5
            await stored.play(person, table, 5)
            (await stored.live.game(table)).audit()

    asyncio.run(run())


def test_rules_that_lead_elsewhere_do_not_change_a_running_game(tmp_path: Path):
    """The log replays, but to another position: the one that was played counts."""

    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, table = await stored.hotseat()
            await stored.play(person, table, 30)
            before = await stored.live.game(table)
            async with stored.database.write() as connection:
                await connection.execute(tables.update().where(tables.c.id == table).values(seed="12"))
        async with opened(tmp_path) as stored:
            game = await stored.live.game(table)
            assert game.view("Anna")["position"] == before.view("Anna")["position"]

    asyncio.run(run())


@pytest.mark.parametrize("state", [None, b"damaged"])
def test_without_a_stored_position_a_game_is_replayed(tmp_path: Path, state: bytes | None):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, table = await stored.hotseat()
            await stored.play(person, table, 20)
            before = await stored.live.game(table)
            async with stored.database.write() as connection:
                await connection.execute(tables.update().where(tables.c.id == table).values(state=state))
        async with opened(tmp_path) as stored:
            assert (await stored.live.game(table)).view("Anna") == before.view("Anna")
            async with stored.database.write() as connection:
                await connection.execute(
                    actions.update().where(actions.c.number == 3).values(text="nonsense")
                )
        async with opened(tmp_path) as stored:
            with pytest.raises(Unavailable):
                await stored.live.game(table)

    asyncio.run(run())


def test_games_not_in_use_make_room(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, positions=50) as stored:
            played: list[tuple[Person, str]] = []
            for _ in range(4):
                person, table = await stored.hotseat()
                await stored.play(person, table, 20)
                played.append((person, table))
            assert len(stored.games) == 2
            for person, table in played:
                await stored.play(person, table, 1)
                assert len((await stored.live.game(table)).actions) == 21

    asyncio.run(run())


def test_the_log_is_only_added_to(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, table = await stored.hotseat()
            await stored.play(person, table, 3)
            await stored.live.undo(table, person, 3)
            async with stored.database.read() as connection:
                found = await connection.execute(
                    sa.select(actions.c.number, actions.c.kind).order_by(actions.c.number)
                )
                assert [tuple(row) for row in found] == [(1, "act"), (2, "act"), (3, "act"), (4, "undo")]

    asyncio.run(run())
