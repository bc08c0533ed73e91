"""Lines on the board: what a set of links touches and joins, and the shortest way through it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from kursbuch.titles.nuremberg.rules.parts import Box

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
        a, _, b = link.partition("|")  # what the border is called by
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
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


def shortest_ways(box: Box, links: Collection[str], starts: Iterable[str], goal: str) -> list[list[str]]:
    """Every shortest way over the links from any start to the goal, as border ids; none if cut off."""
    beside = beyond_each(links)
    ways = [[area] for area in starts if area in beside]
    seen = {way[0] for way in ways}
    while ways:
        done = [box.borders_along(way) for way in ways if way[-1] == goal]
        if done:
            return done
        ways = [[*way, to] for way in ways for to in beside[way[-1]] if to not in seen]
        seen.update(way[-1] for way in ways)
    return []
