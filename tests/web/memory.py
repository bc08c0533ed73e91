"""Tables kept in memory, and an app around the pages: for developing them and for driving them in a browser.

People are known by name alone, kept in a cookie; nothing here is safe, and nothing of it is used outside tests.

    uv run python -m tests.web.memory 8123
"""

from __future__ import annotations

import asyncio
import random
import secrets
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, unquote

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from kursbuch.core import BadInput, Game
from kursbuch.shelf import load, new_game
from kursbuch.store.searching import Wanted
from kursbuch.web.pages import router
from kursbuch.web.seating import Sight, Visit, sight_of, visit_of
from kursbuch.web.service import (
    MINE,
    PUBLIC,
    Line,
    Mode,
    NotAllowed,
    NotFound,
    Person,
    PositionChanged,
    Seat,
    TableInfo,
    Visibility,
)

COOKIE = "memory_person"


@dataclass
class Kept:
    """A table with its game."""

    info: TableInfo
    game: Game | None = None
    seed: int | None = None
    chat: list[Line] = field(default_factory=list)
    ears: list[asyncio.Queue[str]] = field(default_factory=list)
    secret: str = field(default_factory=lambda: secrets.token_hex(8))


class MemoryTables:
    """Every table there is, until the program ends. Bots play at random."""

    def __init__(self, seed: int | None = None) -> None:
        self.kept: dict[str, Kept] = {}
        self.seed = seed  # of every new game that names none

    async def create(
        self,
        owner: Person,
        title: str,
        mode: Mode,
        seats: Sequence[Seat],
        *,
        name: str = "",
        options: Mapping[str, object] | None = None,
        agreed: Mapping[str, object] | None = None,
        visibility: Visibility = "private",
        seed: int | None = None,
        edition: str = "",
    ) -> TableInfo:
        now = datetime.now(UTC)
        info = TableInfo(
            secrets.token_urlsafe(6).replace("-", "x"),
            title,
            name,
            mode,
            visibility,
            tuple(seats),
            owner.id,
            now,
            now,
            False,
            False,
            0,
            (),
            options or {},
        )
        table = self.kept[info.id] = Kept(info, seed=self.seed if seed is None else seed)
        self._start(table)
        return table.info

    def _start(self, table: Kept) -> None:
        info = table.info
        if all(seat.player for seat in info.seats):
            table.game = new_game(info.title, [s.player for s in info.seats], table.seed, info.options)
            self._bots(table)
            self._note(table)

    async def load(self, owner: Person, transcript: str, mode: Mode) -> TableInfo:
        game = load(transcript)
        seats = [Seat(player, owner.id) for player in game.players]
        info = await self.create(
            owner, game.title, "hotseat", seats, options=dict(game.options), seed=game.seed
        )
        self.kept[info.id].game = game
        return self._note(self.kept[info.id])

    async def what_if(self, table: str, person: Person, at: int | None = None, name: str = "") -> TableInfo:
        raise NotAllowed("tables in memory have no boards beside them")

    async def rename(self, table: str, person: Person, name: str) -> TableInfo:
        self.kept[table].info = replace(self.kept[table].info, name=name)
        return self.kept[table].info

    async def share(self, table: str, person: Person) -> TableInfo:
        return self.kept[table].info

    def _bots(self, table: Kept) -> None:
        """Let bots decide as long as it is theirs to."""
        game = table.game
        assert game is not None
        bots = {seat.player for seat in table.info.seats if seat.bot}
        while not game.over and set(game.acting) <= bots:
            rng = random.Random(f"{game.seed} {len(game.actions)}")
            game.apply(rng.choice(game.legal_actions()).sample(rng))

    def _note(self, table: Kept) -> TableInfo:
        game = table.game
        assert game is not None
        table.info = replace(
            table.info,
            started=True,
            over=game.over,
            moves=len(game.actions),
            acting=game.acting,
            version=table.info.version + 1,
            updated=datetime.now(UTC),
        )
        self._tell(table, "game")
        return table.info

    def _tell(self, table: Kept, what: str) -> None:
        for ear in table.ears:
            ear.put_nowait(what)

    def _table(self, id: str) -> Kept:
        if id not in self.kept:
            raise NotFound(id)
        return self.kept[id]

    async def visit(self, table: str, person: Person | None) -> Visit:
        return visit_of(self._table(table).info, person)

    revisit = visit

    def _game(self, table: str) -> Game:
        game = self._table(table).game
        if game is None:
            raise NotAllowed("not started")
        return game

    async def come(self, table: str, person: Person | None, at: int | None = None) -> Visit:
        started = self._table(table).game is not None
        return await self.look_as(table, person, at) if started else await self.visit(table, person)

    async def look_as(self, table: str, person: Person | None, at: int | None = None) -> Sight:
        game = self._game(table)
        then = None if at is None or at >= len(game.actions) else game.at(max(at, 0))
        return sight_of(await self.visit(table, person), game, then)

    async def invited(self, table: str, person: Person | None, invitation: str) -> TableInfo:
        kept = self._table(table)
        return kept.info if invitation == kept.secret else visit_of(kept.info, person).info

    async def _seated(self, id: str, person: Person, moves: int) -> tuple[Kept, Game, tuple[str, ...]]:
        table, seats = self._table(id), (await self.visit(id, person)).players
        game = self._game(id)
        if not seats:
            raise NotAllowed
        if len(game.actions) != moves:
            raise PositionChanged
        return table, game, seats

    async def act(
        self,
        table: str,
        person: Person,
        action: str | Mapping[str, Any],
        moves: int,
        *,
        version: int | None = None,
    ) -> Sight:
        kept, game, seats = await self._seated(table, person, moves)
        if not set(game.acting) & set(seats) and game.read(action).by not in seats:
            raise NotAllowed
        game.apply(action)
        self._bots(kept)
        self._note(kept)
        return await self.look_as(table, person)

    async def undo(self, table: str, person: Person, moves: int) -> Sight:
        kept, game, seats = await self._seated(table, person, moves)
        if kept.info.mode == "online":
            kept.info = replace(kept.info, undo_asked_by=seats[0], version=kept.info.version + 1)
            self._tell(kept, "game")
            return await self.look_as(table, person)
        game.undo()
        bots = {seat.player for seat in kept.info.seats if seat.bot}
        while game.actions and set(game.acting) <= bots:
            game.undo()
        self._note(kept)
        return await self.look_as(table, person)

    async def redo(self, table: str, person: Person, moves: int) -> Sight:
        kept, game, _ = await self._seated(table, person, moves)
        game.redo()
        self._note(kept)
        return await self.look_as(table, person)

    async def answer_undo(self, table: str, person: Person, agree: bool) -> Sight:
        kept = self._table(table)
        kept.info = replace(kept.info, undo_asked_by="")
        if agree and kept.game is not None:
            kept.game.undo()
        self._note(kept)
        return await self.look_as(table, person)

    async def join(self, table: str, person: Person, invitation: str = "") -> TableInfo:
        kept = self._table(table)
        info = kept.info
        if info.started or (info.visibility == "private" and invitation != kept.secret):
            raise NotAllowed
        seats = list(info.seats)
        free = next((n for n, seat in enumerate(seats) if not seat.player), None)
        if free is None or any(seat.person == person.id for seat in seats):
            raise NotAllowed
        taken = {seat.player for seat in seats}
        name = person.name if person.name not in taken else f"{person.name} 2"
        seats[free] = Seat(name, person.id)
        kept.info = replace(info, seats=tuple(seats))
        self._start(kept)
        self._tell(kept, "seats")
        return kept.info

    async def leave(self, table: str, person: Person) -> TableInfo:
        kept = self._table(table)
        seats = tuple(Seat("") if s.person == person.id else s for s in kept.info.seats)
        kept.info = replace(kept.info, seats=seats)
        self._tell(kept, "seats")
        return kept.info

    async def invitation(self, table: str, person: Person) -> str:
        kept = self._table(table)
        if kept.info.owner != person.id:
            raise NotAllowed
        return kept.secret

    async def say(self, table: str, person: Person, text: str) -> None:
        kept = self._table(table)
        kept.chat.append(Line(datetime.now(UTC), person.name, text))
        self._tell(kept, "chat")

    async def chat(self, visit: Visit) -> list[Line]:
        return self._table(visit.info.id).chat

    async def mine(
        self,
        person: Person,
        limit: int = MINE,
        offset: int = 0,
        *,
        archived: bool = False,
        title: str = "",
    ) -> list[TableInfo]:
        found = [k.info for k in self.kept.values() if any(s.person == person.id for s in k.info.seats)]
        return sorted(found, key=lambda info: info.updated, reverse=True)[offset : offset + limit]

    async def public(
        self,
        limit: int = PUBLIC,
        offset: int = 0,
        besides: Person | None = None,
        wanted: Wanted | None = None,
    ) -> list[TableInfo]:
        found = [k.info for k in self.kept.values() if k.info.visibility == "public"]
        me = besides.id if besides else None
        others = [info for info in found if me is None or all(s.person != me for s in info.seats)]
        return others[offset : offset + limit]

    def follow(self, visit: Visit, address: str = "") -> Ear:
        return Ear(self._table(visit.info.id).ears)


