"""Heat, Sweat & Beer for two, with the Investor as a third (18DO §8.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kursbuch.core import Chance
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.steps.discard import push_discards
from kursbuch.titles.dortmund.beer import package, report
from kursbuch.titles.dortmund.beer.capex import phase_begins
from kursbuch.titles.dortmund.beer.floating import top_up
from kursbuch.titles.dortmund.beer.rules import BeerGame, BeerPolicies
from kursbuch.titles.dortmund.investor import railway as railway_rules
from kursbuch.titles.dortmund.investor import stock as investor
from kursbuch.titles.dortmund.investor.beer import railway as investor_railway
from kursbuch.titles.dortmund.investor.beer.brewery import BREWERIES, note_cards
from kursbuch.titles.dortmund.investor.beer.parts import TwoPlayerBox, TwoPlayerState
from kursbuch.titles.dortmund.investor.beer.stock import FOUNDING, INVESTING
from kursbuch.titles.dortmund.investor.rules import CardsFrame, ChooseCard, Choosing, seat_name
from kursbuch.titles.dortmund.investor.told import TOLD
from kursbuch.titles.dortmund.railway.starting import StartingFrame

CARDS = ("investors-railway", "investors-brewery")


# -- after the bids ---------------------------------------------------------------------------------


def settled(s: TwoPlayerState) -> None:
    """The Investor buys the brewery that is left; the lower number has the first action, the other player the choice
    between the Investor's cards (18DO-8.4.2-2 to 18DO-8.4.2-4).
    """
    (left,) = [minor for minor, owner in s.minors.items() if not owner]
    package.sell(s, left, s.investor, 0)
    package.first_order(s)
    s.priority = s.minors[min(minor for minor, owner in s.minors.items() if owner != s.investor)]
    s.start_order = tuple(s.clockwise_from(s.priority))  # 18DO-8.3.3-1
    s.note("priority", player=s.priority)
    s.push(CardsFrame("cards", next(player for player in s.people if player != s.priority)))


def handed_out(s: TwoPlayerState, player: str, other: str, card: str) -> None:
    s.investor_card = player if card == CARDS[0] else other
    note_cards(s)


# -- the grey phase ---------------------------------------------------------------------------------


def stock_round_over(s: TwoPlayerState) -> None:
    """After the last stock round the grey phase begins, if it has not yet (18DO-8.4.5-1)."""
    top_up(s)
    if s.stock_round == s.box.grey_from and "grey" not in s.phase.colours:
        s.grey = True
        s.note("phase", phase=s.phase.id)
        phase_begins(s)
        push_discards(s, "discards")


# -- the game ---------------------------------------------------------------------------------------


def two_player_policies(delivers_rest: bool = False) -> BeerPolicies:
    """Where the game for two differs."""
    return BeerPolicies(
        no_sale=investor.no_sale,
        no_purchase=investor.no_purchase,
        automatic=INVESTING,
        settled=settled,
        founding=FOUNDING,
        stock_round_over=stock_round_over,
        decides=investor_railway.decides,
        no_run=investor_railway.no_run,
        no_payout=railway_rules.no_payout,
        nothing_paid=investor_railway.nothing_paid,
        no_train=railway_rules.no_train,
        rescue=investor_railway.rescue,
        must_more=railway_rules.must_more,
        sells_one=railway_rules.sells_one,
        no_own_sale=investor_railway.no_own_sale,
        no_buy_back=investor_railway.no_buy_back,
        no_spending=investor_railway.no_spending,
        breweries=replace(BREWERIES, delivers_rest=delivers_rest),
        stages={"cards": Choosing(ChooseCard(CARDS, handed_out, "18DO-8.4.2-3"))},
    )


class BeerForTwo(BeerGame):
    """Two players and the Investor."""

    told = {**BeerGame.told, **TOLD}  # noqa: RUF012

    box: TwoPlayerBox

    def __init__(self, box: TwoPlayerBox, dealt_breweries: bool = False, delivers_rest: bool = False) -> None:
        super().__init__(2, two_player_policies(delivers_rest), box, dealt_breweries, TwoPlayerState)

    def start(self, players: Sequence[str], chance: Chance) -> TwoPlayerState:
        """The Investor sits third, with a railway and a brewery corporation by lot; three minor breweries are for
        sale (18DO §8.4.1).
        """
        s = self.set_up(players, chance, [seat_name(players)])
        assert isinstance(s, TwoPlayerState) and self.box.investor is not None
        s.investor = s.players[-1]
        railway = chance.pick(self.box.investor.railways)
        brewery = chance.pick(self.box.corporations_in_order)
        s.investor_companies = (railway, brewery)
        cell = self.box.railway_start
        s.open_price(railway, cell)
        s.note("investors-railway", company=railway)
        s.note("investors-brewery", company=brewery)
        if self.dealt_breweries:
            package.deal(s, spare=1)
            settled(s)
        else:
            in_play = chance.shuffled(list(self.box.minors))[: self.box.minors_in_play]
            package.lay_out(s, sorted(in_play))
            s.push(StartingFrame("starting", s.start_order[0], order=s.start_order))
        return s

    def view(self, s: Any, player: str | None) -> dict[str, Any]:
        return {
            **report.view(s),
            "investor_companies": list(s.investor_companies),
            "brewery_card": investor_railway.brewery_card(s),
            "card_phase": s.box.phases[s.phase_number].id,  # what ages goes by it
        }

    def audit(self, s: Any) -> None:
        report.audit(s)
        owners = {president(s, company) for company in s.investor_companies}
        assert owners <= {s.investor, ""}, "the Investor's companies"
        assert all(president(s, c) != s.investor for c in s.founded if c not in s.investor_companies), (
            "others"
        )
