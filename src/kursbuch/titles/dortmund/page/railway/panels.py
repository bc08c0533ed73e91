"""Panels of 18DO: private breweries, railway links and freight yards, export beer, certificates on display.

Each is a line with what matters at a glance; the whole of it opens below.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from markupsafe import Markup

from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.routes.running import stop_values
from kursbuch.rail.state import OFFER, OUT
from kursbuch.titles.dortmund.intro.state import IntroState
from kursbuch.titles.dortmund.page.railway.choices import marker
from kursbuch.titles.dortmund.railway.beer import beer_of
from kursbuch.titles.dortmund.railway.parts import DortmundBox
from kursbuch.titles.dortmund.railway.state import ON_CARD, State18DO
from kursbuch.web.pages.scene import Scene


@dataclass(frozen=True, slots=True)
class Box:
    """A bid box: its value, and whose marker lies there."""

    price: str
    player: str


@dataclass(frozen=True, slots=True)
class Card:
    """A private brewery."""

    id: str
    name: str
    owner: str
    boxes: list[Box]
    income: str
    turned: bool
    cubes: int
    marker: str
    place: str | Markup  # where the marker lies
    spent: bool


@dataclass(frozen=True, slots=True)
class Breweries:
    """The brewery cards; `bidding` while the starting round is on."""

    cards: list[Card]
    bidding: bool
    reserved: str  # a space in Dortmund City that a marker keeps
    runs: str  # who runs the railway of the Investor, at a table of two


def breweries(scene: Scene) -> Breweries:
    data = scene.position
    bidding = not any(facts["owner"] for facts in data["breweries"].values())
    bids = {(bid["brewery"], bid["price"]): bid["player"] for bid in data["bids"]}
    cards = []
    for id, facts in data["breweries"].items():
        boxes = [Box(scene.words.number(price), bids.get((id, price), "")) for price in facts["boxes"]]
        at = facts["marker_at"]
        place = (
            scene.words("on the card")
            if at == ON_CARD
            else scene.words("used up")
            if at == OUT
            else scene.company(at)
        )
        cards.append(
            Card(
                id,
                facts["name"],
                facts["owner"],
                boxes,
                scene.money(facts["income"]),
                facts["turned"],
                facts["cubes"],
                marker(scene, facts["marker"]),
                place if facts["marker"] else "",
                at == OUT,
            )
        )
    box = _box(scene)
    kept = scene.hex(box.dortmund) if data["reserved"] else ""
    return Breweries(cards, bidding, kept, data["investor_card"])


# -- links and yards ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Site:
    """Coal mines or steel mills: how many have a link of each value, and which."""

    name: str
    counts: tuple[tuple[str, int, str], ...]  # value, how many, their places
    without: int
    waiting: str


@dataclass(frozen=True, slots=True)
class Reach:
    """What a railway reaches: links of each value, what they add up to, locations without a link."""

    company: Markup
    counts: tuple[int, ...]
    mills: int
    total: str
    without: int
    free: bool


@dataclass(frozen=True, slots=True)
class Yard:
    """A freight yard: the markers there, and what it is worth with one and without."""

    name: str
    markers: tuple[Markup, ...]
    plain: str
    own: str


@dataclass(frozen=True, slots=True)
class Links:
    values: tuple[str, ...]
    sites: tuple[Site, ...]
    reaches: tuple[Reach, ...]
    yards: tuple[Yard, ...]
    cost: str


def links(scene: Scene) -> Links:
    s, box = scene.rail, _box(scene)
    assert isinstance(s, State18DO | IntroState)
    made, values = s.links, box.link_rules.values
    sites, reaches = [], []
    for kind in ("coal", "steel"):
        here = [hex for hex, site in box.sites.items() if site == kind]
        counts = tuple(
            (str(value), len(found), _names(box, found))
            for value in values
            for found in [[hex for hex in here if made.get(hex) == value]]
        )
        waiting = [hex for hex in here if hex not in made]
        sites.append(Site(scene.words(f"sites.{kind}"), counts, len(waiting), _names(box, waiting)))
    for company, facts in scene.position["companies"].items():
        if facts["in_play"] and not facts["closed"]:
            stops = {hex for hex, _ in s.board.reachable(company).stops if hex in box.sites}
            count = Counter(made.get(hex, 0) for hex in stops)
            mills = sum(box.sites[hex] == "steel" and hex in made for hex in stops)
            total = scene.words.number(sum(value * n for value, n in count.items()))
            free = company in getattr(s, "free_links", ())
            counted = tuple(count[v] for v in values)
            reaches.append(Reach(scene.company(company), counted, mills, total, count[0], free))
    cost = scene.money(box.link_rules.cost) if box.market.cells else ""
    yards = _yards(scene, s, box)
    return Links(tuple(map(str, values)), tuple(sites), tuple(reaches), tuple(yards), cost)


def _names(box: DortmundBox, hexes: list[str]) -> str:
    return ", ".join(box.map.hexes[hex].name or hex for hex in hexes)


def _yards(scene: Scene, s: State18DO | IntroState, box: DortmundBox) -> list[Yard]:
    graph, out = s.board.tracks.graph, []
    printed = s.board.tracks.values(s.phase.red_value)
    for hex in sorted(box.yards):
        place = (hex, 0)
        n = graph.number.get(place)
        if n is None:
            continue
        there = [company for company in s.board.tokens.get(place, ()) if company]
        own = stop_values(s, graph, company=there[0])[n] if there else printed[n]
        name = box.map.hexes[hex].name or hex
        out.append(
            Yard(
                name,
                tuple(scene.company(c) for c in there),
                scene.words.number(printed[n]),
                scene.words.number(own),
            )
        )
    return out


# -- beer -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cellar:
    """A player's beer: on a card turned over it can be used."""

    player: str
    cubes: int
    ready: bool


