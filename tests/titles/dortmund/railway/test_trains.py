"""18DO §4.3.2.1, §4.5.7: trains."""

import pytest

from kursbuch.core import BadInput
from kursbuch.rail.trains.depot import move_card
from tests.titles.dortmund.railway.table import EAST, LINE, go_on, owner_pays, railway


def buying(step="trains", phase="2", depot="", others=None, pool_trains=(), **about):
    block = {"A": 50, "cash": 500, "trains": ["2"], **about}
    return railway(
        companies={"BME": block, **(others or {})},
        phase=phase,
        depot=depot,
        pool_trains=pool_trains,
        tiles=LINE,
        turn=f"BME {step}",
    )


def offered(table):
    """What the bank sells: (source, kind)."""
    return {
        (a.split()[7], a.split()[3])
        for a in table.legal()
        if "buys train" in a and a.split()[7] in ("depot", "pool")
    }


# -- the early train ------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.3.2.1-1", "18DO-4.3.2.1-2")
@pytest.mark.parametrize("company", ["BME", "CME", "RhE"])
def test_three_railways_may_buy_one_train_before_their_tile(company):
    table = go_on(
        railway(companies={company: {"A": 50, "cash": 200, "new": True}}, tiles=LINE, turn=f"{company}")
    )
    assert table.step == "early"
    table.apply(f"{company} buys train 2 as 2 from depot for 80")
    assert table.step == "lay"
    assert table.refused(f"{company} buys train 2 as 2 from depot for 80") == "18DO-4.5-5"


@pytest.mark.rule("18DO-4.3.2.1-2")
def test_the_early_train_runs_in_the_same_round():
    table = go_on(railway(companies={"BME": {"A": 50, "cash": 200, "new": True}}, tiles=LINE, turn="BME"))
    table.apply("BME buys train 2 as 2 from depot for 80")
    while table.step != "run":
        table.apply("BME passes")
    assert table.allows("BME runs 2: I10.0 H11.0")


@pytest.mark.rule("18DO-4.3.2.1-1")
@pytest.mark.parametrize(
    ("train", "source", "price"), [("2", "depot", 80), ("3", "pool", 180), ("2", "KWE", 7)]
)
def test_it_comes_from_wherever_trains_are_bought(train, source, price):
    companies = {"BME": {"A": 50, "cash": 500, "new": True}, "KWE": {"A": 50, "trains": ["2", "2"]}}
    table = go_on(railway(companies=companies, pool_trains=["3"], tiles=LINE, turn="BME"))
    assert table.step == "early" and table.starts(f"train {train} as {train} from {source}")
    table.apply(f"BME buys train {train} as {train} from {source} for {price}")
    assert (table.step, table.trains("BME"), table.cash("BME")) == ("lay", [train], 500 - price)


@pytest.mark.rule("18DO-4.3.2.1-1")
def test_it_counts_against_the_new_trains_of_the_round():
    train = "BME buys train 2 as 2 from depot for 80"
    table = go_on(railway(companies={"BME": {"A": 50, "cash": 500, "new": True}}, tiles=LINE, turn="BME"))
    table.apply(train)
    while table.step not in ("run", "trains"):
        table.apply("BME passes")
    table.apply("BME runs 2: I10.0 H11.0", "BME withholds", train)
    assert table.trains("BME") == ["2", "2"]
    assert table.refused(train) == "18DO-4.5.7.1-6"


@pytest.mark.rule("18DO-4.3.2.1-3")
@pytest.mark.parametrize(
    ("company", "new"), [("KWE", True), ("DGEE", True), ("DHB", True), ("HHW", True), ("BME", False)]
)
def test_not_the_others_and_not_later(company, new):
    table = go_on(railway(companies={company: {"A": 50, "cash": 200, "new": new}}, turn=f"{company}"))
    assert table.step == "lay"
    assert table.refused(f"{company} buys train 2 as 2 from depot for 80") == "18DO-4.3.2.1-3"


@pytest.mark.rule("18DO-4.3.2.1-1", "18DO-4.5-11")
@pytest.mark.parametrize(
    ("cash", "price", "asked"), [(20, 60, True), (19, 60, False), (0, 80, True), (80, 60, True)]
)
def test_who_could_pay_for_it_by_selling_an_own_certificate_is_asked(cash, price, asked):
    block = {"A": 50, "cash": cash, "price": price, "new": True}
    table = go_on(railway(companies={"BME": block}, breweries={"B": "1", "C": "3"}, tiles=LINE, turn="BME"))
    assert (table.step == "early") is asked
    if cash < 80 and asked:
        assert table.refused("BME buys train 2 as 2 from depot for 80") == "18DO-4.5.7-1"
        table.apply("BME issues 1", "BME buys train 2 as 2 from depot for 80")
        assert table.step == "lay" and table.trains("BME") == ["2"]


