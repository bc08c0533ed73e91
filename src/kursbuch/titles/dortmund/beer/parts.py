"""The box of Heat, Sweat & Beer: the Railway Game with other cards, two price lines, breweries, a beer market."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kursbuch.core.edition import per_edition
from kursbuch.rail.board.tile import Tile
from kursbuch.rail.box import Certificate, Company, Start, kind_of_card
from kursbuch.rail.loader import load_toml, read_phases, read_tiles, read_trains
from kursbuch.rail.paper.market import Cell, Market
from kursbuch.rail.routes.counting import Counting
from kursbuch.titles.dortmund.beer.demand import REGULAR
from kursbuch.titles.dortmund.railway import parts
from kursbuch.titles.dortmund.railway.parts import DATA, TWO, DortmundBox

SEGMENTS = range(1, 7)  # of the Dortmund market; the export market is segment 8
EXPORT = 8
RAILWAYS, BREWERIES = 0, 1  # rows of the price table: each kind of company has a line of its own
BANKRUPT = 0  # the column of the red field


@dataclass(frozen=True, slots=True)
class Kettle:
    """The brewing side of an investment card (Brauereiausstattung, BAK): what a brewery makes with it."""

    type: int  # the highest segment it supplies
    cubes: int
    export: int = 0  # how many of the cubes may be loaded on trains


@dataclass(frozen=True, slots=True)
class Minor:
    """A minor brewery (kleine Brauerei): its charter, owned by one player."""

    id: str
    name: str
    price: int
    kettles: tuple[str, ...]  # kinds of its START cards
    capital: int
    worth: int = 10  # percent of the director's certificate that it pays for when traded in
    small_fields: int = 1  # for small investments, in the Expert Game


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the Dortmund market: what a cube brings, and how its orange box is filled up."""

    number: int
    regular: int  # from regular customers, the yellow box (Stammkunden)
    new: int  # from new customers, the orange box (Neukunden)
    refill: int
    opens_with: str = ""  # the kind of card that lifts the marker of the set-up

    def income(self, customers: str) -> int:
        """What a cube for these customers brings."""
        return self.regular if customers == REGULAR else self.new


@dataclass(frozen=True, slots=True)
class BeerStart:
    """Cubes at the start: in each box of the lowest segments, on the export field, in stock."""

    boxes: tuple[int, ...]
    export: int
    stock: int

    @property
    def total(self) -> int:
        return 2 * sum(self.boxes) + self.export + self.stock


@dataclass(frozen=True, eq=False)
class BeerBox(DortmundBox):
    """The parts of the beer game. `companies` holds railways and brewery corporations alike."""

    corporations: frozenset[str] = frozenset()
    minors: Mapping[str, Minor] = field(default_factory=dict)
    always: str = ""  # the minor brewery that is in every game
    bids: tuple[int, ...] = ()
    seat_cards: tuple[str, ...] = ()  # numbers of private breweries, dealt for the order of the first bids
    kettles: Mapping[str, Kettle] = field(default_factory=dict)  # kind of card -> its brewing side
    start_kettles: Mapping[str, int] = field(default_factory=dict)  # START cards in the box
    kettle_limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # phase -> minor, corporation
    link_cubes: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # kind of card -> yellow, orange
    segments: Mapping[int, Segment] = field(default_factory=dict)
    export_income: int = 0
    beer_start: BeerStart = BeerStart((), 0, 0)
    start_prices: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # colour -> prices
    small_fields: Mapping[str, int] = field(default_factory=dict)  # brewery -> fields of the Expert Game
    last_set: int = 0
    prints_kept: frozenset[str] = (
        frozenset()
    )  # hexes without tiles: those there are belong on an overlay not in use

    @cached_property
    def railways(self) -> tuple[str, ...]:
        return tuple(id for id in self.companies if id not in self.corporations)

    @cached_property
    def corporations_in_order(self) -> tuple[str, ...]:
        return tuple(id for id in self.companies if id in self.corporations)

    @cached_property
    def start_cards(self) -> tuple[str, ...]:
        """Every card marked START, such as "S1#3"."""
        return tuple(f"{kind}#{n}" for kind, count in self.start_kettles.items() for n in range(1, count + 1))

    def line(self, company: str) -> int:
        """The row of the price table on which a company's marker moves."""
        return BREWERIES if company in self.corporations else RAILWAYS

    def pars(self, row: int, colours: tuple[str, ...]) -> list[Cell]:
        """The start prices of these colours on one line, lowest first."""
        found = self._pars.get((row, colours))
        if found is None:
            found = [cell for cell in self.market.pars if cell.row == row and cell.zone in colours]
            self._pars[row, colours] = found
        return found

    @cached_property
    def _pars(self) -> dict[tuple[int, tuple[str, ...]], list[Cell]]:
        return {}

    def kettle(self, card: str) -> Kettle:
        return self.kettles[kind_of_card(card)]


