"""The house bot in a standard title: privates, par prices, and companies that must float.

All it needs it reads off the view and the box, so a title has it by one line in its `bot.py`:

    from kursbuch.bots.railway.standard import choose
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.bots.railway import choosing as rail
from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.standard.opening import bid_or_buy
from kursbuch.bots.railway.standard.powers import go_on, use_power
from kursbuch.bots.railway.standard.privates import answer, private_into_company, swap
from kursbuch.bots.railway.standard.starting import set_par, starts
from kursbuch.core import Action
from kursbuch.rail.actions import Agree, Buy, Lay
from kursbuch.rail.standard.actions import Acquire, BidFor, Build, Par, Swap, SwapFrom, Take

__all__ = ["LORE", "choose", "decide"]

SIDE_DEALS = (Acquire, Build, Swap, SwapFrom)


def asks(seat: Seat, buy: Buy) -> int:
    """Shares of the offering cost par for ever."""
    price: int = seat.position["pars"][buy.company] if buy.source == "offer" else seat.price(buy.company)
    return price


LORE = Lore(
    funds="pool",
    asks=asks,
    floated=lambda seat, company: company in seat.position["floated"],
    # of seats with other settings in 250 games of two such titles (tools/tune_house.py) these did best
    saves=1.2,
    hardly=2.2,
    stop_earns=8.0,
    earned_again=0.15,
)


def choose(
    view: View, legal: Sequence[Action], rng: Random, lore: Lore = LORE, *, character: Character = STEADY
) -> Action:
    """What the house bot does; a title that pays or rewards in its own way gives its lore."""
    return decide(Seat(view, legal, rng, lore, character))


def decide(seat: Seat) -> Action:
    """A decision: the opening auction, powers and privates beside the usual ones."""
    kinds = {type(action) for action in seat.legal}
    if kinds & {Take, BidFor}:
        return bid_or_buy(seat)
    if kinds == {Par}:
        return set_par(seat)
    if Agree in kinds and seat.stage != "consent":
        return answer(seat)
    side = _side_deal(seat)
    if side is not None:
        return side
    seat.legal = [action for action in seat.legal if not isinstance(action, SIDE_DEALS)] or seat.legal
    return rail.choose(seat, starts)


def _side_deal(seat: Seat) -> Action | None:
    """A private sold to my own company, a tile that helps, a share for a private; None if nothing pays."""
    following = go_on(seat)
    if following is not None:
        return following
    sale = private_into_company(seat)
    if sale is not None:
        return sale
    if seat.stage == "stock":
        return swap(seat)
    return use_power(seat) if seat.of_kind(Lay) else None
