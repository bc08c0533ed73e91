"""The box of 18DO, read from its data files. All its games draw on these parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kursbuch.core.edition import per_edition
from kursbuch.rail.board.map import Map
from kursbuch.rail.board.tile import Tile
from kursbuch.rail.box import Box, Company
from kursbuch.rail.loader import (
    load_toml,
    read_companies,
    read_map,
    read_market,
    read_phases,
    read_starts,
    read_tiles,
    read_trains,
)
from kursbuch.rail.routes.counting import Counting

DATA = "kursbuch.titles.dortmund.data"
TWO = 2  # players, with the Investor as a third


@dataclass(frozen=True, slots=True)
class Brewery:
    """A private brewery (Privatbrauerei): its bid boxes, its return, and what its marker does."""

    id: str
    name: str
    boxes: tuple[int, ...]
    income: int
    cubes: int = 0  # on the card from the start
    marker: str = ""  # "reserve", "half price", "premium" or "capacity"; the first has none
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Links:
    """Railway links (Gleisanschlüsse): what a step costs, its values and the tile colours that open them."""

    cost: int
    values: tuple[int, ...]
    colours: tuple[str, ...]
    cubes: int  # in the supply
    double_from: str  # the phase from which the last step brings two cubes
    markers: Mapping[str, int]  # low ones of each kind; there are as many tall ones


@dataclass(frozen=True, slots=True)
class Charter:
    """What is special about a railway."""

    after: str = ""  # it can be founded once this one is
    early_train: bool = False
    free_link: bool = False
    beer: bool = True
    passes: str = ""  # the kind of location its trains run through though it is blocked


@dataclass(frozen=True, slots=True)
class Investor:
    """The third at a table of two."""

    railways: tuple[str, ...]
    start_price: int
    holding: int  # of a railway that a player directs


@dataclass(frozen=True, eq=False)
class DortmundBox(Box):
    """The parts of 18DO beside those of every railway game."""

    sites: Mapping[str, str] = field(default_factory=dict)  # hex -> "coal" or "steel"
    yards: frozenset[str] = frozenset()  # hexes of the freight yards (Güterbahnhöfe)
    yard_token: int = 0  # what a yard is worth more for each marker there
    beer: Mapping[str, int] = field(default_factory=dict)  # red hex -> what a cube earns there
    dortmund: str = ""  # Dortmund City
    breweries: Mapping[str, Brewery] = field(default_factory=dict)
    links: Links | None = None
    charters: Mapping[str, Charter] = field(default_factory=dict)
    carries: Mapping[str, int] = field(default_factory=dict)  # kind of train -> cubes
    last_run: Mapping[str, str] = field(default_factory=dict)  # kind of train -> phase that leaves it one run
    new_trains: Mapping[str, int] = field(default_factory=dict)  # phase -> how many are bought in a turn
    holdings: Mapping[int, int] = field(default_factory=dict)  # players -> share limit
    pool_limit: int = 50
    floats_at: int = 50
    investor: Investor | None = None

    @property
    def link_rules(self) -> Links:
        assert self.links is not None
        return self.links


@per_edition
def box(players: int, counting: Counting) -> DortmundBox:
    """Everything the Railway Game uses with so many players."""
    game, trains = load_toml(DATA, "game.toml"), load_toml(DATA, "trains.toml")
    charters = load_toml(DATA, "companies.toml")
    board = board_data(players)
    companies = read_companies(charters)
    tiles = railway_tiles()
    if players == TWO:
        companies = {id: c for id, c in companies.items() if id not in game["investor"]["without"]}
        tiles = {id: tile for id, tile in tiles.items() if tile.border != "pink"}
    return DortmundBox(
        map=read_board(board),
        tiles=tiles,
        market=read_market(load_toml(DATA, "market.toml")),
        trains=read_trains(trains),
        phases=read_phases(trains),
        companies=companies,
        starts=read_starts(game),
        bank=game["bank"],
        money="{} M",
        counting=counting,
        breweries=read_breweries(),
        links=read_links(game),
        charters=read_charters(charters, companies),
        carries={kind: block.get("beer", 0) for kind, block in trains["trains"].items()},
        last_run={k: block["last_run"] for k, block in trains["trains"].items() if "last_run" in block},
        new_trains={block["phase"]: block["new_trains"] for block in trains["phases"]},
        holdings={int(n): block["holding"] for n, block in game["players"].items()},
        pool_limit=game["pool_limit"],
        floats_at=charters["floats_at"],
        investor=_investor(game) if players == TWO else None,
        yard_token=game["yards"]["token"],
        dortmund=game["dortmund"],
        **read_places(board),
    )


def board_data(players: int) -> dict[str, Any]:
    """The board as data; two players use a smaller one (section 8.1)."""
    data = load_toml(DATA, "board.toml")
    if players == TWO:
        for hex in data["two_players"]["without"]:
            del data["hexes"][hex]
    return data


def read_board(data: Mapping[str, Any]) -> Map:
    """The board; the hexes of one red area are no two ends of a route.

    A route comes through no hex twice, for building as for running (18DO-3.2.2-2, 18DO-4.5.1-2).
    """
    board = read_map(data)
    return replace(board, too_near=frozenset(frozenset(area) for area in board.areas), hexes_once=True)


def read_places(data: Mapping[str, Any]) -> dict[str, Any]:
    """Locations, yards and beer values printed on the board."""
    hexes = data["hexes"]
    return {
        "sites": {hex: block["site"] for hex, block in hexes.items() if "site" in block},
        "yards": frozenset(hex for hex, block in hexes.items() if block.get("yard")),
        "beer": {hex: block["beer"] for hex, block in hexes.items() if "beer" in block},
    }


def railway_tiles() -> dict[str, Tile]:
    """The tiles without those marked for the beer game (section 4.1)."""
    data = load_toml(DATA, "tiles.toml")
    return {id: t for id, t in read_tiles(data).items() if data["tiles"][id].get("only") != "beer"}


def read_breweries() -> dict[str, Brewery]:
    return {
        id: Brewery(
            id=id,
            name=block["name"],
            boxes=tuple(block["boxes"]),
            income=block["income"],
            cubes=block.get("cubes", 0),
            marker=block.get("marker", ""),
            bonus=block.get("bonus", 0),
        )
        for id, block in load_toml(DATA, "breweries.toml")["breweries"].items()
    }


def read_links(game: Mapping[str, Any]) -> Links:
    block = game["links"]
    return Links(
        cost=block["cost"],
        values=tuple(block["values"]),
        colours=tuple(block["from_colour"]),
        cubes=block["cubes"],
        double_from=block["double_from"],
        markers=dict(block["markers"]),
    )


def read_charters(data: Mapping[str, Any], companies: Mapping[str, Company]) -> dict[str, Charter]:
    blocks = data["companies"]
    return {
        id: Charter(
            after=blocks[id].get("after", ""),
            early_train=blocks[id].get("early_train", False),
            free_link=blocks[id].get("free_link", False),
            beer=blocks[id].get("beer", True),
            passes=blocks[id].get("passes", ""),
        )
        for id in companies
    }


def _investor(game: Mapping[str, Any]) -> Investor:
    block = game["investor"]
    return Investor(tuple(block["railways"]), block["start_price"], block["holding"])
