"""1853 §4.6, §4.7: income, mail, dividends, the price."""

import pytest

from kursbuch.testing import settle
from tests.titles.india.table import india, line

# large Trichinopoly and Bangalore, small U15 and Q17 beyond them
PLAIN = {"T16": "6.3", "U15": "4.0", "S15": "8.0", "R16": "6.1"}


def paying(income, *, price=80, company="MSM", **about):
    holding = {"A": 3, "B": 2, "pool": 0, "price": price, **about}
    return india(companies={company: holding}, turn=f"{company} pay", income=income, cash={"A": 0, "B": 0})


def running(trains=("2",), tiles=None, step="run", **about):
    return india(
        companies={"SIR": {"A": 3, "cash": 0, "trains": list(trains), **about}},
        tiles=tiles or PLAIN,
        turn=f"SIR {step}",
        phase="3",
        cash={"A": 0},
    )


LINE = [10, 20, 30, 40, 49, 57, 64, 70, 75, 80, 84, 88, 92, 96, 100, 104, 109, 115, 122, 130, 140]


@pytest.mark.rule("1853-4.6.1-1", "1853-4.6.4-1", "1853-4.6.5-1", "1853-4.6.5-2")
def test_a_dividend_is_paid_by_the_bank_a_tenth_a_share():
    table = paying(120, pool=2)
    bank = table.cash("bank")
    table.apply("MSM pays")
    assert (table.cash("A"), table.cash("B"), table.cash("MSM")) == (36, 24, 0)
    assert table.cash("bank") == bank - 60  # five shares are with no player


@pytest.mark.rule("1853-4.6.4-1", "1853-4.6.4-2")
def test_paid_or_kept_as_a_whole():
    table = paying(120).apply("MSM withholds")
    assert (table.cash("MSM"), table.cash("A")) == (120, 0)
    both = paying(120)
    assert sorted(both.legal()) == ["MSM pays", "MSM withholds"]
    assert both.refused("MSM passes") == "1853-4.6.4-1"


@pytest.mark.rule("1853-4.6.2-1", "1853-4.6.4-1")
def test_income_is_the_sum_of_the_stations_of_all_trains():
    tiles = {**line("T16 S15 R16 Q15 P16 O15"), "R16": "15.3"}
    table = running(["2", "2"], tiles, tokens=["R16.0"])
    table.apply("SIR runs 2: T16.0 S15 R16.0 | 2: R16.0 Q15 P16 O15.0")
    assert table.events("runs")[0].values["income"] == 20 + 30 + 30 + 20
    table.apply("SIR passes", "SIR pays")
    assert table.cash("A") == 30


# -- mail -----------------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.6.6-1", "1853-4.6.6-2", "1853-4.6.6-4")
def test_one_train_carries_the_mail_for_the_treasury():
    tiles = {**line("T16 S15 R16 Q15 P16 O15"), "R16": "15.3"}
    table = running(["2", "2"], tiles, tokens=["R16.0"])
    table.apply("SIR runs 2: T16.0 S15 R16.0 | 2: R16.0 Q15 P16 O15.0")
    assert [a for a in table.legal() if "mail" in a] == ["SIR sends mail by 2 for 50"]
    assert table.refused("SIR sends mail by 2 for 60") == "1853-4.6.6-2"
    assert table.refused("A sends mail by 2 for 50") == "1853-4-1"
    table.apply("SIR sends mail by 2 for 50")
    assert table.cash("SIR") == 50
    assert not any("mail" in a for a in table.legal())
    table.apply("SIR pays")
    assert table.cash("SIR") == 50  # mail stays, whatever is paid
    assert table.cash("A") == 30


@pytest.mark.rule("1853-4.6.6-1")
def test_mail_is_voluntary():
    table = running().apply("SIR runs 2: T16.0 S15 R16.0", "SIR passes")
    assert table.cash("SIR") == 0
    assert "SIR pays" in table.legal()


@pytest.mark.rule("1853-4.6.6-1")
def test_no_second_mail_train():
    table = india(
        companies={"SIR": {"A": 3, "trains": ["2"]}},
        tiles=PLAIN,
        turn="SIR mail",
        done=["mail 2 40", "sent mail"],
    )
    assert table.refused("SIR sends mail by 2 for 40") == "1853-4.6.6-1"


