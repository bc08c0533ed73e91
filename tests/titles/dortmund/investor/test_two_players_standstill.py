"""18DO §8: where the game for two could come to a standstill, and duties that come before what is optional."""

import pytest

from kursbuch.titles.dortmund.investor.railway import best_income
from tests.titles.dortmund.investor.test_two_players import MINE, OPTION, end_turn, last_turn, turn, two
from tests.titles.dortmund.railway.table import LINE, go_on, owner_pays

OWN = {
    "BME": {"Investor": 50, "A": 20, "cash": 250, "price": 60},
    "CME": {"A": 50, "price": 60},
    "KWE": {"B": 50, "price": 55},
}


# -- stock rounds ---------------------------------------------------------------------------------


@pytest.mark.rule("18DO-8.3.4-1", "18DO-8.2-4", "18DO-4.4.5-1")
def test_shares_of_the_investors_railway_are_sold_like_any_others():
    table = two(OWN, stock="A", stock_round=3)
    assert {"A sells 10 BME", "A sells 20 BME"} <= set(table.legal())
    assert owner_pays(table, "A sells 20 BME") == {"A": 120, "bank": -120}
    assert table.president("BME") == "Investor"


@pytest.mark.rule("18DO-8.2-4", "18DO-8.2.1.1-8")
@pytest.mark.parametrize(("other", "rule"), [(0, "18DO-8.2-4"), (30, "")])
def test_a_sale_is_barred_only_if_the_investor_itself_would_take_over(other, rule):
    table = two({**OWN, "CME": {"A": 30, "Investor": 20, "B": other, "president": "A", "price": 60}})
    refusal = table.refusal("A sells 20 CME")
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("18DO-8.3.3-3")
@pytest.mark.parametrize("stock_round", [1, 3])
def test_two_railways_of_one_player_do_not_set_the_investor_free(stock_round):
    about = {"cash": {"Investor": 300}, "stock": "B", "stock_round": stock_round}
    alone = {**MINE, "CME": {"A": 50, "price": 60}, "RhE": {"A": 50, "price": 60}}
    begun = {**alone, "KWE": {"B": 40, "price": 60, "floats": False, "home": False, "new": True}}
    assert owner_pays(two(alone, **about), "B passes") == {}
    assert owner_pays(two(begun, **about), "B passes") == {}
    assert owner_pays(two({**begun, "KWE": {"B": 50, "price": 60}}, **about), "B passes") == {
        "Investor": -80,
        "BME": 80,
    }


@pytest.mark.rule("18DO-8.3.3-3")
def test_a_player_who_loses_the_railway_later_has_had_one():
    table = two(
        {**MINE, "CME": {"A": 50, "price": 60}, "RhE": {"B": 50, "price": 60}},
        cash={"Investor": 300},
        stock="B",
    )
    table.apply("B passes")
    mine = table.s.shares["RhE"]
    table.s.shares["RhE"] = tuple({"B": "A", "RhE": "RhE"}[owner] for owner in mine)  # B has lost it
    before = table.cash("Investor")
    table.apply("A passes", "B passes")
    assert table.cash("Investor") == before - 80


@pytest.mark.rule("18DO-8.3.3-3")
def test_what_counts_is_who_founded_a_railway_not_who_directs_it():
    table = two(
        {"BME": {"Investor": 50, "price": 50, "trains": ["2"]}},
        stock_round=1,
        cash={"A": 2000, "B": 2000, "Investor": 500},
    )
    table.apply("A founds CME at 60", "B founds RhE at 60")
    for _ in range(3):
        table.apply("A buys 10 RhE from company", "B passes")
    assert table.president("RhE") == "A" and table.s.floated == ("BME", "RhE")
    assert table.cash("Investor") == 500  # CME, which A has founded, does not operate yet
    table.apply("A buys 10 CME from company", "B passes", "A buys 10 CME from company", "B passes")
    assert table.cash("Investor") == 500
    table.apply("A buys 10 CME from company", "B passes")
    assert table.cash("Investor") == 500 - 60  # of both, though A directs both


