"""What several people do at the same moment: sealed decisions do not collide, agreements all count."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.store import Games, News, People, TableStore, migrate, open_database
from kursbuch.store.counters import Bound, Counters, Exceeded
from kursbuch.web.meanwhile import commutes
from kursbuch.web.seating import Sight
from kursbuch.web.service import Person, PositionChanged, Seat
from kursbuch.web.tables import LiveTables
from tests.titles.shikoku.test_trains import buying
from tests.web.backend import online, serving, sqlite
from tests.web.postgres import postgres

NAMES = ("Anna", "Ben", "Clara", "David")


def since(game: Game, seen: int) -> list[Game]:
    """The positions from the one after so many actions to the present."""
    return [game.at(number) for number in range(seen, len(game.actions) + 1)]


class House:
    """Two processes' worth of tables on one database, and four people."""

    def __init__(self, people: list[Person], one: LiveTables, other: LiveTables) -> None:
        self.people, self.one, self.other = people, one, other

    async def table(self, title: str) -> str:
        seats = [Seat("", self.people[0].id), *(Seat("") for _ in self.people[1:])]
        info = await self.one.create(self.people[0], title, "online", seats, visibility="public")
        for person in self.people[1:]:
            await self.one.join(info.id, person)
        return info.id

    def of(self, number: int) -> LiveTables:
        return (self.one, self.other)[number % 2]


@asynccontextmanager
async def house(url: str) -> AsyncIterator[House]:
    databases = [open_database(url) for _ in range(2)]
    await migrate(databases[0])
    tables = []
    for database in databases:
        news = News(database)
        store = TableStore(database, news)
        tables.append(LiveTables(store, Games(database, store), news))
    people = []
    for name in NAMES:
        row = await People(databases[0]).add(name, None, "en")
        people.append(Person(row.id, row.name))
    try:
        yield House(people, *tables)
    finally:
        for database in databases:
            await database.close()


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'store.sqlite3'}"


async def sealed(at: House, times: int) -> None:
    for _ in range(times):
        table = await at.table("1853")
        tasks = [
            at.of(n).act(table, person, f"{person.name} lends {500 + 10 * n}", 0)
            for n, person in enumerate(at.people)
        ]
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(answer, Sight) for answer in answers), answers
        game = await at.one.game(table)
        assert len(game.actions) == 4 and game.acting == ("David",)


async def agreed(at: House, times: int) -> None:
    for _ in range(times):
        table = await at.table("1889")
        game = await at.one.game(table)
        first = next(p for p in at.people if p.name in game.acting)
        others = [p for p in at.people if p is not first]
        await at.one.act(table, first, str(game.legal_actions()[0].sample(random.Random(1))), 0)
        await at.one.undo(table, first, 1)
        await at.other.game(table)
        tasks = [at.of(n).answer_undo(table, person, True) for n, person in enumerate(others)]
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(answer, Sight) for answer in answers), answers
        info, _ = await at.one.look(table)
        assert (info.moves, info.version, info.undo_asked_by) == (0, 2, "")


@pytest.mark.parametrize("play", [sealed, agreed])
def test_at_once_in_two_processes(tmp_path: Path, play: Any):
    async def run() -> None:
        async with house(sqlite_url(tmp_path)) as at:
            await play(at, 20)

    asyncio.run(run())


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.mark.parametrize("play", [sealed, agreed])
def test_at_once_in_two_processes_on_postgresql(database: str, play: Any):
    async def run() -> None:
        async with house(database) as at:
            await play(at, 20)

    asyncio.run(run())


def test_counts_are_exact_on_postgresql(database: str):
    async def run() -> int:
        databases = [open_database(database) for _ in range(2)]
        await migrate(databases[0])
        counters = [Counters(one) for one in databases]

        async def one(number: int) -> bool:
            try:
                await counters[number % 2].take(Bound("z", 10, 60), Bound(f"a{number}", 1, 60))
            except Exceeded:
                return False
            return True

        found = await asyncio.gather(*(one(number) for number in range(60)))
        await counters[0].give_back(Bound("z", 10, 60))
        await counters[1].take(Bound("z", 10, 60))
        with pytest.raises(Exceeded):
            await counters[1].take(Bound("z", 10, 60))
        for each in databases:
            await each.close()
        return sum(found)

    assert asyncio.run(run()) == 10


def test_a_second_who_asks_for_the_same_undo_agrees_to_it(tmp_path: Path):
    async def run() -> None:
        async with house(sqlite_url(tmp_path)) as at:
            table = await at.table("1853")
            anna, ben, clara, david = at.people
            await at.one.act(table, anna, "Anna lends 500", 0)
            await at.one.undo(table, anna, 1)
            await at.one.answer_undo(table, ben, True)
            info = (await at.one.undo(table, clara, 1)).info
            assert (info.undo_asked_by, info.undo_agreed) == ("Anna", ("Ben", "Clara"))
            assert (await at.other.answer_undo(table, david, True)).moves == 0

    asyncio.run(run())


