"""The bot itself: what it is called, and how it comes to a choice."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from kursbuch.bots.bot import Imagine, View
from kursbuch.bots.house import HouseBot
from kursbuch.bots.search.budget import Budget
from kursbuch.bots.search.weighing import weighed
from kursbuch.bots.search.wisdom import wisdom_of
from kursbuch.core import Action, BadInput

SECONDS = 1.0  # a decision, if nothing is said
LONGEST = 3600.0


class SearchBot:
    """Plays as the house does, except where trying out shows something better.

    It thinks for `seconds` of this process's time at most, or for so many `playouts` where the same choice is wanted
    on every machine; `wanted` is asked often, and once it says no the best so far is given at once.
    """

    def __init__(
        self,
        seconds: float = SECONDS,
        playouts: int | None = None,
        wanted: Callable[[], bool] = lambda: True,
        name: str = "search",
    ) -> None:
        self.name = name
        self.seconds, self.playouts, self.wanted = seconds, playouts, wanted
        self._house = HouseBot()

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """Without games to imagine it can only do what the house does."""
        return self._house.choose(view, legal, rng)

    def choose_in(self, imagine: Imagine, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """What turns out best, the house's choice in doubt."""
        budget = Budget(self.seconds, self.playouts, self.wanted)
        first = self._house.choose(view, legal, rng)
        wisdom = wisdom_of(view["title"])
        if not wisdom.pays:
            return first
        others = wisdom.instead(view, legal, first)
        if not others:
            return first
        return weighed(imagine, view, [first, *others], wisdom, budget, rng)[0].action


def searching(setting: str) -> SearchBot:
    """The bot that `search:SECONDS` names; raises BadInput if that is no number of seconds.

    >>> searching("0.2").seconds
    0.2
    """
    try:
        seconds = float(setting)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= LONGEST:
        raise BadInput(
            "bot", "search takes seconds, such as search:0.2, not {setting!r}", setting=setting[:40]
        )
    return SearchBot(seconds, name=f"search:{setting}")
