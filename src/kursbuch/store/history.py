"""What a log tells, line by line: which moves stand, which were taken back, and where their positions are stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kursbuch.core import Event, Move, Past, State
from kursbuch.core.event import read_events
from kursbuch.store.log import Entry

RECENT = 64  # lines of a log that are likely to be read: the others take little room

Undone = tuple[Move, State | None, int]  # a move, where it led, and the line after which that is stored


class Names:
    """In whose name one can act: tells the actor of a line of text."""

    def __init__(self, names: Iterable[str]) -> None:
        self._single: dict[str, str] = {}
        self._several: list[str] = []  # names with blanks, the longest first
        self._known: dict[tuple[str, str], Past] = {}
        for name in sorted(names, key=len, reverse=True):
            if " " in name:
                self._several.append(name)
            else:
                self._single[name] = name

    def past(self, line: str, by: str) -> Past:
        """The action that a line of the log tells of; the same one for all lines that read the same."""
        found = self._known.get((line, by))
        if found is None:
            by = self._single.get(by, by)
            found = self._known[line, by] = Past(self._actor(line), by=by, line=line)
        return found

    def _actor(self, line: str) -> str:
        for name in self._several:
            if line.startswith(name + " "):
                return name
        return self._single.get(line.partition(" ")[0], "")


@dataclass
class History:
    """The moves of a game as its log has them. `places` are the lines after which the positions are stored."""

    moves: list[Move] = field(default_factory=list)
    places: list[int] = field(default_factory=lambda: [0])  # after 0, 1, 2 ... moves
    undone: list[Undone] = field(default_factory=list)
    remarks: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    reseeded: list[tuple[int, int]] = field(default_factory=list)
    state: State | None = None  # the position after the last line, if it is known

    def add(self, entries: Sequence[Entry], after: int, names: Names) -> None:
        """Go on with the lines from number `after` + 1."""
        for number, entry in enumerate(entries, start=after + 1):
            if entry.kind == "act":
                move = Move(names.past(entry.text, entry.player), entry.events, entry.uncovered, self.state)
                if number <= after + len(entries) - RECENT:
                    move = move.of_long_ago()
                self._played(move, None, number)
                self.undone.clear()
            elif entry.kind == "undo":
                move = self.moves.pop()
                self.undone.append((move, self.state, self.places.pop()))
                self.state = move.before
                self._carry(entry)
            elif entry.kind == "redo":
                move, state, place = self.undone.pop()
                self._played(move.with_position(self.state), state, place)
            else:
                self.reseeded.append((len(self.moves), int(entry.text)))
                self.places[-1], self.state = number, None
                self.undone.clear()

    def _played(self, move: Move, state: State | None, place: int) -> None:
        self.moves.append(move)
        self.places.append(place)
        self.state = state

    def _carry(self, entry: Entry) -> None:
        """Remarks on what was taken back are told where the game stands now, and so is that it was done."""
        number = len(self.moves)
        told = self.remarks.pop(number + 1, ()) + (read_events(entry.events) if entry.events != "[]" else ())
        if told:
            self.remarks[number] = self.remarks.get(number, ()) + told