def test_what_was_decided_before_something_was_taken_back_is_not_carried_out(tmp_path: Path):
    async def run() -> None:
        async with house(sqlite_url(tmp_path)) as at:
            table = await at.table("1853")
            anna, ben, clara, david = at.people
            await at.one.act(table, anna, "Anna lends 500", 0)
            await at.one.undo(table, anna, 1)
            for person in (ben, clara, david):
                await at.one.answer_undo(table, person, True)
            await at.one.act(table, anna, "Anna lends 550", 0)
            with pytest.raises(PositionChanged):  # Ben saw version 0; an undo lies between
                await at.one.act(table, ben, "Ben lends 500", 0, version=0)
            await at.one.act(table, ben, "Ben lends 500", 0, version=2)
            with pytest.raises(PositionChanged):  # Anna herself has decided since
                await at.one.act(table, anna, "Anna lends 540", 0)

    asyncio.run(run())


def test_a_bot_does_not_move_for_one_who_is_back_by_then(tmp_path: Path):
    """In another process it has thought about a position that is the same still."""

    async def run() -> None:
        async with house(sqlite_url(tmp_path)) as at:
            table = await at.table("1889")
            game = await at.one.game(table)
            first = next(p for p in at.people if p.name in game.acting)
            action = str(game.legal_actions()[0].sample(random.Random(1)))
            with pytest.raises(PositionChanged):
                await at.other.act_for_bot(table, first.name, action, 0)
            await at.one.act(table, first, action, 0)

    asyncio.run(run())


def test_four_sealed_loans_at_once_by_http(tmp_path: Path):
    with serving(sqlite(tmp_path)) as url, ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            with online(url, *NAMES, title="1853") as (people, table):

                def lend(player: Any, table: str = table) -> int:
                    body = {"action": f"{player.name} lends 500", "moves": 0, "version": 0}
                    return int(player.client.post(f"/tables/{table}/act", json=body).status_code)

                assert list(pool.map(lend, people)) == [200] * 4


# -- the condition itself -------------------------------------------------------------------------


def loans(*done: str) -> Game:
    game = kb.new_game("1853", list(NAMES), seed=3)
    for line in done:
        game.apply(f"{line.split()[0]}: {line}")
    return game


def test_others_sealed_decisions_do_not_matter():
    game = loans("Anna lends 500", "Clara lends 550")
    assert commutes(since(game, 0), "Ben", ["Ben"]) and commutes(since(game, 1), "David", ["David"])


def test_own_decisions_matter():
    game = loans("Anna lends 500", "Clara lends 550")
    assert not commutes(since(game, 0), "Anna", ["Anna"])
    assert not commutes(since(game, 0), "Ben", ["Ben", "Anna"])  # one person for both


def test_the_end_of_the_stage_matters():
    game = loans("Anna lends 500", "Ben lends 510", "Clara lends 520", "David lends 530")
    assert game.acting == ("David",)
    for seen in range(5):
        assert not commutes(since(game, seen), "David", ["David"])


def test_trains_given_up_at_once_do_not_collide_either():
    others = {
        "SR": {"price": 90, "B": 60, "trains": ["3", "3", "4"]},
        "IR": {"price": 80, "C": 60, "trains": ["3", "4", "4"]},
    }
    game = buying("4", depot="5", trains=["4"], others=others).game
    owner = game.acting[0]
    game.apply(f"{owner}: KO buys train 5 as 5 from depot for 450")
    seen = len(game.actions)
    game.apply("C: IR discards train 4")
    assert game.acting == ("B",) and commutes(since(game, seen), "B", ["B"])
    assert not commutes(since(game, seen - 1), "B", ["B"])  # before the purchase nobody was asked
    assert not commutes(since(game, seen), "C", ["C"])
    game.apply("B: SR discards train 3")
    assert game.acting == ("B",) and not commutes(since(game, seen), "B", ["B"])  # the discards are over


def test_where_one_decides_after_the_other_all_that_happens_matters():
    """In a game without simultaneous decisions nothing ever commutes."""
    for title in ("18te", "1889", "nuremberg"):
        game, rng = kb.new_game(title, 3, seed=5), random.Random(5)
        for _ in range(60):
            action = rng.choice(game.legal_actions()).sample(rng)
            game.apply(json.loads(json.dumps({**action.to_dict(), "by": game.acting[0]})))
            if len(game.acting) == 1:
                for seen in range(max(0, len(game.actions) - 3), len(game.actions)):
                    if len(game.at(seen).acting) == 1:
                        for player in game.players:
                            assert not commutes(since(game, seen), player, [player])
