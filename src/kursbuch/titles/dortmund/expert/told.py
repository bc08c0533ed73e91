"""What the Expert Game tells beside the beer game: small investments, wagons, special events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kursbuch.core import EventKind, told
from kursbuch.rail.meanings import Company, Money, Party, Percent, Place, Player, Train
from kursbuch.titles.dortmund.beer import told as beer
from kursbuch.titles.dortmund.meanings import Brewery, Customers, Marker, Special

TOLD: Mapping[str, EventKind] = {
    **beer.TOLD,
    **told(
        EventKind("buys-marker", company=Party, marker=Marker, price=Money, payer=Party),
        EventKind(
            "asks-marker",
            foretold=True,
            company=Party,
            player=Player,
            marker=Marker,
            source=Place,
            price=Money,
        ),
        EventKind("takes-over", company=Party, marker=Marker, source=Place, price=Money),
        EventKind("returns-marker", company=Party, marker=Marker),
        EventKind("moves-wagon", company=Company, train=Train),
        EventKind("pubs-pay", foretold=True, brewery=Brewery, income=Money),
        EventKind("bottled", foretold=True, brewery=Brewery, cubes=int, each=Money),
        EventKind("takes-event", brewery=Brewery, event=Special, returns=Special),
        EventKind("returns-event", brewery=Brewery, event=Special),
        EventKind("event-used", brewery=Brewery, event=Special),
        EventKind("advertises", brewery=Brewery, customers=Customers, segment=int),
        EventKind(
            "advertised", foretold=True, brewery=Brewery, customers=Customers, segment=int, income=Money
        ),
        EventKind("lays-aside", brewery=Brewery, type=int),
        EventKind("premium", brewery=Brewery, customers=Customers, segment=int, income=Money),
        EventKind("sells-quietly", company=Company, percent=Percent, income=Money),
        EventKind(
            "contract-brewing", brewery=Brewery, supplies=list[dict[str, Any]], cubes=int, income=Money
        ),
        EventKind("second-shift", brewery=Brewery, customers=Customers, segment=int, income=Money),
        EventKind("binds", brewery=Brewery, railway=Company),
    ),
}
