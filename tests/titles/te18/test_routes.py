"""18TE §7.2 and §7.5: routes, runs and what they earn."""

import pytest

from kursbuch.rail.routes import Link, Network, Reach, Train, route_of
from kursbuch.testing import Table, position
from kursbuch.titles.te18.rules.citations import CITATIONS

LINE = {"F6": "4.1", "E7": "8.2", "D6": "57.2"}  # Osnabrück - Lotte - Ibbenbüren
TO_RHEINE = {**LINE, "C5": "8.5", "B6": "9.1"}  # and on to Rheine
MUENSTER_LENGERICH = {"D14": "TE3.0", "E13": "4.1", "F12": "8.1", "F10": "57.0"}


def running(company, trains, tiles, *, phase="2", others=None, **about) -> Table:
    return position(
        "18te",
        companies={company: {"trains": trains, **about}, **(others or {})},
        tiles=tiles,
        phase=phase,
        turn=f"{company} run",
    )


def khs(*trains, tiles=LINE, **more) -> Table:
    return running("KHS", trains, tiles, **more)


def income(table):
    return table.events("runs")[0].values["income"]


# -- what a route is (§7.2) -----------------------------------------------------------------------


@pytest.mark.rule("18TE-7.2-1")
def test_a_route_is_continuous_track():
    table = khs("3")
    assert table.refused("KHS runs 3: G5.0 D6.0") == "18TE-7.2-1"
    assert table.refused("KHS runs 3: G5.0 F6.0 D6.0") == "18TE-7.2-1"
    assert table.refused("KHS runs 3: E7 F6.0 G5.0") == "18TE-7.2-1"  # it begins and ends at a stop
    assert table.refused("KHS runs 3: G5.0 F6.0 E7") == "18TE-7.2-1"
    assert table.allows("KHS runs 3: G5.0 F6.0 E7 D6.0")


@pytest.mark.rule("18TE-7.2-1", "18TE-7.5-5")
def test_a_route_has_an_own_station():
    table = khs("2")
    assert table.refused("KHS runs 2: F6.0 E7 D6.0") == "18TE-7.5-5"
    assert table.allows("KHS runs 2: F6.0 G5.0")


@pytest.mark.rule("18TE-7.5-5")
def test_two_small_cities_are_no_route():
    table = khs("2", tiles={"F6": "3.3", "F4": "58.0"})
    assert table.refused("KHS runs 2: F6.0 F4.0") == "18TE-7.5-5"
    assert table.allows("KHS runs 2: F6.0 G5.0")


@pytest.mark.rule("18TE-7.2-2")
@pytest.mark.parametrize("way", ["F6.0 G5.0 F6.0", "G5.0 F6.0 E7 D6.0 E7 F6.0"])
def test_no_city_twice(way):
    assert khs("D").refused(f"KHS runs D: {way}") == "18TE-7.2-2"


@pytest.mark.rule("18TE-7.2-2")
def test_the_two_circles_of_a_yellow_city_are_one_city():
    table = khs("D", tiles={"F6": "4.1", "E7": "7.4", "F8": "8.2", "G7": "8.1"})
    assert table.refused("KHS runs D: G5.0 F6.0 E7 F8 G7 G5.1") == "18TE-7.2-2"


@pytest.mark.rule("18TE-7.2-2")
def test_a_loop_back_to_the_first_city_is_no_route():
    ring = {"G5": "TE2.0", "F6": "4.1", "E7": "7.4", "F8": "8.2", "G7": "8.1"}
    table = khs("D", tiles=ring, phase="3")
    assert table.refused("KHS runs D: G5.0 F6.0 E7 F8 G7 G5.0") == "18TE-7.2-2"
    assert table.allows("KHS runs D: G5.0 F6.0")


