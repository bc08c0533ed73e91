"""The box of a standard title: a railway box with private companies and the figures of the rules, read from data.

One vocabulary for every `privates.toml`, privates in the order in which they are sold:

    name, price, income
    blocks = ["K4"]           hexes where nobody lays a tile while a player owns it
    spares = "mountain"       the terrain that costs the company that owns it nothing
    share_of = "NER"          the company for a share of which its player hands it in
    share_from = ["offer"]    where that share may lie: "offer", "pool"
    brings = { company = "NER", certificate = 1 }
                              what its buyer in the opening gets with it; certificate 0 is the president's, whose new
                              owner sets the par at once; company "drawn" is the one drawn for each game
    closes_with_train_of = "NER"   the company whose first train closes it; "drawn" as above
    never_sold = true         neither to a company nor to another player
    to_companies = [20, 80]   what a company pays for it; half the price, rounded up, to twice the price if not said
    fewest_players = 3        with fewer it is not in the game
    stays = 50                what it earns a player after the others have closed

    [privates.ID.builds]      tiles that its power lays, once
    tiles, hexes              which, and where
    by = "player"             who: "player" or "company" that owns it, or its "seller" at the moment of the sale
    when = "any time"         of the company's turn, or "track": in the step in which it lays its tile
    extra = true              beside the tile of the turn; false: in its place
    connected = false         whether the tile must extend a route of the company
    pays = false              whether what is printed on the hex is paid
    all_or_none = false       one tile on each hex, one right after the other
    joined = false            these tiles must join each other
    lost_when_covered = false the right is gone when any tile lies on one of the hexes
    station = "free"          the company may at once put its next token there for nothing, as the one of this turn

    [between_players]         players sell each other privates: from_stock_round, least price
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kursbuch.core.overlay import SOURCE
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
from kursbuch.rail.state import OFFER

INTO_COMPANIES = "privates into companies"  # the feature of a phase in which companies buy privates
BETWEEN_PLAYERS = "privates between players"  # the feature of a phase in which players buy them of each other
DRAWN = "drawn"  # stands for the company drawn for this game


@dataclass(frozen=True, slots=True)
class Builds:
    """What a private can build, and on what terms."""

    tiles: tuple[str, ...]
    hexes: tuple[str, ...]
    by: str = "player"
    when: str = "any time"
    extra: bool = True
    connected: bool = False
    pays: bool = False
    all_or_none: bool = False
    joined: bool = False
    lost_when_covered: bool = False
    station: str = ""


@dataclass(frozen=True, slots=True)
class Brings:
    """A certificate that comes with a private."""

    company: str
    certificate: int


@dataclass(frozen=True, slots=True)
class Private:
    """A private company: what it costs and earns, and what it can do."""

    id: str
    name: str
    price: int
    income: int
    blocks: tuple[str, ...] = ()
    builds: Builds | None = None
    spares: str = ""
    share_of: str = ""
    share_from: tuple[str, ...] = (OFFER,)
    brings: Brings | None = None
    closes_with_train_of: str = ""
    never_sold: bool = False
    to_companies: tuple[int, ...] = ()
    fewest_players: int = 2
    stays: int = 0

    @property
    def least(self) -> int:
        """The least a company pays for it.

        >>> Private("X", "Some Canal", 45, 10).least
        23
        """
        return self.to_companies[0] if self.to_companies else (self.price + 1) // 2

    @property
    def most(self) -> int:
        """The most a company pays for it."""
        return self.to_companies[1] if self.to_companies else 2 * self.price


@dataclass(frozen=True, slots=True)
class BetweenPlayers:
    """When players may sell each other privates, and for how little."""

    from_stock_round: int
    least: int


@dataclass(frozen=True, slots=True)
class Export:
    """The next new train leaves the game at certain moments, if it is of one of these kinds."""

    kinds: tuple[str, ...]
    after_sets: bool  # of operating rounds
    in_the_opening: bool  # when all pass and incomes are paid


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of `game.toml` that are no parts of the box."""

    holding_limit: int  # per cent of a company that a player may hold
    pool_limit: int  # per cent of a company that the pool may hold
    floats_at: int  # per cent sold
    bid_step: int  # a bid is at least so much above the one before
    bid_multiple: int = 1  # of which bids are multiples
    price_drop: int = 5  # of the first private when all pass
    privates_close: str = "5"  # the phase that closes them
    empty_bank_is_broken: bool = True  # else only one that cannot pay in full


