"""1853 §3.0 to §3.2: share rounds, limits, the elephant, directors."""

from typing import Any

import pytest

from kursbuch.core import BadInput
from kursbuch.testing import settle
from tests.titles.india.table import india

EVERY = ["EIR", "GIP", "NWR", "BNR", "BBCI", "MSM", "SIR", "ECR"]


def keep(table):
    """The elephant is kept."""
    return table.apply(f"{table.acting} passes")


# -- the round ------------------------------------------------------------------------------------


@pytest.mark.rule("1853-3.0-1", "1853-3.0-4")
def test_the_round_ends_when_nobody_has_bought_for_a_whole_round():
    table = india(companies={"EIR": {"A": 3, "B": 1, "C": 1}})
    table.apply("A sells 10 EIR", "A passes", "B passes", "C sells 10 EIR")
    assert table.round == "SR 2"
    table.apply("C passes")
    assert table.round == "OR 2.1"  # nobody received the elephant, so it is not for sale


@pytest.mark.rule("1853-3.0-2", "1853-3.1.11-1")
def test_who_buys_has_another_turn():
    table = india(companies={"EIR": {"A": 3}}, cash={"B": 500})
    table.apply("A passes", "B buys 10 EIR from offer", "B passes", "C passes", "A passes")
    assert (table.round, table.acting) == ("SR 2", "B")
    table.apply("B passes")
    assert table.s.top.stage == "elephant"
    assert table.s.priority == "C"  # left of the last buyer


@pytest.mark.rule("1853-3.0-3")
def test_who_has_passed_may_buy_again():
    table = india(cash={"A": 500, "B": 500})
    table.apply("A passes", "B buys 10 EIR from offer", "B passes", "C passes")
    assert table.allows("A buys 10 EIR from offer")


@pytest.mark.rule("1853-3.1.1-1")
def test_the_elephant_begins():
    table = india(companies={"EIR": {"A": 3}}, turn="EIR trains", cash={"A": 0}, priority="B")
    settle(table)
    assert table.acting == "B"  # decides on another round
    table.apply("B passes")
    assert (table.round, table.acting) == ("SR 3", "B")


@pytest.mark.rule("1853-3.1.1-2")
def test_shares_are_dealt_with_the_bank_only():
    table = india(companies={"EIR": {"A": 3, "B": 2}}, cash={"A": 500})
    assert table.refused("A buys 10 EIR from B") == "1853-3.1.1-2"
    assert table.refused("EIR lays 9.0 at J26") == "1853-3.1.1-2"


# -- limits ---------------------------------------------------------------------------------------


@pytest.mark.rule("1853-3.1.2-1")
def test_the_directors_certificate_is_one_certificate():
    held = {
        "EIR": {"A": 5},
        "GIP": {"A": 6},
        "NWR": {"A": 6},
        "BNR": {"A": 6},
        "MSM": {"A": 2, "founded": False},
    }
    table = india(companies=held, cash={"A": 500})
    # 4 + 5 + 5 + 5 + 2: at the limit of 21 though it is 25 shares
    assert table.refused("A buys 10 SIR from offer") == "1853-T3-2"
    held["MSM"] = {"A": 1, "founded": False}
    assert india(companies=held, cash={"A": 500}).allows("A buys 10 SIR from offer")


@pytest.mark.rule("1853-T3-2")
@pytest.mark.parametrize(("players", "limit"), [(3, 21), (4, 16), (5, 13), (6, 11)])
def test_certificates_in_all(players, limit):
    def holding(count):
        held, left = {}, count
        for company in EVERY[:7]:
            held[company] = {"A": min(left, 3), "founded": False}
            left -= held[company]["A"]
        assert not left
        return india(players, companies=held, cash={"A": 500})

    assert holding(limit).refused("A buys 10 ECR from offer") == "1853-T3-2"
    assert holding(limit - 1).allows("A buys 10 ECR from offer")


