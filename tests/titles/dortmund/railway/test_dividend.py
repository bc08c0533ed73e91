"""18DO §4.5.6.2, §4.5.6.3: dividends and prices."""

import pytest

from kursbuch.core import BadInput
from kursbuch.web.pages.outlook import income
from kursbuch.web.pages.scene import Scene
from kursbuch.words import own_words
from tests.titles.dortmund.railway.table import fresh, owner_pays, railway
from tests.titles.dortmund.railway.test_rounds import play_start


def paying(income, others=None, **about):
    block = {"A": 40, "B": 10, "C": 10, "pool": 30, "price": 70, "trains": ["2"], "cash": 0, **about}
    return railway(companies={"BME": block, **(others or {})}, turn="BME pay", income=income)


@pytest.mark.rule("18DO-4.5.6.2-1")
def test_all_or_nothing():
    table = paying(200)
    assert table.starts("BME pays") and table.starts("BME withholds")
    with pytest.raises(BadInput):
        table.game.why_not("BME pays half")


@pytest.mark.rule("18DO-4.5.6.2-2", "18DO-4.3.2-4")
def test_withheld_income_goes_to_the_treasury():
    assert owner_pays(paying(155), "BME withholds") == {"BME": 155, "bank": -155}


@pytest.mark.rule("18DO-4.5.6.2-3", "18DO-4.5.6.2-4", "18DO-4.5.6.2-5", "18DO-4.5.6.2-6", "18DO-4.5.6.2-7")
def test_the_example_of_the_book():
    paid = owner_pays(paying(155), "BME pays")
    assert paid == {"A": 60, "B": 15, "C": 15, "BME": 15 + 5, "bank": -110}


@pytest.mark.rule("18DO-2.2.2-1")
def test_the_last_income_paid_is_shown():
    table = paying(120).apply("BME pays")
    assert table.game.view()["position"]["companies"]["BME"]["last_dividend"] == 120


@pytest.mark.rule("18DO-2.2.2-1")
@pytest.mark.parametrize("use", ["pays", "withholds"])
def test_so_is_the_last_income_whatever_became_of_it(use):
    table = play_start(fresh())
    table.apply(f"{table.acting} founds BME at 65")
    while "BME" not in table.s.floated:
        table.apply(f"{table.acting} buys 10 BME from company")
    while not table.s.operating_round:
        table.apply(f"{table.acting} passes")
    table.apply("BME buys train 2 as 2 from depot for 80", "BME lays 1904.0 at H11")
    while table.step != "run":
        table.apply("BME passes")
    table.apply("BME runs 2: I10.0 H11.0", f"BME {use}")
    earned = income(Scene(table.game, None, (), own_words("en", "18do-railway"), len(table.game.actions)))
    assert earned is not None and [row.last for row in earned.rows] == [40]


@pytest.mark.rule("18DO-4.5.6.3-1", "18DO-4.5.6.3-2")
@pytest.mark.parametrize(
    ("spot", "after"), [((2, 4), (2, 3)), ((2, 1), (3, 1)), ((3, 0), (4, 0)), ((5, 0), (5, 0))]
)
def test_without_a_dividend_one_field_left_at_the_edge_down(spot, after):
    assert paying(150, spot=spot).apply("BME withholds").spot("BME") == after


@pytest.mark.rule("18DO-4.5.6.3-3", "18DO-4.5.6.3-4")
def test_a_dividend_below_the_price_puts_the_marker_under_the_others():
    table = paying(90, others={"KWE": {"B": 50, "spot": (0, 5)}}, spot=(0, 5))
    table.s.prices = table.s.prices.removed("KWE").placed("KWE", (0, 5))
    assert table.stack("BME") == ("BME", "KWE")
    table.apply("BME pays")
    assert table.spot("BME") == (0, 5)
    assert table.stack("BME") == ("KWE", "BME")


@pytest.mark.rule("18DO-4.5.6.3-5", "18DO-4.5.6.3-6")
@pytest.mark.parametrize(("income", "steps"), [(70, 1), (200, 1), (209, 1), (210, 2), (500, 2)])
def test_one_field_right_or_two_from_three_times_the_price(income, steps):
    assert paying(income, spot=(2, 3)).apply("BME pays").spot("BME") == (2, 3 + steps)


@pytest.mark.rule("18DO-4.5.6.3-7")
@pytest.mark.parametrize(
    ("spot", "income", "after"),
    [((5, 4), 60, (4, 4)), ((5, 4), 400, (4, 4)), ((5, 3), 400, (4, 4)), ((0, 19), 2000, (0, 19))],
)
def test_at_the_right_edge_one_field_up(spot, income, after):
    assert paying(income, spot=spot).apply("BME pays").spot("BME") == after


@pytest.mark.rule("18DO-4.5.6.3-8")
def test_the_whole_rounded_dividend_is_compared():
    assert paying(85, spot=(2, 5)).apply("BME pays").spot("BME") == (2, 6)  # 80 at a price of 80
    assert paying(79, spot=(2, 5)).apply("BME pays").spot("BME") == (2, 5)  # 70
    assert paying(5, spot=(2, 5)).apply("BME pays").spot("BME") == (2, 4)  # nothing


@pytest.mark.rule("18DO-4.5.6.3-9")
def test_the_price_moves_before_trains_are_bought():
    table = paying(150, spot=(2, 3), cash=300).apply("BME pays")
    assert table.step == "trains"
    assert table.spot("BME") == (2, 4)
