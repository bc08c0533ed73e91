"""18DO §6.2.2: the starting round with printed price plus bid."""

import pytest

from tests.titles.dortmund.beer.beer_table import BeerTable, fresh


def bidding(players: int = 3, minors=("B2", "B4", "B7"), order="ABCDE") -> BeerTable:
    """A starting round in the order A, B, C with these breweries in the package."""
    for seed in range(500):
        table = fresh(players, seed)
        if set(minors) <= set(table.s.minors) and table.s.start_order == tuple(order[:players]):
            return table
    raise AssertionError("no such game")


@pytest.mark.rule("18DO-6.2.2-1")
def test_each_player_has_one_bid():
    table = bidding().apply("A bids 0 for brewery B2", "B bids 5 for brewery B2", "C bids 0 for brewery B4")
    assert [bid["player"] for bid in table.game.view()["position"]["bids"]] == ["A", "B", "C"]
    table.apply("A bids 10 for brewery B2")
    assert {b["player"]: b["price"] for b in table.game.view()["position"]["bids"]} == {
        "A": 10,
        "B": 5,
        "C": 0,
    }


@pytest.mark.rule("18DO-6.2.2-2")
def test_any_box_of_any_brewery_and_no_pass():
    table = bidding()
    assert len(table.legal()) == 7 * 4  # boxes and breweries
    assert table.refused("A passes") == "18DO-6.2.2-2"
    assert table.refused("B bids 0 for brewery B2") == "18DO-6.2.2-2"


@pytest.mark.rule("18DO-6.2.2-3")
def test_a_bid_is_higher_than_all_there():
    table = bidding().apply("A bids 10 for brewery B4")
    assert table.refused("B bids 10 for brewery B4") == "18DO-6.2.2-3"
    assert table.refused("B bids 5 for brewery B4") == "18DO-6.2.2-3"
    assert table.allows("B bids 15 for brewery B4") and table.allows("B bids 0 for brewery B7")


@pytest.mark.rule("18DO-6.2.2-4", "18DO-6.2.2-5")
def test_the_outbid_bid_again():
    table = bidding().apply("A bids 10 for brewery B4", "B bids 15 for brewery B4", "C bids 0 for brewery B7")
    assert table.acting == "A"
    assert all(" bids " in action for action in table.legal())
    assert table.refused("A bids 15 for brewery B4") == "18DO-6.2.2-5"
    assert table.allows("A bids 20 for brewery B4") and table.allows("A bids 0 for brewery B2")


@pytest.mark.rule("18DO-6.2.2-6")
def test_who_leads_is_skipped():
    table = bidding().apply(
        "A bids 10 for brewery B4", "B bids 15 for brewery B4", "C bids 20 for brewery B4"
    )
    assert table.refused("C bids 25 for brewery B4") == "18DO-6.2.2-6"
    table.apply("A bids 0 for brewery B2")
    assert table.acting == "B"
    table.apply("B bids 5 for brewery B2")
    assert table.acting == "A"  # C leads at B4


@pytest.mark.rule("18DO-6.2.2-7", "18DO-6.2.2-8")
def test_different_breweries_end_it():
    table = bidding().apply("A bids 10 for brewery B4", "B bids 0 for brewery B2")
    left = next(m for m in table.s.minors if m not in ("B2", "B4", "B7"))
    table.apply("C bids 5 for brewery B7")
    assert table.round == "SR 1"
    assert set(table.s.minors) == {"B2", "B4", "B7"} and not table.s.kettles[left]
    with_owners = [len(table.s.kettles[minor]) for minor in ("B2", "B4", "B7")]
    assert len(table.s.kettles["out"]) == len(table.s.box.start_cards) - sum(with_owners), (
        "its cards are gone"
    )
    assert [e.values["brewery"] for e in table.events("brewery-gone")] == [left]


@pytest.mark.rule("18DO-6.2.2-9", "18DO-6.2.2-10", "18DO-6.2.2-11")
def test_price_and_bid_go_to_the_bank_and_the_brewery_gets_its_capital():
    table = bidding().apply("A bids 15 for brewery B4", "B bids 0 for brewery B2", "C bids 5 for brewery B7")
    assert [table.cash(p) for p in "ABC"] == [465 - 135, 465 - 90, 465 - 170]
    assert [table.cash(m) for m in ("B2", "B4", "B7")] == [30, 60, 85]
    assert table.s.order == ("B7", "B4", "B2")


@pytest.mark.rule("18DO-6.2.2-9")
def test_a_bid_must_be_in_the_purse():
    table = bidding()
    table.s.cash["A"], table.s.cash["B"] = 125, 805
    assert table.refused("A bids 10 for brewery B4") == "18DO-6.2.2-9"
    assert table.allows("A bids 5 for brewery B4")


@pytest.mark.rule("18DO-6.2.2-12")
def test_the_first_stock_round_goes_by_cash():
    table = bidding().apply("A bids 0 for brewery B2", "B bids 5 for brewery B7", "C bids 15 for brewery B4")
    assert (table.acting, table.s.priority) == ("A", "A")  # 375, then C 330, B 295
    table.apply("A passes")
    assert table.acting == "C"
    table.apply("C passes")
    assert table.acting == "B"
    table.apply("B passes")
    while table.round != "SR 2":
        table.apply(next(a for w in ("delivers", "withholds", "passes") for a in table.starts(f" {w}")))
    assert table.acting == "A"
    assert table.apply("A passes").acting == "B", "later rounds go by seats"


@pytest.mark.rule("18DO-6.2.2-12")
def test_equals_keep_the_order_of_the_bids():
    table = bidding(minors=("B1", "B2", "B3"))
    table.apply("A bids 0 for brewery B3", "B bids 10 for brewery B2", "C bids 20 for brewery B1")
    assert [table.cash(p) for p in "ABC"] == [365, 365, 365]
    assert table.acting == "A"
    other = bidding(minors=("B1", "B2", "B3"), order="CAB")
    other.apply("C bids 0 for brewery B3", "A bids 10 for brewery B2", "B bids 20 for brewery B1")
    assert (other.acting, other.s.start_order) == ("C", ("C", "A", "B")), "of the bids, not of the seats"


@pytest.mark.rule("18DO-6.2.2-13")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_breweries_may_be_dealt(players):
    seen = set()
    for seed in range(12):
        table = fresh(players, seed, dealt_breweries=True)
        seen.add("B2" in table.s.minors)
        assert table.round == "SR 1" and not table.starts("bids")
        assert sorted(table.s.minors.values()) == list("ABCDE"[:players])
        for minor, owner in table.s.minors.items():
            assert table.cash(owner) == 465 - table.s.box.minors[minor].price
        table.game.audit()
    assert seen == {True, False}


@pytest.mark.rule("18DO-6.3.2.1-1")
def test_no_minor_brewery_is_sold_later():
    table = bidding().apply("A bids 15 for brewery B4", "B bids 0 for brewery B2", "C bids 5 for brewery B7")
    assert table.refused(f"{table.acting} bids 5 for brewery B7") == "18DO-6.4-1"
    assert not table.starts("brewery")
