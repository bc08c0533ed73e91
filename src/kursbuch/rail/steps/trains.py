"""Buying trains: from the depot, the pool and other companies, with the president's help if need be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kursbuch.core import BANK, Action, Frame, Refusal, Span, Stage, Step, refuse
from kursbuch.rail.actions import Agree, BuyTrain, Decline, Discard, GoBankrupt, Sell
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.depot import (
    cheapest_on_sale,
    find_card,
    leaves_depot,
    move_card,
    new_kinds,
    over_limit,
    train_type,
    trains_of,
)
from kursbuch.rail.holdings import president
from kursbuch.rail.rounds import TurnStep, did, next_step, turn_of, update_turn
from kursbuch.rail.running import could_run
from kursbuch.rail.state import DEPOT, POOL, RailState
from kursbuch.rail.steps.shares import SellShares, sale_of


def must_buy(s: RailState, company: str) -> bool:
    """A company with a route and no train must get one, as long as any is on sale."""
    return not trains_of(s, company) and could_run(s, company) and cheapest_on_sale(s) is not None


def missing(s: RailState, company: str) -> int:
    """What an obliged company lacks for the cheapest train on sale; 0 if it can pay or need not buy."""
    price = cheapest_on_sale(s)
    if price is None or not must_buy(s, company):
        return 0
    return max(0, price - s.cash[company])


@dataclass(frozen=True)
class BuyTrains(TurnStep):
    """A company buys trains while it has room and money; one with a route and no train must.

    If it must and cannot pay, its president adds what is missing, selling certificates if need be.
    `keeps_side`: a train that changes hands stays on its side.
    """

    sales: SellShares
    bankrupt: Callable[[Any, str], None]
    consent: str = "consent"
    discards: str = "discards"
    keeps_side: bool = False
    bought: Callable[[Any, str, str], None] = lambda s, company, source: None
    action = BuyTrain

    @property
    def also(self) -> tuple[Step[Any, Any], ...]:  # type: ignore[override]  # worked out, not stored
        return (SellInNeed(self.sales), GiveUp(self))

    def idle(self, s: RailState, company: str) -> bool:
        if must_buy(s, company):
            return False
        return not any(self.why_not(s, "", offer) is None for offer in self._least(self.candidates(s, "")))

    @staticmethod
    def _least(offers: Iterable[BuyTrain]) -> Iterator[BuyTrain]:
        return (offer.at(offer.span.lo) if offer.span else offer for offer in offers)

    def may_pass(self, s: RailState, company: str) -> Refusal | None:
        if must_buy(s, company):
            return refuse("train.must", "{company} has a route and must own a train.", company=company)
        return None

    # -- what is on offer -------------------------------------------------------------------------

    def candidates(self, s: RailState, player: str) -> Iterable[BuyTrain]:
        company = turn_of(s).company
        if len(trains_of(s, company)) >= s.phase.train_limit:
            return
        for source, kinds in ((DEPOT, new_kinds(s)), (POOL, _kinds(s, POOL))):
            for kind in kinds:
                for side in self._sides(s, kind, source):
                    yield BuyTrain(company, kind, side, source, s.box.trains[kind].price)
        for other in s.founded:
            if other == company:
                continue
            for kind in _kinds(s, other):
                hi = self._most(s, company, kind)
                lo = 1 + max((p for o, k, p in turn_of(s).declined if (o, k) == (other, kind)), default=0)
                if lo <= hi:
                    for side in self._sides(s, kind, other):
                        yield BuyTrain(company, kind, side, other, lo, span=Span(lo, hi))

    def _sides(self, s: RailState, kind: str, source: str) -> Iterable[str]:
        if self.keeps_side and source != DEPOT:
            return dict.fromkeys(s.sides[card] for card in trains_of(s, source) if kind_of_card(card) == kind)
        return s.box.trains[kind].sides

    def _most(self, s: RailState, company: str, kind: str) -> int:
        """The most a company can offer another for a train: its cash, in need also the president's."""
        cash = s.cash[company]
        if not missing(s, company):
            return cash
        helped = min(s.box.trains[kind].price, cash + s.cash[president(s, company)])
        return max(cash, helped)

    # -- the rules --------------------------------------------------------------------------------

    def why_not(self, s: RailState, player: str, action: BuyTrain) -> Refusal | None:
        company, source, kind = turn_of(s).company, action.source, action.train
        if action.actor != company:
            return refuse("turn.not-yours", "It is {company}'s turn.", company=company)
        if kind not in s.box.trains:
            return refuse("train.unknown", "There is no train {train}.", train=kind)
        if source not in (DEPOT, POOL) and (source not in s.founded or source == company):
            return refuse("train.source", "{source} sells no trains.", source=source)
        if source == DEPOT and kind not in new_kinds(s):
            return refuse(
                "train.cheapest", "New trains are sold in order; {train} is not on sale.", train=kind
            )
        if find_card(s, source, kind) is None:
            return refuse("train.none", "{source} has no train {train}.", source=source, train=kind)
        if action.side not in self._sides(s, kind, source):
            return refuse("train.side", "{train} cannot be used as {side}.", train=kind, side=action.side)
        if len(trains_of(s, company)) >= s.phase.train_limit:
            return refuse(
                f"train.limit.{s.phase.id}",
                "{company} has {limit} trains, the limit of this phase.",
                company=company,
                limit=s.phase.train_limit,
            )
        if source in (DEPOT, POOL):
            return self._why_not_from_bank(s, company, action)
        return self._why_not_from_company(s, company, action)

    def _why_not_from_bank(self, s: RailState, company: str, action: BuyTrain) -> Refusal | None:
        price = s.box.trains[action.train].price
        if action.price != price:
            return refuse("train.face-value", "The price is {price}.", price=price)
        if price <= s.cash[company]:
            return None
        if not missing(s, company):
            return self._no_help(s, company)
        if price != cheapest_on_sale(s):
            return refuse(
                "train.cheapest-in-need", "With the president's help only the cheapest train is bought."
            )
        if price > s.cash[company] + s.cash[president(s, company)]:
            return refuse(
                "train.sell-first", "{player} must sell certificates first.", player=president(s, company)
            )
        return None

    def _no_help(self, s: RailState, company: str) -> Refusal:
        """Why the president may not help a company that cannot pay."""
        if trains_of(s, company) or not could_run(s, company):
            return refuse(
                "train.no-help", "{company} has {cash}, and its president may not help.", **_purse(s, company)
            )
        return refuse("train.affordable", "{company} can pay for another train.", company=company)

    def _why_not_from_company(self, s: RailState, company: str, action: BuyTrain) -> Refusal | None:
        price, seller = action.price, action.source
        if price < 1:
            return refuse("train.least-price", "The price is at least 1.")
        if price > s.cash[company]:
            if not missing(s, company):
                return refuse("train.cash", "{company} has {cash}.", **_purse(s, company))
            if price > s.box.trains[action.train].price:
                return refuse(
                    "train.face-value-in-need", "With the president's help not above the printed price."
                )
            if price > s.cash[company] + s.cash[president(s, company)]:
                return refuse(
                    "train.sell-first", "{player} must sell certificates first.", player=president(s, company)
                )
        if any((o, k) == (seller, action.train) and price <= p for o, k, p in turn_of(s).declined):
            return refuse("train.declined", "{seller} has declined as much.", seller=seller)
        return None

    # -- what happens -----------------------------------------------------------------------------

    def apply(self, s: RailState, player: str, action: BuyTrain) -> None:
        if action.source not in (DEPOT, POOL):
            owner = president(s, action.source)
            if owner != player:
                s.note(
                    "asks",
                    company=action.actor,
                    player=owner,
                    train=action.train,
                    source=action.source,
                    price=action.price,
                )
                s.push(ConsentFrame(self.consent, owner, action))
                return
        self.buy(s, action)

    def buy(self, s: RailState, action: BuyTrain) -> None:
        """The purchase itself: the president's help, payment, the card, and what it sets off."""
        company, source = action.actor, action.source
        card = find_card(s, source, action.train, action.side if self.keeps_side and source != DEPOT else "")
        assert card is not None
        helped = max(0, action.price - s.cash[company])
        if helped:
            s.transfer(president(s, company), company, helped, "president's help")
            did(s, "helped")
        s.note(
            "buys-train",
            company=company,
            train=action.train,
            side=action.side,
            source=source,
            price=action.price,
        )
        s.transfer(company, BANK if source in (DEPOT, POOL) else source, action.price, "train")
        move_card(s, card, source, company)
        s.sides[card] = action.side
        did(s, "train")
        if source == DEPOT and leaves_depot(s, card):
            push_discards(s, self.discards)
        self.bought(s, company, source)


