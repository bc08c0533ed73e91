"""Buying trains: what pays, what is needed before others rust, and how to raise the money when it must be."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.bots.character import nearly_best
from kursbuch.bots.railway.prospects import value
from kursbuch.bots.railway.seat import Seat
from kursbuch.core import Action
from kursbuch.rail.actions import BuyTrain, Discard, GoBankrupt, Pass, Sell, TradeTrain
from kursbuch.rail.box import TrainType
from kursbuch.rail.steps.consent import side_in_use

ALIKE = 6.0  # money between two purchases that are nearly as good
NEARLY = 1.6  # rounds; a train that lasts no longer needs a successor
BANKS = ("depot", "pool")
MOVED = 20.0  # money that a train must bring more in another company of mine to go there


def choose(seat: Seat) -> Action:
    """What to do when trains can be bought."""
    passes = seat.of_kind(Pass)
    buys, trades = seat.of_kind(BuyTrain), seat.of_kind(TradeTrain)
    actor = (buys or trades or passes or seat.legal)[0].actor
    company = actor if actor in seat.companies else next(iter(seat.mine))
    must = not passes
    offers: list[tuple[float, BuyTrain | TradeTrain]] = [
        (gain(seat, company, buy, must), buy) for buy in buys if buy.source in BANKS
    ]
    offers += [(_trade_gain(seat, company, trade), trade) for trade in trades]
    others = [buy for buy in buys if buy.source not in BANKS]
    offers += _from_others(seat, company, others, must) or _from_own(seat, company, others)
    good = [offer for offer in offers if offer[0] > 0 or must]
    if good:
        return nearly_best(good, 0.0 if must else ALIKE * seat.character.whim, seat.rng)
    if passes:
        return passes[0]
    return in_need(seat)


def gain(seat: Seat, company: str, buy: BuyTrain, must: bool) -> float:
    """What a train of the bank brings a company beyond a part of its price."""
    sides = seat.trains(company)
    train = seat.box.trains[buy.train]
    phase = seat.s.phase_number
    starts_phase = buy.source == "depot" and bool(train.starts)
    if starts_phase:
        phase = max(phase, seat.box.phase_number[train.starts])
    kept = [s for s in sides if not _gone(seat, s, phase)]
    added = seat.income(company, [*kept, buy.side], phase=phase) - (
        seat.income(company, kept, phase=phase) if kept else 0
    )
    rounds = min(seat.rounds_left - 1, seat.life(buy.side))
    needed = not seat.lasting(kept, NEARLY)
    earned = max(added, 25 if not kept else 0) * max(rounds, 0.0)
    price = min(buy.price, seat.purse(company))
    left = seat.purse(company) - price
    worth = earned - seat.lore.earned_again / seat.character.trains * price
    if needed and seat.life(buy.side) > NEARLY and seat.rounds_left > 1:
        worth += 0.4 * buy.price  # spares a forced purchase
    if buy.price > seat.purse(company):  # with my own money
        worth -= buy.price - seat.purse(company)
    if not needed and not must:
        worth -= _saved_for(seat, kept, left)
    if not must and seat.rounds_left > 2:
        worth += _progress(seat, company, [*kept, buy.side], buy, left)
    return worth


def _progress(seat: Seat, company: str, sides: Sequence[str], buy: BuyTrain, left: int) -> float:
    """What it is worth to come nearer to the next better train, or how much a full charter would keep it away."""
    better = _better(seat, buy.train)
    if better is None or not better.starts:
        return 0.0
    ahead = seat.box.phase_number[better.starts]
    limit = seat.box.phases[ahead].train_limit
    stay = [side for side in sides if not _gone(seat, side, ahead)]
    near = (seat.cards_before(better.starts) or 0) / seat.pace
    without = seat.income(company, stay[:limit], phase=ahead) if stay else 0
    best = max(seat.income(company, [*stay[: limit - 1], side], phase=ahead) for side in better.sides)
    gain = max(0, best - without) * max(0.0, seat.rounds_left - 1 - near)
    affordable = left + 2 * seat.income(company) >= better.price
    if len(stay) >= limit:  # nothing is given up for a better one
        return -0.5 * gain if affordable and near < 3 else 0.0
    if left >= better.price and buy.source == "depot" and len(sides) < seat.s.phase.train_limit:
        return seat.lore.earned_again * buy.price + min(gain, 60.0) / 4 + 1  # idle money speeds things up
    return 0.0


def _better(seat: Seat, kind: str) -> TrainType | None:
    """The next kind of train above this one."""
    kinds = list(seat.box.trains)
    here = kinds.index(kind)
    return seat.box.trains[kinds[here + 1]] if here + 1 < len(kinds) else None


def _gone(seat: Seat, side: str, phase: int) -> bool:
    ends = seat.kind(side).rusts_in
    return bool(ends) and seat.box.phase_number[ends] <= phase


def _saved_for(seat: Seat, sides: Sequence[str], left: int) -> float:
    """How much a purchase hurts that leaves too little for the successor of trains that rust soon."""
    if seat.lasting(sides, 4.0) or not sides:
        return 0.0
    ends = max((seat.kind(side).rusts_in for side in sides), key=lambda phase: seat.box.phase_number[phase])
    heir = next((t for t in seat.box.trains.values() if t.starts == ends), None)
    return 0.0 if heir is None else 0.25 * max(0, heir.price - left) * (1 / max(1.0, seat.life(sides[0])))


def _trade_gain(seat: Seat, company: str, trade: TradeTrain) -> float:
    """What a trade brings: income afterwards instead of before."""
    sides = list(seat.trains(company))
    given = next(side for side in sides if seat.kind(side).id == trade.given)
    train = seat.box.trains[trade.train]
    phase = max(seat.s.phase_number, seat.box.phase_number[train.starts] if train.starts else 0)
    after = [s for s in sides if not _gone(seat, s, phase)]
    if given in after:
        after.remove(given)
    added = seat.income(company, [*after, next(iter(train.sides))], phase=phase) - seat.income(company)
    return added * max(0.0, seat.rounds_left - 1) - seat.lore.earned_again * trade.price


def _from_others(
    seat: Seat, company: str, buys: Sequence[BuyTrain], must: bool
) -> list[tuple[float, BuyTrain]]:
    """Trains of other companies: only for one that has none and cannot pay the bank, and at a sober price."""
    out = []
    if seat.trains(company) or (seat.cheapest is not None and seat.purse(company) >= seat.cheapest):
        return []
    for buy in buys:
        span = buy.span
        lo, hi = (span.lo, span.hi) if span else (buy.price, buy.price)
        life = min(seat.life(buy.side), seat.rounds_left - 1)
        own = seat.companies[buy.source]["president"] == seat.me
        if life < 1 or lo > hi or (own and len(seat.trains(buy.source)) < 2):
            continue
        face = seat.box.trains[buy.train].price
        earns = seat.income(company, [buy.side])
        sober = min(hi, face, int(seat.purse(company)) if own else int(0.4 * earns * life) + 10)
        if earns <= 0 or sober < lo or (not own and lo > 1):
            continue  # one offer a turn is enough
        lost = 0
        if own:
            rest = list(seat.trains(buy.source))
            # cards of two kinds may have a side of the same name
            rest.remove(_card_meant(seat, buy) or buy.side)
            lost = seat.income(buy.source) - seat.income(buy.source, rest)
        worth = (earns - lost) * life - (0 if own else sober) + (60 if must else 0)
        out.append((worth, buy.at(max(lo, sober))))
    return out


def _from_own(seat: Seat, company: str, buys: Sequence[BuyTrain]) -> list[tuple[float, BuyTrain]]:
    """Trains of other companies of mine that bring me more here, counted by what I have of each company; for as
    little as may be, unless the other company then needs the money for a new one.
    """
    out = []
    stake = seat.share(seat.me, company)
    for buy in buys:
        source = buy.source
        if source not in seat.mine or source == company or not stake:
            continue
        rest = list(seat.trains(source))
        side = _card_meant(seat, buy)
        if side is None:
            continue
        rest.remove(side)
        lo = buy.span.lo if buy.span else buy.price
        hi = buy.span.hi if buy.span else buy.price
        lacks = 0 if seat.lasting(rest) or seat.cheapest is None else seat.cheapest - seat.purse(source)
        if not lo <= max(lo, lacks) <= min(hi, seat.purse(company)):
            continue
        here = seat.income(company, [*seat.trains(company), buy.side]) - seat.income(company)
        there = seat.income(source) - (seat.income(source, rest) if rest else 0)
        rounds = min(seat.life(buy.side), seat.rounds_left - 1)
        worth = (here - there * seat.share(seat.me, source) / stake) * rounds
        if not seat.lasting(rest) and seat.cheapest is not None:
            worth -= seat.cheapest  # the other company will have to buy
        if worth > MOVED:
            out.append((worth, buy.at(max(lo, lacks)) if buy.span else buy))
    return out


def _card_meant(seat: Seat, buy: BuyTrain) -> str | None:
    """The side as which the seller uses the card that a purchase means."""
    used = [side for side in seat.trains(buy.source) if buy.train == seat.kind(side).id]
    named = side_in_use(buy)
    return named if named in used else next(iter(used), None)


def in_need(seat: Seat) -> Action:
    """Money must be raised: sell what is worth least to me, and as little as will do."""
    sales = seat.of_kind(Sell)
    if sales:
        return min(sales, key=lambda sale: (_loss(seat, sale), sale.percent))
    broke = seat.of_kind(GoBankrupt)
    return broke[0] if broke else _last_resort(seat)


def _last_resort(seat: Seat) -> Action:
    """What is left is a train of another company, of one's own if there is one, for as little as possible."""
    offers = [buy.at(buy.span.lo) if buy.span else buy for buy in seat.of_kind(BuyTrain)]
    if not offers:
        return seat.legal[0]
    mine = [buy for buy in offers if seat.companies[buy.source]["president"] == seat.me]
    return min(mine or offers, key=lambda buy: buy.price)


