"""Markers of the Expert Game on the table page: what lies on display, who has what, what works and can be used."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from kursbuch.titles.dortmund.beer.brewery.actions import BuyKettle, BuyWithHelp
from kursbuch.titles.dortmund.beer.state import kettle_limit, kettles_of
from kursbuch.titles.dortmund.expert.kettles import room_for_kettle
from kursbuch.titles.dortmund.expert.parts import WAGON
from kursbuch.titles.dortmund.expert.state import ExpertState, can_use, event_of, wagon_places
from kursbuch.titles.dortmund.expert.wagons import squares
from kursbuch.titles.dortmund.page.beer.panels import kettle_mark
from kursbuch.titles.dortmund.page.expert.choices import (
    USES,
    box_words,
    event_chip,
    event_mark,
    from_when,
    position,
    small_mark,
    small_words,
)
from kursbuch.web.pages.scene import Scene


@dataclass(frozen=True, slots=True)
class Kim:
    """A small investment: what it is and does, its price, how many lie on display, from when it works."""

    mark: Markup
    name: str
    does: str
    price: str
    left: int
    count: int
    later: str
    holders: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class Sem:
    """A special event: what it does, who holds it. `state`: "now" (it can be used), "held", or "" on display."""

    mark: Markup
    does: str
    holder: Markup
    later: str
    state: str
    note: Markup  # who has used it in this round, and cannot take it again


@dataclass(frozen=True, slots=True)
class Holder:
    """A company: its small investments, fields taken and there, its event; what it has under way."""

    mark: Markup
    markers: tuple[Markup, ...]
    fields: str
    free: int
    event: Markup
    chip: Markup  # the event by its code alone
    now: bool  # its event can be used at this moment
    notes: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class Markers:
    small: tuple[Kim, ...]
    events: tuple[Sem, ...]
    held: tuple[Holder, ...]  # of companies with a marker or room for one

    @property
    def busy(self) -> list[Holder]:
        """Those that have anything."""
        return [holder for holder in self.held if holder.markers or holder.event or holder.notes]


def markers(scene: Scene) -> Markers:
    s, now = position(scene), usable(scene)
    return Markers(
        tuple(_kim(scene, s, code) for code in s.box.small),
        tuple(_sem(scene, s, code, now) for code in s.box.specials),
        tuple(_holder(scene, s, company, now) for company in _companies(s)),
    )


def _companies(s: ExpertState) -> list[str]:
    """Breweries in play in their order, then railways with a wagon."""
    breweries = [*s.order, *(id for id, owner in s.minors.items() if owner and id not in s.order)]
    rest = [id for id, held in s.small.items() if held and id not in breweries]
    return [*breweries, *rest]


def _kim(scene: Scene, s: ExpertState, code: str) -> Kim:
    facts, marker = scene.position["small"][code], s.box.small[code]
    return Kim(
        small_mark(scene, code),
        *small_words(scene, code),
        scene.money(facts["price"]),
        facts["left"],
        marker.count,
        from_when(scene, marker.colour),
        tuple(scene.company(company) for company, held in s.small.items() for c in held if c == code),
    )


def _sem(scene: Scene, s: ExpertState, code: str, usable: frozenset[str]) -> Sem:
    holder = s.specials[code]
    used = [scene.company(brewery) for brewery, event in sorted(s.used) if event == code and not holder]
    note = scene.words.html("used by {breweries}", breweries=Markup(" ").join(used)) if used else Markup("")
    return Sem(
        event_mark(scene, code),
        scene.words(f"sem.{code}.does"),
        scene.company(holder) if holder else Markup(""),
        from_when(scene, s.box.specials[code].colour),
        "now" if code in usable else "held" if holder else "",
        note,
    )


def usable(scene: Scene) -> frozenset[str]:
    """The events that whoever decides now can use with an action of this moment."""
    s, legal = position(scene), {type(action) for action in scene.game.legal_actions()}
    codes = {code for action, code in USES.items() if action in legal}
    brewery = getattr(s.top, "company", "")
    if legal & {BuyKettle, BuyWithHelp} and can_use(s, brewery, "J"):  # J works by the purchase itself
        full = len(kettles_of(s, brewery)) >= kettle_limit(s, brewery)
        if full and room_for_kettle(s, brewery):
            codes.add("J")
    return frozenset(codes)


def _holder(scene: Scene, s: ExpertState, company: str, usable: frozenset[str]) -> Holder:
    held = s.small.get(company, ())
    fields = scene.position["small_fields"].get(company)
    event = event_of(s, company)
    notes = wagon_words(scene, s, company)
    if company in s.parked:
        customers, segment = s.parked[company]
        notes.append(scene.words("secured: {box}", box=box_words(scene, customers, segment)))
    turn = getattr(s.top, "company", "") == company
    if turn and s.shift.idle:
        notes.append(
            scene.words.html("handed in: {kettle}", kettle=kettle_mark(scene, s.box.kettle(s.shift.idle)))
        )
    if turn and s.shift.bound:
        notes.append(scene.words.html("contract: {railway}", railway=scene.company(s.shift.bound)))
    return Holder(
        scene.company(company),
        tuple(small_mark(scene, code) for code in held),
        f"{len(held)}/{fields}" if fields is not None else "",
        max(0, (fields or 0) - len(held)),
        event_mark(scene, event) if event else Markup(""),
        event_chip(scene, event) if event else Markup(""),
        event in usable,
        tuple(escape(note) for note in notes),
    )


def wagon_words(scene: Scene, s: ExpertState, railway: str) -> list[Markup | str]:
    """Where the wagons of a railway are, and what the trains carry with them."""
    out: list[Markup | str] = []
    for card in wagon_places(s, railway):
        mark = small_mark(scene, next(code for code, m in s.box.small.items() if m.kind == WAGON))
        if card:
            train = Markup("{} <small>{}/{}</small>").format(
                scene.train(card), s.loaded.get(card, 0), squares(s, card)
            )
            out.append(Markup("{} → {}").format(mark, train))
        else:
            out.append(Markup("{} → {}").format(mark, scene.words("charter")))
    return out
