"""Lines on the board: what a set of links touches and joins, and the shortest way through it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from kursbuch.titles.nuremberg.rules.board import BETWEEN, BORDERS

Net = Mapping[str, tuple[str, ...]]  # each area touched -> all areas joined to it, itself included


@lru_cache(maxsize=8192)
def net(links: frozenset[str]) -> Net:
    """Which areas the links touch, and which of them are joined with each other.

    >>> sorted(net(frozenset({"nbg_nord|kraftshof"}))["kraftshof"])
    ['kraftshof', 'nbg_nord']
    """
    beside = beyond_each(links)
    joined: dict[str, tuple[str, ...]] = {}
    for start in beside:
        if start not in joined:
            part = tuple(_walk(start, beside))
            joined.update(dict.fromkeys(part, part))
    return joined


def beyond_each(links: Iterable[str]) -> dict[str, list[str]]:
    """From each area touched the areas one link away, in the order of the border ids."""
    beside: dict[str, list[str]] = {}
    for link in sorted(links):
        border = BORDERS[link]
        beside.setdefault(border.a, []).append(border.b)
        beside.setdefault(border.b, []).append(border.a)
    return beside


def _walk(start: str, beside: Mapping[str, list[str]]) -> Iterator[str]:
    seen, ahead = {start}, [start]
    while ahead:
        area = ahead.pop()
        yield area
        for to in beside[area]:
            if to not in seen:
                seen.add(to)
                ahead.append(to)


def borders_along(line: Iterable[str]) -> list[str]:
    """The ids of the borders that a line of areas crosses.

    >>> borders_along(["fuerth", "poppenreuth", "nbg_nord"])
    ['fuerth|poppenreuth', 'nbg_nord|poppenreuth']
    """
    return [BETWEEN[pair].id for pair in pairwise(line)]


def shortest_ways(links: Collection[str], starts: Iterable[str], goal: str) -> list[list[str]]:
    """Every shortest way over the links from any start to the goal, as border ids; none if cut off."""
    beside = beyond_each(links)
    ways = [[area] for area in starts if area in beside]
    seen = {way[0] for way in ways}
    while ways:
        done = [borders_along(way) for way in ways if way[-1] == goal]
        if done:
            return done
        ways = [[*way, to] for way in ways for to in beside[way[-1]] if to not in seen]
        seen.update(way[-1] for way in ways)
    return []
