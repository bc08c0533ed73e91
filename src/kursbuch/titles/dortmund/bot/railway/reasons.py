"""Why a choice in the Railway Game of 18DO is good or bad, beyond what can be said of all railway games."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.prospects import first_incomes, value, worth
from kursbuch.bots.railway.reasons import explained
from kursbuch.bots.railway.why_paper import Kinds, share
from kursbuch.bots.railway.why_trains import agreed, declined, runs_for
from kursbuch.rail.actions import Agree, Decline, Run
from kursbuch.titles.dortmund.bot.railway.seat import LORE, DortmundSeat
from kursbuch.titles.dortmund.railway.actions import (
    Assign,
    BidFor,
    Carry,
    Connect,
    Flip,
    Found,
    OfferForCard,
    TakeCard,
    TradeUp,
)
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


# -- cards of two players --------------------------------------------------------------------------


def card_taken(seat: DortmundSeat, choice: TakeCard) -> Iterator[Reason]:
    """Who acts first has money to do it with; else what the Investor has for me to decide on."""
    cash, investor = seat.position["cash"], seat.position["investor"]
    own: list[str] = seat.position.get("investor_companies", [])
    if choice.card == "first-action":
        other = next(player for player in seat.view["players"] if player != seat.me)
        yield Reason("card-first", {"cash": seat.cash, "player": other, "before": cash[other]})
    elif choice.card == "investors-railway":
        railway = next((company for company in own if company in seat.box.charters), "")
        told = {"company": railway, "cash": cash[investor]}
        yield Reason("card-manages", told) if railway else Reason("card-railway", {"cash": cash[investor]})
    else:
        for brewery, about in seat.position["minors"].items():
            if about["owner"] == investor:
                cubes = sum(kettle["cubes"] for kettle in about["kettles"])
                yield Reason("brews", {"brewery": brewery, "cubes": cubes})


def _card_runs(seat: DortmundSeat, cash: int) -> Iterator[Reason]:
    """What the railway on the card runs for, and what is left to whoever decides on the offer."""
    yield Reason("cash-left", {"cash": cash})
    for company in seat.in_play:
        if seat.companies[company]["president"] == seat.position["investor"]:
            yield Reason("card-runs", {"company": company, "income": seat.income(company)})


def _offer(seat: DortmundSeat, offer: OfferForCard) -> Iterator[Reason]:
    yield from _card_runs(seat, seat.cash - (offer.span.lo if offer.span else offer.price))


def _answer(seat: DortmundSeat, answer: Agree | Decline) -> Iterator[Reason]:
    """For the card: who agrees takes the money, who declines pays it and has the card (18DO-8.3.5-4)."""
    asked = seat.view["events"][-1]
    if asked["key"] == "offers-for-card":
        price = asked["price"] if isinstance(answer, Agree) else -asked["price"]
        yield from _card_runs(seat, seat.cash + price)
    elif isinstance(answer, Agree):
        yield from agreed(seat, answer)
    else:
        yield from declined(seat, answer)


CARDS: Kinds = ((TakeCard, card_taken), (OfferForCard, _offer), (Agree, _answer), (Decline, _answer))
KINDS: Kinds = ((Run, _run), (Carry, carry), (Connect, link), (Found, found), (TradeUp, _trade))
REASONS = explained(LORE, DortmundSeat, more=((BidFor, _bid), (Assign, _card), (Flip, _card), *KINDS, *CARDS))
