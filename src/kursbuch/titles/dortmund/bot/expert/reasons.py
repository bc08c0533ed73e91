"""Why a choice with markers is good or bad: what a small investment brings, what a special event earns now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.reasons import explained
from kursbuch.bots.railway.why_paper import Kinds
from kursbuch.rail.actions import Agree, Decline, Pass
from kursbuch.rail.box import kind_of_card
from kursbuch.titles.dortmund.beer.brewery.actions import Load
from kursbuch.titles.dortmund.beer.loading import EXPORTERS
from kursbuch.titles.dortmund.bot.beer.brew import wanted, without
from kursbuch.titles.dortmund.bot.beer.outlook import Brewing
from kursbuch.titles.dortmund.bot.beer.reasons import KINDS, answered, beer_passed, share_value
from kursbuch.titles.dortmund.bot.beer.seat import LORE, BeerSeat
from kursbuch.titles.dortmund.bot.expert.markers import (
    Extra,
    box_of,
    event_worth,
    extra_income,
    small_worth,
    worth_in,
)
from kursbuch.titles.dortmund.expert.actions import (
    Advertise,
    BindRailway,
    BrewForOthers,
    BuySmall,
    HoldFair,
    LayAside,
    MoveUp,
    MoveWagon,
    ReturnEvent,
    ReturnSmall,
    SellPaperToInvestor,
    SellPremium,
    SellToInvestor,
    TakeEvent,
    TakeOver,
    WorkLate,
)
from kursbuch.titles.dortmund.expert.parts import BOTTLING, PUB, THERMO

# -- small investments -----------------------------------------------------------------------------


def _gives(seat: BeerSeat, company: str, code: str) -> Iterator[Reason]:
    """What a marker does for a company, from some phase on (18DO §7.1)."""
    marker = box_of(seat).small[code]
    if not seat.position["small"][code]["works"]:
        begins = next(phase.id for phase in seat.box.phases if marker.colour in phase.colours)
        yield Reason("marker-waits", {"marker": code, "phase": begins})
    if not seat.is_brewery(company):
        yield Reason("wagon-carries", {"company": company, "income": max(seat.box.beer.values())})
    elif marker.kind == PUB:
        yield Reason("pub-pays", {"brewery": company, "income": marker.income})
    elif marker.kind == BOTTLING:
        cubes = max((kettle.cubes for kettle in seat.kettles(company)), default=0)
        yield Reason("bottles", {"brewery": company, "income": marker.income, "cubes": cubes})
    elif _loads_more(seat, company):
        yield Reason("wagon-loads", {"brewery": company, "income": seat.box.export_income})
    else:
        yield Reason("wagon-idle", {"brewery": company})


def _loads_more(seat: BeerSeat, brewery: str) -> bool:
    """Whether a brewery that exports has a cube without a red arrow that none of its wagons is for (18DO-7.1.3-6)."""
    kettles, wagons = seat.kettles(brewery), seat.position["small_of"].get(brewery, []).count(THERMO)
    spare = sum(kettle.cubes - kettle.export for kettle in kettles)
    return any(kettle.type in EXPORTERS for kettle in kettles) and spare > wagons


def _buy(seat: BeerSeat, buy: BuySmall) -> Iterator[Reason]:
    """What a small investment is worth to me, and what it does; a player buys it for the own brewery."""
    company = buy.actor if buy.actor not in seat.view["players"] else next(iter(seat.my_minors), "")
    if company:
        worth = round(worth_in(seat, company, buy.marker))
        yield Reason("marker-worth", {"worth": worth, "price": buy.price})
        yield from _gives(seat, company, buy.marker)


def _take_over(seat: BeerSeat, offer: TakeOver) -> Iterator[Reason]:
    """What a marker is worth here rather than in another company of mine, or for the least that is asked."""
    worth = round(worth_in(seat, offer.actor, offer.marker))
    if offer.source in {*seat.my_minors, *seat.brewing, *seat.mine}:
        before = round(worth_in(seat, offer.source, offer.marker))
        told = {"marker": offer.marker, "company": offer.actor, "worth": worth}
        yield Reason("marker-moves", {**told, "source": offer.source, "before": before})
    else:
        price = offer.span.lo if offer.span else offer.price
        yield Reason("marker-worth", {"worth": worth, "price": price})
    yield from _gives(seat, offer.actor, offer.marker)


def _give_back(seat: BeerSeat, offer: ReturnSmall) -> Iterator[Reason]:
    """What is lost without payment, and the best that can be bought in its place."""
    brewery = offer.actor
    worth = round(small_worth(seat, brewery, offer.marker))
    yield Reason("marker-lost", {"marker": offer.marker, "worth": worth})
    if "brewery-turn" not in seat.stages:
        return
    cash = seat.purse(brewery)
    found = [
        (small_worth(seat, brewery, code), about["price"], code)
        for code, about in seat.position["small"].items()
        if about["left"] and about["price"] <= cash
    ]
    if found:
        worth_then, price, code = max(found)
        yield Reason("room-for", {"marker": code, "worth": round(worth_then), "price": price})


def _wagon(seat: BeerSeat, move: MoveWagon) -> Iterator[Reason]:
    """How many cubes the train then takes."""
    if not seat.position["small"][THERMO]["works"]:
        yield from _gives(seat, move.actor, THERMO)
        return
    kind = kind_of_card(move.train)
    before = seat.box.carries[kind] + seat.position["wagons"].get(move.actor, []).count(move.train)
    yield Reason("wagon-room", {"train": kind, "cubes": before + 1, "room": before})


def _answer(seat: BeerSeat, answer: Agree | Decline) -> Iterator[Reason]:
    """What is paid for a marker of mine, and what that is worth where it is."""
    asked = seat.view["events"][-1]
    if asked["key"] != "asks-marker":
        yield from answered(seat, answer)
        return
    worth = round(worth_in(seat, asked["source"], asked["marker"]))
    told = {"company": asked["source"], "marker": asked["marker"], "price": asked["price"]}
    yield Reason("marker-asked", {**told, "worth": worth})


# -- special events --------------------------------------------------------------------------------


def _place(seat: BeerSeat, brewery: str) -> int:
    order: Sequence[str] = seat.position["order"]
    return order.index(brewery) + 1


def _advertise(seat: BeerSeat, offer: Advertise) -> Iterator[Reason]:
    """What is secured before others deliver."""
    yield Reason("secures", {"brewery": offer.actor, "income": _secured(seat, offer)})
    yield Reason("stays-at", {"company": offer.actor, "place": _place(seat, offer.actor)})


def _secured(seat: BeerSeat, offer: Advertise) -> int:
    return seat.box.segments[offer.segment].income(offer.customers)


def _move_up(seat: BeerSeat, up: MoveUp) -> Iterator[Reason]:
    place = _place(seat, up.actor)
    yield Reason("delivers-at", {"company": up.actor, "place": place - 1, "was": place})


def _fair(seat: BeerSeat, fair: HoldFair) -> Iterator[Reason]:
    income = box_of(seat).specials["G"].amount
    cash = seat.purse(fair.actor) + income
    yield Reason("fair-brings", {"brewery": fair.actor, "income": income, "cash": cash})


def _premium(seat: BeerSeat, sale: SellPremium) -> Iterator[Reason]:
    above = seat.box.segments[sale.segment + 1].income(sale.customers)
    told = {"price": above, "before": seat.box.segments[sale.segment].income(sale.customers)}
    yield Reason("premium-brings", {"brewery": sale.actor, "income": int(extra_income(seat, sale)), **told})


def _half_price(seat: BeerSeat, sale: BrewForOthers | WorkLate) -> Iterator[Reason]:
    cubes = sale.plan.total if isinstance(sale, BrewForOthers) else 1
    told = {"brewery": sale.actor, "cubes": cubes, "income": int(extra_income(seat, sale))}
    yield Reason("half-price", told)


def _investor(seat: BeerSeat, sale: SellToInvestor | SellPaperToInvestor) -> Iterator[Reason]:
    """What the shares bring at a price that stays, and the kettle that it pays for."""
    company = sale.actor
    percent = sale.percent if isinstance(sale, SellToInvestor) else sale.paper.percent
    price, best = seat.price(company), wanted(seat, company)
    cash = percent // 10 * price
    yield Reason("quiet-sale", {"company": company, "cash": cash, "price": price})
    if best is not None and seat.purse(company) < best[1] <= seat.purse(company) + cash:
        yield Reason("kettle-wanted", {"brewery": company, "price": best[1]})


def _lay_aside(seat: BeerSeat, aside: LayAside) -> Iterator[Reason]:
    """What the next kettle costs less, and what is earned without this one."""
    brewing, brewery = Brewing(seat), aside.actor
    for kind in brewing.on_sale(brewery)[:1]:
        printed = seat.box.trains[kind].price
        price = max(0, printed - box_of(seat).specials["I"].amount * aside.type)
        yield Reason("kettle-cheaper", {"type": aside.type, "price": price, "before": printed})
    rest = without(seat.kettles(brewery), aside.type)
    yield Reason("earns-without", {"brewery": brewery, "income": round(brewing.earns(brewery, rest))})


def _bind(seat: BeerSeat, bind: BindRailway) -> Iterator[Reason]:
    """What can be loaded on one of its trains unasked."""
    cubes = max((load.cubes for load in seat.of_kind(Load) if load.railway == bind.railway), default=0)
    if cubes:
        income = cubes * seat.box.export_income
        yield Reason("binds", {"company": bind.railway, "cubes": cubes, "income": income})
    else:
        yield Reason("binds-again", {"company": bind.railway, "brewery": bind.actor})


def _take(seat: BeerSeat, take: TakeEvent) -> Iterator[Reason]:
    yield Reason("event-worth", {"worth": round(event_worth(seat, take.actor, take.event))})


def _give_event_back(seat: BeerSeat, offer: ReturnEvent) -> Iterator[Reason]:
    worth = round(event_worth(seat, offer.actor, offer.event))
    yield Reason("event-lost", {"event": offer.event, "worth": worth})


# -- to use none -----------------------------------------------------------------------------------


def _pass(seat: BeerSeat, action: Pass) -> Iterator[Reason]:
    """What the event would have brought that is kept; else as in the beer game."""
    brewery = action.actor
    if adverts := seat.of_kind(Advertise):
        best = max(_secured(seat, offer) for offer in adverts)
        yield Reason("stays-at", {"company": brewery, "place": _place(seat, brewery)})
        yield Reason("event-forgone", {"brewery": brewery, "income": best})
    elif seat.of_kind(MoveUp):
        yield Reason("stays-at", {"company": brewery, "place": _place(seat, brewery)})
    elif extras := _extras(seat):
        income = int(max(extra_income(seat, extra) for extra in extras))
        yield Reason("event-forgone", {"brewery": brewery, "income": income})
    elif seat.of_kind(TakeEvent):
        yield from _keep_event(seat, brewery)
    else:
        yield from beer_passed(seat, action)


def _extras(seat: BeerSeat) -> list[Extra]:
    return list(chain(seat.of_kind(SellPremium), seat.of_kind(BrewForOthers), seat.of_kind(WorkLate)))


def _keep_event(seat: BeerSeat, brewery: str) -> Iterator[Reason]:
    """What the event at hand is worth, and the best on display."""
    for code, about in seat.position["events"].items():
        if about["holder"] == brewery:
            yield Reason("event-kept", {"event": code, "worth": round(event_worth(seat, brewery, code))})
    offers = [(event_worth(seat, brewery, offer.event), offer.event) for offer in seat.of_kind(TakeEvent)]
    worth, code = max(offers)
    yield Reason("event-best", {"event": code, "worth": round(worth)})


_OWN: Kinds = (
    (BuySmall, _buy),
    (TakeOver, _take_over),
    (ReturnSmall, _give_back),
    (MoveWagon, _wagon),
    (Agree, _answer),
    (Decline, _answer),
    (Advertise, _advertise),
    (MoveUp, _move_up),
    (HoldFair, _fair),
    (SellPremium, _premium),
    (BrewForOthers, _half_price),
    (WorkLate, _half_price),
    (SellToInvestor, _investor),
    (SellPaperToInvestor, _investor),
    (LayAside, _lay_aside),
    (BindRailway, _bind),
    (TakeEvent, _take),
    (ReturnEvent, _give_event_back),
    (Pass, _pass),
)
REASONS = explained(LORE, BeerSeat, tuple({**dict(KINDS), **dict(_OWN)}.items()), share_value)
