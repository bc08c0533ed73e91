"""18DO §6.5.2.5 and the own certificates of §6.5.2.1."""

import pytest

from tests.titles.dortmund.beer.brewery_table import brewery


def paying(income, **about):
    return brewery(corporations={"DUB": {"A": 50, "kettles": ["3"], **about}}, turn="DUB pay", income=income)


@pytest.mark.rule("18DO-6.5.2.5-1")
def test_each_box_pays_its_value():
    table = brewery(
        minors={"B1": {"kettles": ["4"]}}, regular=[0, 0, 0, 2], new=[0, 0, 0, 1], phase="4",
        turn="B1 deliver",
    )  # fmt: skip
    table.apply("B1 delivers 2 to regular 4, 1 to new 4")
    (told,) = table.events("brewery-income")
    assert told.values == {"brewery": "B1", "delivered": 120, "export": 0, "income": 120}
    assert table.apply("B1 withholds").cash("B1") == 120


@pytest.mark.rule("18DO-6.5.2.5-3")
def test_a_minor_keeps_all_or_gives_half():
    half = brewery(minors={"B1": {"owner": "B", "kettles": ["S1"]}}, turn="B1 pay", income=80)
    assert half.acting == "B"
    half.apply("B1 pays")
    assert (half.cash("B"), half.cash("B1")) == (40, 40)
    kept = brewery(minors={"B1": {"owner": "B", "kettles": ["S1"]}}, turn="B1 pay", income=80)
    kept.apply("B1 withholds")
    assert (kept.cash("B"), kept.cash("B1")) == (0, 80)


@pytest.mark.rule("18DO-6.5.2.5-3", "18DO-6.5.2.5-4")
def test_an_income_is_not_let_go_by():
    minor = brewery(minors={"B1": {"owner": "B", "kettles": ["S1"]}}, turn="B1 pay", income=80)
    assert minor.refused("B1 passes") == "18DO-6.5.2.5-3"
    corporation = brewery(corporations={"DUB": {"A": 50, "kettles": ["4"]}}, turn="DUB pay", income=80)
    assert corporation.refused("DUB passes") == "18DO-6.5.2.5-4"


@pytest.mark.rule("18DO-6.5.2.5-7")
def test_what_is_paid_is_rounded_down_first():
    table = brewery(minors={"B1": {"kettles": ["S1"]}}, turn="B1 pay", income=75)
    table.apply("B1 pays")
    assert (table.cash("A"), table.cash("B1")) == (35, 40)
    corporation = paying(155, B=50)
    corporation.apply("DUB pays")
    assert (corporation.cash("A"), corporation.cash("B"), corporation.cash("DUB")) == (75, 75, 5)


@pytest.mark.rule("18DO-6.5.2.5-4")
def test_a_corporation_pays_all_or_nothing():
    table = paying(150, B=50)
    assert [a for a in table.legal() if "issue" not in a] == ["DUB pays", "DUB withholds"]
    assert table.refused("DUB passes") == "18DO-6.5.2.5-4"
    table.apply("DUB pays")
    assert (table.cash("A"), table.cash("B"), table.cash("DUB")) == (75, 75, 0)
    kept = paying(155, B=50).apply("DUB withholds")
    assert (kept.cash("A"), kept.cash("DUB")) == (0, 155)


@pytest.mark.rule("18DO-6.5.2.5-5", "18DO-6.5.2.5-6")
def test_own_certificates_pay_the_treasury_those_in_the_pool_nobody():
    table = paying(150, pool=30)
    bank = table.cash("bank")
    table.apply("DUB pays")
    assert (table.cash("A"), table.cash("DUB")) == (75, 30)
    assert table.cash("bank") == bank - 105


@pytest.mark.rule("18DO-6.5.2.5-8")
@pytest.mark.parametrize(("dividend", "fields"), [(0, -1), (50, 0), (60, 1), (170, 1), (180, 2)])
def test_the_price_moves_by_the_dividend(dividend, fields):
    table = paying(dividend or 10, price=60)
    before = table.spot("DUB")
    table.apply("DUB pays" if dividend else "DUB withholds")
    assert table.spot("DUB") == (before[0], before[1] + fields)


@pytest.mark.rule("18DO-6.5.2.5-8")
def test_a_corporation_without_income_falls():
    table = brewery(corporations={"DUB": {"A": 50, "kettles": ["S1"], "price": 60}}, turn="DUB deliver")
    before = table.spot("DUB")
    table.apply("DUB delivers nothing")
    assert table.spot("DUB") == (before[0], before[1] - 1)


# -- own certificates -------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.5.2.1-4")
@pytest.mark.parametrize("step", ["deliver", "pay", "buy"])
@pytest.mark.parametrize(("deal", "other"), [("issues", "redeems"), ("redeems", "issues")])
def test_one_own_certificate_a_turn_at_any_time(step, deal, other):
    table = brewery(
        corporations={"DUB": {"A": 50, "pool": 20, "cash": 500, "kettles": ["S2"]}},
        regular=[3], turn=f"DUB {step}", income=20,
    )  # fmt: skip
    assert table.allows(f"DUB {other} 1")
    table.apply(f"DUB {deal} 1")
    assert table.step == f"DUB {step}", "the turn goes on"
    assert table.refused("DUB redeems 1") == table.refused("DUB issues 1") == "18DO-6.5.2.1-4"


@pytest.mark.rule("18DO-6.5.2.1-4")
def test_a_minor_has_no_certificates():
    table = brewery(minors={"B1": {"kettles": ["S1"]}}, regular=[3], turn="B1 deliver")
    assert not table.starts("issues")
    assert table.refused("B1 issues 1") == "18DO-6.5.2.1-4"


@pytest.mark.rule("18DO-6.5.2.1-5")
def test_a_sale_pays_the_price_and_then_lowers_it():
    table = paying(10, price=90)
    before = table.spot("DUB")
    table.apply("DUB issues 1")
    assert table.cash("DUB") == 90
    assert table.spot("DUB") == (before[0], before[1] - 1)
    twenty = paying(10, price=90)
    twenty.apply("DUB issues 2")
    assert (twenty.cash("DUB"), twenty.spot("DUB")) == (180, (before[0], before[1] - 2))
    full = paying(10, pool=50)
    assert not full.starts("issues"), "nothing is left to sell"
    half = brewery(corporations={"DUB": {"A": 30, "pool": 50, "kettles": ["3"]}}, turn="DUB pay", income=10)
    assert half.refused("DUB issues 2") == "18DO-6.5.2.1-5", "the pool holds 50 % at most"


@pytest.mark.rule("18DO-6.5.2.1-6")
def test_a_certificate_bought_back_lies_on_the_charter():
    table = paying(10, price=90, pool=20, cash=100)
    spot = table.spot("DUB")
    table.apply("DUB redeems 1")
    assert (table.cash("DUB"), table.percent("pool", "DUB"), table.percent("DUB", "DUB")) == (10, 10, 40)
    assert table.spot("DUB") == spot
    poor = paying(10, price=90, pool=20, cash=80)
    assert poor.refused("DUB redeems 1") == "18DO-6.5.2.1-6"