class Ear(AsyncIterator[str]):
    """Hears what changes at a table until closed."""

    def __init__(self, ears: list[asyncio.Queue[str]]) -> None:
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self._ears = ears
        ears.append(self._heard)

    async def __anext__(self) -> str:
        return await self._heard.get()

    def close(self) -> None:
        self._ears.remove(self._heard)


class MemoryVisitors:
    """People by a cookie with their name."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}

    def _person(self, name: str) -> Person:
        return Person(self.ids.setdefault(name, len(self.ids) + 1), name.partition("#")[0], guest=True)

    async def person(self, request: Request) -> Person | None:
        name = unquote(request.cookies.get(COOKIE, ""))
        return self._person(name) if name else None

    async def guest(self, request: Request, response: Response, name: str, language: str) -> Person:
        key = f"{name}#{secrets.token_hex(4)}"
        response.set_cookie(COOKIE, quote(key))
        return self._person(key)

    async def speaks(self, request: Request, language: str) -> None:
        """Nobody is written to."""

    def csrf(self, request: Request) -> str:
        return "memory"

    async def check(self, request: Request, token: str) -> None:
        if token != "memory":
            raise BadInput("csrf", "the form is out of date; load the page again")


def make_app(seed: int | None = None) -> FastAPI:
    """The pages on tables in memory; with a seed all new games have it."""
    tables = MemoryTables(seed)
    app = FastAPI()
    app.state.tables = tables
    app.include_router(router(tables, MemoryVisitors()))

    @app.post("/account/sign-in")
    async def sign_in(request: Request) -> Response:
        form = await request.form()
        answer = RedirectResponse(str(form.get("next", "/")), 303)
        answer.set_cookie(COOKIE, quote(str(form["name"])))
        return answer

    return app


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(make_app(), port=int(sys.argv[1]) if sys.argv[1:] else 8123, log_level="warning")
