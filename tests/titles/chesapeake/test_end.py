"""The end of the game: peculiarity 25."""

import pytest

from tests.titles.chesapeake.helpers import chesapeake, one

# PRR runs from F2 by G1 to nothing yet: a run of two stops needs a tile on F2 and one on E3
LINE = {"F2": "57.1", "E3": "57.1"}
RUN = "PRR runs 2: F2.0 E3.0"


def paying(bank, income=50):
    """PRR pays A and B 50 out of the bank; the second of two operating rounds is to come."""
    about = {"price": 80, "A": 60, "B": 40, "trains": ["2"], "cash": 0}
    return chesapeake(
        companies={"PRR": about},
        tiles=LINE,
        turn="PRR pay",
        income=income,
        bank=bank,
        cash={"A": 0, "B": 0, "C": 0},
    )


@pytest.mark.rule("18CH-25-1")
def test_25_an_empty_bank_is_not_broken_one_that_owes_is():
    table = paying(50).apply("PRR pays")
    assert (table.cash("bank"), table.s.ending) == (0, "")
    table = paying(49).apply("PRR pays")
    assert (table.cash("bank"), table.s.ending) == (-1, "bank")


@pytest.mark.rule("18CH-25-1")
def test_25_broken_once_is_broken_for_good():
    table = paying(49).apply("PRR pays")
    table.s.transfer("LV" if table.cash("LV") else "N&W", "bank", 500, "train")
    assert (table.cash("bank"), table.s.ending) == (499, "bank")


@pytest.mark.rule("18CH-25-2", "18CH-8-4")
def test_25_the_set_is_finished_and_no_train_leaves_after_it():
    table = paying(30).apply("PRR pays")
    assert (table.cash("A"), table.cash("B"), table.cash("bank")) == (30, 20, -20)
    assert (table.game.over, table.round) == (False, "OR 2.2")
    before = table.s.trains["depot"]
    table.apply("PRR passes", RUN, "PRR pays")
    assert table.game.over
    assert table.refused("PRR passes") == "18CH-25-2"
    assert (table.s.ending, table.s.trains["depot"]) == ("bank", before)


@pytest.mark.rule("18CH-25-2")
def test_25_a_bank_broken_in_a_stock_round_leaves_the_following_set():
    about = {"price": 80, "par": 80, "A": 40, "B": 10, "floats": False, "cash": 0}
    table = chesapeake(companies={"PRR": about}, bank=100, cash={"A": 80, "B": 0, "C": 0})
    table.apply("A buys 10 PRR from offer")  # it floats
    assert table.s.ending == "bank"
    while table.round.startswith("SR"):
        table.apply(f"{table.acting} passes")
    assert (table.game.over, table.round) == (False, "OR 2.1")
    table.apply("PRR passes")
    while not table.game.over:
        table.apply("PRR passes")
    assert table.s.operating_round == 1


@pytest.mark.rule("18CH-25-3")
def test_25_the_score_is_cash_shares_and_privates():
    companies = {"PRR": {"price": 80, "A": 60, "cash": 999}, "LV": {"price": 70, "B": 20, "A": 10}}
    table = chesapeake(4, companies=companies, privates={"CV": "A", "C-P": "PRR"}, cash={"A": 11, "B": 0})
    scores = table.game.scores()
    assert scores["A"] == 11 + 6 * 80 + 70 + 200
    assert scores["B"] == 140


def test_a_game_is_played_for_an_end_by_bankruptcy_too():
    table = one("PRR", at="trains", cash=0, phase="6", tiles=LINE, about={"A": 60}, bank=5000)
    table.s.cash["A"] = 0
    assert table.allows("A is bankrupt")