@dataclass(frozen=True, eq=False)
class StandardBox(Box):
    """The parts of a standard title: a box with private companies and figures."""

    privates: Mapping[str, Private] = field(default_factory=dict)
    figures: Figures = field(default_factory=lambda: Figures(60, 50, 60, 5))
    between_players: BetweenPlayers | None = None
    export: Export | None = None


def read_box(package: str, players: int, **instead: Any) -> StandardBox:
    """The box that a title's data folder describes, for so many players; `instead` replaces parts of it."""
    game = load_toml(package, "game.toml")
    trains = load_toml(package, "trains.toml")
    privates = load_toml(package, "privates.toml")
    parts: dict[str, Any] = {
        "map": read_map(load_toml(package, "board.toml")),
        "tiles": read_tiles(load_toml(package, "tiles.toml")),
        "market": read_market(load_toml(package, "market.toml")),
        "trains": read_trains(trains),
        "phases": read_phases(trains),
        "companies": read_companies(load_toml(package, "companies.toml")),
        "starts": read_starts(game),
        "bank": game["bank"],
        "money": game["money"],
        "privates": read_privates(privates, players),
        "figures": read_figures(game),
        "between_players": read_between_players(privates),
        "export": read_export(trains["export"]) if "export" in trains else None,
    }
    return StandardBox(**{**parts, **instead})


def read_between_players(data: Mapping[str, Any]) -> BetweenPlayers | None:
    """How players deal in privates, as `privates.toml` says; None if they do not.

    >>> read_between_players({"privates": {}}) is None
    True
    """
    given = data.get("between_players")
    if given is None:
        return None
    return BetweenPlayers(**{key: value for key, value in given.items() if key != SOURCE})


def read_privates(data: Mapping[str, Any], players: int) -> dict[str, Private]:
    """The privates of `privates.toml` that are in the game with so many players.

    >>> canal = {"name": "Some Canal", "price": 80, "income": 15, "blocks": ["D2"], "fewest_players": 3}
    >>> (
    ...     read_privates({"privates": {"SC": canal}}, 3)["SC"].blocks,
    ...     read_privates({"privates": {"SC": canal}}, 2),
    ... )
    (('D2',), {})
    """
    found = [read_private(id, block) for id, block in data["privates"].items()]
    return {private.id: private for private in found if private.fewest_players <= players}


def read_private(id: str, block: Mapping[str, Any]) -> Private:
    """A private from its block; every list of the file becomes a tuple."""
    apart = ("builds", "brings", SOURCE)
    plain = {key: _frozen(value) for key, value in block.items() if key not in apart}
    builds, brings = block.get("builds"), block.get("brings")
    return Private(
        id,
        builds=Builds(**{key: _frozen(value) for key, value in builds.items()}) if builds else None,
        brings=Brings(**brings) if brings else None,
        **plain,
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def read_figures(data: Mapping[str, Any]) -> Figures:
    """The figures among the entries of `game.toml`.

    >>> read_figures(
    ...     {"holding_limit": 60, "pool_limit": 50, "floats_at": 50, "bid_step": 5, "bank": 7000}
    ... ).floats_at
    50
    """
    return Figures(**{key: data[key] for key in Figures.__slots__ if key in data})


def read_export(data: Mapping[str, Any]) -> Export:
    """The block `export` of `trains.toml`: kinds of trains, and when: "after sets", "in the opening"."""
    return Export(tuple(data["kinds"]), "after sets" in data["when"], "in the opening" in data["when"])
