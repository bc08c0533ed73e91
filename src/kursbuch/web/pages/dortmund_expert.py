"""What the Expert Game brings to the table page: its controls, a panel for all markers, previews and sentences."""

from __future__ import annotations

from dataclasses import replace

from kursbuch.core import Action
from kursbuch.titles.dortmund.expert.actions import (
    BuySmall,
    MoveWagon,
    ReturnEvent,
    ReturnSmall,
    TakeEvent,
    TakeOver,
)
from kursbuch.web.pages import dortmund_beer as beer
from kursbuch.web.pages import dortmund_expert_choices as choices
from kursbuch.web.pages import dortmund_expert_effects as effects
from kursbuch.web.pages.dortmund_expert_panels import markers
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
    **dict.fromkeys(choices.USES, choices.uses),
}

MARKERS = Panel(
    "markers",
    "dortmund/markers.html",
    markers,
    styles=("dortmund_expert.css",),
    covers=("small", "small_of", "small_fields", "wagons", "events", "parked"),
)
PAGE = Page(
    panels=(*beer.PAGE.panels, MARKERS),
    makers=MAKERS,
    customs=replace(
        beer.PAGE.customs,
        effects=effects.effects,
        hint=effects.hint,
        event=effects.event,
        tells=effects.TELLS,
    ),
    speaks_like=("18do-beer", "18do-railway"),
)