@pytest.mark.rule("1853-T3-1")
@pytest.mark.parametrize(("players", "limit"), [(3, 6), (4, 6), (5, 5), (6, 4)])
def test_shares_of_one_company(players, limit):
    full = india(players, companies={"GIP": {"A": limit}}, cash={"A": 500})
    assert full.refused("A buys 10 GIP from offer") == "1853-T3-1"
    room = india(players, companies={"GIP": {"A": limit - 1}}, cash={"A": 500})
    assert room.allows("A buys 10 GIP from offer")


@pytest.mark.rule("1853-3.1.2-2")
@pytest.mark.parametrize(("price", "rule"), [(40, None), (30, None), (49, "1853-T3-1")])
def test_at_40_or_less_shares_count_towards_no_limit(price, rule):
    held = {"EIR": {"A": 6, "price": price}, "GIP": {"A": 6}, "NWR": {"A": 6}, "BNR": {"A": 6}}
    held["MSM"] = {"A": 1, "founded": False}
    refusal = india(companies=held, cash={"A": 500}).refusal("A buys 10 EIR from offer")
    assert (refusal.rule if refusal else None) == rule


# -- what is on sale ------------------------------------------------------------------------------


def first_group(left: int, **about):
    """Contracts drew on EIR only, of which so many shares are unissued."""
    return india(
        companies={"EIR": {"A": 4, "B": 4 - left, **about}},
        drawn=frozenset({"EIR"}),
        cash={p: 500 for p in "ABC"},
        stock="C",
    )


@pytest.mark.rule("1853-3.1.3-2", "1853-3.1.3-1")
def test_all_shares_of_contract_companies_come_first():
    table = first_group(1)
    assert table.percent("offer", "EIR") == 30
    assert table.refused("C buys 10 SIR from offer") == "1853-3.1.3-2"
    assert {a.split()[3] for a in table.legal() if "buys" in a} == {"EIR"}


@pytest.mark.rule("1853-3.1.3-2")
def test_one_company_of_the_contracts_that_is_all_issued_is_not_enough():
    table = first_group(0, C=1)
    table.s.drawn |= {"GIP"}
    table.apply("C buys 10 EIR from offer", "C passes")
    assert table.percent("offer", "EIR") == 0
    assert table.refused("A buys 10 SIR from offer") == "1853-3.1.3-2"
    assert {a.split()[3] for a in table.legal() if "offer" in a} == {"GIP"}


@pytest.mark.rule("1853-3.1.3-3", "1853-3.1.10-1")
def test_then_all_others_come_into_play_at_once():
    table = first_group(0, C=1)
    assert table.percent("offer", "EIR") == 10
    table.apply("C buys 10 EIR from offer", "C passes")
    assert {a.split()[3] for a in table.legal() if "offer" in a} == set(EVERY) - {"EIR"}


@pytest.mark.rule("1853-3.1.10-1")
def test_shares_in_the_pool_hold_nothing_up():
    table = first_group(0, pool=2)
    assert table.percent("offer", "EIR") == 0
    assert table.allows("C buys 10 SIR from offer")


@pytest.mark.rule("1853-3.1.3-2")
def test_the_certificate_of_a_company_without_director_holds_nothing_up():
    table = india(
        4,
        companies={"EIR": {"A": 1, "B": 1, "C": 1, "D": 1, "pool": 4}},
        drawn=frozenset({"EIR"}),
        cash={"A": 500},
    )
    assert table.s.shares["EIR"][0] == "offer"
    assert table.allows("A buys 10 SIR from offer")


@pytest.mark.rule("1853-3.1.3-3")
def test_the_other_companies_stay_in_play_when_shares_come_back_to_the_bank():
    table = india(
        4,
        companies={"EIR": {"A": 1, "B": 1, "C": 1, "D": 1, "pool": 4}},
        drawn=frozenset({"EIR"}),
        cash={"A": 500, "B": 500},
    )
    table.apply("A buys 10 EIR from pool", "A passes")  # two of A's shares go back for the certificate
    assert table.percent("offer", "EIR") == 20
    assert table.allows("B buys 10 SIR from offer")


