"""1853 §4.2: upgrading tiles, areas, gauges, named cities."""

import pytest

from kursbuch.rail.actions import Lay
from kursbuch.rail.board.tile import kept_track
from kursbuch.titles.india.rules.parts import box
from tests.titles.india.table import india, line

BOX = box()


def building(company="SIR", tiles=None, *, phase="3", cash=500, **about):
    other = {key: about.pop(key) for key in ("others", "done", "step") if key in about}
    step = other.pop("step", "lay")
    return india(
        companies={company: {"A": 3, "cash": cash, **about}, **other.pop("others", {})},
        tiles=tiles,
        phase=phase,
        turn=f"{company} {step}",
        **other,
    )


def upgrades(table, hex):
    return {a.split()[2].split(".")[0] for a in table.legal() if a.endswith(f"at {hex}")}


# -- one instead of yellow tiles ------------------------------------------------------------------


@pytest.mark.rule("1853-4.2.1-1")
def test_an_upgrade_takes_the_place_of_all_laying():
    table = building("SIR", {"T16": "6.0"}, done=["upgrade"])
    assert table.refused("SIR lays 4.0 at S17") == "1853-4.2.1-1"
    laid = building("EIR", {"H24": "6.2", "I25": "9.2"}, done=["lay I25"])
    assert laid.refused("EIR lays 14.1 at H24") == "1853-4.2.1-1"
    assert building("EIR", {"H24": "6.2", "I25": "9.2"}).allows("EIR lays 14.1 at H24")


@pytest.mark.rule("1853-4.2.1-1", "1853-4.1.4-1", "1853-4.10.3-2")
def test_upgrades_begin_in_phase_3():
    assert building("SIR", {"T16": "6.0"}, phase="2").refused("SIR lays 15.0 at T16") == "1853-4.1.4-1"
    assert building("SIR", {"T16": "6.0"}, phase="3").allows("SIR lays 15.0 at T16")
    assert building("SIR", {"T16": "15.0"}, phase="3").refused("SIR lays 102.0 at T16") == "1853-4.2.1-1"


@pytest.mark.rule("1853-4.2.1-2")
def test_one_colour_at_a_time():
    assert building("SIR", {"T16": "6.0"}, phase="4").refused("SIR lays 102.0 at T16") == "1853-4.2.1-2"
    assert building("SIR", {"T16": "13.0"}, phase="5").refused("SIR lays 109.0 at T16") == "1853-4.2.1-2"
    assert building("SIR", {"T16": "13.0"}, phase="5").allows("SIR lays 103.0 at T16")


# -- areas ----------------------------------------------------------------------------------------

# SIR's line from Bangalore, on the border of its area, to Q15 and P16 outside
OUTSIDE = line("R16 Q15 P16 O15")


@pytest.mark.rule("1853-4.2.2-1")
@pytest.mark.parametrize("phase", ["3", "4"])
def test_before_phase_5_only_in_the_own_area(phase):
    table = building("SIR", OUTSIDE, phase=phase, homes=False, tokens=["R16.0"])
    assert table.refused("SIR lays 80.3 at P16") == "1853-4.2.2-1"
    assert upgrades(table, "R16")
    assert not upgrades(table, "O15")


@pytest.mark.rule("1853-4.2.3-1", "1853-4.2.3-2")
def test_in_phase_5_a_5_or_6_is_needed_outside():
    def table(trains):
        return building("SIR", OUTSIDE, phase="5", homes=False, tokens=["R16.0"], trains=trains)

    assert table(["4", "4"]).refused("SIR lays 80.3 at P16") == "1853-4.2.3-2"
    assert table([]).refused("SIR lays 80.3 at P16") == "1853-4.2.3-2"
    assert (
        building("SIR", OUTSIDE, phase="4", homes=False, tokens=["R16.0"], trains=["4"]).refused(
            "SIR lays 80.3 at P16"
        )
        == "1853-4.2.2-1"
    )


FROM_HOME = line("T16 S15 R16 Q15 P16 O15")


