"""Where a chain of links may run, and what it costs (phase 5, Streckenbau)."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.core import Refusal, refuse
from kursbuch.titles.nuremberg.actions import NOTHING, Bill
from kursbuch.titles.nuremberg.board import AREAS, BETWEEN
from kursbuch.titles.nuremberg.box import BUILDING, COLOURS, COMPANIES, LANDOWNER
from kursbuch.titles.nuremberg.net import net
from kursbuch.titles.nuremberg.state import Table


def starts(s: Table, player: str) -> list[str]:
    """Every area where this player's chain may begin (FTN-24-1, FTN-24-3, FTN-24-5)."""
    return list(dict.fromkeys((*s.colours, *net(s.links[player]))))


def why_not_start(s: Table, player: str, area: str) -> Refusal | None:
    """Why a chain may not begin in this area."""
    if area in s.colours or area in net(s.links[player]):
        return None
    if any(area in net(links) for links in s.links.values()):
        return refuse("FTN-24-6", "The track in {area} is not yours, and no station there is red or green.", area=area)
    return refuse("FTN-24-4", "Begin at a red or green city or station or at your own track, not in {area}.", area=area)


def why_not_link(s: Table, player: str, chain: Sequence[str], to: str) -> Refusal | None:
    """Why the chain, which ends where its last area is, may not go on into this area."""
    here = chain[-1]
    border = BETWEEN.get((here, to))
    if border is None:
        return refuse("FTN-23-1", "{a} and {b} have no common border.", a=here, b=to)
    if "hop" in (AREAS[here].kind, AREAS[to].kind):
        return refuse("FTN-25-1", "Hop areas take no links.")
    if AREAS[to].exit_only:
        return refuse("FTN-25-3", "{area} may only be left, never entered.", area=AREAS[to].name)
    if border.closed:
        return refuse("FTN-25-4", "{a} and {b} may never be joined by a link.", a=here, b=to)
    if to in chain:
        return refuse("FTN-22-7", "The chain has been in {area} already.", area=to)
    if any(border.id in links for links in s.links.values()):
        return refuse("FTN-23-2", "There is a link between {a} and {b} already.", a=here, b=to)
    most = min(s.depot[player], BUILDING["most_links"])
    if len(chain) > most:
        return refuse("FTN-22-3", "You can lay {most} links in this turn.", most=most)
    return None


def link_bill(s: Table, chain: Sequence[str], to: str) -> Bill:
    """What one more link adds to the bill.

    No area comes twice in a chain, so that each company area is charged once (FTN-27-3): the first when the
    chain leaves it, all others when it enters.
    """
    owed = dict.fromkeys(COLOURS, 0)
    for area in (to,) if len(chain) > 1 else (chain[0], to):
        for company in s.colours.get(area, ()):  # of both companies, if it belongs to both (FTN-27-4)
            owed[company] += BUILDING["fee"]
    # landowners of the starting area cost nothing (FTN-28-4)
    owed["white"] += BUILDING["landowner"] * s.board.get(to, ()).count(LANDOWNER)
    return Bill(build=BETWEEN[chain[-1], to].cost, **owed)


def chain_bill(s: Table, chain: Sequence[str]) -> Bill:
    """What a whole chain costs."""
    bill = NOTHING
    for i in range(1, len(chain)):
        bill = bill.plus(link_bill(s, chain[:i], chain[i]))
    return bill


def why_not_paid(s: Table, player: str, bill: Bill) -> Refusal | None:
    """Why the player cannot pay for the chain. Fees are set aside first (FTN-29-6)."""
    held = s.influence(player)
    for company in COMPANIES:
        if getattr(bill, company) > held[company]:
            return refuse("FTN-27-8", "The fees are {due} {company}; you have {held}.",
                          due=getattr(bill, company), company=company, held=held[company])  # fmt: skip
    if bill.white > held["white"]:
        return refuse("FTN-28-3", "The landowners want {due} white; you have {held}.",
                      due=bill.white, held=held["white"])  # fmt: skip
    left = s.hand[player] + sum(held.values()) - bill.pieces
    if bill.build > left:
        return refuse("FTN-29-5", "The chain costs {due} build points; after the fees you can pay {left}.",
                      due=bill.build, left=left)  # fmt: skip
    return None
