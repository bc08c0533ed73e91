"""The box of 18TE, read from its data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from kursbuch.core.edition import per_edition
from kursbuch.rail.board.map import Map
from kursbuch.rail.box import Box, Company, TokenKind
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

DATA = "kursbuch.titles.te18.data"


@dataclass(frozen=True)
class Figures:
    """Figures of the rules that are no parts of the box."""

    holding_limit: int
    pool_limit: int
    bonus: int
    minimum_bid: int
    bid_step: int


@dataclass(frozen=True, eq=False)
class Box18TE(Box):
    """The parts of 18TE, with the figures of its rules."""

    figures: Figures = Figures(60, 50, 100, 180, 10)


def _figures() -> Figures:
    game, companies = load_toml(DATA, "game.toml"), load_toml(DATA, "companies.toml")
    return Figures(
        holding_limit=game["holding_limit"],
        pool_limit=game["pool_limit"],
        bonus=companies["bonus"],
        minimum_bid=companies["minimum_bid"],
        bid_step=companies["bid_step"],
    )


@per_edition
def box(tokens: str = "3/3/3/1/3", goal_token_cost: int = 0) -> Box18TE:
    """Everything in the box; how the 13 station markers are split is an option (conflict C3)."""
    game = load_toml(DATA, "game.toml")
    board = read_map(load_toml(DATA, "board.toml"))
    trains = load_toml(DATA, "trains.toml")
    return Box18TE(
        map=replace(board, too_near=near_reds(board)),
        tiles=read_tiles(load_toml(DATA, "tiles.toml")),
        market=read_market(load_toml(DATA, "market.toml")),
        trains=read_trains(trains),
        phases=read_phases(trains),
        companies=_companies(tokens, goal_token_cost),
        starts=read_starts(game),
        bank=game["bank"],
        money="{} M",
        figures=_figures(),
    )


def _companies(tokens: str, goal_token_cost: int) -> Mapping[str, Company]:
    out = read_companies(load_toml(DATA, "companies.toml"))
    for (id, company), count in zip(out.items(), tokens.split("/"), strict=True):
        kinds = [replace(t, cost=goal_token_cost) if t.role == "goal" else t for t in company.tokens]
        plain = next((t for t in kinds if t.role == "plain"), TokenKind("plain", 50))
        while len(kinds) > int(count):
            kinds.remove(plain)
        while len(kinds) < int(count):
            kinds.insert(1, plain)
        out[id] = replace(company, tokens=tuple(kinds))
    return out


def near_reds(board: Map) -> frozenset[frozenset[str]]:
    """Pairs of red areas that touch or have only one hex between them (18TE-7.2-8)."""
    reds = [h for h, hex in board.hexes.items() if hex.print.colour == "red"]
    out = set()
    for a, b in combinations(reds, 2):
        around = {n for n in board.beside[a] if n}
        if b in around or around & {n for n in board.beside[b] if n}:
            out.add(frozenset((a, b)))
    return frozenset(out)
