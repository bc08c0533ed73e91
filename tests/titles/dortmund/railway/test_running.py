"""18DO §4.5.1, §4.5.5, §4.5.6.1: routes and what they earn."""

from dataclasses import replace

import pytest

from tests.titles.dortmund.railway.table import BME_LINE, EAST, LINE, RailwayTable, go_on, owner_pays, railway


def running(
    company="BME", tiles=LINE, *, trains=("4",), phase="4", others=None, links=None, **about
) -> RailwayTable:
    companies = {company: {"A": 50, "trains": list(trains), **about}, **(others or {})}
    return railway(companies=companies, tiles=tiles, phase=phase, links=links, turn=f"{company} run")


# -- what a route is ------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.5.1-1")
def test_a_route_joins_stops_one_of_them_with_a_station():
    table = running()
    assert table.earns("BME", f"4: {BME_LINE}") == 130
    assert table.earns("BME", "4: H11.0 G12.0") == "18DO-4.5.1-1"  # no station
    assert table.earns("BME", "4: I10.0") == "18DO-4.5.1-1"  # a single stop
    assert table.earns("BME", "4: I10.0 H11.0 E12.0") == "18DO-4.5.1-1"  # no track
    between = running("RhE", tokens=["G12.0"])
    assert between.earns("RhE", f"4: {BME_LINE}") == 130  # a station on the way will do


@pytest.mark.rule("18DO-4.5.1-2")
def test_no_hex_twice_not_even_on_separate_track():
    # two curves on F11 would lead from the mine G10 by Dortmund City round and back
    tiles = {"H11": "1905.0", "G10": "1904.1", "F11": "16.5"}
    table = running(tiles=tiles, phase="3", trains=["4"])
    way = "4: I10.0 H11.0 G10.0 F11 E12.0 F11 G10.0"
    assert table.earns("BME", way) == "18DO-4.5.1-2"


# from the yard F7 round, over the straight that crosses the first on G6, and to the mine G10
LOOP = {"G6": "20.0", "H5": "7.2", "G4": "7.4", "G8": "9.1", "G10": "1904.1"}


@pytest.mark.rule("18DO-4.5.1-2")
def test_nor_a_hex_without_a_stop_where_track_crosses():
    """Each stop and each piece of track is used once; only the hex of the crossing is come through twice."""
    table, free = (running(tiles=LOOP, phase="3", tokens=["F7.0"]) for _ in range(2))
    round_about = "4: F7.0 G6 H5 G4 G6 G8 G10.0"
    assert table.earns("BME", round_about) == "18DO-4.5.1-2" and table.best("BME") == 0
    free.s.box = replace(free.s.box, counting=replace(free.s.box.counting, bar_hex_twice=False))
    assert free.earns("BME", round_about) == 30 + 10


@pytest.mark.rule("18DO-4.5.1-3", "18DO-4.5.1-4")
def test_a_full_hex_is_the_end_of_a_route():
    table = running(others={"CME": {"B": 50, "tokens": ["G12.0"]}})
    assert table.earns("BME", f"4: {BME_LINE}") == "18DO-4.5.1-3"
    assert table.earns("BME", "4: I10.0 H11.0 G12.0") == 60
    assert running(others={"CME": {"B": 50}}, tokens=["G12.0"]).earns("BME", f"4: {BME_LINE}") == 130
    other = {"CME": {"B": 50, "tokens": ["E12.0"]}}  # one of several spaces: no end for anybody
    through = running(tiles={**LINE, **EAST}, others=other)
    assert ("E14", 0) in through.s.board.reachable("BME").stops
    beyond = running(tiles={**LINE, **EAST}, others=other, trains=["5"])
    assert beyond.earns("BME", f"5: {BME_LINE} E14.0") == 130 + 20


@pytest.mark.rule("18DO-4.5.1-5")
def test_no_track_twice():
    """Whoever comes back over track comes back into its hex, which is forbidden by itself: the rule on track shows
    where that one is taken away.
    """
    junction = {
        "H5": "25.1",
        "G6": "9.0",
    }  # its stem leads to H3, its branches to I6 and by G6 to the yard F7
    back = "4: F7.0 G6 H5 H3.0 H5 I6.0"
    table, free = (running(tiles=junction, phase="3", tokens=["F7.0"]) for _ in range(2))
    assert table.earns("BME", back) == "18DO-4.5.1-2"
    free.s.box = replace(free.s.box, counting=replace(free.s.box.counting, bar_hex_twice=False))
    assert free.earns("BME", back) == "18DO-4.5.1-5"  # only the stem is used twice
    assert isinstance(free.earns("BME", "4: F7.0 G6 H5 H3.0"), int)


