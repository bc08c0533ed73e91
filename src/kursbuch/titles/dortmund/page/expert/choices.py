"""Controls for the markers of the Expert Game: small investments, beer wagons, special events."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from kursbuch.core import Action
from kursbuch.core.action import kind_of
from kursbuch.rail.state import RailState
from kursbuch.titles.dortmund.expert.actions import (
    Advertise,
    BindRailway,
    BrewForOthers,
    BuySmall,
    GiveWagon,
    HoldFair,
    LayAside,
    MoveUp,
    MoveWagon,
    ReturnEvent,
    ReturnSmall,
    SellPaperToInvestor,
    SellPremium,
    SellToInvestor,
    TakeEvent,
    TakeOver,
    WorkLate,
)
from kursbuch.titles.dortmund.expert.parts import WAGON
from kursbuch.titles.dortmund.expert.state import ExpertState, event_of, speaker
from kursbuch.titles.dortmund.expert.wagons import CHARTER, squares
from kursbuch.titles.dortmund.page.beer.panels import kettle_mark, short_words
from kursbuch.web.pages.choices import Choice, Group, Row, choice_of
from kursbuch.web.pages.rail_choices import sizes
from kursbuch.web.pages.scene import Scene
from kursbuch.words import Words

CARDS = "dortmund/expert_cards.html"
USES: dict[type[Action], str] = {  # which special event an action uses
    HoldFair: "G",
    Advertise: "H",
    LayAside: "I",
    SellPremium: "K",
    MoveUp: "L",
    SellToInvestor: "M",
    SellPaperToInvestor: "M",
    BrewForOthers: "N",
    WorkLate: "O",
    BindRailway: "P",
}


def position(scene: Scene) -> ExpertState:
    assert isinstance(scene.rail, ExpertState)
    return scene.rail


# -- words -----------------------------------------------------------------------------------------


def small_mark(scene: Scene, code: str) -> Markup:
    """A small investment: its code, with what it is and does."""
    return _small_mark(code, *small_words(scene, code))


@lru_cache(maxsize=256)  # as the other marks, which stand all over the page
def _small_mark(code: str, name: str, does: str) -> Markup:
    mark = Markup('<span class="do-kim" data-ref="small:{}" title="{}: {}">{}</span>')
    return mark.format(code, name, does, code)


def box_words(scene: Scene, customers: str, segment: int) -> str:
    """A box of the beer market: `regular 2`."""
    return scene.words(f"box.{customers}", segment=segment)


def small_words(scene: Scene, code: str) -> tuple[str, str]:
    """What a small investment is called, and what it brings."""
    marker = position(scene).box.small[code]
    return scene.words(f"kim.{marker.kind}"), scene.words(f"kim.{marker.kind}.does", income=marker.income)


def event_mark(scene: Scene, code: str) -> Markup:
    """A special event: its code and name."""
    return _event_mark(scene.words, code)


@lru_cache(maxsize=256)
def _event_mark(words: Words, code: str) -> Markup:
    return Markup("{} {}").format(_event_chip(words, code), words(f"sem.{code}"))


def event_chip(scene: Scene, code: str) -> Markup:
    """A special event by its code alone."""
    return _event_chip(scene.words, code)


@lru_cache(maxsize=256)
def _event_chip(words: Words, code: str) -> Markup:
    mark = Markup('<span class="do-sem" data-ref="event:{}" title="{}: {}">{}</span>')
    return mark.format(code, words(f"sem.{code}"), words(f"sem.{code}.does"), code)


def from_when(scene: Scene, colour: str, form: str = "later") -> str:
    """From which phase on a marker works, if it does not yet; `early` is the short form."""
    return "" if colour in position(scene).phase.colours else scene.words(f"{form}.{colour}")


def in_short(scene: Scene, code: str) -> str:
    """What a marker does, in a line, and from when if not yet."""
    box = position(scene).box
    if code in box.small:
        marker = box.small[code]
        does, colour = scene.words(f"kim.{marker.kind}.short", income=marker.income), marker.colour
    else:
        does, colour = scene.words(f"sem.{code}.short"), box.specials[code].colour
    return " · ".join(filter(None, (does, from_when(scene, colour, "early"))))


# -- controls --------------------------------------------------------------------------------------


def _group(scene: Scene, found: list[Action], rows: list[Row]) -> Group:
    kind = kind_of(type(found[0]))
    return Group(kind, scene.word("kind", kind), "rows", rows)


def small(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """Small investments to buy or to give back: what each is, does and costs."""
    rows = []
    for a in found:
        assert isinstance(a, BuySmall | ReturnSmall)
        label = Markup("{} {}").format(small_mark(scene, a.marker), small_words(scene, a.marker)[0])
        price = scene.money(a.price) if isinstance(a, BuySmall) else ""
        rows.append(Row("", in_short(scene, a.marker), [choice_of(scene, a, label=label, sub=price)]))
    return _cards(scene, found, rows)


def _cards(scene: Scene, found: list[Action], rows: list[Row]) -> Group:
    group = _group(scene, found, rows)
    group.template = CARDS
    return group


def offers(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """Small investments of other companies, each with a price to choose."""
    return _group(scene, found, [_offer(scene, a) for a in found if isinstance(a, TakeOver)])


def _offer(scene: Scene, a: TakeOver) -> Row:
    """A marker of another company: the price between the limits, and who has to agree."""
    s = position(scene)
    note = f"{small_words(scene, a.marker)[0]} · {in_short(scene, a.marker)}"
    other = speaker(s, a.source)
    if other != speaker(s, a.actor):
        note = f"{note} · {scene.words('{player} must agree', player=other)}"
    printed = scene.words("printed price {price}", price=scene.money(s.box.small[a.marker].price))
    lead = scene.words.html(
        "{marker} of {company}", marker=small_mark(scene, a.marker), company=scene.company(a.source)
    )
    return Row(lead, f"{note} · {printed}", [choice_of(scene, a, label="")])


def wagons(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """From where to which train; trains of a kind are told apart by the beer on them."""
    rows: dict[str, Row] = {}
    wagon = next(code for code, marker in position(scene).box.small.items() if marker.kind == WAGON)
    for a in found:
        assert isinstance(a, MoveWagon)
        place = scene.words("charter") if a.source == CHARTER else _loaded(scene, a.source)
        row = rows.setdefault(a.source, Row(Markup("{} {}").format(small_mark(scene, wagon), place)))
        row.choices.append(choice_of(scene, a, label=Markup("→ {}").format(_loaded(scene, a.train))))
    return _group(scene, found, list(rows.values()))


def given_wagons(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """Which of a railway's wagons is sold, by the train it is on."""
    row = Row("")
    for a in found:
        assert isinstance(a, GiveWagon)
        place = scene.words("charter") if a.source == CHARTER else _loaded(scene, a.source)
        row.choices.append(choice_of(scene, a, label=place))
    return _group(scene, found, [row])


