"""Station markers: inside the area, spaces kept for homes, what they cost (1853 §4.4)."""

from __future__ import annotations

from kursbuch.core import Refusal, refuse
from kursbuch.rail.board import Place
from kursbuch.rail.box import TokenKind
from kursbuch.rail.rounds import did
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.steps.station import token_for
from kursbuch.titles.india.rules.area import MUST_RUN, must_run, why_not_outside
from kursbuch.titles.india.rules.credit import may_spend
from kursbuch.titles.india.rules.founding import home_place
from kursbuch.titles.india.rules.run import best_to
from kursbuch.titles.india.rules.state import StateIndia


def why_not_here(s: StateIndia, company: str, place: Place) -> Refusal | None:
    """Homes of companies not yet in operation, the area, and no spending before a train on credit is paid."""
    if kept_for_homes(s, place):
        return refuse("station.kept-home", "The space is kept for another company.")
    hex = place[0]
    if hex not in s.box.charters[company].area:
        key = ("station outside", company, hex, s.trains.get(company), s.phase_number)
        if key not in s.board.known:
            s.board.known[key] = why_not_outside(s, company, hex)
        refusal: Refusal | None = s.board.known[key]
        if refusal := refusal or _cannot_run_to_all(s, company, place):
            return refusal
    token = token_for(s, company, place)
    cost = token.cost if token else 0
    return may_spend(s, company, cost) or _too_dear(s, company, cost)


def _too_dear(s: StateIndia, company: str, cost: int) -> Refusal | None:
    """Further stations have a price of their own in the book (1853-4.4.4-3); what the first costs the kernel sees."""
    first = next(token for token in s.box.companies[company].tokens if token.role != "home")
    if s.cash[company] < cost != first.cost:
        return refuse(
            "1853-4.4.4-3",
            "This costs {cost}; {company} has {cash}.",
            cost=cost,
            company=company,
            cash=s.cash[company],
        )
    return None


def _cannot_run_to_all(s: StateIndia, company: str, place: Place) -> Refusal | None:
    """What was upgraded outside in this turn must be run to as well; together that may be too much."""
    earlier = [hex for hex in must_run(s) if hex != place[0]]
    if not earlier:
        return None
    there = s.copy()
    there.board = s.board.with_token(place, s.board.slots(place).index(""), company)
    if best_to(there, company, (*earlier, place[0])) is not None:
        return None
    return refuse(
        "1853-4.4.2-4",
        "The trains of {company} could not run there and to {hex} in the same turn.",
        company=company,
        hex=earlier[0],
    )


def kept_for_homes(s: StateIndia, place: Place) -> bool:
    """Whether the free spaces of a city are all wanted by homes, also after the tile there has changed."""
    waiting = 0
    for company in s.box.companies:
        if company in s.founded:
            continue
        for token in s.tokens[company]:
            if token.role == "home" and token.hex == place[0] and home_place(s, company, token.hex) == place:
                waiting += 1
    return 0 < waiting >= s.board.slots(place).count("")


def built(s: StateIndia, company: str, token: TokenKind, place: Place) -> None:
    """A station outside the area must be run to in the same turn (1853-4.4.2-4)."""
    if place[0] not in s.box.charters[company].area:
        did(s, Deed("station", place[0]))
        did(s, Deed(MUST_RUN, place[0]))
