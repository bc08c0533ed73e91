"""What every kind of order is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kursbuch.core import Action, BadInput, Game, Refusal
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.state import RailState

Data = Mapping[str, Any]
"""An order as it is stored: plain JSON."""


@dataclass(frozen=True, slots=True)
class Stop:
    """An order stands no longer: a message and its values, as they are stored."""

    message: str
    values: Mapping[str, Any] = field(default_factory=dict)


class WouldStop(BadInput):
    """An order that would stand no longer as soon as it is given, and why."""

    def __init__(self, stop: Stop) -> None:
        super().__init__("kind", "this order would stop at once")
        self.stop = stop


Verdict = Action | Stop | None
"""A move to make now, or that the order stops, or that there is nothing for it to do."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be chosen for an order of one kind: names of its fields, with the values that they may have."""

    choices: Mapping[str, Sequence[Any]] = field(default_factory=dict)


class OrderKind(Protocol):
    """One kind of order. It keeps nothing: an order's data and the game tell all."""

    @property
    def name(self) -> str:
        """What it is known by in the store and in forms."""
        ...

    @property
    def needs(self) -> tuple[type[Action], ...]:
        """The kinds of actions that a title must know for it, any one of them; none: every title has it."""
        ...

    def offer(self, game: Game, player: str) -> Offer | None:
        """What the player can choose from now; None if such an order makes no sense at present."""
        ...

    def read(self, game: Game, player: str, given: Mapping[str, str]) -> dict[str, Any]:
        """The order as it is stored; raises BadInput."""
        ...

    def about(self, data: Data) -> object:
        """Two orders of a kind about the same thing: the later one stands in the place of the earlier."""
        ...

    def decide(self, game: Game, player: str, data: Data, since: int) -> Verdict:
        """What it does in a position, given after `since` moves; `game` is veiled for the player."""
        ...


# -- what kinds ask of a position -----------------------------------------------------------------


def rail_of(game: Game) -> RailState | None:
    """The position of a game with companies."""
    return game.state if isinstance(game.state, RailState) else None


def rail(game: Game) -> RailState:
    """The same where it must be one; raises BadInput for a title without companies."""
    s = rail_of(game)
    if s is None:
        raise BadInput("kind", "this title knows no such order")
    return s


def mine(s: RailState, player: str) -> list[str]:
    """The companies in play that a player decides for."""
    return [c for c in s.founded if c in s.shares and c not in s.closed and president(s, c) == player]


def floats(s: RailState, company: str) -> bool:
    """Whether a company has floated: where the rules know a start before that, being started is not enough."""
    return company in getattr(s, "floated", s.founded)


def chosen(given: Mapping[str, str], name: str, choices: Sequence[str]) -> str:
    """One of the choices; raises BadInput."""
    value = given.get(name, "")
    if value not in choices:
        raise BadInput(name, "choose one of those that are offered")
    return value


def number(given: Mapping[str, str], name: str, lo: int, hi: int) -> int | None:
    """A whole number, or None where nothing was said; raises BadInput."""
    text = given.get(name, "").strip()
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9 or not lo <= int(text) <= hi:
        raise BadInput(name, "a whole number from {lo} to {hi} is needed", lo=lo, hi=hi)
    return int(text)


def refused(message: str, refusal: Refusal | None, **values: Any) -> Stop:
    """An order that the rules forbid: why, as it is stored."""
    why = {"message": refusal.message, "values": dict(refusal.values)} if refusal else None
    return Stop(message, {**values, "why": why} if why else values)