def _loaded(scene: Scene, card: str) -> Markup:
    """A train with the beer on it and its squares."""
    s = position(scene)
    return Markup("{} <small>{}/{}</small>").format(
        scene.train(card), s.loaded.get(card, 0), squares(s, card)
    )


def events(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """Special events to take, or of two the one to give back."""
    held = event_of(position(scene), found[0].actor)
    rows = []
    for a in found:
        assert isinstance(a, TakeEvent | ReturnEvent)
        back = scene.words("for {event}", event=held) if held and isinstance(a, TakeEvent) else ""
        choice = choice_of(scene, a, label=event_mark(scene, a.event), sub=back)
        rows.append(Row("", in_short(scene, a.event), [choice]))
    return _cards(scene, found, rows)


def uses(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A special event that can be used now: what it does, and a button for each way."""
    code = USES[type(found[0])]
    row = Row(event_mark(scene, code), scene.words(f"sem.{code}.does"))
    row.choices = [_use(scene, a) for a in found]
    return _group(scene, found, [row])


def _use(scene: Scene, a: Action) -> Choice:
    s, words = position(scene), scene.words
    if isinstance(a, Advertise | WorkLate | SellPremium):
        sub = words.signed(_brings(s, a))
        return choice_of(scene, a, label=box_words(scene, a.customers, a.segment), sub=sub)
    if isinstance(a, BrewForOthers):
        boxes = [(segment, kind, cubes) for cubes, kind, segment in a.plan.supplies]
        half = sum(cubes * s.box.segments[n].income(kind) for n, kind, cubes in boxes) // 2
        return choice_of(scene, a, label=short_words(scene, boxes, 0), sub=words.signed(half))
    if isinstance(a, LayAside):
        off = s.box.specials["I"].amount * a.type
        alike = [k for k in map(s.box.kettle, s.kettles[a.actor]) if k.type == a.type]
        kettle = min(alike, key=lambda k: k.cubes)
        return choice_of(scene, a, label=kettle_mark(scene, kettle), sub=words.signed(-off))
    if isinstance(a, SellToInvestor):
        worth = a.percent // 10 * s.price(a.actor)
        return choice_of(scene, a, label=f"{a.percent} %", sub=words.signed(worth))
    if isinstance(a, SellPaperToInvestor):
        worth = a.paper.percent // 10 * s.price(a.actor)
        return choice_of(scene, a, label=sizes(a.paper), sub=words.signed(worth))
    if isinstance(a, BindRailway):
        return choice_of(scene, a, label=scene.company(a.railway))
    if isinstance(a, HoldFair):
        return choice_of(scene, a, label=words("Use it"), sub=words.signed(s.box.specials["G"].amount))
    return choice_of(scene, a, label=words("Use it"))


def _brings(s: ExpertState, a: Advertise | WorkLate | SellPremium) -> int:
    """What one cube for a box is worth by an event."""
    here = s.box.segments[a.segment].income(a.customers)
    if isinstance(a, SellPremium):
        return s.box.segments[a.segment + 1].income(a.customers) - here
    return here // 2 if isinstance(a, WorkLate) else here
