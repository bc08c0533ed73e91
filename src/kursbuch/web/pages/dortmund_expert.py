"""What the Expert Game brings to the table page: its controls, a panel for all markers, previews and sentences."""

from __future__ import annotations

from dataclasses import replace

from kursbuch.titles.dortmund.expert.actions import (
    BuySmall,
    MoveWagon,
    ReturnEvent,
    ReturnSmall,
    TakeEvent,
    TakeOver,
)
from kursbuch.web.pages import dortmund_expert_choices as choices
from kursbuch.web.pages import dortmund_expert_effects as effects
from kursbuch.web.pages.customs import customs_of, set_customs
from kursbuch.web.pages.dortmund_expert_panels import markers
from kursbuch.web.pages.panels import Panel, add
from kursbuch.web.pages.rail_choices import add_maker

TITLE = "18do-expert"

for kind, maker in {
    BuySmall: choices.small,
    TakeOver: choices.offers,
    ReturnSmall: choices.small,
    TakeEvent: choices.events,
    ReturnEvent: choices.events,
    MoveWagon: choices.wagons,
    **dict.fromkeys(choices.USES, choices.uses),
}.items():
    add_maker(kind, maker)

MARKERS = Panel(
    "markers",
    "dortmund/markers.html",
    markers,
    styles=("dortmund_expert.css",),
    covers=("small", "small_of", "small_fields", "wagons", "events", "parked"),
)
add(TITLE, MARKERS)

set_customs(
    TITLE,
    replace(
        customs_of(TITLE),
        effects=effects.effects,
        hint=effects.hint,
        event=effects.event,
        tells=effects.TELLS,
    ),
)
