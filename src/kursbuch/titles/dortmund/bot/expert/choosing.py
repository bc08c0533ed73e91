"""The house bot in the Expert Game: the beer game with markers, which are used as soon as they bring something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.core import Action
from kursbuch.rail.actions import Agree, Decline, Pass, Pay, Withhold
from kursbuch.titles.dortmund.beer.brewery.actions import Deliver, Load
from kursbuch.titles.dortmund.bot.beer import brew, choosing, rail
from kursbuch.titles.dortmund.bot.beer.brew import TREASURY, missing, profit, purchases
from kursbuch.titles.dortmund.bot.beer.outlook import Brewing
from kursbuch.titles.dortmund.bot.beer.seat import LORE, BeerSeat
from kursbuch.titles.dortmund.bot.expert.markers import (
    event_worth,
    extra_income,
    small_worth,
    wagon_worth,
    worth_in,
)
from kursbuch.titles.dortmund.expert.actions import (
    Advertise,
    BindRailway,
    BrewForOthers,
    BuySmall,
    GiveWagon,
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

ON_CHARTER = "charter"
MOVED = 5.0  # by which a marker must be worth more to me in another company of mine to go there


def choose(view: View, legal: Sequence[Action], rng: Random, *, character: Character = STEADY) -> Action:
    """A decision in the Expert Game."""
    seat = BeerSeat(view, legal, rng, LORE, character)
    if len(seat.legal) == 1 and seat.legal[0].span is None:
        return seat.legal[0]
    return _STAGES.get(seat.stage, choosing.decide)(seat)


# -- outside of turns ------------------------------------------------------------------------------


def _opening(seat: BeerSeat) -> Action:
    """A marker that brings me more than it costs, unless the money is needed to found a railway."""
    brewery, capital = seat.my_minors[0], seat.box.floats_at // 10 * seat.box.market.pars[0].price
    best: tuple[float, Action] = (0.0, seat.of_kind(Pass)[0])
    for buy in seat.of_kind(BuySmall):
        gain = small_worth(seat, brewery, buy.marker) - buy.price
        if seat.cash - buy.price >= capital:
            best = max(best, (gain, buy), key=lambda offer: offer[0])
    return best[1]


def _advertise(seat: BeerSeat) -> Action:
    """The dearest customer is secured, unless the brewery delivers first anyway."""
    offer = seat.of_kind(Advertise)[0]
    first = seat.position["order"][0] == offer.actor
    return seat.of_kind(Pass)[0] if first else offer


def _surplus(seat: BeerSeat) -> Action:
    """What is worth least goes back."""
    small, events = seat.of_kind(ReturnSmall), seat.of_kind(ReturnEvent)
    if small:
        return min(small, key=lambda offer: small_worth(seat, offer.actor, offer.marker))
    return min(events, key=lambda offer: event_worth(seat, offer.actor, offer.event))


def _trade(seat: BeerSeat) -> Action:
    """A marker of mine is sold for more than it is worth to me."""
    asked = next(event for event in reversed(seat.view["events"]) if event["key"] == "asks-marker")
    source, code = asked["source"], asked["marker"]
    own = worth_in(seat, source, code)
    return (seat.of_kind(Agree) if TREASURY * asked["price"] > own else seat.of_kind(Decline))[0]


# -- railways --------------------------------------------------------------------------------------


def _railway(seat: BeerSeat) -> Action:
    """As in the beer game; wagons go on trains, and are bought where beer waits for them."""
    idle = [move for move in seat.of_kind(MoveWagon) if move.source == ON_CHARTER]
    if idle:
        return max(idle, key=lambda move: seat.box.trains[move.train.partition("#")[0]].price)
    wagons = seat.of_kind(BuySmall)
    moved = max(_moved(seat), key=lambda offer: offer[0], default=None)
    if moved is not None:
        return moved[1]
    seat.drop(MoveWagon, TakeOver, BuySmall)
    chosen = rail.choose(seat)
    if wagons and isinstance(chosen, Pass):
        buy = wagons[0]
        lasting = seat.lasting(seat.trains(buy.actor), 2.0)
        if lasting and wagon_worth(seat, buy.actor) > seat.lore.earned_again * buy.price:
            return buy
    return chosen


# -- markers between my companies ------------------------------------------------------------------


def _moved(seat: BeerSeat) -> Iterable[tuple[float, TakeOver]]:
    """Markers that are worth more to me in the company on turn than in another of mine, at the least price."""
    own = {*seat.my_minors, *seat.brewing, *seat.mine}
    for offer in seat.of_kind(TakeOver):
        if offer.source in own:
            gain = worth_in(seat, offer.actor, offer.marker) - worth_in(seat, offer.source, offer.marker)
            if gain > MOVED:
                yield gain, offer.at(offer.span.lo) if offer.span else offer


# -- breweries -------------------------------------------------------------------------------------


def _brewery(seat: BeerSeat) -> Action:
    """A step in a brewery's turn."""
    if seat.of_kind(HoldFair):
        return seat.of_kind(HoldFair)[0]
    moved = list(_moved(seat))
    seat.drop(TakeOver, SellPaperToInvestor)
    if seat.of_kind(Deliver) or any(isinstance(action, Pay | Withhold) for action in seat.legal):
        seat.drop(LayAside, SellToInvestor)
        return brew.choose(seat)
    if any(isinstance(action, Load | BindRailway) for action in seat.legal):
        return _load(seat)
    more = [action for action in seat.legal if isinstance(action, SellPremium | BrewForOthers | WorkLate)]
    if more:
        return max(more, key=lambda action: extra_income(seat, action))
    if seat.of_kind(TakeEvent):
        return _take_event(seat)
    return _equip(seat, moved)


