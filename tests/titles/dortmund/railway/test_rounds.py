"""18DO §4.2, §4.2.1, §4.2.3, §4.4: rounds, phases, stock rounds."""

import pytest

from kursbuch.rail.rounds import SetFrame
from tests.titles.dortmund.railway.table import LINE, fresh, go_on, railway

SOLD = {"BME": {"A": 50, "price": 60, "trains": ["2"], "cash": 500}}


def start_of_stock_round(priority: str = "A", players: int = 3, number: int = 2, **about):
    """The moment before a stock round, the second unless told otherwise, begins."""
    cash = dict.fromkeys("ABCDE"[:players], 200)
    table = railway(players, **{"companies": SOLD, "cash": cash, "priority": priority, **about})
    table.s.stack[:] = [SetFrame("cycle", number=number, done=0)]
    table.s.stock_round = number - 1
    return go_on(table)


def play_start(table):
    """Everybody takes the cheapest box of another brewery."""
    while table.s.stock_round == 0:
        taken = {bid["brewery"] for bid in table.game.view()["position"]["bids"]}
        table.apply(next(a for a in table.legal() if a.split()[-1] not in taken))
    return table


# -- the sequence ---------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.2-1", "18DO-4.2.3-7", "18DO-4.2-2")
def test_start_then_a_stock_round_then_an_operating_round_then_a_stock_round():
    table = play_start(fresh())
    assert table.round == "SR 1"
    first = table.acting
    table.apply(f"{first} founds BME at 65")
    while table.s.stock_round == 1 and "BME" not in table.s.floated:
        table.apply(f"{table.acting} buys 10 BME from company")
    while table.s.operating_round == 0:
        table.apply(f"{table.acting} passes")
    assert table.round == "OR 1.1"
    while table.s.stock_round == 1:
        assert table.round == "OR 1.1"  # a single one
        buys = table.starts("from depot") if table.company == "BME" and table.step == "trains" else []
        table.apply(buys[0] if buys and not table.trains("BME") else "BME passes")
    assert table.round == "SR 2"


@pytest.mark.rule("18DO-4.2-3", "18DO-4.2.1-8")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("8", 3)])
def test_the_phase_says_how_many_operating_rounds_follow(phase, rounds):
    table = start_of_stock_round(phase=phase, companies={"BME": {"A": 50, "trains": ["8"], "cash": 0}})
    for _ in range(3):
        table.apply(f"{table.acting} passes")
    assert next(f for f in table.s.stack if isinstance(f, SetFrame)).of == rounds


@pytest.mark.rule("18DO-4.2-3")
@pytest.mark.parametrize(
    ("phase", "train", "rounds"), [("2", "3", ["OR 2.1"]), ("4", "5", ["OR 2.1", "OR 2.2"])]
)
def test_a_new_phase_does_not_alter_the_set_that_is_under_way(phase, train, rounds):
    company = {"A": 50, "trains": ["2" if phase == "2" else "4"], "cash": 1000}
    table = start_of_stock_round(phase=phase, depot=train, companies={"BME": company})
    for _ in range(3):
        table.apply(f"{table.acting} passes")
    seen, price = [], table.s.box.trains[train].price
    while table.s.stock_round == 2:
        if table.round not in seen:
            seen.append(table.round)
        first = f"BME buys train {train} as {train} from depot for {price}"
        table.apply(first if table.phase == phase and table.allows(first) else "BME passes")
    assert table.phase == train and seen == rounds


@pytest.mark.rule("18DO-4.2.1-1")
def test_play_begins_in_phase_2():
    table = fresh()
    assert table.phase == "2"
    assert [phase.id for phase in table.s.box.phases] == ["2", "3", "4", "5", "6", "8"]


@pytest.mark.rule("18DO-4.2.1-2")
def test_the_first_train_of_a_kind_brings_its_phase_at_once():
    table = railway(companies={"BME": {"A": 50, "cash": 400}}, phase="3", depot="4", turn="BME trains")
    table.apply("BME buys train 4 as 4 from depot for 300")
    assert table.phase == "4"


@pytest.mark.rule("18DO-4.2.1-3")
def test_trains_from_railways_or_the_pool_change_no_phase():
    table = railway(
        companies={"BME": {"A": 50, "cash": 400}, "CME": {"A": 50, "trains": ["3"]}},
        pool_trains=["3"],
        turn="BME trains",
    )
    table.apply("BME buys train 3 as 3 from CME for 100", "BME buys train 3 as 3 from pool for 180")
    assert table.phase == "2"


