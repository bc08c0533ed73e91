"""Games rebuilt from their log; running games survive a change of the rules."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.store import games, open_database
from kursbuch.store.errors import Unavailable
from kursbuch.store.history import History, Names
from kursbuch.store.log import Entry
from kursbuch.store.migrate import config
from kursbuch.store.schema import actions, metadata, tables
from kursbuch.web.service import Person
from tests.store.stores import opened
from tests.stored.games import moments as stored_moments
from tests.stored.games import put
from tests.stored.make import digest


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


def test_a_table_not_in_memory_is_read_once_for_all_who_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, table = await stored.hotseat()
            await stored.play(person, table, 30)
        read: list[str] = []
        original = games._loaded

        def counted(*given: Any) -> Any:
            read.append(threading.current_thread().name)
            return original(*given)

        monkeypatch.setattr(games, "_loaded", counted)
        async with opened(tmp_path) as stored:
            found = await asyncio.gather(*(stored.live.game(table) for _ in range(20)))
            assert len(read) == 1 and all(game is found[0] for game in found)
            assert read[0] != threading.main_thread().name, "not in the event loop"

    asyncio.run(run())


def test_a_late_game_keeps_few_positions_in_memory(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, table = await stored.hotseat()
            await stored.play(person, table, 120, seed=2)
            for _ in range(2):
                game = await stored.live.game(table)
                assert len(list(game.positions())) <= games.AT_HAND + 1
                assert len((await stored.live.game_at(table, 3)).actions) == 3
                stored.games.forget(table)

    asyncio.run(run())


def test_what_another_process_has_played_is_caught_up_with_and_not_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def run() -> None:
        async with opened(tmp_path) as one, opened(tmp_path) as other:
            person, table = await one.hotseat()
            await one.play(person, table, 10)
            await other.play(person, table, 50)
            await other.live.undo(table, person, 60)
            await other.live.undo(table, person, 59)
            with monkeypatch.context() as patch:
                patch.setattr(Game, "apply", None)
                game = await one.live.game(table)
            assert game.view("Anna") == (await other.live.game(table)).view("Anna")
            await one.live.redo(table, person, 58)  # what the other one took back
            for moves in range(59, 40, -1):
                await one.live.undo(table, person, moves)
            await one.play(person, table, 40, seed=5)
            game, same = await one.live.game(table), await other.live.game(table)
            assert game.view() == same.view() and game.to_json() == same.to_json()
            assert (await other.live.game_at(table, 60)).view() == (await one.live.game_at(table, 60)).view()
            assert kb.load(game.to_json()).view()["position"] == game.view()["position"]

    asyncio.run(run())


def test_a_database_of_the_first_schema_is_brought_up_and_its_games_go_on(tmp_path: Path):
    """Made with the first schema only, filled as the program of that day did, then opened by this one."""

    async def run() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'store.sqlite3'}")
        async with database.write() as connection:
            await connection.run_sync(first_schema)
        moment = list(stored_moments("nuremberg-2"))[-3]
        table = await put(database, moment)
        await database.close()
        async with opened(tmp_path) as stored:
            game = await stored.live.game(table)
            assert game.form == 1 and game.state.chance.count == moment.seen["draws"]
            assert digest(game.view()["events"]) == moment.seen["events"][""], "the set-up included"
            person = Person(1, "Anna")
            while "Anna" not in (await stored.live.game(table)).acting:
                info, game = await stored.live.look(table)
                player = game.acting[0]
                chosen = game.legal_actions(player)[0].sample(random.Random(1))
                await stored.live.act_for_bot(table, player, str(chosen), info.version)
            info, game = await stored.live.look(table)
            action = game.legal_actions("Anna")[0].sample(random.Random(1))
            await stored.live.act(table, person, str(action), info.moves)

    asyncio.run(run())


def first_schema(connection: sa.Connection) -> None:
    scripts = ScriptDirectory.from_config(config())
    todo = EnvironmentContext(config(), scripts, fn=lambda now, _: scripts._upgrade_revs("0001", now))
    with todo:
        todo.configure(connection=connection, target_metadata=metadata)
        todo.run_migrations()
