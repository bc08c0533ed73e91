"""The house bot: sensible play by rules of thumb, title by title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.house import (
    dortmund,
    dortmund_beer_game,
    dortmund_expert,
    dortmund_intro,
    fallback,
    india,
    nuremberg,
    shikoku,
    te18,
)
from kursbuch.bots.house.india_seat import IndiaSeat
from kursbuch.bots.railway.seat import Seat
from kursbuch.core import Action

Choose = Callable[[View, Sequence[Action], Random], Action]

_TITLES: dict[str, Choose] = {
    "18te": lambda view, legal, rng: te18.choose(Seat(view, legal, rng, te18.LORE)),
    "1889": lambda view, legal, rng: shikoku.choose(Seat(view, legal, rng, shikoku.LORE)),
    "18do-intro": dortmund_intro.choose,
    "18do-railway": dortmund.choose,
    "18do-beer": dortmund_beer_game.choose,
    "18do-expert": dortmund_expert.choose,
    "1853": lambda view, legal, rng: india.choose(IndiaSeat(view, legal, rng, india.LORE)),
    "nuremberg": nuremberg.choose,
}


class HouseBot:
    """Buys what pays, builds towards income, avoids bankruptcy. Titles it does not know it plays with care."""

    name = "house"

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """The action that looks best."""
        return _TITLES.get(view["title"], fallback.choose)(view, legal, rng)
