"""The opening auction of privates (section A), and which privates are used (peculiarity 15)."""

import pytest

from tests.titles.shikoku.helpers import opening


@pytest.mark.rule("1889-A-1")
def test_the_cheapest_is_bought_at_its_price_and_the_next_player_goes_on():
    table = opening().apply("A takes TR for 20")
    assert (table.s.privates["TR"], table.cash("A"), table.acting) == ("A", 400, "B")


@pytest.mark.rule("1889-A-1")
def test_only_the_cheapest_is_bought_and_the_others_only_bid_for():
    table = opening()
    assert table.refused("A takes MF for 30") == "1889-A-1"
    assert table.refused("A bids 25 for TR") == "1889-A-1"
    assert table.refused("A takes TR for 15") == "1889-A-1"


@pytest.mark.rule("1889-A-2")
def test_a_bid_is_at_least_five_above_the_price_or_the_highest_bid():
    table = opening()
    assert table.refused("A bids 34 for MF") == "1889-A-2"
    table.apply("A bids 36 for MF")
    assert table.refused("B bids 40 for MF") == "1889-A-2"
    assert table.allows("B bids 41 for MF")


@pytest.mark.rule("1889-A-3")
def test_bids_tie_money_up_and_a_raised_bid_frees_the_one_before():
    table = opening().apply("A bids 400 for SIR", "B passes", "C passes")
    assert table.refused("A bids 35 for MF") == "1889-A-3"
    assert table.allows("A bids 420 for SIR")
    assert table.allows("A takes TR for 20")


@pytest.mark.rule("1889-A-4")
def test_a_single_bid_wins_when_its_private_becomes_the_cheapest():
    table = opening().apply("A bids 35 for MF", "B bids 45 for ER", "C takes TR for 20")
    assert table.s.privates == {"TR": "C", "MF": "A", "ER": "B", "SMR": "", "DR": "", "SIR": ""}
    assert (table.cash("A"), table.cash("B"), table.acting) == (385, 375, "A")


@pytest.mark.rule("1889-A-4")
def test_several_bidders_fight_it_out_the_lowest_first():
    table = opening().apply("A bids 35 for MF", "B bids 40 for MF", "C takes TR for 20")
    assert table.acting == "A"
    assert table.refused("A bids 50 for ER") == "1889-A-4"
    assert table.refused("A takes MF for 30") == "1889-A-4"
    table.apply("A bids 45 for MF")
    assert table.acting == "B"
    table.apply("B passes")
    assert (table.s.privates["MF"], table.cash("A"), table.cash("B")) == ("A", 375, 420)
    assert table.acting == "A"  # the turn goes on after C, who bought the cheapest


@pytest.mark.rule("1889-A-5")
def test_before_the_first_sale_a_round_of_passes_lowers_the_cheapest_until_it_is_free():
    table = opening().apply("A passes", "B passes", "C passes")
    assert table.legal()[0] == "A takes TR for 15"
    assert [event.values for event in table.events("price-drops")] == [{"private": "TR", "price": 15}]
    table.apply(*["A passes", "B passes", "C passes"] * 2)
    assert table.legal()[0] == "A takes TR for 5"
    table.apply("A passes", "B passes", "C passes")
    assert (table.s.privates["TR"], table.cash("A"), table.acting) == ("A", 420, "B")


@pytest.mark.rule("1889-A-6")
def test_after_the_first_sale_a_round_of_passes_pays_the_privates():
    table = opening().apply("A takes TR for 20", "B passes", "C passes", "A passes")
    assert (table.cash("A"), table.acting) == (405, "B")
    assert table.legal()[0] == "B takes MF for 30"


def test_the_stock_round_begins_left_of_the_last_to_buy_the_cheapest():
    table = opening(2).apply("A bids 65 for DR", "B bids 55 for SMR", "A bids 45 for ER", "B takes TR for 20")
    table.apply("A takes MF for 30")  # ER, SMR and DR follow by themselves
    assert table.s.privates == {"TR": "B", "MF": "A", "ER": "A", "SMR": "B", "DR": "A"}
    assert (table.round, table.acting) == ("SR 1", "B")


@pytest.mark.rule("1889-15-1")
@pytest.mark.parametrize(
    ("players", "privates"),
    [(2, "TR MF ER SMR DR"), (3, "TR MF ER SMR DR SIR"), (4, "TR MF ER SMR DR SIR UTF")],
)
def test_peculiarity_15_two_players_go_without_sir_and_utf_needs_four(players, privates):
    assert list(opening(players).s.privates) == privates.split()
