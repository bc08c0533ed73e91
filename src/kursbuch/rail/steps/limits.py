"""How much paper a player and the bank may hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from kursbuch.core import Refusal, refuse
from kursbuch.rail.paper.holdings import counted, percent
from kursbuch.rail.state import POOL, RailState, S


@dataclass(frozen=True)
class Limits(Generic[S]):
    """How much paper a player and the bank may hold; zones of the market that lift a limit."""

    certificates: int
    holding: int
    pool: int = 50
    uncounted: frozenset[str] = frozenset({"yellow"})
    unlimited: frozenset[str] = frozenset()
    other_paper: Callable[[S, str], int] = lambda s, player: 0  # what counts beside share certificates


def lies_in(s: RailState, company: str, zones: frozenset[str]) -> bool:
    """Whether a company's marker lies in one of these zones of the market."""
    return company in s.prices and s.prices.cell(company).zone in zones


def room_for(s: RailState, limits: Limits, player: str, company: str, given: int = 0) -> Refusal | None:
    """Whether a player may take one more certificate of a company, with so many given for it."""
    if lies_in(s, company, limits.uncounted):
        return None
    have = certificates(s, limits, player)
    if have - given >= limits.certificates:
        return refuse(
            "buy.certificate-limit",
            "{player} holds {have} certificates; the limit is {limit}.",
            player=player,
            have=have,
            limit=limits.certificates,
        )
    return None


def certificates(s: RailState, limits: Limits, player: str) -> int:
    """How many certificates of a player count towards the limit."""
    found = s.findings
    if found is None:
        return counted(s, player, limits.uncounted) + limits.other_paper(s, player)
    key = (id(limits), player)
    if key not in found:
        found[key] = counted(s, player, limits.uncounted) + limits.other_paper(s, player)
    have: int = found[key]
    return have


def surplus(s: RailState, limits: Limits, player: str) -> int:
    """How many certificates a player holds above the limit."""
    return max(0, certificates(s, limits, player) - limits.certificates)


def held_above(s: RailState, limits: Limits, player: str, company: str) -> bool:
    """Whether a player holds more of a company than is allowed, now that its price has moved."""
    return percent(s, player, company) > limits.holding and not lies_in(s, company, limits.unlimited)


def room_in_pool(s: RailState, company: str, limit: int) -> int:
    """How much more of a company the bank may hold, in per cent."""
    return limit - percent(s, POOL, company)


def pool_full(s: RailState, company: str, size: int, limit: int, rule: str) -> Refusal | None:
    """Why the bank does not take so much of a company, by this rule."""
    if size <= room_in_pool(s, company, limit):
        return None
    return refuse(
        rule,
        "The bank would hold {after} % of {company}; at most {limit} % are allowed.",
        after=percent(s, POOL, company) + size,
        company=company,
        limit=limit,
    )
