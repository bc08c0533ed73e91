"""18TE §8: the end of the game and the winner."""

import pytest

from kursbuch.testing import Table, position
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.scene import Scene
from kursbuch.words import own_words


def paying(income, *, bank=None, cash=None, operating_round=1, **about) -> Table:
    """KHS, wholly in the players' hands, is about to pay."""
    khs = {"A": 70, "B": 30, "trains": ["2"], "price": 100, "cash": 150, **about}
    return position(
        "18te",
        companies={"KHS": khs},
        turn="KHS pay",
        income=income,
        bank=bank,
        cash=cash,
        operating_round=operating_round,
    )


def rounds_to_the_end(table) -> list[str]:
    """Let everything go by until the game is over; the rounds that are still played."""
    rounds = [table.round]
    while not table.game.over:
        legal = table.legal()
        table.apply(next((action for action in legal if action.endswith("passes")), legal[0]))
        if not table.game.over and table.round != rounds[-1]:
            rounds.append(table.round)
        assert len(rounds) < 10, rounds
    return rounds


# -- what brings the end about --------------------------------------------------------------------


@pytest.mark.rule("18TE-8-1")
@pytest.mark.parametrize(("bank", "ending"), [(30, "bank"), (50, "bank"), (51, "")])
def test_a_bank_without_money_brings_the_end_about(bank, ending):
    assert paying(50, bank=bank).apply("KHS pays").s.ending == ending


@pytest.mark.rule("18TE-8-2")
def test_a_bankrupt_player_brings_the_end_about():
    companies = {"KHS": {"cash": 60}}
    table = position("18te", companies=companies, tiles={"F6": "4.1"}, turn="KHS trains", cash={"A": 0})
    table.apply("A is bankrupt")
    assert table.s.ending == "bankruptcy"
    assert not table.game.over
    table.apply("KHS passes")
    assert table.round == "OR 2.2"


@pytest.mark.rule("18TE-8-3")
def test_a_price_of_300_brings_the_end_about():
    assert paying(250, spot=(0, 15)).apply("KHS pays").s.ending == "price"
    assert paying(240, spot=(0, 15)).apply("KHS pays").s.ending == ""


# -- how the end comes ----------------------------------------------------------------------------


@pytest.mark.rule("18TE-8-4")
@pytest.mark.parametrize(("number", "played"), [(1, ["OR 2.1", "OR 2.2"]), (2, ["OR 2.2"])])
def test_an_end_in_an_operating_round_lets_both_rounds_be_played(number, played):
    table = paying(250, spot=(0, 15), operating_round=number)
    table.apply("KHS pays")
    assert rounds_to_the_end(table) == played
    assert table.legal() == []


@pytest.mark.rule("18TE-8-5")
def test_an_end_in_a_stock_round_is_followed_by_two_operating_rounds():
    companies = {"KHS": {"A": 50, "price": 100, "trains": ["2"], "cash": 10}}
    table = position("18te", companies=companies, bank=30, stock="A")
    table.apply("A sells 10 KHS")
    assert table.s.ending == "bank"
    assert rounds_to_the_end(table) == ["SR 2", "OR 2.1", "OR 2.2"]


@pytest.mark.rule("18TE-8-6")
def test_an_empty_bank_pays_on():
    table = paying(80, bank=0, cash={"A": 0, "B": 0}).apply("KHS pays")
    assert (table.cash("A"), table.cash("B")) == (56, 24)
    assert table.cash("bank") == -80


@pytest.mark.rule("18TE-8-4")
def test_without_a_reason_to_end_the_next_set_begins():
    table = paying(50, operating_round=2).apply("KHS pays")
    while table.round == "OR 2.2":
        table.apply(next(action for action in table.legal() if action.endswith("passes")))
    assert table.round == "SR 3"


def test_the_game_ends_when_no_company_is_left_and_nobody_can_pay_for_the_next():
    gone = frozenset({"KHS", "KWE"})
    poor = position("18te", stock="A", closed=gone, cash={"A": 179, "B": 90})
    poor.apply("A passes", "B passes")
    assert poor.game.over
    assert poor.s.ending == "standstill"
    assert poor.s.operating_round == 0  # none of no company follows
    assert [event.values["reason"] for event in poor.events("over")] == ["standstill"]


@pytest.mark.parametrize(
    "more", [{"cash": {"A": 180, "B": 90}}, {"companies": {"CME": {}}, "cash": {"A": 0}}]
)
def test_with_a_company_in_play_or_one_to_be_paid_for_the_game_goes_on(more):
    table = position("18te", stock="A", closed=frozenset({"KHS", "KWE"}), **more)
    table.apply("A passes", "B passes")
    assert not table.game.over


def test_the_game_ends_when_the_last_company_of_all_is_gone():
    closed = frozenset({"KHS", "KWE", "CME", "TWE", "KPR"})
    table = position("18te", stock="A", closed=closed).apply("A passes", "B passes")
    assert table.game.over


# -- the winner -----------------------------------------------------------------------------------


@pytest.mark.rule("18TE-8-7")
def test_wealth_is_cash_and_certificates_at_the_current_price():
    table = position("18te", companies={"KHS": {"price": 90, "A": 50}}, cash={"A": 120}, stock="A")
    assert table.game.scores()["A"] == 120 + 5 * 90


@pytest.mark.rule("18TE-8-8")
def test_what_companies_own_counts_for_nobody():
    khs = {"price": 90, "A": 50, "cash": 300, "trains": ["4"]}
    table = position("18te", companies={"KHS": khs}, cash={"A": 120, "B": 80}, stock="A")
    assert table.game.scores() == {"A": 570, "B": 80}


@pytest.mark.rule("18TE-8-9")
def test_the_richest_player_wins():
    companies = {"KHS": {"price": 100, "A": 40, "B": 30}}
    table = position(
        "18te",
        3,
        companies=companies,
        cash={"A": 450, "B": 600, "C": 700},
        turn="KHS issue",
        operating_round=2,
    )
    table.s.end("bank")
    table.apply("KHS passes")
    assert table.game.over
    assert table.game.scores() == {"A": 850, "B": 900, "C": 700}
    scene = Scene(table.game, None, (), own_words("en", "18te"), len(table.game.actions))
    assert decision(scene).title == "B wins."
