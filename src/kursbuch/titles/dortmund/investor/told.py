"""What the games for two tell of the Investor."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.core import EventKind, told
from kursbuch.rail.meanings import Company, Money, Percent, Player
from kursbuch.titles.dortmund.meanings import Brewery

TOLD: Mapping[str, EventKind] = told(
    EventKind("cards", foretold=True, priority=Player, investor=Player),
    EventKind("investor-card", foretold=True, player=Player),
    EventKind("investor-cards", foretold=True, railway=Player, brewery=Player),
    EventKind("offers-for-card", foretold=True, player=Player, price=Money),
    EventKind("investors-railway", company=Company),
    EventKind("investors-brewery", company=Company),
    EventKind("buys-in", foretold=True, player=Player, company=Company, percent=Percent, price=Money),
    EventKind("converts", foretold=True, player=Player, minor=Brewery, company=Company),
)
