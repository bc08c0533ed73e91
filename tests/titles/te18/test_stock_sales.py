"""Selling certificates, and how the presidency passes by it (18TE §6.2, §6.3)."""

import pytest

from kursbuch.rail.paper.holdings import successor
from kursbuch.testing import position


def selling(players=2, seller="A", **companies):
    return position("18te", players=players, companies=companies, cash={"A": 0}, stock=seller)


def certificates(table, player, company="KHS"):
    """A player's certificates by their size."""
    paper = table.s.box.companies[company].certificates
    owners = table.s.shares[company]
    return [c.percent for c, owner in zip(paper, owners, strict=True) if owner == player]


# -- §6.2 what may be sold ------------------------------------------------------------------------


@pytest.mark.rule("18TE-6.2-1")
def test_sold_certificates_go_to_the_bank_pool():
    table = selling(KHS={"A": 50, "pool": 10}).apply("A sells 20 KHS")
    assert (table.percent("A", "KHS"), table.percent("pool", "KHS")) == (30, 30)


@pytest.mark.rule("18TE-6.2-2")
def test_nothing_is_sold_in_the_first_stock_round():
    table = position("18te", companies={"KHS": {"A": 50}}, stock="A", stock_round=1)
    assert table.refused("A sells 10 KHS") == "18TE-6.2-2"
    assert not [action for action in table.legal() if " sells " in action]
    assert selling(KHS={"A": 50}).allows("A sells 10 KHS")


@pytest.mark.rule("18TE-6.2-3")
def test_the_bank_never_holds_more_than_half_of_a_company():
    table = selling(KHS={"A": 60, "pool": 40})
    assert table.refused("A sells 20 KHS") == "18TE-6.2-3"
    table.apply("A sells 10 KHS")
    assert table.percent("pool", "KHS") == 50
    assert table.refused("A sells 10 KHS") == "18TE-6.2-3"


@pytest.mark.rule("18TE-6.2-3")
def test_the_limit_of_the_bank_holds_in_the_yellow_zone_too():
    table = selling(KHS={"A": 50, "pool": 50, "price": 40})
    assert table.refused("A sells 10 KHS") == "18TE-6.2-3"


@pytest.mark.rule("18TE-6.2-4")
@pytest.mark.parametrize("b", [0, 20])
def test_the_presidents_certificate_is_not_sold(b):
    table = selling(KHS={"A": 30, "B": b})
    for size in (10, 20, 30):
        assert table.refused(f"A sells {size} KHS") == "18TE-6.2-4"
    assert not [action for action in table.legal() if " sells " in action]


@pytest.mark.rule("18TE-6.2-4")
def test_a_president_sells_what_he_holds_beside_the_presidents_certificate():
    table = selling(KHS={"A": 50, "B": 20})
    assert table.refused("A sells 30 KHS") == "18TE-6.2-4"
    table.apply("A sells 20 KHS")
    assert certificates(table, "A") == [30]


@pytest.mark.rule("18TE-6.2-5")
def test_certificates_are_sold_one_by_one_or_together():
    table = selling(KHS={"A": 60, "spot": (1, 7)})
    table.apply("A sells 10 KHS", "A sells 20 KHS")
    assert table.percent("A", "KHS") == 30
    assert table.cash("A") == 100 + 2 * 90


@pytest.mark.rule("18TE-6.2-5")
def test_half_a_certificate_is_not_sold():
    table = selling(KHS={"A": 30, "B": 30})
    assert table.refused("A sells 15 KHS") == "18TE-6.2-5"
    assert selling(KHS={"A": 60}).refused("A sells 15 KHS") == "18TE-6.2-5"


# -- §6.2 money and price -------------------------------------------------------------------------


@pytest.mark.rule("18TE-6.2-6")
def test_the_bank_pays_the_price_for_each_certificate():
    table = selling(KHS={"A": 50, "price": 80, "cash": 33})
    bank = table.cash("bank")
    table.apply("A sells 10 KHS")
    assert (table.cash("A"), table.cash("bank"), table.cash("KHS")) == (80, bank - 80, 33)


@pytest.mark.rule("18TE-6.2-7")
def test_a_block_is_paid_at_the_price_before_the_fall():
    table = selling(KHS={"A": 60, "spot": (1, 6), "pool": 10})
    assert table.price("KHS") == 90
    table.apply("A sells 30 KHS")
    assert table.cash("A") == 270
    assert table.spot("KHS") == (4, 6)


@pytest.mark.rule("18TE-6.2-8")
@pytest.mark.parametrize(("size", "row", "price"), [(10, 2, 90), (20, 3, 80), (30, 4, 70), (40, 5, 60)])
def test_the_price_falls_one_row_for_each_certificate(size, row, price):
    table = selling(KHS={"A": 70, "spot": (1, 7)}).apply(f"A sells {size} KHS")
    assert table.spot("KHS") == (row, 7)
    assert table.price("KHS") == price