@pytest.mark.rule("1853-4.2.3-1", "1853-4.2.3-3")
def test_a_tile_that_a_train_reaches_from_home_may_be_upgraded():
    table = building("SIR", FROM_HOME, phase="5", trains=["5"])
    assert table.allows("SIR lays 80.3 at P16")
    another = building("SIR", FROM_HOME, phase="5", trains=["5", "3M"])  # one that comes there will do
    assert another.allows("SIR lays 80.3 at P16")
    # without a way from home: the line from T16 is cut
    cut = {hex: tile for hex, tile in FROM_HOME.items() if hex != "S15"}
    far = building("SIR", cut, phase="5", trains=["5"], tokens=["R16.0"])
    assert far.refused("SIR lays 80.3 at P16") == "1853-4.2.3-3"


@pytest.mark.rule("1853-4.2.3-3")
def test_out_of_a_trains_range_is_out_of_reach():
    # from Trichinopoly over Bangalore, Hyderabad, Benares and Allahabad to Lucknow, the sixth large city
    tiles = line("T16 S15 R16 Q15 P16 O15 N16 M17 L18 K19 J20 I21 H22 H20 G19")
    five = building("SIR", tiles, phase="5", trains=["5"])
    six = building("SIR", tiles, phase="5", trains=["6"])
    assert ("G19", 0) in five.s.board.reachable("SIR").stops
    lucknow = [a for a in six.legal() if a.endswith("G19")]
    assert lucknow
    assert {five.refused(action) for action in lucknow} == {"1853-4.2.3-3"}
    assert any(a.endswith("H20") for a in five.legal())


@pytest.mark.rule("1853-4.2.3-4")
def test_what_was_upgraded_outside_must_be_run():
    table = building("SIR", FROM_HOME, phase="5", trains=["5"])
    table.apply("SIR lays 80.3 at P16")
    table.apply("SIR passes")  # no station
    assert table.refused("SIR runs 5: T16.0 S15 R16.0") == "1853-4.2.3-4"
    assert table.refused("SIR runs nothing") == "1853-4.2.3-4"
    best = [a for a in table.legal() if "runs" in a]
    assert best == ["SIR runs 5: O15.0 P16 Q15 R16.0 S15 T16.0"]


@pytest.mark.rule("1853-4.2.3-4")
def test_the_best_runs_take_in_what_must_be_run():
    """At Bangalore the line forks: to Mysore, which is dearer, and by P16 to Hyderabad."""
    tiles = {**FROM_HOME, "R16": "12.3", "R14": "12.1"}
    free = building("SIR", tiles, phase="5", trains=["5"], step="run")
    assert free.legal()[0] == "SIR runs 5: R14.0 R16.0 S15 T16.0"
    table = building("SIR", tiles, phase="5", trains=["5"]).apply("SIR lays 80.3 at P16", "SIR passes")
    assert [a for a in table.legal() if "runs" in a] == ["SIR runs 5: O15.0 P16 Q15 R16.0 S15 T16.0"]
    assert table.refused("SIR runs 5: R14.0 R16.0 S15 T16.0") == "1853-4.2.3-4"


# -- joined, kept, on the map ---------------------------------------------------------------------


@pytest.mark.rule("1853-4.2.2-2")
def test_an_upgrade_may_make_the_connection():
    # T16's line comes to S15 from the south-east; S15's track lies from west to east until it is upgraded
    tiles = {"T16": "6.3", "S15": "9.1"}
    table = building("SIR", tiles)
    assert table.allows("SIR lays 82.1 at S15")
    assert table.refused("SIR lays 83.1 at S15") == "1853-4.2.2-2"
    joined = [a for a in table.legal() if a.endswith("S15")]
    for action in joined:
        tile, turn = action.split()[2].split(".")
        assert 2 in BOX.tiles[tile].faces[int(turn)].beyond  # an exit to the line from Trichinopoly
    apart = [
        f"SIR lays {face} at S15"
        for face in BOX.map.covers("S15", BOX.tiles["9"].turns[1], BOX.tiles)
        if 2 not in face.beyond
    ]
    assert apart
    assert all(table.refused(action) == "1853-4.2.2-2" for action in apart)