@pytest.mark.rule("18DO-4.5.1-6")
def test_no_sharp_turn_at_a_junction():
    # tile 25 at F11: from G10 to F13 and to E10, but not from one of these to the other
    tiles = {"F11": "25.0", "E10": "1905.4"}
    table = running(tiles=tiles, phase="3", tokens=["E12.0"])
    assert table.earns("BME", "4: E10.0 F11 F13 E12.0") == "18DO-4.5.1-6"
    faces = table.s.board.faces["F11"]
    branches = [end for end, _ in faces.beyond[0]]
    assert all(end not in [e for e, _ in faces.beyond[other]] for end in branches for other in branches)


@pytest.mark.rule("18DO-4.5.1-7")
def test_a_red_area_is_an_end():
    table = running(tiles={"H11": "1904.0", "H9": "9.2", "G8": "8.3", "F9": "7.0"}, trains=["4"])
    assert table.earns("BME", "4: H11.0 I10.0 H9 G8 F9 F7.0") == "18DO-4.5.1-7"


@pytest.mark.rule("18DO-4.5.1-7")
def test_the_two_hexes_of_a_red_area_are_not_both_ends():
    table = running("CME", {"B3": "7.1"}, trains=["2"])  # from A2 by B3 to B1
    assert table.earns("CME", "2: A2.0 B3 B1.0") == "18DO-4.5.1-2"
    assert table.best("CME") == 0


# -- trains ---------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.5.5-1")
def test_every_train_that_can_run_runs():
    table = running(
        tiles={"H11": "1904.0", "F13": "8.0", "E10": "1905.2"}, trains=["2", "2"], tokens=["D9.0"]
    )
    one = "BME runs 2: I10.0 H11.0"
    assert table.refused(one) == "18DO-4.5.5-1"
    assert table.allows(one + " | 2: D9.0 C8.0")
    alone = running(tiles={"H11": "1904.0"}, trains=["2", "2"])
    assert alone.allows(one)  # the second train has no route that is free


@pytest.mark.rule("18DO-4.5.5-1")
def test_a_train_runs_once():
    two = "2: I10.0 H11.0 | 2: D9.0 C8.0"
    about = {"tiles": {"H11": "1904.0", "F13": "8.0", "E10": "1905.2"}, "tokens": ["D9.0"]}
    assert running(**about, trains=["2", "2"]).earns("BME", two) == 40 + 40
    assert running(**about, trains=["2"]).earns("BME", two) == "18DO-4.5.5-1"
    assert running(**about, trains=["2", "3"]).earns("BME", two) == "18DO-4.5.5-1"


@pytest.mark.rule("18DO-4.5.5-1")
def test_a_worse_route_is_the_directors_choice():
    table = running(trains=["2"], tokens=["E12.0"])
    assert table.best("BME") == 90
    assert table.allows("BME runs 2: I10.0 H11.0")


@pytest.mark.rule("18DO-4.5.5-2")
def test_the_number_of_a_train_is_its_reach():
    assert running(trains=["3"]).earns("BME", f"3: {BME_LINE}") == "18DO-4.5.5-2"
    assert running(trains=["4"]).earns("BME", "4: I10.0 H11.0 G12.0") == 60
    stops = running().s.box.trains
    assert {kind: train.sides[kind].stops for kind, train in stops.items()} == {
        kind: int(kind) for kind in stops
    }


@pytest.mark.rule("18DO-4.5.5-3")
def test_no_stop_is_skipped():
    assert running(trains=["2"]).earns("BME", "2: I10.0 H11 G12.0") == "18DO-4.5.5-3"


@pytest.mark.rule("18DO-4.5.5-4")
def test_two_trains_share_no_track():
    table = running(trains=["2", "3"])
    assert table.earns("BME", "2: I10.0 H11.0 | 3: I10.0 H11.0 G12.0") == "18DO-4.5.5-4"


@pytest.mark.rule("18DO-4.5.5-5")
def test_two_trains_may_meet_in_a_city_on_track_of_their_own():
    table = running(tiles={**LINE, **EAST}, trains=["4", "2"], tokens=["E12.0"])
    assert table.earns("BME", f"4: {BME_LINE} | 2: E12.0 E14.0") == 130 + 90