@pytest.mark.rule("1853-3.1.4-1")
def test_the_bank_sells_the_shares_of_a_certificate_that_nobody_holds_singly_at_issue_price():
    every_single = {"A": 1, "B": 1, "C": 1, "D": 1, "pool": 4, "price": 200}
    table = india(4, companies={"EIR": every_single}, cash={"A": 100})
    table.apply("A buys 10 EIR from offer")
    assert table.cash("A") == 0
    assert [table.percent(place, "EIR") for place in ("A", "pool", "offer")] == [20, 40, 10]
    assert table.president("EIR") == "A"
    table.apply("A passes")
    assert table.game.view("B")["position"]["companies"]["EIR"]["shares"] == {
        **{"A": 20, "B": 10, "C": 10, "D": 10},
        **{"pool": 40, "offer": 10},
    }


@pytest.mark.rule("1853-3.1.7-1", "1853-3.1.7-2")
def test_the_pool_sells_the_shares_of_a_certificate_singly_at_the_market_price():
    table = india(companies={"EIR": {"A": 2, "B": 1, "C": 1, "price": 200}}, cash={"B": 500, "C": 500})
    table.apply("A sells 20 EIR", "A passes")
    assert (table.s.shares["EIR"][0], table.percent("pool", "EIR")) == ("pool", 20)
    table.apply("B buys 10 EIR from pool", "B passes")
    assert (table.cash("B"), table.president("EIR"), table.percent("B", "EIR")) == (300, "B", 20)
    table.apply("C buys 10 EIR from pool")
    assert (table.percent("C", "EIR"), table.percent("pool", "EIR")) == (20, 0)
    assert table.president("EIR") == "B"


@pytest.mark.rule("1853-3.4.1-1", "1853-3.4.1-6")
def test_half_a_certificate_is_a_share_like_any_other():
    table = india(companies={"EIR": {"A": 2, "price": 200}}, cash={"B": 500, "C": 500})
    table.apply("A sells 20 EIR", "A passes", "B buys 10 EIR from pool", "B passes")
    assert (table.president("EIR"), table.percent("B", "EIR")) == ("B", 10)  # as manager
    assert (table.percent("pool", "EIR"), table.percent("offer", "EIR")) == (10, 80)
    table.apply("C buys 10 EIR from pool", "C passes", "A passes")
    table.apply("B buys 10 EIR from offer")
    assert (table.s.shares["EIR"][0], table.percent("B", "EIR"), table.percent("offer", "EIR")) == (
        "B",
        20,
        70,
    )


@pytest.mark.rule("1853-3.1.4-1")
def test_the_bank_sells_at_issue_price():
    table = india(companies={"EIR": {"A": 3, "price": 200}}, cash={"B": 150}, stock="B")
    table.apply("B buys 10 EIR from offer")
    assert table.cash("B") == 50
    poor = india(companies={"EIR": {"A": 3, "price": 40}}, cash={"B": 99}, stock="B")
    assert poor.refused("B buys 10 EIR from offer") == "1853-3.1.4-1"


# -- dealing --------------------------------------------------------------------------------------


@pytest.mark.rule("1853-3.1.5-1", "1853-3.1.6-2")
def test_several_shares_are_sold_at_once_and_go_to_the_pool():
    table = india(companies={"EIR": {"A": 3, "B": 3, "price": 122}}, cash={"B": 0}, stock="B")
    assert table.refused("B sells 40 EIR") == "1853-3.1.1-2"  # more than there are
    table.apply("B sells 30 EIR")
    assert table.percent("pool", "EIR") == 30
    assert table.cash("B") == 366
    assert table.price("EIR") == 122


