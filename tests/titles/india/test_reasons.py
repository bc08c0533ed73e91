"""Why a choice in 1853 is good or bad: a position, the choice, and the figures of its reasons."""

from __future__ import annotations

import pytest

from kursbuch.testing import Table, settle
from kursbuch.words import LANGUAGES, own_words
from tests.bots.deciding import reasoned
from tests.titles.india.table import india, line
from tests.titles.india.test_leading import takeover
from tests.titles.india.test_rounds import last_turn

LINE = line("F14 E13 D12 C11")  # from Delhi: NWR runs for 70 with a 2
NWR = {"A": 3, "B": 2, "trains": ["2"], "cash": 200}


def elephant_to_b(**others: object) -> Table:
    """A has bought last and holds four shares of NWR; B has the elephant and two shares, C none."""
    companies = {"NWR": NWR, **others}
    table = india(companies=companies, tiles=LINE, cash={"A": 200, "B": 50, "C": 90})
    return table.apply("A buys 10 NWR from offer", "A passes", "B passes", "C passes", "A passes")


def test_an_offer_of_the_elephant_tells_its_price_and_whom_another_round_pays() -> None:
    table = elephant_to_b()
    open_price = next(text for text in table.legal() if text.startswith("B offers the elephant to A"))
    assert reasoned(table, open_price) == {
        "elephant-up-to": {"player": "A", "price": table.cash("A")},
        "elephant-theirs": {"player": "A", "income": 28, "me": "B", "mine": 14},
    }
    assert reasoned(table, "B offers the elephant to C for 30") == {
        "elephant-for": {"player": "C", "price": 30},
        "elephant-theirs": {"player": "C", "income": 0, "me": "B", "mine": 14},
    }


def test_to_keep_or_take_the_elephant_tells_what_it_is_good_for() -> None:
    table = elephant_to_b(EIR={"pool": 5, "price": 40})
    mine = {"elephant-mine": {"income": 14}, "elephant-manages": {"company": "EIR"}}
    assert reasoned(table, "B passes") == mine
    table.apply("B offers the elephant to C for 30")
    assert reasoned(table, "C agrees") == {"cash-left": {"cash": 60}, "elephant-mine": {"income": 0}}
    assert reasoned(table, "C declines") == {
        "cash-kept": {"cash": 90},
        "elephant-theirs": {"player": "B", "income": 14, "me": "C", "mine": 0},
    }


def test_no_further_round_tells_whom_one_would_have_paid_most() -> None:
    table = settle(last_turn("NWR", others={"NWR": {**NWR, "cash": 0}}, tiles=LINE, priority="B"))
    assert table.s.top.stage == "another round"
    assert reasoned(table, "B calls another operating round") == {"round-pays": {"income": 14}}
    assert reasoned(table, "B passes") == {
        "round-pays": {"income": 14},
        "round-others": {"player": "A", "income": 21},
    }


def test_a_train_on_credit_tells_what_is_owed_and_what_runs_with_it() -> None:
    table = takeover(cash=150, treasury=200)
    owed = {"train-on-credit": {"company": "SIR", "price": 300, "cash": 200, "income": 0}}
    for choice in ("SIR pays for the train on credit", "SIR returns the train on credit"):
        assert reasoned(table, choice) == owed


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_have_words(language: str) -> None:
    """The figures of a reason all stand in its sentence."""
    words = own_words(language, "1853")
    told = reasoned(elephant_to_b(), "B offers the elephant to C for 30")["elephant-theirs"]
    said = words("coach.1853.elephant-theirs", **told)
    assert all(str(value) in said for value in told.values())
