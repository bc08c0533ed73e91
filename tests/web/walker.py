"""Walks every route of the server with every question it can think of, as one visitor; two walks are compared.

The routes and what they take come from the application itself. A route that takes something the walker has no
word for makes the walk fail: teach it here, so that no route stays unwalked.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts
from pydantic import BaseModel

import kursbuch.web
from kursbuch.core import Game
from kursbuch.web.app import create_app
from kursbuch.web.service import Mode, Person, Seat, Visibility
from tests.web.backend import sqlite

WAIT = 60.0
_HOLE = r"\{(\w+)(?::\w+)?\}"  # in the path of a route
Header = tuple[bytes, bytes]


# -- a server in this very thread -----------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    status: int
    headers: tuple[Header, ...]
    body: bytes


async def ask(
    app: FastAPI, method: str, path: str, query: str = "", head: Sequence[Header] = (), body: bytes = b""
) -> Answer:
    """One request without a network; of a stream that does not end the first event."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": quote(path).encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"table"), *head],
        "client": ("127.0.0.1", 1),
        "server": ("table", 80),
    }
    sent, gone = False, asyncio.Event()
    status, parts = 0, list[bytes]()
    headers: tuple[Header, ...] = ()
    enough = asyncio.Event()

    async def receive() -> dict[str, Any]:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status, headers = message["status"], tuple(message["headers"])
        elif message["type"] == "http.response.body":
            parts.append(message.get("body", b""))
            if b"text/event-stream" in dict(headers).get(b"content-type", b"") and parts[-1].strip():
                enough.set()

    task = asyncio.create_task(app(scope, receive, send))
    hearing = asyncio.create_task(enough.wait())
    await asyncio.wait((task, hearing), timeout=WAIT, return_when=asyncio.FIRST_COMPLETED)
    gone.set()
    hearing.cancel()
    if enough.is_set():
        task.cancel()
    await asyncio.gather(task, hearing, return_exceptions=True)
    if not task.cancelled() and (error := task.exception()) is not None and not status:
        raise error
    return Answer(status, headers, b"".join(parts))


class World:
    """A server with people, in which the same things happen each time: ids and tokens are no chance."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.tables: Any = app.state.tables
        self.people: dict[str, Person] = {}
        self.tokens: dict[str, str] = {}

    def begin(self, luck: str = "") -> None:
        """From now on chance is as it was in the other world."""
        _LUCK.seed(luck)

    async def come(self, *names: str) -> None:
        auth = self.app.state.auth
        for name in names:
            self.people[name] = await auth.guest(name, "en", "127.0.0.1")
            self.tokens[name] = await auth.people.give_token(self.people[name].id, "walk")

    async def table(
        self,
        title: str,
        *names: str,
        mode: Mode = "online",
        visibility: Visibility = "public",
        seed: int = 5,
        name: str = "A table",
        bots: bool = False,
    ) -> str:
        """A running table; without a mode the first has set it up and the others have come by invitation."""
        owner = self.people[names[0]]
        if mode == "online":
            seats = [Seat(names[0], owner.id), *(Seat("") for _ in names[1:])]
        else:
            seats = [Seat(n, None, "random") if bots and n != names[0] else Seat(n, owner.id) for n in names]
        info = await self.tables.create(
            owner, title, mode, seats, name=name, visibility=visibility, seed=seed
        )
        if mode == "online":
            link = await self.tables.invitation(info.id, owner)
            for other in names[1:]:
                await self.tables.join(info.id, self.people[other], link)
        return str(info.id)

    async def play(self, table: str, *moves: str) -> None:
        """Actions, each by the player whom it begins with."""
        for text in moves:
            info, game = await self.tables.look(table)
            player = next(p for p in game.players if text.startswith(p))
            if any(seat.bot for seat in info.seats if seat.player == player):
                await self.tables.act_for_bot(table, player, text, info.version)
            else:
                await self.tables.act(table, self.people[player], text, info.moves)


_LUCK = Random()  # of all worlds: what happens in one happens in the other


@asynccontextmanager
async def worlds(folder: Path, change: Any = None) -> AsyncIterator[tuple[World, World]]:
    """Two fresh worlds; `change` may add routes to their servers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "choice", _LUCK.choice)
        patch.setattr(secrets, "randbits", _LUCK.getrandbits)
        patch.setattr(secrets, "token_bytes", lambda n=32: _LUCK.randbytes(n))
        for name in ("token_urlsafe", "token_hex"):
            patch.setattr(secrets, name, lambda n=32: _LUCK.randbytes(n).hex())
        async with _world(folder / "one", change) as one, _world(folder / "other", change) as other:
            yield one, other


