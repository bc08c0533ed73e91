"""1853 §3.3, §3.4: companies in operation, managers, trains on credit."""

import pytest

from kursbuch.testing import settle
from tests.titles.india.table import india, line

MANAGED = {"A": 1, "B": 1, "pool": 4}


def managed(step="trains", **about):
    """SIR is led by a manager, A; its own money is 100 unless said otherwise."""
    company = {**MANAGED, "cash": 100, **about.pop("company", {})}
    return india(companies={"SIR": company, **about.pop("others", {})}, turn=f"SIR {step}", **about)


def in_debt(step, **about):
    """SIR has a 2 on credit."""
    company = {**MANAGED, "trains": ["2"], **about.pop("company", {})}
    table = india(companies={"SIR": company, **about.pop("others", {})}, turn=f"SIR {step}", **about)
    table.s.debts["SIR"] = table.s.trains["SIR"][0]
    return table


# -- going into operation -------------------------------------------------------------------------


@pytest.mark.rule(
    "1853-3.3.1-1", "1853-3.3.1-2", "1853-3.3.2-2", "1853-3.3.2-3", "1853-4.4.4-1", "1853-4.4.1-1"
)
def test_capital_stations_and_price_come_at_once():
    table = india(companies={"NWR": {"A": 5, "founded": False}}, cash={"B": 200}, stock="B")
    bank = table.cash("bank")
    table.apply("B buys 10 NWR from offer")
    assert table.cash("NWR") == 920  # ten times the issue price with six shares sold
    assert table.cash("bank") == bank + 92 - 920
    assert table.station_at("C11.0") == ("NWR",)
    assert table.station_at("F14.0") == ("NWR",)
    assert table.price("NWR") == 92


@pytest.mark.rule("1853-3.3.3-1")
def test_a_company_acts_in_the_next_operating_round():
    table = india(companies={"SIR": {"A": 5, "founded": False}}, cash={"B": 200}, stock="B")
    table.apply("B buys 10 SIR from offer", "B passes", "C passes", "A passes", "B passes", "C passes")
    assert table.round == "OR 2.1"
    assert any("SIR lays" in action for action in table.legal())


# -- who manages ----------------------------------------------------------------------------------


@pytest.mark.rule("1853-3.4.1-1", "1853-3.4.2-1", "1853-4-3")
def test_without_a_holder_of_two_shares_a_manager_decides():
    table = managed()
    assert table.acting == "A"
    assert table.s.shares["SIR"][0] == "offer"
    assert table.game.view(None)["position"]["managers"] == {"SIR": "A"}
    assert table.refused("B: SIR passes") == "1853-4-3"
    for step, sign in (("lay", "lays"), ("station", "builds"), ("trains", "on credit")):
        table = managed(step, tiles=line("T16 S15 R16"), company={"cash": 200})
        assert any(sign in action for action in table.legal("A")), step


@pytest.mark.rule("1853-3.4.1-2")
def test_of_those_with_one_share_the_former_director_manages():
    table = india(companies={"EIR": {"A": 1, "B": 3, "since": "AB"}}, stock="B").apply("B sells 20 EIR")
    assert table.s.managers["EIR"] == "B"


@pytest.mark.rule("1853-3.4.1-3")
def test_else_who_has_held_longest():
    table = india(companies={"EIR": {"A": 1, "B": 3, "C": 1, "since": "CAB"}}, stock="B").apply(
        "B sells 30 EIR"
    )
    assert table.s.managers["EIR"] == "C"


@pytest.mark.rule("1853-3.4.1-3", "1853-3.4.1-4")
def test_a_manager_who_sells_the_last_share_is_followed_by_the_next():
    company = {"A": 1, "B": 1, "pool": 4, "since": "AB"}
    table = india(companies={"EIR": company}, priority="C").apply("A sells 10 EIR")
    assert table.s.managers["EIR"] == "B"
    table.apply("A passes", "B sells 10 EIR")
    assert table.s.managers["EIR"] == "C"  # who has the elephant


@pytest.mark.rule("1853-3.4.1-4", "1853-3.4.1-5")
def test_without_any_holder_the_elephant_manages():
    table = india(
        companies={"EIR": {"A": 2, "pool": 5, "price": 40}, "GIP": {"A": 3}},
        cash={"A": 0, "C": 200},
        priority="B",
        stock="C",
    )
    table.apply("C buys 10 GIP from offer", "C passes", "A sells 20 EIR")
    assert table.s.managers["EIR"] == "B"
    table.apply("A passes", "B passes", "C passes")
    assert table.s.priority == "A"  # left of C, who bought last
    table.apply("A passes")
    assert table.s.managers["EIR"] == "A"
    assert table.acting == "A"
    assert table.s.stack[-1].company == "EIR"


