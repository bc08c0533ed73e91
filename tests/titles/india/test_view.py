"""What everybody at a table of 1853 is shown beside what all railway games show, and what stays with one player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.titles.india.table import bidding, contracts, india, new
from tests.titles.india.test_first_round import FOUR, first_round

OWN = (
    *(
        "priority",
        "elephant",
        "loans",
        "own_loan",
        "own_contract",
        "shown_contracts",
        "fulfilled",
        "contract_shares",
    ),
    *("unpaid", "drawn_on", "in_operation", "issued", "large", "tile_options", "loco_tokens", "debts"),
    *("directors", "managers", "holders"),
)
LARGE = ["EIR", "GIP", "NWR", "BNR"]
SMALL = ["BBCI", "MSM", "SIR", "ECR"]
NONE: dict[str, Any] = dict.fromkeys([*LARGE, *SMALL], 0)


def shown(table: Any, player: str | None) -> dict[str, Any]:
    position = table.game.view(player)["position"]
    return {key: position[key] for key in OWN}


def test_before_all_loans_are_in_nobody_has_the_elephant() -> None:
    table = new().apply("A lends 130")
    sealed = shown(table, "B")
    assert (sealed["elephant"], sealed["loans"], sealed["own_loan"]) == ("", {}, None)
    assert sealed["priority"] == ""
    assert shown(table, "A")["own_loan"] == 130
    opened = shown(contracts(A=130, B=100, C=90), None)
    assert (opened["elephant"], opened["loans"], opened["own_loan"]) == (
        "A",
        {"A": 130, "B": 100, "C": 90},
        None,
    )


def test_a_bid_shows_its_owner_the_cities_and_everybody_the_shares() -> None:
    table = bidding(named={"A": FOUR[:2], "B": ["Madras"]}, A=130, B=100, C=90)
    mine, theirs = shown(table, "A"), shown(table, "C")
    assert (mine["own_contract"], theirs["own_contract"]) == (FOUR[:2], [])
    for view in (mine, theirs):
        assert view["contract_shares"] == {"A": {"NWR": 2}, "B": {"MSM": 1}}
        assert view["drawn_on"] == ["NWR", "MSM"]
        assert view["issued"] == {**NONE, "NWR": 2, "MSM": 1}


def test_a_position_in_full() -> None:
    table = india(
        companies={
            "EIR": {"A": 3, "B": 2, "unpaid": {"B": 1}, "contract": {"A": 1, "B": 2}, "option": 2},
            "BBCI": {"B": 4, "C": 1, "since": "CB", "large": True},
            "SIR": {"A": 1, "B": 1, "pool": 4, "trains": ["2"], "since": "BA"},
            "ECR": {"C": 2, "founded": False},
        },
        loans={"A": 130, "B": 100, "C": 90},
        named={"A": FOUR, "B": FOUR, "C": ["Madras", "Mysore", "Bangalore", "Trichinopoly"]},
        shown={"B": ("Ajmer", "Bombay")},
        priority="C",
        locos=frozenset({"EIR", "BBCI", "MSM", "ECR"}),
    )
    table.s.debts["SIR"] = table.s.trains["SIR"][0]
    assert shown(table, "A") == {
        "priority": "C",
        "elephant": "C",
        "loans": {"A": 130, "B": 100, "C": 90},
        "own_loan": 130,
        "own_contract": FOUR,
        "shown_contracts": {"B": ["Ajmer", "Bombay"]},
        "fulfilled": [],
        "contract_shares": {"A": {"EIR": 1}, "B": {"EIR": 2}},
        "unpaid": {"B": {"EIR": 1}},
        "drawn_on": [*LARGE, *SMALL],
        "in_operation": ["EIR", "BBCI", "SIR"],
        "issued": {**NONE, "EIR": 5, "BBCI": 5, "SIR": 6, "ECR": 2},
        "large": [*LARGE, "BBCI"],
        "tile_options": {"EIR": 2, "BBCI": 1},
        "loco_tokens": ["MSM", "ECR"],
        "debts": {"SIR": 300},
        "directors": {"EIR": "A", "BBCI": "B", "SIR": ""},
        "managers": {"SIR": "B"},
        "holders": {
            **{company: [] for company in NONE},
            **{"EIR": ["A", "B"], "BBCI": ["C", "B"], "SIR": ["B", "A"], "ECR": ["C"]},
        },
    }


def test_in_the_first_round_a_company_is_in_operation_before_it_has_a_director() -> None:
    view = shown(first_round(companies={"EIR": {"A": 4, "B": 2, "opened": True}}), "B")
    assert (view["in_operation"], view["directors"], view["managers"]) == (["EIR"], {}, {})


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (lambda s: s.cash.update(A=s.cash["A"] + 10), "money"),
        (lambda s: s.cash.update({"loan:A": 120, "A": s.cash["A"] + 10}), "loan of A"),
        (lambda s: s.holders.update(EIR=("A",)), "holders of EIR"),
        (lambda s: s.holders.update(EIR=("A", "B", "C")), "holders of EIR"),
        (lambda s: s.managers.clear(), "SIR has no president"),
        (lambda s: s.unpaid.update({("B", "EIR"): 3}), "unpaid shares of B"),
    ],
)
def test_an_audit_finds_what_cannot_be(fault: Callable[[Any], object], said: str) -> None:
    companies = {"EIR": {"A": 3, "B": 2, "unpaid": {"B": 2}}, "SIR": {"A": 1, "B": 1, "pool": 4}}
    table = india(companies=companies, loans={"A": 130, "B": 90}, named={"A": FOUR})
    table.s.fulfilled = frozenset("B")
    table.s.transfer("loan:B", "B", 90, "loan returned")
    table.game.audit()
    fault(table.s)
    with pytest.raises(AssertionError, match=said):
        table.game.audit()


def test_who_has_a_contract_fulfilled_is_shown() -> None:
    table = india(
        named={"A": FOUR, "B": FOUR}, shown={"B": tuple(FOUR)}, fulfilled=frozenset({"B"}), loans={"A": 80}
    )
    assert shown(table, None)["fulfilled"] == ["B"]
