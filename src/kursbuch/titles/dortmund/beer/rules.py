"""The rules of Heat, Sweat & Beer: the Railway Game's steps with other policies, and breweries beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic

from kursbuch.core import BANK, Action, Chance, Rules, Stage, Step
from kursbuch.rail.actions import BuyTrain
from kursbuch.rail.rounds import CompanyTurn, Cycle, OperatingRound, PassTurn, SetFrame, StockRound, turn_of
from kursbuch.rail.state import OFFER
from kursbuch.rail.steps.dividend import PayOut, by_certificate
from kursbuch.rail.steps.exchange import Exchanging
from kursbuch.rail.steps.lay import LayTrack
from kursbuch.rail.steps.shares import Limits
from kursbuch.rail.steps.station import BuildStation
from kursbuch.rail.steps.train_market import TrainMarket
from kursbuch.rail.steps.trains import Consent, Discards
from kursbuch.titles.dortmund.beer import capex, export, package, prices, report, rounds
from kursbuch.titles.dortmund.beer.brewery.round import brewery_stages
from kursbuch.titles.dortmund.beer.brewery.turn import FALLS, BreweryPolicies
from kursbuch.titles.dortmund.beer.citations import CITATIONS
from kursbuch.titles.dortmund.beer.export import SHIPPING
from kursbuch.titles.dortmund.beer.floating import Floating, top_up
from kursbuch.titles.dortmund.beer.founding import FOUNDING
from kursbuch.titles.dortmund.beer.kettle_discards import KettleDiscards
from kursbuch.titles.dortmund.beer.loaded_trains import CONSENT, BuyWithBeer, LoadedConsent
from kursbuch.titles.dortmund.beer.parts import BeerBox
from kursbuch.titles.dortmund.beer.placing import Placing
from kursbuch.titles.dortmund.beer.state import B, BeerState, unload
from kursbuch.titles.dortmund.beer.told import TOLD
from kursbuch.titles.dortmund.beer.track import why_print_stays
from kursbuch.titles.dortmund.beer.trade_in import FoundByTrade, Heir, SwapForShare, nothing_else
from kursbuch.titles.dortmund.railway import events, market, stations, track
from kursbuch.titles.dortmund.railway.forced import RAISING, Raising, note_forced, raise_for
from kursbuch.titles.dortmund.railway.links import MakeLink
from kursbuch.titles.dortmund.railway.rules import Policies
from kursbuch.titles.dortmund.railway.running import RunTrains
from kursbuch.titles.dortmund.railway.starting import StartingFrame, StartingRound
from kursbuch.titles.dortmund.railway.stock import EXCHANGE, Founding, make_turn
from kursbuch.titles.dortmund.railway.told import GLOSSARY
from kursbuch.titles.dortmund.railway.trains import BuyTrains, EarlyTrain, gave_up, train_market
from kursbuch.titles.dortmund.railway.treasury import BuyBack, SellOwn


def rescue(s: BeerState, purchase: BuyTrain) -> None:
    """The money for a train that must be bought; every sale moves the price left on the line."""
    note_forced(s, purchase)
    raise_for(s, purchase, purchase.price, FALLS)


def given_up(s: BeerState, company: str, card: str) -> None:
    """The beer on a train that goes to the pool goes back to the stock."""
    unload(s, card)
    gave_up(s, company, card)


def minors_count(s: BeerState, player: str) -> int:
    """Charters of minor breweries count as certificates (18DO-6.3.2.1-10)."""
    return list(s.minors.values()).count(player)


BREWERIES: BreweryPolicies[BeerState] = BreweryPolicies()


@dataclass(frozen=True)
class BeerPolicies(Policies[B], Generic[B]):
    """Where the Expert Game and the game for two differ from Heat, Sweat & Beer."""

    settled: Callable[[B], None] = package.settled
    nothing_paid: Callable[[B, str], None] = prices.nothing_paid
    rescue: Callable[[B, BuyTrain], None] = rescue
    round_over: Callable[[B], None] = rounds.brewery_round
    breweries: BreweryPolicies[B] = BREWERIES
    founding: Founding[B] = FOUNDING
    stock_round_over: Callable[[B], None] = top_up
    handed_in: Heir[B] = nothing_else  # what else a traded-in brewery brings
    train_handed: Callable[[B, str], None] = lambda s, card: None  # from one railway to another
    train_given: Callable[[B, str, str], None] = given_up  # to the pool
    beside_trains: tuple[Step[B, Any], ...] = ()  # what else railways buy
    railways: tuple[Step[B, Any], ...] = ()  # what they can do at any moment of their turn


class BeerGame(Rules[BeerState]):
    """Heat, Sweat & Beer for three to five players; with other policies the Expert Game and beer for two."""

    citations = CITATIONS
    told = TOLD
    glossary = GLOSSARY

    def __init__(
        self,
        players: int,
        policies: BeerPolicies,
        box: BeerBox,
        dealt_breweries: bool = False,
        position: type[BeerState] = BeerState,
    ) -> None:
        self.box, self.position, self.settled = box, position, policies.settled
        self.breweries = policies.breweries
        self.dealt_breweries = dealt_breweries
        self.entities = (*self.box.companies, *self.box.minors)
        self.limits = Limits(
            certificates=self.box.starts[players].certificates,
            holding=self.box.holdings[players],
            pool=self.box.pool_limit,
            uncounted=frozenset(),
            other_paper=minors_count,
        )
        depot = train_market(
            capex.phase_begins, policies.no_train, policies.train_handed, export.least_loaded
        )
        self.stages = {
            "starting": StartingRound(policies.settled, package.LOTS),
            "cycle": Cycle(over=rounds.over, turns=rounds.stock_turns),
            **self._stock_stages(policies),
            "operating": OperatingRound(
                at_start=rounds.railway_round_begins,
                at_end=policies.round_over,
                operates=lambda s, company: company in s.floated,
                fixed_order=True,
                order=rounds.railway_order,
            ),
            "turn": self._railway_turn(policies, depot),
            "consent": Consent(depot),
            CONSENT: LoadedConsent(BuyWithBeer(depot)),
            "discards": Discards(decides=policies.decides, given=policies.train_given, bears=export.load_of),
            "kettles": KettleDiscards(policies.breweries.decides),
            "place": Placing(policies.decides),
            "floating": Floating(policies.decides),
            **brewery_stages(policies.breweries),
            RAISING: Raising(FALLS, self._goes_on),
            **policies.stages,
        }

    def _goes_on(self, s: BeerState, player: str, purchase: Action) -> None:
        """Take up a forced purchase again, of a train or of equipment, in the turn that it was made in."""
        frame = turn_of(s)
        steps = self.stages[frame.stage].open_steps(s, frame)
        next(step for step in steps if step.action is type(purchase)).apply(s, player, purchase)

    def _stock_stages(self, policies: BeerPolicies) -> dict[str, Stage[Any, Any]]:
        """Two kinds of companies, sales that move the price only if the director sells (18DO §6.4)."""
        turn = make_turn(
            self.limits,
            prices.director_sold,
            (),
            policies.no_sale,
            policies.no_purchase,
            prices.by_director,
            policies.founding,
            prices.sale_price,
        )
        heir = policies.handed_in
        trades = (FoundByTrade(turn.founding, heir), SwapForShare(turn.purchases, heir))
        turn = replace(turn, steps=(*turn.steps, *trades))
        stock_round = StockRound(
            steps=(*turn.steps, PassTurn(turn.must_sell)),
            at_end=policies.stock_round_over,
            asks=turn.asks,
            automatic=lambda s, player: policies.automatic(s, player, turn),
        )
        return {"stock": stock_round, EXCHANGE: Exchanging(turn.sales)}

    def _railway_turn(self, policies: BeerPolicies, depot: TrainMarket[BeerState]) -> CompanyTurn:
        """The Railway Game's turn with investment cards, links that use them up, and beer loaded before."""
        sell, back = SellOwn(policies.no_own_sale, prices.moved_left), BuyBack(policies.no_buy_back)
        with_beer = BuyWithBeer(depot)
        return CompanyTurn(
            order=(
                EarlyTrain(depot, (with_beer,)),
                LayTrack(track.cost, track.joins, track.within(policies.no_spending, why_print_stays)),
                BuildStation(barred=stations.within(policies.no_spending, stations.printed)),
                MakeLink(lambda s, company, cubes: capex.link_made(s), policies.no_spending),
                RunTrains(policies.no_run, SHIPPING),
                PayOut(
                    by_certificate(market.dividend_purse),
                    prices.paid,
                    policies.nothing_paid,
                    market.rounded,
                    policies.no_payout,
                ),
                BuyTrains(
                    depot,
                    policies.sells_first(sell),
                    policies.rescue,
                    policies.must_more,
                    (with_beer, *policies.beside_trains),
                ),
            ),
            at_start=events.turn_begins,
            anytime=(sell, back, *policies.railways),
            decides=policies.decides,
            gone=lambda s, company: company not in s.founded,
            waits=partial(events.waits, deals_in=(sell, back, *policies.railways)),
        )

    # -- set-up (18DO §6.1) -----------------------------------------------------------------------

    def start(self, players: Sequence[str], chance: Chance) -> BeerState:
        """Minor breweries come by lot, and are up for bids unless they are dealt."""
        s = self.set_up(players, chance)
        if self.dealt_breweries:
            package.deal(s)
            self.settled(s)
        else:
            package.lay_out(s, package.draw(s, len(players)))
            s.push(StartingFrame("starting", s.start_order[0], order=s.start_order))
        return s

    def set_up(self, players: Sequence[str], chance: Chance, others: Sequence[str] = ()) -> BeerState:
        """Cards of private breweries are dealt for the order of the starting round; the seats stay as they are.
        Others have a seat and capital, but do not bid.
        """
        dealt = dict(zip(players, chance.shuffled(list(self.box.seat_cards)), strict=False))
        s = self.position([*players, *others], chance, self.box)
        s.start_order = tuple(sorted(players, key=lambda player: dealt[player]))
        s.note("seats", players=list(s.players), priority=s.start_order[0], dealt=dealt)
        for player in s.players:
            s.transfer(BANK, player, self.box.starts[len(players)].cash, "starting capital")
        for id, company in self.box.companies.items():
            s.shares[id] = (OFFER,) * len(company.certificates)
        s.push(SetFrame("cycle"))
        return s

    # -- the end (18DO §6.6) ----------------------------------------------------------------------

    def scores(self, s: BeerState) -> dict[str, int]:
        return {player: report.worth(s, player) for player in s.people}

    def view(self, s: BeerState, player: str | None) -> dict[str, Any]:
        return report.view(s)

    def audit(self, s: BeerState) -> None:
        report.audit(s)
