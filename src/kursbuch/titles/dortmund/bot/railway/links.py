"""Railway links: for what the location earns more, and for the beer."""

from __future__ import annotations

from kursbuch.core import Action
from kursbuch.rail.actions import Pass
from kursbuch.titles.dortmund.bot.railway.plan import DortmundPlan
from kursbuch.titles.dortmund.bot.railway.seat import DortmundSeat
from kursbuch.titles.dortmund.railway.actions import Connect
from kursbuch.titles.dortmund.railway.links import link_cost, next_value

CUBE = 15.0  # what a cube of beer is worth to its owner, before it is clear who will carry it
ASIDE = 0.3  # what more income counts at a place where no train runs yet
OPENED = 3.0  # income a round that comes from being allowed to upgrade a location
DEAR = 0.5  # what a mark of its cost counts, compared with a mark of income


def choose(seat: DortmundSeat) -> Action:
    """The link that brings most, or none if none is worth its cost or the money is needed for a train."""
    links = seat.of_kind(Connect)
    passes = seat.of_kind(Pass)
    company = links[0].actor
    used = DortmundPlan(seat, company).visits()
    rounds = max(1.0, seat.rounds_left - 0.5)
    best: tuple[float, Action | None] = (0.0, passes[0] if passes else None)
    for link in links:
        cost = link_cost(seat.table, company, link.hex)
        if cost and short(seat, company, cost):
            continue
        now = seat.table.links.get(link.hex, 0)
        gain = (next_value(seat.table, link.hex) - now) * used.get(link.hex, ASIDE)
        gain += 0 if now else OPENED
        worth = seat.share(seat.me, company) / 100 * (rounds * gain - DEAR * cost) + beer(seat, company)
        if best[1] is None or worth > best[0]:
            best = (worth, link)
    return best[1] or links[0]


def short(seat: DortmundSeat, company: str, cost: int) -> bool:
    """Whether the cost would leave a railway that needs a train without the money for it."""
    if seat.cheapest is None or seat.lasting(seat.trains(company)):
        return False
    return seat.purse(company) - cost < seat.cheapest


def beer(seat: DortmundSeat, company: str) -> float:
    """What the beer for a link is worth to me: nothing once there is none, or no time to carry it."""
    if seat.is_guest(company) or not seat.position["beer"] or seat.rounds_left < 2:
        return 0.0
    return CUBE