@pytest.mark.rule("1853-4.2.2-2")
def test_the_connection_has_one_gauge():
    table = building("SIR", {"T16": "6.3", "S15": "79.1"})
    assert table.refused("SIR lays 85.1 at S15") == "1853-4.2.2-2"


@pytest.mark.rule("1853-4.2.2-3")
def test_no_upgraded_track_off_the_map():
    table = building("SIR", {"T16": "6.0", "S17": "4.0"})
    off = [
        f
        for f in BOX.tiles["87"].faces
        if kept_track(BOX.tiles["4"].turns[0], f) and f.exits & BOX.map.walls["S17"]
    ]
    assert off
    assert all(table.refused(f"SIR lays {f} at S17") == "1853-4.2.2-3" for f in off)


@pytest.mark.rule("1853-4.2.4-1")
def test_old_track_stays():
    table = building("SIR", {"T16": "6.0"})
    lost = [
        f
        for f in BOX.tiles["12"].turns
        if not kept_track(BOX.tiles["6"].turns[0], f) and not f.exits & BOX.map.walls["T16"]
    ]
    assert lost
    assert {table.refused(f"SIR lays {f} at T16") for f in lost} == {"1853-4.2.4-1"}
    assert table.allows("SIR lays 12.0 at T16")


# -- what becomes what ----------------------------------------------------------------------------


@pytest.mark.rule("1853-4.2.5-1")
def test_plain_track_becomes_no_station():
    assert building("SIR", line("T16 S15")).refused("SIR lays 14.2 at S15") == "1853-4.2.5-1"


@pytest.mark.rule("1853-4.2.5-2", "1853-P20-4")
def test_a_small_station_becomes_a_green_small_or_large_one():
    table = building("SIR", {"T16": "6.0", "S17": "4.0"})
    found = upgrades(table, "S17")
    assert found & {"87", "88"}
    assert found & {"14", "15", "716", "717", "718", "719"}
    assert found <= set(BOX.tiles["4"].upgrades or ())
    city = building("SIR", {"T16": "6.0", "S17": "4.0"})
    green = next(
        a for a in city.legal() if a.endswith("S17") and a.split()[2].split(".")[0] in ("14", "15", "716")
    )
    city.apply(green)
    assert city.s.board.faces["S17"].stops[0].kind == "city"


@pytest.mark.rule("1853-4.2.5-3", "1853-P20-10")
@pytest.mark.parametrize("tile", ["1", "2", "55", "56", "71"])
def test_two_small_stations_stay_as_they_are(tile):
    assert BOX.tiles[tile].upgrades == ()
    table = building("NWR", {"E13": "3.1", "E15": f"{tile}.0"}, cash=1000, phase="4")
    assert table.refused("NWR lays 88.0 at E15") == "1853-4.2.5-3"
    assert not upgrades(table, "E15")


@pytest.mark.rule("1853-4.2.5-4")
@pytest.mark.parametrize("id", [t.id for t in BOX.tiles.values()])
def test_only_what_page_20_lists(id):
    tile = BOX.tiles[id]
    hex = {"BM": "M9", "CD": "J28", "W": "N22"}.get(tile.label, "I15")
    found = {face.tile.id for face in BOX.map.covers(hex, tile.turns[0], BOX.tiles)}
    assert found <= set(tile.upgrades or ())


@pytest.mark.rule("1853-4.2.5-4", "1853-P20-3")
@pytest.mark.parametrize(("option", "rule"), [(False, "1853-4.2.5-4"), (True, None)])
def test_an_upgrade_that_fits_and_is_not_listed_is_refused_unless_agreed(option, rule):
    table = india(
        companies={"SIR": {"A": 3, "cash": 500}},
        tiles={"T16": "6.0", "S17": "3.3"},
        phase="3",
        turn="SIR lay",
        options={"extra_upgrades": option},
    )
    refusal = table.refusal("SIR lays 87.2 at S17")
    assert (refusal.rule if refusal else None) == rule
    assert ("87" in upgrades(table, "S17")) == option


# -- junctions ------------------------------------------------------------------------------------

