"""18DO §4.2.2: the starting round."""

import pytest

from kursbuch.core import BadInput
from tests.titles.dortmund.railway.table import fresh, owner_pays
from tests.titles.dortmund.railway.test_setup import dealt_with


def seated(*numbers: str):
    """A game of three in which exactly these breweries are in play, and its players in order."""
    table = next(t for seed in range(200) if tuple((t := fresh(3, seed)).s.breweries) == numbers)
    return table, *table.s.players


@pytest.mark.rule("18DO-4.2.2-1")
def test_nobody_passes_in_the_starting_round():
    table = fresh()
    assert table.refused(f"{table.acting} passes") == "18DO-4.2.2-1"


@pytest.mark.rule("18DO-4.2.2-2")
def test_each_player_has_one_bid_of_the_own():
    table, a, b, c = seated("1", "2", "3")
    table.apply(f"{a} bids 20 for brewery 1", f"{b} bids 30 for brewery 1")
    bids = table.game.view()["position"]["bids"]
    assert sorted(bid["player"] for bid in bids) == sorted((a, b))
    table.apply(f"{c} bids 40 for brewery 1", f"{a} bids 60 for brewery 3")  # a's marker moves
    bids = {(bid["player"], bid["brewery"], bid["price"]) for bid in table.game.view()["position"]["bids"]}
    assert bids == {(a, "3", 60), (b, "1", 30), (c, "1", 40)}


@pytest.mark.rule("18DO-4.2.2-3")
def test_bids_go_clockwise_from_the_first_player():
    table, a, b, _ = seated("1", "2", "3")
    assert table.refused(f"{b} bids 20 for brewery 1") == "18DO-4.2.2-3"
    table.apply(f"{a} bids 20 for brewery 1")
    assert table.acting == b


@pytest.mark.rule("18DO-4.2.2-4")
def test_a_brewery_without_a_bid_offers_all_its_boxes():
    table, a, *_ = seated("1", "2", "4")
    assert table.starts("for brewery 4") == [
        f"{a} bids {price} for brewery 4" for price in (80, 90, 100, 110)
    ]
    assert table.refused(f"{a} bids 85 for brewery 4") == "18DO-4.2.2-4"


@pytest.mark.rule("18DO-4.2.2-5")
def test_a_bid_is_overbid_with_a_higher_box():
    table, a, b, _ = seated("1", "2", "3")
    table.apply(f"{a} bids 70 for brewery 3")
    assert table.starts("for brewery 3") == [f"{b} bids 80 for brewery 3", f"{b} bids 90 for brewery 3"]
    assert table.refused(f"{b} bids 70 for brewery 3") == "18DO-4.2.2-5"


@pytest.mark.rule("18DO-4.2.2-6", "18DO-4.2.2-7")
def test_who_is_outbid_must_move_up_or_elsewhere():
    table, a, b, c = seated("1", "2", "3")
    table.apply(f"{a} bids 60 for brewery 3", f"{b} bids 70 for brewery 3", f"{c} bids 20 for brewery 1")
    assert table.acting == a
    assert table.starts("for brewery 3") == [f"{a} bids 80 for brewery 3", f"{a} bids 90 for brewery 3"]
    assert len(table.starts("for brewery 2")) == 4
    assert table.refused(f"{a} passes") == "18DO-4.2.2-1"


@pytest.mark.rule("18DO-4.2.2-8")
def test_moving_to_another_brewery_needs_a_higher_box_there_too():
    table, a, b, c = seated("1", "2", "5")
    table.apply(f"{a} bids 20 for brewery 1", f"{b} bids 30 for brewery 1", f"{c} bids 120 for brewery 5")
    assert table.starts("for brewery 5") == [f"{a} bids 130 for brewery 5"]
    assert table.refused(f"{a} bids 120 for brewery 5") == "18DO-4.2.2-8"


@pytest.mark.rule("18DO-4.2.2-9")
def test_who_is_not_outbid_is_skipped_and_cannot_move():
    table, a, b, c = seated("1", "2", "3")
    table.apply(f"{a} bids 20 for brewery 1", f"{b} bids 60 for brewery 3", f"{c} bids 70 for brewery 3")
    assert table.acting == b  # not a
    assert table.refused(f"{a} bids 30 for brewery 1") == "18DO-4.2.2-9"
    assert table.refused(f"{c} bids 80 for brewery 3") == "18DO-4.2.2-9"  # the highest of two keeps it too


@pytest.mark.rule("18DO-4.2.2-10", "18DO-4.2.2-11", "18DO-4.2.2-15", "18DO-4-2", "18DO-4.2.2-14")
def test_bidding_ends_with_every_marker_elsewhere_and_all_pay_their_bids():
    table, a, b, c = seated("1", "2", "3")
    table.apply(f"{a} bids 60 for brewery 3", f"{b} bids 70 for brewery 3", f"{c} bids 30 for brewery 1")
    paid = owner_pays(table, f"{a} bids 50 for brewery 2")
    sold = [
        (e.values["player"], e.values["brewery"], e.values["price"]) for e in table.events("brewery-sold")
    ]
    assert sold == [(c, "1", 30), (a, "2", 50), (b, "3", 70)]
    assert paid == {a: -50, b: -70, c: -30, "bank": 150}
    assert table.s.breweries == {"1": c, "2": a, "3": b}
    assert table.round == "SR 1"
    assert table.s.priority == table.acting == c  # the lowest number


@pytest.mark.rule("18DO-4.2.2-12")
def test_nobody_bids_more_than_the_own_cash():
    table, a, *_ = seated("1", "2", "5")
    table.s.cash["bank"] += table.s.cash[a] - 100
    table.s.cash[a] = 100
    assert table.allows(f"{a} bids 100 for brewery 5")
    assert table.refused(f"{a} bids 110 for brewery 5") == "18DO-4.2.2-12"


@pytest.mark.rule("18DO-4.2.2-13")
def test_the_card_comes_with_its_marker_or_its_beer():
    table, a, b, c = seated("1", "2", "3")
    table.apply(f"{a} bids 20 for brewery 1", f"{b} bids 40 for brewery 2", f"{c} bids 60 for brewery 3")
    about = table.game.view()["position"]["breweries"]
    assert (about["1"]["owner"], about["1"]["cubes"]) == (a, 2)
    assert (about["2"]["owner"], about["2"]["marker_at"]) == (b, "card")
    assert (about["3"]["owner"], about["3"]["marker_at"]) == (c, "card")
    assert about["1"]["marker_at"] == "" and about["2"]["cubes"] == about["3"]["cubes"] == 0


def test_only_actions_of_the_game_are_understood():
    table = dealt_with("1")
    with pytest.raises(BadInput):
        table.game.why_not(f"{table.acting} sells brewery 1")
