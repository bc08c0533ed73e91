"""A brewery's turn: deliveries, loading, paying or keeping, new kettles."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.core import Action
from kursbuch.rail.actions import Issue, Pass, Pay, Withhold
from kursbuch.titles.dortmund.beer.brewery.actions import BuyKettle, BuyWithHelp, Deliver, Load, Scrap
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryPolicies
from kursbuch.titles.dortmund.beer.loading import loadable
from kursbuch.titles.dortmund.bot.beer.investor import lacks_newest, newest
from kursbuch.titles.dortmund.bot.beer.outlook import Brewing, Kettles, best_first, sell_beer
from kursbuch.titles.dortmund.bot.beer.seat import BeerSeat

LASTS = 5.0  # rounds for which a kettle is up to date, more or less
TREASURY = 0.12  # what a mark of the treasury counts: it has few other uses
RISING = 1.2  # how much more a mark of income counts at a corporation: dividends lift the price
RUST = 1.2  # rounds by which a purchase may hasten the end of my trains
STEP = 9.0  # what a field of the price line is worth a share
MUCH = 1.3  # times its cost that a kettle must bring for another one to be given up
WILLING = 0.7  # how likely another director agrees to take beer
ANY = 99  # cubes: as many as there may be
LEAST = 5.0  # what an own certificate is not sold for

Purchase = BuyKettle | BuyWithHelp


def choose(seat: BeerSeat) -> Action:
    """A step in a brewery's turn."""
    if seat.of_kind(Deliver):
        return scrap(seat) or deliver(seat)
    if seat.of_kind(Load):
        return load(seat) if not unloved(seat) else load_mine(seat)
    if any(isinstance(action, Pay | Withhold) for action in seat.legal):
        return share(seat)
    return equip(seat)


# -- beer ------------------------------------------------------------------------------------------


def deliver(seat: BeerSeat) -> Deliver:
    """What brings me most, in this brewery and in those of mine that deliver later. What is kept for trains of
    others counts less where it would be lost if they decline.
    """
    brewery, segments = seat.legal[0].actor, seat.box.segments
    order, guest = seat.position["order"], unloved(seat)
    later = [other for other in order[order.index(brewery) + 1 :] if seat.works(other)]
    later = later if any(seat.part(other) for other in later) else []
    sure = sure_exports(seat)

    def rating(offer: Deliver) -> tuple[float, int]:
        market, plan = seat.table.beer, offer.plan
        unsure = max(0, plan.keeps - sure)
        income = int((plan.keeps - unsure + WILLING * unsure) * seat.box.export_income)
        for cubes, kind, n in plan.supplies:
            market = market.supplied(n, kind, cubes)
            income += cubes * segments[n].income(kind)
        mine = seat.part(brewery) * income
        for other in later:
            market, earned = sell_beer(seat.box, market, seat.kettles(other), 0)
            mine += seat.part(other) * earned
        return mine, -income if guest else income

    return max(seat.of_kind(Deliver), key=rating)


def sure_exports(seat: BeerSeat) -> int:
    """How many cubes kept for trains are not lost: all, where the rest is delivered afterwards, else those for which
    my own railways have room.
    """
    if seat.view["options"].get("kept_export") == "delivered":
        return ANY
    return sum(free for railway, _, free in loadable(seat.table, BreweryPolicies()) if railway in seat.mine)


def unloved(seat: BeerSeat) -> bool:
    """Whether I act for a brewery of the Investor's of which I have no more than the other player."""
    brewery = seat.legal[0].actor
    if not seat.is_guest(brewery):
        return False
    others = [
        seat.share(p, brewery) for p in seat.view["players"] if p != seat.me and brewery in seat.companies
    ]
    return 100 * seat.part(brewery) <= max(others, default=0)


def load(seat: BeerSeat) -> Load:
    """As much as a train takes, first on trains of my own railways."""
    return max(
        seat.of_kind(Load),
        key=lambda offer: (offer.railway in seat.mine, offer.cubes, seat.share(seat.me, offer.railway)),
    )