@pytest.mark.rule("18TE-7.2-2", "18TE-7.8-10")
def test_a_loop_between_the_two_circles_of_a_city_is_neither_run_nor_a_reason_to_own_a_train():
    round_osnabrueck = {"F6": "4.1", "E7": "7.4", "F8": "8.2", "G7": "8.1"}
    assert khs("D", tiles=round_osnabrueck, phase="5").best("KHS") == 20 + 10
    beside_rheine = {"KHS": {"cash": 300, "tokens": ["A7.0"]}}
    tiles = {"B6": "7.0", "B8": "7.2"}  # from one circle of Rheine to the other
    table = position("18te", companies=beside_rheine, tiles=tiles, phase="3", turn="KHS trains")
    assert table.allows("KHS passes")
    table = position("18te", companies=beside_rheine, tiles={"F6": "4.1"}, phase="3", turn="KHS trains")
    assert table.refused("KHS passes") == "18TE-7.8-10"


@pytest.mark.rule("18TE-7.2-3")
def test_a_city_full_of_others_is_an_end():
    full = khs("4", tiles=TO_RHEINE, others={"TWE": {"B": 30}})
    assert full.refused("KHS runs 4: G5.0 F6.0 E7 D6.0 C5 B6 A7.0") == "18TE-7.2-3"
    assert full.allows("KHS runs 4: G5.0 F6.0 E7 D6.0")


@pytest.mark.rule("18TE-7.2-3")
def test_a_city_with_a_kept_but_empty_space_is_passed():
    table = khs("4", tiles=TO_RHEINE)
    assert table.station_at("D6.0") == ("",)
    assert table.allows("KHS runs 4: G5.0 F6.0 E7 D6.0 C5 B6 A7.0")


@pytest.mark.rule("18TE-7.2-3")
def test_a_city_with_an_own_station_or_room_is_passed():
    tiles = {**TO_RHEINE, "D6": "14.1"}
    way = "KHS runs 4: G5.0 F6.0 E7 D6.0 C5 B6 A7.0"
    both = {"TWE": {"B": 30}, "KWE": {"B": 30, "tokens": ["D6.0"]}}
    assert khs("4", tiles=tiles, others={"TWE": {"B": 30}}).allows(way)
    assert khs("4", tiles=tiles, others={"TWE": {"B": 30}}, tokens=["D6.0"]).allows(way)
    assert khs("4", tiles=tiles, others=both).refused(way) == "18TE-7.2-3"


# a junction at E7: from Ibbenbüren to Lotte and to Lengerich
JUNCTION = {"F6": "4.1", "E7": "24.2", "D6": "57.2", "F8": "8.0", "F10": "57.0"}


@pytest.mark.rule("18TE-7.2-4", "18TE-7.2-5")
def test_the_stem_of_a_junction_is_used_once():
    table = khs("D", tiles=JUNCTION)
    assert table.refused("KHS runs D: G5.0 F6.0 E7 D6.0 E7 F8 F10.0") == "18TE-7.2-4"
    assert table.allows("KHS runs D: G5.0 F6.0 E7 D6.0")


@pytest.mark.rule("18TE-7.2-5", "18TE-7.5-3")
def test_two_trains_do_not_share_the_stem_of_a_junction():
    table = khs("3", "2", tiles=JUNCTION, tokens=["F10.0"])
    assert table.refused("KHS runs 3: G5.0 F6.0 E7 D6.0 | 2: D6.0 E7 F8 F10.0") == "18TE-7.5-3"
    assert table.allows("KHS runs 3: G5.0 F6.0")
    assert table.allows("KHS runs 2: G5.0 F6.0 | 3: D6.0 E7 F8 F10.0")


@pytest.mark.rule("18TE-7.2-6")
def test_no_route_turns_through_the_sharp_angle_of_a_junction():
    table = khs("D", tiles=JUNCTION, tokens=["F10.0"])
    assert table.refused("KHS runs D: F6.0 E7 F8 F10.0") == "18TE-7.2-6"
    assert table.allows("KHS runs D: D6.0 E7 F8 F10.0")


