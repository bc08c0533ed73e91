"""Why a choice in the Railway Game of 18DO is good or bad, beyond what can be said of all railway games."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.prospects import first_incomes, value, worth
from kursbuch.bots.railway.reasons import explained
from kursbuch.bots.railway.why_paper import Kinds, share
from kursbuch.bots.railway.why_trains import runs_for
from kursbuch.rail.actions import Run
from kursbuch.titles.dortmund.bot.railway.seat import LORE, DortmundSeat
from kursbuch.titles.dortmund.railway.actions import Assign, BidFor, Carry, Connect, Flip, Found, TradeUp
from kursbuch.titles.dortmund.railway.links import link_cost, next_value


def _bid(seat: DortmundSeat, bid: BidFor) -> Iterator[Reason]:
    """What a private brewery pays, and what is left for a railway."""
    income = seat.box.breweries[bid.brewery].income
    yield Reason("brewery-pays", {"brewery": bid.brewery, "income": income})
    yield Reason("cash-left", {"cash": seat.cash - (bid.span.lo if bid.span else bid.price)})


def _run(seat: DortmundSeat, run: Run) -> Iterator[Reason]:
    yield from runs_for(seat.table, run)


def carry(seat: DortmundSeat, carry: Carry) -> Iterator[Reason]:
    """The beer that goes along."""
    yield Reason(
        "carries-beer", {"company": carry.actor, "cubes": sum(cubes for cubes, _ in carry.loads.loads)}
    )


def link(seat: DortmundSeat, connect: Connect) -> Iterator[Reason]:
    """What the location earns more with the link, and what that costs."""
    more = next_value(seat.table, connect.hex) - seat.table.links.get(connect.hex, 0)
    cost = link_cost(seat.table, connect.actor, connect.hex)
    yield Reason("link-earns", {"hex": connect.hex, "income": more, "price": cost})


def found(seat: DortmundSeat, start: Found) -> Iterator[Reason]:
    """What must be paid for shares until the railway operates, and what one is then likely to bring."""
    company, price = start.company, start.price
    needed = seat.box.floats_at // 10 * price
    yield Reason("floats-for", {"company": company, "price": needed})
    cell = next(cell for cell in seat.box.market.pars if cell.price == price)
    brings = worth(seat, first_incomes(seat, company, needed, 1), (cell.row, cell.column))
    yield Reason("share-brings", {"company": company, "worth": round(brings), "price": price})


def _trade(seat: DortmundSeat, trade: TradeUp) -> Iterator[Reason]:
    yield from share(seat, trade.company, seat.price(trade.company), value(seat, trade.company))


def _card(seat: DortmundSeat, card: Assign | Flip) -> Iterator[Reason]:
    """What the brewery no longer pays for beer that can be used."""
    brewery = card.marker if isinstance(card, Assign) else card.brewery
    told = {"brewery": brewery, "income": seat.breweries[brewery]["income"]}
    yield Reason("card-turned", told)


KINDS: Kinds = ((Run, _run), (Carry, carry), (Connect, link), (Found, found), (TradeUp, _trade))
REASONS = explained(LORE, DortmundSeat, more=((BidFor, _bid), (Assign, _card), (Flip, _card), *KINDS))