@asynccontextmanager
async def _world(folder: Path, change: Any) -> AsyncIterator[World]:
    folder.mkdir()
    pauses: dict[str, Any] = {"bot_pause": 10**6, "order_pause": 10**6, "coach_seconds": 0.0}
    app = create_app(sqlite(folder, secret="walk" * 8, sign_ins=10**6, **pauses))
    if change is not None:
        change(app)
    async with app.router.lifespan_context(app):
        app.state.tables.waiting = lambda row, before: None  # no bot moves by itself
        yield World(app)


# -- what is asked --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A table to be walked about, and words that might draw a secret out of it."""

    table: str
    title: str
    moves: int
    telling: tuple[str, ...]  # actions that are legal in one of two worlds only, and some others
    hexes: tuple[str, ...]
    players: tuple[str, ...]


def place(table: str, games: Sequence[Game]) -> Place:
    """A table as seen in two worlds: the actions that tell them apart come first."""
    legal = [{_definite(a) for p in g.players for a in g.legal_actions(p)} for g in games]
    apart = sorted(set.symmetric_difference(*legal))
    common = sorted(set.intersection(*legal))
    some = [*apart[:6], *common[:: max(1, len(common) // 4)][:4]]
    board = getattr(games[0].state, "board", None)
    found = list(getattr(board, "faces", None) or board or ())
    hexes = [*found[:: max(1, len(found) // 3)][:3], "join"]
    game = games[0]
    return Place(table, game.title, len(game.actions), tuple(some), tuple(hexes), game.players)


def _definite(action: Any) -> str:
    return str(action.at(action.span.lo) if action.span else action)


@dataclass
class Words:
    """What the walker says for each thing that a route takes, the most usual first."""

    at: Place
    own: tuple[str, ...] = ()  # the asker's players
    acting: bool = False  # nothing that the asker may do is done: it would change what others know

    def texts(self) -> list[str]:
        at = self.at
        others = [p for p in at.players if p not in self.own] or list(at.players)
        plain = (
            [t for t in at.telling if not (self.acting and t.startswith(self.own))]
            if self.own
            else at.telling
        )
        out = list(plain)
        out += [f"{others[0]}: {t}" for t in at.telling[:3]]
        out += [f"{self.own[0]}: {t}" for t in at.telling[:3] if not self.acting] if self.own else []
        return [*out, f"{others[0]} passes", "nonsense", ""]

    def path(self, name: str) -> Sequence[str]:
        return {
            "id": (self.at.table,),
            "table": (self.at.table,),
            "hex": self.at.hexes,
            "move": [
                str(move) for move in (0, self.at.moves // 2, *range(self.at.moves - 4, self.at.moves + 2))
            ],
            "secret": ("anything",),
            "title": (self.at.title, "none"),
            "code": ("de", "xx"),
            "language": ("de", "xx"),
            "players": (str(len(self.at.players)), "99"),
            "zoom": ("0", "99"),
            "picture": ("board", "none"),
            "theme": ("dark", "xx"),
            "name": ("dark", "base.css"),
            "token": ("1", "none"),
            "league": ("none",),
            "order": ("1", "none"),
            "what": ("board.svg", "market.svg", "tiles", "worth.svg", "none"),
            "lesson_kind": ("first", "different", "none"),
            "example": ("none",),
            "kind": (
                "contract",
                "index",
                "hex",
                "company",
                "piece",
                "event",
                "tiles",
                "phases",
                "sources",
                "none",
            ),
        }[name]

    def query(self, name: str) -> Sequence[object]:
        moves = self.at.moves
        return {
            "action": self.texts(),
            "amount": (None, 0, 80, 200, 730, 10**6),
            "at": (None, moves // 2, "board.hexes.B8"),
            "limit": (5,),
            "offset": (0, 1),
            "page": (1, 2),
            "mine": (1, 2),
            "archived": (False, True),
            "q": ("", "a"),
            "title": ("", "18te"),
            "move": (None, 0, moves // 2, moves, moves + 1),
            "since": (None, 0, moves),
            "player": (None, *self.at.players, "Nobody"),
            "tile": ("", "1", "57"),
            "turn": (None, 0, 3),
            "zoom": (None, 0, 4),
            "actor": ("", *self.at.players),
            "declared": ("", "2: A1.0-B2.0"),
            "train": (0, 5),
            "hex": ("", *self.at.hexes),
            "clear": (False, True),
            "cargo": ("", "1"),
            "pictures": ("", "whole"),
            "name": (*self.at.players, *self.at.hexes, "", "EIR", "DHB"),
            "next": ("/lobby",),
            "wrong": ("", "wrong"),
            "done": ("", "sent"),
            "other": ("", "1"),
            "person": ("", "Anna", "Nobody"),
            "table": (self.at.table,),
            "line": (0, 1),
            "sanctioned": (False, True),
            "players": (0, 3),
            "free": (False, True),
            "clock": ("", "live", "none"),
            "language": ("", "de"),
            "friends": (False, True),
        }[name]

    def field(self, name: str) -> Sequence[object]:
        """Of forms and of JSON bodies."""
        if name.startswith("clock_"):
            return ("1",)
        if name.startswith(("option.", "name")):
            return ("Walker",)
        return {
            "action": [*self.texts(), {"do": "pass", "actor": self.at.players[0], "by": self.at.players[0]}],
            "moves": (self.at.moves, 0),
            "at": (self.at.moves, "board.hexes.B8", "none"),
            **dict.fromkeys(("by", "edition", "note", "published", "source"), ("",)),
            "player": (*self.at.players, "Nobody"),
            "version": (None,),
            "agree": ("no",),
            "invitation": ("", "anything"),
            "text": ("Hello",),
            "title": (self.at.title,),
            "mode": ("hotseat", "online"),
            "seats": ([{"player": "W", "mine": True}, {"player": "X", "mine": True}],),
            "options": ({},),
            "agreed": ({},),
            "actions": ("nonsense",),
            "visibility": ("private",),
            "seed": (None,),
            "transcript": ("{}",),
            "language": ("en",),
            "email": ("",),
            "webhook": ("",),
            "password": ("walking-about",),
            "old": ("not-this-one",),
            "label": ("walk",),
            "link": ("none",),
            "yes": (True,),
            "next": ("/lobby",),
            "csrf": ("",),
            "table": ("Walked",),
            "count": ("2",),
            "robots": ("0",),
            "bot": ("random",),
            "character": ("",),
            "move": ("0",),
            "file": ("",),
            "scopes": (["read"],),
            "days": (1,),
            "kind": ("only", "pass", "end", "bot", "none"),
            "fields": ({}, {"company": "none"}),
            "clock": ("",),
            "notes": ("a note",),
            "hidden": ("",),
            "on": ("yes", "no"),
            "auth": ("",),
            "p256dh": ("",),
            "endpoint": ("https://push.example/x",),
            "source": ("box",),
            "note": ("",),
            "by": ("",),
            "published": ("yes",),
            "edition": ("",),
            "person": ("",),
            "line": ("0",),
            "words": ("It is loud.",),
            "what": ("ban",),
            "why": ("so",),
            "report": ("1",),
            "size": ("2",),
            "every": ("0",),
            "silence": ("",),
            "rounds": ("1",),
        }[name]


@cache
def form_fields() -> list[str]:
    """Every field that a page reads from a form, found in the pages' own text."""
    found: set[str] = set()
    for file in Path(kursbuch.web.__file__).parent.rglob("*.py"):
        text = file.read_text("utf-8")
        found |= set(re.findall(r'\b(?:fields|form|form\(\)\))(?:\.get\(|\[)"([\w.]+)"', text))
        found |= set(re.findall(r'\bwhole\((?:fields|form), "([\w.]+)"', text))
    assert {"action", "moves", "invitation", "password", "count"} <= found
    return sorted(found)


@dataclass
class Question:
    """One request."""

    method: str
    path: str
    query: str = ""
    head: tuple[Header, ...] = ()
    body: bytes = b""

    def __str__(self) -> str:
        return f"{self.method} {self.path}?{self.query} {self.body[:120]!r}"


@dataclass
class Walk:
    """All questions of one visitor, and what was answered."""

    world: World
    at: Place
    name: str = ""  # of nobody: a stranger
    own: tuple[str, ...] = ()
    everything: bool = True  # also what has nothing to do with a table
    only: str = ""  # a part of the path: only such routes
    heard: list[tuple[str, Answer]] = field(default_factory=list)

    async def go(self) -> list[tuple[str, Answer]]:
        """Look first, then try to do things."""
        self.world.begin(f"a walk of {self.name}")
        token = self.world.tokens.get(self.name, "")
        found = list(iter_route_contexts(self.world.app.routes))
        routes = [r for r in found if isinstance(r.original_route, APIRoute) and self.only in str(r.path)]
        assert routes
        other = {r.path for r in found if not isinstance(r.original_route, APIRoute)}
        assert other <= {"/api/v1/openapi.json"}, "teach the walker what these are"
        for changing in (False, True):
            for route in routes:
                for method in sorted(route.methods or ()):
                    if (method not in ("GET", "HEAD")) == changing and self._wanted(route):
                        for question in self._questions(route, method):
                            answer = await ask(self.world.app, *_request(question, token))
                            self.heard.append((str(question), _blotted(answer)))
        return self.heard

    def _wanted(self, route: RouteContext) -> bool:
        path = str(route.path)
        at_a_table = "{id}" in path or "{table}" in path
        lists = path in ("/lobby", "/lobby/mine", "/api/v1/tables", "/api/v1/tables/mine")
        return at_a_table or (lists and route.methods == {"GET"}) or self.everything

    def _questions(self, route: RouteContext, method: str) -> Iterator[Question]:
        form = str(route.path)
        words = Words(self.at, self.own, acting=form.endswith("/act"))
        paths = _each({n: words.path(n) for n in re.findall(_HOLE, form)})
        takes = {name: words.query(name) for name in _asked_for(route.dependant)}
        accept = b"*/*" if form.startswith("/api/") else b"text/html"
        for number, values in enumerate(paths):
            path = form
            for hole, value in values.items():
                path = re.sub(rf"\{{{hole}(:\w+)?\}}", str(value), path)
            for query in _each({n: v[:1] for n, v in takes.items()} if number else takes):
                asked = urlencode({k: v for k, v in query.items() if v is not None})
                for kind, body in self._bodies(form, route.body_field, method, words):
                    head = ((b"accept", accept), *(((b"content-type", kind),) if kind else ()))
                    yield Question(method, path, asked, head, body)

    def _bodies(self, path: str, takes: Any, method: str, words: Words) -> Iterator[tuple[bytes, bytes]]:
        if method in ("GET", "HEAD", "DELETE"):
            yield b"", b""
        elif path.startswith("/api/"):
            if takes is None:
                yield b"application/json", b""
                return
            model = takes.field_info.annotation
            assert issubclass(model, BaseModel)
            for given in _each({name: words.field(name) for name in model.model_fields}):
                yield b"application/json", json.dumps(given).encode()
        else:
            fields = {name: words.field(name) for name in form_fields()}
            acts = path.endswith("/act")
            fields = {n: v[:2] if acts and n == "action" else v[:1] for n, v in fields.items()}
            for given in _each(fields):
                yield b"application/x-www-form-urlencoded", urlencode(given).encode()


def _asked_for(dependant: Any) -> list[str]:
    """The names of what a route takes in its query, also by what it depends on."""
    deeper = [name for part in dependant.dependencies for name in _asked_for(part)]
    return [*(param.alias for param in dependant.query_params), *deeper]


def _each(takes: Mapping[str, Sequence[object]]) -> Iterator[dict[str, object]]:
    """The most usual values, then each other value of one thing with the usual ones of the rest."""
    usual = {name: values[0] for name, values in takes.items()}
    yield usual
    for name, values in takes.items():
        for value in values[1:]:
            yield {**usual, name: value}


def _request(q: Question, token: str) -> tuple[str, str, str, list[Header], bytes]:
    head = [*q.head, *([(b"authorization", f"Bearer {token}".encode())] if token else [])]
    return q.method, q.path, q.query, head, q.body


_TIME = re.compile(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?")
_CLOCK = re.compile(rb">\d\d:\d\d</time>")
_MARK = re.compile(rb'data-mark="[0-9a-f]*"')  # of a panel with times in it; the panel itself is compared
_KEY = re.compile(rb'^{"key":"[\w\-]*"}$')  # the server's public key for pushes: each server draws its own
_CSRF = re.compile(rb'(name="csrf" value="|"X-CSRF-Token": "|X-CSRF-Token&#34;: &#34;)[\w.\-]*')
_BLOTS = ((_TIME, b"TIME"), (_CLOCK, b">CLOCK<"), (_MARK, b"MARK"), (_CSRF, b"CSRF"), (_KEY, b"KEY"))


def _blotted(answer: Answer) -> Answer:
    """Without the time of day, and what is another one in every answer."""
    body = _KEY.sub(
        b"KEY",
        _CSRF.sub(b"CSRF", _MARK.sub(b"MARK", _CLOCK.sub(b">CLOCK<", _TIME.sub(b"TIME", answer.body)))),
    )
    changed = body != answer.body
    blots = {b"set-cookie": b"COOKIE", **({b"content-length": b"LENGTH"} if changed else {})}
    headers = tuple((name, blots.get(name, value)) for name, value in answer.headers)
    return Answer(answer.status, headers, body)


def differences(one: Sequence[tuple[str, Answer]], other: Sequence[tuple[str, Answer]]) -> list[str]:
    """Where two walks were not told the same, byte by byte."""
    assert [q for q, _ in one] == [q for q, _ in other]
    return [f"{q}\n    {_apart(a, b)}" for (q, a), (_, b) in zip(one, other, strict=True) if a != b]


def _apart(one: Answer, other: Answer) -> str:
    if one.status != other.status:
        return f"{one.status} {one.body[:200]!r} and {other.status} {other.body[:200]!r}"
    if one.headers != other.headers:
        return f"{set(one.headers) ^ set(other.headers)}"
    at = next((n for n, (a, b) in enumerate(zip(one.body, other.body, strict=False)) if a != b), 0)
    return f"{one.body[max(0, at - 60) : at + 60]!r} and {other.body[max(0, at - 60) : at + 60]!r}"


def statuses(heard: Iterable[tuple[str, Answer]]) -> set[int]:
    return {answer.status for _, answer in heard}
