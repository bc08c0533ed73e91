"""What Heat, Sweat & Beer tells beside the Railway Game: breweries, kettles, the market for beer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kursbuch.core import EventKind, told
from kursbuch.rail.meanings import Company, Money, Percent, Place, Player, Train
from kursbuch.titles.dortmund.meanings import Brewery, Customers, Kettle
from kursbuch.titles.dortmund.railway import told as railway

TOLD: Mapping[str, EventKind] = {
    **railway.TOLD,
    **told(
        EventKind("brewery-round", order=list[Brewery]),
        EventKind("brewery-turn", brewery=Brewery, owner=Place),
        EventKind("brewery-income", brewery=Brewery, delivered=Money, export=Money, income=Money),
        EventKind("brewery-gone", foretold=True, brewery=Brewery),
        EventKind("order", foretold=True, breweries=list[Brewery]),
        EventKind("brewery-order", foretold=True, order=list[Brewery], before=list[Brewery]),
        EventKind(
            "trades-in",
            foretold=True,
            player=Player,
            minor=Brewery,
            company=Company,
            percent=Percent | None,
            source=Place | None,
        ),
        EventKind("closes", foretold=True, company=Company),
        EventKind("tops-up", foretold=True, company=Company, shares=int, price=Money),
        EventKind("repays", company=Company, amount=Money, left=Money),
        EventKind("buys-kettle", brewery=Brewery, kettle=Kettle, price=Money, help=Money),
        EventKind("forced-kettle", foretold=True, brewery=Brewery, player=Player, kettle=Kettle, price=Money),
        EventKind("kettle-scrapped", foretold=True, brewery=Brewery, kettle=Kettle),
        EventKind("card-used", foretold=True, card=Kettle),
        EventKind("first-card", type=Kettle),
        EventKind(
            "delivers", brewery=Brewery, supplies=list[dict[str, Any]], cubes=int, keeps=int, income=Money
        ),
        EventKind("demand", segment=int, customers=Customers, cubes=int),
        EventKind("no-demand", foretold=True, segment=int),
        EventKind("segment-opens", foretold=True, segment=int),
        EventKind("export-opens", foretold=True, cubes=int),
        EventKind(
            "market-renewed",
            foretold=True,
            supplied=list[int],
            regular=list[int],
            new=list[int],
            before=dict[str, Any],
            stock=int,
        ),
        EventKind(
            "asks-to-load",
            foretold=True,
            brewery=Brewery,
            player=Player,
            cubes=int,
            train=Train,
            railway=Company,
        ),
        EventKind(
            "loads", brewery=Brewery, cubes=int, train=Train, railway=Company, from_demand=int, income=Money
        ),
        EventKind("unloads", foretold=True, train=Train, cubes=int),
        EventKind(
            "asks-loaded",
            foretold=True,
            company=Company,
            player=Player,
            train=Train,
            cubes=int,
            source=Company,
            price=Money,
        ),
    ),
}
