"""What trains earn: red areas, Pittsburgh, G1, and the rules for routes (peculiarities 11, 12, 22, section R)."""

import pytest

from kursbuch.draw import board_svg
from kursbuch.rail.routes.running import best_of
from tests.titles.chesapeake.helpers import one

COAL = {"C13": "57.1"}  # Lynchburg to West Virginia Coal
WEST = {"B4": "55.2", "C5": "57.2"}  # Pittsburgh, Charleroi, Green Spring
LINE = {"F2": "57.1", "E3": "57.1", "D4": "9.1"}
THREE = {"C13": "57.1", "D12": "57.1", "E11": "4.1"}  # coal, Lynchburg, Charlottesville, Fredericksburg


def running(company="N&W", *trains, tiles=None, phase="5", **more):
    return one(company, at="run", tiles=tiles or THREE, phase=phase, trains=trains, **more)


@pytest.mark.rule("18CH-11-1")
@pytest.mark.parametrize(
    ("phase", "train", "coal"),
    [
        ("", "2", 40),
        ("3", "3", 50),
        ("4", "4", 50),
        ("5", "5", 60),
        ("6", "6", 60),
        ("D", "6", 80),
        ("D", "D", 80),
    ],
)
def test_11_red_areas_count_by_phase_for_every_train(phase, train, coal):
    table = running("N&W", train, tiles=COAL, phase=phase)
    assert best_of(table.s, "N&W")[1] == 20 + coal
    table.apply(f"N&W runs {train}: C13.0 B14.0")
    assert table.s.top.income == 20 + coal


@pytest.mark.rule("18CH-11-2")
def test_11_two_hexes_of_one_place_are_never_in_one_route():
    table = running("PLE", "5", tiles={"B4": "2.1"})  # one town between both hexes of Pittsburgh
    assert table.refused("PLE runs 5: A3.0 B4.1 B2.0") == "18CH-11-2"
    assert table.allows("PLE runs 5: A3.0 B4.1")
    pairs = {tuple(sorted(pair)) for pair in table.s.box.map.too_near}
    assert pairs == {("A3", "B2"), ("A13", "B14")}


@pytest.mark.rule("18CH-12-1")
def test_12_pittsburgh_is_ples_home_and_anybodys_end():
    table = running("PLE", "5", tiles=WEST)
    assert table.station_at("A3.0") == ("PLE",)
    table.apply("PLE runs 5: A3.0 B4.0 C5.0")
    assert table.s.top.income == 60 + 10 + 20
    others = {"PLE": {"price": 70, "B": 60}}
    other = running("PRR", "5", tiles=WEST, tokens=["C5.0"], others=others)
    assert other.allows("PRR runs 5: A3.0 B4.0 C5.0")


@pytest.mark.rule("18CH-12-1")
def test_12_the_circle_in_pittsburgh_is_ples_alone():
    early = one("PRR", at="station", tiles=WEST, tokens=["C5.0"])
    assert early.refused("PRR builds a station at A3.0") == "18CH-15-2"
    others = {"PLE": {"price": 70, "B": 60}}
    late = one("PRR", at="station", tiles=WEST, tokens=["C5.0"], others=others)
    assert late.refused("PRR builds a station at A3.0") == "18CH-16-3"


@pytest.mark.rule("18CH-12-1")
def test_12_ple_begins_with_a_double_town():
    legal = {action for action in one("PLE").legal() if "lays" in action}
    assert legal and all(action.endswith("at B4") for action in legal)


@pytest.mark.rule("18CH-22-3")
def test_22_only_one_line_of_g1_is_run_at_a_time():
    tiles = {"F2": "57.1", "G3": "4.0", "H2": "8.0", "H4": "57.0"}
    table = running("PRR", "5", "5", tiles=tiles)
    one_line, other_line = "5: F2.0 G1 G3.0", "5: F2.0 G1 H2 H4.0"
    assert table.allows(f"PRR runs {one_line}") and table.allows(f"PRR runs {other_line}")
    assert table.refused(f"PRR runs {one_line} | {other_line}") == "18CH-R-7"
    assert table.refused("PRR runs 5: G3.0 G1 H2 H4.0") == "18CH-R-2"  # nor does one lead into the other


# -- routes ---------------------------------------------------------------------------------------


