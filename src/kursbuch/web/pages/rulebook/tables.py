"""Tables of the rules page, made from the box of a title: trains, companies, costs, limits. Nothing is typed here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from markupsafe import Markup, escape

from kursbuch.rail.board.map import WALL
from kursbuch.rail.box import TrainType
from kursbuch.rail.paper.market import Cell
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.state import RailState
from kursbuch.shelf import find, new_game
from kursbuch.web.pages.cards.card import Gallery, Part, Picture, Says, Sheet, Text
from kursbuch.web.pages.cards.depot import phases as phases_card
from kursbuch.web.pages.cards.depot import reach_words
from kursbuch.web.pages.cards.privates import powers
from kursbuch.web.pages.cards.tiles import manifest
from kursbuch.web.pages.scene import Scene
from kursbuch.words import own_words

_KIND = re.compile('class="([^"]*)"')
Row = tuple[Text, Sequence[Text]]


def scene_of(title: str, language: str, players: int | None = None) -> Scene:
    """A new game of the title, to read its box from; with as many players as can be if nothing is said."""
    counts = find(title).info.players
    game = new_game(title, players or counts[-1], seed=1)
    return Scene(game, None, (), own_words(language, title), 0)


def trains(scene: Scene, s: RailState) -> list[Part]:
    """What each kind of train costs, how far it goes, what it starts and when it goes."""
    words = scene.words
    rows = [(_sides(scene, kind), _train(scene, kind)) for kind in s.box.trains.values()]
    heads = [
        words("Reach"),
        words("Costs"),
        words("Number"),
        words("Starts phase"),
        words("Scrapped in phase"),
    ]
    notes = [line for kind in s.box.trains.values() for line in _terms(scene, kind)]
    return [_sheet(words("Trains"), heads, rows), *([Says(notes)] if notes else [])]


def _sides(scene: Scene, kind: TrainType) -> Text:
    """A card by the sides one chooses from; by its own name if there is nothing to choose."""
    names = kind.sides if len(kind.sides) > 1 else (kind.id,)
    return Markup(" / ").join(scene.train(name) for name in names)


def _train(scene: Scene, kind: TrainType) -> list[Text]:
    prices = dict.fromkeys(kind.price_as(side) for side in kind.sides)
    return [
        Markup("<br>").join(reach_words(scene, reach) for reach in kind.sides.values()),
        " / ".join(scene.money(price) for price in prices) if any(prices) else "",
        "∞" if kind.unlimited else str(kind.at_start),
        kind.starts,
        kind.rusts_in,
    ]


def _terms(scene: Scene, kind: TrainType) -> list[Text]:
    words, out = scene.words, list[Text]()
    name = scene.train(kind.id)
    if kind.from_phase:
        text = words.html("It is on sale from phase {phase} on.", phase=kind.from_phase)
        out.append(Markup("{}: {}").format(name, text))
    if kind.beside:
        other, number = kind.beside
        text = words.html(
            "It is on sale once {number} trains {train} are sold.", number=number, train=scene.train(other)
        )
        out.append(Markup("{}: {}").format(name, text))
    by_amount: dict[int, list[Markup]] = {}
    for given, off in kind.discounts.items():
        by_amount.setdefault(off, []).append(scene.train(given))
    for off, given_in in by_amount.items():
        text = words.html(
            "Bought by handing in a {train}, it costs {amount} less.",
            train=Markup(", ").join(given_in),
            amount=scene.money(off),
        )
        out.append(Markup("{}: {}").format(name, text))
    return out


def phases(scene: Scene, s: RailState) -> list[Part]:
    card = phases_card(scene, "")
    assert card is not None
    (sheet,) = (part for part in card.parts if isinstance(part, Sheet))
    rows = [(phase.id, cells) for phase, (_, cells) in zip(s.box.phases, sheet.rows, strict=True)]
    return [_sheet(scene.words("Phases"), sheet.heads, rows)]


def companies(scene: Scene, s: RailState) -> list[Part]:
    """Each company with its home, stations and shares."""
    words = scene.words
    rows: list[Row] = []
    for id, company in s.box.companies.items():
        costs = _tokens(scene, [token.cost for token in company.tokens])
        sizes = Counter(c.percent for c in company.certificates[1:])
        first = f"{company.certificates[0].percent} %" if company.certificates else ""
        rest = ", ".join(f"{number} × {size} %" for size, number in sizes.items())
        rows.append(
            (
                Markup("{} {}").format(scene.company(id), company.name),
                (
                    scene.hex(company.home) if company.home else "",
                    costs,
                    f"{first} + {rest}" if rest else first,
                ),
            )
        )
    heads = (words("Home"), words("Stations and what they cost"), words("Certificates"))
    return [_sheet(words("Companies"), heads, rows)]


def _tokens(scene: Scene, costs: list[int]) -> str:
    """What stations cost one after the other, equal ones together.

    The home is placed for nothing, most often: that is a dash.
    """
    runs: list[tuple[int, int]] = []
    for cost in costs:
        if runs and runs[-1][0] == cost:
            runs[-1] = (cost, runs[-1][1] + 1)
        else:
            runs.append((cost, 1))
    each = [(scene.money(cost) if cost else "–", number) for cost, number in runs]
    return ", ".join(f"{number} × {cost}" if number > 1 else cost for cost, number in each)


def privates(scene: Scene, s: RailState) -> list[Part]:
    """What each private costs, brings and can do."""
    if not isinstance(s, StandardState):
        return []
    words = scene.words
    rows: list[Row] = []
    for id, part in s.box.privates.items():
        can = Markup(" ").join(powers(scene, s, part))
        rows.append((f"{id} {part.name}", (scene.money(part.price), scene.money(part.income), can)))
    heads = (words("Printed price"), words("Income each round"), words("What it can do"))
    return [_sheet(words("Privates"), heads, rows)]


def private_prices(scene: Scene, s: RailState) -> list[Part]:
    """What each private costs and brings, for where there is little room."""
    return [
        Sheet(sheet.name, sheet.heads[:2], [(name, cells[:2]) for name, cells in sheet.rows])
        for sheet in privates(scene, s)
        if isinstance(sheet, Sheet)
    ]


def terrain(scene: Scene, s: RailState) -> list[Part]:
    """What building costs, by what is printed on hexes and on the sides between them."""
    words = scene.words
    hexes = Counter((hex.terrain, hex.cost) for hex in s.box.map.hexes.values() if hex.cost)
    sides = Counter((b.kind, b.cost) for b in s.box.map.borders if b.cost and b.kind != WALL)
    rows: list[Row] = [
        (
            _capital(words(f"terrain.{kind}")) if kind else words("Other ground"),
            (scene.money(cost), str(number)),
        )
        for (kind, cost), number in sorted(hexes.items(), key=lambda found: (found[0][1], found[0][0]))
    ]
    rows += [
        (words("Crossing"), (scene.money(cost), str(number)))
        for (_, cost), number in sorted(sides.items(), key=lambda found: found[0][1])
    ]
    return [_sheet(words("Cost of terrain"), (words("Costs"), words("Number")), rows)] if rows else []


def _capital(text: str) -> str:
    """With a capital at the beginning; what follows stays as it is, for German nouns."""
    return text[:1].upper() + text[1:]


def players(scene: Scene, _: RailState | None = None) -> list[Part]:
    """What depends on the number of players."""
    title, words = scene.game.title, scene.words
    rows: list[Row] = []
    for number in find(title).info.players:
        at = scene_of(title, words.language, number)
        rows.append((str(number), _start(at)))
    heads = (
        *(words("Money at the start"), words("Certificates at most"), words("Of one company at most")),
        *(words("In the bank pool at most"), words("Bank")),
    )
    return [_sheet(words("By number of players"), heads, rows, corner=words("Players"))]


def _start(at: Scene) -> list[Text]:
    s, limits = at.rail, at.limits
    if s is None:
        return []
    start = s.box.starts.get(len(at.game.players))
    return [
        at.money(start.cash) if start and start.cash else "",
        str(limits.certificates) if limits else str(start.certificates) if start else "",
        f"{limits.holding} %" if limits and limits.holding < 100 else "",
        f"{limits.pool} %" if limits and limits.pool < 100 else "",
        at.money(s.box.bank) if s.box.bank else "",
    ]


def market(scene: Scene, s: RailState) -> list[Part]:
    """What the fields of the share market do that are not plain."""
    words, limits = scene.words, scene.limits
    rows: list[Row] = []

    def row(name: str, chosen: Callable[[Cell], bool], meaning: Text) -> None:
        prices = sorted({cell.price for cell in s.box.market.cells.values() if chosen(cell)})
        if prices and meaning:
            rows.append((name, (_span(scene, prices), meaning)))

    row(words("Start"), lambda cell: cell.par, words("Companies start here."))
    for zone in dict.fromkeys(cell.zone for cell in s.box.market.cells.values() if cell.zone):
        said = []
        if limits is not None and zone in limits.uncounted:
            said.append(words("Certificates do not count towards the limit here."))
        if limits is not None and zone in limits.unlimited:
            said.append(words("A player may hold as much of a company as they like here."))
        own = f"zone.{scene.game.title}.means-{zone}"
        if words.has(own):
            said.append(words(own))
        row(
            _capital(words(f"zone.{zone}")),
            partial(_lies_in, zone),
            Markup(" ").join(said),
        )
    for arrow in ("up", "down"):
        row(
            words("Arrow"),
            partial(_points, arrow),
            words(f"arrow.{arrow}"),
        )
    row(words("Closes"), lambda cell: cell.closes, words("A company that gets here closes."))
    row(words("End"), lambda cell: cell.ends_game, words("The game ends when a company gets here."))
    return (
        [_sheet(words("Fields of the market"), (words("Price"), words("What it does")), rows)] if rows else []
    )


def _lies_in(zone: str, cell: Cell) -> bool:
    return cell.zone == zone


def _points(arrow: str, cell: Cell) -> bool:
    return cell.arrow == arrow


def _span(scene: Scene, prices: list[int]) -> str:
    """The prices of a zone: all of a few, the ends of many."""
    few = prices if len(prices) <= 8 else [prices[0], prices[-1]]
    return (", " if few is prices else " – ").join(scene.money(price) for price in few)


def _sheet(name: Text, heads: Sequence[Text], rows: Sequence[Row], corner: Text = "") -> Sheet:
    """A table without the columns that are empty in every row."""
    kept = [n for n in range(len(heads)) if any(len(cells) > n and cells[n] != "" for _, cells in rows)]
    return Sheet(
        name,
        [heads[n] for n in kept],
        [(label, [cells[n] if len(cells) > n else "" for n in kept]) for label, cells in rows],
        corner,
    )


def tiles(scene: Scene, s: RailState) -> list[Part]:
    """Every tile with its number of copies, and beside it what may cover it."""
    card = manifest(scene, "")
    assert card is not None
    return [_plain(part) for part in card.parts if isinstance(part, Gallery)]


def _plain(gallery: Gallery) -> Gallery:
    """Pictures that open nothing. Each tile is drawn once; where it may cover others, that drawing is shown again."""
    shown = []
    for picture in gallery.pictures:
        copies = str(picture.note).rpartition("/")[2]
        then = [replace(other, to="", svg=_again(other)) for other in picture.then]
        shown.append(replace(picture, svg=_first(picture), to="", note=f"× {copies}", then=then))
    return Gallery(gallery.name, shown)


def _first(picture: Picture) -> Markup:
    """The drawing, to be referred to: a copy of it has no ancestors, so it brings its classes along."""
    head, body = _parts(picture)
    return Markup(
        f'{head}<g id="tile-{escape(picture.name)}" class="{_KIND.findall(head)[0]}">{body}</g></svg>'
    )


def _again(picture: Picture) -> Markup:
    head, _ = _parts(picture)
    return Markup(f'{head}<use href="#tile-{escape(picture.name)}"/></svg>')


def _parts(picture: Picture) -> tuple[str, str]:
    """The opening tag of a drawing, and what is in it."""
    head, _, body = str(picture.svg).partition(">")
    return f"{head}>", body.removesuffix("</svg>")


RAIL: Mapping[str, Callable[[Scene, RailState], list[Part]]] = {
    "trains": trains,
    "phases": phases,
    "companies": companies,
    "privates": privates,
    "private-prices": private_prices,
    "terrain": terrain,
    "players": players,
    "market": market,
    "tiles": tiles,
}
"""Tables of all railway games, by the names that chapters call them by."""

VARIED = {"trains": True, "companies": False, "privates": False, "private-prices": False}
"""Those with more or fewer rows by the number of players, and whether other figures depend on it, too."""
