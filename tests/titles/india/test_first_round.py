"""1853 §2.6 to §2.9: contract shares, the first share round, directors at its end, BBCI."""

import pytest

from tests.titles.india.table import bidding, india

FOUR = ["Lahore", "Multan", "Karachi", "Peshawar"]


def first_round(stock="A", **about):
    return india(stock_round=1, stock=stock, **about)


def all_pass(table):
    """Nobody buys any more; the elephant is kept."""
    while table.s.top.stage == "stock":
        table.apply(f"{table.acting} passes")
    if table.s.top.stage == "elephant":
        table.apply(f"{table.acting} passes")
    return table


# -- paying for contract shares -------------------------------------------------------------------


def after_bids(named, **loans):
    """All three bids are complete but for A's passing."""
    table = bidding(named=named, **loans)
    f = table.s.stack[-1]
    table.s.stack[-1] = type(f)(f.stage, "A", frozenset({"B", "C"}))
    return table.apply("A passes")


OTHERS = {"B": FOUR, "C": ["Jaipur", "Ajmer", "Ahmedabad", "Nagpur"]}


@pytest.mark.rule("1853-2.7.2-1", "1853-2.7.1-1", "1853-2.8.1-1")
def test_contract_shares_are_paid_and_the_first_share_round_begins():
    table = after_bids({"A": ["Calcutta", "Bombay", "Lahore", "Madras"], **OTHERS}, A=140, B=80, C=80)
    assert table.s.players[0] == table.s.priority == "A"
    assert table.cash("A") == 730 - 100 - 96 - 92 - 80  # EIR, GIP, NWR, MSM at issue price
    assert table.cash("B") == 730 - 4 * 92
    assert table.cash("C") == 730 - 3 * 84 - 88  # NWR; BBCI and BNR
    assert [sum(table.percent(p, c) for c in table.s.box.companies) for p in "ABC"] == [40, 40, 40]
    assert (table.round, table.acting) == ("SR 1", "A")


@pytest.mark.rule("1853-2.7.2-2", "1853-2.7.3-1", "1853-2.7.3-2", "1853-2.7.3-6")
@pytest.mark.parametrize(
    ("cash", "left", "unpaid"),
    [
        (285, 285 - 100 - 96, {"NWR": 1, "MSM": 1}),  # not for NWR; MSM at 80 would still be affordable
        (288, 0, {"MSM": 1}),  # to the last pound
        (99, 99, {"EIR": 1, "GIP": 1, "NWR": 1, "MSM": 1}),
    ],
)
def test_from_the_first_share_that_is_too_dear_on_they_stay_unpaid(cash, left, unpaid):
    table = bidding(named={"A": ["Calcutta", "Bombay", "Lahore", "Madras"], **OTHERS}, A=140, B=80, C=80)
    f = table.s.stack[-1]
    table.s.stack[-1] = type(f)(f.stage, "A", frozenset({"B", "C"}))
    table.s.cash["bank"] += table.s.cash["A"] - cash
    table.s.cash["A"] = cash
    table.apply("A passes")
    assert table.cash("A") == left
    assert {c: n for (p, c), n in table.s.unpaid.items() if p == "A"} == unpaid
    assert sum(table.percent("A", c) for c in table.s.box.companies) == 40
    assert table.game.view("B")["position"]["unpaid"] == {"A": unpaid}


@pytest.mark.rule("1853-2.7.3-3", "1853-4.6.5-2")
def test_unpaid_shares_earn_nothing():
    table = india(
        companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 1}}},
        turn="NWR pay",
        income=100,
        cash={"A": 0, "B": 0},
    )
    bank = table.cash("bank")
    table.apply("NWR pays")
    assert (table.cash("A"), table.cash("B")) == (30, 10)
    assert table.cash("bank") == bank - 40


@pytest.mark.rule("1853-2.7.3-4", "1853-2.7.5-1", "1853-T3-3")
def test_unpaid_shares_count_as_issued():
    table = first_round(
        companies={"NWR": {"A": 3, "B": 2, "C": 1, "unpaid": {"B": 2}, "founded": False}},
        named={"A": FOUR, "B": FOUR, "C": FOUR},
    )
    all_pass(table)
    assert "NWR" in table.s.founded


