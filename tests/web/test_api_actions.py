"""Every action that a legal list can hold goes out as JSON and comes back, as data and as text, in every title.

Games of investors, poor ones and rich ones, are played until every kind of action of the title has turned up.
Wherever a kind or shape does so for the first time, the position is put on a table of the API: its list is
fetched, the action is sent back.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi import FastAPI, Response

import kursbuch as kb
from kursbuch.core import Action, Game
from kursbuch.core.action import kind_of
from kursbuch.core.rules import Choice, TitleInfo
from kursbuch.soak.players import seated
from kursbuch.soak.tables import Table
from kursbuch.web.api import table_routes
from kursbuch.web.auth import somebody, who
from kursbuch.web.service import Person, Seat, TableInfo
from tests.web.backend import definite
from tests.web.memory import Kept, MemoryTables
from tests.web.walker import ask

ME, NOW = Person(1, "Anna"), datetime.now(UTC)
MOVES = 1500  # of one game

GAMES = 60  # of a title, at most: enough for the rarest kind of action to turn up
FIRST_SEED = 100  # another will do, but may need more games
SEEDS = {"18do-expert": 400}  # certificates are chosen on founding a corporation in one of a hundred games
# the rarest kinds turn up in these games, which are played first; should rules change, the others still follow
FIRST_GAMES = {"18do-beer": (29, 19), "18do-expert": (133,), "1853": (4,)}
GIFTS = (0, 400, 2500)  # who has more buys other things: late trains, kettles, markers
OPTIONS: dict[str, dict[str, Choice]] = {"18do-railway": {"card_offers": True}}


class Server:
    """The API on tables in memory, where one person holds all seats."""

    def __init__(self) -> None:
        self.tables = MemoryTables()
        self.app = FastAPI()
        self.app.include_router(table_routes(self.tables, "", lambda visit, address, last: Response()))
        self.app.dependency_overrides[who] = self.app.dependency_overrides[somebody] = lambda: ME

    def put(self, game: Game) -> None:
        """A game on the table, as it stands."""
        info = TableInfo(
            id="x",
            title=game.title,
            name="",
            mode="hotseat",
            visibility="private",
            seats=tuple(Seat(p, ME.id) for p in game.players),
            owner=ME.id,
            created=NOW,
            updated=NOW,
            started=True,
            over=False,
            moves=len(game.actions),
            acting=game.acting,
        )
        self.tables.kept["x"] = Kept(info, game)

    async def get(self, path: str) -> Any:
        answer = await ask(self.app, "GET", f"/api/v1/tables/x/{path}")
        assert answer.status == 200, answer
        return json.loads(answer.body)

    async def act(self, action: object) -> int:
        body = {"action": action, "moves": self.tables.kept["x"].info.moves}
        head = [(b"content-type", b"application/json")]
        answer = await ask(
            self.app, "POST", "/api/v1/tables/x/act", head=head, body=json.dumps(body).encode()
        )
        return answer.status


def shape(action: Action) -> tuple[object, ...]:
    """What an action looks like as data."""
    values = [getattr(action, f.name) for f in fields(action) if f.name not in ("actor", "by", "span")]
    return (type(action), action.span is not None, *map(type, values))


def lists(game: Game) -> list[tuple[str, Action]]:
    """Every legal action of everybody, also in others' turns."""
    return [(player, action) for player in game.players for action in game.legal_actions(player)]


def positions(table: Table, seen: set[object]) -> Iterator[tuple[Game, list[Action]]]:
    """Moments of a game of investors at which something turns up that was not seen before."""
    rng, game = random.Random(table.seed), table.start()
    seats = seated("rich", game.players, rng)
    while not game.over and len(game.actions) < MOVES:
        new = {shape(a): a for _, a in lists(game) if shape(a) not in seen}
        if new:
            seen |= set(new)
            yield game.clone(), list(new.values())
        player = game.acting[0]
        game.apply(seats[player](game, player, game.legal_actions(player), rng))


def tables(info: TitleInfo) -> Iterator[Table]:
    """Games of all sizes, with poor players and rich ones."""
    for number in dict.fromkeys((*FIRST_GAMES.get(info.id, ()), *range(GAMES))):
        players = info.players[number // len(GIFTS) % len(info.players)]
        options = OPTIONS.get(info.id, {})
        yield Table(
            info.id, players, SEEDS.get(info.id, FIRST_SEED) + number, options, GIFTS[number % len(GIFTS)]
        )


async def tried(server: Server, game: Game, new: list[Action], rng: random.Random) -> None:
    """Fetch the list of a position, and send back what is new in it."""
    server.put(game.clone())
    assert (await server.get("view"))["moves"] == len(game.actions)
    listed = await server.get("actions")
    offered = [*listed["actions"], *listed["interjections"]]
    assert len(offered) == len(lists(game))
    for action in new:
        one = next(o for o in offered if o["data"]["do"] == kind_of(type(action)))
        sent = definite(one, rng)
        assert type(game.read(sent)) is type(action)
        by = f"{sent['by']}: " if "by" in sent else ""
        for form in (sent, f"{by}{game.read(sent)}"):
            server.put(game.clone())
            assert await server.act(form) == 200, form


@pytest.mark.parametrize("info", kb.titles(), ids=lambda info: info.id)
def test_every_action_goes_out_as_json_and_comes_back(info: TitleInfo) -> None:
    server, rng, seen = Server(), random.Random(1), set[object]()
    every = {k for n in info.players for k in kb.new_game(info.id, n, seed=1).rules.grammar.kinds}

    def missing() -> set[str]:
        return every - {kind_of(one[0]) for one in seen if isinstance(one, tuple)}

    async def play() -> None:
        for table in tables(info):
            for game, new in positions(table, seen):
                await tried(server, game, new, rng)
            if not missing():
                return

    asyncio.run(play())
    assert not missing(), "never seen"
