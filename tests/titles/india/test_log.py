"""What the log of 1853 tells: everything that happens, once, with its figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kursbuch.testing import Table
from kursbuch.titles.india.rules.contracts import BidFrame
from tests.titles.india.table import bidding, contracts, india, line, new
from tests.titles.india.test_first_round import AJMER_AND_BOMBAY, FOUR, bbci, first_round
from tests.titles.india.test_leading import PAYS, in_debt, managed, takeover
from tests.titles.india.test_rounds import last_turn
from tests.titles.india.test_shares import EVERY, elephant_to_b, first_group

SMALL_LINE = line("T16 S15 R16")


def buying(company: str, **about: Any) -> Table:
    return india(companies={company: {"A": 3, "cash": 900}}, turn=f"{company} trains", **about)


def running() -> Table:
    table = india(companies={"SIR": {"A": 3, "trains": ["2"]}}, tiles=SMALL_LINE, turn="SIR run")
    return table.apply("SIR runs 2: T16.0 S15 R16.0")


def waiting() -> Table:
    return india(
        companies={"SIR": {"B": 3, "cash": 500}},
        named={"A": ["Trichinopoly", "Mysore"]},
        loans={"A": 130},
        tiles=line("T16 S15"),
        turn="SIR lay",
    )


TOLD: list[tuple[Callable[[], Table], str, str, list[dict[str, Any]]]] = [
    (new, "B lends 130", "writes-loan", [{"player": "B", "loan": 130}]),
    (
        lambda: new().apply("A lends 90", "B lends 130"),
        "C lends 80",
        "loans",
        [{"loans": {"B": 130, "A": 90, "C": 80}, "elephant": "B"}],
    ),
    (contracts, "A names Delhi for NWR", "takes-share", [{"player": "A", "company": "NWR"}]),
    (contracts, "A names Delhi for NWR", "names", [{"player": "A", "city": "Delhi", "company": "NWR"}]),
    (lambda: bidding(named={"A": FOUR}, A=80), "A passes", "bid-complete", [{"player": "A"}]),
    (
        lambda: india(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 2}}}, stock="B"),
        "B pays up 1 NWR",
        "pays-up",
        [{"player": "B", "company": "NWR", "shares": 1}],
    ),
    (
        lambda: first_round(companies={"EIR": {"A": 3, "B": 2, "founded": False}}, cash={"A": 300}),
        "A buys 10 EIR from offer",
        "opens",
        [{"company": "EIR"}],
    ),
    (
        lambda: india(companies={"NWR": {"A": 3, "B": 2, "founded": False}}, cash={"B": 300}, stock="B"),
        "B buys 10 NWR from offer",
        "founded",
        [{"company": "NWR", "price": 92, "large": True}],
    ),
    (
        lambda: india(companies={"NWR": {"A": 3, "B": 3}}, cash={"B": 300}, stock="B"),
        "B buys 10 NWR from offer",
        "director",
        [{"company": "NWR", "player": "B", "before": "A"}],
    ),
    (
        lambda: india(companies={"NWR": {"A": 1, "B": 1}}, cash={"B": 300}, stock="B"),
        "B buys 10 NWR from offer",
        "director",
        [{"company": "NWR", "player": "B", "before": ""}],
    ),
    (
        lambda: india(companies={"NWR": {"A": 1, "B": 2}}, stock="B"),
        "B sells 20 NWR",
        "manager",
        [{"company": "NWR", "player": "A"}],
    ),
    (lambda: first_group(0, C=1), "C buys 10 EIR from offer", "second-group", [{}]),
    (
        lambda: india(
            companies={c: {"A": 2, "pool": 7 if c == "ECR" else 8, "price": 40} for c in EVERY},
            cash={"A": 70},
        ),
        "A buys 10 ECR from offer",
        "second-group",  # contracts have drawn on all: there is no second group
        [],
    ),
    (lambda: india(cash={"A": 0}), "A passes", "passes", [{"player": "A"}]),
    (lambda: india(cash={"A": 300}).apply("A buys 10 EIR from offer"), "A passes", "passes", []),
    (
        lambda: india(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 1}}}, stock="B").apply(
            "B pays up 1 NWR"
        ),
        "B passes",
        "passes",
        [],
    ),
    (india, "A passes", "elephant", []),
    (lambda: india(priority="C").apply("A passes", "B passes"), "C passes", "elephant", [{"player": "C"}]),
    (
        lambda: elephant_to_b(B=50, C=90),
        "B offers the elephant to C for 60",
        "offers-elephant",
        [{"player": "B", "buyer": "C", "price": 60}],
    ),
    (
        lambda: elephant_to_b(B=50, C=90).apply("B offers the elephant to C for 60"),
        "C declines",
        "declines",
        [{"player": "C"}],
    ),
    (
        lambda: elephant_to_b(B=50, C=90).apply("B offers the elephant to C for 60"),
        "C agrees",
        "elephant",
        [{"player": "C"}],
    ),
    (
        lambda: last_turn(priority="C").apply("ECR passes"),
        "C calls another operating round",
        "another-round",
        [{"player": "C"}],
    ),
    (
        lambda: india(companies={"BNR": {"A": 3, "option": 0}}, turn="BNR option"),
        "BNR chooses option 2",
        "option",
        [{"company": "BNR", "option": 2}],
    ),
    (
        waiting,
        "SIR lays 69.2 at R14",
        "lays",
        [{"company": "SIR", "tile": "69", "turn": 2, "hex": "R14", "cost": 80}],
    ),
    (
        waiting,
        "SIR lays 69.2 at R14",
        "fulfils",
        [{"player": "A", "cities": ["Trichinopoly", "Mysore"], "loan": 130}],
    ),
    (running, "SIR sends mail by 2 for 40", "mail", [{"company": "SIR", "train": "2", "value": 40}]),
    (managed, "SIR takes train 2 as 2 on credit", "credit", [{"company": "SIR", "train": "2", "side": "2"}]),
    (
        lambda: in_debt("trains", company={"cash": 300}),
        PAYS,
        "debt-paid",
        [{"company": "SIR", "amount": 300}],
    ),
    (
        lambda: takeover(cash=150, treasury=200),
        "SIR returns the train on credit",
        "returns-train",
        [{"company": "SIR", "train": "2"}],
    ),
    (
        lambda: buying("MSM", phase="3", sold_out=["2M"]),
        "MSM hands in its token for train 3M",
        "loco-token",
        [{"company": "MSM", "train": "3M"}],
    ),
    (
        lambda: india(companies={"GIP": {"A": 3, "price": 380}}, turn="GIP pay", income=50, phase="5"),
        "GIP pays",
        "over",
        [{"reason": "price"}],
    ),
]


@pytest.mark.parametrize(
    ("table", "action", "key", "values"),
    TOLD,
    ids=[f"{key}: {action}" for _, action, key, _ in TOLD],
)
def test_what_happens_is_told(
    table: Callable[[], Table], action: str, key: str, values: list[dict[str, Any]]
) -> None:
    assert [event.values for event in table().apply(action).events(key)] == values


def test_a_bid_of_as_many_cities_as_there_may_be_is_complete_by_itself() -> None:
    table = bidding(
        6, named={"A": FOUR[:3], **{player: ["Madras", "Waltair", "Mysore"] for player in "BCDEF"}}, A=80
    )
    table.s.stack[-1] = BidFrame("contracts", "A", frozenset("BCDEF"))
    table.apply("A names Peshawar for NWR")
    assert [event.values for event in table.events("bid-complete")] == [{"player": "A"}]
    assert table.s.top.stage == "stock"


def test_what_a_bid_leaves_unpaid_is_told_company_by_company() -> None:
    others = {"B": FOUR, "C": ["Jaipur", "Ajmer", "Ahmedabad", "Nagpur"]}
    table = bidding(named={"A": ["Calcutta", "Lahore", "Karachi", "Madras"], **others}, A=130, B=80, C=80)
    table.s.cash["bank"] += table.s.cash["A"] - 150
    table.s.cash["A"] = 150  # for the share of EIR
    table.apply("A passes", "B passes", "C passes")
    assert [event.values for event in table.events("unpaid")] == [
        {"player": "A", "company": "NWR", "shares": 2},
        {"player": "A", "company": "MSM", "shares": 1},
    ]


def test_the_contract_that_makes_bbci_large_is_told() -> None:
    table = bbci(AJMER_AND_BOMBAY)
    told = [event.values for event in table.game.events if event.key == "shows"]
    assert told == [{"player": "A", "cities": ["Ajmer", "Bombay"]}]