@pytest.mark.rule("18TE-7.2-7")
def test_a_red_link_is_an_end():
    red_between = Network(3, (Link(0, 1, 0b01), Link(1, 2, 0b10)), tokens=0b001, reds=0b010)
    train = Train(Reach(3), (20, 20, 20))
    assert route_of(red_between, train, (0, 1, 2), (0, 1)) == "red-in-the-middle"
    assert route_of(red_between, train, (0, 1), (0,)) == 40
    assert CITATIONS["run.red-in-the-middle"] == "18TE-7.2-7"


@pytest.mark.rule("18TE-7.2-7")
def test_every_red_link_of_the_board_has_a_single_track():
    hexes = khs("2").s.box.map.hexes.values()
    reds = [hex.print for hex in hexes if hex.print.colour == "red"]
    assert [len(tile.track) for tile in reds] == [1] * 7


@pytest.mark.rule("18TE-7.2-8")
@pytest.mark.parametrize("pair", [("C15", "D16"), ("D16", "E15"), ("C15", "E15")])
def test_neighbouring_red_links_are_not_on_one_route(pair):
    table = running("KWE", ["3"], {"D14": "TE7.0"}, phase="4")
    assert table.refused(f"KWE runs 3: {pair[0]}.0 D14.0 {pair[1]}.0") == "18TE-7.2-8"
    assert table.allows(f"KWE runs 3: {pair[0]}.0 D14.0")


@pytest.mark.rule("18TE-7.2-8")
def test_red_links_with_two_hexes_between_are_joined():
    tiles = {"D14": "TE3.0", "E13": "4.1", "F12": "9.1", "G11": "58.5"}
    table = running("CME", ["D"], tiles, phase="3")
    assert table.allows("CME runs D: E15.0 D14.0 E13.0 F12 G11.0 H12.0")


@pytest.mark.rule("18TE-7.2-9")
def test_hamburg_and_loehne_are_not_on_one_route():
    table = khs("3", tiles={"G5": "TE6.0"}, phase="4")
    assert table.refused("KHS runs 3: G3.0 G5.0 H6.0") == "18TE-7.2-8"
    assert table.allows("KHS runs 3: G3.0 G5.0")
    assert table.allows("KHS runs 3: G5.0 H6.0")


# -- trains and their range (§7.5) ----------------------------------------------------------------

TWO_WAYS = {**LINE, "G5": "TE2.0"}  # from Osnabrück to Lotte and to Löhne


@pytest.mark.rule("18TE-7.5-1", "18TE-7.5-4", "18TE-7.5-14")
def test_all_trains_run_and_may_meet_in_a_city():
    table = khs("3", "2", tiles=TWO_WAYS, phase="3")
    table.apply("KHS runs 3: D6.0 E7 F6.0 G5.0 | 2: G5.0 H6.0")
    assert income(table) == (20 + 10 + 30) + (30 + 30)


@pytest.mark.rule("18TE-7.5-1", "18TE-7-6")
def test_trains_that_can_run_do():
    table = khs("2")
    assert table.refused("KHS passes") == "18TE-7.5-1"
    assert table.refused("KHS runs nothing") == "18TE-7.5-1"
    assert table.legal() == ["KHS runs 2: F6.0 G5.0"]


@pytest.mark.rule("18TE-7.5-1")
def test_without_a_train_nothing_runs():
    assert khs().refused("KHS runs 2: G5.0 F6.0") == "18TE-7.5-1"


@pytest.mark.rule("18TE-7.5-2", "18TE-7.5-3")
def test_each_train_has_a_route_of_its_own():
    assert khs("2").refused("KHS runs 2: G5.0 F6.0 | 2: G5.0 F6.0") == "18TE-7.5-2"
    assert khs("2", "2").refused("KHS runs 2: G5.0 F6.0 | 2: G5.0 F6.0") == "18TE-7.5-3"
    two_ways = khs("2", "2", tiles=TWO_WAYS, phase="3")
    assert two_ways.allows("KHS runs 2: G5.0 F6.0 | 2: G5.0 H6.0")


