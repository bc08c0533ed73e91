"""What the Expert Game brings to the table page: its controls, a panel for all markers, previews and sentences."""

from __future__ import annotations

from dataclasses import replace

from kursbuch.core import Action
from kursbuch.titles.dortmund.expert.actions import (
    BuySmall,
    GiveWagon,
    MoveWagon,
    ReturnEvent,
    ReturnSmall,
    TakeEvent,
    TakeOver,
)
from kursbuch.titles.dortmund.page.beer import table as beer
from kursbuch.titles.dortmund.page.expert import choices, effects
from kursbuch.titles.dortmund.page.expert.cards import CARDS
from kursbuch.titles.dortmund.page.expert.panels import markers
from kursbuch.web.pages.page import Maker, Page
from kursbuch.web.pages.panels import Panel

MAKERS: dict[type[Action], Maker] = {
    **beer.MAKERS,
    BuySmall: choices.small,
    TakeOver: choices.offers,
    ReturnSmall: choices.small,
    TakeEvent: choices.events,
    ReturnEvent: choices.events,
    MoveWagon: choices.wagons,
    GiveWagon: choices.given_wagons,
    **dict.fromkeys(choices.USES, choices.uses),
}

MARKERS = Panel(
    "markers",
    "dortmund/markers.html",
    markers,
    styles=("dortmund/expert.css",),
    covers=("small", "small_of", "small_fields", "wagons", "events", "parked"),
    by_value=True,
)
PAGE = Page(
    panels=(*beer.PAGE.panels, MARKERS),
    makers=MAKERS,
    cards=CARDS,
    customs=replace(
        beer.PAGE.customs,
        effects=effects.effects,
        hint=effects.hint,
        event=effects.event,
    ),
)
