"""What has been played: history is kept, not judged again.

A move of this program's own making has its action and the position before it. A move that was read from a store is
known by its line of text and what came of it, whatever the rules would say to it today; the position before it may
be somewhere else, or gone.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core.action import Action
from kursbuch.core.event import Event, events_text, read_events
from kursbuch.core.state import State


@dataclass(frozen=True, slots=True)
class Past(Action):
    """An action that was played once, as its line of text; nobody reads it through the rules any more.

    >>> str(Past.of("KHS lays 57.2 at D6", "Anna", ["Anna", "KHS"]))
    'KHS lays 57.2 at D6'
    """

    line: str = ""

    @staticmethod
    def of(line: str, by: str, names: Iterable[str]) -> Past:
        """The action of a line; `names` are those in whose name one can act."""
        fit = [name for name in names if line.startswith(name + " ")]
        return Past(max(fit, key=len, default=""), by=by, line=line)

    def __str__(self) -> str:
        return self.line

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: only the line is known."""
        return {"do": "past", "actor": self.actor, "text": self.line, **({"by": self.by} if self.by else {})}


_TOLD_TO_ONE = re.compile(r'"to":"[^"]')  # in the JSON of events
_COMMON = (
    b'"uncovers":true}]"phase"price"passes"lays"hex"tile"turn"cost"runs"income"pays"per_share"withholds"buys"sells'
    b'"company"player"percent"train"paid"from"treasury"pool"market"dst":"why":"dividend"why":"share"'
    b'"},"to":""},{"key":"money","values":{"src":"bank","dst":"","amount":10,"why":""},"to":""}]'
)  # what most events have in common, the commonest last


def packed(text: str) -> bytes:
    """The JSON of events in a quarter of its room.

    >>> text = '[{"key":"phase","values":{"phase":"2"},"to":""}]'
    >>> unpacked(packed(text)) == text
    True
    """
    packer = zlib.compressobj(6, zlib.DEFLATED, -10, 3, zlib.Z_DEFAULT_STRATEGY, _COMMON)
    return packer.compress(text.encode()) + packer.flush()


def unpacked(data: bytes) -> str:
    """What was packed."""
    return zlib.decompressobj(-10, _COMMON).decompress(data).decode()


class Unseen:
    """A position that is worked out when somebody first looks at it: of a log's positions hardly one is looked at."""

    __slots__ = ("position",)

    def __init__(self, position: Callable[[], State | None]) -> None:
        self.position = position


class Move:
    """One action that was carried out, and what came of it."""

    __slots__ = ("_before", "_events", "_private", "action", "uncovered")

    def __init__(
        self,
        action: Action,
        events: tuple[Event, ...] | str | bytes,
        uncovered: bool,
        before: State | Unseen | None = None,
    ) -> None:
        """`events` may be their JSON text, also packed, which is read when asked for: most of a log never is."""
        self.action = action
        self._events = events
        self._private: bool | None = None  # not looked at yet
        self.uncovered = uncovered  # whether anything was drawn, or a secret shown
        self._before = before

    @property
    def at_hand(self) -> bool:
        """Whether the position before it is at hand."""
        return self._before is not None

    @property
    def before(self) -> State | None:
        """The position before it; None if it is not at hand."""
        if isinstance(self._before, Unseen):
            self._before = self._before.position()
        return self._before

    @property
    def events(self) -> tuple[Event, ...]:
        if isinstance(self._events, tuple):
            return self._events
        return read_events(unpacked(self._events) if isinstance(self._events, bytes) else self._events)

    @property
    def source(self) -> object:
        """What the events are read from: the same object for as long as this move is kept."""
        return self._events

    @property
    def private(self) -> bool:
        """Whether some of it may have been told to one player alone; quickly, before the events are read."""
        if self._private is None:
            told = unpacked(self._events) if isinstance(self._events, bytes) else self._events
            self._private = (
                _TOLD_TO_ONE.search(told) is not None
                if isinstance(told, str)
                else any(event.to for event in told)
            )
        return self._private

    def of_long_ago(self) -> Move:
        """The same in little room: without the position before it, what came of it packed."""
        events = self._events
        if not isinstance(events, bytes):
            events = packed(events_text(events) if isinstance(events, tuple) else events)
        then = Move(self.action, events, self.uncovered)
        then._private = self.private
        return then

    def with_position(self, before: State | Unseen | None) -> Move:
        """The same with the position before it, or without."""
        return Move(self.action, self._events, self.uncovered, before)
