"""Why a choice in 1853 is good or bad, beyond what can be said of all railway games."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.reasons import explained
from kursbuch.bots.railway.why_paper import passed
from kursbuch.bots.railway.why_trains import agreed, declined
from kursbuch.rail.actions import Agree, Decline, Pass
from kursbuch.titles.india.bot.choosing import LORE, offered
from kursbuch.titles.india.bot.contract import span
from kursbuch.titles.india.bot.seat import IndiaSeat
from kursbuch.titles.india.bot.value import value
from kursbuch.titles.india.rules.actions import (
    ChooseOption,
    KeepTrain,
    Lend,
    Name,
    OfferElephant,
    PayUp,
    PlayOn,
    ReturnTrain,
    SendMail,
    TakeOnCredit,
    UseLocoToken,
)


def _lend(seat: IndiaSeat, loan: Lend) -> Iterator[Reason]:
    """What is left for shares."""
    yield Reason("cash-left", {"cash": seat.cash - (loan.span.lo if loan.span else loan.loan)})


def _name(seat: IndiaSeat, name: Name) -> Iterator[Reason]:
    """The share that the city gives, and how far the cities of the contract lie apart."""
    named = [seat.box.cities[city] for city in seat.position["own_contract"]]
    if named:
        yield Reason("contract-spans", {"hexes": span([*named, seat.box.cities[name.city]], seat.box)})
    yield Reason("issued-at", {"company": name.company, "price": seat.box.issue_price(name.company)})


def _mail(seat: IndiaSeat, mail: SendMail) -> Iterator[Reason]:
    yield Reason("mail-brings", {"company": mail.actor, "income": mail.value})


def _option(seat: IndiaSeat, choice: ChooseOption) -> Iterator[Reason]:
    """What a second tile in a turn costs, or from when on it is free."""
    company = choice.actor
    if choice.option == 2:
        fee = seat.box.charters[company].two_tile_fee
        yield Reason("two-tiles-now", {"company": company, "price": fee})
    else:
        yield Reason("two-tiles-later", {"company": company})


def _round_pays(seat: IndiaSeat, player: str) -> int:
    """What one operating round more pays on a player's shares, if the companies pay."""
    return sum(seat.income(company) * seat.share(player, company) // 100 for company in seat.in_play)


def _play_on(seat: IndiaSeat, call: PlayOn) -> Iterator[Reason]:
    yield Reason("round-pays", {"income": _round_pays(seat, seat.me)})


def _no_more(seat: IndiaSeat) -> Iterator[Reason]:
    """What one more round would pay me, and whom it would pay more."""
    pays = {player: _round_pays(seat, player) for player in seat.view["players"]}
    yield Reason("round-pays", {"income": pays[seat.me]})
    most = max(pays, key=lambda player: pays[player])
    if pays[most] > pays[seat.me]:
        yield Reason("round-others", {"player": most, "income": pays[most]})


def _train(seat: IndiaSeat, taken: TakeOnCredit | UseLocoToken) -> Iterator[Reason]:
    """What the company runs with the train."""
    side = taken.side if isinstance(taken, TakeOnCredit) else taken.train
    now, then = seat.income(taken.actor), seat.income(taken.actor, [*seat.trains(taken.actor), side])
    told = {"company": taken.actor, "income": then, "train": taken.train}
    yield Reason("runs-with", {**told, "before": now}) if then > now else Reason("runs-no-more", told)


def _pay_up(seat: IndiaSeat, payment: PayUp) -> Iterator[Reason]:
    """Shares of a contract are owed for."""
    owed = payment.shares * seat.box.issue_price(payment.company)
    yield Reason("cash-left", {"cash": seat.cash - owed})


def _on_credit(seat: IndiaSeat, choice: KeepTrain | ReturnTrain) -> Iterator[Reason]:
    """What is owed for the train, and what runs with it."""
    company = choice.actor
    owed = int(seat.position["debts"].get(company, 0))
    told = {"company": company, "price": owed, "cash": seat.purse(company)}
    yield Reason("train-on-credit", {**told, "income": seat.income(company)})


def _pass(seat: IndiaSeat, action: Pass) -> Iterator[Reason]:
    """While contracts are made: the loan that is not named for comes back."""
    if seat.stage == "contracts":
        yield Reason("contract-whole", {"cities": len(seat.position["own_contract"])})
    elif seat.stage == "elephant":
        yield from _mine(seat)
    elif seat.of_kind(PlayOn):
        yield from _no_more(seat)
    else:
        yield from passed(value, seat, action)


# -- the elephant ---------------------------------------------------------------------------------


def _mine(seat: IndiaSeat) -> Iterator[Reason]:
    """What the elephant is good for in my hands: the companies that nobody has a share of are its, too."""
    yield Reason("elephant-mine", {"income": _round_pays(seat, seat.me)})
    for company in seat.in_play:
        if not any(seat.share(player, company) for player in seat.view["players"]):
            yield Reason("elephant-manages", {"company": company})


def _theirs(seat: IndiaSeat, holder: str) -> Iterator[Reason]:
    """What another player would decide on with it."""
    told = {"player": holder, "income": _round_pays(seat, holder)}
    yield Reason("elephant-theirs", {**told, "me": seat.me, "mine": _round_pays(seat, seat.me)})


def _offer(seat: IndiaSeat, offer: OfferElephant) -> Iterator[Reason]:
    """What the buyer can pay for the elephant, and what it decides on."""
    buyer = str(offer.buyer)
    if offer.span:
        yield Reason("elephant-up-to", {"player": buyer, "price": offer.span.hi})
    else:
        yield Reason("elephant-for", {"player": buyer, "price": offer.price})
    yield from _theirs(seat, buyer)


def _agree(seat: IndiaSeat, answer: Agree) -> Iterator[Reason]:
    if seat.stage != "elephant":
        yield from agreed(seat, answer)
        return
    yield Reason("cash-left", {"cash": seat.cash - offered(seat)["price"]})
    yield from _mine(seat)


def _decline(seat: IndiaSeat, answer: Decline) -> Iterator[Reason]:
    if seat.stage != "elephant":
        yield from declined(seat, answer)
        return
    yield Reason("cash-kept", {"cash": seat.cash})
    yield from _theirs(seat, offered(seat)["player"])


REASONS = explained(
    LORE,
    IndiaSeat,
    more=(
        (Lend, _lend),
        (Name, _name),
        (SendMail, _mail),
        (ChooseOption, _option),
        (PlayOn, _play_on),
        (TakeOnCredit, _train),
        (UseLocoToken, _train),
        (PayUp, _pay_up),
        (KeepTrain, _on_credit),
        (ReturnTrain, _on_credit),
        (OfferElephant, _offer),
        (Agree, _agree),
        (Decline, _decline),
        (Pass, _pass),
    ),
    value_of=value,
)
