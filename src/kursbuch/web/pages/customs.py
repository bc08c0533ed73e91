"""What a railway title does in its own way on the panels that all of them share.

Whatever a title does not name stays as it is for all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from kursbuch.core import Action, Event, Game, Refusal
from kursbuch.draw import Mark

if TYPE_CHECKING:
    from kursbuch.rail.actions import Buy, Runs
    from kursbuch.rail.state import RailState
    from kursbuch.web.pages.depot import Stack
    from kursbuch.web.pages.matrix import Cell, Line
    from kursbuch.web.pages.preview import Effect
    from kursbuch.web.pages.scene import Scene


@dataclass(frozen=True, slots=True)
class Carried:
    """What one of the declared runs earns beyond its stops. `leg` is its place among them."""

    leg: int
    label: str
    value: int


@dataclass(frozen=True, slots=True)
class Cargo:
    """What runs carry by the player's choice; it is declared together with them."""

    text: str  # as it goes to the page and comes back
    action: Action  # declares the runs with it
    value: int
    why_not: Refusal | None
    template: str  # its controls, shown below each run
    legs: Mapping[int, object]  # place of a run among the trains -> what the template shows there


@dataclass(frozen=True, slots=True)
class Customs:
    """The ways of one title."""

    holding: Callable[[Scene, str, str], Cell] | None = None  # a player's part of a company in the matrix
    trains: Callable[[Scene, str], Cell | None] | None = None  # what a company has in their place
    facts: Callable[[Scene], list[Line]] | None = None  # further lines of the matrix
    no_rows: Collection[str] = ()  # lines of the matrix that say nothing in this title
    stacks: Callable[[Scene], list[Stack]] | None = None  # the trains of the depot
    carried: Callable[[Scene, str, Runs], list[Carried]] | None = None  # beyond the stops of runs
    best: Callable[[Scene, RailState, str], tuple[Runs, int]] | None = (
        None  # runs of a company, what they earn
    )
    event: Callable[[Scene, Event], Markup | None] | None = None  # its sentence; "" for silence
    cargo: Callable[[Scene, str, Runs, str], Cargo | None] | None = None  # as chosen; "": the best for these
    worth: Callable[[Scene, str, str], str] | None = (
        None  # how the value of a stop comes about, if it is a sum
    )
    why_not_at: Callable[[Scene, str], Refusal | None] | None = (
        None  # of what is built on hexes, beside track
    )
    marks: Callable[[Scene], Mapping[str, Mark]] | None = None  # on hexes of the board
    effects: Callable[[Scene, Action, Game], list[Effect]] | None = (
        None  # of a choice, beyond money and paper
    )
    secret: Callable[[Scene, Action], tuple[list[Effect], list[Markup]]] | None = None  # of a hidden choice
    notice: Callable[[Scene], str] | None = None  # what lies beside the trains of the depot
    covers: Collection[str] = ()  # parts of the position that need no table among the details
    price: Callable[[Scene, Buy], int] | None = None  # of a tenth that is bought
    hint: Callable[[Scene, str], Markup | None] | None = None  # what a decision is about, by its kind
    quiet: Collection[str] = ()  # kinds of actions whose refusals stand with their controls
