"""The same on a real PostgreSQL, with several processes that tell each other what happens."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

import kursbuch as kb
from kursbuch.store import Database, migrate, open_database
from kursbuch.store.errors import Unavailable
from kursbuch.store.schema import metadata
from kursbuch.web.app import create_app
from kursbuch.web.beside import beside
from kursbuch.web.settings import Settings
from tests.web.backend import Listener, Player, Process, definite, online, serving, wait_for
from tests.web.postgres import postgres


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[tuple[str, str]]:
    """Two servers on one database, and a thinker for their bots."""
    settings = Settings(database=database, bot_pause=0, new_people=10_000, chosen_seeds=True)
    with serving(settings) as one, serving(settings) as other, beside(settings, 1):
        yield one, other


def test_several_processes_migrate_at_once_to_the_schema(database: str):
    def differences(connection: sa.Connection) -> list[object]:
        return list(
            compare_metadata(MigrationContext.configure(connection, opts={"compare_type": False}), metadata)
        )

    async def run() -> None:
        databases = [open_database(database) for _ in range(3)]
        await asyncio.gather(*(migrate(one) for one in databases))
        async with databases[0].read() as connection:
            assert await connection.run_sync(differences) == []
        for one in databases:
            await one.close()

    asyncio.run(run())


def test_a_process_that_starts_while_the_database_is_away_waits_for_it(
    database: str, monkeypatch: pytest.MonkeyPatch
):
    tries = iter((True, True, False))

    async def away_at_first(one: Database) -> None:
        if next(tries):
            raise Unavailable("the database cannot be opened: connection refused")
        await migrate(one)

    async def run() -> None:
        app = create_app(Settings(database=database))
        async with app.router.lifespan_context(app):
            pass

    monkeypatch.setattr("kursbuch.web.app.migrate", away_at_first)
    asyncio.run(run())
    assert not list(tries)


def test_a_game_played_through_two_servers_is_one_game(pair: tuple[str, str]):
    with Player(pair[0], "Anna") as here, Player(pair[1], "Anna", here.token) as there:
        table = here.table()["id"]
        rng = random.Random(5)
        for number in range(30):
            (here, there)[number % 2].move(table, rng)
        there.post(f"/tables/{table}/undo", {"moves": 30})
        here.move(table, rng)
        transcript = here.get(f"/tables/{table}/transcript")
        assert transcript == there.get(f"/tables/{table}/transcript")
        assert len(kb.load(json.dumps(transcript)).actions) == 30
        assert here.get(f"/tables/{table}/view") == there.get(f"/tables/{table}/view")


def test_updates_pass_between_servers(pair: tuple[str, str]):
    with Player(pair[0], "Anna") as here, Player(pair[1], "Anna", here.token) as there:
        table = here.table()["id"]
        listeners = [Listener(here, table), Listener(there, table)]
        assert [listener.next()[0] for listener in listeners] == ["hello", "hello"]
        for number in (1, 2, 3):
            (here, there)[number % 2].move(table, random.Random(1))
            for listener in listeners:
                kind, data, _ = listener.next()
                assert (kind, data["moves"]) == ("game", number)
        for listener in listeners:
            listener.close(here, table)


def test_a_lost_line_to_the_database_is_opened_again(pair: tuple[str, str], database: str):
    with Player(pair[0], "Anna") as here, Player(pair[1], "Anna", here.token) as there:
        table = here.table()["id"]
        listener = Listener(there, table)
        listener.next()

        async def cut_all_lines() -> None:
            connection = await asyncpg.connect(database)
            await connection.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() "
                "and backend_type = 'client backend'"
            )
            await connection.close()

        asyncio.run(cut_all_lines())
        here.move(table, random.Random(1))
        kinds = set()
        while "game" not in kinds:
            kinds.add(listener.next()[0])
        assert there.get(f"/tables/{table}")["moves"] == 1
        listener.close(here, table)


def test_of_actions_sent_at_once_to_two_servers_one_wins(pair: tuple[str, str]):
    with Player(pair[0], "Anna") as here, Player(pair[1], "Anna", here.token) as there:
        for _ in range(8):
            table = here.table()["id"]
            legal = here.get(f"/tables/{table}/actions")["actions"]
            body = {"action": definite(legal[0], random.Random(1)), "moves": 0}
            there.get(f"/tables/{table}/view")
            codes: list[int] = []
            barrier = threading.Barrier(4)

            def send(player: Player, table: str, body: Any, barrier: Any, codes: Any) -> None:
                barrier.wait()
                codes.append(player.client.post(f"/tables/{table}/act", json=body).status_code)

            threads = [
                threading.Thread(target=send, args=(player, table, body, barrier, codes))
                for player in (here, there, here, there)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(codes) == [200, 409, 409, 409]
            assert here.get(f"/tables/{table}")["version"] == 1


def test_two_people_cannot_take_one_seat(pair: tuple[str, str]):
    with ExitStack() as stack:
        anna = stack.enter_context(Player(pair[0], "Anna"))
        others = [stack.enter_context(Player(pair[n % 2], f"Guest {n}")) for n in range(4)]
        table = anna.table("online", [{"mine": True}, {}, {}], visibility="public")["id"]
        codes: list[int] = []

        def sit(player: Player) -> None:
            codes.append(player.client.post(f"/tables/{table}/join", json={}).status_code)

        threads = [threading.Thread(target=sit, args=(player,)) for player in others]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(codes) == [200, 200, 403, 403]
        info = anna.get(f"/tables/{table}")
        assert info["started"] and len({seat["player"] for seat in info["seats"]}) == 3


def test_bots_move_once_however_many_servers_there_are(pair: tuple[str, str]):
    seats = [{"player": "Anna", "mine": True}, {"bot": "random"}]
    with Player(pair[0], "Anna") as here, Player(pair[1], "Anna", here.token) as there:
        table = here.table("bots", seats)["id"]
        rng = random.Random(2)
        for number in range(10):
            player = (here, there)[number % 2]
            wait_for(
                lambda p=player: p.get(f"/tables/{table}")["your_turn"] or p.get(f"/tables/{table}")["over"]
            )
            player.move(table, rng)
        info = here.get(f"/tables/{table}")
        assert info["version"] == info["moves"] > 10


def test_several_workers_behind_one_port(database: str):
    process = Process(Settings(database=database, workers=2, bot_pause=0, chosen_seeds=True))
    process.start()
    try:
        with online(process.url, "Anna", "Ben") as ((anna, ben), table):
            listeners = [Listener(player, table) for player in (anna, ben) * 3]  # some at each worker
            assert {listener.next()[0] for listener in listeners} == {"hello"}
            for number in (1, 2, 3, 4):
                with Player(process.url, "Anna", anna.token) as a, Player(process.url, "Ben", ben.token) as b:
                    assert a.move(table, random.Random(1)) or b.move(table, random.Random(1))
                for listener in listeners:
                    kind, data, _ = listener.next()
                    assert (kind, data["moves"]) == ("game", number)
            for listener in listeners:
                listener.close(anna, table)
    finally:
        process.close()