def _kinds(s: RailState, owner: str) -> list[str]:
    return list(dict.fromkeys(kind_of_card(card) for card in trains_of(s, owner)))


def _purse(s: RailState, company: str) -> dict[str, object]:
    return {"company": company, "cash": s.cash[company]}


# -- need -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SellInNeed(Step[RailState, Sell]):
    """The president sells certificates to pay for a train the company must have, and not one more than needed."""

    sales: SellShares
    action = Sell

    def candidates(self, s: RailState, player: str) -> Iterable[Sell]:
        return self.sales.candidates(s, player) if missing(s, turn_of(s).company) else ()

    def why_not(self, s: RailState, player: str, action: Sell) -> Refusal | None:
        company = turn_of(s).company
        gap = missing(s, company) - s.cash[player]
        if not missing(s, company):
            return refuse("need.none", "{company} needs no help.", company=company)
        if gap <= 0:
            return refuse("need.enough", "{player} has enough for the train.", player=player)
        if refusal := self.sales.why_not_sold(s, player, action):
            return refusal
        if (action.percent // 10 - 1) * s.price(action.company) >= gap:
            return refuse("need.enough", "Fewer certificates would do.")
        sale = sale_of(s, player, action.company, action.percent)
        if action.company == company and sale is not None and sale.successor != player:
            return refuse("need.presidency", "{company} must keep its president now.", company=company)
        return None

    def apply(self, s: RailState, player: str, action: Sell) -> None:
        self.sales.sell(s, player, action)


@dataclass(frozen=True)
class GiveUp(Step[RailState, GoBankrupt]):
    """The president is bankrupt: a train must be bought and no money can be raised for it."""

    trains: BuyTrains
    action = GoBankrupt

    def candidates(self, s: RailState, player: str) -> Iterable[GoBankrupt]:
        if missing(s, turn_of(s).company) > s.cash[player]:
            yield GoBankrupt(player)

    def why_not(self, s: RailState, player: str, action: GoBankrupt) -> Refusal | None:
        company = turn_of(s).company
        if action.actor != player or missing(s, company) <= s.cash[player]:
            return refuse("need.not-bankrupt", "{player} can pay.", player=player)
        sale = SellInNeed(self.trains.sales)
        if any(sale.why_not(s, player, sell) is None for sell in sale.candidates(s, player)):
            return refuse("need.sell-first", "{player} has certificates to sell.", player=player)
        return None

    def apply(self, s: RailState, player: str, action: GoBankrupt) -> None:
        s.bankrupt = (*s.bankrupt, player) if player not in s.bankrupt else s.bankrupt
        s.note("bankrupt", player=player, company=turn_of(s).company)
        next_step(s)
        self.trains.bankrupt(s, player)


# -- consent --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConsentFrame(Frame):
    """A purchase that waits for the word of the seller's president."""

    player: str
    offer: BuyTrain


class Consent(Stage[RailState, ConsentFrame]):
    """The president of the selling company agrees or declines."""

    def __init__(self, trains: BuyTrains) -> None:
        self.steps = (SayYes(trains), SayNo())

    def deciders(self, s: RailState, f: ConsentFrame) -> tuple[str, ...]:
        return (f.player,)

    def not_now(self, s: RailState, f: ConsentFrame, action: Action) -> Refusal:
        return refuse("train.consent", "{player} has to answer an offer first.", player=f.player)

    def not_yours(self, s: RailState, f: ConsentFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


@dataclass(frozen=True)
class SayYes(Step[RailState, Agree]):
    """Agree to the sale of a train."""

    trains: BuyTrains
    action = Agree

    def candidates(self, s: RailState, player: str) -> Iterable[Agree]:
        yield Agree(player)

    def why_not(self, s: RailState, player: str, action: Agree) -> Refusal | None:
        return None

    def apply(self, s: RailState, player: str, action: Agree) -> None:
        f = s.pop()
        assert isinstance(f, ConsentFrame)
        s.note("agrees", player=player)
        self.trains.buy(s, f.offer)


class SayNo(Step[RailState, Decline]):
    """Decline the sale of a train; the same offer cannot be made again in this turn."""

    action = Decline

    def candidates(self, s: RailState, player: str) -> Iterable[Decline]:
        yield Decline(player)

    def why_not(self, s: RailState, player: str, action: Decline) -> Refusal | None:
        return None

    def apply(self, s: RailState, player: str, action: Decline) -> None:
        f = s.pop()
        assert isinstance(f, ConsentFrame)
        offer = f.offer
        s.note("declines", player=player)
        update_turn(s, declined=(*turn_of(s).declined, (offer.source, offer.train, offer.price)))


# -- over the limit -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiscardFrame(Frame):
    """Companies that have more trains than the limit, in operating order."""

    companies: tuple[str, ...]


def push_discards(s: RailState, stage: str) -> None:
    """Ask every company over the limit to give up trains, in operating order."""
    over = tuple(c for c in s.prices.order() if over_limit(s, c))
    if over:
        s.push(DiscardFrame(stage, over))


class GiveUpTrain(Step[RailState, Discard]):
    """A company over the limit gives a train of its choice to the pool."""

    action = Discard

    def candidates(self, s: RailState, player: str) -> Iterable[Discard]:
        company = _first(s)
        for side in dict.fromkeys(s.sides[card] for card in trains_of(s, company)):
            yield Discard(company, side)

    def why_not(self, s: RailState, player: str, action: Discard) -> Refusal | None:
        if not any(s.sides[card] == action.side for card in trains_of(s, _first(s))):
            return refuse(
                "discard.not-owned", "{company} has no train {side}.", company=_first(s), side=action.side
            )
        return None

    def apply(self, s: RailState, player: str, action: Discard) -> None:
        company = action.actor
        card = next(c for c in trains_of(s, company) if s.sides[c] == action.side)
        move_card(s, card, company, POOL)
        s.note("discards", company=company, train=train_type(s, card).id, side=action.side)


class Discards(Stage[RailState, DiscardFrame]):
    """Companies over the limit give up trains, one company after the other."""

    steps = (GiveUpTrain(),)

    def deciders(self, s: RailState, f: DiscardFrame) -> tuple[str, ...]:
        return (president(s, f.companies[0]),)

    def actors(self, s: RailState, f: DiscardFrame, player: str) -> tuple[str, ...]:
        return (f.companies[0],)

    def advance(self, s: RailState, f: DiscardFrame) -> bool:
        if not f.companies:
            s.pop()
        elif not over_limit(s, f.companies[0]):
            s.swap(replace(f, companies=f.companies[1:]))
        else:
            return False
        return True

    def not_now(self, s: RailState, f: DiscardFrame, action: Action) -> Refusal:
        return refuse("discard.first", "First {company} must give up a train.", company=f.companies[0])

    def not_yours(self, s: RailState, f: DiscardFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


def _first(s: RailState) -> str:
    f = s.top
    assert isinstance(f, DiscardFrame)
    return f.companies[0]