@pytest.mark.rule("1853-3.1.5-2")
@pytest.mark.parametrize(
    "deals", [("A sells 10 EIR", "A buys 10 GIP from offer"), ("A buys 10 GIP from offer", "A sells 10 EIR")]
)
def test_selling_and_buying_in_one_turn_in_either_order(deals):
    table = india(companies={"EIR": {"A": 3}}, cash={"A": 500}).apply(*deals)
    assert (table.percent("A", "EIR"), table.percent("A", "GIP")) == (20, 10)


@pytest.mark.rule("1853-3.1.6-1")
def test_one_purchase_a_turn():
    table = india(cash={"A": 500}).apply("A buys 10 EIR from offer")
    assert table.refused("A buys 10 GIP from offer") == "1853-3.1.6-1"


@pytest.mark.rule("1853-3.1.7-1", "1853-3.1.7-2")
def test_pool_shares_change_hands_at_the_market_price():
    table = india(companies={"EIR": {"A": 4, "price": 122}}, cash={"A": 0, "B": 300})
    table.apply("A sells 10 EIR", "A passes")
    assert table.cash("A") == 122
    table.apply("B buys 10 EIR from pool")
    assert (table.cash("B"), table.percent("B", "EIR"), table.percent("pool", "EIR")) == (178, 10, 0)
    assert table.refused("B buys 10 GIP from pool") == "1853-3.1.6-1"


@pytest.mark.rule("1853-3.1.7-1")
def test_an_empty_pool_sells_nothing():
    assert india(cash={"A": 500}).refused("A buys 10 GIP from pool") == "1853-3.1.7-1"


@pytest.mark.rule("1853-3.1.7-3")
def test_without_a_price_the_issue_price_counts():
    table = india(companies={"MSM": {"A": 1, "founded": False}}, cash={"A": 0, "B": 100})
    table.apply("A sells 10 MSM", "A passes")
    assert table.cash("A") == 80
    table.apply("B buys 10 MSM from pool")
    assert table.cash("B") == 20


@pytest.mark.rule("1853-3.1.8-1", "1853-3.4.1-1", "1853-3.4.1-2")
@pytest.mark.parametrize("pool", [0, 2])
def test_a_director_may_sell_out_of_the_certificate(pool):
    table = india(companies={"EIR": {"A": 2, "B": 1, "pool": pool}})
    before = table.percent("pool", "EIR")
    table.apply("A sells 10 EIR")
    assert (table.percent("A", "EIR"), table.percent("pool", "EIR")) == (10, before + 10)
    assert table.s.shares["EIR"][0] not in "ABC"
    assert table.s.managers["EIR"] == "A"


@pytest.mark.rule("1853-3.1.8-2", "1853-3.1.8-3")
def test_no_sale_in_the_round_in_which_a_company_is_founded():
    table = india(companies={"SIR": {"A": 5, "founded": False}}, cash={"B": 500}, stock="B")
    table.apply("B buys 10 SIR from offer", "B passes", "C passes")
    assert table.refused("A sells 10 SIR") == "1853-3.1.8-2"
    table.s.stock_round += 1
    assert table.allows("A sells 10 SIR")


@pytest.mark.rule("1853-3.1.9-1")
def test_what_was_sold_is_not_bought_in_the_same_round():
    table = india(companies={"EIR": {"A": 3}}, cash={"A": 500})
    table.apply("A sells 10 EIR")
    assert table.refused("A buys 10 EIR from offer") == "1853-3.1.9-1"
    table.apply("A buys 10 GIP from offer", "A passes", "B passes", "C passes")
    assert table.refused("A buys 10 EIR from pool") == "1853-3.1.9-1"
    fresh = india(companies={"EIR": {"A": 3, "pool": 1}}, cash={"A": 500}, stock_round=3)
    assert fresh.allows("A buys 10 EIR from pool")