@pytest.mark.rule("18DO-8.3.3-3")
def test_a_railway_taken_over_is_not_one_that_was_founded():
    table = two(
        {"BME": {"Investor": 50, "price": 50, "trains": ["2"]}},
        stock_round=1,
        cash={"A": 2000, "B": 2000, "Investor": 500},
    )
    table.apply(
        "A founds CME at 60", "B founds RhE at 60", "A buys 10 RhE from company", "B founds KWE at 60"
    )
    for _ in range(2):
        table.apply("A buys 10 RhE from company", "B buys 10 KWE from company")
    table.apply("A passes", "B buys 10 KWE from company")
    assert table.president("RhE") == "A" and table.president("KWE") == "B"
    assert table.s.floated == ("BME", "RhE", "KWE") and table.cash("Investor") == 500


HARBOUR = {
    "BME": {"Investor": 70, "price": 60},
    "CME": {"A": 50, "B": 50, "price": 70, "president": "A"},
    "RhE": {"B": 50, "A": 50, "price": 65, "president": "B"},
}
TWENTY_ON_TOP = ("A", "DHB", "DHB", "DHB", "pool", "A", "B", "B")  # 20, 20, then six of 10


@pytest.mark.rule("18DO-8.2.1.1-1", "18DO-8.2.1.1-3", "18DO-8.2.1.1-4")
@pytest.mark.parametrize(
    ("cash", "paid"),
    [
        (200, {"Investor": -200, "DHB": 200}),  # the company's 20 % first
        (199, {"Investor": -100, "bank": 100}),  # too dear: one of 10 % from the pool
        (100, {"Investor": -100, "bank": 100}),
        (99, {}),  # neither; the rest it may not hold more of, or is sold out
    ],
)
def test_a_certificate_that_is_too_dear_does_not_stop_it_from_a_smaller_one(cash, paid):
    table = two(
        {**HARBOUR, "DHB": {"A": 50, "B": 20, "price": 100}}, stock="B", cash={"Investor": cash, "B": 0}
    )
    table.s.shares["DHB"] = TWENTY_ON_TOP
    assert owner_pays(table, "B passes") == paid


# -- brewery markers ------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.3.1-11", "18DO-8.2.2.1-2")
def test_the_investors_marker_is_used_in_the_turn_of_its_railway_only():
    table = two({**MINE, "CME": {"A": 50, "price": 90, "cash": 50}}, stock="A", card="A")
    assert table.refused("A assigns marker 4 to BME") == "18DO-4.3.1-11"
    own = two({**MINE, "CME": {"A": 50, "price": 90, "cash": 50}}, turn="CME lay", card="A")
    assert own.refused("A assigns marker 4 to BME") == "18DO-4.3.1-11"
    its = turn("lay", card="A")
    its.apply("A assigns marker 4 to BME")
    assert its.s.markers["4"] == "BME" and "4" in its.s.flipped


@pytest.mark.rule("18DO-4.3.1-11", "18DO-4.3.1-7")
def test_players_do_not_use_their_own_breweries_in_the_turn_of_the_investors_railway():
    table = turn("lay", card="B", others={"RhE": {"B": 50, "price": 55}})
    assert table.refused("B assigns marker 3 to RhE") == "18DO-4.3.1-11"
    assert turn("lay", card="A").refused("A turns brewery 1") == "18DO-4.3.1-7"
    assert two({**MINE, "CME": {"A": 50, "cash": 50}}, turn="CME lay").allows("A turns brewery 1")


# -- trains ---------------------------------------------------------------------------------------


NEEDY = {
    "BME": {"Investor": 50, "A": 20, "B": 20, "pool": 10, "cash": 350, "price": 60},
    "CME": {"A": 50, "cash": 500, "trains": ["5"], "price": 75},
    "KWE": {"B": 50, "cash": 500, "trains": ["5"], "price": 75},
}


