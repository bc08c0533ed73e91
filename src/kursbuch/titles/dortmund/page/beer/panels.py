"""Panels of Heat, Sweat & Beer: the beer market with what the own kettles could deliver, breweries in their order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.beer.brewery.spread import Share, best_plan, spread
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryPolicies, BreweryTurnFrame
from kursbuch.titles.dortmund.beer.delivery import income_of_plan
from kursbuch.titles.dortmund.beer.demand import NEW, REGULAR
from kursbuch.titles.dortmund.beer.parts import Kettle
from kursbuch.titles.dortmund.beer.rules import BeerGame
from kursbuch.titles.dortmund.beer.state import BeerState, kettle_limit, kettles_of, owner_of
from kursbuch.web.pages.matrix import Cell
from kursbuch.web.pages.scene import Scene
from kursbuch.words import Words

KINDS = (REGULAR, NEW)


def position(scene: Scene) -> BeerState:
    """The position of a beer game."""
    assert isinstance(scene.rail, BeerState)
    return scene.rail


def policies(scene: Scene) -> BreweryPolicies:
    """How breweries work in this title."""
    rules = scene.game.rules
    assert isinstance(rules, BeerGame)
    return rules.breweries


def working(scene: Scene, brewery: str) -> tuple[Kettle, ...]:
    """The kettles a brewery works with, as the title has it."""
    return policies(scene).working(position(scene), brewery)


# -- the beer market -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Customers:
    """A demand box and the supply box beside it."""

    kind: str
    demand: int
    supply: int
    each: int
    price: str


@dataclass(frozen=True, slots=True)
class Row:
    """A segment of the market. `state`: "open", "unopened" or "dead"."""

    number: int
    boxes: tuple[Customers, ...]
    state: str
    short: str  # why there is no demand, in a word, and at length
    note: str
    refill: int


@dataclass(frozen=True, slots=True)
class Could:
    """What a brewery of the viewer could deliver as the market stands: kettle by kettle."""

    brewery: Markup
    now: bool  # it is its turn
    had: bool  # it has had its turn of this round
    lines: tuple[tuple[Markup, str, str], ...]  # kettle, where its cubes would go, what they bring
    income: str


@dataclass(frozen=True, slots=True)
class Market:
    rows: tuple[Row, ...]
    stock: int
    export: int
    export_price: str
    loaded: tuple[tuple[Markup, Markup, int, int], ...]  # railway, train, cubes, squares
    could: tuple[Could, ...]
    link: str


def market(scene: Scene) -> Market:
    s = position(scene)
    rows = []
    for n in sorted(s.box.segments, reverse=True):
        segment = s.box.segments[n]
        boxes = tuple(
            Customers(
                kind,
                s.beer.demand(n, kind),
                (s.beer.to_regular if kind == REGULAR else s.beer.to_new)[n - 1],
                segment.income(kind),
                scene.words.number(segment.income(kind)),
            )
            for kind in KINDS
        )
        state = "unopened" if n in s.beer.unopened else "dead" if n in s.beer.dead else "open"
        short = note = ""
        if state == "unopened":
            short = scene.words("from {card}", card=segment.opens_with)
            note = scene.words("no demand before card {card}", card=segment.opens_with)
        elif state == "dead":
            short, note = scene.words("gone"), scene.words("no demand any more")
        rows.append(Row(n, boxes, state, short, note, segment.refill))
    loaded = [
        (scene.company(railway), scene.train(card), s.loaded[card], policies(scene).squares(s, card))
        for railway in s.box.railways
        for card in trains_of(s, railway)
        if s.loaded.get(card)
    ]
    mine = [id for id in s.order if _mine(scene, s, id)] if scene.helps("best_runs") else []
    link = ""
    if scene.position["next_link"]:
        link = scene.words(
            "The next link uses up card {card}: +{regular} regular and +{new} new customers in segment {segment}.",
            **scene.position["next_link"],
        )
    return Market(
        tuple(rows),
        s.beer.stock,
        s.beer.export,
        scene.words.number(s.box.export_income),
        tuple(loaded),
        tuple(could(scene, s, brewery) for brewery in mine),
        link,
    )


def _mine(scene: Scene, s: BeerState, brewery: str) -> bool:
    """Whether the viewer decides for a brewery."""
    return bool(owner_of(s, brewery)) and policies(scene).decides(s, brewery) in scene.seats


def could(scene: Scene, s: BeerState, brewery: str) -> Could:
    """What a brewery could deliver now, at best."""
    plan = best_plan(s, working(scene, brewery))
    lines = tuple(
        (kettle_mark(scene, share.kettle), supplies_words(scene, share), scene.money(share.income))
        for share in spread(s, working(scene, brewery), plan)
    )
    had = next((getattr(f, "had", ()) for f in s.stack if hasattr(f, "had")), ())
    turn = next((f.company for f in s.stack if isinstance(f, TurnFrame)), "")
    income = scene.money(income_of_plan(s, plan))
    return Could(scene.company(brewery), turn == brewery, brewery in had and turn != brewery, lines, income)


def supplies_words(scene: Scene, share: Share) -> str:
    """Where the cubes of a kettle go: `3 to regular 2, 1 kept for trains`."""
    words = scene.words
    parts = [
        words(f"cubes.{kind}", cubes=cubes, segment=segment)
        for segment, kind, cubes in sorted(share.cubes)[::-1]
    ]
    if share.keeps:
        parts.append(words("{cubes} for trains", cubes=share.keeps))
    return ", ".join(parts) or words("nothing")


def short_words(scene: Scene, cubes: Iterable[tuple[int, str, int]], keeps: int) -> str:
    """Supplies (segment, customers, cubes) in short: `2×R3 1×N3 + 1 for trains`."""
    words = scene.words
    text = " ".join(f"{n}×{words(f'short.{kind}')}{segment}" for segment, kind, n in cubes) or words(
        "nothing"
    )
    return words("{plan} + {cubes} for trains", plan=text, cubes=keeps) if keeps else text


def kettle_words(words: Words, kettle: Kettle) -> str:
    """What a kettle makes."""
    said = words("kettle {type}: {cubes} cubes, up to segment {type}", type=kettle.type, cubes=kettle.cubes)
    return said + (", " + words("{cubes} for export", cubes=kettle.export) if kettle.export else "")


def kettle_mark(scene: Scene, kettle: Kettle) -> Markup:
    """A kettle: its type, and its cubes, those with a red arrow marked."""
    return _kettle_mark(scene.words, kettle)


@lru_cache(maxsize=256)
def _kettle_mark(words: Words, kettle: Kettle) -> Markup:
    cubes = Markup("").join(
        Markup('<i class="do-cube{}"></i>').format(" out" if n < kettle.export else "")
        for n in range(kettle.cubes)
    )
    drawn = '<span class="do-kettle" role="img" title="{}"><b>{}</b>{}</span>'  # read out by its title
    return Markup(drawn).format(kettle_words(words, kettle), kettle.type, cubes)


# -- in the matrix ---------------------------------------------------------------------------------


def equipment(scene: Scene, company: str) -> Cell | None:
    """The kettles of a corporation stand where a railway has its trains."""
    s = position(scene)
    if company not in s.box.corporations:
        return None
    kettles = [s.box.kettle(card) for card in kettles_of(s, company)]
    marks = Markup("").join(Markup('<span class="train bak">{}</span>').format(k.type) for k in kettles)
    return Cell(
        marks, "tight" if len(kettles) > 2 else "", ", ".join(kettle_words(scene.words, k) for k in kettles)
    )


# -- breweries -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Brewer:
    """A brewery: who decides for it, its money, kettles against the limit, price, last income."""

    mark: Markup
    name: str
    owner: str
    cash: str
    kettles: tuple[Markup, ...]
    limit: str
    full: bool
    makes: int
    price: str
    income: str
    place: int | None
    now: bool
    could: str  # what it could earn now in Dortmund; "" if it has delivered


@dataclass(frozen=True, slots=True)
class Brewers:
    order: tuple[tuple[Markup, str], ...]  # mark; "now", "done" or ""
    rows: tuple[Brewer, ...]
    waiting: tuple[Markup, ...]  # corporations not founded yet
    bids: tuple[tuple[Markup, str, str, str], ...]  # to start with: brewery, price, capital, the leading bid
    bidding: bool
    investor: tuple[tuple[Markup, str], ...]  # its companies, and who holds the card of each


def brewers(scene: Scene) -> Brewers:
    s, data = position(scene), scene.position
    turn = next((f.company for f in s.stack if isinstance(f, BreweryTurnFrame)), "")
    had = next((f.had for f in s.stack if hasattr(f, "had")), ())
    in_play = [*s.order, *(id for id in s.minors if id not in s.order)]
    rows = [_brewer(scene, s, id, turn, had) for id in in_play]
    order = [(scene.company(id), "now" if id == turn else "done" if id in had else "") for id in s.order]
    waiting = [scene.company(id) for id in s.box.corporations_in_order if id not in s.founded]
    bidding = any(not owner for owner in s.minors.values())
    bids = []
    for id in s.minors if bidding else ():
        leading = max((b for b in data["bids"] if b["brewery"] == id), key=lambda b: b["price"], default=None)
        lead = f"{leading['player']} +{leading['price']}" if leading else "–"
        charter = s.box.minors[id]
        bids.append((scene.company(id), scene.money(charter.price), scene.money(charter.capital), lead))
    return Brewers(
        tuple(order), tuple(rows), tuple(waiting), tuple(bids), bidding, tuple(_investor(scene, s))
    )


def _investor(scene: Scene, s: BeerState) -> list[tuple[Markup, str]]:
    """The Investor's companies, each with the holder of its card; of a minor brewery, what it will become."""
    data = scene.position
    holders = (data["investor_card"], data.get("brewery_card", ""))
    minor = next((id for id, owner in s.minors.items() if owner == s.investor), "")
    out = []
    for company, holder in zip(data.get("investor_companies", []), holders, strict=False):
        mark = scene.company(company)
        if minor and company in s.box.corporations:
            mark = Markup("{} → {}").format(scene.company(minor), mark)
        out.append((mark, holder))
    return out


