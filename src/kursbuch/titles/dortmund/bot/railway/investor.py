"""Acting for the Investor's railway: well if I have more of it than the other player, else to my own good."""

from __future__ import annotations

from kursbuch.bots.railway import choosing as rail
from kursbuch.bots.railway.track import laid
from kursbuch.core import Action
from kursbuch.rail.actions import BuyTrain, Issue, Lay, Pass, Redeem
from kursbuch.titles.dortmund.bot.railway import links
from kursbuch.titles.dortmund.bot.railway.plan import DortmundPlan
from kursbuch.titles.dortmund.bot.railway.seat import DortmundSeat
from kursbuch.titles.dortmund.railway.actions import Connect

MOST_PLANS = 2  # of my own railways that its tiles are tried out for
LEAST = 2.0  # income a round that a tile must bring them


def choose(seat: DortmundSeat, company: str) -> Action:
    """A decision in a turn of the Investor's railway."""
    passes = seat.of_kind(Pass)
    if not passes:
        return _duty(seat)
    if _ahead(seat, company):
        seat.drop(Issue, Redeem)
        return links.choose(seat) if seat.of_kind(Connect) else rail.choose(seat)
    return _for_myself(seat) or passes[0]


def _ahead(seat: DortmundSeat, company: str) -> bool:
    """Whether its success is more mine than the other player's."""
    others = [seat.share(player, company) for player in seat.view["players"] if player != seat.me]
    return seat.share(seat.me, company) > max(others, default=0)


def _duty(seat: DortmundSeat) -> Action:
    """What it must do: buy a train, buy back a certificate, or sell one for a train, which spares it a forced sale of
    all.
    """
    poor = all(buy.price > seat.purse(buy.actor) for buy in seat.of_kind(BuyTrain))
    for kind in (Issue, BuyTrain, Redeem) if poor else (BuyTrain, Redeem, Issue):
        found = seat.of_kind(kind)
        if found:
            return found[0].at(found[0].span.lo) if found[0].span else found[0]
    return rail.choose(seat)


def _for_myself(seat: DortmundSeat) -> Action | None:
    """A tile that helps my own railways; None if there is none."""
    board = seat.s.board
    plans = [DortmundPlan(seat, company) for company in seat.mine if board.tokens_of(company)][:MOST_PLANS]
    looks = min((plan.looks() for plan in plans), default=0) // max(1, len(plans))
    before = sum(plan.rate(board) for plan in plans)
    best: tuple[float, Action | None] = (LEAST, None)
    lays = seat.of_kind(Lay)
    near = {hex for plan in plans for hex in board.reachable(plan.company).hexes}
    for lay in [lay for lay in lays if lay.hex in near][:looks]:
        after = laid(board, lay.hex, seat.box.tiles[lay.tile].turns[lay.turn], "")
        gain = sum(plan.rate(after) for plan in plans) - before
        if gain > best[0]:
            best = (gain, lay)
    return best[1]