@pytest.mark.rule("1853-T3-3", "1853-2.7.5-1", "1853-3.2.1-1")
@pytest.mark.parametrize(("players", "shares"), [(3, 6), (4, 5), (5, 5), (6, 4)])
def test_how_many_shares_bring_a_company_into_operation(players, shares):
    held = {"A": shares - 2, "founded": False}
    table = india(players, companies={"GIP": held}, cash={"B": 500}, stock="B", stock_round=2)
    table.apply("B buys 10 GIP from offer")
    assert "GIP" not in table.s.founded
    held = {"A": shares - 1, "founded": False}
    table = india(players, companies={"GIP": held}, cash={"B": 500}, stock="B", stock_round=2)
    table.apply("B buys 10 GIP from offer")
    assert "GIP" in table.s.founded
    assert table.president("GIP") == "A"


@pytest.mark.rule("1853-2.7.3-5", "1853-2.9.2-1")
def test_unpaid_shares_count_for_the_director():
    table = first_round(
        companies={"NWR": {"A": 2, "B": 3, "pool": 1, "unpaid": {"B": 2}, "founded": False}},
        named={p: FOUR for p in "ABC"},
    )
    all_pass(table)
    assert table.president("NWR") == "B"
    assert table.s.shares["NWR"][0] == "B"


@pytest.mark.rule("1853-2.7.4-1")
def test_unpaid_shares_are_paid_before_anything_is_bought():
    table = india(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 2}}}, stock="B", cash={"B": 400})
    assert table.refused("B buys 10 EIR from offer") == "1853-2.7.4-1"
    table.apply("B pays up 1 NWR")
    assert table.refused("B buys 10 EIR from offer") == "1853-2.7.4-1"
    table.apply("B pays up 1 NWR", "B buys 10 EIR from offer")
    assert table.cash("B") == 400 - 92 - 92 - 100


@pytest.mark.rule("1853-2.7.4-2")
def test_unpaid_shares_are_paid_in_share_rounds_only():
    table = india(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 2}}}, turn="NWR lay")
    assert table.refused("B pays up 1 NWR") == "1853-3.5-1"
    later = india(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 2}}}, stock="B", stock_round=4)
    assert later.allows("B pays up 2 NWR")
    assert later.refused("B pays up 3 NWR") == "1853-2.7.3-2"


@pytest.mark.rule("1853-2.7.4-3")
def test_paying_up_is_no_purchase():
    table = india(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 1}}}, stock="B", cash={"B": 400})
    table.apply("B pays up 1 NWR", "B buys 10 EIR from offer", "B passes")
    assert table.s.top.passes == 0
    table = india(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 1}}}, stock="B", cash={"B": 400})
    table.apply("B pays up 1 NWR", "B passes", "C passes", "A passes")
    assert table.s.stack[-1].stage != "stock"  # nobody bought, so the round is over


@pytest.mark.rule("1853-2.7.4-4", "1853-2.8.3-4")
def test_unpaid_shares_are_not_sold():
    table = india(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 1}}}, stock="B")
    assert table.refused("B sells 20 NWR") == "1853-2.7.4-4"
    assert table.allows("B sells 10 NWR")
    first = first_round(
        companies={"NWR": {"A": 4, "B": 2, "unpaid": {"B": 1}, "contract": {"B": 2}, "opened": True}},
        stock="B",
    )
    assert first.refused("B sells 20 NWR") == "1853-2.8.3-4"
    assert first.allows("B sells 10 NWR")


@pytest.mark.rule("1853-2.7.4-2", "1853-2.7.2-1")
@pytest.mark.parametrize(("cash", "rule"), [(184, None), (183, "1853-2.7.2-1")])
def test_unpaid_shares_are_paid_for_to_the_last_pound(cash, rule):
    table = india(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 2}}}, cash={"B": cash}, stock="B")
    refusal = table.refusal("B pays up 2 NWR")
    assert (refusal.rule if refusal else None) == rule
    assert table.refused("B pays up 0 NWR") == "1853-2.7.3-2"
    assert table.refused("B pays up 1 EIR") == "1853-2.7.3-2"  # of which nothing is unpaid
    table.apply("B pays up 1 NWR")
    assert (table.cash("B"), table.s.unpaid) == (cash - 92, {("B", "NWR"): 1})


@pytest.mark.rule("1853-2.7.4-2")
def test_unpaid_shares_are_paid_for_one_by_one_or_together():
    table = india(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"B": 2}}}, cash={"B": 500}, stock="B")
    assert table.starts("B pays up") == ["B pays up 1 NWR", "B pays up 2 NWR"]