def _loss(seat: Seat, sale: Sell) -> float:
    """What a forced sale costs me for each mark it brings."""
    price = max(1, seat.price(sale.company))
    lead = 0.3 if sale.company in seat.mine else 0.0
    return value(seat, sale.company) / price + lead - 0.02 * sale.percent / 10


def discard(seat: Seat) -> Action:
    """Give up the train whose loss costs least; of those used alike the one that goes without a name."""

    def left(drop: Discard) -> tuple[float, float]:
        sides = list(seat.trains(drop.actor))
        sides.remove(drop.side)
        return seat.income(drop.actor, sides), sum(min(seat.life(side), 20.0) for side in sides)

    unnamed = [drop for drop in seat.of_kind(Discard) if drop.side in seat.trains(drop.actor)]
    return max(unnamed, key=left)


def consent(seat: Seat) -> tuple[str, str, int] | None:
    """The offer for one of my trains that waits for an answer: of whom, which kind, for how much."""
    for event in reversed(seat.view["events"]):
        if event["key"] == "asks":
            return (event["source"], event["train"], event["price"]) if event.get("train") else None
    return None


def sells_well(seat: Seat) -> bool:
    """Whether the offer for a train is better than keeping it."""
    offer = consent(seat)
    if offer is None or offer[0] not in seat.companies:
        return False
    company, kind, price = offer
    sides = seat.trains(company)
    asked = [side for side in dict.fromkeys(sides) if seat.kind(side).id == kind]
    if not asked:
        return False
    last = len(sides) == 1
    if last and seat.cheapest is not None and seat.purse(company) + price < seat.cheapest:
        return False
    # of cards on two sides either may be meant: the dearer one counts
    return price > 1.1 * max(_lost(seat, company, side) for side in asked) + (30 if last else 0)


def _lost(seat: Seat, company: str, side: str) -> float:
    """What a company earns less without one of its trains, as long as that would have run."""
    rest = list(seat.trains(company))
    rest.remove(side)
    rounds = min(seat.life(side), seat.rounds_left)
    return (seat.income(company) - (seat.income(company, rest) if rest else 0)) * rounds