@pytest.mark.rule("1853-3.4.1-6")
def test_a_second_share_makes_a_director_at_once():
    table = india(companies={"EIR": {"A": 1, "C": 1, "pool": 5}}, cash={"C": 300}, stock="C")
    assert table.s.managers["EIR"] == "A"
    table.apply("C buys 10 EIR from pool")
    assert table.s.shares["EIR"][0] == "C"
    assert table.president("EIR") == "C"
    assert "EIR" not in table.s.managers


@pytest.mark.rule("1853-3.2.3-1")
@pytest.mark.parametrize(("b", "c", "heir"), [(2, 3, "C"), (3, 2, "B"), (2, 2, "C")])
def test_of_several_with_more_than_the_director_the_largest_takes_over(b, c, heir):
    table = india(companies={"EIR": {"A": 4, "B": b, "C": c, "since": "CBA"}}, stock="A")
    table.apply("A sells 30 EIR")
    assert table.president("EIR") == heir
    (told,) = table.events("director")
    assert (told.values["player"], told.values["before"]) == (heir, "A"), "and nobody in between"
    assert [table.percent(p, "EIR") for p in "ABC"] == [10, 10 * b, 10 * c]


@pytest.mark.rule("1853-3.4.2-2", "1853-4.7.1-2")
def test_a_manager_pays_no_dividend():
    table = managed("pay", income=80)
    assert table.refused("SIR pays") == "1853-3.4.2-2"
    table.apply("SIR withholds")
    assert table.cash("SIR") == 180
    assert table.price("SIR") == 70  # shares lie in the pool


# -- credit ---------------------------------------------------------------------------------------


@pytest.mark.rule("1853-3.4.3-1", "1853-3.4.3-4")
def test_a_manager_takes_a_train_on_credit():
    table = managed().apply("SIR takes train 2 as 2 on credit")
    assert table.trains("SIR") == ["2"]
    assert table.cash("SIR") == 100
    assert table.game.view("C")["position"]["debts"] == {"SIR": 300}


@pytest.mark.rule("1853-3.4.3-1", "1853-4.10.2-2")
def test_only_a_new_train_on_sale_is_taken_on_credit():
    assert managed().refused("SIR takes train 3 as 3 on credit") == "1853-3.4.3-1"
    assert managed().refused("A takes train 2 as 2 on credit") == "1853-4-1"
    no_small_ones = managed(small=False)
    assert no_small_ones.refused("SIR takes train 2 as 1M on credit") == "1853-3.4.3-1"
    assert managed(small=True).allows("SIR takes train 2 as 1M on credit")


@pytest.mark.rule("1853-3.4.3-2")
def test_credit_is_for_who_has_no_train_and_no_money_for_one():
    with_train = managed(company={"trains": ["2"]})
    assert with_train.refused("SIR takes train 2 as 2 on credit") == "1853-3.4.3-2"
    rich = managed(company={"cash": 300})
    assert rich.refused("SIR takes train 2 as 2 on credit") == "1853-3.4.3-2"
    wants_a_dear_one = managed(company={"cash": 300}, phase="3")  # it could pay for a 2M
    assert wants_a_dear_one.refused("SIR takes train 2M as 2M on credit") == "1853-3.4.3-2"
    assert wants_a_dear_one.allows("SIR takes train 3 as 3 on credit")
    assert managed(company={"cash": 299}).allows("SIR takes train 2 as 2 on credit")


@pytest.mark.rule("1853-4-1")
def test_only_the_company_on_turn_pays_for_its_train_on_credit():
    table = in_debt("trains", company={"cash": 300})
    assert table.refused("A pays for the train on credit") == "1853-4-1"
    assert table.allows("SIR pays for the train on credit")


@pytest.mark.rule("1853-3.4.3-1", "1853-4.8.19-3")
def test_a_manager_takes_a_train_of_the_next_phase_on_credit_for_the_loco_token():
    early = "SIR takes train 3M as 3M on credit"
    table = managed(phase="3", sold_out=["2M"])
    assert table.starts("SIR takes") == ["SIR takes train 3 as 3 on credit", early]
    table.apply(early)
    assert (table.trains("SIR"), table.cash("SIR"), table.phase) == (["3M"], 100, "3")
    assert "SIR" not in table.s.locos
    assert table.game.view("C")["position"]["debts"] == {"SIR": 430}
    metre_on_sale = managed(phase="3")
    assert metre_on_sale.refused(early) == "1853-3.4.3-1"
    used = managed(phase="3", sold_out=["2M"], locos=frozenset())
    assert used.refused(early) == "1853-3.4.3-1"
    first = managed(small=True, sold_out=["2"], stock_round=1)
    assert first.refused("SIR takes train 2M as 2M on credit") == "1853-3.4.3-1"
    on_sale = managed(phase="3", sold_out=["2M"]).apply("SIR takes train 3 as 3 on credit")
    assert "SIR" in on_sale.s.locos  # which needs none