@pytest.mark.rule("18CH-R-1")
def test_r_a_train_runs_once():
    two = "5: C13.0 B14.0 | 5: C13.0 D12.0"
    assert running("N&W", "5").refused(f"N&W runs {two}") == "18CH-R-1"
    assert running("N&W", "5", "5").allows(f"N&W runs {two}")
    assert running("N&W").refused("N&W runs 5: C13.0 B14.0") == "18CH-R-1"


@pytest.mark.rule("18CH-R-2")
def test_r_a_route_joins_two_stops_by_track_and_has_a_token():
    table = running("N&W", "5")
    assert table.refused("N&W runs 5: C13.0") == "18CH-R-2"
    assert table.refused("N&W runs 5: C13.0 E11.0") == "18CH-R-2"
    assert table.refused("N&W runs 5: D12.0 E11.0") == "18CH-R-2"
    assert table.refused("N&W runs 5: B14.0 C13.0 D12 E11.0") == "18CH-R-2"  # Charlottesville is skipped
    assert table.allows("N&W runs 5: B14.0 C13.0 D12.0 E11.0")


@pytest.mark.rule("18CH-R-3")
def test_r_no_stop_and_no_track_twice():
    assert running("N&W", "5").refused("N&W runs 5: D12.0 C13.0 D12.0") == "18CH-R-3"


@pytest.mark.rule("18CH-R-4")
def test_r_a_red_area_is_an_end():
    # B6 and B8 both lead into Ohio, B8 on to the coal
    tiles = {"B6": "9.1", "C5": "57.1", "B8": "8.0", "B10": "9.0", "B12": "9.0"}
    table = running("N&W", "5", tiles=tiles, tokens=["C5.0"])
    assert table.allows("N&W runs 5: C5.0 B6 A7.0")
    assert table.refused("N&W runs 5: C5.0 B6 A7.0 B8 B10 B12 B14.0") == "18CH-R-4"


@pytest.mark.rule("18CH-R-5")
def test_r_no_route_through_a_city_full_of_others():
    others = {"LV": {"price": 70, "B": 60, "tokens": ["D12.0"]}}
    table = running("N&W", "5", others=others)
    assert table.refused("N&W runs 5: C13.0 D12.0 E11.0") == "18CH-R-5"
    assert table.allows("N&W runs 5: C13.0 D12.0")


@pytest.mark.rule("18CH-R-6")
def test_r_a_train_reaches_as_many_stops_as_its_number_towns_included():
    way = "B14.0 C13.0 D12.0 E11.0"
    assert running("N&W", "3", phase="3").refused(f"N&W runs 3: {way}") == "18CH-R-6"
    assert running("N&W", "4", phase="4").allows(f"N&W runs 4: {way}")
    assert running("N&W", "D", phase="D").allows(f"N&W runs D: {way}")


@pytest.mark.rule("18CH-R-7")
def test_r_two_trains_share_no_track():
    table = running("N&W", "5", "5")
    assert table.refused("N&W runs 5: C13.0 D12.0 | 5: C13.0 D12.0 E11.0") == "18CH-R-7"


@pytest.mark.rule("18CH-O-2")
def test_o_a_turn_has_its_order():
    steps = [
        "PRR lays 9.1 at D4",
        "PRR builds a station at E3.0",
        "PRR runs 3: F2.0 E3.0",
        "PRR pays",
        "PRR buys train 3 as 3 from depot for 180",
        "PRR passes",
    ]
    tiles = {"F2": "57.1", "E3": "57.1"}
    table = one("PRR", tiles=tiles, phase="3", trains=["3"], privates={"C-P": "B"})
    for number, step in enumerate(steps):
        assert {table.refused(later) for later in steps[number + 1 : -1]} <= {"18CH-O-2"}, step
        table.apply(step)
        if "lays" in step:  # C-P, if it were bought now, could build
            table.apply("PRR passes")
    assert {action.split()[1] for action in table.legal()} == {"acquires", "passes"}
    assert {table.refused(earlier) for earlier in steps[2:-1]} == {"18CH-O-2"}


def test_12_the_board_shows_ples_station_in_pittsburgh():
    kept = board_svg(one("PRR").game)
    assert '<g data-stop="A3.0"><g class="kb-reserved" data-company="PLE">' in kept
    built = board_svg(one("PLE").game)
    assert '<g data-stop="A3.0"><g class="kb-station" data-company="PLE"' in built
