"""The house bot: sensible play by rules of thumb, title by title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.house import fallback
from kursbuch.core import Action
from kursbuch.shelf import family_of

Choose = Callable[[View, Sequence[Action], Random], Action]


@cache
def _chooser(title: str) -> Choose:
    """How a title is played: as its family says, else with care."""
    family = family_of(title)
    own = family.bots.get(title)
    chosen: Choose = family.load(own) if own else fallback.choose
    return chosen


class HouseBot:
    """Buys what pays, builds towards income, avoids bankruptcy. Titles it does not know it plays with care."""

    name = "house"

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """The action that looks best."""
        return _chooser(view["title"])(view, legal, rng)