def _owner(scene: Scene, s: BeerState, id: str) -> str:
    """Whose brewery it is, and who decides for it if that is somebody else."""
    owner = owner_of(s, id)
    if not owner:
        return "–"
    decides = policies(scene).decides(s, id)
    return f"{owner} ({decides})" if decides and decides != owner else owner


def _brewer(scene: Scene, s: BeerState, id: str, turn: str, had: tuple[str, ...]) -> Brewer:
    words = scene.words
    corporation = id in s.box.corporations
    kettles = [s.box.kettle(card) for card in kettles_of(s, id)]
    limit = kettle_limit(s, id)
    last = s.last_dividend.get(id)
    return Brewer(
        scene.company(id),
        s.box.companies[id].name if corporation else s.box.minors[id].name,
        _owner(scene, s, id),
        words.number(s.cash[id]),
        tuple(kettle_mark(scene, kettle) for kettle in kettles),
        f"{len(kettles)}/{limit}",
        len(kettles) >= limit,
        sum(kettle.cubes for kettle in kettles),
        words.number(s.price(id) if corporation and id in s.prices else s.box.minors[id].price)
        if id in s.minors or id in s.prices
        else "",
        words.number(last) if last is not None else "–",
        s.order.index(id) + 1 if id in s.order else None,
        id == turn,
        ""
        if id in had or not owner_of(s, id) or not scene.helps("best_runs")
        else scene.money(income_of_plan(s, best_plan(s, working(scene, id)))),
    )
