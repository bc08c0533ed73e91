"""What rounds and turns tell as they begin and end, in the order in which it happens."""

from typing import Any

import pytest

from kursbuch.rail.rounds.ahead import Ahead, rounds_ahead
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.testing import Table
from tests.titles.shikoku.helpers import shikoku

KO: dict[str, Any] = {"price": 75, "A": 60, "cash": 500}


def told(table: Table) -> list[tuple[str, dict[str, Any]]]:
    """What the last action told, but for payments."""
    events = table.game.events_of(len(table.game.actions))
    return [(event.key, dict(event.values)) for event in events if event.key not in ("money", "price")]


def test_a_stock_round_ends_and_an_operating_round_begins():
    table = shikoku(companies={"KO": KO}, cash={"A": 10, "B": 0, "C": 0}, stock="A").apply("A passes")
    assert told(table) == [
        ("passes", {"player": "A"}),
        ("passes", {"player": "B"}),  # who can do nothing
        ("passes", {"player": "C"}),
        ("priority", {"player": "A"}),
        ("operating-round", {"set": 2, "number": 1}),
        ("turn", {"company": "KO", "president": "A"}),
    ]


def test_after_the_last_company_a_stock_round_begins():
    table = shikoku(companies={"KO": KO}, turn="KO trains").apply("KO passes")
    assert told(table) == [("stock-round", {"number": 3})]


def test_the_game_is_over_after_the_last_round_of_a_set():
    table = shikoku(companies={"KO": KO}, turn="KO trains")
    table.s.end("bank")
    assert told(table.apply("KO passes"))[-1:] == [("over", {"reason": "bank"})]


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("sell KHS", Deed("sell", "KHS")),
        ("train 4", Deed("train", "4")),  # a name, not an amount
        ("mail 3M 40", Deed("mail", "3M", 40)),
        ("lay", Deed("lay")),
    ],
)
def test_deeds_of_old_positions_are_read(text: str, deed: Deed):
    assert Deed.read(text) == deed


def test_the_rounds_ahead_of_a_stock_round():
    table = shikoku(companies={"KO": KO}, phase="3", stock="A")
    ahead = rounds_ahead(table.game.rules.stages, table.s)
    assert ahead == [Ahead("operating", 2, 1), Ahead("operating", 2, 2), Ahead("stock", number=3)]