@pytest.mark.rule("18DO-8.2.2.1-7", "18DO-8.2.2.1-9", "18DO-8.2.2.1-13")
def test_pool_trains_do_not_count_for_a_railway_that_may_not_buy_them():
    table = two(NEEDY, phase="5", depot="6", pool_trains=["4"], turn="BME trains")
    assert table.legal() == ["BME buys train 6 as 6 from depot for 630", "A assigns marker 4 to BME"]
    assert table.refused("BME buys train 4 as 4 from pool for 300") == "18DO-8.2.2.1-7"
    assert table.refused("BME passes") == "18DO-4.5.7.4-1"
    table.apply("BME buys train 6 as 6 from depot for 630")
    assert table.trains("BME") == ["6"] and table.s.loans == {"BME": 280}


@pytest.mark.rule("18DO-8.2.2.1-7", "18DO-4.5.7.4-1")
def test_with_nothing_but_pool_trains_left_it_goes_without():
    table = two(NEEDY, phase="8", pool_trains=["6"], turn="BME trains")
    table.s.trains["out"] = (*table.s.trains["out"], *table.s.trains["depot"])
    table.s.trains["depot"] = ()
    assert table.allows("BME passes")


@pytest.mark.rule("18DO-8.2.2.1-6")
def test_no_train_of_the_phase_on_offer_no_duty():
    table = turn("trains", phase="4", depot="5", trains=["3"], cash=900)
    assert table.allows("BME passes") and table.allows("BME buys train 5 as 5 from depot for 450")
    assert (
        turn("trains", phase="5", depot="5", trains=["4"], cash=900).refused("BME passes") == "18DO-8.2.2.1-6"
    )


@pytest.mark.rule("18DO-8.2.2.1-9", "18DO-8.2.2.1-15")
def test_without_any_train_it_still_must_have_one():
    about = {"phase": "4", "depot": "5", "trains": [], "spot": (3, 2)}  # 60 a share
    assert turn("trains", cash=900, **about).refused("BME passes") == "18DO-4.5.7.4-1"
    assert turn("trains", cash=390, **about).allows("BME issues 1")  # which pays for it
    assert turn("trains", cash=380, **about).refused("BME issues 1") == "18DO-8.2.2.1-15"


@pytest.mark.rule("18DO-8.2.2.1-6", "18DO-8.2.2.1-16")
def test_the_train_of_the_phase_comes_before_a_certificate_bought_back():
    def late(cash, step="trains"):
        return turn(step, phase="6", trains=["5"], cash=cash, pool=10, price=80)

    assert late(700).refused("BME redeems 1") == late(700, "lay").refused("BME redeems 1") == "18DO-8.2.2.1-6"
    assert late(709).refused("BME redeems 1") == late(709, "lay").refused("BME redeems 1") == "18DO-8.2.2.1-6"
    assert late(710).allows("BME redeems 1") and late(710, "lay").allows("BME redeems 1")  # 630 are left
    assert late(629).allows("BME redeems 1")  # too little for the train anyway
    done = turn("trains", phase="6", trains=["5"], cash=700, pool=10, price=60)
    done.apply("BME buys train 6 as 6 from depot for 630")
    assert done.refused("BME passes") == "18DO-8.2.2.1-16"
    done.apply("BME redeems 1")


@pytest.mark.rule("18DO-8.2.2.1-16", "18DO-8.2.2-2")
def test_a_certificate_is_bought_back_before_a_train_it_need_not_buy():
    def late(cash, **about):
        return turn("trains", phase="5", trains=["5"], cash=cash, pool=10, price=80, **about)

    another = "BME buys train 5 as 5 from depot for 450"
    assert late(500).refused(another) == late(529).refused(another) == "18DO-8.2.2.1-16"
    assert late(530).allows(another)  # 80 are left
    table = late(500, done=["own certificate"])
    assert table.allows(another) and table.allows("BME passes")