@pytest.mark.rule("1853-3.1.9-2")
def test_not_bought_and_sold_in_one_turn():
    table = india(companies={"EIR": {"A": 3}}, cash={"A": 500})
    table.apply("A buys 10 EIR from offer")
    assert table.refused("A sells 10 EIR") == "1853-3.1.9-2"
    table.apply("A passes", "B passes", "C passes")
    assert table.allows("A sells 10 EIR")


# -- the elephant ---------------------------------------------------------------------------------


def elephant_to_b(**cash):
    table = india(companies={"EIR": {"A": 3}}, cash={"A": 200, **cash})
    return table.apply("A buys 10 EIR from offer", "A passes", "B passes", "C passes", "A passes")


@pytest.mark.rule("1853-3.1.11-1", "1853-3.5-1")
def test_the_elephant_goes_to_the_left_of_the_last_buyer():
    table = elephant_to_b()
    assert table.s.priority == "B"
    table.apply("B passes")
    assert table.round == "OR 2.1"


@pytest.mark.rule("1853-3.1.11-1")
def test_without_a_buyer_the_elephant_stays():
    table = india(priority="C", stock="C").apply("C passes", "A passes", "B passes")
    assert table.s.priority == "C"
    assert table.round.startswith("OR")


@pytest.mark.rule("1853-3.1.11-2")
def test_the_receiver_sells_the_elephant_by_consent():
    table = elephant_to_b(B=50, C=90)
    assert table.refused("B buys 10 EIR from offer") == "1853-3.1.11-2", "first the elephant"
    assert table.refused("B offers the elephant to C for 100") == "1853-3.1.11-2"
    assert table.allows("B offers the elephant to C for 90")
    table.apply("B offers the elephant to C for 60")
    assert table.acting == "C"
    table.apply("C declines")
    assert table.refused("B offers the elephant to C for 60") == "1853-3.1.11-2"
    assert "B offers the elephant to C for 0..59/1" in table.legal()
    table.apply("B offers the elephant to C for 54", "C declines")
    assert table.refused("B offers the elephant to C for 54") == "1853-3.1.11-2"
    assert "B offers the elephant to C for 0..53/1" in table.legal()
    table.apply("B offers the elephant to C for 50", "C agrees")
    assert table.s.priority == "C"
    assert (table.cash("B"), table.cash("C")) == (100, 40)
    assert table.refused("C offers the elephant to A for 50") == "1853-3.5-1"  # the moment is over


@pytest.mark.rule("1853-3.1.11-2")
def test_nobody_buys_the_own_elephant():
    assert elephant_to_b(B=50).refused("B offers the elephant to B for 10") == "1853-3.1.11-2"


@pytest.mark.parametrize("buyer", [7, "", "x" * 41])
def test_the_elephant_is_offered_to_somebody_with_a_name(buyer):
    table = elephant_to_b(B=50)
    offer = {"do": "offer_elephant", "actor": "B", "buyer": "C", "price": 10}
    assert table.game.read(offer) == table.game.read("B offers the elephant to C for 10")
    with pytest.raises(BadInput):
        table.game.read({**offer, "buyer": buyer})


@pytest.mark.rule("1853-3.1.11-2")
def test_the_elephant_may_be_given_away():
    table = elephant_to_b(B=50, C=0)
    assert "B offers the elephant to C for 0..0/1" in table.legal()
    assert table.refused("B offers the elephant to C for 1") == "1853-3.1.11-2"
    table.apply("B offers the elephant to C for 0", "C agrees")
    assert (table.s.priority, table.cash("B"), table.cash("C")) == ("C", 50, 0)
    again = elephant_to_b(B=50, C=90).apply("B offers the elephant to C for 0", "C declines")
    assert not any("to C" in action for action in again.legal())


# -- directors ------------------------------------------------------------------------------------


