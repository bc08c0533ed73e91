"""The bonus for the first line between Nuremberg and Fürth (Sonder-Siegpunkte), once in a game."""

from __future__ import annotations

from kursbuch.titles.nuremberg.rules.net import shortest_ways
from kursbuch.titles.nuremberg.rules.state import Table


def pay_bonus(s: Table, builder: str) -> None:
    """If the links just laid join the cities for the first time, pay all who own part of the shortest way."""
    if s.bonus_paid:
        return  # FTN-30-9
    way = scoring_way(s, builder)
    if not way:
        return
    s.bonus_paid = True
    for player in s.players:  # companies score nothing (FTN-30-8)
        own = len(s.links[player].intersection(way))
        if own:
            s.vp[player] += own * s.box.bonus["per_link"]
            s.note("bonus", player=player, links=own, points=own * s.box.bonus["per_link"])


def scoring_way(s: Table, builder: str) -> list[str]:
    """The connection that scores, as border ids; empty if there is none.

    The shortest through the links of all players and companies (FTN-30-4); among equals the one with most
    links of the builder, then with most links of players, then with the lowest border ids (FTN-30-5 to 30-7).
    """
    links = frozenset().union(*s.links.values())
    players = frozenset().union(*(s.links[player] for player in s.players))

    def rank(way: list[str]) -> tuple[int, int, list[str]]:
        return -len(s.links[builder].intersection(way)), -len(players.intersection(way)), sorted(way)

    return min(shortest_ways(s.box, links, s.box.bonus["from"], s.box.bonus["to"]), key=rank, default=[])
