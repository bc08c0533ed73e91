"""How far a president's help goes: policies of `Need` that titles choose from, tried on a position of 18TE."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kursbuch.core import Refusal
from kursbuch.rail.actions import BuyTrain, Sell
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.steps.need import Need, SellInNeed
from kursbuch.rail.steps.trains import BuyTrains
from kursbuch.testing import Table, position

ROUTE = {"F6": "4.1"}  # KHS has a route; its president is A


def shop(need: Need, cash: int, a: int, **a_holds: int) -> tuple[Table, BuyTrains]:
    """KHS without a train beside KWE, which has a 3; the bank's cheapest train costs 100."""
    table = position(
        "18te",
        companies={
            "KHS": {"cash": cash, "price": 60},
            "KWE": {"B": 30, "trains": ["3"], "price": 60},
            "CME": {"B": 40, "price": 60, **a_holds},
        },
        tiles=ROUTE,
        turn="KHS trains",
        cash={"A": a},
    )
    step: Any = table.game.rules.stages["turn"]
    trains = next(step for step in step.order if isinstance(step, BuyTrains))
    return table, replace(trains, need=need)


def of_kwe(price: int) -> BuyTrain:
    return BuyTrain("KHS", "2+2/3", "3", "KWE", price)


def rule(refusal: Refusal | None) -> str:
    return refusal.rule if refusal else ""


def test_help_with_others_trains_ends_where_the_bank_can_be_paid_unless_the_title_says_otherwise():
    table, trains = shop(Need(), 100, 200)
    assert rule(trains.why_not(table.s, "A", of_kwe(150))) == "train.cash"
    trains = replace(trains, need=Need(helps_though_affordable=True))
    assert trains.why_not(table.s, "A", of_kwe(150)) is None
    assert rule(trains.why_not(table.s, "A", of_kwe(201))) == "train.face-value-in-need"
    offer = next(o for o in trains.candidates(table.s, "A") if o.source == "KWE")
    assert offer.span is not None and offer.span.hi == 200
    bank = BuyTrain("KHS", "1+1/2", "2", "depot", 100)
    assert trains.why_not(table.s, "A", bank) is None


def test_after_a_sale_another_companys_train_must_cost_so_much_that_the_sale_was_needed():
    table, trains = shop(Need(spends_last_sale=True), 20, 30, A=20)
    s = table.s
    assert trains.why_not(s, "A", of_kwe(10)) is None
    SellInNeed(trains.sales, trains.need).apply(s, "A", Sell("A", 10, "CME"))
    assert turn_of(s).last_sale == 60
    assert rule(trains.why_not(s, "A", of_kwe(50))) == "train.spend-sale"  # 20 + 30 were there before
    assert trains.why_not(s, "A", of_kwe(51)) is None
    offer = next(o for o in trains.candidates(s, "A") if o.source == "KWE")
    assert offer.span is not None and (offer.span.lo, offer.span.hi) == (51, 110)
    assert replace(trains, need=Need()).why_not(s, "A", of_kwe(10)) is None


def test_of_a_block_the_last_share_must_have_been_needed():
    table, trains = shop(Need(spends_last_sale=True), 0, 0, A=30)
    s = table.s
    SellInNeed(trains.sales, trains.need).apply(s, "A", Sell("A", 20, "CME"))
    assert s.cash["A"] == 120
    assert rule(trains.why_not(s, "A", of_kwe(60))) == "train.spend-sale"  # one share would have done
    assert trains.why_not(s, "A", of_kwe(61)) is None


def test_only_the_last_of_several_sales_counts():
    table, trains = shop(Need(spends_last_sale=True), 0, 0, A=30)
    s = table.s
    sale = SellInNeed(trains.sales, trains.need)
    sale.apply(s, "A", Sell("A", 10, "CME"))
    sale.apply(s, "A", Sell("A", 10, "CME"))
    assert rule(trains.why_not(s, "A", of_kwe(60))) == "train.spend-sale"
    assert trains.why_not(s, "A", of_kwe(61)) is None