@pytest.mark.rule("1853-2.7.6-1", "1853-3.1.3-1")
def test_companies_that_no_contract_drew_on_wait():
    table = first_round(drawn=frozenset({"EIR", "GIP"}), cash={"A": 500})
    assert table.refused("A buys 10 SIR from offer") == "1853-3.1.3-1"
    bought = {a.split()[3] for a in table.legal() if "buys" in a}
    assert bought == {"EIR", "GIP"}


# -- selling in the first share round -------------------------------------------------------------


@pytest.mark.rule("1853-2.8.1-2", "1853-2.8.3-1", "1853-2.8.2-1")
def test_a_sale_in_the_first_round_brings_5_less():
    about = {"MSM": {"A": 2, "founded": False, "contract": {"A": 1}}}
    first = first_round(companies=about, cash={"A": 0}).apply("A sells 20 MSM")
    assert first.cash("A") == 2 * 75
    assert first.percent("pool", "MSM") == 20
    later = india(companies=about, cash={"A": 0}, stock_round=2).apply("A sells 20 MSM")
    assert later.cash("A") == 2 * 80


@pytest.mark.rule("1853-2.8.2-1")
def test_the_first_round_follows_the_other_rules_of_share_rounds():
    table = first_round(companies={"MSM": {"A": 2, "founded": False}}, cash={"A": 500})
    table.apply("A sells 10 MSM", "A buys 10 EIR from offer")
    assert table.refused("A buys 10 GIP from offer") == "1853-3.1.6-1"
    assert table.refused("A buys 10 MSM from pool") == "1853-3.1.6-1"


@pytest.mark.rule("1853-2.8.3-2")
def test_bought_shares_of_a_company_in_operation_are_not_sold_in_the_first_round():
    table = first_round(companies={"EIR": {"A": 3, "B": 3, "opened": True}})
    assert table.refused("A sells 10 EIR") == "1853-2.8.3-2"
    mixed = first_round(companies={"EIR": {"A": 3, "B": 3, "contract": {"A": 2}, "opened": True}})
    assert mixed.refused("A sells 30 EIR") == "1853-2.8.3-2"
    assert mixed.allows("A sells 20 EIR")


@pytest.mark.rule("1853-2.8.3-2")
def test_contract_shares_sold_one_by_one_are_gone_too():
    table = first_round(companies={"EIR": {"A": 3, "B": 3, "contract": {"A": 1}, "opened": True}})
    table.apply("A sells 10 EIR")
    assert table.refused("A sells 10 EIR") == "1853-2.8.3-2"
    four = {"A": 4, "B": 2, "contract": {"A": 2}, "opened": True}
    two = first_round(companies={"EIR": four}, cash={"A": 0})
    two.apply("A sells 10 EIR", "A sells 10 EIR")
    assert two.refused("A sells 10 EIR") == "1853-2.8.3-2"
    assert two.cash("A") == 2 * 95


@pytest.mark.rule("1853-2.8.3-3")
def test_before_a_company_is_in_operation_its_contract_shares_are_sold_last():
    table = first_round(
        companies={"EIR": {"A": 4, "B": 1, "contract": {"A": 2}, "founded": False}}, cash={"B": 300, "C": 300}
    )
    table.apply("A sells 20 EIR", "A passes", "B buys 10 EIR from offer", "B passes", "C passes")
    assert table.s.opened == ("EIR",)
    assert table.allows("A sells 20 EIR")


@pytest.mark.rule("1853-2.8.2-1", "1853-2.9.2-1")
def test_all_ten_shares_are_sold_in_the_first_round():
    table = first_round(
        companies={"EIR": {"A": 3, "B": 3, "C": 2, "opened": True}}, cash={"A": 100, "B": 100, "C": 100}
    )
    table.apply("A buys 10 EIR from offer", "A passes", "B buys 10 EIR from offer", "B passes")
    assert table.percent("offer", "EIR") == 0
    assert table.refused("C buys 10 EIR from offer") == "1853-3.1.7-1"
    all_pass(table)
    assert [table.percent(player, "EIR") for player in "ABC"] == [40, 40, 20]
    assert (table.president("EIR"), table.s.shares["EIR"].count("A")) == ("A", 3)


