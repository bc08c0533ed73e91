"""What 18DO brings to the table page: controls for its own actions, and panels for breweries, links and beer."""

from __future__ import annotations

from kursbuch.titles.dortmund.actions import (
    Assign,
    BidFor,
    Carry,
    Connect,
    Flip,
    Found,
    OfferForCard,
    TakeCard,
    TradeUp,
)
from kursbuch.titles.dortmund.intro_paper import Drop, Send, Take
from kursbuch.titles.dortmund.intro_trains import Exchange, Renew
from kursbuch.web.pages import dortmund_beer, dortmund_expert  # noqa: F401  (their panels and controls)
from kursbuch.web.pages import dortmund_choices as choices
from kursbuch.web.pages import dortmund_effects as effects
from kursbuch.web.pages import dortmund_panels as panels
from kursbuch.web.pages import dortmund_runs as runs
from kursbuch.web.pages.customs import Customs, set_customs
from kursbuch.web.pages.panels import Panel, add
from kursbuch.web.pages.rail_choices import add_maker

for kind, maker in {
    BidFor: choices.bids,
    Found: choices.foundings,
    TradeUp: choices.trades,
    Assign: choices.markers,
    Flip: choices.cards,
    Connect: choices.links,
    Carry: choices.loads,
    TakeCard: choices.two_cards,
    OfferForCard: choices.offers,
    Take: choices.certificates,
    Drop: choices.certificates,
    Send: choices.certificates,
    Renew: choices.swaps,
    Exchange: choices.swaps,
}.items():
    add_maker(kind, maker)

STYLES = ("dortmund.css",)
BREWERIES = Panel(
    "breweries",
    "dortmund/breweries.html",
    panels.breweries,
    styles=STYLES,
    covers=("breweries", "bids", "reserved", "investor", "investor_card"),
)
LINKS = Panel("links", "dortmund/links.html", panels.links, styles=STYLES, covers=("links", "free_links"))
BEER = Panel("beer", "dortmund/beer.html", panels.beer, covers=("beer",))
DISPLAY = Panel(
    "display", "dortmund/display.html", panels.display, covers=("display", "turns", "certificates")
)

for panel in (BREWERIES, LINKS, BEER):
    add("18do-railway", panel)
for panel in (DISPLAY, LINKS):
    add("18do-intro", panel)

set_customs(
    "18do-railway",
    Customs(
        cargo=runs.cargo,
        worth=runs.worth,
        marks=runs.marks,
        why_not_at=choices.why_no_link,
        effects=effects.effects,
        tells=effects.TELLS,
    ),
)
set_customs(
    "18do-intro",
    Customs(
        worth=runs.worth,
        marks=runs.marks,
        why_not_at=choices.why_no_link,
        effects=effects.intro_effects,
        no_rows=("treasury",),
    ),
)
