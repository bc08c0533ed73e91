"""The rules of the Railway Game: kernel steps with their policies, and the steps that are 18DO's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic

from kursbuch.core import BANK, Action, Chance, Refusal, Rules, Stage
from kursbuch.rail.actions import BuyTrain, Sell
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import (
    CompanyTurn,
    Cycle,
    OperatingRound,
    PassTurn,
    SetFrame,
    StockRound,
    nothing,
)
from kursbuch.rail.state import OFFER
from kursbuch.rail.steps.dividend import PayOut, by_certificate
from kursbuch.rail.steps.exchange import Exchanging
from kursbuch.rail.steps.lay import LayTrack
from kursbuch.rail.steps.shares import Limits
from kursbuch.rail.steps.station import BuildStation
from kursbuch.rail.steps.trains import Consent, Discards
from kursbuch.titles.dortmund.railway import events, forced, market, report, stations, track
from kursbuch.titles.dortmund.railway.breweries import AssignMarker, TurnCard, pay_returns
from kursbuch.titles.dortmund.railway.citations import CITATIONS
from kursbuch.titles.dortmund.railway.counting import COUNTING
from kursbuch.titles.dortmund.railway.links import MakeLink
from kursbuch.titles.dortmund.railway.parts import box
from kursbuch.titles.dortmund.railway.running import RunTrains
from kursbuch.titles.dortmund.railway.starting import StartingFrame, StartingRound, lay_out, lowest_begins
from kursbuch.titles.dortmund.railway.state import D, State18DO
from kursbuch.titles.dortmund.railway.stock import EXCHANGE, StockTurn, make_turn, why_no_sale
from kursbuch.titles.dortmund.railway.told import GLOSSARY, TOLD
from kursbuch.titles.dortmund.railway.trains import BuyTrains, EarlyTrain, gave_up, train_market
from kursbuch.titles.dortmund.railway.treasury import BuyBack, SellOwn, allowed


@dataclass(frozen=True)
class Policies(Generic[D]):
    """Where the game for two differs from that for three to five."""

    no_sale: Callable[[D, str, Sell], Refusal | None] = why_no_sale
    no_purchase: Callable[[D, str, str, int], Refusal | None] = lambda s, player, company, size: None
    automatic: Callable[[D, str, StockTurn[D]], bool] = lambda s, player, turn: False
    settled: Callable[[D], None] = lowest_begins
    decides: Callable[[D, str], str] = president
    no_run: Callable[[D, str, int], Refusal | None] = lambda s, company, income: None
    no_payout: Callable[[D, str, Action], Refusal | None] = lambda s, company, choice: None
    nothing_paid: Callable[[D, str], None] = market.nothing_paid
    no_train: Callable[[D, str, BuyTrain], Refusal | None] = lambda s, company, purchase: None
    rescue: Callable[[D, BuyTrain], None] = forced.raise_money
    must_more: Callable[[D, str], Refusal | None] = lambda s, company: None
    sells_one: Callable[[D, str], bool] = lambda s, company: True  # of its own, before a forced purchase
    no_own_sale: Callable[[D, str, int], Refusal | None] = allowed
    no_buy_back: Callable[[D, str, int], Refusal | None] = allowed
    no_spending: Callable[[D, str, int], Refusal | None] = allowed  # so much for track, stations and links
    round_over: Callable[[D], None] = nothing
    stages: Mapping[str, Stage[D, Any]] = field(default_factory=dict)

    def sells_first(self, sell: SellOwn[D]) -> Callable[[D, str], bool]:
        """Whether a railway short of money has to sell an own certificate now, before a forced purchase."""
        return lambda s, company: self.sells_one(s, company) and sell.possible(s, company)


class RailwayGame(Rules[State18DO]):
    """The Railway Game for three to five players, and with other policies for two."""

    citations = CITATIONS
    told = TOLD
    glossary = GLOSSARY

    def __init__(self, players: int, policies: Policies[State18DO]) -> None:
        self.box = box(players, COUNTING)
        self.entities = tuple(self.box.companies)
        self.limits = Limits(
            certificates=self.box.starts[players].certificates,
            holding=self.box.holdings[players],
            pool=self.box.pool_limit,
            uncounted=frozenset(),
        )
        cards = (AssignMarker(), TurnCard())
        sell, back = SellOwn(policies.no_own_sale), BuyBack(policies.no_buy_back)
        stock = make_turn(self.limits, market.sold_by_player, cards, policies.no_sale, policies.no_purchase)
        depot = train_market(events.phase_begins, policies.no_train)
        trains = BuyTrains(depot, policies.sells_first(sell), policies.rescue, policies.must_more)
        self.stages = {
            "starting": StartingRound(policies.settled),
            "cycle": Cycle(operating_rounds=events.operating_rounds, over=events.over),
            "stock": StockRound(
                steps=(*stock.steps, PassTurn(stock.must_sell)),
                at_end=partial(events.stock_round_over, asks=stock.asks),
                asks=stock.asks,
                automatic=lambda s, player: policies.automatic(s, player, stock),
            ),
            "operating": OperatingRound(
                at_start=pay_returns,
                at_end=policies.round_over,
                operates=lambda s, company: company in s.floated,
                fixed_order=True,
            ),
            "turn": CompanyTurn(
                order=(
                    EarlyTrain(depot),
                    LayTrack(track.cost, track.joins, track.within(policies.no_spending)),
                    BuildStation(
                        cost=stations.cost,
                        built=stations.built,
                        barred=stations.within(policies.no_spending, stations.cost, stations.why_kept),
                    ),
                    MakeLink(events.link_gains, policies.no_spending),
                    RunTrains(policies.no_run),
                    PayOut(
                        by_certificate(market.dividend_purse),
                        market.paid,
                        policies.nothing_paid,
                        market.rounded,
                        policies.no_payout,
                    ),
                    trains,
                ),
                at_start=events.turn_begins,
                anytime=(sell, back, *cards),
                decides=policies.decides,
                waits=partial(events.waits, deals_in=(sell, back)),
            ),
            EXCHANGE: Exchanging(stock.sales),
            "consent": Consent(depot),
            "discards": Discards(decides=policies.decides, given=gave_up),
            forced.RAISING: forced.Raising(forced.Falls(), trains.apply),
            **policies.stages,
        }

    # -- set-up (18DO §4.1) -----------------------------------------------------------------------

    def start(self, players: Sequence[str], chance: Chance) -> State18DO:
        """Breweries are dealt by lot: who has the lowest begins, and the numbers are the order of seats."""
        dealt = dict(zip(players, chance.shuffled(list(self.box.breweries)), strict=False))
        seats = sorted(players, key=lambda player: dealt[player])
        s = State18DO(seats, chance, self.box)
        s.note("seats", players=seats, priority=seats[0], dealt={player: dealt[player] for player in seats})
        for player in seats:
            s.transfer(BANK, player, self.box.starts[len(seats)].cash, "starting capital")
        for id, company in self.box.companies.items():
            s.shares[id] = (OFFER,) * len(company.certificates)
        lay_out(s, dealt.values())
        s.push(SetFrame("cycle"))
        s.push(StartingFrame("starting", seats[0]))
        return s

    # -- the end (18DO §4.6) ----------------------------------------------------------------------

    def scores(self, s: State18DO) -> dict[str, int]:
        return {player: report.worth(s, player) for player in s.people}

    def view(self, s: State18DO, player: str | None) -> dict[str, Any]:
        return report.view(s)

    def audit(self, s: State18DO) -> None:
        report.audit(s)
