"""18TE §7.10: a company issues or redeems its own certificates."""

import pytest

from kursbuch.testing import Table, position


def issuing(cash=0, *, others=None, step="issue", **about) -> Table:
    return position("18te", companies={"KHS": {"cash": cash, **about}, **(others or {})}, turn=f"KHS {step}")


# -- issuing --------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.10-1")
@pytest.mark.parametrize("first", ["KHS issues 1", "KHS redeems 1"])
def test_a_company_issues_or_redeems_but_not_both(first):
    table = issuing(500, pool=20, others={"KWE": {"B": 30, "cash": 100}})
    assert table.allows("KHS issues 1")
    assert table.allows("KHS redeems 1")
    table.apply(first)
    assert table.refused("KHS redeems 1") == "18TE-7-2"
    assert table.refused("KHS issues 1") == "18TE-7-2"


@pytest.mark.rule("18TE-7.10-1", "18TE-7.10-2", "18TE-7.10-3")
def test_everything_that_may_be_issued_or_redeemed_is_offered():
    table = issuing(500, pool=20, price=100, others={"KWE": {"B": 30, "cash": 100}})
    assert table.percent("KHS", "KHS") >= 30
    assert table.starts("KHS issues") == [f"KHS issues {n}" for n in (1, 2, 3)]
    assert table.starts("KHS redeems") == ["KHS redeems 1", "KHS redeems 2"]
    half = issuing(500, A=50)
    assert half.percent("KHS", "KHS") == 50
    assert half.starts("KHS issues") == [f"KHS issues {n}" for n in (1, 2, 3, 4, 5)]


@pytest.mark.rule("18TE-7.10-2")
def test_issued_certificates_go_from_the_treasury_to_the_pool():
    table = issuing(price=100).apply("KHS issues 2")
    assert table.percent("KHS", "KHS") == 50
    assert table.percent("pool", "KHS") == 20


@pytest.mark.rule("18TE-7.10-2")
def test_no_more_is_issued_than_lies_in_the_treasury():
    table = issuing(A=70, B=20)
    assert table.refused("KHS issues 2") == "18TE-7.10-2"
    assert table.allows("KHS issues 1")


@pytest.mark.rule("18TE-7.10-3")
def test_an_issue_fills_the_pool_to_half_at_most():
    table = issuing(pool=40)
    assert table.refused("KHS issues 2") == "18TE-7.10-3"
    assert table.allows("KHS issues 1")


@pytest.mark.rule("18TE-7.10-4", "18TE-7.10-5")
def test_each_certificate_costs_a_row_and_the_lower_price_is_paid():
    table = issuing(price=100)
    bank = table.cash("bank")
    table.apply("KHS issues 2")
    assert (table.spot("KHS"), table.price("KHS")) == ((3, 7), 80)
    assert table.cash("KHS") == 160
    assert table.cash("bank") == bank - 160


@pytest.mark.rule("18TE-7.10-4")
def test_the_fall_stops_at_the_lowest_field_of_the_column():
    table = issuing(spot=(3, 9)).apply("KHS issues 3")
    assert (table.spot("KHS"), table.price("KHS"), table.cash("KHS")) == ((4, 9), 90, 270)


@pytest.mark.rule("18TE-7.10-6")
def test_an_issue_puts_the_marker_under_the_stack():
    table = issuing(spot=(1, 7), others={"CME": {"B": 30, "spot": (3, 7)}}).apply("KHS issues 2")
    assert table.stack("KHS") == ("CME", "KHS")


@pytest.mark.rule("18TE-7.10-7")
def test_a_marker_at_the_bottom_keeps_its_place_in_the_stack():
    table = issuing(spot=(5, 7), others={"CME": {"B": 30, "spot": (5, 7)}}).apply("KHS issues 2")
    assert table.stack("KHS") == ("KHS", "CME")
    assert (table.price("KHS"), table.cash("KHS")) == (60, 120)


@pytest.mark.rule("18TE-7.10-8")
@pytest.mark.parametrize("spot", [(0, 6), (1, 7)])
def test_the_example_of_three_certificates_at_100(spot):
    table = issuing(spot=spot)
    assert table.price("KHS") == 100
    table.apply("KHS issues 3")
    assert table.price("KHS") == 70
    assert table.cash("KHS") == 210


@pytest.mark.rule("18TE-7.10-9")
def test_no_issue_in_the_first_operating_round():
    assert issuing(new=True, price=100).refused("KHS issues 1") == "18TE-7.10-9"
    assert issuing(price=100).allows("KHS issues 1")


@pytest.mark.rule("18TE-7.10-9")
def test_the_first_turn_over_the_next_may_issue():
    table = position("18te", companies={"KHS": {"new": True, "cash": 300}}, turn="KHS lay")
    table.apply("KHS passes", "KHS passes")
    assert table.round == "OR 2.2"
    table.apply("KHS passes", "KHS passes")
    assert table.allows("KHS issues 1")


@pytest.mark.rule("18TE-7.10-14")
def test_an_issue_comes_too_late_to_pay_for_a_train():
    companies = {"KHS": {"cash": 50, "price": 100}}
    table = position("18te", companies=companies, tiles={"F6": "4.1"}, turn="KHS trains", cash={"A": 500})
    assert table.refused("KHS issues 1") == "18TE-7-5"
    table.apply("KHS buys train 1+1/2 as 2 from depot for 100")
    assert table.cash("A") == 450


# -- redeeming ------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.10-10")
def test_redeemed_certificates_go_from_the_pool_to_the_treasury():
    table = issuing(100, price=70, pool=20).apply("KHS redeems 1")
    assert table.percent("pool", "KHS") == 10
    assert table.percent("KHS", "KHS") == 60
    assert issuing(500, pool=20).refused("KHS redeems 3") == "18TE-7.10-10"


@pytest.mark.rule("18TE-7.10-11", "18TE-7.10-13")
def test_redeeming_costs_the_price_and_does_not_move_it():
    table = issuing(140, price=70, pool=20)
    bank, spot = table.cash("bank"), table.spot("KHS")
    table.apply("KHS redeems 2")
    assert (table.cash("KHS"), table.cash("bank")) == (0, bank + 140)
    assert (table.price("KHS"), table.spot("KHS")) == (70, spot)
    assert issuing(139, price=70, pool=20).refused("KHS redeems 2") == "18TE-7.10-11"


@pytest.mark.rule("18TE-7.10-12")
def test_several_certificates_may_be_redeemed():
    table = issuing(300, price=70, pool=30).apply("KHS redeems 3")
    assert table.percent("KHS", "KHS") == 70


@pytest.mark.rule("18TE-7.10-9", "18TE-7.10-10")
def test_redeeming_is_allowed_in_the_first_operating_round():
    assert issuing(100, new=True, price=70, pool=10).allows("KHS redeems 1")
