"""Trains of 1853: nobody has to buy, directors may give money, managers may take a train on credit."""

from __future__ import annotations

from kursbuch.bots.railway import trains as rail_trains
from kursbuch.bots.railway.money import shortage
from kursbuch.core import Action
from kursbuch.rail.actions import BuyTrain, Pass, Pay, Withhold
from kursbuch.titles.india.bot.seat import IndiaSeat
from kursbuch.titles.india.bot.value import with_train
from kursbuch.titles.india.rules.actions import KeepTrain, ReturnTrain, TakeOnCredit, UseLocoToken

SURE = 1.3  # times a gift that a train must bring me
FOR_TRACK = 140  # pounds: the dearest tile that often is needed
PATIENCE = 0.6  # part of the rounds left in which a train on credit must have earned its price


def choose(seat: IndiaSeat) -> Action:
    """The train that pays best, by whatever way it is to be had."""
    passes = seat.of_kind(Pass)
    company = seat.legal[0].actor
    seat.legal = [action for action in seat.legal if _worth_a_thought(seat, company, action)]
    if seat.of_kind(BuyTrain):
        choice = rail_trains.choose(seat)
        if choice not in passes:
            return choice
    return _by_token(seat, company) or _on_credit(seat, company) or passes[0]


def _worth_a_thought(seat: IndiaSeat, company: str, action: Action) -> bool:
    """Trains of the company's gauge; with a gift only those that bring me more than I give."""
    if not isinstance(action, BuyTrain):
        return True
    kind, source = seat.box.trains[action.train], action.source
    if kind.gauges[action.side] not in seat.gauges(company) and not seat.income(company, [action.side]):
        return False
    if action.span is not None or source not in rail_trains.BANKS:
        return seat.purse(company) >= action.price
    gift = action.price - seat.purse(company)
    if gift > 0:
        return with_train(seat, company, action.side) > SURE * gift
    return _leaves_enough(seat, company, action)


def _leaves_enough(seat: IndiaSeat, company: str, buy: BuyTrain) -> bool:
    """A train that finds nothing to run on must leave the money for a tile."""
    ready = seat.income(company, [buy.side]) > 0
    return ready or seat.purse(company) - buy.price >= FOR_TRACK


def _by_token(seat: IndiaSeat, company: str) -> Action | None:
    """A metre train of the next phase for the loco token, if the company has track for it."""
    for token in seat.of_kind(UseLocoToken):
        price = seat.box.trains[token.train].price
        if price <= seat.purse(company) and seat.income(company, [token.train]):
            as_bought = BuyTrain(company, token.train, token.train, "depot", price)
            if rail_trains.gain(seat, company, as_bought, must=False) > 0:
                return token
    return None


def _on_credit(seat: IndiaSeat, company: str) -> Action | None:
    """A train on credit only if I have a share, and the train soon earns its price: nothing else is paid before."""
    best: tuple[float, Action | None] = (PATIENCE * seat.rounds_left, None)
    if not seat.share(seat.me, company):
        return None
    for credit in seat.of_kind(TakeOnCredit):
        price = seat.box.trains[credit.train].price_as(credit.side)
        earned = seat.income(company, [credit.side])
        rounds = (price - seat.purse(company)) / earned if earned else 99.0
        if rounds < min(best[0], seat.life(credit.side)):
            best = (rounds, credit)
    return best[1]


def settle(seat: IndiaSeat) -> Action:
    """Pay for the train of a company that I have taken over, if it brings me more than it costs me; as manager pay
    as soon as I can, since nothing else is paid before.
    """
    if not seat.of_kind(ReturnTrain):
        return seat.of_kind(KeepTrain)[0]
    company = seat.legal[0].actor
    owed = int(seat.position["debts"].get(company, 0)) - seat.purse(company)
    side = seat.trains(company)[0]
    rounds = min(seat.rounds_left, seat.life(side))
    mine = seat.income(company) * rounds * seat.share(seat.me, company) / 100
    return (seat.of_kind(KeepTrain) if mine > SURE * owed else seat.of_kind(ReturnTrain))[0]


def dividend(seat: IndiaSeat) -> Action:
    """Pay; keep only what a train costs that is needed before long and that the mail alone does not bring."""
    pays, keeps = seat.of_kind(Pay), seat.of_kind(Withhold)
    if not keeps or not pays:
        return (pays or keeps)[0]
    company = pays[0].actor
    income = seat.income(company)
    turns = max(1.0, min((seat.life(side) for side in seat.trains(company)), default=1.0))
    missing = shortage(seat, company) - seat.mail(company) * (turns - 1)
    reachable = missing <= income * turns
    return keeps[0] if missing > 0 and reachable and seat.rounds_left > 3 else pays[0]