@pytest.mark.rule("1853-3.4.3-3")
def test_one_train_on_credit():
    table = in_debt("trains")
    assert table.refused("SIR takes train 2 as 2 on credit") == "1853-3.4.3-3"


@pytest.mark.rule("1853-3.4.4-1")
def test_the_manager_chooses_the_gauge():
    table = managed(phase="3")
    credit = [action for action in table.legal() if "credit" in action]
    assert credit == ["SIR takes train 3 as 3 on credit", "SIR takes train 2M as 2M on credit"]
    large = india(companies={"EIR": {"A": 1, "B": 1, "pool": 4}}, turn="EIR trains", small=True)
    assert large.refused("EIR takes train 2 as 1M on credit") == "1853-4.8.18-1"


@pytest.mark.rule("1853-3.4.4-2")
def test_a_manager_need_not_buy():
    table = managed()
    assert table.allows("SIR passes")
    table.apply("SIR passes")
    assert table.trains("SIR") == []


@pytest.mark.rule("1853-3.4.5-1")
def test_a_train_on_credit_is_not_sold_on():
    others = {"ECR": {"B": 3, "cash": 300}}
    table = in_debt("trains", others=others)
    table.s.stack[-1] = type(table.s.stack[-1])("turn", "ECR", at=6)
    assert table.refused("ECR buys train 2 as 2 from SIR for 100") == "1853-3.4.5-1"
    del table.s.debts["SIR"]
    assert table.allows("ECR buys train 2 as 2 from SIR for 100")


@pytest.mark.rule("1853-3.4.6-1")
def test_before_the_train_is_paid_nothing_else_is():
    tiles = line("T16 S15 R16")
    lay = in_debt("lay", company={"cash": 200}, tiles=line("T16 S15"))
    assert lay.refused("SIR lays 69.2 at R14") == "1853-3.4.6-1"
    free = in_debt("lay", company={"cash": 200}, tiles={"T16": "6.0"})
    assert free.allows("SIR lays 4.0 at S17")
    station = in_debt("station", company={"cash": 200}, tiles=tiles)
    assert station.refused("SIR builds a station at R16.0") == "1853-3.4.6-1"
    train = in_debt(
        "trains", company={"cash": 200}, pool_trains=["2"], others={"ECR": {"B": 3, "trains": ["2"]}}
    )
    assert train.refused("SIR buys train 2 as 2 from ECR for 50") == "1853-3.4.6-1"


@pytest.mark.rule("1853-3.4.6-1", "1853-4.1.3-3")
def test_nor_the_fee_for_a_second_tile():
    table = india(
        companies={"EIR": {"A": 1, "B": 1, "pool": 4, "trains": ["2"], "cash": 100, "option": 2}},
        tiles={"H24": "6.2", "I25": "9.2"},
        turn="EIR lay",
        done=["lay I25"],
    )
    assert table.allows("EIR lays 4.2 at I27")
    table.s.debts["EIR"] = table.s.trains["EIR"][0]
    assert table.refused("EIR lays 4.2 at I27") == "1853-3.4.6-1"


PAYS = "SIR pays for the train on credit"


@pytest.mark.rule("1853-3.4.6-1", "1853-3.4.3-4")
def test_the_manager_pays_the_debt_when_he_likes():
    table = in_debt("pay", company={"cash": 250}, income=80)
    assert table.refused(PAYS) == "1853-4.8.8-1"
    table.apply("SIR withholds")
    assert (table.cash("SIR"), table.game.view("C")["position"]["debts"]) == (330, {"SIR": 300})
    assert PAYS in table.legal()
    table.apply(PAYS)
    assert (table.cash("SIR"), table.trains("SIR"), table.s.debts) == (30, ["2"], {})
    assert managed("lay").refused(PAYS) == "1853-3.4.3-4"


