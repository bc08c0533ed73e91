"""The box of 1853, read from its data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kursbuch.core.edition import per_edition
from kursbuch.rail.board.tile import Tile
from kursbuch.rail.box import Box, TrainType
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
from kursbuch.titles.india.rules.mail import mail_extras

DATA = "kursbuch.titles.india.data"

GAUGES = ("broad", "metre")
MOST_TRAINS = 32  # eight companies with four trains each: more 2/1M are never needed (4.8.17)


@dataclass(frozen=True, slots=True)
class City:
    """A large city as contracts see it."""

    name: str
    hex: str
    value: int
    companies: tuple[str, ...]
    ganges: bool = False  # one of the five in the valley; Calcutta is counted beside them


@dataclass(frozen=True, slots=True)
class Charter:
    """What 1853 prints on a charter beyond what every railway company has."""

    size: str  # "large", "small", or "large_or_small"
    price: int  # of issue
    area: frozenset[str]
    home_edges: Mapping[
        str, int
    ]  # which of the separate stations of a hex is home: the one this edge leads to
    second_home: str = ""  # of BBCI as a large company
    two_tile_fee: int = 0


@dataclass(frozen=True, slots=True)
class Seats:
    """What depends on the number of players."""

    cities: tuple[int, int]  # fewest and most in a contract
    least_loan: int
    holding: int  # shares of one company
    opens_at: int  # shares issued


@dataclass(frozen=True, eq=False)
class IndiaBox(Box):
    """The parts of 1853: a box with contracts, charters with areas, and prices of terrain by gauge."""

    cities: Mapping[str, City] = field(default_factory=dict)
    charters: Mapping[str, Charter] = field(default_factory=dict)
    terrain: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    premiums: Mapping[str, int] = field(default_factory=dict)
    ajmer: Mapping[str, Any] = field(default_factory=dict)
    loan_step: int = 10
    compulsory_from: int = 40
    first_round_discount: int = 5
    least_train_price: int = 10
    seats: Mapping[int, Seats] = field(default_factory=dict)
    with_small: Mapping[str, int] = field(default_factory=dict)  # cards if a small company opened at once

    def issue_price(self, company: str) -> int:
        return self.charters[company].price


@per_edition
def box(
    bank: int = 15000, short: bool = False, loan_step: int = 10, extra_upgrades: bool = False
) -> IndiaBox:
    """Everything in the box. The short game is played without notes of 500 (1853-2.4-1)."""
    game, contracts = load_toml(DATA, "game.toml"), load_toml(DATA, "contracts.toml")
    trains, companies = load_toml(DATA, "trains.toml"), load_toml(DATA, "companies.toml")
    notes = game["notes_of_500"] + (bank - game["bank"]) // 500
    with_small = {id: block.get("with_small", block["count"]) for id, block in trains["trains"].items()}
    return IndiaBox(
        map=replace(read_map(load_toml(DATA, "board.toml")), gauges=GAUGES, towns_apart=True),
        tiles=_tiles(extra_upgrades),
        market=read_market(load_toml(DATA, "market.toml")),
        trains=_trains(read_trains(trains), with_small),
        phases=read_phases(trains),
        companies=read_companies(companies),
        starts=read_starts(game),
        bank=bank - 500 * notes if short else bank,
        money="£{}",
        counting=Counting(extras=mail_extras),
        cities={
            name: City(name, c["hex"], c["value"], tuple(c["companies"]), c.get("ganges", False))
            for name, c in contracts["cities"].items()
        },
        charters=_charters(companies["companies"]),
        terrain=game["terrain"],
        premiums=game["premiums"],
        ajmer=game["ajmer"],
        loan_step=loan_step,
        compulsory_from=contracts["compulsory_from"],
        first_round_discount=game["first_round_discount"],
        least_train_price=game["least_train_price"],
        seats={
            int(n): Seats(
                tuple(c["cities"]),
                c["least_loan"],
                game["players"][n]["holding"],
                game["players"][n]["opens_at"],
            )
            for n, c in contracts["players"].items()
        },
        with_small=with_small,
    )


def _tiles(extra_upgrades: bool) -> dict[str, Tile]:
    """The tiles; by an option also with the upgrades that geometry allows and page 20 does not list."""
    data = load_toml(DATA, "tiles.toml")
    tiles = read_tiles(data)
    if extra_upgrades:
        for id, more in data["also"].items():
            tiles[id] = replace(tiles[id], upgrades=(*(tiles[id].upgrades or ()), *more))
    return tiles


def _trains(trains: Mapping[str, TrainType], with_small: Mapping[str, int]) -> dict[str, TrainType]:
    """All cards that could ever be wanted; those not dealt lie out of the game until they are."""
    most = {**with_small, "2": MOST_TRAINS}
    return {id: replace(t, count=most[id], dealt=t.count) for id, t in trains.items()}


def _charters(companies: Mapping[str, Any]) -> dict[str, Charter]:
    areas = load_toml(DATA, "areas.toml")["areas"]
    return {
        id: Charter(
            size=block["size"],
            price=block["price"],
            area=frozenset(areas[id]),
            home_edges=block.get("home_edges", {}),
            second_home=block.get("second_home", ""),
            two_tile_fee=block.get("two_tile_fee", 0),
        )
        for id, block in companies.items()
    }
