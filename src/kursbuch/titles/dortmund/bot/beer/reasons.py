"""Why a choice with beer is good or bad: what a brewery sells, what a kettle adds, what a marker is worth."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.reasons import explained
from kursbuch.bots.railway.why_paper import Kinds, paid, passed, share, withheld
from kursbuch.bots.railway.why_trains import agreed, declined, runs_for
from kursbuch.rail.actions import Agree, Decline, Pass, Pay, Run, Withhold
from kursbuch.titles.dortmund.beer.actions import (
    FoundWith,
    KeepPlace,
    PlacePaper,
    PlaceShares,
    SwapMinor,
    TakePlace,
)
from kursbuch.titles.dortmund.beer.brewery.actions import BuyKettle, BuyWithHelp, Deliver, Load, Scrap
from kursbuch.titles.dortmund.beer.delivery import income_of_plan
from kursbuch.titles.dortmund.bot.beer.brew import Purchase, income_now, wanted, without
from kursbuch.titles.dortmund.bot.beer.outlook import Brewing, minor_value
from kursbuch.titles.dortmund.bot.beer.rail import carried
from kursbuch.titles.dortmund.bot.beer.seat import LORE, BeerSeat
from kursbuch.titles.dortmund.bot.beer.stock import Ledger
from kursbuch.titles.dortmund.bot.railway.reasons import card_taken, carry, link
from kursbuch.titles.dortmund.bot.railway.reasons import found as railway_found
from kursbuch.titles.dortmund.railway.actions import BidFor, Carry, Connect, Found, TakeCard, TradeUp

# -- paper -----------------------------------------------------------------------------------------


def share_value(seat: BeerSeat, company: str) -> float | None:
    """A share of a railway or a brewery that has been founded."""
    founded = company in seat.in_play or company in seat.corporations
    return Ledger(seat).value(company) if founded else None


def _bid(seat: BeerSeat, bid: BidFor) -> Iterator[Reason]:
    """What a minor brewery brews in a round, and what is left for a railway."""
    about = seat.box.minors[bid.brewery]
    cubes = sum(seat.box.kettles[kind].cubes for kind in about.kettles)
    yield Reason("brews", {"brewery": bid.brewery, "cubes": cubes})
    least = bid.span.lo if bid.span else bid.price
    yield Reason("cash-left", {"cash": seat.cash - about.price - least})


def _found(seat: BeerSeat, start: Found) -> Iterator[Reason]:
    if start.company in seat.box.railways:
        yield from railway_found(seat, start)
    else:
        needed = seat.box.floats_at // 10 * start.price
        yield Reason("floats-for", {"company": start.company, "price": needed})


def _found_with(seat: BeerSeat, start: FoundWith) -> Iterator[Reason]:
    """The brewery brings its kettles and its treasury along."""
    yield Reason("comes-along", {"brewery": start.minor, "cash": seat.purse(start.minor)})


def _trade(seat: BeerSeat, trade: TradeUp) -> Iterator[Reason]:
    yield from share(seat, trade.company, seat.price(trade.company), share_value(seat, trade.company))


def _swap(seat: BeerSeat, swap: SwapMinor) -> Iterator[Reason]:
    """What the certificate is likely to bring, and what the brewery would if it were kept."""
    yield from list(share(seat, swap.company, seat.price(swap.company), share_value(seat, swap.company)))[:1]
    kept = round(minor_value(Brewing(seat), swap.minor))
    yield Reason("brewery-brings", {"brewery": swap.minor, "worth": kept})


def _order(seat: BeerSeat, offer: TakePlace | KeepPlace) -> Iterator[Reason]:
    """Who delivers first finds the best customers."""
    now = seat.position["corporations"][offer.actor]["place"]
    told = {"company": offer.actor, "place": offer.place if isinstance(offer, TakePlace) else now}
    yield Reason("delivers-at", {**told, "was": now}) if told["place"] != now else Reason("stays-at", told)


def answered(seat: BeerSeat, answer: Agree | Decline) -> Iterator[Reason]:
    """What beer on a train of mine brings the brewery that asks, and the railway; else it is about a train."""
    asked = seat.view["events"][-1]
    if asked["key"] == "asks-to-load":
        railway, cubes = asked["railway"], asked["cubes"]
        run = round(carried(seat, railway, asked["train"], cubes))
        paid = cubes * seat.box.export_income
        told = {"brewery": asked["brewery"], "income": paid, "company": railway, "more": run}
        yield Reason("load-brings", told)
    elif isinstance(answer, Agree):
        yield from agreed(seat, answer)
    else:
        yield from declined(seat, answer)


def _place(seat: BeerSeat, placed: PlaceShares) -> Iterator[Reason]:
    money = placed.percent // 10 * seat.price(placed.actor)
    yield Reason("treasury-gets", {"company": placed.actor, "cash": money})


def _place_paper(seat: BeerSeat, placed: PlacePaper) -> Iterator[Reason]:
    money = placed.paper.percent // 10 * seat.price(placed.actor)
    yield Reason("treasury-gets", {"company": placed.actor, "cash": money})


# -- breweries -------------------------------------------------------------------------------------


def _deliver(seat: BeerSeat, offer: Deliver) -> Iterator[Reason]:
    """What the customers pay, and what is kept for trains."""
    yield Reason("sells-beer", {"brewery": offer.actor, "income": income_of_plan(seat.table, offer.plan)})
    if offer.plan.keeps:
        yield Reason("kept-for-export", {"cubes": offer.plan.keeps})


def _load(seat: BeerSeat, load: Load) -> Iterator[Reason]:
    yield Reason("export-earns", {"income": load.cubes * seat.box.export_income})


def _pay(seat: BeerSeat, pay: Pay) -> Iterator[Reason]:
    """Of a brewery's income its owner gets half, shareholders their part."""
    if not seat.is_brewery(pay.actor):
        yield from paid(seat, pay)
        return
    income = seat.lore.pays(income_now(seat, pay.actor))
    mine = int(round(100 * seat.part(pay.actor)) * income // 100)
    yield Reason("pays-me", {"player": seat.me, "company": pay.actor, "income": income, "mine": mine})


def _withhold(seat: BeerSeat, keep: Withhold) -> Iterator[Reason]:
    if not seat.is_brewery(keep.actor):
        yield from withheld(seat, keep)
        return
    best = wanted(seat, keep.actor)
    if best is not None:
        yield Reason("kettle-wanted", {"brewery": keep.actor, "price": best[1]})
    yield Reason("treasury-gets", {"company": keep.actor, "cash": income_now(seat, keep.actor)})


def _kettle(seat: BeerSeat, buy: Purchase) -> Iterator[Reason]:
    """What a new kettle adds to a round's income."""
    kettles, limit = seat.kettles(buy.actor), max(seat.limit(buy.actor), 1)
    more, _ = Brewing(seat).adds(buy.actor, kettles, buy.kettle, limit)
    key = "kettle-adds" if more > 0 else "kettle-adds-nothing"
    yield Reason(key, {"brewery": buy.actor, "income": round(more), "price": buy.price})


def _scrap(seat: BeerSeat, scrap: Scrap) -> Iterator[Reason]:
    """What a brewery earns without the kettle, about."""
    rest = without(seat.kettles(scrap.actor), scrap.type)
    yield Reason(
        "earns-without", {"brewery": scrap.actor, "income": round(Brewing(seat).earns(scrap.actor, rest))}
    )


def beer_passed(seat: BeerSeat, action: Pass) -> Iterator[Reason]:
    """At a brewery: what a train would take for it, else what the best kettle on sale would add."""
    brewery = action.actor
    if not seat.is_brewery(brewery):
        yield from passed(share_value, seat, action)
        return
    if loads := seat.of_kind(Load):
        income = max(load.cubes for load in loads) * seat.box.export_income
        yield Reason("load-forgone", {"brewery": brewery, "income": income})
    kettles, brewing = seat.kettles(brewery), Brewing(seat)
    adds = [
        (brewing.adds(brewery, kettles, kind, max(seat.limit(brewery), 1))[0], seat.box.trains[kind].price)
        for kind in brewing.on_sale(brewery)
    ]
    if adds:
        more, price = max(adds)
        key = "kettle-adds" if more > 0 else "kettle-adds-nothing"
        yield Reason(key, {"brewery": brewery, "income": round(more), "price": price})
    yield Reason("treasury", {"company": brewery, "cash": seat.purse(brewery)})


KINDS: Kinds = (
    (Run, lambda seat, run: runs_for(seat.table, run)),
    (Carry, carry),
    (TakeCard, card_taken),
    (Connect, link),
    (BidFor, _bid),
    (Found, _found),
    (FoundWith, _found_with),
    (TradeUp, _trade),
    (SwapMinor, _swap),
    (TakePlace, _order),
    (KeepPlace, _order),
    (Agree, answered),
    (Decline, answered),
    (PlaceShares, _place),
    (PlacePaper, _place_paper),
    (Deliver, _deliver),
    (Load, _load),
    (Pay, _pay),
    (Withhold, _withhold),
    (BuyKettle, _kettle),
    (BuyWithHelp, _kettle),
    (Scrap, _scrap),
    (Pass, beer_passed),
)
REASONS = explained(LORE, BeerSeat, KINDS, share_value)
