"""Routes and red areas: section R, peculiarity 19, and the order of a company's turn."""

import pytest

from kursbuch.rail.routes.running import best_of
from tests.titles.northeast.helpers import PITTSBURGH, WASHINGTON, northeast, one

DEEP_SOUTH = "I15.0 J14.0 K13.0"


def running(*trains, phase="5", tiles=None, **more):
    """B&O with Baltimore joined to Washington and the Deep South."""
    return one("B&O", "run", trains=trains, phase=phase, tiles=tiles or WASHINGTON, **more)


@pytest.mark.rule("1830-19-1")
@pytest.mark.parametrize(
    ("phase", "train", "income"),
    [("3", "3", 80), ("4", "4", 80), ("5", "5", 90), ("6", "6", 90), ("D", "6", 90), ("D", "D", 90)],
)
def test_19_red_areas_count_by_phase_for_every_train(phase, train, income):
    table = running(train, phase=phase)
    assert best_of(table.s, "B&O")[1] == income
    table.apply(f"B&O runs {train}: {DEEP_SOUTH}")
    assert table.s.top.income == income


@pytest.mark.rule("1830-19-2")
def test_19_two_hexes_of_one_area_are_one_place():
    companies = {"PRR": {"price": 100, "A": 60, "trains": ["5"], "tokens": ["B10.0", "H4.0"]}}
    tiles = {"B10": "15.0", "I3": "8.1", "J4": "8.1", "I5": "8.0", "H4": "15.5"}
    table = northeast(companies=companies, tiles=tiles, phase="5", turn="PRR run")
    assert table.refused("PRR runs 5: A9.0 B10.0 A11.0") == "1830-19-2"
    assert table.refused("PRR runs 5: I1.0 I3 H4.0 I5 J4 J2.0") == "1830-19-2"
    assert table.allows("PRR runs 5: A9.0 B10.0")
    assert table.allows("PRR runs 5: H4.0 I5 J4 J2.0")


@pytest.mark.rule("1830-R-1")
def test_r_a_train_runs_once():
    way = "I15.0 J14.0"
    assert running("5").refused(f"B&O runs 5: {way} | 5: J14.0 K13.0") == "1830-R-1"
    assert running("5").refused(f"B&O runs 6: {way}") == "1830-R-1"
    assert running("5").refused("B&O passes") == "1830-R-1"  # it says what it runs, be it nothing
    assert running("5").allows("B&O runs nothing")
    assert running("5", "5", tiles={**WASHINGTON, "I17": "9.1"}).allows(
        f"B&O runs 5: {way} | 5: I15.0 I17 I19.0"
    )


@pytest.mark.rule("1830-R-2")
def test_r_a_route_joins_two_stops_by_track_skips_none_and_has_a_token():
    table = running("5")
    assert table.refused("B&O runs 5: I15.0") == "1830-R-2"
    assert table.refused("B&O runs 5: I15.0 K13.0") == "1830-R-2"  # no track
    assert table.refused("B&O runs 5: I15.0 J14 K13.0") == "1830-R-2"  # Washington is skipped
    assert table.refused("B&O runs 5: J14.0 K13.0") == "1830-R-2"  # no token of the B&O
    assert table.allows(f"B&O runs 5: {DEEP_SOUTH}")


@pytest.mark.rule("1830-R-3")
def test_r_no_stop_and_no_track_twice():
    assert running("5").refused("B&O runs 5: I15.0 J14.0 I15.0") == "1830-R-3"


@pytest.mark.rule("1830-R-4")
def test_r_a_red_area_is_an_end():
    tiles = {**WASHINGTON, "J12": "9.2", "I11": "9.2", "H10": "57.2"}  # on from the Deep South to Pittsburgh
    assert running("5", tiles=tiles).allows("B&O runs 5: K13.0 J14.0 I15.0")
    assert running("5", tiles=tiles).refused(f"B&O runs 5: {DEEP_SOUTH} J12 I11 H10.0") == "1830-R-4"


@pytest.mark.rule("1830-R-5")
def test_r_no_way_through_a_city_full_of_others():
    others = {"PRR": {"price": 90, "B": 60, "tokens": ["J14.0"]}}
    table = running("5", others=others)
    assert table.refused(f"B&O runs 5: {DEEP_SOUTH}") == "1830-R-5"
    assert table.allows("B&O runs 5: I15.0 J14.0")
    assert best_of(table.s, "B&O")[1] == 50


@pytest.mark.rule("1830-R-6")
def test_r_a_train_reaches_as_many_stops_as_its_number():
    assert running("2", phase="").refused(f"B&O runs 2: {DEEP_SOUTH}") == "1830-R-6"
    assert running("3", phase="3").allows(f"B&O runs 3: {DEEP_SOUTH}")
    assert running("D", phase="D").allows(f"B&O runs D: {DEEP_SOUTH}")


@pytest.mark.rule("1830-R-6")
def test_r_towns_count_and_two_of_a_hex_are_two():
    tiles = {"I17": "9.1"}
    assert best_of(running("2", phase="", tiles=tiles).s, "B&O")[1] == 40  # Atlantic City is a stop


@pytest.mark.rule("1830-R-7")
def test_r_two_trains_share_no_track():
    assert running("5", "5").refused("B&O runs 5: I15.0 J14.0 | 5: I15.0 J14.0") == "1830-R-7"


# -- the turn -------------------------------------------------------------------------------------


@pytest.mark.rule("1830-O-2")
def test_o_a_turn_has_its_order():
    steps = [
        "PRR lays 9.1 at H14",
        "PRR builds a station at H10.0",
        "PRR runs 2: H12.0 H10.0",
        "PRR pays",
        "PRR buys train 3 as 3 from depot for 180",
        "PRR passes",
    ]
    table = one("PRR", tiles=PITTSBURGH, trains=["2"], phase="3", privates={"DH": "B"})
    for number, step in enumerate(steps):
        assert {table.refused(later) for later in steps[number + 1 : -1]} <= {"1830-O-2"}, step
        table.apply(step)
    assert {action.split()[1] for action in table.legal()} == {"acquires", "passes"}
    assert {table.refused(earlier) for earlier in steps[2:-1]} == {"1830-O-2"}


@pytest.mark.rule("1830-O-1", "1830-O-4")
def test_o_presidents_decide_and_other_companies_wait():
    companies = {"PRR": {"price": 100, "A": 60, "cash": 90}, "NYC": {"price": 90, "A": 60, "cash": 90}}
    table = northeast(companies=companies, turn="PRR lay")
    assert table.refused("NYC lays 57.0 at E19") == "1830-O-1"
    assert table.refused("B: PRR lays 57.1 at H10") == "1830-O-1"
    assert table.refused("A buys 10 PRR from offer") == "1830-O-4"