@pytest.mark.rule("1853-4.6.6-3", "1853-4.6.6-2")
def test_a_route_may_end_early_for_the_mail():
    # small U15 (10), Trichinopoly (20), Bangalore (20), small Q... : with the small ones more income, less mail
    far = running().apply("SIR runs 2: U15.0 T16.0 S15 R16.0")
    assert far.events("runs")[0].values["income"] == 50
    assert "SIR sends mail by 2 for 30" in far.legal()
    near = running().apply("SIR runs 2: T16.0 S15 R16.0")
    assert near.events("runs")[0].values["income"] == 40
    assert "SIR sends mail by 2 for 40" in near.legal()


@pytest.mark.rule("1853-4.6.6-3")
def test_the_list_offers_the_best_of_income_and_mail():
    # Madras (30) and Trichinopoly (20), small S17 between: 60 + 50; with a small station at the end it is less
    tiles = {"T16": "15.5", "S17": "4.0", "U15": "4.0"}
    table = running(["2"], tiles)
    offered, nothing = [a for a in table.legal() if "runs" in a]
    assert nothing == "SIR runs nothing"
    ends = offered.split(": ")[1].split()
    assert {ends[0], ends[-1]} in ({"R18.1", "T16.0"}, {"R18.1", "U15.0"})
    table.apply(offered)
    income = table.events("runs")[0].values["income"]
    (mail,) = [int(a.split()[-1]) for a in table.legal() if "mail" in a]
    assert income + mail == max(30 + 10 + 30 + 60, 30 + 10 + 30 + 10 + 40)


@pytest.mark.rule("1853-4.8.14-2")
def test_a_metre_train_carries_mail_too():
    tiles = line("T16 S15 R16", "metre")
    table = running(["2M"], tiles).apply("SIR runs 2M: T16.0 S15 R16.0")
    table.apply("SIR sends mail by 2M for 40")
    assert table.cash("SIR") == 40


# -- the price ------------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.7.1-1")
def test_the_price_moves_before_trains_are_bought():
    table = india(companies={"MSM": {"A": 3, "cash": 500, "price": 80}}, turn="MSM pay", income=60).apply(
        "MSM pays"
    )
    assert table.price("MSM") == 84
    assert any("buys train" in a for a in table.legal())


@pytest.mark.rule("1853-4.7.1-2", "1853-4.7.1-3")
@pytest.mark.parametrize(("pool", "price"), [(1, 75), (0, 80)])
def test_without_a_dividend_shares_in_the_pool_lower_the_price(pool, price):
    assert paying(100, pool=pool).apply("MSM withholds").price("MSM") == price


@pytest.mark.rule("1853-4.7.1-2")
def test_a_company_that_earns_nothing_pays_nothing():
    table = settle(paying(0, pool=1))
    assert table.price("MSM") == 75


STEPS = [
    (60, 1),
    (150, 1),
    (159, 1),
    (160, 2),
    (239, 2),
    (240, 3),
    (319, 3),
    (320, 4),
    (399, 4),
    (400, 5),
    (700, 5),
]


@pytest.mark.rule(
    "1853-4.7.1-4", "1853-4.7.1-5", "1853-4.7.1-6", "1853-4.7.1-7", "1853-4.7.1-8", "1853-4.7.1-9"
)
@pytest.mark.rule("1853-4.7.3-2")
@pytest.mark.parametrize(("income", "steps"), STEPS)
def test_one_to_five_fields_up(income, steps):
    table = paying(income).apply("MSM pays")
    assert table.price("MSM") == LINE[LINE.index(80) + steps]


@pytest.mark.rule("1853-4.7.1-9")
def test_never_more_than_five():
    assert paying(400, price=49).apply("MSM pays").price("MSM") == LINE[LINE.index(49) + 5]


@pytest.mark.rule("1853-4.7.1-10")
def test_mail_does_not_count_for_the_price():
    table = running(price=20).apply("SIR runs 2: T16.0 S15 R16.0", "SIR sends mail by 2 for 40", "SIR pays")
    assert table.price("SIR") == 40  # 40 is twice 20, 80 would be four times


@pytest.mark.rule("1853-4.7.2-1")
def test_a_company_not_in_operation_has_no_price():
    table = india(companies={"MSM": {"A": 3, "founded": False}})
    assert "MSM" not in table.s.prices
    assert table.game.view(None)["position"]["companies"]["MSM"]["price"] is None


@pytest.mark.rule("1853-4.7.3-1")
def test_at_10_a_price_stays():
    assert paying(50, price=10, pool=2).apply("MSM withholds").price("MSM") == 10
    assert paying(10, price=10, pool=2).apply("MSM pays").price("MSM") == 20