@pytest.mark.rule("18DO-8.2.2.1-6", "18DO-8.2.2.1-16")
def test_a_train_on_its_last_run_keeps_no_place_from_the_train_it_must_buy():
    def aged(cash):
        table = turn("lay", phase="8", trains=["4", "5"], cash=cash, pool=10, price=80)
        table.s.last_runs = frozenset(c for c in table.s.trains["BME"] if c.startswith("4"))
        return table

    assert aged(870).refused("BME redeems 1") == "18DO-8.2.2.1-6"  # the 8 costs 800
    assert aged(880).allows("BME redeems 1")
    assert turn("lay", phase="8", trains=["5", "5"], cash=870, pool=10, price=80).allows("BME redeems 1")


@pytest.mark.rule("18DO-8.2.2.1-3")
def test_its_aged_trains_run_once_more_in_any_case():
    table = turn("run", phase="8", trains=["4"], tokens=["E12.0"])
    table.s.last_runs = frozenset(table.s.trains["BME"])
    assert table.refused("BME runs nothing") == "18DO-8.2.2.1-3"
    assert not any(action.endswith("nothing") for action in table.legal())


@pytest.mark.rule("18DO-8.2.2.1-15", "18DO-4.5.7.4-4")
@pytest.mark.parametrize(("cash", "rule"), [(560, "18DO-8.2.2.1-15"), (570, ""), (629, ""), (740, "")])
def test_without_any_train_a_certificate_is_sold_for_the_cheaper_of_two_as_well(cash, rule):
    table = turn("trains", phase="8", depot="6", trains=[], cash=cash, spot=(3, 2))  # 60 a share
    for card in ("6#1", "6#2"):  # sold: 6 and 8 are on offer side by side
        table.s.trains["depot"] = tuple(c for c in table.s.trains["depot"] if c != card)
        table.s.trains["out"] = (*table.s.trains["out"], card)
    refusal = table.refusal("BME issues 1")
    assert (refusal.rule if refusal else "") == rule
    if cash < 630 and not rule:
        table.apply("BME issues 1")
        assert table.allows("BME buys train 6 as 6 from depot for 630")


@pytest.mark.rule("18DO-8.2.2.1-11", "18DO-8.2.2.1-12")
@pytest.mark.parametrize(("money", "sold"), [(100, False), (99, True)])
def test_cash_that_just_suffices_sells_nothing(money, sold):
    others = {"RhE": {"B": 50, "Investor": 10, "price": 50}}
    table = turn(
        "trains", phase="4", trains=[], cash=200, A=50, president="Investor", money=money, others=others
    )
    table.apply("BME buys train 4 as 4 from depot for 300")
    assert (table.percent("Investor", "RhE") == 0) is sold and not table.s.loans


@pytest.mark.rule("18DO-8.2.2.1-15")
@pytest.mark.parametrize(("cash", "rule"), [(209, "18DO-8.2.2.1-15"), (210, "")])
def test_what_is_still_to_come_pays_for_the_train_as_well(cash, rule):
    """With 60 for the certificate and 60 that its train earns, 29 of 329 are left over to build with, or 30."""
    table = turn("lay", phase="4", trains=["3"], cash=cash, spot=(3, 2))
    assert best_income(table.s, "BME") == 60
    table.apply("BME issues 1")
    refusal = table.refusal("BME lays 7.4 at H9")
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("18DO-8.2.2.1-15")
@pytest.mark.parametrize("income", [0, 100])
def test_what_came_in_is_in_the_treasury_once(income):
    """After the run nothing is to come any more: a certificate still has to be sold."""
    table = turn("trains", phase="4", trains=["3"], cash=240, spot=(3, 2), income=income)
    assert table.allows("BME issues 1")


