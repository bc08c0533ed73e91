"""What Heat, Sweat & Beer brings to the table page: the beer market, breweries, their controls and previews."""

from __future__ import annotations

from kursbuch.core import Action
from kursbuch.rail.actions import Discard
from kursbuch.titles.dortmund.beer.actions import (
    BuyLoaded,
    FoundWith,
    KeepPlace,
    PlacePaper,
    PlaceShares,
    SwapMinor,
    TakePlace,
)
from kursbuch.titles.dortmund.beer.brewery.actions import BuyKettle, BuyWithHelp, Deliver, Load, Scrap
from kursbuch.titles.dortmund.page.beer import choices, effects, panels
from kursbuch.titles.dortmund.page.beer.cards import CARDS
from kursbuch.titles.dortmund.page.railway import panels as railway
from kursbuch.titles.dortmund.page.railway import runs
from kursbuch.titles.dortmund.page.railway import table as railway_page
from kursbuch.titles.dortmund.page.railway.choices import why_no_link
from kursbuch.web.pages.customs import Customs
from kursbuch.web.pages.page import Maker, Page
from kursbuch.web.pages.panels import Panel

MAKERS: dict[type[Action], Maker] = {
    **railway_page.MAKERS,
    FoundWith: choices.foundings_by_trade,
    SwapMinor: choices.swaps,
    PlaceShares: choices.shares_placed,
    PlacePaper: choices.shares_placed,
    TakePlace: choices.places,
    KeepPlace: choices.places,
    Deliver: choices.deliveries,
    Scrap: choices.scraps,
    Load: choices.loadings,
    Discard: choices.discards,
    BuyLoaded: choices.loaded_trains,
    BuyKettle: choices.kettles,
    BuyWithHelp: choices.kettles,
}

STYLES, SCRIPTS = ("dortmund/railway.css", "dortmund/beer.css"), ("dortmund/beer.js",)
MARKET = Panel(
    "beer_market",
    "dortmund/beer_market.html",
    panels.market,
    styles=STYLES,
    scripts=SCRIPTS,
    covers=("beer_market", "loaded", "next_link", "boxes"),
    by_value=True,
)
BREWERS = Panel(
    "brewers",
    "dortmund/brewers.html",
    panels.brewers,
    covers=(
        *("minors", "corporations", "order", "bids", "bust", "railways", "card_phase"),
        *("investor", "investor_card", "brewery_card", "investor_companies"),
    ),
    by_value=True,
)
LINKS = Panel(
    "links",
    "dortmund/links.html",
    railway.links,
    covers=("links", "free_links", "set", "sets", "pairs"),
    by_value=True,
)

PAGE = Page(
    panels=(MARKET, BREWERS, LINKS),
    makers=MAKERS,
    cards=CARDS,
    customs=Customs(
        trains=panels.equipment,
        best=effects.best,
        cargo=effects.cargo,
        worth=runs.worth,
        marks=runs.marks,
        why_not_at=why_no_link,
        effects=effects.effects,
        event=effects.event,
        hint=effects.hint,
    ),
)