@pytest.mark.rule("1853-3.4.6-1")
def test_whoever_can_pay_the_debt_is_asked_where_something_else_could_be_paid_then():
    no_tile_without_cost = {"T16": "69.5"}
    table = settle(in_debt("lay", company={"cash": 500}, tiles=no_tile_without_cost))
    assert table.refused("SIR lays 8.0 at S15") == "1853-3.4.6-1"
    assert table.legal() == [PAYS, "SIR passes"]
    table.apply(PAYS)
    assert table.cash("SIR") == 200
    assert any("lays" in action for action in table.legal())


@pytest.mark.rule("1853-3.4.6-1")
def test_a_debt_is_left_unpaid_if_the_manager_likes():
    table = settle(in_debt("trains", company={"cash": 400}))
    table.apply("SIR passes")
    assert table.s.debts and table.cash("SIR") == 400


@pytest.mark.rule("1853-3.4.6-1", "1853-4.10.4-2")
def test_a_debt_ends_with_its_train():
    table = in_debt("trains", phase="3", sold_out=["3"], others={"EIR": {"A": 3, "cash": 700}})
    table.s.stack[-1] = type(table.s.stack[-1])("turn", "EIR", at=6)
    table.apply("EIR buys train 4 as 4 from depot for 620")
    assert (table.trains("SIR"), table.s.debts) == ([], {})
    given_up = india(
        companies={
            "SIR": {**MANAGED, "trains": ["3", "4", "4M", "3M"]},
            "EIR": {"B": 3, "cash": 900},
        },
        phase="4",
        sold_out=["4"],
        turn="EIR trains",
    )
    (card,) = [c for c in given_up.s.trains["SIR"] if c.startswith("4#")]
    given_up.s.debts["SIR"] = card
    given_up.apply("EIR buys train 5 as 5 from depot for 830", "SIR discards train 4")
    assert given_up.s.debts == {}


@pytest.mark.rule("1853-4.8.10-1")
def test_a_director_has_no_credit():
    table = india(companies={"SIR": {"A": 3, "cash": 100}}, turn="SIR trains")
    assert table.refused("SIR takes train 2 as 2 on credit") == "1853-4.8.10-1"


def takeover(cash, treasury):
    table = india(
        companies={"SIR": {"A": 1, "B": 1, "pool": 4, "trains": ["2"], "cash": treasury}},
        cash={"B": 75 + cash},
        stock="B",
    )
    table.s.debts["SIR"] = table.s.trains["SIR"][0]
    return table.apply("B buys 10 SIR from pool")


@pytest.mark.rule("1853-4.8.10-2")
def test_a_new_director_pays_for_the_train_or_returns_it():
    table = takeover(cash=150, treasury=200)
    assert table.legal() == ["SIR pays for the train on credit", "SIR returns the train on credit"]
    assert table.refused("B passes") == "1853-4.8.10-2"
    kept = takeover(cash=150, treasury=200).apply("SIR pays for the train on credit")
    assert (kept.cash("B"), kept.cash("SIR"), kept.trains("SIR")) == (50, 0, ["2"])
    assert (kept.s.top.stage, kept.acting) == ("stock", "B")  # whose turn goes on
    back = takeover(cash=150, treasury=200).apply("SIR returns the train on credit")
    assert (back.cash("B"), back.trains("SIR"), back.trains("pool")) == (150, [], ["2"])
    assert (back.s.top.stage, back.acting) == ("stock", "B")
    to_the_last_pound = takeover(cash=100, treasury=200).apply(PAYS)
    assert (to_the_last_pound.cash("B"), to_the_last_pound.trains("SIR")) == (0, ["2"])


@pytest.mark.rule("1853-4.8.10-2")
def test_a_new_director_may_return_a_train_that_the_company_could_pay_for():
    table = takeover(cash=0, treasury=350)
    assert table.legal() == [PAYS, "SIR returns the train on credit"]
    paid = takeover(cash=0, treasury=350).apply(PAYS)
    assert (paid.cash("SIR"), paid.cash("B"), paid.trains("SIR")) == (50, 0, ["2"])
    back = takeover(cash=0, treasury=350).apply("SIR returns the train on credit")
    assert (back.cash("SIR"), back.trains("SIR")) == (350, [])


@pytest.mark.rule("1853-4.8.10-2")
def test_who_cannot_pay_returns_it():
    table = takeover(cash=50, treasury=200)
    assert table.trains("SIR") == []
    assert table.trains("pool") == ["2"]


@pytest.mark.rule("1853-3.4.3-1", "1853-4.5.1-1")
def test_a_train_on_credit_runs():
    table = in_debt("run", tiles=line("T16 S15 R16"))
    settle(table)
    assert [a for a in table.legal() if "runs" in a] == ["SIR runs 2: R16.0 S15 T16.0", "SIR runs nothing"]