@pytest.mark.rule("18DO-4.3.2.1-1")
def test_who_has_nothing_to_sell_is_not_asked():
    block = {"A": 60, "B": 40, "cash": 20, "price": 60, "new": True}
    table = go_on(railway(companies={"BME": block}, breweries={"B": "1", "C": "3"}, tiles=LINE, turn="BME"))
    assert table.step == "lay"


# -- money and limits -----------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.5.7-1")
def test_trains_are_paid_from_the_treasury():
    table = buying(phase="4", cash=299, trains=["4"])
    assert table.refused("BME buys train 4 as 4 from depot for 300") == "18DO-4.5.7-1"
    assert buying(phase="4", cash=300, trains=["4"]).allows("BME buys train 4 as 4 from depot for 300")


@pytest.mark.rule("18DO-4.5.7.1-1")
def test_a_new_train_costs_what_is_printed():
    assert owner_pays(buying(), "BME buys train 2 as 2 from depot for 80") == {"BME": -80, "bank": 80}
    assert buying().refused("BME buys train 2 as 2 from depot for 70") == "18DO-4.5.7.1-1"


@pytest.mark.rule("18DO-4.5.7-2")
def test_a_train_bought_now_runs_in_the_next_round():
    table = buying().apply("BME buys train 2 as 2 from depot for 80")
    assert table.refused("BME runs 2: I10.0 H11.0") == "18DO-4.5-5"


