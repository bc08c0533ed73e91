"""Certificates: who holds what, who is president, and how the president's certificate changes hands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import combinations

from kursbuch.rail.box import SINGLE
from kursbuch.rail.state import OUT, RailState

__all__ = [
    "SINGLE",
    "change_back",
    "change_certificate",
    "check_president",
    "counted",
    "hand_over",
    "held",
    "is_changed",
    "move",
    "named",
    "overtaker",
    "percent",
    "pick",
    "pick_from",
    "president",
    "raise_sold_out",
    "successor",
    "ways",
]


def percent(s: RailState, owner: str, company: str) -> int:
    """The part of a company that an owner holds."""
    owners = s.shares[company]
    extra = s.box.in_singles.get(company)
    if extra is None:
        return _parts(s.box.percents[company], owners).get(owner, 0)
    held = SINGLE * owners.count(owner)
    return held + extra if held and owners[0] == owner else held


@lru_cache(maxsize=4096)
def _parts(sizes: tuple[int, ...], owners: tuple[str, ...]) -> Mapping[str, int]:
    """The part that each owner of certificates of these sizes holds; those beyond them are single shares."""
    parts: dict[str, int] = {}
    for n, owner in enumerate(owners):
        parts[owner] = parts.get(owner, 0) + (sizes[n] if n < len(sizes) else SINGLE)
    return parts


def change_certificate(s: RailState, company: str) -> None:
    """The bank changes a president's certificate that lies somewhere into single shares that lie there.

    It leaves the game until somebody is president again; the single shares are added behind the others.
    """
    owners = s.shares[company]
    singles = s.box.percents[company][0] // SINGLE
    s.shares[company] = (OUT, *owners[1:], *(owners[0],) * singles)


def is_changed(s: RailState, company: str) -> bool:
    """Whether single shares stand for the president's certificate."""
    return len(s.shares[company]) > len(s.box.percents[company])


def change_back(s: RailState, company: str, given: Collection[int], to: str) -> None:
    """Single shares go back for the president's certificate, which comes into play again."""
    owners = s.shares[company]
    s.shares[company] = (to, *(owner for n, owner in enumerate(owners) if n and n not in given))


def president(s: RailState, company: str) -> str:
    """The player who decides for the company: its president, else its manager; "" if there is neither."""
    owner = s.shares[company][0]
    return owner if owner in s.players else s.managers.get(company, "")


def held(s: RailState, owner: str, company: str) -> list[int]:
    """The numbers of the certificates an owner holds, the president's first."""
    return [n for n, holder in enumerate(s.shares[company]) if holder == owner]


def move(s: RailState, company: str, certificates: Iterable[int], to: str) -> None:
    """Hand certificates over; the only way they move."""
    owners = list(s.shares[company])
    for n in certificates:
        owners[n] = to
    s.shares[company] = tuple(owners)


def pick(s: RailState, owner: str, company: str, size: int) -> list[int] | None:
    """Ordinary certificates of an owner that make up exactly this percentage, as few as possible; None if none do."""
    return pick_from(s, held(s, owner, company), company, size)


def pick_from(s: RailState, numbers: Iterable[int], company: str, size: int) -> list[int] | None:
    """The ordinary ones among these certificates that make up exactly this percentage; None if none do."""
    paper = s.box.companies[company].certificates
    ordinary = [n for n in numbers if not paper[n].president]
    if all(paper[n].percent == 10 for n in ordinary):  # the common case needs no search
        return ordinary[: size // 10] if size % 10 == 0 and len(ordinary) * 10 >= size else None
    for count in range(1, len(ordinary) + 1):
        for chosen in combinations(ordinary, count):
            if sum(paper[n].percent for n in chosen) == size:
                return list(chosen)
    return None


def ways(s: RailState, numbers: Iterable[int], company: str, size: int) -> list[tuple[int, ...]]:
    """The different ways to make up this percentage of the ordinary ones among these certificates: the sizes of each,
    biggest first; the way with the fewest certificates comes first.
    """
    paper = s.box.companies[company].certificates
    return _ways(tuple(sorted([paper[n].percent for n in numbers if not paper[n].president])), size)


@lru_cache(maxsize=1024)
def _ways(sizes: tuple[int, ...], total: int) -> list[tuple[int, ...]]:
    most = range(1, len(sizes) + 1)
    found = {c for count in most for c in combinations(reversed(sizes), count) if sum(c) == total}
    return sorted(found, key=lambda way: (len(way), way))


def named(s: RailState, numbers: Iterable[int], company: str, sizes: Iterable[int]) -> list[int] | None:
    """Ordinary ones among these certificates with exactly these sizes; None if they are not all there."""
    paper = s.box.companies[company].certificates
    left = [n for n in numbers if not paper[n].president]
    out = []
    for size in sizes:
        n = next((n for n in left if paper[n].percent == size), None)
        if n is None:
            return None
        left.remove(n)
        out.append(n)
    return out


def counted(s: RailState, player: str, free_zones: Collection[str]) -> int:
    """How many of a player's certificates count towards the limit; those in free zones do not."""
    total = 0
    for company, owners in s.shares.items():
        own = owners.count(player)
        if own and not (free_zones and company in s.prices and s.prices.cell(company).zone in free_zones):
            total += own
    return total


def raise_sold_out(s: RailState) -> None:
    """The prices of companies that are wholly in players' hands rise one cell, all at once."""
    s.raise_prices(c for c in s.founded if all(owner in s.players for owner in s.shares[c]))


def successor(s: RailState, company: str, holdings: dict[str, int], outgoing: str, least: int) -> str:
    """Who takes over from a president left with too little: the largest holder of at least `least` per cent,
    among equals the one sitting next clockwise. The outgoing president if nobody holds more.
    """
    best = outgoing
    for player in s.clockwise_from(outgoing)[1:]:
        share = holdings[player]
        if share >= least and share > holdings[outgoing] and (best == outgoing or share > holdings[best]):
            best = player
    return best


def hand_over(s: RailState, company: str, to: str, sizes: tuple[int, ...] = ()) -> None:
    """The new president takes the president's certificate and gives ordinary ones of the same size for it: those of
    these sizes, or as few as will do.
    """
    old = s.shares[company][0]
    size = s.box.companies[company].certificates[0].percent
    given = named(s, held(s, to, company), company, sizes) if sizes else pick(s, to, company, size)
    assert given is not None, f"{to} cannot swap for the presidency of {company}"
    move(s, company, given, old)
    move(s, company, [0], to)
    s.note("president", company=company, player=to, before=old)


def overtaker(s: RailState, company: str) -> str:
    """Who has come to hold more than the president; the president if nobody has."""
    holdings = {player: percent(s, player, company) for player in s.players}
    least = s.box.companies[company].certificates[0].percent
    return successor(s, company, holdings, president(s, company), least)


def check_president(s: RailState, company: str) -> None:
    """Give the presidency to whoever has come to hold more than the president."""
    best = overtaker(s, company)
    if best != president(s, company):
        hand_over(s, company, best)