@pytest.mark.rule("18DO-8.2.2.1-9", "18DO-8.2.2.1-15")
def test_its_manager_may_spare_it_the_sale_of_all_but_need_not():
    def needy():
        return turn("trains", phase="4", trains=[], cash=240, A=10, B=10, spot=(3, 5))  # 75 a share

    one, all_of_them = needy(), needy()
    assert {"BME issues 1", "BME buys train 4 as 4 from depot for 300"} <= set(one.legal())
    one.apply("BME issues 1", "BME buys train 4 as 4 from depot for 300")
    assert one.percent("pool", "BME") == 10 and one.spot("BME") == (3, 4)
    all_of_them.apply("BME buys train 4 as 4 from depot for 300")
    assert all_of_them.percent("pool", "BME") == 30 and all_of_them.spot("BME") == (3, 2)


@pytest.mark.rule("18DO-8.2.2.1-12", "18DO-4.4.5-6")
def test_in_need_it_sells_nothing_of_a_railway_that_has_not_operated():
    def needy(**about):
        others = {"KWE": {"B": 50, "Investor": 10, "price": 50, **about}}
        return turn(
            "trains", phase="4", trains=[], cash=200, A=50, president="Investor", money=60, others=others
        )

    old, new = needy(), needy(new=True)
    for table in (old, new):
        table.apply("BME buys train 4 as 4 from depot for 300")
    assert old.percent("Investor", "KWE") == 0 and old.s.loans == {}
    assert new.percent("Investor", "KWE") == 10 and new.s.loans == {"BME": 40}


@pytest.mark.rule("18DO-8.2.2.1-6", "18DO-8.2.2.1-16")
def test_nothing_is_bought_back_early_to_get_round_the_train_of_the_phase():
    """Before the run the dividend on its own certificates is still to come."""

    def early(cash, step="lay", **about):
        return turn(step, phase="6", trains=["5"], cash=cash, pool=10, price=80, **about)

    own = best_income(early(0).s, "BME") // 10 * 10 * 40 // 100
    assert own > 0
    assert early(630 - own).refused("BME redeems 1") == "18DO-8.2.2.1-6"
    assert early(629 - own).allows("BME redeems 1"), "the dividend will not do"
    assert early(615, "pay", income=40).refused("BME redeems 1") == "18DO-8.2.2.1-6", "16 of 40 are to come"
    assert early(613, "pay", income=40).allows("BME redeems 1")


# -- the card -------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-8.3.5-3", "18DO-8.3.5-4")
def test_an_offer_may_be_more_than_the_other_has():
    table = end_turn(last_turn(OPTION, cash={"A": 300, "B": 0}))
    poor = table.cash("B")
    offer = next(a for a in table.game.legal_actions() if a.span)
    assert (offer.lo, offer.hi) == (0, table.cash("A"))
    assert table.refused(f"A offers {table.cash('A') + 1} for the card") == "18DO-8.3.5-3"
    table.apply(f"A offers {poor + 1} for the card")
    assert table.legal() == ["B agrees"] and table.refused("B declines") == "18DO-8.3.5-4"
    table.apply("B agrees")
    assert table.s.investor_card == "A"


@pytest.mark.rule("18DO-8.3.5-4")
def test_who_can_pay_it_may_take_the_card():
    table = end_turn(last_turn(OPTION, cash={"A": 300, "B": 50}))
    table.apply("A offers 50 for the card")
    assert table.legal() == ["B agrees", "B declines"]


# -- turns that were skipped ----------------------------------------------------------------------


@pytest.mark.rule("18DO-4.3.1-11", "18DO-8.2.2.1-2")
def test_the_manager_is_asked_while_the_investors_marker_can_be_used():
    table = go_on(
        two(
            {"BME": {"Investor": 50, "A": 20, "B": 30, "cash": 0, "trains": ["3"], "price": 60}},
            phase="3",
            tiles=LINE,
            turn="BME link",
            card="A",
        )
    )
    assert table.step == "link" and table.legal() == ["A assigns marker 4 to BME", "BME passes"]