# Trichinopoly, a junction on S15, Bangalore, Mysore
AT_JUNCTION = {"T16": "6.3", "S15": "107.2", "R16": "69.3", "R14": "69.2"}


@pytest.mark.rule("1853-4.2.5-5", "1853-4.2.5-6", "1853-4.6.2-1")
@pytest.mark.parametrize("junction", ["106", "107", "108", "112"])
def test_a_junction_joins_any_side_to_any_other_and_earns_nothing(junction):
    for face in BOX.tiles[junction].turns:
        if not {0, 2, 5} <= set(face.beyond):
            continue
        tiles = {**AT_JUNCTION, "S15": str(face)}
        table = building("SIR", tiles, phase="5", trains=["4"], step="run")
        for run, income in (("T16.0 S15 R16.0", 40), ("R14.0 S15 T16.0", 40)):
            copy = building("SIR", tiles, phase="5", trains=["4"], step="run").apply(f"SIR runs 4: {run}")
            assert copy.events("runs")[0].values["income"] == income
        assert table.refused("SIR runs 4: T16.0 S15.0 R16.0") == "1853-4.5.5-1"  # it is no stop
        break
    else:
        pytest.fail("no rotation with these sides")


@pytest.mark.rule("1853-4.2.5-5", "1853-4.5.10-2")
def test_two_trains_meet_at_a_junction_by_different_track():
    tiles = {"T16": "6.3", "S15": "112.4", "R16": "69.3", "R14": "69.2", "S13": "4.1"}
    face = BOX.tiles["112"].turns[4]
    assert set(face.beyond) >= {0, 2, 4, 5}
    table = building("SIR", tiles, phase="4", trains=["4", "3"], step="run", tokens=["R16.0"])
    assert table.allows("SIR runs 4: T16.0 S15 R14.0 | 3: R16.0 S15 S13.0")
    assert table.refused("SIR runs 4: T16.0 S15 R14.0 | 3: R16.0 S15 R14.0") == "1853-4.5.10-1"


@pytest.mark.rule("1853-4.2.5-5", "1853-4.5.5-1", "1853-4.5.8-1")
def test_a_train_comes_through_a_junction_again_by_other_exits():
    """From the junction Q15 a loop leads by the town P14 and Q13 back to it."""
    tiles = {"R14": "69.0", "Q15": "108.2", "P14": "3.2", "Q13": "7.0", "R16": "69.5"}
    table = building("SIR", tiles, phase="5", trains=["4"], step="run", tokens=["R14.0"])
    assert table.refused("SIR runs 4: R14.0 Q15 P14.0 Q15 R16.0") == "1853-4.5.5-1"
    assert table.refused("SIR runs 4: R14.0 Q15 P14.0 Q13 Q15 R14.0") == "1853-4.5.5-2"
    table.apply("SIR runs 4: R14.0 Q15 P14.0 Q13 Q15 R16.0")
    assert table.events("runs")[0].values["income"] == 50


# -- gauges ---------------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.2.6-1")
def test_the_gauge_of_old_track_stays_or_becomes_dual():
    table = building("SIR", line("T16 S15", "metre"))
    assert table.refused("SIR lays 82.2 at S15") == "1853-4.2.6-1"
    assert table.allows("SIR lays 86.2 at S15")
    assert table.allows("SIR lays 233.2 at S15")  # dual


@pytest.mark.rule("1853-4.2.6-2")
def test_new_track_may_have_another_gauge():
    table = building("SIR", {"T16": "6.0"})
    mixed = [a for a in table.legal() if "lays" in a and a.split()[2].split(".")[0] in ("717", "718")]
    assert mixed  # broad kept, metre branches added
    table.apply(mixed[0])
    assert {piece.gauge for piece in table.s.board.faces["T16"].track} == {"broad", "metre"}


# Bangalore as a mixed city: broad to the south-west side, where SIR comes from, metre elsewhere
MIXED = next(
    face
    for id in ("717", "718")
    for face in BOX.tiles[id].turns
    if 3 in face.along("broad") and 0 in face.along("metre")
)


