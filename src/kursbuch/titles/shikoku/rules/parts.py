"""The box of 1889, read from its data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kursbuch.rail.box import Box
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

DATA = "kursbuch.titles.shikoku.data"


@dataclass(frozen=True, slots=True)
class Private:
    """A private company: what it costs and earns, and what it can do."""

    id: str
    name: str
    price: int
    income: int
    blocks: str = ""  # the hex where nobody builds while a player owns it
    tiles: tuple[str, ...] = ()  # what it may build
    hexes: tuple[str, ...] = ()  # and where
    spares: str = ""  # the terrain that costs its company nothing
    share_of: str = ""  # the company it can be swapped for a share of
    fewest_players: int = 2
    stays: int = 0  # what it earns a player after the others have closed; 0 if it closes too

    @property
    def least(self) -> int:
        """The least a company pays for it: half the price, rounded up."""
        return (self.price + 1) // 2

    @property
    def most(self) -> int:
        return 2 * self.price


@dataclass(frozen=True, eq=False)
class ShikokuBox(Box):
    """The parts of 1889: a box with private companies, cheapest first."""

    privates: Mapping[str, Private] = field(default_factory=dict)


@dataclass(frozen=True)
class Figures:
    """Figures of the rules that are no parts of the box."""

    holding_limit: int
    pool_limit: int
    floats_at: int
    bid_step: int


@cache
def figures() -> Figures:
    game = load_toml(DATA, "game.toml")
    return Figures(game["holding_limit"], game["pool_limit"], game["floats_at"], game["bid_step"])


@cache
def box(players: int, beginner: bool = False, full_cities_stop_trains: bool = True) -> ShikokuBox:
    """Everything in the box that this number of players uses."""
    game = load_toml(DATA, "game.toml")
    trains = load_toml(DATA, "trains.toml")
    tiles = read_tiles(load_toml(DATA, "tiles.toml"))
    if beginner:
        tiles |= read_tiles(load_toml(DATA, "beginner_tiles.toml"))
    return ShikokuBox(
        map=read_map(load_toml(DATA, "board.toml")),
        tiles=tiles,
        market=read_market(load_toml(DATA, "market.toml")),
        trains=read_trains(trains),
        phases=read_phases(trains),
        companies=read_companies(load_toml(DATA, "companies.toml")),
        starts=read_starts(game),
        bank=game["bank"],
        money="¥{}",
        full_cities_stop_trains=full_cities_stop_trains,
        privates=_beginner(players) if beginner else _privates(players),
    )


def _privates(players: int) -> dict[str, Private]:
    """The privates of the full game; some need more players."""
    found = [_private(id, block) for id, block in load_toml(DATA, "privates.toml")["privates"].items()]
    return {private.id: private for private in found if private.fewest_players <= players}


def _beginner(players: int) -> dict[str, Private]:
    """The privates of the beginner game: one a player, at prices of their own, without powers."""
    data = load_toml(DATA, "privates.toml")
    dealt, prices, incomes = (data["beginner"][key] for key in ("dealt", "prices", "incomes"))
    names = {id: block["name"] for id, block in data["privates"].items()}
    ids = sorted(dealt[str(players)], key=lambda id: (prices[id], list(names).index(id)))
    return {id: Private(id, names[id], prices[id], incomes[id]) for id in ids}


def _private(id: str, block: Mapping[str, Any]) -> Private:
    builds = block.get("builds", {})
    return Private(
        id=id,
        name=block["name"],
        price=block["price"],
        income=block["income"],
        blocks=block.get("blocks", ""),
        tiles=tuple(builds.get("tiles", ())),
        hexes=tuple(builds.get("hexes", ())),
        spares=block.get("spares", ""),
        share_of=block.get("share_of", ""),
        fewest_players=block.get("fewest_players", 2),
        stays=block.get("stays", 0),
    )
