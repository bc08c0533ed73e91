"""Where a chain of links may run, and what it costs (phase 5, Streckenbau)."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.core import Refusal, refuse
from kursbuch.titles.nuremberg.rules.actions import NOTHING, Bill
from kursbuch.titles.nuremberg.rules.box import COMPANIES, LANDOWNER
from kursbuch.titles.nuremberg.rules.net import net
from kursbuch.titles.nuremberg.rules.payment import in_purse
from kursbuch.titles.nuremberg.rules.state import Table


def starts(s: Table, player: str) -> list[str]:
    """Every area where this player's chain may begin (FTN-24-1, FTN-24-3, FTN-24-5)."""
    return list(dict.fromkeys((*s.colours, *net(s.links[player]))))


def affordable_starts(s: Table, player: str) -> list[str]:
    """Those of the starts whose own fee the player can pay; a chain from elsewhere could not begin (FTN-27-8)."""
    paying = {company for company in COMPANIES if s.points(company, player) >= s.box.building["fee"]}
    return [area for area in starts(s, player) if paying.issuperset(s.colours.get(area, ()))]


def why_not_start(s: Table, player: str, area: str) -> Refusal | None:
    """Why a chain may not begin in this area."""
    if area in s.colours or area in net(s.links[player]):
        return None
    if any(area in net(links) for links in s.links.values()):
        return refuse(
            "FTN-24-6", "Only others have track in {area}: begin elsewhere.", area=s.box.named(area)
        )
    return refuse(
        "FTN-24-4", "Begin at a company station or at own track, not in {area}.", area=s.box.named(area)
    )


def closes(chain: Sequence[str], to: str) -> bool:
    """Whether a link closes the chain to the area it began in, which makes a ring and no branch (FTN-22-5)."""
    return to == chain[0] and len(chain) > 2


def is_ring(chain: Sequence[str]) -> bool:
    return len(chain) > 1 and chain[0] == chain[-1]


def comes_back(chain: Sequence[str], to: str) -> bool:
    """Whether a link leads the chain where it has been, other than to close it (FTN-22-7)."""
    return to in chain and not closes(chain, to)


def most_links(s: Table, player: str) -> int:
    """How many links the player can lay in a turn (FTN-22-3)."""
    return min(s.depot[player], s.box.building["most_links"])


def why_not_link(s: Table, player: str, chain: Sequence[str], to: str) -> Refusal | None:
    """Why the chain, which ends where its last area is, may not go on into this area."""
    here = chain[-1]
    if to not in s.box.open_ways.get(here, ()):
        return _why_closed(s, here, to)
    if is_ring(chain):
        return refuse(
            "FTN-22-5", "The chain has closed; it must not branch at {area}.", area=s.box.named(here)
        )
    if comes_back(chain, to):
        return refuse("FTN-22-7", "The chain has been in {area} already.", area=s.box.named(to))
    border = s.box.between[here, to].id
    for links in s.links.values():
        if border in links:
            return refuse(
                "FTN-23-2",
                "There is a link between {a} and {b} already.",
                a=s.box.named(here),
                b=s.box.named(to),
            )
    most = most_links(s, player)
    if len(chain) > most:
        return refuse("FTN-22-3", "You can lay {most} links in this turn.", most=most)
    return None


def _why_closed(s: Table, here: str, to: str) -> Refusal:
    """Why no link could be built this way even on an empty board."""
    if (here, to) not in s.box.between:
        return refuse(
            "FTN-23-1", "{a} and {b} have no common border.", a=s.box.named(here), b=s.box.named(to)
        )
    if "hop" in (s.box.areas[here].kind, s.box.areas[to].kind):
        return refuse("FTN-25-1", "Hop areas take no links.")
    if s.box.areas[to].exit_only:
        return refuse("FTN-25-3", "{area} may only be left, never entered.", area=s.box.named(to))
    return refuse(
        "FTN-25-4", "{a} and {b} may never be joined by a link.", a=s.box.named(here), b=s.box.named(to)
    )


def longer_bill(s: Table, bill: Bill, chain: Sequence[str], to: str) -> Bill:
    """What the chain costs with one more link, if it costs `bill` without.

    Each company area is charged once (FTN-27-3): the first when the chain leaves it, all others when it enters. A
    chain that closes comes into its first area again: its landowners are paid, its fee was.
    """
    build, _, white, _, red, green = bill
    fee = s.box.building["fee"]
    charged = () if closes(chain, to) else (to,) if len(chain) > 1 else (chain[0], to)
    for area in charged:
        colours = s.colours.get(area)
        if colours:  # of both companies, if it belongs to both (FTN-27-4)
            red += fee * ("red" in colours)
            green += fee * ("green" in colours)
    pieces = s.board.get(to)
    if pieces:  # landowners of the starting area cost nothing (FTN-28-4)
        white += s.box.building["landowner"] * pieces.count(LANDOWNER)
    return Bill(build + s.box.between[chain[-1], to].cost, 0, white, 0, red, green)


def chain_bill(s: Table, chain: Sequence[str]) -> Bill:
    """What a whole chain costs."""
    bill = NOTHING
    for i in range(1, len(chain)):
        bill = longer_bill(s, bill, chain[:i], chain[i])
    return bill


def why_not_paid(s: Table, player: str, bill: Bill) -> Refusal | None:
    """Why the player cannot pay for the chain. Fees are set aside first (FTN-29-6)."""
    if bill.red and bill.red > (held := s.points("red", player)):
        return refuse("FTN-27-8", "The fees are {due} red; you have {held}.", due=bill.red, held=held)
    if bill.green and bill.green > (held := s.points("green", player)):
        return refuse("FTN-27-8", "The fees are {due} green; you have {held}.", due=bill.green, held=held)
    if bill.white and bill.white > (held := s.points("white", player)):
        return refuse("FTN-28-3", "The landowners want {due} white; you have {held}.",
                      due=bill.white, held=held)  # fmt: skip
    if bill.build <= s.hand[player]:
        return None
    left = sum(in_purse(s, player).values()) - bill.pieces
    if bill.build > left:
        return refuse("FTN-29-5", "The chain costs {due} build points; after the fees you can pay {left}.",
                      due=bill.build, left=left)  # fmt: skip
    return None