@pytest.mark.rule("1853-4.2.6-3")
def test_beyond_a_change_of_gauge_only_with_an_own_station_there():
    tiles = {**line("T16 S15 R16"), "R16": str(MIXED)}
    without = building("SIR", tiles)
    metre = "SIR lays 79.0 at Q17"
    assert without.refused(metre) == "1853-4.2.6-3"
    assert building("SIR", line("T16 S15 R16")).refused(metre) == "1853-4.1.6-1"
    with_station = building("SIR", tiles, tokens=["R16.0"])
    assert with_station.allows(metre)


# -- grey tiles -----------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.2.7-1")
def test_never_two_grey_tiles_side_by_side():
    tiles = {"T16": "103.2", "S15": "106.2"}
    free = building("SIR", tiles, phase="5", trains=["5"])
    grey = next(a for a in free.legal() if " 109." in a)
    beside = building("SIR", {**tiles, "S15": "112.2"}, phase="5", trains=["5"])
    assert beside.refused(grey) == "1853-4.2.7-1"


@pytest.mark.rule("1853-4.2.8-2", "1853-4.5.3-1")
@pytest.mark.parametrize(("gauge", "train"), [("broad", "4"), ("metre", "3M")])
def test_dual_track_interrupts_no_line(gauge, train):
    tiles = {**line("T16 S15 R16", gauge), "S15": "250.0"}
    table = building("SIR", tiles, phase="4", trains=[train], step="run")
    assert table.allows(f"SIR runs {train}: T16.0 S15 R16.0")
    other = "3M" if train == "4" else "4"
    wrong = building("SIR", tiles, phase="4", trains=[other], step="run")
    assert wrong.refused(f"SIR runs {other}: T16.0 S15 R16.0") == "1853-4.5.3-1"


# -- room, supply, cost ---------------------------------------------------------------------------


@pytest.mark.rule("1853-4.2.9-1", "1853-4.2.9-2", "1853-4.5.7-1")
def test_an_upgraded_city_has_room_for_more():
    tiles = line("T16 S15 R16 Q15 P16 O15")
    others = {"MSM": {"B": 3, "cash": 300, "tokens": ["R16.0"]}}
    small = building("SIR", tiles, others=others, step="station")
    assert small.refused("SIR builds a station at R16.0") == "1853-4.4.5-1"
    exits = small.s.board.faces["R16"]
    wide = next(
        f for f in BOX.tiles["15"].turns if kept_track(exits, f) and not f.exits & BOX.map.walls["R16"]
    )
    room = building("SIR", {**tiles, "R16": str(wide)}, others=others, step="station")
    assert room.allows("SIR builds a station at R16.0")
    assert ("O15", 0) in room.s.board.reachable("SIR").stops
    assert ("O15", 0) not in small.s.board.reachable("SIR").stops


@pytest.mark.rule("1853-4.2.10-1")
def test_replaced_tiles_go_back_to_the_supply():
    table = building("SIR", {"T16": "6.0"})
    before = table.s.supply["6"]
    table.apply("SIR lays 12.0 at T16")
    assert table.s.supply["6"] == before + 1
    assert table.s.supply["12"] == 1
    none = building("SIR", {"T16": "6.0", "O15": "12.0", "K17": "12.0"})
    assert none.refused("SIR lays 12.0 at T16") == "1853-4.2.10-1"


@pytest.mark.rule("1853-4.2.11-1")
def test_an_upgrade_costs_nothing():
    table = building("SIR", line("T16 S15"))  # S15 is a mountain
    table.apply("SIR lays 82.2 at S15")
    assert table.cash("SIR") == 500


# -- the printed cities ---------------------------------------------------------------------------


@pytest.mark.rule("1853-4.2.12-1", "1853-4.2.12-2")
@pytest.mark.parametrize(("hex", "stations"), [("M9", 2), ("J28", 3), ("F14", 3), ("R18", 2), ("N22", 1)])
def test_five_cities_are_printed_green(hex, stations):
    face = india().s.board.faces[hex]
    assert face.tile.colour == "green"
    assert face.track
    assert len(face.stops) == stations