@pytest.mark.rule("18DO-4.5.5-5")
def test_their_routes_may_cross():
    south = {"H5": "8.1"}  # from the yard F7 over the crossing G6 to the mine H3
    east = {
        "F11": "9.0",
        "G10": "1905.1",
        "G8": "9.1",
        "G4": "7.3",
        "F5": "1904.0",
    }  # from Dortmund City to F5
    table = running(
        tiles={"G6": "20.0", **south, **east}, phase="3", trains=["2", "3"], tokens=["F7.0", "E12.0"]
    )
    one, other = "2: F7.0 G6 H5 H3.0", "3: E12.0 F11 G10.0 G8 G6 G4 F5.0"
    assert (table.earns("BME", one), table.earns("BME", other)) == (40, 90)
    assert table.earns("BME", f"{one} | {other}") == 40 + 90 and table.allows(f"BME runs {one} | {other}")


@pytest.mark.rule("18DO-4.5.5-6")
def test_a_junction_is_for_one_train():
    tiles = {"G10": "1904.0", "F11": "24.3", "G12": "1936.2"}  # from Dortmund City to G10 and to G12
    table = running(tiles=tiles, trains=["2", "2"], tokens=["E12.0"], phase="3")
    one, other = "2: E12.0 F11 G10.0", "2: E12.0 F11 G12.0"
    assert (table.earns("BME", one), table.earns("BME", other)) == (80, 100)
    assert table.earns("BME", f"{one} | {other}") == "18DO-4.5.5-4"


@pytest.mark.rule("18DO-4.5.5-7")
def test_several_trains_end_in_a_red_area_by_different_arrows():
    tiles = {"H11": "1904.0", "H9": "9.2", "G8": "8.3", "F9": "7.0"}
    table = running(tiles=tiles, trains=["2", "2"])
    # by the western arrow to the southern freight yard, by the eastern one to the mine
    assert table.earns("BME", "2: I10.0 H11.0 | 2: I10.0 H9 G8 F9 F7.0") == 40 + 50
    assert table.earns("BME", "2: I10.0 H11.0 | 2: I10.0 H11.0") == "18DO-4.5.5-4"


@pytest.mark.rule("18DO-4.5.5-8")
def test_without_a_train_nothing_is_earned():
    table = go_on(running(trains=[], spot=(2, 4), cash=500))
    assert table.step == "trains"
    assert (table.spot("BME"), table.cash("BME")) == ((2, 3), 500)
    assert table.refused(f"BME runs 4: {BME_LINE}") == "18DO-4.5.5-8"


# -- what stops are worth -------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.5.6.1-1", "18DO-4.5.6.1-2")
def test_income_is_the_sum_of_all_routes():
    table = running(tiles={**LINE, **EAST}, trains=["4", "2"], tokens=["E12.0"])
    table.apply(f"BME runs 4: {BME_LINE} | 2: E12.0 E14.0")
    (event,) = table.events("runs")
    assert event.values["income"] == 220


@pytest.mark.rule("18DO-4.5.6.1-3", "18DO-4.5.6.1-4")
@pytest.mark.parametrize(
    ("phase", "value"), [("2", 30), ("3", 30), ("4", 30), ("5", 50), ("6", 50), ("8", 50)]
)
def test_red_areas_count_more_from_the_brown_phase(phase, value):
    assert running(phase=phase).earns("BME", "4: I10.0 H11.0") == value + 10


@pytest.mark.rule("18DO-4.5.6.1-4")
def test_the_next_railway_after_the_first_5_counts_the_higher_value():
    buyer = {"CME": {"B": 50, "cash": 500, "price": 80}}
    companies = {**buyer, "BME": {"A": 50, "trains": ["4"], "price": 70, "cash": 0}}
    table = railway(companies=companies, tiles=LINE, phase="4", depot="5", turn="CME trains")
    assert table.earns("BME", "4: I10.0 H11.0") == 30 + 10
    table.apply("CME buys train 5 as 5 from depot for 450", "CME passes")
    while table.step != "run":
        table.apply("BME passes")
    assert table.company == "BME" and table.earns("BME", "4: I10.0 H11.0") == 50 + 10


@pytest.mark.rule("18DO-4.5.6.1-4")
@pytest.mark.parametrize(("phase", "value"), [("4", 20), ("5", 40)])
def test_neighbouring_cities_with_two_values_too(phase, value):
    table = running("DGEE", {"B17": "8.1", "B15": "1904.1"}, phase=phase)
    assert table.earns("DGEE", "4: A18.0 B17 B15.0") == value + 10