@pytest.mark.rule("18DO-4.2.1-4", "18DO-4.2.1-5", "18DO-4.2.1-6", "18DO-4.2.1-7")
@pytest.mark.parametrize(
    ("phase", "colour"),
    [("2", "yellow"), ("3", "green"), ("4", "green"), ("5", "brown"), ("6", "brown"), ("8", "grey")],
)
def test_the_colours_of_the_phases(phase, colour):
    assert railway(phase=phase).s.phase.colours[-1] == colour


@pytest.mark.rule("18DO-4.2.1-4", "18DO-4.2.1-5", "18DO-4.2.1-6", "18DO-4.2.1-7")
@pytest.mark.parametrize(
    ("phase", "train", "before", "after"),
    [
        ("2", "2", "yellow", "yellow"),
        ("2", "3", "yellow", "green"),
        ("3", "4", "green", "green"),
        ("4", "5", "green", "brown"),
        ("5", "6", "brown", "brown"),
        ("6", "8", "brown", "grey"),
    ],
)
def test_the_purchase_of_a_train_begins_them(phase, train, before, after):
    table = railway(companies={"BME": {"A": 50, "cash": 900}}, phase=phase, depot=train, turn="BME trains")
    assert table.s.phase.colours[-1] == before
    price = table.s.box.trains[train].price
    table.apply(f"BME buys train {train} as {train} from depot for {price}")
    assert table.s.phase.colours[-1] == after


# -- the first stock round ------------------------------------------------------------------------


def first_round(**about):
    return railway(4, stock_round=1, cash=dict.fromkeys("ABCD", 300), **about)


@pytest.mark.rule("18DO-4.2.3-1", "18DO-4.4-1")
@pytest.mark.parametrize("number", [1, 3])
def test_turns_go_clockwise_from_the_first_action(number):
    table = start_of_stock_round("C", 4, number, companies={})
    assert table.round == f"SR {number}"
    assert table.refused("D passes") == table.refused("B founds BME at 50") == "18DO-4.4-1"
    order = []
    for _ in range(4):
        order.append(table.acting)
        table.apply(f"{table.acting} founds {['BME', 'CME', 'RhE', 'KWE'][len(order) - 1]} at 50")
    assert order == ["C", "D", "A", "B"]


@pytest.mark.rule("18DO-4.2.3-2")
def test_one_purchase_or_founding_ends_the_turn():
    table = first_round(companies={"CME": {"A": 20, "floats": False, "new": True}})
    table.apply("A founds BME at 60")
    assert table.acting == "B"
    table.apply("B buys 10 CME from company")
    assert table.acting == "C"
    table.apply("C passes")
    assert table.acting == "D"


@pytest.mark.rule("18DO-4.2.3-3", "18DO-4.4.5-4")
def test_nothing_is_sold_in_the_first_stock_round():
    table = first_round(companies={"CME": {"A": 40}})
    assert table.refused("A sells 10 CME") == "18DO-4.4.5-4"
    assert not table.starts("sells")


@pytest.mark.rule("18DO-4.2.3-4", "18DO-4.2.3-5", "18DO-4.2.3-6")
def test_the_round_ends_when_all_have_passed_one_after_the_other():
    table = railway(3, stock_round=1, cash=dict.fromkeys("ABC", 300))
    table.apply("A passes", "B founds BME at 60", "C passes", "A passes")
    assert table.round == "SR 1" and table.acting == "B"
    table.apply("B passes")
    assert table.s.stock_round > 1 or table.s.operating_round
    assert table.s.priority == "C"


@pytest.mark.rule("18DO-4.2.3-6")
def test_without_a_purchase_the_card_stays():
    table = railway(3, stock_round=1, cash=dict.fromkeys("ABC", 300), priority="B", stock="B")
    table.apply("B passes", "C passes", "A passes")
    assert (table.round, table.s.priority, table.acting) == ("SR 2", "B", "B")


@pytest.mark.rule("18DO-4.2.3-5")
def test_who_has_passed_may_act_again():
    table = railway(3, stock_round=1, cash=dict.fromkeys("ABC", 300))
    table.apply("A passes", "B founds BME at 60", "C passes")
    assert table.allows("A buys 10 BME from company")


@pytest.mark.rule("18DO-4.2.3-8")
def test_the_pool_is_empty_in_the_first_round():
    """Played out: every purchase on every list is one from the railway, and in the end nothing lies in the pool."""
    table, seen = play_start(fresh(4)), 0
    while table.s.stock_round == 1 and not table.s.operating_round:
        offers = [a for a in table.legal() if " buys " in a]
        assert all(a.endswith("from company") for a in offers)
        seen += len(offers)
        found = [a for a in table.legal() if " founds " in a and a.endswith(" 50")]
        table.apply((offers or found or [f"{table.acting} passes"])[0])
    assert seen and not any(table.percent("pool", company) for company in table.s.box.companies)


