"""What 18DO brings to the table page: controls for its own actions, and panels for breweries, links and beer."""

from __future__ import annotations

from kursbuch.core import Action
from kursbuch.titles.dortmund.page.railway import choices, effects, panels, runs
from kursbuch.titles.dortmund.page.railway.cards import CARDS
from kursbuch.titles.dortmund.railway.actions import (
    Assign,
    BidFor,
    Carry,
    Connect,
    Flip,
    Found,
    OfferForCard,
    PayForLink,
    TakeCard,
    TradeUp,
)
from kursbuch.web.pages.customs import Customs
from kursbuch.web.pages.page import Maker, Page
from kursbuch.web.pages.panels import Panel

MAKERS: dict[type[Action], Maker] = {
    BidFor: choices.bids,
    Found: choices.foundings,
    TradeUp: choices.trades,
    Assign: choices.markers,
    Flip: choices.cards,
    Connect: choices.links,
    PayForLink: choices.links,
    Carry: choices.loads,
    TakeCard: choices.two_cards,
    OfferForCard: choices.offers,
}

STYLES = ("dortmund/railway.css",)
BREWERIES = Panel(
    "breweries",
    "dortmund/breweries.html",
    panels.breweries,
    styles=STYLES,
    covers=("breweries", "bids", "reserved", "investor", "investor_card"),
)
LINKS = Panel(
    "links",
    "dortmund/links.html",
    panels.links,
    styles=STYLES,
    covers=("links", "free_links"),
    by_value=True,
)
BEER = Panel("beer", "dortmund/beer.html", panels.beer, covers=("beer",))

PAGE = Page(
    panels=(BREWERIES, LINKS, BEER),
    makers=MAKERS,
    cards=CARDS,
    customs=Customs(
        cargo=runs.cargo,
        worth=runs.worth,
        marks=runs.marks,
        why_not_at=choices.why_no_link,
        effects=effects.effects,
    ),
)
