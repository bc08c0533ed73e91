"""The beginner game: privates dealt by lot and paid for, without powers, and play starts with a stock round."""

import pytest

import kursbuch as kb
from kursbuch.recorded import Recording
from kursbuch.testing import Table
from kursbuch.titles.shikoku.recorded import our_deal, our_seed, their_deal, their_seed
from kursbuch.titles.shikoku.rules.parts import box
from tests.titles.shikoku.helpers import shikoku

DEALT = {2: "DR SIR", 3: "DR SIR ER", 4: "DR SIR ER SMR", 5: "DR SIR ER SMR TR", 6: "DR SIR ER SMR TR MF"}


@pytest.mark.parametrize("players", DEALT)
def test_everybody_gets_a_private_and_pays_for_it(players):
    table = Table(kb.new_game("1889", players=players, seed=3, options={"beginner": True}))
    s = table.s
    assert set(s.privates) == set(DEALT[players].split())
    assert sorted(s.privates.values()) == sorted(s.players)
    cash = s.box.starts[players].cash
    assert all(s.cash[owner] == cash - s.box.privates[id].price for id, owner in s.privates.items())
    assert (table.round, table.acting) == ("SR 1", s.players[0])


def test_the_prices_and_incomes_are_its_own():
    parts = box(6, beginner=True)
    assert {id: (p.price, p.income) for id, p in parts.privates.items()} == {
        "TR": (20, 5),
        "MF": (40, 15),
        "ER": (40, 15),
        "SMR": (60, 20),
        "DR": (60, 20),
        "SIR": (90, 25),
    }
    assert {"Beg6", "Beg7", "Beg8", "Beg9", "Beg23", "Beg24"} <= set(parts.tiles)


def test_privates_have_no_powers_and_stay_with_the_players():
    table = shikoku(
        companies={"KO": {"price": 75, "A": 60, "cash": 500}},
        privates={"DR": "A", "SIR": "B", "ER": "C"},
        phase="3",
        turn="KO lay",
        options={"beginner": True},
    )
    assert table.refused("KO acquires DR for 60") == "1889-12-1"
    assert table.legal() and not any("swaps" in action or "acquires" in action for action in table.legal())


@pytest.mark.parametrize("players", [2, 4, 6])
def test_seeds_for_the_same_deal_are_found_both_ways(players):
    seats = {str(n): f"Player {n}" for n in range(players)}
    recording = Recording("1889", seats, 17502, ("beginner_game",), (), {}, "")
    assert our_deal(players, our_seed(recording)) == their_deal(players, 17502)
    game = kb.new_game("1889", players=players, seed=7, options={"beginner": True})
    assert their_deal(players, their_seed(game)) == our_deal(players, 7)