@pytest.mark.rule("18TE-7.5-4")
def test_trains_may_meet_in_a_red_area():
    tiles = {"A7": "TE4.0"}
    table = running("KHS", ["2", "2"], tiles, phase="3", tokens=["A7.0"])
    assert table.allows("KHS runs 2: A7.0 A5.0")
    assert table.refused("KHS runs 2: A7.0 A5.0 | 2: A7.0 A5.0") == "18TE-7.5-3"


@pytest.mark.rule("18TE-7.5-6")
def test_no_city_on_the_way_is_skipped():
    table = khs("2")
    assert table.refused("KHS runs 2: G5.0 F6 E7 D6.0") == "18TE-7.5-6"
    assert khs("3").allows("KHS runs 3: G5.0 F6.0 E7 D6.0")


@pytest.mark.rule("18TE-7.5-7")
def test_a_train_of_3_visits_two_or_three():
    table = khs("3", tiles=TO_RHEINE)
    assert table.allows("KHS runs 3: G5.0 F6.0")
    assert table.allows("KHS runs 3: G5.0 F6.0 E7 D6.0")
    assert table.refused("KHS runs 3: G5.0 F6.0 E7 D6.0 C5 B6 A7.0") == "18TE-7.5-6"


@pytest.mark.rule("18TE-7.5-8")
def test_a_1_plus_1_visits_one_city_and_one_small_city():
    assert khs("1+1").allows("KHS runs 1+1: G5.0 F6.0")
    two_cities = running("KWE", ["1+1"], {"C13": "6.3"})
    assert two_cities.refused("KWE runs 1+1: D14.0 C13.0") == "18TE-7.5-6"
    assert running("KWE", ["2"], {"C13": "6.3"}).allows("KWE runs 2: D14.0 C13.0")


@pytest.mark.rule("18TE-7.5-8")
def test_a_2_plus_2_visits_two_of_any_kind_and_two_small_cities():
    towns = {"F6": "3.3", "F4": "3.0", "E5": "58.2", "D4": "58.5"}
    table = khs("2+2", tiles=towns)
    assert table.allows("KHS runs 2+2: G5.0 F6.0 F4.0 E5.0")
    assert khs("3", tiles=towns).refused("KHS runs 3: G5.0 F6.0 F4.0 E5.0") == "18TE-7.5-6"
    assert khs("2+2", tiles=TO_RHEINE).refused("KHS runs 2+2: G5.0 F6.0 E7 D6.0 C5 B6 A7.0") == "18TE-7.5-6"


@pytest.mark.rule("18TE-7.5-9")
def test_red_links_count_towards_the_range():
    two = khs("2", tiles=TWO_WAYS, phase="3")
    assert two.allows("KHS runs 2: G5.0 H6.0")
    assert two.refused("KHS runs 2: F6.0 G5.0 H6.0") == "18TE-7.5-6"
    mixed = khs("1+1", tiles=TWO_WAYS, phase="3")
    assert mixed.refused("KHS runs 1+1: G5.0 H6.0") == "18TE-7.5-6"


@pytest.mark.rule("18TE-7.5-10", "18TE-7.5-11")
def test_a_2_visits_exactly_two_places():
    table = khs("2")
    assert table.refused("KHS runs 2: G5.0") == "18TE-7.5-10"
    assert table.allows("KHS runs 2: G5.0 F6.0")
    assert table.refused("KHS runs 2: G5.0 F6.0 E7 D6.0") == "18TE-7.5-6"


# -- income ---------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.5-12", "18TE-7.5-13")
def test_a_route_earns_the_sum_of_its_stops():
    table = khs("3", tiles={**LINE, "D6": "14.1"}, phase="3").apply("KHS runs 3: G5.0 F6.0 E7 D6.0")
    assert income(table) == 20 + 10 + 30


@pytest.mark.rule("18TE-7.5-13")
@pytest.mark.parametrize(("tile", "value"), [("57.2", 20), ("14.1", 30), ("611.1", 40)])
def test_a_city_is_worth_what_its_tile_says(tile, value):
    table = khs("3", tiles={**LINE, "D6": tile}, phase="4").apply("KHS runs 3: G5.0 F6.0 E7 D6.0")
    assert income(table) == 20 + 10 + value


