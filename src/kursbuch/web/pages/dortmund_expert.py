"""What the Expert Game brings to the table page: its controls, a panel for all markers, previews."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from kursbuch.core import Action, Game
from kursbuch.rail.box import kind_of_card
from kursbuch.titles.dortmund.expert.actions import (
    BrewForOthers,
    BuySmall,
    MoveWagon,
    ReturnEvent,
    ReturnSmall,
    SellPremium,
    TakeEvent,
    TakeOver,
    WorkLate,
)
from kursbuch.titles.dortmund.expert.state import ExpertState, small_of
from kursbuch.web.pages import dortmund_beer_effects as beer
from kursbuch.web.pages import dortmund_expert_choices as choices
from kursbuch.web.pages.customs import customs_of, set_customs
from kursbuch.web.pages.dortmund_effects import count
from kursbuch.web.pages.dortmund_expert_choices import (
    event_mark,
    from_when,
    position,
    small_mark,
    small_words,
)
from kursbuch.web.pages.panels import Panel, add
from kursbuch.web.pages.preview import Effect
from kursbuch.web.pages.rail_choices import add_maker
from kursbuch.web.pages.scene import Scene

TITLE = "18do-expert"

add_maker(BuySmall, choices.small)
add_maker(TakeOver, choices.small)
add_maker(ReturnSmall, choices.small)
add_maker(TakeEvent, choices.events)
add_maker(ReturnEvent, choices.events)
add_maker(MoveWagon, choices.wagons)
for use in choices.USES:
    add_maker(use, choices.uses)


# -- the panel -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kim:
    """A small investment on display."""

    mark: Markup
    name: str
    does: str
    price: str
    left: int
    later: str


@dataclass(frozen=True, slots=True)
class Sem:
    """A special event: who holds it, what it does."""

    mark: Markup
    does: str
    holder: Markup | str
    later: str


@dataclass(frozen=True, slots=True)
class Markers:
    small: list[Kim]
    held: list[tuple[Markup, list[Markup], str]]  # company, its markers, fields
    events: list[Sem]
    wagons: list[tuple[Markup, list[Markup | str]]]  # railway, where its wagons are


def markers(scene: Scene) -> Markers:
    data = scene.position
    out = Markers([], [], [], [])
    for code, facts in data["small"].items():
        name, does = small_words(scene, code)
        price = scene.money(facts["price"])
        mark = small_mark(scene, code)
        out.small.append(Kim(mark, name, does, price, facts["left"], from_when(scene, facts["colour"])))
    for company, codes in data["small_of"].items():
        fields = data["small_fields"].get(company)
        room = f"{len(codes)}/{fields}" if fields is not None else ""
        out.held.append((scene.company(company), [small_mark(scene, code) for code in codes], room))
    for code, facts in data["events"].items():
        holder = scene.company(facts["holder"]) if facts["holder"] else ""
        later = from_when(scene, facts["colour"])
        out.events.append(Sem(event_mark(scene, code), scene.words(f"sem.{code}.does"), holder, later))
    for railway, places in data["wagons"].items():
        where: list[Markup | str] = [
            scene.train(kind_of_card(card)) if card else scene.words("the charter") for card in places
        ]
        out.wagons.append((scene.company(railway), where))
    return out


MARKERS = Panel(
    "markers",
    "dortmund/markers.html",
    markers,
    covers=("small", "small_of", "small_fields", "wagons", "events", "parked"),
)
add(TITLE, MARKERS)


# -- previews --------------------------------------------------------------------------------------


def effects(scene: Scene, action: Action, after: Game) -> list[Effect]:
    """What a choice does to markers, beside all that it does in the beer game."""
    s, then = position(scene), after.state
    assert isinstance(then, ExpertState)
    out = beer.effects(scene, action, after)
    for company in dict.fromkeys((*s.small, *then.small)):
        before, now = small_of(s, company), small_of(then, company)
        if before != now:
            marks = [Markup(" ").join(small_mark(scene, c) for c in codes) or "–" for codes in (before, now)]
            out.append(Effect(scene.company(company), scene.words("Small investments"), *marks))
    for code, holder in then.specials.items():
        if holder != s.specials[code]:
            places = [
                scene.company(h) if h else scene.words("on display") for h in (s.specials[code], holder)
            ]
            out.append(Effect(event_mark(scene, code), "", *places))
    more = beer.earned(then) - beer.earned(s)
    if more and type(action) in (SellPremium, BrewForOthers, WorkLate):
        what = scene.words("Income")
        out.append(count(scene, scene.company(action.actor), what, beer.earned(s), beer.earned(then)))
    return out


def hint(scene: Scene, kind: str) -> Markup | None:
    """Who asks for which marker."""
    offer: Any = getattr(scene.game.state.top, "offer", None)
    if isinstance(offer, TakeOver):
        return scene.words.html(
            "hint.18do-expert.asked",
            company=scene.company(offer.actor),
            price=scene.money(offer.price),
            marker=small_mark(scene, offer.marker),
            seller=scene.company(offer.source),
        )
    return beer.hint(scene, kind)


set_customs(
    TITLE,
    replace(
        customs_of(TITLE),
        effects=effects,
        hint=hint,
        tells=(*beer.TELLS, "bottled", "pubs-pay", "asks-marker"),
    ),
)
