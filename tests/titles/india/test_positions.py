"""Positions of 1853 that are set up by hand: what is not told is as at the start, and play goes on from there."""

from __future__ import annotations

import pytest

from tests.titles.india.table import india
from tests.titles.india.test_first_round import FOUR

KINDS = ("2", "3", "4", "5", "6", "2M", "3M", "4M")


@pytest.mark.parametrize(
    ("phase", "small", "left"),
    [
        ("2", False, (6, 5, 4, 3, 2, 2, 3, 2)),
        ("2", True, (7, 5, 4, 3, 2, 3, 4, 2)),
        ("3", False, (0, 4, 4, 3, 2, 2, 3, 2)),  # the first 3 has been sold
        ("4", False, (0, 0, 3, 3, 2, 2, 3, 2)),
        ("5", True, (0, 0, 0, 2, 2, 0, 4, 2)),  # 2M are scrapped
    ],
)
def test_the_trains_that_are_left_in_a_phase(phase: str, small: bool, left: tuple[int, ...]) -> None:
    table = india(phase=phase, small=small)
    depot = table.trains("depot")
    assert tuple(depot.count(kind) for kind in KINDS) == left
    assert (table.phase, table.s.small_trains) == (phase, small)


def test_trains_go_where_they_are_told() -> None:
    about = {"MSM": {"A": 3, "trains": ["2", "1M", "3"]}}
    table = india(companies=about, pool_trains=["2", "2M"], sold_out=["3"], small=True)
    assert (table.trains("MSM"), table.trains("pool")) == (["2", "1M", "3"], ["2", "2M"])
    depot = table.trains("depot")
    assert [depot.count(kind) for kind in KINDS] == [4, 0, 4, 3, 2, 2, 4, 2]


def test_money_is_as_told_and_15000_in_all() -> None:
    table = india(companies={"EIR": {"A": 3, "cash": 500}}, cash={"B": 70}, loans={"C": 100})
    assert [table.cash(purse) for purse in ("EIR", "A", "B", "C", "loan:C")] == [500, 730, 70, 730, 100]
    assert table.cash("bank") == 15000 - 500 - 730 - 70 - 730 - 100
    broken = india(companies={"EIR": {"A": 3}, "ECR": {"B": 3, "cash": 40}}, bank=30)
    assert (broken.cash("bank"), broken.cash("ECR")) == (30, 40)
    assert broken.cash("SIR") == 15000 - 30 - 40 - 3 * 730  # with the last that is not in play


def test_a_company_is_as_told_or_as_when_it_was_founded() -> None:
    table = india(companies={"GIP": {"A": 3, "B": 2, "pool": 1}, "NWR": {"B": 4, "C": 4, "price": 122}})
    assert (table.price("GIP"), table.price("NWR")) == (96, 122)
    assert (table.president("GIP"), table.president("NWR")) == ("A", "B")
    assert table.s.shares["GIP"] == ("A", "A", "B", "B", "pool", *["offer"] * 4)
    assert table.s.started_in == {"GIP": 1, "NWR": 1}
    assert table.s.founded == ("GIP", "NWR")
    assert table.s.options == {"GIP": 1, "NWR": 1}
    assert (table.cash("GIP"), table.trains("GIP")) == (0, [])
    assert (table.station_at("H20.0"), table.station_at("M9.1")) == (("GIP",), ("GIP",))
    nobody = india(companies={"GIP": {"A": 3, "homes": False, "tokens": ["F14.0"], "option": 0}})
    assert (nobody.station_at("H20.0") or ("",), nobody.station_at("F14.0")) == (("",), ("GIP",))
    assert nobody.s.options == {}


def test_who_leads_is_told_or_has_most_and_longest() -> None:
    held = {"A": 3, "B": 3}
    assert india(companies={"EIR": {**held, "since": "BA"}}).president("EIR") == "B"
    assert india(companies={"EIR": {**held, "director": "B"}}).president("EIR") == "B"
    assert india(companies={"EIR": {"A": 2, "B": 3}}).s.holders["EIR"] == ("A", "B")
    managed = india(companies={"EIR": {"A": 1, "B": 1, "former": "B"}})
    assert (managed.s.shares["EIR"][0], managed.s.managers) == ("offer", {"EIR": "B"})
    with pytest.raises(AssertionError, match="too many shares of EIR"):
        india(companies={"EIR": {"A": 6, "B": 5}})


def test_contract_shares_are_told_or_those_that_are_unpaid() -> None:
    about = {"EIR": {"A": 3, "unpaid": {"A": 1}}, "GIP": {"B": 3, "unpaid": {"B": 1}, "contract": {"B": 2}}}
    table = india(companies=about)
    assert table.s.unpaid == {("A", "EIR"): 1, ("B", "GIP"): 1}
    assert table.s.contract_shares == {("A", "EIR"): 1, ("B", "GIP"): 2}


def test_a_company_in_operation_in_the_first_share_round() -> None:
    table = india(companies={"EIR": {"A": 4, "B": 2, "opened": True}}, stock_round=1, stock="B")
    assert (table.s.opened, table.s.founded, table.president("EIR")) == (("EIR",), (), "")
    assert table.s.chances == {"EIR": {"A", "B", "C"}}
    assert (table.round, table.acting) == ("SR 1", "B")
    assert table.s.stack[-1].opened == ("EIR",)


@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 3)])
def test_a_share_round_is_followed_by_its_operating_rounds(phase: str, rounds: int) -> None:
    """And the rounds are numbered on."""
    table = india(companies={"ECR": {"A": 3}}, cash=dict.fromkeys("ABC", 0), phase=phase, stock_round=4)
    assert table.round == "SR 4"
    seen = []
    while table.round != "SR 5":
        seen.append(table.round)
        table.apply(f"{'ECR' if table.s.top.stage == 'turn' else table.acting} passes")
    assert list(dict.fromkeys(seen)) == ["SR 4", *(f"OR 4.{number}" for number in range(1, rounds + 1))]


def test_a_turn_in_the_middle_of_an_operating_round() -> None:
    companies = {"EIR": {"A": 3}, "NWR": {"B": 3}, "ECR": {"C": 3}}
    table = india(companies=companies, turn="NWR trains", phase="3", operating_round=2, stock_round=3)
    assert (table.round, table.company, table.step, table.acting) == ("OR 3.2", "NWR", "trains", "B")
    table.apply("NWR passes")
    assert table.company == "ECR"  # EIR has operated
    assert india(companies=companies, turn="NWR pay", income=90).s.top.income == 90
    assert india(companies=companies, turn="NWR lay", done=["lay B10"]).s.top.done[0].of == "B10"


def test_a_stage_of_its_own() -> None:
    table = india(stage="contracts", loans={"A": 130}, named={"A": FOUR}, stock_round=0)
    assert [frame.stage for frame in table.s.stack] == ["cycle", "contracts"]
    assert (table.s.stack[0].number, table.s.stack[0].done) == (1, 0)
    assert table.s.contracts == {"A": tuple(FOUR)}
    assert india().s.drawn == set(table.s.box.companies)


def test_the_elephant_manages_a_company_that_no_player_has_a_share_of():
    table = india(companies={"EIR": {"pool": 5}}, turn="EIR lay", priority="C")
    assert (table.s.managers["EIR"], table.acting) == ("C", "C")