@pytest.mark.rule("18DO-4.5.6.1-5", "18DO-4.5.6.1-6")
@pytest.mark.parametrize(
    ("own", "others", "value"), [(False, 0, 20), (False, 2, 20), (True, 0, 30), (True, 1, 40), (True, 2, 50)]
)
def test_a_freight_yard_pays_those_who_are_there(own, others, value):
    rest = {name: {"B": 50, "tokens": ["E14.0"]} for name in ("CME", "RhE")[:others]}
    tokens = ["E12.0", "E14.0"] if own else ["E12.0"]
    table = running(tiles=LINE, others=rest, tokens=tokens, trains=["2"])
    assert table.earns("BME", "2: E12.0 E14.0") == 70 + value


# -- the example of the book ----------------------------------------------------------------------

EXAMPLE = {
    **EAST,
    "D13": "1931.2",
    "E10": "1905.2",
    "F13": "8.0",
    "F11": "9.0",
    "G10": "1905.3",
    "H11": "1905.0",
}
LINKS = {"D13": 20, "C14": 10, "G12": 10, "G10": 10, "H11": 10}
ABC = "C20.0 D19 E18 E16 E14.0 E12.0"


def example(company, trains, tokens):
    others = {"CME": {"B": 50, "tokens": ["E14.0"]}} if company != "CME" else {}
    if company != "RhE" and "E14.0" not in tokens:
        others["RhE"] = {"C": 50, "tokens": ["E14.0"]}
    return running(company, EXAMPLE, trains=trains, tokens=tokens, others=others, links=LINKS)


@pytest.mark.rule("18DO-4.5.6.1-11")
def test_the_first_case_of_the_book_355():
    table = example("BME", ["3", "3", "3"], ["E14.0", "E12.0"])
    runs = f"3: {ABC} | 3: E14.0 D13.0 C14.0 | 3: D9.0 E10.0 E12.0"
    assert [table.earns("BME", run) for run in runs.split(" | ")] == [150, 105, 100]
    assert table.earns("BME", runs) == 355


@pytest.mark.rule("18DO-4.5.6.1-12")
def test_the_second_case_of_the_book_270():
    table = example("BME", ["3", "3"], ["E14.0", "E12.0"])
    runs = f"3: {ABC} | 3: G12.0 F13 E12.0 F11 G10.0"
    assert [table.earns("BME", run) for run in runs.split(" | ")] == [150, 120]
    assert table.earns("BME", runs) == 270


@pytest.mark.rule("18DO-4.5.6.1-13")
def test_the_third_case_of_the_book_270():
    table = example("BME", ["3", "4"], ["E12.0"])
    runs = f"3: {ABC} | 4: E12.0 F11 G10.0 H11.0 I10.0"
    assert [table.earns("BME", run) for run in runs.split(" | ")] == [130, 140]
    assert table.earns("BME", runs) == 270


# -- HHW ------------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.3.2.1-7")
def test_hhw_runs_through_blocked_mills_but_builds_no_further():
    others = {"CME": {"B": 50, "tokens": ["G12.0"]}}
    hhw = running("HHW", LINE, trains=["4"], tokens=["E12.0"], others=others)
    assert hhw.earns("HHW", "4: I10.0 H11.0 G12.0 F13 E12.0") == 130
    assert ("H11", 0) not in hhw.s.board.reachable("HHW").stops
    bme = running("RhE", LINE, trains=["4"], tokens=["E12.0"], others=others)
    assert bme.earns("RhE", "4: I10.0 H11.0 G12.0 F13 E12.0") == "18DO-4.5.1-3"


@pytest.mark.rule("18DO-4.3.2.1-7")
def test_other_blocked_places_stop_hhw_too():
    full = {name: {"B": 50, "tokens": ["E12.0"]} for name in ("CME", "RhE", "KWE", "DGEE")}
    table = running("HHW", {**LINE, **EAST}, trains=["4"], tokens=["G12.0"], others=full)
    assert table.earns("HHW", "4: G12.0 F13 E12.0 E14.0") == "18DO-4.5.1-3"


def test_the_best_runs_are_listed_and_apply():
    table = example("BME", ["3", "3", "3"], ["E14.0", "E12.0"])
    (action,) = table.starts("runs")
    assert table.best("BME") >= 355
    assert owner_pays(table, action) == {}  # nobody is paid yet
