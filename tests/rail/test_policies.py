"""The policies that the kernel's steps take, each with two values, in positions of a real box."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kursbuch.core import Action, Refusal, refuse
from kursbuch.rail.actions import Buy, BuyTrain, Pass, Sell
from kursbuch.rail.paper.holdings import raise_sold_out
from kursbuch.rail.rounds import PlayerFrame, PlayerTurn, StockFrame, TurnStep, remember_deal
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import DEPOT, RailState
from kursbuch.rail.steps.consent import ConsentFrame
from kursbuch.rail.steps.dealing import DEALING, pays_treasury
from kursbuch.rail.steps.limits import Limits, certificates, pool_full, surplus
from kursbuch.rail.steps.shares import BuyShare, MustSell, SellShares
from kursbuch.rail.steps.train_market import Payment, TrainMarket
from kursbuch.testing import position

LIMITS: Limits[RailState] = Limits(certificates=3, holding=60)


def unmoved(s: RailState, company: str, shares: int) -> None:
    """A sale that leaves the price where it is."""


def stock(**companies: dict[str, Any]) -> Any:
    return position("18te", players=2, companies=companies, stock="A").game.state.copy()


KHS = {"A": 50, "B": 20, "price": 80}
SALES = SellShares(LIMITS, unmoved)


# -- limits ---------------------------------------------------------------------------------------


def test_other_paper_counts_towards_the_limit():
    s = stock(KHS=KHS)
    assert certificates(s, LIMITS, "A") == 3 and surplus(s, LIMITS, "A") == 0
    assert surplus(s, replace(LIMITS, other_paper=lambda s, player: 2), "A") == 2


@pytest.mark.parametrize(("size", "full"), [(30, False), (40, True)])
def test_the_pool_takes_no_more_than_its_limit(size: int, full: bool):
    s = stock(KHS={**KHS, "pool": 20})
    refusal = pool_full(s, "KHS", size, 50, "issue.pool-limit")
    assert (refusal is not None) is full
    assert not full or (refusal and refusal.rule == "issue.pool-limit" and refusal.values["after"] == 60)


@pytest.mark.parametrize(
    ("limit", "holdings", "must"), [(3, False, False), (2, False, True), (3, True, True)]
)
def test_who_must_sell(limit: int, holdings: bool, must: bool):
    s = stock(KHS=KHS)
    tight = replace(LIMITS, certificates=limit, holding=30)
    refusal = MustSell(SellShares(tight, unmoved), holdings)(s, "A")
    assert (refusal is not None) is must
    assert not must or (refusal and refusal.rule == "limit.must-sell")


# -- shares ---------------------------------------------------------------------------------------


def test_only_what_is_wholly_in_players_hands_rises():
    s = stock(KHS={"A": 60, "B": 40, "price": 80}, KWE={"A": 60, "B": 30, "price": 80})
    raise_sold_out(s)
    assert s.price("KHS") > 80 and s.price("KWE") == 80


def test_a_title_says_in_which_companies_is_dealt_and_what_is_remembered():
    s = stock(KHS=KHS)
    nothing = replace(DEALING, companies=lambda s: ())
    assert list(SALES.candidates(s, "A")) and not list(replace(SALES, dealing=nothing).candidates(s, "A"))
    refusal = replace(SALES, dealing=nothing).why_not(s, "A", Sell("A", 10, "KHS"))
    assert refusal and refusal.rule == "sell.unfounded"
    s.swap(replace(s.frame(StockFrame), passes=1))
    replace(SALES, dealing=replace(DEALING, remember=remember_deal)).apply(s, "A", Sell("A", 10, "KHS"))
    assert s.frame(StockFrame).dealt == (Deed("sell", "KHS"),) and s.frame(StockFrame).passes == 1
    SALES.apply(s, "A", Sell("A", 10, "KHS"))
    assert s.frame(StockFrame).passes == 0


def test_a_title_may_tell_rules_of_buying_apart_and_shut_the_offer():
    s = stock(KHS=KHS)
    s.cash["A"] = 0
    buys = BuyShare(replace(LIMITS, certificates=9), ("company", "pool"), pays_treasury)
    dear = Buy("A", 10, "KHS", "company")
    plain = buys.why_not(s, "A", dear)
    assert plain and plain.rule == "buy.cash"
    apart = replace(buys, rule_for=lambda s, purchase, rule: f"{rule}.{purchase.source}")
    told = apart.why_not(s, "A", dear)
    assert told and told.rule == "buy.cash.company" and told.message == plain.message
    # only what can be paid is listed
    assert list(buys.on_offer(s, "A")) and not list(buys.candidates(s, "A"))
    s.cash["A"] = 1000
    assert list(buys.candidates(s, "A"))
    assert not list(replace(buys, shut=lambda s, player: player == "A").candidates(s, "A"))


# -- trains ---------------------------------------------------------------------------------------


def trains(**market: Any) -> tuple[Any, TrainMarket[Any]]:
    about = {
        "KHS": {"A": 60, "price": 80, "cash": 500, "trains": []},
        "KWE": {"B": 60, "price": 80, "cash": 0, "trains": ["2"]},
    }
    table = position("18te", players=2, companies=about, turn="KHS trains")
    return table.game.state.copy(), TrainMarket(**market)


def of_kwe(price: int) -> BuyTrain:
    s, market = trains()
    offer = next(o for o in market.offers(s) if o.source == "KWE")
    return offer.at(price)


def test_a_market_offers_what_its_policies_say():
    s, market = trains()
    assert {offer.source for offer in market.offers(s)} == {DEPOT, "KWE"}
    assert {o.source for o in trains(sellers=lambda s: ())[1].offers(s)} == {DEPOT}
    assert {o.source for o in trains(new=lambda s: [])[1].offers(s)} == {"KWE"}
    assert not [o for o in trains(cards=lambda s, owner: ())[1].offers(s) if o.source != DEPOT]
    (dear,) = {o.span.lo for o in trains(least=lambda s: 70)[1].offers(s) if o.span}
    (poor,) = {o.span.hi for o in trains(payment=Payment(most=lambda *_: 90))[1].offers(s) if o.span}
    assert (dear, poor) == (70, 90)


def test_a_market_refuses_by_its_policies():
    s, market = trains()
    assert market.why_not(s, of_kwe(50)) is None
    cheap = trains(least=lambda s: 70)[1].why_not(s, of_kwe(50))
    assert cheap and cheap.rule == "train.least-price"
    new = next(offer for offer in market.offers(s) if offer.source == DEPOT)
    wrong = replace(new, price=new.price + 1)
    plain, apart = (
        which.why_not(s, wrong) for which in (market, trains(rule_for=lambda s, a, rule: "apart." + rule)[1])
    )
    assert plain and plain.rule == "train.face-value" and apart and apart.rule == "apart.train.face-value"
    barred = trains(barred=lambda s, company, purchase: refuse("x.no", "No."))[1].why_not(s, new)
    assert barred and barred.rule == "x.no"


def test_the_seller_is_asked_unless_the_policy_says_nobody_is():
    s, market = trains()
    market.apply(s, "A", of_kwe(50))
    assert s.frame(ConsentFrame).player == "B"
    s, market = trains(asks=lambda s, player, purchase: "")
    market.apply(s, "A", of_kwe(50))
    assert len(s.trains["KHS"]) == 1 and s.cash["KWE"] == 50


def test_what_a_treasury_lacks_is_brought_by_the_payment():
    def gift(s: RailState, company: str, lacking: int) -> None:
        s.transfer("A", company, lacking, "gift")

    s, market = trains(asks=lambda s, player, purchase: "", payment=Payment(fund=gift))
    s.cash["KHS"], s.cash["A"] = 20, 100
    market.apply(s, "A", of_kwe(50))
    assert (s.cash["KHS"], s.cash["A"], s.cash["KWE"]) == (0, 70, 50)


# -- turns ----------------------------------------------------------------------------------------


class Once(TurnStep[RailState, Pass]):
    """A step with nothing to decide unless somebody has money."""

    action = Pass

    def idle(self, s: RailState, company: str) -> bool:
        return s.cash[company] == 0


def test_a_players_turn_takes_its_steps_in_order_for_the_player():
    def not_led(player: str, action: Action) -> Refusal:
        return refuse("x.not-led", "{player} does not lead.", player=player)

    s = stock(KHS=KHS)
    turn: PlayerTurn[RailState] = PlayerTurn((Once(), Once()), lambda s, player: ("KHS",), foreign=not_led)
    s.push(PlayerFrame("turn", "", player="B"))
    assert turn.deciders(s, s.top) == ("B",) and turn.actors(s, s.top, "B") == ("B", "KHS")
    assert turn.advance(s, s.top) and s.top.at == 0
    assert not turn.advance(s, s.top)
    s.cash["B"] = 0
    assert turn.advance(s, s.top) and turn.advance(s, s.top) and s.top.at == 2
    assert turn.not_yours(s, s.top, Pass("KWE")).rule == "x.not-led"
    assert turn.advance(s, s.top) and isinstance(s.top, StockFrame)