@pytest.mark.rule("1853-4.2.12-4", "1853-4.10.4-3")
def test_they_are_upgraded_in_phases_4_and_5():
    assert building("GIP", phase="3").refused("GIP lays 105.0 at M9") == "1853-4.2.12-4"
    assert building("GIP", phase="4").allows("GIP lays 105.0 at M9")


@pytest.mark.rule("1853-4.2.12-5")
def test_calcutta_and_delhi_take_cd():
    assert building("NWR", phase="4").refused("NWR lays 105.0 at F14") == "1853-4.2.12-5"
    assert building("NWR", phase="4").allows("NWR lays CD.0 at F14")
    assert building("EIR", phase="4").allows("EIR lays CD.0 at J28")


@pytest.mark.rule("1853-4.2.12-6")
def test_bombay_and_madras_take_bm():
    assert building("MSM", phase="4").allows("MSM lays 105.3 at R18")
    assert building("MSM", phase="4").refused("MSM lays CD.0 at R18") == "1853-4.2.12-6"
    table = building("GIP", phase="4").apply("GIP lays 105.0 at M9")
    assert table.tile("M9") == "105.0"


@pytest.mark.rule("1853-4.2.12-7", "1853-P20-56")
def test_waltair_has_a_brown_tile_and_no_grey_one():
    assert building("ECR", phase="4").allows("ECR lays W.0 at N22")
    assert building("ECR", phase="4").refused("ECR lays 102.0 at N22") == "1853-4.2.12-7"
    brown = building("ECR", {"N22": "W.0"}, phase="5")
    assert not upgrades(brown, "N22")
    assert brown.refused("ECR lays 109.0 at N22") == "1853-4.2.12-7"


@pytest.mark.rule("1853-4.2.12-8", "1853-P20-58")
def test_one_grey_cd():
    both = {"J28": "900.0", "F14": "CD.0"}
    table = building("NWR", both, phase="5", trains=["5"])
    assert table.refused("NWR lays 900.0 at F14") == "1853-4.2.10-1"
    assert building("NWR", {"J28": "CD.0", "F14": "CD.0"}, phase="5").allows("NWR lays 900.0 at F14")


@pytest.mark.rule("1853-4.2.12-9")
def test_nobody_runs_through_calcutta():
    tiles = {"J28": "CD.0", "I27": "4.2", "K27": "9.0", "L26": "4.0", "H26": "9.2"}
    table = building("EIR", tiles, phase="4", trains=["4"], step="run")
    assert len(table.s.board.faces["J28"].stops) == 6
    assert table.refused("EIR runs 4: I27.0 J28.5 J28.3 K27 L26.0") == "1853-4.5.5-1"
    assert table.allows("EIR runs 4: I27.0 J28.5")


@pytest.mark.rule("1853-4.2.12-10")
@pytest.mark.parametrize(("tile", "legal"), [(None, False), ("105.0", True), ("111.0", True)])
def test_bombay_is_run_through_from_brown_on(tile, legal):
    tiles = {"L10": "4.0", "N10": "4.2", **({"M9": tile} if tile else {})}
    table = building("GIP", tiles, phase="5", trains=["4"], step="run")
    way = "GIP runs 4: L10.0 M9.0 N10.0"
    assert table.allows(way) == legal
    if not legal:
        assert table.refused(way) == "1853-4.5.5-1"


@pytest.mark.rule("1853-4.2.13-1")
def test_the_first_upgrade_of_calcutta_costs_60():
    table = building("EIR", phase="4").apply("EIR lays CD.0 at J28")
    assert table.cash("EIR") == 440
    second = building("EIR", {"J28": "CD.0"}, phase="5").apply("EIR lays 900.0 at J28")
    assert second.cash("EIR") == 500
    delhi = building("NWR", phase="4").apply("NWR lays CD.0 at F14")
    assert delhi.cash("NWR") == 500


@pytest.mark.rule("1853-1-4")
@pytest.mark.parametrize("turn", [6, -1])
def test_a_tile_has_six_turns(turn):
    table = building("SIR", {"T16": "6.0"})
    assert table.game.why_not(Lay("SIR", "15", turn, "T16")).rule == "1853-1-4"
