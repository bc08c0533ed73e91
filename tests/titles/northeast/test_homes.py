"""Homes and tokens: peculiarities 15, 16 and 21."""

from typing import Any

import pytest

from kursbuch.testing import Table
from tests.titles.northeast.helpers import PITTSBURGH, northeast, one

TO_NEW_YORK = {"E19": "57.2", "F20": "56.0"}  # from Albany by the coast to the circle of the NYNH
BUFFALO = {"E13": "8.1"}  # from Rochester to E11


# -- 15: homes ------------------------------------------------------------------------------------


@pytest.mark.rule("1830-15-1")
def test_15_a_home_is_marked_when_the_companys_own_first_turn_begins():
    companies = {
        "PRR": {"price": 100, "A": 60, "home": False, "new": True},
        "B&O": {"price": 90, "B": 60, "home": False, "new": True},
    }
    table = northeast(companies=companies, cash={"A": 0, "B": 0, "C": 0}).apply("A passes", "B passes")
    assert (table.station_at("H12.0"), table.station_at("I15.0")) == (("PRR",), ("",))
    table.apply("PRR passes")
    assert table.station_at("I15.0") == ("B&O",)


@pytest.mark.rule("1830-15-2")
def test_15_a_space_is_kept_in_a_home():
    table = one("NYNH", "station", tiles=TO_NEW_YORK)
    assert table.refused("NYNH builds a station at E19.0") == "1830-15-2"
    others = {"NYC": {"price": 90, "B": 60}}
    free = one("NYNH", "station", tiles={**TO_NEW_YORK, "E19": "14.2"}, others=others)
    assert free.allows("NYNH builds a station at E19.0")


@pytest.mark.rule("1830-15-3")
def test_15_the_circle_of_the_nynh_is_kept_and_the_other_open_to_all():
    assert one("NYC", "station", tiles=TO_NEW_YORK).refused("NYC builds a station at G19.0") == "1830-15-2"
    others = {"C&O": {"price": 90, "B": 60, "tokens": ["H18.1"], "cash": 100}}
    table = northeast(companies=others, tiles={"H18": "59.1"}, turn="C&O station")
    assert table.allows("C&O builds a station at G19.1")


@pytest.mark.rule("1830-15-3")
def test_15_the_kept_circle_follows_the_tile():
    early = one("NYC", "station", tiles={**TO_NEW_YORK, "G19": "54.0"}, phase="3")
    assert early.refused("NYC builds a station at G19.1") == "1830-15-2"  # the circle of the edge NE
    brown = one("NYC", "station", tiles={**TO_NEW_YORK, "G19": "62.0"}, phase="5")
    assert brown.allows("NYC builds a station at G19.1")  # of its two places one is kept
    companies = {"NYNH": {"price": 100, "A": 60, "home": False, "new": True}}
    table = northeast(companies=companies, tiles={"G19": "54.0"}, cash={"A": 0, "B": 0, "C": 0})
    table.apply("A passes")
    assert (table.station_at("G19.0"), table.station_at("G19.1")) == (("",), ("NYNH",))


# -- 16: the Erie ---------------------------------------------------------------------------------


def erie(tiles: Any = None, **more: Any) -> Table:
    """ERIE's first turn begins; B's C&O has a token in Rochester."""
    companies = {
        "ERIE": {"price": 100, "A": 60, "cash": 0, "home": False, "new": True},
        "C&O": {"price": 90, "B": 60, "cash": 500, "tokens": ["D14.0"]},
    }
    table = northeast(
        companies=companies, tiles=tiles or {}, phase="3", cash={"A": 0, "B": 0, "C": 0}, **more
    )
    return table.apply("A passes", "B passes")


@pytest.mark.rule("1830-16-1")
def test_16_on_bare_e11_the_token_waits_and_the_layer_of_the_59_chooses():
    table = erie(BUFFALO)
    assert (table.s.board.beside_hex, table.acting) == ({"E11": ("ERIE",)}, "A")
    assert {action.split()[-1] for action in table.legal() if " lays " in action} == {"E11"}
    table.apply("ERIE passes", "C&O lays 59.4 at E11")
    assert table.acting == "B"
    assert table.legal() == ["ERIE builds a station at E11.0", "ERIE builds a station at E11.1"]
    assert table.refused("C&O passes") == "1830-16-1"
    assert table.refused("ERIE builds a station at H12.0") == "1830-16-1"
    table.apply("ERIE builds a station at E11.1")
    assert (table.station_at("E11.1"), table.s.board.beside_hex) == (("ERIE",), {})
    assert table.s.top.company == "C&O"  # its turn goes on


