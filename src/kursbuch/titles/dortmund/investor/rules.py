"""The Railway Game for two, with the Investor as a third (18DO §8.1 to §8.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Action, Chance, Frame, Refusal, Span, Stage, Step, refuse
from kursbuch.rail.actions import Agree, Decline
from kursbuch.rail.rounds import SetFrame
from kursbuch.rail.state import OFFER
from kursbuch.titles.dortmund.investor import railway as investor_railway
from kursbuch.titles.dortmund.investor import stock as investor
from kursbuch.titles.dortmund.investor.told import TOLD
from kursbuch.titles.dortmund.railway.actions import OfferForCard, TakeCard
from kursbuch.titles.dortmund.railway.rules import Policies, RailwayGame
from kursbuch.titles.dortmund.railway.starting import StartingFrame, lay_out, sell
from kursbuch.titles.dortmund.railway.state import D, State18DO

CARDS = ("first-action", "investors-railway")
IN_PLAY = 3  # private breweries (18DO-8.3.1-6)


# -- the choice of cards after the starting round ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardsFrame(Frame):
    """Who chooses between the two cards."""

    player: str


@dataclass(frozen=True)
class ChooseCard(Step[D, TakeCard]):
    """One player takes one of two cards, the other player gets the other."""

    cards: tuple[str, str]
    taken: Callable[[D, str, str, str], None]  # by whom, who gets the other, and which
    rule: str
    action = TakeCard

    def candidates(self, s: D, player: str) -> Iterable[TakeCard]:
        return (TakeCard(player, card) for card in self.cards)

    def why_not(self, s: D, player: str, action: TakeCard) -> Refusal | None:
        if action.card in self.cards:
            return None
        return refuse(self.rule, "The cards are {cards}.", cards=" and ".join(self.cards))

    def apply(self, s: D, player: str, action: TakeCard) -> None:
        other = next(p for p in s.people if p != player)
        s.pop()
        self.taken(s, player, other, action.card)


def dealt_out(s: State18DO, player: str, other: str, card: str) -> None:
    """One has the first action, the other the Investor's railway (18DO-8.3.2-4)."""
    s.priority, s.investor_card = (player, other) if card == CARDS[0] else (other, player)
    s.note("cards", priority=s.priority, investor=s.investor_card)


