"""All that changes in a game lies in one `State`: plain slotted records, cheap to copy.

Rules never keep data. What a round, a turn or an auction must remember lies in its `Frame` on the stack.
Values inside the containers are immutable, so a copy one level deep is an independent position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from kursbuch.core.chance import Chance
from kursbuch.core.event import Event
from kursbuch.core.record import register, slots_of

BANK = "bank"


@dataclass(frozen=True, slots=True)
class Frame:
    """What one stage of the game in progress remembers. `stage` names the rules in charge of it."""

    stage: str

    def __init_subclass__(cls) -> None:
        register(cls)


register(Frame)

F = TypeVar("F", bound=Frame)


class State:
    """Seats, purses, chance, and the stack of stages. Kernels and titles add slots of their own."""

    __slots__ = ("_findings", "bankrupt", "cash", "chance", "finished", "fresh", "players", "stack")

    def __init_subclass__(cls) -> None:
        register(cls)

    def __init__(self, players: Sequence[str], chance: Chance) -> None:
        self.players: tuple[str, ...] = tuple(players)  # in seating order
        self.chance: Chance = chance
        self.cash: dict[str, int] = {}
        self.stack: list[Frame] = []
        self.fresh: list[Event] = []  # events of the action under way
        self.bankrupt: tuple[str, ...] = ()
        self.finished = False
        self._findings: dict[Any, Any] | None = None

    def copy(self) -> Self:
        """An independent position. Containers are copied, what they hold is shared and never changes."""
        cls = type(self)
        copier: Callable[[Self], Self] = _COPIERS.get(cls) or _copier(cls)
        return copier(self)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def findings(self) -> dict[Any, Any] | None:
        """What rules have found out while the position is only looked at; None while it may change.

        Rules that are asked the same for every candidate of a list keep their answer here.
        """
        return self._findings

    def look(self) -> None:
        """From here on nothing changes, until `look_away`."""
        self._findings = {}

    def look_away(self) -> None:
        """The position may change: nothing found out so far is relied on."""
        self._findings = None

    # -- money ------------------------------------------------------------------------------------

    def transfer(self, src: str, dst: str, amount: int, why: str) -> None:
        """Move money between two purses; the only way money moves. Says so in an event.

        >>> s = State(["Anna"], Chance(0))
        >>> s.cash = {"Anna": 50, "bank": 100}
        >>> s.transfer("Anna", "bank", 20, why="terrain")
        >>> s.cash
        {'Anna': 30, 'bank': 120}
        """
        assert amount >= 0, f"negative transfer of {amount} for {why}"
        if amount == 0 or src == dst:
            return
        self.cash[src] -= amount
        self.cash[dst] += amount
        # only the bank may owe: a title that lets it break sees that by a balance at or below zero
        assert self.cash[src] >= 0 or src == BANK, f"{src} overdrawn by {why}"
        self.note("money", src=src, dst=dst, amount=amount, why=why)

    # -- telling ----------------------------------------------------------------------------------

    def note(self, key: str, *, to: str = "", **values: Any) -> None:
        """Tell what happened; `to` keeps it to one player."""
        self.fresh.append(Event(key, values, to))

    def uncover(self, key: str, **values: Any) -> None:
        """Tell everybody what only some had known: a sealed bid, a hidden card. It cannot be taken back unseen."""
        self.fresh.append(Event(key, values, uncovers=True))

    # -- the stack --------------------------------------------------------------------------------

    @property
    def top(self) -> Frame:
        return self.stack[-1]

    def frame(self, kind: type[F]) -> F:
        """The frame on top, for rules that are in charge only while it is of this kind.

        >>> s = State(["Anna"], Chance(0))
        >>> s.push(Frame("stock"))
        >>> s.frame(Frame)
        Frame(stage='stock')
        """
        top = self.stack[-1]
        assert isinstance(top, kind), f"{type(top).__name__} on top, not {kind.__name__}"
        return top

    def under_way(self, kind: type[F]) -> F | None:
        """The uppermost frame of this kind, also with others on top of it; None if there is none.

        >>> State(["Anna"], Chance(0)).under_way(Frame) is None
        True
        """
        for frame in reversed(self.stack):
            if isinstance(frame, kind):
                return frame
        return None

    def push(self, frame: Frame) -> None:
        self.stack.append(frame)

    def pop(self) -> Frame:
        return self.stack.pop()

    def swap(self, frame: Frame) -> None:
        """Put a new frame in the place of the one on top."""
        self.stack[-1] = frame

    # -- seats ------------------------------------------------------------------------------------

    def left_of(self, player: str) -> str:
        """The next player clockwise.

        >>> State(["Anna", "Ben", "Cleo"], Chance(0)).left_of("Cleo")
        'Anna'
        """
        seats = self.players
        return seats[(seats.index(player) + 1) % len(seats)]

    def clockwise_from(self, player: str) -> tuple[str, ...]:
        """All players in seating order, this one first."""
        i = self.players.index(player)
        return self.players[i:] + self.players[:i]


_CONTAINERS = frozenset({dict, list, set, Chance})
_COPIERS: dict[type, Callable[[Any], Any]] = {}


def _copier(cls: type) -> Callable[[Any], Any]:
    """How positions of a class are copied, slot by slot: every move makes a copy, so it is written out once."""
    lines = ["def copy(one):", " twin = new(cls)"]
    for name in slots_of(cls):
        lines.append(f" value = one.{name}")
        lines.append(f" twin.{name} = value.copy() if value.__class__ in containers else value")
    lines.append(" twin._findings = None")
    known: dict[str, Any] = {"cls": cls, "new": cls.__new__, "containers": _CONTAINERS}
    exec("\n".join([*lines, " return twin"]), known)
    copier: Callable[[Any], Any] = known["copy"]
    _COPIERS[cls] = copier
    return copier