@pytest.mark.rule("1853-3.2.1-1", "1853-3.3.1-2")
def test_later_a_director_is_settled_with_the_last_share_needed():
    table = india(
        4, companies={"SIR": {"A": 3, "B": 1, "founded": False}}, cash={"C": 200}, stock="C", stock_round=3
    )
    table.apply("C buys 10 SIR from offer")
    assert table.president("SIR") == "A"
    assert table.cash("SIR") == 750
    assert table.s.founded == ("SIR",)


@pytest.mark.rule("1853-3.2.1-2")
def test_among_equals_the_longest_holder_is_director():
    table = india(
        4, companies={"SIR": {"A": 2, "B": 2, "since": "BA", "founded": False}}, cash={"C": 200}, stock="C"
    )
    table.apply("C buys 10 SIR from offer")
    assert table.president("SIR") == "B"


@pytest.mark.rule("1853-3.2.2-1", "1853-3.1.10-1")
def test_nobody_with_two_shares_makes_a_manager():
    table = india(
        4, companies={"SIR": {"A": 1, "B": 1, "pool": 2, "founded": False}}, cash={"C": 200}, stock="C"
    )
    table.apply("C buys 10 SIR from offer")
    assert table.s.managers == {"SIR": "A"}
    assert table.s.shares["SIR"][0] == "offer"
    assert (table.cash("SIR"), table.price("SIR")) == (750, 75)


@pytest.mark.rule("1853-3.2.3-1")
@pytest.mark.parametrize(("player", "deal"), [("B", "B buys 10 EIR from offer"), ("A", "A sells 10 EIR")])
def test_who_has_more_shares_is_director_at_once(player, deal):
    table = india(companies={"EIR": {"A": 3, "B": 3}}, cash={"B": 200}, stock=player)
    assert table.president("EIR") == "A"
    table.apply(deal)
    assert table.president("EIR") == "B"
    assert table.s.shares["EIR"][0] == "B"


@pytest.mark.rule("1853-3.2.3-1")
def test_an_equal_holding_does_not_depose_a_director():
    for since in ("AB", "BA"):  # even if the other has held shares for longer
        held = {"A": 3, "B": 2, "since": since, "director": "A"}
        table = india(companies={"EIR": held}, cash={"B": 200}, stock="B").apply("B buys 10 EIR from offer")
        assert table.president("EIR") == "A"


def at_the_limit():
    """A holds 21 certificates, the limit of three players, and leads EIR with as many shares as B."""
    held = {
        "EIR": {"A": 3, "B": 3},
        "GIP": {"A": 6},
        "NWR": {"A": 6},
        "BNR": {"A": 5},
        "MSM": {"A": 5, "founded": False},
    }
    return india(companies=held, cash={"A": 500, "B": 500}, stock="B")


@pytest.mark.rule("1853-3.2.3-2")
def test_a_former_director_above_the_limit_must_sell():
    table = at_the_limit().apply("B buys 10 EIR from offer", "B passes", "C passes")
    assert table.acting == "A"
    assert table.refused("A passes") == "1853-3.2.3-2"
    assert table.refused("A buys 10 SIR from offer") == "1853-3.2.3-2"
    table.apply("A sells 10 GIP")
    assert table.allows("A passes")


@pytest.mark.rule("1853-3.1.2-2", "1853-3.2.3-2")
@pytest.mark.parametrize(("price", "must"), [(40, False), (49, True)])
def test_who_has_taken_more_of_a_company_at_40_sells_once_it_is_dearer(price, must):
    table = india(companies={"EIR": {"A": 7, "price": price}})
    refusal = table.refusal("A passes")
    assert (refusal.rule if refusal else None) == ("1853-3.2.3-2" if must else None)
    assert table.apply("A sells 10 EIR").allows("A passes")