@pytest.mark.rule("1853-2.9.2-1", "1853-1-2")
@pytest.mark.parametrize("left", [0, 1])
def test_a_position_may_have_the_shares_of_the_certificate_sold_singly(left):
    held = {"A": 4, "B": 4, "C": 2 - left, "since": "BAC"}
    table = first_round(companies={"EIR": {**held, "opened": True}}, named={p: FOUR for p in "ABC"})
    assert (table.percent("offer", "EIR"), table.president("EIR")) == (10 * left, "")
    all_pass(table)
    assert [table.percent(owner, "EIR") for owner in ("A", "B", "C", "offer")] == [
        40,
        40,
        20 - 10 * left,
        10 * left,
    ]
    assert (table.s.shares["EIR"][0], table.s.shares["EIR"].count("B")) == ("B", 3)


@pytest.mark.rule("1853-3.4.1-1", "1853-3.1.7-2")
def test_a_managed_company_with_all_shares_issued_is_bought_from_the_pool_alone():
    every_share = {"A": 1, "B": 1, "C": 1, "pool": 7, "price": 49}
    table = india(companies={"EIR": every_share}, cash={"A": 49})
    assert (table.percent("offer", "EIR"), table.s.managers["EIR"]) == (0, "A")
    assert [a for a in table.legal() if "buys 10 EIR" in a] == ["A buys 10 EIR from pool"]
    table.apply("A buys 10 EIR from pool")
    assert (table.cash("A"), table.president("EIR"), table.percent("pool", "EIR")) == (0, "A", 60)


@pytest.mark.rule("1853-2.8.3-3")
def test_contract_shares_are_sold_at_the_first_opportunity_only():
    table = first_round(
        companies={"EIR": {"A": 3, "B": 2, "contract": {"A": 2}, "founded": False}},
        cash={"B": 300, "A": 300},
        stock="B",
    )
    table.apply("B buys 10 EIR from offer")  # the sixth share: EIR is in operation
    assert table.s.opened == ("EIR",)
    table.apply("B passes", "C passes")
    assert table.allows("A sells 20 EIR")
    table.apply("A buys 10 GIP from offer", "A passes", "B passes", "C passes")
    assert table.refused("A sells 10 EIR") == "1853-2.8.3-3"


@pytest.mark.rule("1853-2.8.3-3")
def test_in_the_turn_in_which_a_company_opens_its_contract_shares_wait():
    table = first_round(
        companies={"EIR": {"A": 3, "B": 2, "contract": {"A": 3}, "founded": False}}, cash={"A": 300}
    )
    table.apply("A buys 10 EIR from offer")
    assert table.refused("A sells 10 EIR") == "1853-3.1.9-2"
    table.apply("A passes", "B passes", "C passes")
    assert table.allows("A sells 10 EIR")


# -- the end of the first share round -------------------------------------------------------------


@pytest.mark.rule("1853-2.9.1-1", "1853-2.7.5-1", "1853-3.3.1-1")
def test_directors_are_settled_at_the_end_of_the_first_round():
    table = first_round(
        companies={
            "NWR": {"A": 3, "B": 2, "founded": False},
            "EIR": {"B": 4, "C": 2, "opened": True},
            "GIP": {"C": 5, "founded": False},
        },
        cash={"A": 200},
        named={p: FOUR for p in "ABC"},
    )
    table.apply("A buys 10 NWR from offer")
    assert table.s.opened == ("EIR", "NWR")
    assert table.president("NWR") == ""
    assert table.cash("NWR") == 0
    table.apply("A passes")
    all_pass(table)
    assert table.s.founded == ("EIR", "NWR")
    assert (table.president("EIR"), table.president("NWR")) == ("B", "A")
    assert table.cash("NWR") == 920


@pytest.mark.rule("1853-2.9.2-1")
def test_the_director_swaps_two_shares_for_the_certificate():
    table = first_round(
        companies={"NWR": {"A": 3, "B": 2, "C": 1, "founded": False}}, named={p: FOUR for p in "ABC"}
    )
    before = table.percent("offer", "NWR")
    all_pass(table)
    assert table.s.shares["NWR"][0] == "A"
    assert table.percent("A", "NWR") == 30
    assert table.s.shares["NWR"].count("A") == 2
    assert table.percent("offer", "NWR") == before
    assert table.s.shares["NWR"].count("offer") == 4  # all of them single shares now


@pytest.mark.rule("1853-2.9.2-2")
@pytest.mark.parametrize("since", ["BA", "AB"])
def test_among_equals_who_has_held_longest_is_director(since):
    table = first_round(
        companies={"NWR": {"A": 3, "B": 3, "since": since, "founded": False}}, named={p: FOUR for p in "ABC"}
    )
    all_pass(table)
    assert table.president("NWR") == since[0]