@per_edition
def beer_box(players: int, counting: Counting, limits: str = "board", print_stays: bool = False) -> BeerBox:
    """Everything Heat, Sweat & Beer uses with so many players; `limits` "text" counts certificates as section
    6.4.4 has it and not as the board prints it.
    """
    game, capex = load_toml(DATA, "beer_game.toml"), load_toml(DATA, "capex.toml")
    brewers, beer = load_toml(DATA, "brewers.toml"), load_toml(DATA, "beer_market.toml")
    like = max(players, 3)  # two are set up like three
    for kind in capex["trains"].values():
        kind["count"] = kind["counts"][str(like)]
    railway = parts.box(players, counting)
    left_out = game["without"] if like < 5 else ()
    railways = {id: c for id, c in railway.companies.items() if id not in left_out}
    corporations = _read_corporations(brewers, like)
    market = load_toml(DATA, "market.toml")["beer"]
    block = game["players"][str(players)]
    board = _covered(parts.board_data(players), game["overlays"], players)
    return BeerBox(
        map=parts.read_board(board),
        tiles=beer_tiles(players),
        market=_read_lines(market),
        trains=read_trains(capex),
        phases=read_phases(capex),
        companies={**railways, **corporations},
        starts={players: Start(block["cash"], block["by_text" if limits == "text" else "certificates"])},
        bank=game["bank"],
        money=railway.money,
        counting=counting,
        links=railway.links,
        charters={id: railway.charters[id] for id in railways},
        carries={kind: b.get("beer", 0) for kind, b in capex["trains"].items()},
        last_run={kind: b["last_run"] for kind, b in capex["trains"].items() if "last_run" in b},
        new_trains={b["phase"]: b["new_trains"] for b in capex["phases"]},
        holdings={players: block["holding"]},
        pool_limit=railway.pool_limit,
        floats_at=railway.floats_at,
        investor=railway.investor,
        yard_token=railway.yard_token,
        dortmund=railway.dortmund,
        **parts.read_places(board),
        corporations=frozenset(corporations),
        minors=_read_minors(brewers),
        always=brewers["always"],
        bids=tuple(brewers["bids"]),
        seat_cards=tuple(railway.breweries),
        kettles=_read_kettles({**capex["start"], **capex["trains"]}),
        start_kettles={kind: b["count"] for kind, b in capex["start"].items()},
        kettle_limits={b["phase"]: (b["minor"], b["corporation"]) for b in capex["phases"]},
        link_cubes={k: (b["link"][0], b["link"][1]) for k, b in capex["trains"].items() if "link" in b},
        segments=_read_segments(beer, like),
        export_income=beer["export_income"],
        beer_start=_read_start(beer["start"][str(like)]),
        start_prices={c: tuple(p) for c, p in market["start_prices"].items() if c != "source"},
        small_fields={id: b["small_fields"] for id, b in brewers["corporations"].items()},
        last_set=game["last_set"],
        prints_kept=_uncovered(board, game["overlays"], players) if print_stays else frozenset(),
    )


def _uncovered(data: Mapping[str, Any], overlays: Mapping[str, Any], players: int) -> frozenset[str]:
    """The hexes that an overlay tile covers with another number of players only."""
    return frozenset(
        hex
        for hex, block in overlays.items()
        if hex in data["hexes"] and players not in block.get("players", (players,))
    )


def _covered(data: dict[str, Any], overlays: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The board with its overlay tiles: what they show replaces the print (18DO-5.1.1-1, 18DO-5.1.1-2)."""
    for hex, block in overlays.items():
        if hex not in data["hexes"] or players not in block.get("players", (players,)):
            continue
        kept = {key: data["hexes"][hex][key] for key in ("name", "site") if key in data["hexes"][hex]}
        data["hexes"][hex] = kept | {key: value for key, value in block.items() if key != "players"}
    return data


def beer_tiles(players: int) -> dict[str, Tile]:
    """The tiles without those marked for the Railway Game (18DO-6.1.4-1); two players have no pink ones."""
    data = load_toml(DATA, "tiles.toml")
    return {
        id: tile
        for id, tile in read_tiles(data).items()
        if data["tiles"][id].get("only") != "railway" and (players != TWO or tile.border != "pink")
    }


def _read_lines(data: Mapping[str, Any]) -> Market:
    """Two lines of the same prices; the field left of the lowest is "bankrupt" (18DO-5.1.2-1)."""
    pars = {price: c for c, prices in data["start_prices"].items() if c != "source" for price in prices}
    cells = {}
    for row in (RAILWAYS, BREWERIES):
        cells[row, BANKRUPT] = Cell(row, BANKRUPT, 0, zone="red", closes=True)
        for column, price in enumerate(data["line"], start=BANKRUPT + 1):
            cells[row, column] = Cell(row, column, price, zone=pars.get(price, ""), par=price in pars)
    return Market(cells, data["source"])


def _read_corporations(data: Mapping[str, Any], players: int) -> dict[str, Company]:
    """Brewery corporations (Brauerei-AGs); the Hansa brewery is for five players (18DO-6.1.2-10)."""
    return {
        id: Company(
            id=id,
            name=block["name"],
            colour=block["colour"],
            home="",
            tokens=(),
            certificates=tuple(Certificate(percent, n == 0) for n, percent in enumerate(block["shares"])),
            source=data["source"],
        )
        for id, block in data["corporations"].items()
        if players in block.get("players", (players,))
    }


def _read_minors(data: Mapping[str, Any]) -> dict[str, Minor]:
    return {
        id: Minor(
            id=id,
            name=block["name"],
            price=block["price"],
            kettles=tuple(block["kettles"]),
            capital=block["capital"],
            worth=block.get("worth", 10),
        )
        for id, block in data["minors"].items()
    }


def _read_kettles(blocks: Mapping[str, Any]) -> dict[str, Kettle]:
    return {kind: Kettle(b["segment"], b["kettle"], b.get("export", 0)) for kind, b in blocks.items()}


def _read_segments(data: Mapping[str, Any], players: int) -> dict[int, Segment]:
    return {
        int(n): Segment(int(n), b["regular"], b["new"], b["refill"][str(players)], b.get("opens_with", ""))
        for n, b in data["segments"].items()
    }


def _read_start(block: Mapping[str, Any]) -> BeerStart:
    return BeerStart(tuple(block["boxes"]), block["export"], block["stock"])
