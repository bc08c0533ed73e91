"""The rules of the Expert Game: Heat, Sweat & Beer with policies for its markers (18DO §7)."""

from __future__ import annotations

from typing import Any

from kursbuch.titles.dortmund.beer.brewery.turn import BreweryPolicies
from kursbuch.titles.dortmund.beer.rules import BeerGame, BeerPolicies
from kursbuch.titles.dortmund.beer.state import owner_of
from kursbuch.titles.dortmund.expert import events, kettles, opening, report, round_events, small, wagons
from kursbuch.titles.dortmund.expert.bottling import bottled_income
from kursbuch.titles.dortmund.expert.extra_sales import SellMore
from kursbuch.titles.dortmund.expert.inheritance import SURPLUS, SurplusMarkers, inherit
from kursbuch.titles.dortmund.expert.parts import ExpertBox
from kursbuch.titles.dortmund.expert.state import ExpertState
from kursbuch.titles.dortmund.expert.told import TOLD
from kursbuch.titles.dortmund.expert.trading import CONSENT, GIVING, BuyFromOther, TradeConsent, WagonSale


def _breweries(delivers_rest: bool) -> BreweryPolicies:
    trade_in = kettles.TradeIn()
    given: dict[str, Any] = {
        "unasked": events.unasked,
        "working": wagons.kettles_at_work,
        "arrangements": wagons.arrangements,
        "squares": wagons.squares,
        "more_income": bottled_income,
        "price": kettles.kettle_price,
        "new_kettles": kettles.kettles_left,
        "has_room": kettles.room_for_kettle,
        "no_scrapping": kettles.why_not_scrapped,
        "bought": kettles.kettle_bought,
        "round_begins": round_events.round_begins,
        "turn_begins": round_events.turn_begins,
        "ordered": round_events.ordered,
    }
    return BreweryPolicies(
        **given,
        delivers_rest=delivers_rest,
        deliveries=(trade_in,),
        loadings=(events.Contract(),),
        purchases=(small.BreweryBuys(), small.GiveBack(), BuyFromOther(), trade_in),
        before_income=(SellMore(),),
        anytime=(events.Fair(), events.QuietSale(), events.QuietPaper()),
        last=(events.ChooseEvent(),),
    )


def expert_policies(delivers_rest: bool = False) -> BeerPolicies:
    """Where the Expert Game differs."""
    return BeerPolicies(
        settled=opening.settled,
        breweries=_breweries(delivers_rest),
        handed_in=inherit,
        train_handed=wagons.train_handed,
        train_given=wagons.train_given,
        beside_trains=(small.RailwayBuys(), BuyFromOther()),
        railways=(wagons.ShiftWagon(),),
        stages={
            opening.OPENING: opening.Opening(),
            SURPLUS: SurplusMarkers(owner_of),
            CONSENT: TradeConsent(),
            GIVING: WagonSale(),
            round_events.ADVERTISING: round_events.AskForEvent(
                round_events.SecureDelivery(), "18DO-7.2-14", owner_of
            ),
            round_events.MARKETING: round_events.AskForEvent(
                round_events.OnePlaceLeft(), "18DO-7.2-26", owner_of
            ),
        },
    )


class ExpertGame(BeerGame):
    """The Expert Game for three to five players."""

    told = TOLD

    def __init__(
        self, players: int, box: ExpertBox, dealt_breweries: bool = False, delivers_rest: bool = False
    ) -> None:
        super().__init__(players, expert_policies(delivers_rest), box, dealt_breweries, ExpertState)

    def view(self, s: Any, player: str | None) -> dict[str, Any]:
        return report.view(s)

    def audit(self, s: Any) -> None:
        report.audit(s)
