"""What rounds and turns tell as they begin and end, in the order in which it happens."""

from typing import Any

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