@pytest.mark.rule("1853-2.9.2-2", "1853-3.2.1-2")
@pytest.mark.parametrize(("sold", "director"), [(True, "B"), (False, "A")])
def test_a_holding_that_was_broken_off_begins_anew(sold, director):
    """A bought first. Whoever sells the last share and comes back later has held for a shorter time than B."""
    held = {"A": 1, "B": 2, "pool": 2, "since": "AB", "founded": False}
    table = india(companies={"NWR": held}, cash={player: 500 for player in "ABC"}, stock_round=2)
    if sold:
        table.apply("A sells 10 NWR", "A passes", "B buys 10 EIR from offer", "B passes", "C passes")
        table.s.sold = frozenset()  # as in a later round
        table.apply("A buys 10 NWR from pool", "A passes", "B passes", "C buys 10 EIR from offer", "C passes")
    table.apply("A buys 10 NWR from pool", "A passes", "B passes", "C buys 10 NWR from offer")
    assert [table.percent(player, "NWR") for player in "ABC"] == [20, 20, 10]
    assert table.president("NWR") == director


@pytest.mark.rule("1853-2.8.4-1")
@pytest.mark.parametrize(
    ("companies", "two", "two_m", "three_m"),
    [(["ECR"], 7, 3, 4), (["NWR"], 6, 2, 3), (["NWR", "ECR"], 7, 3, 4)],  # one small company will do
)
def test_a_small_company_in_the_first_round_brings_more_trains(companies, two, two_m, three_m):
    held = {"A": 4, "B": 2, "founded": False}
    table = first_round(companies=dict.fromkeys(companies, held), named={p: FOUR for p in "ABC"})
    all_pass(table)
    depot = table.trains("depot")
    assert [depot.count(kind) for kind in ("2", "2M", "3M")] == [two, two_m, three_m]
    assert table.s.small_trains == ("ECR" in companies)


# -- BBCI -----------------------------------------------------------------------------------------

AJMER_AND_BOMBAY = ["Ajmer", "Bombay", "Jaipur", "Delhi"]


def bbci(cities, held=None):
    table = first_round(
        companies={"BBCI": {**(held or {"A": 4, "B": 2}), "founded": False}},
        named={"A": cities, "B": FOUR, "C": FOUR},
        cash={"A": 0, "B": 0, "C": 0},
    )
    return all_pass(table)


@pytest.mark.rule("1853-2.6.1-1", "1853-2.6.2-1", "1853-2.6.2-2", "1853-2.6.2-3", "1853-T1-5")
def test_bbci_is_large_if_its_directors_contract_has_ajmer_and_bombay():
    table = bbci(AJMER_AND_BOMBAY)
    assert table.s.is_large("BBCI")
    assert table.station_at("M9.0") == ("BBCI",)
    assert table.station_at("H10.0") == ("BBCI",)
    for player in ("A", "B", None):
        assert table.game.view(player)["position"]["shown_contracts"] == {"A": ["Ajmer", "Bombay"]}
    assert not table.s.small_trains
    assert len(table.s.tokens["BBCI"]) == 2


@pytest.mark.rule("1853-2.6.3-1", "1853-2.6.1-1", "1853-2.6.2-1", "1853-2.8.4-1")
@pytest.mark.parametrize(
    ("cities", "held"),
    [
        (["Ajmer", "Jaipur", "Delhi", "Ahmedabad"], None),
        (["Bombay", "Jaipur", "Delhi", "Ahmedabad"], None),
        (AJMER_AND_BOMBAY, {"A": 1, "B": 1, "pool": 4}),  # only a manager
        (AJMER_AND_BOMBAY, {"A": 2, "B": 4}),  # another director
    ],
)
def test_else_bbci_is_small(cities, held):
    table = bbci(cities, held)
    assert "BBCI" in table.s.founded
    assert not table.s.is_large("BBCI")
    assert table.station_at("M9.0") == ("",)
    assert table.game.view("B")["position"]["shown_contracts"] == {}
    assert table.s.small_trains


@pytest.mark.rule("1853-2.6.1-1", "1853-2.6.3-1")
def test_bbci_founded_later_is_small_for_good():
    table = india(
        companies={"BBCI": {"A": 5, "founded": False}},
        named={"A": AJMER_AND_BOMBAY},
        loans={"A": 140},
        cash={"B": 200},
        stock="B",
        stock_round=2,
    )
    table.apply("B buys 10 BBCI from offer")
    assert table.president("BBCI") == "A"
    assert not table.s.is_large("BBCI")