@pytest.mark.rule("18DO-4.5.7-3", "18DO-4.2.1-8")
@pytest.mark.parametrize(("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("8", 2)])
def test_the_train_limit_of_the_phase(phase, limit):
    table = buying(phase=phase, cash=900, trains=[])
    assert table.s.phase.train_limit == limit
    for count in range(1, limit + 1):
        card = table.s.trains["depot"][0]
        move_card(table.s, card, "depot", "BME")
        table.s.sides[card] = card.partition("#")[0]
        top = table.s.trains["depot"][0].partition("#")[0]
        another = f"BME buys train {top} as {top} from depot for {table.s.box.trains[top].price}"
        if count < limit:
            assert table.allows(another)
    assert table.refused(another) == "18DO-4.5.7-3"


@pytest.mark.rule("18DO-4.5.7-4")
def test_no_room_even_if_the_purchase_would_make_some():
    table = buying(phase="3", depot="4", trains=["2"] * 4)
    assert table.refused("BME buys train 4 as 4 from depot for 300") == "18DO-4.5.7-3"


@pytest.mark.rule("18DO-4.5.7-5")
def test_a_lower_limit_sends_trains_to_the_pool_at_once():
    others = {"CME": {"B": 50, "trains": ["3", "4", "4"]}, "RhE": {"C": 50, "trains": ["3", "4"]}}
    table = buying(phase="4", depot="5", trains=["3"], others=others)
    table.apply("BME buys train 5 as 5 from depot for 450")
    assert table.acting == "B"
    assert table.refused("BME passes") == "18DO-4.5.7-5"
    assert table.refused("CME discards train 5") == "18DO-4.5.7-5"
    assert table.legal() == ["CME discards train 3", "CME discards train 4"]  # any of them
    table.apply("CME discards train 4")
    assert (table.trains("CME"), table.trains("pool")) == (["3", "4"], ["4"])
    assert (table.acting, table.trains("RhE"), table.trains("BME")) == ("A", ["3", "4"], ["3", "5"])


@pytest.mark.rule("18DO-4.5.7-5")
def test_every_railway_above_the_limit_gives_up_what_is_too_much():
    others = {
        "CME": {"B": 50, "trains": ["4", "4", "3"], "price": 80},
        "RhE": {"C": 50, "trains": ["4", "3", "3"], "price": 70},
    }
    table = buying(phase="4", depot="5", trains=["3", "3"], others=others, price=60)
    table.apply("BME buys train 5 as 5 from depot for 450")
    asked = []
    while any(action.split()[1] == "discards" for action in table.legal()):
        asked.append(table.acting)
        table.apply(table.legal()[0])
    assert sorted(asked) == ["A", "B", "C"]
    assert [len(table.trains(company)) for company in ("BME", "CME", "RhE")] == [2, 2, 2]


@pytest.mark.rule("18DO-4.5.7-5")
def test_aged_trains_go_before_the_rest_is_counted():
    others = {"CME": {"B": 50, "trains": ["2", "3", "3", "3"]}}
    table = buying(phase="3", depot="4", trains=["3"], others=others)
    table.apply("BME buys train 4 as 4 from depot for 300")  # the limit falls to three
    assert table.trains("CME") == ["3", "3", "3"] and table.trains("pool") == []
    assert table.acting == "A"


@pytest.mark.rule("18DO-4.5.7-5", "18DO-4.5.7.3-6")
def test_a_train_on_its_last_run_counts_and_stays_for_a_turn_of_its_own():
    others = {"CME": {"A": 50, "trains": ["5", "5"]}}
    table = buying(phase="6", depot="8", trains=["4"], cash=1000, others=others)
    table.apply("BME buys train 8 as 8 from depot for 800")
    assert table.trains("BME") == ["4", "8"]  # its last run is in its next turn
    assert table.refused("BME buys train 5 as 5 from CME for 1") == "18DO-4.5.7-3"


@pytest.mark.rule("18DO-4.5.7-6")
def test_pool_trains_cost_what_is_printed():
    table = buying(phase="3", pool_trains=["3"])
    assert owner_pays(table, "BME buys train 3 as 3 from pool for 180") == {"BME": -180, "bank": 180}
    assert (
        buying(phase="3", pool_trains=["3"]).refused("BME buys train 3 as 3 from pool for 90")
        == "18DO-4.5.7-6"
    )
    both = buying(phase="3", pool_trains=["3"])  # no new train: one of those may be bought beside it
    both.apply("BME buys train 3 as 3 from depot for 180", "BME buys train 3 as 3 from pool for 180")
    assert both.trains("BME") == ["2", "3", "3"]
    first = buying(phase="3", pool_trains=["3"])
    first.apply("BME buys train 3 as 3 from pool for 180", "BME buys train 3 as 3 from depot for 180")
    assert first.trains("BME") == ["2", "3", "3"]


@pytest.mark.rule("18DO-4.5.7-6", "18DO-4.5.7-5")
def test_a_train_given_up_is_for_other_railways():
    others = {"CME": {"B": 50, "trains": ["4"], "cash": 500}}
    table = buying(phase="4", depot="5", trains=["4", "4"], cash=1000, others=others)
    table.apply("BME buys train 5 as 5 from depot for 450", "BME discards train 4")
    assert table.trains("pool") == ["4"]
    move_card(
        table.s, next(c for c in table.s.trains["BME"] if c.startswith("4")), "BME", "out"
    )  # there is room
    back = "BME buys train 4 as 4 from pool for 300"
    assert back not in table.legal() and table.refused(back) == "18DO-4.5.7-6"
    table.apply("BME passes")
    while table.company != "CME" or table.step != "trains":
        table.apply(
            next(a for a in table.legal() if a.startswith(("CME runs", "CME withholds", "CME passes")))
        )
    assert table.allows("CME buys train 4 as 4 from pool for 300")


@pytest.mark.rule("18DO-4.5.7-6")
def test_another_card_of_the_kind_in_the_pool_can_be_bought():
    table = buying(phase="4", depot="5", trains=["4", "4"], cash=1000, pool_trains=["4"])
    table.apply("BME buys train 5 as 5 from depot for 450", "BME discards train 4")
    given = table.s.trains["pool"][-1]
    move_card(table.s, next(c for c in table.s.trains["BME"] if c.startswith("4")), "BME", "out")
    table.apply("BME buys train 4 as 4 from pool for 300")
    assert table.s.trains["pool"] == (given,)


@pytest.mark.rule("18DO-4.5.7-6")
def test_in_a_later_turn_it_may_buy_it_back():
    table = buying(phase="5", trains=["5"], pool_trains=["4"])
    assert table.allows("BME buys train 4 as 4 from pool for 300")


@pytest.mark.rule("18DO-4.5.7-7")
def test_no_train_is_given_up_by_choice():
    table = buying(trains=["2", "2"])
    assert table.refused("BME discards train 2") == "18DO-4-1"
    with pytest.raises(BadInput):
        table.game.why_not("BME sells train 2 to bank")


# -- new trains -----------------------------------------------------------------------------------


@pytest.mark.rule("18DO-2.4.4-1", "18DO-4.5.7.1-2", "18DO-4.5.7.1-3", "18DO-4.5.7.1-4")
@pytest.mark.parametrize(("phase", "depot", "next"), [("2", "2", "3"), ("3", "3", "4"), ("4", "4", "5")])
def test_new_trains_come_in_order(phase, depot, next):
    table = buying(phase=phase, depot=depot, trains=[], cash=900)
    price = table.s.box.trains[next].price
    assert table.refused(f"BME buys train {next} as {next} from depot for {price}") == "18DO-4.5.7.1-2"
    assert buying(phase=phase, depot=next, trains=[], cash=900).allows(
        f"BME buys train {next} as {next} from depot for {price}"
    )
    last = [card for card in table.s.trains["depot"] if card.startswith(depot)]
    for card in last[:-1]:
        move_card(table.s, card, "depot", "out")
    assert table.refused(f"BME buys train {next} as {next} from depot for {price}") == "18DO-4.5.7.1-2"
    move_card(table.s, last[-1], "depot", "out")
    assert table.allows(f"BME buys train {next} as {next} from depot for {price}")


@pytest.mark.rule("18DO-4.5.7.1-5")
def test_eights_are_on_sale_after_the_second_six():
    table = buying(phase="6", depot="6", cash=2000, trains=[])
    assert offered(table) == {("depot", "6")}
    for expected in ({("depot", "6")}, {("depot", "6"), ("depot", "8")}):
        move_card(table.s, table.s.trains["depot"][0], "depot", "out")
        assert offered(table) == expected
    table.apply("BME buys train 8 as 8 from depot for 800")
    assert (table.phase, table.trains("BME")) == ("8", ["8"])


@pytest.mark.rule("18DO-4.5.7.1-6")
def test_two_new_trains_in_the_yellow_phase():
    table = buying(trains=[])
    table.apply(*["BME buys train 2 as 2 from depot for 80"] * 2)
    assert table.refused("BME buys train 2 as 2 from depot for 80") == "18DO-4.5.7.1-6"


@pytest.mark.rule("18DO-4.5.7.1-7")
def test_one_from_the_green_phase():
    table = buying(phase="3").apply("BME buys train 3 as 3 from depot for 180")
    assert table.refused("BME buys train 3 as 3 from depot for 180") == "18DO-4.5.7.1-7"


def last_two(**about):
    table = buying(trains=[], **about)
    for card in table.s.trains["depot"][:6]:
        move_card(table.s, card, "depot", "out")
    return table


@pytest.mark.rule("18DO-4.5.7.1-8")
def test_the_last_2_and_the_first_3_in_one_turn():
    table = last_two()
    table.apply("BME buys train 2 as 2 from depot for 80", "BME buys train 3 as 3 from depot for 180")
    assert (table.phase, table.trains("BME")) == ("3", ["2", "3"])
    assert table.refused("BME buys train 3 as 3 from depot for 180") == "18DO-4.5.7.1-7"


@pytest.mark.rule("18DO-4.5.7.1-9")
def test_the_first_3_as_the_first_purchase_is_the_only_one():
    table = buying(depot="3", trains=[]).apply("BME buys train 3 as 3 from depot for 180")
    assert table.refused("BME buys train 3 as 3 from depot for 180") == "18DO-4.5.7.1-7"


# -- trains of other railways ---------------------------------------------------------------------


def two_railways(owner="B", **about):
    return buying(phase="3", others={"KWE": {owner: 50, "trains": ["3"], "cash": 10}}, **about)


@pytest.mark.rule("18DO-4.5.7.1-10", "18DO-4.5.7.2-6")
def test_trains_of_others_beside_new_ones():
    table = two_railways("A").apply(
        "BME buys train 3 as 3 from depot for 180", "BME buys train 3 as 3 from KWE for 50"
    )
    assert table.trains("BME") == ["2", "3", "3"]
    others = {"KWE": {"A": 50, "trains": ["3", "3", "2"], "cash": 10}}
    many = buying(phase="3", others=others)
    many.apply(*["BME buys train 3 as 3 from KWE for 1"] * 2, "BME buys train 2 as 2 from KWE for 1")
    assert len(many.trains("BME")) == 4


@pytest.mark.rule("18DO-4.5.7.2-1", "18DO-4.5.7.2-2", "18DO-4.5.7.2-4")
def test_the_other_director_agrees_or_declines():
    table = two_railways().apply("BME buys train 3 as 3 from KWE for 100")
    assert table.acting == "B"
    assert table.refused("BME passes") == "18DO-4.5.7.2-2"
    table.apply("B declines")
    assert table.trains("KWE") == ["3"]
    assert table.refused("BME buys train 3 as 3 from KWE for 90") == "18DO-4.5.7.2-2"
    paid = owner_pays(table, "BME buys train 3 as 3 from KWE for 110", "B agrees")
    assert paid == {"BME": -110, "KWE": 110}


@pytest.mark.rule("18DO-4.5.7.2-2")
def test_one_person_directing_both_settles_it_alone():
    table = two_railways("A").apply("BME buys train 3 as 3 from KWE for 100")
    assert table.trains("BME") == ["2", "3"]


@pytest.mark.rule("18DO-4.5.7.2-3")
def test_the_price_is_at_least_one():
    assert two_railways().refused("BME buys train 3 as 3 from KWE for 0") == "18DO-4.5.7.2-3"


@pytest.mark.rule("18DO-4.5.7.2-1")
def test_only_trains_that_are_there():
    assert two_railways().refused("BME buys train 4 as 4 from KWE for 10") == "18DO-4.5.7.2-1"
    assert two_railways().refused("BME buys train 3 as 3 from BME for 10") == "18DO-4.5.7.2-1"


@pytest.mark.rule("18DO-4.5.7.2-7")
def test_a_railway_may_sell_its_last_train():
    table = two_railways("A").apply("BME buys train 3 as 3 from KWE for 100")
    assert table.trains("KWE") == []
    while table.company != "KWE" or table.step != "trains":
        table.apply(next(a for a in table.legal() if " runs " in a or a.endswith(("withholds", "passes"))))
    assert table.refused("KWE passes") == "18DO-4.5.7.4-1"  # at the end of its own turn it needs one


# -- aging ----------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.5.7.3-1", "18DO-4.5.7.3-5", "18DO-4.5.7.3-8")
def test_the_first_4_takes_all_2s():
    others = {"CME": {"B": 50, "trains": ["2", "3"], "cash": 10}, "RhE": {"C": 50, "trains": ["2", "2"]}}
    table = buying(phase="3", depot="4", others=others, pool_trains=["2"])
    paid = owner_pays(table, "BME buys train 4 as 4 from depot for 300")
    left = [table.trains(owner) for owner in ("BME", "CME", "RhE", "pool")]
    assert left == [["4"], ["3"], [], []]
    assert paid == {"BME": -300, "bank": 300}


@pytest.mark.rule("18DO-4.5.7.3-2", "18DO-4.5.7.3-8")
def test_the_first_6_takes_all_3s():
    others = {"CME": {"B": 50, "trains": ["3", "4"], "cash": 10}}
    earlier = buying(phase="4", depot="5", trains=["4"], others=others, pool_trains=["3"])
    earlier.apply("BME buys train 5 as 5 from depot for 450")
    assert (earlier.trains("CME"), earlier.trains("pool")) == (["3", "4"], ["3"])  # not the first 5
    table = buying(phase="5", depot="6", trains=["5"], cash=700, others=others, pool_trains=["3"])
    paid = owner_pays(table, "BME buys train 6 as 6 from depot for 630")
    assert (table.trains("CME"), table.trains("pool"), table.s.last_runs) == (["4"], [], frozenset())
    assert paid == {"BME": -630, "bank": 630}


def first_eight(**about):
    others = {"CME": {"B": 50, "trains": ["4", "6"], "cash": 10, "tokens": ["E12.0"]}}
    table = buying(phase="6", depot="8", trains=["5"], cash=900, others=others, pool_trains=["4"], **about)
    return table.apply("BME buys train 8 as 8 from depot for 800")


@pytest.mark.rule("18DO-4.5.7.3-3", "18DO-4.5.7.3-4", "18DO-4.5.7.3-5", "18DO-4.5.7.3-8")
def test_the_first_8_leaves_the_4s_one_run():
    table = first_eight()
    assert table.phase == "8"
    assert (table.cash("BME"), table.cash("CME")) == (900 - 800, 10)
    assert (table.trains("CME"), table.trains("pool"), table.trains("BME")) == (["4", "6"], [], ["5", "8"])
    assert table.game.view()["position"]["last_runs"] == [{"company": "CME", "train": "4"}]


@pytest.mark.rule("18DO-4.5.7.3-6")
def test_an_aged_4_runs_once_and_leaves_before_the_income_is_used():
    table = railway(
        companies={"CME": {"B": 50, "trains": ["4"], "cash": 900, "tokens": ["E12.0"]}},
        tiles=LINE,
        phase="8",
        turn="CME run",
    )
    table.s.last_runs = frozenset(table.s.trains["CME"])
    table.apply("CME runs 4: E12.0 F13 G12.0")
    assert table.step == "pay"
    assert table.trains("CME") == []
    table.apply("CME withholds")
    assert table.refused("CME passes") == "18DO-4.5.7.4-1"


@pytest.mark.rule("18DO-4.5.7.3-6", "18DO-4.5.5-1")
def test_the_last_run_is_a_right_and_no_duty():
    table = railway(
        companies={"CME": {"B": 50, "trains": ["4", "8"], "cash": 900, "tokens": ["E12.0"]}},
        tiles={**LINE, **EAST},
        phase="8",
        turn="CME run",
    )
    assert table.refused("CME runs 8: E12.0 F13 G12.0") == "18DO-4.5.5-1"  # a 4 that has not aged runs
    table.s.last_runs = frozenset(c for c in table.s.trains["CME"] if c.startswith("4"))
    assert table.refused("CME runs 4: E12.0 F13 G12.0") == "18DO-4.5.5-1"  # the 8 must
    assert table.refused("CME runs nothing") == "18DO-4.5.5-1"
    table.apply("CME runs 8: E12.0 F13 G12.0")
    assert table.trains("CME") == ["8"]  # the aged one is gone all the same


@pytest.mark.rule("18DO-4.5.7.3-6")
def test_without_a_route_an_aged_4_leaves_in_that_turn_as_well():
    block = {"A": 50, "trains": ["4", "8"], "cash": 10, "spot": (2, 5)}
    table = railway(companies={"BME": block}, phase="8", turn="BME run")
    table.s.last_runs = frozenset(card for card in table.s.trains["BME"] if card.startswith("4"))
    go_on(table)
    assert table.trains("BME") == ["8"] and not table.s.last_runs
    assert table.spot("BME") == (2, 4)


@pytest.mark.rule("18DO-4.5.7.3-6", "18DO-4.5.6.3-1")
def test_with_nothing_but_aged_trains_a_railway_may_run_nothing():
    table = railway(
        companies={"CME": {"B": 50, "trains": ["4"], "cash": 900, "tokens": ["E12.0"], "spot": (2, 5)}},
        tiles=LINE,
        phase="8",
        turn="CME run",
    )
    assert "CME runs nothing" not in table.legal()
    table.s.last_runs = frozenset(table.s.trains["CME"])
    runs = [action for action in table.legal() if " runs " in action]
    assert len(runs) == 2 and runs[-1] == "CME runs nothing"
    table.apply("CME runs nothing")
    assert table.trains("CME") == [] and table.step == "trains"
    assert table.spot("CME") == (2, 4)  # as without any income


@pytest.mark.rule("18DO-4.5.7.3-7")
def test_an_aged_4_is_not_sold():
    table = railway(
        companies={"BME": {"A": 50, "cash": 900, "trains": ["8"]}, "CME": {"B": 50, "trains": ["4"]}},
        phase="8",
        turn="BME trains",
    )
    assert table.allows("BME buys train 4 as 4 from CME for 10")
    table.s.last_runs = frozenset(table.s.trains["CME"])
    assert table.refused("BME buys train 4 as 4 from CME for 10") == "18DO-4.5.7.3-7"


@pytest.mark.rule("18DO-4.5.7.4-1", "18DO-4.5.7.4-2")
@pytest.mark.parametrize(
    ("owner", "cash", "rule"), [("A", 50, "18DO-4.5.7.4-1"), ("B", 50, ""), ("A", 0, "")]
)
def test_with_no_train_at_the_bank_one_of_the_own_railways_will_do(owner, cash, rule):
    table = railway(
        companies={
            "BME": {"A": 50, "cash": cash, "trains": []},
            "CME": {owner: 50, "cash": 50, "trains": ["8", "8"]},
        },
        phase="8",
        turn="BME trains",
    )
    for card in table.s.trains["depot"]:
        move_card(table.s, card, "depot", "out")
    refusal = table.refusal("BME passes")
    assert (refusal.rule if refusal else "") == rule
    if rule:
        table.apply("BME buys train 8 as 8 from CME for 1")
        assert table.allows("BME passes") or table.acting != "A"