@pytest.mark.rule("1853-3.2.3-2", "1853-3.1.2-2")
def test_shares_at_40_or_less_cure_nothing_and_are_not_forced_out():
    held: dict[str, dict[str, Any]] = {
        "GIP": {"A": 6},
        "NWR": {"A": 6},
        "BNR": {"A": 6},
        "MSM": {"A": 6},
        "EIR": {"A": 3, "unpaid": {"A": 3}, "B": 4},
        "ECR": {"A": 2, "B": 3, "price": 40},
    }
    table = india(companies=held, cash={"A": 500}, sold=frozenset()).apply("A sells 10 ECR")
    assert table.refused("A passes") == "1853-3.2.3-2"
    table.apply("A sells 20 GIP")
    assert table.allows("A passes")
    founded_now = dict.fromkeys(("GIP", "NWR", "BNR", "MSM"), 2)  # nothing of these is sold in this round
    stuck = india(companies=held, cash={"A": 500}, started_in=founded_now)
    assert [a for a in stuck.legal() if "sells" in a] == ["A sells 10 ECR", "A sells 20 ECR"]
    assert stuck.allows("A passes")


@pytest.mark.rule("1853-3.2.3-3")
def test_nobody_exceeds_the_limit_to_become_director():
    held: dict[str, dict[str, Any]] = {"GIP": {"A": 6}, "NWR": {"A": 6}, "BNR": {"A": 5}}
    held |= {"EIR": {"A": 3, "B": 3, "director": "B"}, "MSM": {"A": 4, "founded": False}}
    table = india(companies=held, cash={"A": 500})
    assert table.refused("A buys 10 EIR from offer") == "1853-3.2.3-3"
    held |= {"EIR": {"A": 1, "B": 3}, "MSM": {"A": 4, "founded": False}, "SIR": {"A": 2, "founded": False}}
    behind = india(companies=held, cash={"A": 500})  # with two shares A would not be director
    assert behind.refused("A buys 10 EIR from offer") == "1853-T3-2"


@pytest.mark.rule("1853-4.3.2-5", "1853-4.3.2-6")
def test_all_directorships_can_be_sold_off_in_one_turn_and_not_bought_back_in_the_round():
    table = india(
        companies={"EIR": {"A": 4, "B": 2}, "GIP": {"A": 3, "C": 2}, "NWR": {"A": 1, "B": 2}}, cash={"A": 500}
    )
    assert [c for c in table.s.founded if table.president(c) == "A"] == ["EIR", "GIP"]
    table.apply("A sells 30 EIR", "A sells 20 GIP")
    assert not [c for c in table.s.founded if table.president(c) == "A"]
    assert table.refused("A buys 10 EIR from pool") == "1853-3.1.9-1"
    assert table.allows("A buys 10 NWR from offer")
    again = india(companies={"EIR": {"A": 1, "B": 2, "pool": 3}}, cash={"A": 500}, stock_round=3)
    assert again.allows("A buys 10 EIR from pool")


@pytest.mark.rule("1853-3.1.3-2")
def test_the_certificate_of_a_company_not_in_operation_holds_the_others_up():
    table = india(
        4,
        companies={"EIR": {"A": 2, "B": 2, "C": 2, "D": 2, "founded": False}},
        drawn=frozenset({"EIR"}),
        cash={"A": 500},
    )
    assert table.s.shares["EIR"][0] == "offer"
    assert table.refused("A buys 10 SIR from offer") == "1853-3.1.3-2"


@pytest.mark.rule("1853-2.1-1")
def test_a_share_is_ten_percent():
    """The director's certificate lies on top, and is bought by nobody."""
    table = india(companies={"EIR": {"A": 3, "founded": False}}, cash={"A": 500}, stock="A")
    assert table.s.shares["EIR"][0] == "offer"
    assert table.refused("A buys 20 EIR from offer") == "1853-2.1-1"
    assert table.refused("A sells 15 EIR") == "1853-1-2"
    table.apply("A buys 10 EIR from offer")
    assert (table.s.shares["EIR"][0], table.s.shares["EIR"].count("A")) == ("offer", 4)