def _load(seat: BeerSeat) -> Action:
    """My own trains first; a contract binds the railway of somebody else that takes most."""
    seat.drop(SellToInvestor, LayAside)
    loads, bound = seat.of_kind(Load), {offer.railway: offer for offer in seat.of_kind(BindRailway)}
    if not loads:
        return next(iter(bound.values()))
    best = brew.load(seat)
    if best.railway not in seat.mine and best.railway in bound:
        return bound[best.railway]
    return best


def _equip(seat: BeerSeat, moved: Iterable[tuple[float, Action]] = ()) -> Action:
    """The kettle or the marker that brings most beyond its price, one of another brewery of mine among them."""
    passes = seat.of_kind(Pass)
    aside = _lay_aside(seat)
    if aside is not None:
        return aside
    offers: list[tuple[float, Action]] = [*purchases(seat), *moved]
    for buy in seat.of_kind(BuySmall):
        offers.append((small_worth(seat, buy.actor, buy.marker) - TREASURY * buy.price, buy))
    good = [offer for offer in offers if offer[0] > 0 or not passes]
    if good:
        return max(good, key=lambda offer: offer[0])[1]
    quiet = _sell_quietly(seat)
    if quiet is not None:
        return quiet
    seat.drop(LayAside, ReturnSmall, SellToInvestor, BuySmall)
    return brew.equip(seat)


def _lay_aside(seat: BeerSeat) -> LayAside | None:
    """Hand in the worst kettle, if it has stood idle and a better one can be paid for with what it brings."""
    offers = seat.of_kind(LayAside)
    if not offers:
        return None
    offer = min(offers, key=lambda aside: aside.type)
    kettles, brewing = seat.kettles(offer.actor), Brewing(seat)
    for kind in brewing.on_sale(offer.actor):
        price = max(0, seat.box.trains[kind].price - 20 * offer.type)
        more, _ = brewing.adds(offer.actor, kettles, kind, len(kettles))
        worth = profit(seat, offer.actor, more, kind) - TREASURY * price
        if kettles[-1].type == offer.type and missing(seat, offer.actor, price, 0) == 0 and worth > 0:
            return offer
    return None


def _sell_quietly(seat: BeerSeat) -> SellToInvestor | None:
    """Shares go to an investor if that pays for a kettle worth having."""
    for offer in sorted(seat.of_kind(SellToInvestor), key=lambda sale: sale.percent):
        money = seat.purse(offer.actor) + offer.percent // 10 * seat.price(offer.actor)
        best = brew.wanted(seat, offer.actor)
        if best is not None and seat.purse(offer.actor) < best[1] <= money:
            return offer
    return None


def _take_event(seat: BeerSeat) -> Action:
    """The event that promises most for the next round; the one at hand stays if it is as good."""
    offers, passes = seat.of_kind(TakeEvent), seat.of_kind(Pass)
    brewery = offers[0].actor
    held = [code for code, about in seat.position["events"].items() if about["holder"] == brewery]
    best = max(offers, key=lambda offer: event_worth(seat, brewery, offer.event))
    now = max((event_worth(seat, brewery, code) for code in held), default=-1.0)
    if passes and now >= event_worth(seat, brewery, best.event):
        return passes[0]
    return best


_STAGES: Mapping[str, Callable[[BeerSeat], Action]] = {
    "opening": _opening,
    "advertising": _advertise,
    "marketing": lambda seat: seat.of_kind(MoveUp)[0],
    "markers": _surplus,
    "marker-trade": _trade,
    "wagon-sale": lambda seat: seat.of_kind(GiveWagon)[0],  # the one that is missed least comes first
    "turn": _railway,
    "brewery-turn": _brewery,
}
