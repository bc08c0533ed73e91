"""What the Railway Game tells beside what all railway games do."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.core import EventKind, told
from kursbuch.core.meaning import Hint
from kursbuch.rail import told as rail
from kursbuch.rail.meanings import Company, Hex, Money, Party, Percent, Place, Player, Train
from kursbuch.titles.dortmund.meanings import Brewery, Card, Marker

TOLD: Mapping[str, EventKind] = {
    **rail.TOLD,
    **told(
        EventKind(
            "seats", silent=True, players=list[Player], priority=Player, dealt=dict[Player, Brewery] | None
        ),
        EventKind("bids", player=Player, lot=Brewery, price=Money),
        EventKind("brewery-sold", player=Player, brewery=Brewery, price=Money),
        EventKind("floats", foretold=True, company=Company),
        EventKind("founds", player=Player, company=Company, price=Money),
        EventKind("trades-up", player=Player, percent=Percent, company=Company, source=Place, price=Money),
        EventKind("assigns", player=Player, marker=Brewery, company=Company),
        EventKind("turns-over", foretold=True, brewery=Brewery),
        EventKind("marker-gone", foretold=True, brewery=Brewery),
        EventKind("beer", foretold=True, brewery=Brewery, cubes=int),
        EventKind("links", company=Company, hex=Hex, value=int, cost=Money),
        EventKind("reservation-ends", foretold=True, hex=Hex),
        EventKind("carries", company=Company, loads=str, cubes=int),
        EventKind("last-run", foretold=True, train=Train, owner=Place),
        EventKind("forced-purchase", foretold=True, company=Company, player=Player, train=Train, price=Money),
        EventKind("loan", foretold=True, player=Party, amount=Money),
        rail.TOLD["issues"].telling(),
        rail.TOLD["sells"].telling(),
    ),
}

# of the whole family: its games share most of their rules
GLOSSARY: Mapping[str, Hint] = {
    **rail.GLOSSARY,
    "before": Company,
    "best": Money,
    "boxes": str,
    "brewery": Brewery,
    "capacity": int,
    "cards": str,
    "cubes": int,
    "event": str,
    "found": int,
    "free": int,
    "hi": Money,
    "kettle": str,
    "left": int,
    "lo": Money,
    "marker": Marker,
    "minor": Brewery,
    "missing": Money,
    "most": int,
    "n": int,
    "percent": Percent,
    "place": int,
    "prices": str,
    "railway": Company,
    "room": int,
    "segment": int,
    "top": Percent,
    "type": int,
    "value": int,
    "wanted": int,
    "card": Card,
}
