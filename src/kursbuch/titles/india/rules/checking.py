"""What to look at in a corrected box of 1853: prices that shares can start at, homes that are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kursbuch.rail.board.tile import STOP
from kursbuch.rail.loader import read_market, read_tile

Found = tuple[str, str, Mapping[str, Any], bool]


def check(data: Mapping[str, Any]) -> Iterator[Found]:
    """Everything that keeps a game from its end."""
    yield from _prices(data)
    yield from _homes(data)


def _prices(data: Mapping[str, Any]) -> Iterator[Found]:
    """Shares start at a price of the market, and the bank keeps less back of it than all (1853 §3.3, §2.8)."""
    pars = {cell.price for cell in read_market(data["market"]).pars}
    prices = {id: company["price"] for id, company in data["companies"]["companies"].items()}
    for id, price in prices.items():
        if price not in pars:
            yield f"companies.companies.{id}.price", "the market has no such price to start at", {}, True
    if prices and data["game"]["first_round_discount"] >= min(prices.values()):
        values = {"most": min(prices.values()) - 1}
        yield "game.first_round_discount", "expected a number of at most {most}", values, True


def _homes(data: Mapping[str, Any]) -> Iterator[Found]:
    """Each home is a city with a place of its own for every company that starts there."""
    taken: dict[tuple[str, int], int] = {}
    for id, company in data["companies"]["companies"].items():
        homes = [token["hex"] for token in company["tokens"] if token["role"] == "home"]
        for hex in (*homes, *filter(None, [company.get("second_home")])):
            at = f"companies.companies.{id}"
            print = read_tile(hex, {"colour": "white", **data["board"]["hexes"][hex]}, "box")
            edge = company.get("home_edges", {}).get(hex)
            beyond = () if edge is None else print.faces[0].beyond.get(edge, ())
            ends = [0] if edge is None else [end - STOP for end, _ in beyond if end >= STOP]
            if not ends:
                yield f"{at}.home_edges.{hex}", "no track leads from this side to a city", {}, True
                continue
            place = (hex, ends[0])
            taken[place] = taken.get(place, 0) + 1
            if ends[0] >= len(print.stops) or taken[place] > len(print.stops[ends[0]].slots):
                yield f"{at}.tokens", "there is no place for a station in {hex}", {"hex": hex}, True
