"""When a company puts its home token down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kursbuch.rail.rounds import Hook, nothing
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.steps.home import go_home
from kursbuch.rail.steps.station import place_home


@dataclass(frozen=True)
class Homes:
    """What happens with homes when an operating round begins, and when a company's turn begins."""

    round_begins: Hook = nothing
    turn_begins: Callable[[StandardState, str], None] = lambda s, company: None


def place_all(s: StandardState) -> None:
    """Every floated company puts its home token down, the best placed first."""
    for company in s.prices.order():
        if company in s.floated:
            place_home(s, company)


AT_ROUND_START = Homes(round_begins=place_all)
AT_FIRST_TURN = Homes(turn_begins=go_home)  # later turns have no home token left to place