class Choosing(Stage[State18DO, CardsFrame]):
    """The choice of a card. Who paid less for a brewery has it in the Railway Game (18DO-8.3.2-4)."""

    def __init__(self, choice: ChooseCard) -> None:
        self.steps = (choice,)
        self.rule = choice.rule

    def deciders(self, s: State18DO, f: CardsFrame) -> tuple[str, ...]:
        return (f.player,)

    def not_now(self, s: State18DO, f: CardsFrame, action: Action) -> Refusal:
        return refuse(self.rule, "First {player} chooses a card.", player=f.player)

    def not_yours(self, s: State18DO, f: CardsFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


def settled(s: State18DO) -> None:
    """The Investor buys the brewery that is left; the player who paid less chooses a card (18DO-8.3.2-3)."""
    (left,) = [id for id, owner in s.breweries.items() if not owner]
    sell(s, left, s.investor, s.box.breweries[left].boxes[0])
    capital = s.box.starts[len(s.people)].cash
    paid = {player: (capital - s.cash[player], brewery) for brewery, player in s.breweries.items()}
    s.push(CardsFrame("cards", min(s.people, key=lambda player: paid[player])))


# -- handing the card over --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandoverFrame(Frame):
    """The holder's offer for keeping the card; None before it is made."""

    price: int | None = None


class MakeOffer(Step[State18DO, OfferForCard]):
    """The holder offers an amount to keep the card; nothing offered hands it over (18DO-8.3.5-3)."""

    action = OfferForCard

    def candidates(self, s: State18DO, player: str) -> Iterable[OfferForCard]:
        yield OfferForCard(player, 0, span=Span(0, s.cash[player]))

    def why_not(self, s: State18DO, player: str, action: OfferForCard) -> Refusal | None:
        if 0 <= action.price <= s.cash[player]:
            return None
        return refuse("18DO-8.3.5-3", "{player} has {cash}.", player=player, cash=s.cash[player])

    def apply(self, s: State18DO, player: str, action: OfferForCard) -> None:
        s.note("offers-for-card", player=player, price=action.price)
        if action.price:
            s.swap(HandoverFrame("handover", action.price))
        else:
            s.pop()
            hand_over(s)


class KeepsIt(Step[State18DO, Agree]):
    """The other player takes the money; the holder keeps the card."""

    action = Agree

    def candidates(self, s: State18DO, player: str) -> Iterable[Agree]:
        yield Agree(player)

    def why_not(self, s: State18DO, player: str, action: Agree) -> Refusal | None:
        return None

    def apply(self, s: State18DO, player: str, action: Agree) -> None:
        s.transfer(s.investor_card, player, _offered(s), "card")
        s.pop()


class TakesIt(Step[State18DO, Decline]):
    """The other player pays the amount and takes the card (18DO-8.3.5-4)."""

    action = Decline

    def candidates(self, s: State18DO, player: str) -> Iterable[Decline]:
        yield Decline(player)

    def why_not(self, s: State18DO, player: str, action: Decline) -> Refusal | None:
        if _offered(s) <= s.cash[player]:
            return None
        return refuse("18DO-8.3.5-4", "{player} has {cash}.", player=player, cash=s.cash[player])

    def apply(self, s: State18DO, player: str, action: Decline) -> None:
        s.transfer(player, s.investor_card, _offered(s), "card")
        s.pop()
        hand_over(s)


class Handover(Stage[State18DO, HandoverFrame]):
    """An offer for the card, and the answer to it."""

    def deciders(self, s: State18DO, f: HandoverFrame) -> tuple[str, ...]:
        return (s.investor_card if f.price is None else other_player(s),)

    def open_steps(self, s: State18DO, f: HandoverFrame) -> Sequence[Step[State18DO, Any]]:
        return (MakeOffer(),) if f.price is None else (KeepsIt(), TakesIt())

    def every_step(self) -> Iterable[Step[State18DO, Any]]:
        return (MakeOffer(), KeepsIt(), TakesIt())

    def not_now(self, s: State18DO, f: HandoverFrame, action: Action) -> Refusal:
        return refuse("18DO-8.3.5-3", "First the card of the Investor's railway is settled.")

    def not_yours(self, s: State18DO, f: HandoverFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


def _offered(s: State18DO) -> int:
    f = s.frame(HandoverFrame)
    assert f.price is not None
    return f.price


def other_player(s: State18DO) -> str:
    return next(player for player in s.people if player != s.investor_card)


def hand_over(s: State18DO) -> None:
    """The card goes to the other player at the end of every operating round (18DO-8.3.5-2)."""
    s.investor_card = other_player(s)
    s.note("investor-card", player=s.investor_card)


def offer_card(s: State18DO) -> None:
    s.push(HandoverFrame("handover"))


# -- the game ---------------------------------------------------------------------------------------


def seat_name(players: Sequence[str]) -> str:
    """What the Investor's seat is called, whatever the players' names are."""
    name = "Investor"
    while name in players:
        name += " II"
    return name


class TwoPlayerGame(RailwayGame):
    """Two players and the Investor."""

    told = {**RailwayGame.told, **TOLD}  # noqa: RUF012

    def __init__(self, card_offers: bool) -> None:
        super().__init__(
            2,
            Policies(
                no_sale=investor.no_sale,
                no_purchase=investor.no_purchase,
                automatic=investor.Investing(),
                settled=settled,
                decides=investor_railway.decides,
                no_run=investor_railway.no_run,
                no_payout=investor_railway.no_payout,
                nothing_paid=investor_railway.nothing_paid,
                no_train=investor_railway.no_train,
                rescue=investor_railway.rescue,
                must_more=investor_railway.must_more,
                sells_one=investor_railway.sells_one,
                no_own_sale=investor_railway.no_own_sale,
                no_buy_back=investor_railway.no_buy_back,
                no_spending=investor_railway.no_spending,
                round_over=offer_card if card_offers else hand_over,
                stages={
                    "cards": Choosing(ChooseCard(CARDS, dealt_out, "18DO-8.3.2-4")),
                    "handover": Handover(),
                },
            ),
        )

    def start(self, players: Sequence[str], chance: Chance) -> State18DO:
        """Three breweries in play, two of them dealt for the seats; the Investor sits third with a railway by lot."""
        assert self.box.investor is not None
        name = seat_name(players)
        in_play = chance.shuffled(list(self.box.breweries))[:IN_PLAY]
        dealt = dict(zip(players, in_play, strict=False))
        seats = sorted(players, key=lambda player: dealt[player])
        s = State18DO([*seats, name], chance, self.box)
        s.investor = name
        s.note("seats", players=[*seats, name], priority=seats[0], dealt=dealt)
        for player in s.players:
            s.transfer(BANK, player, self.box.starts[len(seats)].cash, "starting capital")
        for id, company in self.box.companies.items():
            s.shares[id] = (OFFER,) * len(company.certificates)
        railway = chance.pick(self.box.investor.railways)
        s.shares[railway] = (railway,) * len(s.shares[railway])
        cell = investor.start_cell(s)
        s.open_price(railway, cell)
        s.note("investors-railway", company=railway)
        lay_out(s, in_play)
        s.push(SetFrame("cycle"))
        s.push(StartingFrame("starting", seats[0]))
        return s
