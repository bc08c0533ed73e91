"""What has been played: history is kept, not judged again.

A move of this program's own making has its action and the position before it. A move that was read from a store is
known by its line of text and what came of it, whatever the rules would say to it today; the position before it may
be somewhere else, or gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core.action import Action
from kursbuch.core.event import Event, read_events
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


class Move:
    """One action that was carried out, and what came of it."""

    __slots__ = ("_events", "action", "before", "uncovered")

    def __init__(
        self, action: Action, events: tuple[Event, ...] | str, uncovered: bool, before: State | None = None
    ) -> None:
        """`events` may be their JSON text, which is read when asked for: most of a log never is."""
        self.action = action
        self._events = events
        self.uncovered = uncovered  # whether anything was drawn, or a secret shown
        self.before = before  # the position; None if it is not at hand

    @property
    def events(self) -> tuple[Event, ...]:
        return read_events(self._events) if isinstance(self._events, str) else self._events

    @property
    def source(self) -> object:
        """What the events are read from: the same object for as long as this move is kept."""
        return self._events

    @property
    def private(self) -> bool:
        """Whether some of it may have been told to one player alone; quickly, before the events are read."""
        if isinstance(self._events, str):
            return _TOLD_TO_ONE.search(self._events) is not None
        return any(event.to for event in self._events)

    def with_position(self, before: State | None) -> Move:
        """The same with the position before it, or without."""
        return Move(self.action, self._events, self.uncovered, before)
