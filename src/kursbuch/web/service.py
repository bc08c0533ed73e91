"""What pages and API ask of the tables, whoever keeps them. The store implements it; nothing here knows SQL.

A table is a game with seats. Every change goes through `act`, `undo` or `redo`, which are stored before anybody
sees their effect; `moves` is the number of actions the sender has seen, so that of two senders one wins.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from kursbuch.store.searching import Wanted
    from kursbuch.web.seating import Sight, Visit

Mode = Literal["bots", "hotseat", "online"]
Visibility = Literal["public", "private", "link"]  # link: whoever knows the address may look
MINE, PUBLIC = 200, 100  # tables on a page of a list
ID_FORM = "[a-z0-9]{1,16}"  # of the id of a table


@dataclass(frozen=True, slots=True)
class Person:
    """Who is at the browser: an account, or a guest with a name. `id` is never shown to others."""

    id: int
    name: str
    guest: bool = False
    language: str = "en"
    address: str = field(default="", compare=False)  # where the request comes from
    admin: bool = field(default=False, compare=False)
    sanctions: Mapping[str, Any] = field(default_factory=dict, compare=False)  # see web.order


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table: the player's name in the game, and who sits there."""

    player: str
    person: int | None = None  # an account or guest; None is an empty seat, or a bot
    bot: str = ""  # "random", "house", or "" for people


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table's chat."""

    at: datetime
    name: str
    text: str
    id: int = 0
    mine: bool = False  # said by whoever looks
    named: bool = False  # speaks to whoever looks, by name


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What lists and page heads show of a table."""

    id: str  # short, unguessable, used in addresses
    title: str
    name: str
    mode: Mode
    visibility: Visibility
    seats: tuple[Seat, ...]
    owner: int
    created: datetime
    updated: datetime
    started: bool
    over: bool
    moves: int
    acting: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    agreed: Mapping[str, Any] = field(default_factory=dict)  # how the people here play; see web.agreed
    edition: str = ""  # of the box that it is played with: its digest; empty: the built-in one
    undo_asked_by: str = ""  # a player who asks the others to let the last action be taken back
    undo_agreed: tuple[str, ...] = ()
    clock: Mapping[str, Any] = field(default_factory=dict)  # time left; see web.clocks
    keeping: Mapping[str, Any] = field(default_factory=dict)  # seats to be had, what is voted on
    ended: str = ""  # why it was ended before its end
    version: int = 0  # grows with every action, undo and redo; `moves` may come back to an earlier number

    @property
    def uncovered(self) -> bool:
        """Whether nothing is secret any more: the game is over, not only closed by an administrator."""
        return self.over and self.ended != "closed"

    @property
    def stamp(self) -> str:
        """What tells one state of the table from the next, whoever sits there and what is voted on included."""
        seats = [(seat.player, seat.person is None, seat.bot) for seat in self.seats]
        kept = sorted(self.keeping.get("kept", {}))
        rest = {key: value for key, value in self.keeping.items() if key not in ("kept", "lost")}
        people = json.dumps([seats, kept, rest, list(self.clock.get("out", ())), self.ended], sort_keys=True)
        marks = (self.version, self.moves, self.undo_asked_by, ",".join(self.undo_agreed))
        return ":".join([*map(str, marks), f"{zlib.crc32(people.encode()):08x}"])


class Told(Exception):
    """Something to tell a person: an English sentence with its values, which catalogues have in other languages."""

    def __init__(self, message: str = "", **values: object) -> None:
        self.message, self.values = message, values
        super().__init__(message.format(**values) if values else message)


class PositionChanged(Exception):
    """Somebody else acted first; the sender must look again."""


class NotAllowed(Told):
    """This person may not do that at this table."""


class NotFound(Told):
    """There is no such table."""


class Heard(Protocol):
    """What changes at a table, until closed."""

    def __aiter__(self) -> AsyncIterator[str]: ...

    def close(self) -> None: ...


class Tables(Protocol):
    """Every table there is. Nobody gets at one, or at its game, but as a visitor."""

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
        """Set a table up; it starts when all seats are taken (at once for bots and hotseat).

        `edition` is the text of the edition of the box; the built-in one if nothing is said.
        """
        ...

    async def load(self, owner: Person, transcript: str, mode: Mode) -> TableInfo:
        """A table that goes on from a transcript; raises BadInput."""
        ...

    async def visit(self, table: str, person: Person | None) -> Visit:
        """The table and the players this person decides for; raises NotFound, or NotAllowed at a private one."""
        ...

    async def revisit(self, table: str, person: Person | None) -> Visit:
        """The same, a moment later: all who hear the same news of a table at once share one reading of it."""
        ...

    async def come(self, table: str, person: Person | None, at: int | None = None) -> Visit:
        """What there is to see for this person: a Sight of the game where it has started, else the table alone."""
        ...

    async def look_as(self, table: str, person: Person | None, at: int | None = None) -> Sight:
        """The same with the game, of the same moment; raises NotAllowed also before it starts.

        With `at`, as it stood after so many moves, or at the first position that is kept after that.
        """
        ...

    async def invited(self, table: str, person: Person | None, invitation: str) -> TableInfo:
        """The table, for one who has the secret part of its link or may look anyway; raises like `visit`."""
        ...

    async def act(
        self,
        table: str,
        person: Person,
        action: str | Mapping[str, Any],
        moves: int,
        *,
        version: int | None = None,
    ) -> Sight:
        """Carry an action out, and what the sender sees then; `version`, if given, must be the one they have seen.

        Raises BadInput, IllegalAction, PositionChanged, NotAllowed.
        """
        ...

    async def undo(self, table: str, person: Person, moves: int) -> Sight:
        """Take the last action back: at once at one screen or against bots, online once all others agree."""
        ...

    async def redo(self, table: str, person: Person, moves: int) -> Sight: ...

    async def answer_undo(self, table: str, person: Person, agree: bool) -> Sight: ...

    async def join(self, table: str, person: Person, invitation: str = "") -> TableInfo:
        """Take an empty seat."""
        ...

    async def leave(self, table: str, person: Person) -> TableInfo:
        """Give a seat up before the game starts."""
        ...

    async def invitation(self, table: str, person: Person) -> str:
        """The secret part of a link that lets guests join; the owner's to give."""
        ...

    async def say(self, table: str, person: Person, text: str) -> None: ...

    async def chat(self, visit: Visit) -> list[Line]: ...

    async def mine(
        self,
        person: Person,
        limit: int = MINE,
        offset: int = 0,
        *,
        archived: bool = False,
        title: str = "",
    ) -> list[TableInfo]:
        """The person's tables, those waiting for a decision first; so many, after so many.

        Without those put away, or those alone; of one title, or of all.
        """
        ...

    async def public(
        self,
        limit: int = PUBLIC,
        offset: int = 0,
        besides: Person | None = None,
        wanted: Wanted | None = None,
    ) -> list[TableInfo]:
        """Open tables to join or watch, without those that one person belongs to; only those that are wanted."""
        ...

    async def what_if(self, table: str, person: Person, at: int | None = None, name: str = "") -> TableInfo:
        """A board of one's own from a position that this person may look at; all sides are theirs."""
        ...

    async def rename(self, table: str, person: Person, name: str) -> TableInfo:
        """Give a table of one's own another name; raises BadInput."""
        ...

    async def share(self, table: str, person: Person) -> TableInfo:
        """Let whoever knows the address look at a board of one's own."""
        ...

    def follow(self, visit: Visit, address: str = "") -> Heard:
        """Says what has changed at a table, as it changes: "game", "chat", "seats"."""
        ...
