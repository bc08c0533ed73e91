"""What choices of the Expert Game bring beside all that the beer game tells: markers, wagons, events in sentences."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from kursbuch.core import Action, Event, Game
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.expert.actions import (
    Advertise,
    BindRailway,
    BrewForOthers,
    LayAside,
    MoveUp,
    SellPremium,
    TakeOver,
    WorkLate,
)
from kursbuch.titles.dortmund.expert.opening import OpeningFrame
from kursbuch.titles.dortmund.expert.round_events import EventFrame
from kursbuch.titles.dortmund.expert.state import ExpertState, small_of
from kursbuch.titles.dortmund.expert.wagons import squares
from kursbuch.titles.dortmund.page.beer import effects as beer
from kursbuch.titles.dortmund.page.beer.panels import kettle_mark
from kursbuch.titles.dortmund.page.expert.choices import (
    box_words,
    event_mark,
    position,
    small_mark,
    small_words,
)
from kursbuch.titles.dortmund.page.railway.effects import count
from kursbuch.web.pages.preview import Effect
from kursbuch.web.pages.scene import Scene


# events that previews put in words
def effects(scene: Scene, action: Action, after: Game) -> list[Effect]:
    """What a choice does to markers, beside all that it does in the beer game."""
    s, then = position(scene), after.state
    assert isinstance(then, ExpertState)
    return [
        *beer.effects(scene, action, after),
        *_small(scene, s, then),
        *_events(scene, s, then),
        *_room(scene, s, then),
        *_use(scene, s, then, action),
    ]


def _small(scene: Scene, s: ExpertState, then: ExpertState) -> list[Effect]:
    out = []
    for company in dict.fromkeys((*s.small, *then.small)):
        before, now = small_of(s, company), small_of(then, company)
        if before != now:
            marks = [Markup(" ").join(small_mark(scene, c) for c in codes) or "–" for codes in (before, now)]
            out.append(Effect(scene.company(company), scene.words("Small investments"), *marks))
            for code in now:
                if now.count(code) > before.count(code):
                    name, does = small_words(scene, code)
                    out.append(Effect(small_mark(scene, code), f"{name}: {does}"))
    return out


def _events(scene: Scene, s: ExpertState, then: ExpertState) -> list[Effect]:
    """Special events that change hands."""
    out = []
    for code, holder in then.specials.items():
        if holder != s.specials[code]:
            places = [
                scene.company(h) if h else scene.words("on display") for h in (s.specials[code], holder)
            ]
            does = scene.words(f"sem.{code}.does") if holder else ""
            out.append(Effect(event_mark(scene, code), does, *places))
    return out


def _room(scene: Scene, s: ExpertState, then: ExpertState) -> list[Effect]:
    """Squares for beer on trains, where a wagon comes or goes."""
    out = []
    for railway in dict.fromkeys((*s.wagons, *then.wagons)):
        for card in trains_of(s, railway):
            before, now = squares(s, card), squares(then, card)
            if before != now and card in trains_of(then, railway):
                who = Markup("{} {}").format(scene.company(railway), scene.train(card))
                out.append(count(scene, who, scene.words("Squares for beer"), before, now))
    return out


def _use(scene: Scene, s: ExpertState, then: ExpertState, action: Action) -> list[Effect]:
    """What a special event does."""
    who = scene.company(action.actor)
    if isinstance(action, SellPremium | BrewForOthers | WorkLate):
        return [count(scene, who, scene.words("Income"), beer.earned(s), beer.earned(then))]
    if isinstance(action, Advertise):
        box = box_words(scene, action.customers, action.segment)
        brings = scene.words.signed(s.box.segments[action.segment].income(action.customers))
        return [Effect(who, scene.words("Secured delivery"), "–", box, brings, "up")]
    if isinstance(action, LayAside):
        kettle = s.box.kettle(then.shift.idle)
        off = scene.words.signed(-s.box.specials["I"].amount * kettle.type)
        return [
            Effect(who, scene.words("Price of the next kettle"), "", kettle_mark(scene, kettle), off, "up")
        ]
    if isinstance(action, MoveUp):
        places = [(id, s.order.index(id) + 1, then.order.index(id) + 1) for id in then.order if id in s.order]
        return [
            Effect(
                scene.company(id),
                scene.words("Place in the order"),
                f"{old}.",
                f"{new}.",
                "",
                _tone(old - new),
            )
            for id, old, new in places
            if old != new
        ]
    if isinstance(action, TakeOver) and then.cash[action.actor] == s.cash[action.actor]:  # asked for first
        cash = s.cash[action.actor]
        return [count(scene, who, scene.words("Cash if agreed"), cash, cash - action.price)]
    if isinstance(action, BindRailway):
        free = scene.words("not asked")
        return [Effect(scene.company(action.railway), scene.words("Consent"), "", free, "", "up")]
    return []


def _tone(change: int) -> str:
    return "up" if change > 0 else "down" if change < 0 else ""


# -- hints and sentences ---------------------------------------------------------------------------


def hint(scene: Scene, kind: str) -> Markup | None:
    """Who asks for which marker, and which brewery a decision outside its turn is about."""
    top: Any = scene.game.state.top
    offer = getattr(top, "offer", None)
    if isinstance(offer, TakeOver):
        return scene.words.html(
            "hint.18do-expert.asked",
            company=scene.company(offer.actor),
            price=scene.money(offer.price),
            marker=small_mark(scene, offer.marker),
            seller=scene.company(offer.source),
            printed=scene.money(position(scene).box.small[offer.marker].price),
        )
    brewery = top.brewery if isinstance(top, EventFrame) else ""
    if isinstance(top, OpeningFrame):
        brewery = top.waiting[0]
    if brewery and scene.deciding:
        return scene.words.html(f"hint.18do-expert.{kind}", brewery=scene.company(brewery))
    return beer.hint(scene, kind)


def event(scene: Scene, event: Event) -> Markup | None:
    """Sentences that name markers and special events."""
    said = beer.event(scene, event)
    own = f"event.18do-expert.{event.key}"
    if said is not None or not {"marker", "event"} & set(event.values):
        return said
    values = scene.told(event)
    if "marker" in values:
        values["marker"] = small_mark(scene, str(event.values["marker"]))
    if "event" in values:
        code = str(event.values["event"])
        values["event"] = event_mark(scene, code)
        if scene.words.has(f"{own}.{code}"):  # what it brings beside its use is told nowhere else
            own += f".{code}"
            values["amount"] = scene.money(position(scene).box.specials[code].amount)
    if event.values.get("returns"):
        own += ".swap"
        values["returns"] = event_mark(scene, str(event.values["returns"]))
    if event.key == "buys-marker" and event.values["payer"] != event.values["company"]:
        own += ".for"
    return scene.words.html(own, **values)
