"""Every action that a legal list can hold goes out as JSON and comes back, as data and as text, in every title.

Games are played with a liking for what has seldom been done, and wherever a kind or shape of action turns up for
the first time, the position is put on a table of the API: its list is fetched, the action is sent back.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, get_type_hints

import msgspec
import pytest
from fastapi import FastAPI, Response

import kursbuch as kb
from kursbuch import bots
from kursbuch.core import Action, Game
from kursbuch.core.action import kind_of
from kursbuch.web.api import table_routes
from kursbuch.web.api_models import action_data
from kursbuch.web.auth import somebody, who
from kursbuch.web.service import Person, Seat, TableInfo
from tests.web.backend import definite
from tests.web.memory import Kept, MemoryTables
from tests.web.walker import ask

ME, NOW = Person(1, "Anna"), datetime.now(UTC)
MOVES = 500  # of one game

# never seen in these games, though they are legal in positions that people reach; they are tried as records made
# by hand, which have the same fields
RARE = {
    # somebody loses room for trains, declares runs that are not the best, or has no train to buy anywhere
    "18te": {"discard", "point_out", "go_bankrupt"},
    "18do-railway": {
        "offer_for_card",
        "trade_up",
        "discard",
    },  # a player who lacks one card only; late trains
    "18do-beer": {"discard"},  # a company loses room for trains
    "18do-expert": {
        *(
            "discard",
            "carry",
            "trade_up",
            "sell_to_investor",
        ),  # late trains, and what they carry; the Investor
        *("bind_railway", "brew_for_others", "work_late"),  # markers that are bought late
    },
    "1853": {"discard", "keep_train", "return_train"},  # a director changes while a train is on credit
    "1889": {"trade_train"},  # a diesel, at the end of long games
}
DEEP = ("18do-beer", "18do-expert")  # at random companies are ruined before there is anything to play with
OPTIONS: dict[str, dict[str, object]] = {"18do-railway": {"card_offers": True}}


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


def positions(
    title: str, players: int, seen: set[object], skill: float
) -> Iterator[tuple[Game, list[Action]]]:
    """Moments of a game at which something turns up that was not seen before."""
    rng, done = random.Random(players), Counter[type]()
    game = kb.new_game(title, players, seed=players, options=OPTIONS.get(title, {}))
    while not game.over and len(game.actions) < MOVES:
        found = lists(game)
        new = {shape(a): a for _, a in found if shape(a) not in seen}
        if new:
            seen |= set(new)
            yield game.clone(), list(new.values())
        chosen = choice(game, game.acting[0], done, rng, skill)
        done[type(chosen)] += 1
        game.apply(chosen)


def choice(game: Game, player: str, done: Counter[type], rng: random.Random, skill: float) -> Action:
    """What a good player would do, so that there is something to play with; at times what was seldom done."""
    legal = game.legal_actions(player)
    if rng.random() < skill:
        return bots.get("house").choose(game.view(player), legal, rng)
    kinds = sorted({type(a) for a in legal}, key=lambda kind: kind.__name__)  # the same in every run
    seldom = min(kinds, key=lambda kind: done[kind] * rng.random())
    fitting = [a for a in legal if type(a) is seldom] if rng.random() < 0.5 + skill else legal
    return rng.choice(fitting).sample(rng)


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


@pytest.mark.parametrize("title", [info.id for info in kb.titles()])
def test_every_action_goes_out_as_json_and_comes_back(title: str) -> None:
    server, rng, seen = Server(), random.Random(1), set[object]()
    info = next(i for i in kb.titles() if i.id == title)

    async def play() -> None:
        for players in info.players[:3]:
            skill = 0.8 if players == info.players[1] or title in DEEP else 0.0
            for game, new in positions(title, players, seen, skill):
                await tried(server, game, new, rng)

    asyncio.run(play())
    every = {
        kind: cls
        for n in info.players
        for kind, cls in kb.new_game(title, n, seed=1).rules.grammar.kinds.items()
    }
    met = {kind_of(one[0]) for one in seen if isinstance(one, tuple)}
    assert set(every) - met <= RARE.get(title, set()), f"never seen: {set(every) - met}"
    for kind in RARE.get(title, ()):
        by_hand(kb.new_game(title, info.players.start, seed=1), every[kind])


def by_hand(game: Game, kind: type[Action]) -> None:
    """A record of this kind goes through JSON and comes back the same."""
    hints = get_type_hints(kind)
    values: dict[str, Any] = {}
    for f in fields(kind):
        if f.name not in ("actor", "by", "span"):
            sort = hints[f.name]
            values[f.name] = (
                1 if sort is int else "x" if sort is str else sort.read(SAMPLES[sort.__name__], "")
            )
    action = kind(game.players[0], **values)
    data = msgspec.json.decode(msgspec.json.encode(action_data(game.players[0], action)))
    assert game.read(data["data"]) == action


SAMPLES = {"Runs": "2: G5.0 F6.0", "Seat": "Anna", "Loads": "1 to I20 | - | 2 to H1", "Plan": "nothing"}