@pytest.mark.rule("1830-16-1")
def test_16_the_erie_may_lay_the_59_itself():
    table = erie().apply("ERIE lays 59.0 at E11")
    assert (table.acting, len(table.legal())) == ("A", 2)
    table.apply("ERIE builds a station at E11.0")
    assert table.station_at("E11.0") == ("ERIE",)
    assert [token.cost for token in table.s.tokens["ERIE"]] == [40, 100]


@pytest.mark.rule("1830-16-2")
def test_16_with_the_59_there_the_erie_chooses_when_its_first_turn_begins():
    table = erie({"E11": "59.4"})
    assert (table.acting, len(table.legal())) == ("A", 2)
    assert table.refused("ERIE passes") == "1830-16-1"
    table.apply("ERIE builds a station at E11.0")
    assert (table.s.top.company, table.s.top.at) == ("ERIE", 0)


@pytest.mark.rule("1830-16-3")
def test_16_until_then_nobody_else_has_a_token_there():
    companies = {"C&O": {"price": 90, "B": 60, "cash": 500, "tokens": ["D14.0"]}}
    table = northeast(companies=companies, tiles={**BUFFALO, "E11": "59.4"}, phase="3", turn="C&O station")
    assert table.refused("C&O builds a station at E11.0") == "1830-15-2"
    companies["ERIE"] = {"price": 100, "A": 60, "home": False}
    table = northeast(companies=companies, tiles={**BUFFALO, "E11": "59.4"}, phase="3", turn="C&O station")
    table.s.board = table.s.board.with_token(("E11", 1), 0, "ERIE")
    table.s.tokens["ERIE"] = table.s.tokens["ERIE"][1:]
    assert table.allows("C&O builds a station at E11.0")


# -- 21: tokens -----------------------------------------------------------------------------------


@pytest.mark.rule("1830-21-1")
def test_21_tokens_cost_forty_then_a_hundred():
    companies = one("PRR").s.box.companies
    costs = {id: [token.cost for token in company.tokens] for id, company in companies.items()}
    assert costs["PRR"] == costs["NYC"] == costs["CPR"] == [0, 40, 100, 100]
    assert costs["B&O"] == costs["C&O"] == costs["ERIE"] == [0, 40, 100]
    assert costs["NYNH"] == costs["B&M"] == [0, 40]


@pytest.mark.rule("1830-21-1")
def test_21_the_next_token_of_the_charter_is_paid():
    table = one("PRR", "station", tiles=PITTSBURGH).apply("PRR builds a station at H10.0")
    assert table.cash("PRR") == 500 - 40
    companies = {"PRR": {"price": 100, "A": 60, "cash": 99, "tokens": ["D14.0"]}}
    table = northeast(companies=companies, tiles=PITTSBURGH, turn="PRR station")
    assert table.refused("PRR builds a station at H10.0") == "1830-21-1"
    companies["PRR"]["cash"] = 100
    table = northeast(companies=companies, tiles=PITTSBURGH, turn="PRR station")
    assert table.apply("PRR builds a station at H10.0").cash("PRR") == 0
    all_out = {"B&M": {"price": 100, "A": 60, "cash": 500, "tokens": ["D14.0"]}}
    table = northeast(companies=all_out, tiles={"F22": "57.1"}, turn="B&M station")
    assert table.refused("B&M builds a station at F22.0") == "1830-21-1"


@pytest.mark.rule("1830-21-2")
def test_21_one_token_a_turn_and_the_home_does_not_count():
    tiles = {**PITTSBURGH, "H14": "9.1", "H16": "57.1"}
    table = one("PRR", "station", tiles=tiles, trains=["2"]).apply("PRR builds a station at H10.0")
    assert table.refused("PRR builds a station at H16.0") == "1830-21-2"
    companies = {"PRR": {"price": 100, "A": 60, "cash": 500, "home": False, "new": True}}
    first = northeast(companies=companies, cash={"A": 0, "B": 0, "C": 0}).apply(
        "A passes", "PRR lays 57.1 at H10"
    )
    assert first.allows("PRR builds a station at H10.0")


@pytest.mark.rule("1830-21-3")
def test_21_a_token_needs_a_free_space_in_reach():
    table = one("PRR", "station", tiles={"H16": "57.1"})
    assert table.refused("PRR builds a station at H16.0") == "1830-21-3"
    assert table.refused("PRR builds a station at H14.0") == "1830-21-3"
    others = {"B&M": {"price": 90, "B": 60, "tokens": ["H10.0"]}}
    assert (
        one("PRR", "station", tiles=PITTSBURGH, others=others).refused("PRR builds a station at H10.0")
        == "1830-21-3"
    )