@pytest.mark.rule("18TE-7.5-13")
@pytest.mark.parametrize(
    ("phase", "tile", "hamburg"), [("3", "TE2.1", 40), ("4", "TE6.0", 80), ("5", "TE6.0", 80)]
)
def test_hamburg_is_worth_what_the_phase_says(phase, tile, hamburg):
    table = khs("4", tiles={"G5": tile}, phase=phase).apply("KHS runs 4: G5.0 G3.0")
    assert income(table) == {"TE2.1": 30, "TE6.0": 50}[tile] + hamburg


@pytest.mark.rule("18TE-7.5-14")
def test_income_is_the_sum_of_all_routes():
    table = khs("2", "2", tiles=TWO_WAYS, phase="3").apply("KHS runs 2: F6.0 G5.0 | 2: G5.0 H6.0")
    assert income(table) == 40 + 60
    table.apply("KHS withholds")
    assert table.events("withholds")[0].values["income"] == 100


# -- the highest income announced counts ----------------------------------------------------------

SHORT = "4: D6.0 E7 F6.0 G5.0 | 2: G5.0 H6.0"
LONG = "4: A7.0 B6 C5 D6.0 E7 F6.0 G5.0 | 2: G5.0 H6.0"


def rheine_overlooked() -> Table:
    """A's company could earn 140; A has declared 120 and overlooked Rheine, as in the book's example."""
    tiles = {**TO_RHEINE, "G5": "TE2.0"}
    table = khs("4", "2", tiles=tiles, phase="3", A=30, B=20, price=100)
    table.apply(f"KHS runs {SHORT}")
    assert income(table) == 120
    return table


@pytest.mark.rule("18TE-7.5-15", "18TE-7.5-17")
def test_a_better_run_pointed_out_must_be_used():
    table = rheine_overlooked()
    assert table.acting == "B"
    assert table.refused(f"B points out {SHORT}") == "18TE-7.5-15"
    assert table.refused("KHS pays") == "18TE-7.5-15"
    before = table.cash("B")
    table.apply(f"B points out {LONG}", "KHS pays")
    assert table.events("pays")[0].values["income"] == 140
    assert table.cash("B") == before + 28


@pytest.mark.rule("18TE-7.5-16")
def test_nobody_has_to_point_out_a_better_run():
    table = rheine_overlooked()
    before = table.cash("B")
    table.apply("B passes", "KHS pays")
    assert table.events("pays")[0].values["income"] == 120
    assert table.cash("B") == before + 24


@pytest.mark.rule("18TE-7.5-15")
def test_only_a_legal_run_can_be_pointed_out():
    table = rheine_overlooked()
    assert table.refused("B points out D: G5.0 H6.0") == "18TE-7.5-2"
    assert table.refused("B points out 4: A7.0 B6 C5 D6.0 E7 F6.0 G5.0 H6.0") == "18TE-7.5-6"


@pytest.mark.rule("18TE-7.5-15")
def test_with_the_best_run_declared_nobody_is_asked():
    tiles = {**TO_RHEINE, "G5": "TE2.0"}
    table = khs("4", "2", tiles=tiles, phase="3", A=30, B=20, price=100).apply(f"KHS runs {LONG}")
    assert table.acting == "A"
    assert table.allows("KHS pays")


@pytest.mark.rule("18TE-7.5-15", "18TE-7.5-16")
def test_of_three_players_each_other_one_is_asked_in_turn():
    table = position(
        "18te",
        3,
        companies={"KHS": {"trains": ["3"]}},
        tiles=LINE,
        turn="KHS run",
    )
    table.apply("KHS runs 3: G5.0 F6.0")
    assert table.acting == "B"
    table.apply("B passes")
    assert table.acting == "C"
    table.apply("C points out 3: G5.0 F6.0 E7 D6.0")
    assert table.acting == "A"