@dataclass(frozen=True, slots=True)
class Carrier:
    """A railway in operation: the cubes its director can give it, what its trains carry, its markers."""

    company: Markup
    director: str
    cubes: int
    room: int
    markers: str
    barred: bool


@dataclass(frozen=True, slots=True)
class Beer:
    supply: int
    cellars: list[Cellar]
    carriers: list[Carrier]
    targets: list[tuple[str, str]]  # what a cube earns, where
    trains: list[tuple[Markup, int]]  # kinds of trains that carry beer, and how much


def beer(scene: Scene) -> Beer:
    s, box, data = scene.rail, _box(scene), scene.position
    assert isinstance(s, State18DO)
    cellars = [
        Cellar(facts["owner"], facts["cubes"], facts["turned"])
        for facts in data["breweries"].values()
        if facts["owner"]
    ]
    carriers = []
    for company in data["floated"]:
        facts = data["companies"][company]
        own = [
            f"{id}: {marker(scene, b['marker'])}"
            for id, b in data["breweries"].items()
            if b["marker_at"] == company
        ]
        room = sum(box.carries.get(train, 0) for train in facts["trains"])
        barred = not box.charters[company].beer
        cubes = beer_of(s, company)
        carriers.append(
            Carrier(scene.company(company), facts["president"], cubes, room, ", ".join(own) or "–", barred)
        )
    places: dict[int, dict[str, None]] = {}
    for hex, value in box.beer.items():
        places.setdefault(value, {})[box.map.hexes[hex].name or hex] = None
    targets = [(scene.money(value), ", ".join(places[value])) for value in sorted(places, reverse=True)]
    trains = [(scene.train(kind), cubes) for kind, cubes in box.carries.items() if cubes]
    return Beer(data["beer"], cellars, carriers, targets, trains)


# -- the Introduction Game ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pile:
    """Certificates of a railway on display: the uppermost, and how much lies there in all."""

    company: Markup
    top: int
    left: int


@dataclass(frozen=True, slots=True)
class Display:
    piles: list[Pile]
    turn: int
    turns: int


def display(scene: Scene) -> Display:
    s, data = scene.rail, scene.position
    assert isinstance(s, IntroState)
    piles = [
        Pile(scene.company(company), size, percent(s, OFFER, company))
        for company, size in data["display"].items()
    ]
    cards = sum(len(company.certificates) for company in s.box.companies.values())
    return Display(piles, data["turns"], cards)


def _box(scene: Scene) -> DortmundBox:
    assert scene.rail is not None and isinstance(scene.rail.box, DortmundBox)
    return scene.rail.box