@pytest.mark.rule("18TE-6.2-9")
@pytest.mark.parametrize("spot", [(5, 7), (4, 9), (2, 13)])
def test_a_marker_at_the_lower_edge_stays(spot):
    table = selling(KHS={"A": 50, "spot": spot}).apply("A sells 20 KHS")
    assert table.spot("KHS") == spot


@pytest.mark.rule("18TE-6.2-9")
def test_a_large_block_falls_no_further_than_the_lower_edge():
    table = selling(KHS={"A": 70, "spot": (3, 7)}).apply("A sells 40 KHS")
    assert table.spot("KHS") == (5, 7)
    assert table.cash("A") == 4 * 80


@pytest.mark.rule("18TE-6.2-10")
def test_a_falling_marker_goes_under_those_already_there():
    table = selling(
        KHS={"A": 40, "spot": (2, 7)}, KWE={"A": 30, "spot": (3, 7)}, CME={"A": 30, "spot": (3, 7)}
    )
    table.apply("A sells 10 KHS")
    assert table.stack("KHS") == ("KWE", "CME", "KHS")


@pytest.mark.rule("18TE-6.2-11")
def test_a_marker_that_stays_keeps_its_place_in_the_stack():
    table = selling(KHS={"A": 40, "spot": (5, 7)}, KWE={"A": 30, "spot": (5, 7)})
    table.apply("A sells 10 KHS")
    assert table.stack("KHS") == ("KHS", "KWE")


# -- §6.3 the presidency --------------------------------------------------------------------------


@pytest.mark.rule("18TE-6.3-1", "18TE-6.3-4")
def test_a_president_who_sells_below_a_holder_of_30_per_cent_hands_over():
    table = selling(3, KHS={"A": 40, "B": 30, "C": 10}).apply("A sells 20 KHS")
    assert table.president("KHS") == "B"
    assert certificates(table, "A") == [10, 10]
    assert certificates(table, "B") == [30]
    assert certificates(table, "pool") == [10, 10]


@pytest.mark.rule("18TE-6.3-1")
def test_a_sale_down_to_equality_changes_nothing():
    table = selling(3, KHS={"A": 40, "B": 30, "C": 10}).apply("A sells 10 KHS")
    assert table.president("KHS") == "A"
    assert certificates(table, "A") == [30]


@pytest.mark.rule("18TE-6.3-1")
def test_a_holder_of_20_per_cent_does_not_become_president():
    table = selling(3, KHS={"A": 40, "B": 20, "C": 20})
    assert table.refused("A sells 30 KHS") == "18TE-6.2-4"
    table.apply("A sells 10 KHS")
    assert table.president("KHS") == "A"


@pytest.mark.rule("18TE-6.3-2")
def test_of_several_holders_of_30_per_cent_the_largest_follows():
    s = selling(3, KHS={"A": 40}).s
    assert successor(s, "KHS", {"A": 20, "B": 30, "C": 40}, outgoing="A", least=30) == "C"
    assert successor(s, "KHS", {"A": 20, "B": 40, "C": 30}, outgoing="A", least=30) == "B"


@pytest.mark.rule("18TE-6.3-3")
@pytest.mark.parametrize(("seller", "next"), [("A", "B"), ("B", "C"), ("C", "A")])
def test_of_equal_holders_the_next_clockwise_follows(seller, next):
    holdings = {"A": 30, "B": 30, "C": 30, seller: 40}
    table = selling(3, seller, KHS=holdings).apply(f"{seller} sells 20 KHS")
    assert table.president("KHS") == next


@pytest.mark.rule("18TE-6.3-4")
def test_the_outgoing_president_gets_three_certificates_of_10_from_the_new_one():
    table = selling(KHS={"A": 50, "B": 40}).apply("A sells 20 KHS")
    assert table.president("KHS") == "B"
    assert certificates(table, "A") == [10, 10, 10]
    assert certificates(table, "B") == [30, 10]


@pytest.mark.rule("18TE-6.3-5")
@pytest.mark.parametrize(("size", "left"), [(10, [10, 10]), (20, [10]), (30, [])])
def test_the_swap_comes_first_so_that_its_certificates_can_be_sold(size, left):
    table = selling(KHS={"A": 30, "B": 30, "price": 80})
    assert f"A sells {size} KHS" in table.legal()
    table.apply(f"A sells {size} KHS")
    assert table.president("KHS") == "B"
    assert certificates(table, "A") == left
    assert table.cash("A") == size // 10 * 80
    told = [event.key for event in table.game.events_of(1)]
    assert told.index("president") < told.index("sells")