# -- later stock rounds ---------------------------------------------------------------------------


def later(**about):
    companies = {"BME": {"A": 40, "B": 20, "pool": 20, "price": 60}, "CME": {"B": 50, "price": 75}}
    return railway(**{"companies": companies, "cash": dict.fromkeys("ABC", 300), **about})


@pytest.mark.rule("18DO-4.4-2")
@pytest.mark.parametrize("source", ["company", "pool"])
def test_a_turn_may_be_one_purchase(source):
    assert later().apply(f"A buys 10 BME from {source}").acting == "B"


@pytest.mark.rule("18DO-4.4-2")
def test_certificates_are_bought_from_railways_and_the_pool_only():
    table = later()
    for place in ("CME", "offer", "bank", "B"):
        assert table.refused(f"A buys 10 BME from {place}") == "18DO-4.4-2"
    assert table.refused("A buys 10 CME from pool") == "18DO-4.4-2"  # none lies there
    assert table.refused("A buys 30 BME from pool") == "18DO-4.4-2"


@pytest.mark.rule("18DO-4.2-2")
def test_no_railway_acts_in_a_stock_round():
    table = later()
    for action in ("BME lays 1904.0 at H11", "BME links H11", "BME passes", "BME pays"):
        assert table.refused(action) == "18DO-4.2-2"
    assert table.allows("A passes")


@pytest.mark.rule("18DO-4.4-3")
def test_a_turn_may_be_one_founding():
    assert later().apply("A founds RhE at 60").acting == "B"


@pytest.mark.rule("18DO-4.4-4", "18DO-4.4.5-3")
@pytest.mark.parametrize("then", ["A buys 10 CME from company", "A founds RhE at 60", "A passes"])
def test_after_sales_one_purchase_or_founding_is_still_allowed(then):
    table = later()
    table.apply("A sells 10 BME", "A sells 10 BME")
    assert table.acting == "A"
    assert table.apply(then).acting == "B"


@pytest.mark.rule("18DO-4.4-5", "18DO-4.4-6")
def test_after_the_purchase_nothing_is_sold_or_bought():
    table = later().apply("A buys 10 CME from company")
    assert table.refused("A sells 10 BME") == table.refused("A buys 10 CME from company") == "18DO-4.4-1"


@pytest.mark.rule("18DO-4.4-7", "18DO-4.4-8", "18DO-4.4-10")
def test_all_pass_and_the_card_stays():
    table = later(priority="B", stock="B")
    table.apply("B passes")
    assert table.acting == "C"
    table.apply("C passes", "A passes")
    assert table.s.operating_round == 1
    assert table.s.priority == "B"


@pytest.mark.rule("18DO-4.4-9")
def test_the_card_goes_to_the_left_of_the_last_who_bought_or_sold():
    table = later(priority="A")
    table.apply("A passes", "B sells 10 BME", "B passes", "C passes", "A passes", "B passes")
    assert table.s.operating_round == 1
    assert table.s.priority == "C"
    several = later(priority="A").apply("A buys 10 CME from company", "B sells 10 BME", "B passes")
    several.apply("C buys 10 CME from company", "A passes", "B passes", "C passes")
    assert (several.s.operating_round, several.s.priority) == (1, "A")  # left of C, the last of three


@pytest.mark.rule("18DO-4.4-9")
def test_assigning_a_marker_is_no_deal():
    table = railway(companies={"CME": {"B": 50}}, priority="A", cash=dict.fromkeys("ABC", 300))
    table.apply("A passes", "B assigns marker 3 to CME", "B passes", "C passes")
    assert table.s.operating_round == 1
    assert table.s.priority == "A"


def test_a_dead_table_comes_to_an_end():
    table = railway(turned=["1", "3", "4"], markers={"3": "out", "4": "out"}, cash=dict.fromkeys("ABC", 10))
    assert go_on(table).game.over
    assert table.s.ending == "standstill"
    assert table.s.operating_round == 0, "there and then, with the stock round"


def test_a_line_for_the_other_tests_is_joined():
    table = railway(
        companies={"BME": {"A": 50, "trains": ["4"], "cash": 0}}, tiles=LINE, turn="BME run", phase="4"
    )
    assert table.best("BME") == 130
