"""The board of First Train to Nuremberg for its judge: areas, borders, links, stations and pieces."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.judges.books import Disagreement

COMPANIES = ("red", "green")
SOUTH = "the_south"  # may be left, never entered

Link = frozenset[str]


def links_of(line: Sequence[str]) -> list[Link]:
    return [frozenset(pair) for pair in pairwise(line)]


def is_unbranched(line: Sequence[str]) -> bool:
    """A line comes nowhere twice, but may close to a ring."""
    inner = line[1:] if len(line) > 3 and line[0] == line[-1] else line
    return len(set(inner)) == len(inner)


class Board:
    """Who has which links, whom stations belong to, and what lies in the areas."""

    def __init__(self, data: Path, players: Iterable[str]) -> None:
        def read(name: str) -> Any:
            return tomllib.loads((data / f"{name}.toml").read_text(encoding="utf-8"))[name[:-1]]

        areas, borders = read("areas"), read("borders")
        self.kind = {area["id"]: area["kind"] for area in areas}
        self.estates = {area["id"] for area in areas if area.get("estate")}
        self.belongs = {area["id"]: set(area.get("colours", ())) for area in areas}
        self.river = {frozenset(border["between"]): "river" in border for border in borders}
        closed = {frozenset(border["between"]) for border in borders if border.get("closed")}
        self.open = {link for link in self.river if link not in closed and "hop" not in self.kinds(link)}
        self.links: dict[str, set[Link]] = {owner: set() for owner in (*players, *COMPANIES)}
        self.pieces: dict[str, Counter[str]] = defaultdict(Counter)

    def kinds(self, areas: Iterable[str]) -> set[str]:
        return {self.kind[area] for area in areas}

    def beside(self, area: str) -> Iterator[str]:
        for border in self.river:
            if area in border:
                yield next(other for other in border if other != area)

    def touched(self, owner: str) -> set[str]:
        return {area for link in self.links[owner] for area in link}

    def is_station(self, area: str) -> bool:
        return self.kind[area] in ("city", "station")

    # -- building ---------------------------------------------------------------------------------

    def build(self, player: str, chain: Sequence[str]) -> Counter[str]:
        """Lay a chain; what it costs in build points and points of each colour (FTN phase 5)."""
        if not self.belongs[chain[0]] and chain[0] not in self.touched(player):
            raise Disagreement(f"no chain of {player} begins in {chain[0]}")
        if not is_unbranched(chain) or SOUTH in chain[1:]:
            raise Disagreement(f"a chain does not go {chain}")
        taken = set().union(*self.links.values())
        bill: Counter[str] = Counter()
        for link in links_of(chain):
            if link not in self.open or link in taken:
                raise Disagreement(f"no link can lie across {sorted(link)}")
            bill["build"] += 2 if self.river[link] else 1
            self.links[player].add(link)
        for area in set(chain):  # in and out again costs once
            bill.update(self.belongs[area])
        for area in chain[1:]:
            bill["white"] += self.pieces[area].pop("landowner", 0)
        if len(self.links[player]) > 15:
            raise Disagreement(f"{player} has more than 15 links")
        return bill

    def shares_of_bonus(self, builder: str, players: Sequence[str]) -> dict[str, int] | None:
        """The links each player has on the shortest way from Nuremberg to Fürth; None while there is none.

        Among equals the way with most links of the builder, then of all players, then the lowest in the alphabet.
        """
        ways = self._shortest_ways(("nbg_nord", "nbg_sued"), "fuerth")
        if not ways:
            return None

        def rank(way: list[Link]) -> tuple[int, int]:
            return -len(self.links[builder] & set(way)), -sum(len(self.links[p] & set(way)) for p in players)

        best = min(map(rank, ways))
        shares = [{p: len(self.links[p] & set(way)) for p in players} for way in ways if rank(way) == best]
        if any(
            other != shares[0] for other in shares
        ):  # then the names of the borders decide, which we leave
            return {}
        return {player: own for player, own in shares[0].items() if own}

    def _shortest_ways(self, starts: Iterable[str], goal: str) -> list[list[Link]]:
        net = set().union(*self.links.values())
        ways: list[tuple[str, list[Link]]] = [(start, []) for start in starts]
        seen = set(starts)
        while ways:
            done = [way for area, way in ways if area == goal]
            if done:
                return done
            further = []
            for area, way in ways:
                for link in net:
                    if area in link:
                        other = next(a for a in link if a != area)
                        if other not in seen:
                            further.append((other, [*way, link]))
            ways = further
            seen |= {area for area, _ in ways}
        return []

    # -- transport --------------------------------------------------------------------------------

    def can_carry(self, player: str, piece: str, area: str) -> bool:
        """By own links from the area: post anywhere, passengers to their colour; beer from the neighbour."""
        own = self.touched(player)
        if piece == "post":
            return area in own and not any(area in self.touched(company) for company in COMPANIES)
        if piece == "beer":
            return any(other in own for other in self.neutral_beside(area))
        return area in own and any(piece in self.belongs[end] for end in self._reached(player, area))

    def neutral_beside(self, area: str) -> list[str]:
        return [a for a in self.beside(area) if self.is_station(a) and not self.belongs[a]]

    def _reached(self, player: str, area: str) -> set[str]:
        found, last = {area}, {area}
        while last:
            last = {a for link in self.links[player] if link & last for a in link} - found
            found |= last
        return found

    # -- take-overs -------------------------------------------------------------------------------

    def take_over(self, player: str, company: str, line: Sequence[str]) -> set[str]:
        """Links become the company's; the stations on the line that join it (FTN phase 9)."""
        links = links_of(line)
        if not set(links) <= self.links[player] or not is_unbranched(line):
            raise Disagreement(f"{player} has no line {line}")
        if company not in self.belongs[line[0]] or not self.is_station(line[-1]):
            raise Disagreement(f"a line of the {company} company does not go {line}")
        self.links[player] -= set(links)
        self.links[company] |= set(links)
        joined = {area for area in line if self.is_station(area) and company not in self.belongs[area]}
        for area in joined:
            self.belongs[area].add(company)
        return joined

    def clear(self) -> Counter[tuple[str, str]]:
        """What can no longer be carried leaves the board: post by company track, beer, passengers at home."""
        gone: Counter[tuple[str, str]] = Counter()
        by_company = {area for company in COMPANIES for area in self.touched(company)}
        for area, here in self.pieces.items():
            leaving = {colour for colour in self.belongs[area] if here[colour]}
            if here["post"] and area in by_company:
                leaving.add("post")
            if here["beer"] and not self.neutral_beside(area):
                leaving.add("beer")
            for piece in leaving:
                gone[piece, area] += here.pop(piece)
        return gone