def load_mine(seat: BeerSeat) -> Action:
    """Only what my own railways earn by."""
    best = load(seat)
    return best if best.railway in seat.mine else seat.of_kind(Pass)[0]


# -- income ----------------------------------------------------------------------------------------


def share(seat: BeerSeat) -> Action:
    """Pay, unless keeping the income buys a kettle at once that is worth more to me."""
    pays, keeps = seat.of_kind(Pay), seat.of_kind(Withhold)
    if not pays or not keeps:
        return (pays or keeps)[0]
    brewery = pays[0].actor
    income, cash = income_now(seat, brewery), seat.purse(brewery)
    minor = brewery in seat.minors
    back = 0.5 if minor else seat.share(brewery, brewery) / 100
    best = wanted(seat, brewery)
    if best is None:
        return pays[0]
    worth, price = best
    help = min(price // 2, seat.cash) if minor else 0
    if price <= cash + back * income + help or price > cash + income + help:
        return pays[0]
    lost = seat.part(brewery) * income
    if not minor:
        lost += 2 * STEP * seat.share(seat.me, brewery) / 10
    return keeps[0] if worth > lost else pays[0]


def income_now(seat: BeerSeat, brewery: str) -> int:
    """What a brewery has just earned, as told at the table."""
    for event in reversed(seat.view["events"]):
        if event["key"] == "brewery-income" and event["brewery"] == brewery:
            return int(event["income"])
        if event["key"] == "brewery-turn":
            break
    return 0


# -- kettles ---------------------------------------------------------------------------------------


def profit(seat: BeerSeat, brewery: str, more: float, kind: str) -> float:
    """What a kettle of some kind is worth to me that brings so much more a round; my trains may rust by it."""
    rounds = max(0.0, min(seat.rounds_left - 1, LASTS))
    rising = 1.0 if brewery in seat.minors else RISING
    return rising * seat.part(brewery) * more * rounds - min(rounds, RUST) * seat.rusting(kind)


def wanted(seat: BeerSeat, brewery: str) -> tuple[float, int] | None:
    """The kettle worth most to a brewery with room for one: what it is worth to me, and its price."""
    kettles, brewing = seat.kettles(brewery), Brewing(seat)
    if len(kettles) >= seat.limit(brewery):
        return None
    offers = []
    for kind in brewing.on_sale(brewery):
        more, _ = brewing.adds(brewery, kettles, kind, len(kettles) + 1)
        price = seat.box.trains[kind].price
        offers.append((profit(seat, brewery, more, kind) - TREASURY * price, price))
    return max((offer for offer in offers if offer[0] > 0), default=None)


def equip(seat: BeerSeat) -> Action:
    """The kettle that brings most beyond its price; none if none does. Own certificates only go for one."""
    passes = seat.of_kind(Pass)
    offers = [(gain, buy) for gain, buy in purchases(seat) if gain > 0 or not passes]
    if offers:
        return max(offers, key=lambda offer: offer[0])[1]
    return sell_own(seat) or (passes or seat.legal)[0]


def purchases(seat: BeerSeat) -> list[tuple[float, Purchase]]:
    """Each kettle that can be bought now with what it brings me."""
    buys: list[Purchase] = [*seat.of_kind(BuyKettle), *seat.of_kind(BuyWithHelp)]
    brewing = Brewing(seat) if buys else None
    out: list[tuple[float, Purchase]] = []
    for buy in buys:
        assert brewing is not None
        kettles = seat.kettles(buy.actor)
        more, _ = brewing.adds(buy.actor, kettles, buy.kettle, max(seat.limit(buy.actor), 1))
        private = buy.help if isinstance(buy, BuyWithHelp) else max(0, buy.price - seat.purse(buy.actor))
        cost = TREASURY * (buy.price - private) + private
        out.append((profit(seat, buy.actor, more, buy.kettle) - cost, buy))
    return out


def sell_own(seat: BeerSeat) -> Action | None:
    """Sell an own certificate if that pays for a kettle worth more than the price that is lost; else None."""
    issues = sorted(seat.of_kind(Issue), key=lambda issue: issue.shares)
    if not issues or has_bought(seat):
        return None
    brewery = issues[0].actor
    best = wanted(seat, brewery)
    must = not seat.of_kind(Pass) and not seat.kettles(brewery)
    for issue in issues:
        money = seat.purse(brewery) + issue.shares * seat.price(brewery)
        lost = STEP * issue.shares * seat.share(seat.me, brewery) / 10
        if best is not None and seat.purse(brewery) < best[1] <= money and best[0] > lost + LEAST:
            return issue
    return issues[-1] if must else None


def has_bought(seat: BeerSeat) -> bool:
    """Whether the brewery on turn has bought as many kettles as it may."""
    bought = 0
    for event in reversed(seat.view["events"]):
        if event["key"] == "brewery-turn":
            break
        bought += event["key"] == "buys-kettle"
    return bought >= seat.box.new_trains[seat.s.phase.id]


def scrap(seat: BeerSeat) -> Action | None:
    """Give up the worst kettle where a full charter keeps a much better one away; else None."""
    offers = seat.of_kind(Scrap)
    kettles = seat.kettles(offers[0].actor) if offers else ()
    if not offers or len(kettles) < seat.limit(offers[0].actor):
        return None
    brewery, brewing, rest = offers[0].actor, Brewing(seat), kettles[:-1]
    if lacks_newest(seat, brewery):
        return renewed(seat, offers)
    now = sell_beer(seat.box, seat.table.beer, kettles, 0)[1]
    income = sell_beer(seat.box, seat.table.beer, rest, 0)[1]
    for kind in brewing.on_sale(brewery):
        price = seat.box.trains[kind].price
        help = missing(seat, brewery, price, income)
        if help > (0 if brewery not in seat.minors else min(seat.cash, price // 2 if rest else price)):
            continue
        more, _ = brewing.adds(brewery, kettles, kind, len(kettles))
        lost = seat.part(brewery) * (now - income) + TREASURY * (price - help) + help
        if profit(seat, brewery, more, kind) > MUCH * lost:
            return next(offer for offer in offers if offer.type == kettles[-1].type)
    return None


def renewed(seat: BeerSeat, offers: Sequence[Scrap]) -> Scrap | None:
    """At the Investor's corporation, if it is more mine than the other player's: the worst kettle goes where that
    lets it buy one of the newest type, for without such a one it pays nothing.
    """
    brewery, kettles, kind = offers[0].actor, seat.kettles(offers[0].actor), newest(seat)
    earned = sell_beer(seat.box, seat.table.beer, kettles[:-1], 0)[1]
    if unloved(seat) or seat.rounds_left < 2 or seat.purse(brewery) + earned < seat.box.trains[kind].price:
        return None
    return next(offer for offer in offers if offer.type == kettles[-1].type)


def missing(seat: BeerSeat, brewery: str, price: int, income: int) -> int:
    """What a brewery will lack for a kettle once it has paid out an income."""
    kept = 0.5 if brewery in seat.minors else seat.share(brewery, brewery) / 100
    return max(0, price - seat.purse(brewery) - int(kept * (income // 10 * 10)))


def give_up(seat: BeerSeat) -> Scrap:
    """Too many kettles: the one goes whose loss costs least."""
    offers = seat.of_kind(Scrap)
    brewing = Brewing(seat)
    kettles = seat.kettles(offers[0].actor)
    return max(offers, key=lambda offer: brewing.earns(offer.actor, without(kettles, offer.type)))


def without(kettles: Kettles, type: int) -> Kettles:
    """The kettles less one of a type."""
    gone = next(kettle for kettle in kettles if kettle.type == type)
    rest = list(kettles)
    rest.remove(gone)
    return best_first(rest)
