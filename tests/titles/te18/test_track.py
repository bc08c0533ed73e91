"""18TE §7.3: laying and upgrading track."""

import json

import pytest

from kursbuch.testing import Table, position

LINE = {"F6": "4.1", "E7": "8.2"}  # from Osnabrück by Lotte to the edge of Ibbenbüren


def building(company="KHS", tiles=None, *, phase="2", cash=500, others=None, options=None, **about) -> Table:
    return position(
        "18te",
        companies={company: {"cash": cash, **about}, **(others or {})},
        tiles=tiles,
        phase=phase,
        turn=f"{company} lay",
        options=options,
    )


def tile_actions(table, hex):
    return [action for action in table.legal() if action.endswith(f"at {hex}")]


def tile_of(action):
    """The number of the tile that an action lays: "KHS lays 23.4 at E7"."""
    return action.split()[2].rpartition(".")[0]


# -- how much, and which colour -------------------------------------------------------------------


@pytest.mark.rule("18TE-7.3-1")
@pytest.mark.parametrize("second", ["8.2 at E7", "TE2.0 at G5"])
def test_one_tile_a_turn_laid_or_upgraded(second):
    table = building(phase="3")
    assert table.allows("KHS lays TE2.0 at G5")
    table.apply("KHS lays 4.1 at F6")
    assert table.refused(f"KHS lays {second}") == "18TE-7.3-1"


@pytest.mark.rule("18TE-7.3-1")
def test_after_an_upgrade_no_tile_is_laid():
    table = building(phase="3").apply("KHS lays TE2.0 at G5")
    assert table.refused("KHS lays 4.1 at F6") == "18TE-7.3-1"


@pytest.mark.rule("18TE-7.3-2")
def test_yellow_becomes_green_before_it_becomes_brown():
    table = building(phase="4")
    assert table.refused("KHS lays TE6.0 at G5") == "18TE-7.3-2"
    table.apply("KHS lays TE2.0 at G5")
    green = building(phase="4", tiles={"G5": "TE2.0"})
    assert green.allows("KHS lays TE6.0 at G5")


@pytest.mark.rule("18TE-7.3-2")
def test_an_empty_hex_takes_no_green_tile():
    assert building(phase="3", tiles=LINE).refused("KHS lays 14.2 at D6") == "18TE-7.3-2"


# -- supply ---------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.3-3")
@pytest.mark.parametrize(("tile", "count", "lay"), [("7", 7, "7.3"), ("8", 8, "8.2"), ("9", 8, "9.1")])
def test_plain_yellow_track_never_runs_out(tile, count, lay):
    used = ["B4", "B6", "B8", "C1", "C5", "C9", "C11", "D2"][:count]
    table = building(tiles={"F6": "4.1", **{hex: f"{tile}.0" for hex in used}})
    assert table.allows(f"KHS lays {lay} at E7")


@pytest.mark.rule("18TE-7.3-4")
def test_other_tiles_are_limited_to_the_delivered_number():
    table = building(tiles={**LINE, "B10": "5.3"})
    assert table.s.supply["5"] == 0
    assert table.refused("KHS lays 5.5 at D6") == "18TE-7.3-4"
    assert table.allows("KHS lays 6.5 at D6")


@pytest.mark.rule("18TE-7.3-5", "18TE-7.3-18")
def test_an_upgrade_brings_the_old_tile_back_to_the_supply():
    table = building(phase="3", tiles={**LINE, "D6": "57.2", "B10": "57.0"})
    assert table.refused("KHS lays 57.0 at F10") == "18TE-7.3-4"
    table.apply("KHS lays 14.1 at D6")
    assert table.tile("D6") == "14.1"
    assert (table.s.supply["57"], table.s.supply["14"]) == (1, 1)


# -- where ----------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.3-6")
def test_a_yellow_tile_needs_an_empty_hex():
    assert building(tiles=LINE).refused("KHS lays 9.1 at E7") == "18TE-7.3-6"
    assert building(tiles={"F6": "4.1"}).allows("KHS lays 9.1 at E7")


@pytest.mark.rule("18TE-7.3-7", "18TE-7.3-8")
def test_an_empty_home_hex_comes_first():
    table = building("TWE", {"E7": "9.2"}, new=True)
    assert table.refused("TWE lays 9.0 at F8") == "18TE-7.3-8"
    assert table.refused("TWE lays 4.0 at D8") == "18TE-7.3-8"
    assert table.refused("TWE lays 9.2 at D6") == "18TE-7.3-14"
    table.apply("TWE lays 57.2 at D6")
    assert table.tile("D6") == "57.2"
    assert table.station_at("D6.0") == ("TWE",)


@pytest.mark.rule("18TE-7.3-7", "18TE-7.3-8")
def test_the_home_tile_is_no_duty_but_nothing_else_may_be_laid():
    table = building("TWE", new=True)
    assert table.allows("TWE passes")
    assert all(action.endswith("at D6") for action in table.legal() if "lays" in action)


@pytest.mark.rule("18TE-7.3-8", "18TE-7.3-9")
def test_with_track_at_home_tiles_are_laid_elsewhere_where_they_join():
    table = building("TWE", {"D6": "57.2"})
    assert table.allows("TWE lays 8.2 at E7")
    assert table.refused("TWE lays 4.0 at D8") == "18TE-7.3-9"


@pytest.mark.rule("18TE-7.3-9")
def test_a_tile_extends_a_route_of_the_company():
    table = building()
    assert table.refused("KHS lays 9.0 at C9") == "18TE-7.3-9"
    assert table.refused("KHS lays 4.0 at F6") == "18TE-7.3-9"
    assert table.allows("KHS lays 4.1 at F6")


@pytest.mark.rule("18TE-7.3-9")
def test_track_beyond_a_city_full_of_others_is_not_the_companys():
    tiles = {**LINE, "D6": "57.2"}
    assert building(tiles=tiles).allows("KHS lays 8.5 at C5")
    blocked = building(tiles=tiles, others={"TWE": {"B": 30}})
    assert blocked.refused("KHS lays 8.5 at C5") == "18TE-7.3-9"


@pytest.mark.rule("18TE-7.3-10")
def test_track_leads_neither_off_the_board_nor_into_a_blank_red_side():
    table = building(tiles={"F6": "3.3"})
    assert table.refused("KHS lays 4.0 at F4") == "18TE-7.3-10"
    assert table.refused("KHS lays 58.4 at F4") == "18TE-7.3-10"
    assert table.allows("KHS lays 58.0 at F4")


# -- money ----------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.3-11")
def test_a_mountain_is_paid_to_the_bank_at_once():
    table = building(tiles={"F6": "4.1"}, cash=50)
    bank = table.cash("bank")
    table.apply("KHS lays 8.2 at E7")
    assert table.cash("KHS") == 0
    assert table.cash("bank") == bank + 50
    assert building(tiles={"F6": "4.1"}, cash=49).refused("KHS lays 8.2 at E7") == "18TE-7.3-11"


@pytest.mark.rule("18TE-7.3-11")
def test_twe_pays_for_the_mountain_at_home():
    assert building("TWE", cash=180, new=True).apply("TWE lays 57.2 at D6").cash("TWE") == 130


@pytest.mark.rule("18TE-7.3-12")
def test_the_first_half_of_a_crossing_is_free_and_the_joining_half_is_paid():
    table = building("KWE", cash=100).apply("KWE lays 5.4 at C13")
    assert table.cash("KWE") == 100
    table = building("KWE", {"C13": "5.4"}, cash=100).apply("KWE lays 9.1 at D12")
    assert table.cash("KWE") == 70
    for short in (29, 0):
        poor = building("KWE", {"C13": "5.4"}, cash=short)
        assert poor.refused("KWE lays 9.1 at D12") == "18TE-7.3-12"


@pytest.mark.rule("18TE-7.3-12")
def test_track_beside_the_river_that_does_not_cross_it_is_free():
    tiles = {"C13": "6.3", "C9": "9.0"}
    assert building("KWE", tiles, cash=100).apply("KWE lays 8.0 at C11").cash("KWE") == 100
    assert building("KWE", tiles, cash=100).apply("KWE lays 9.0 at C11").cash("KWE") == 70


@pytest.mark.rule("18TE-7.3-13")
def test_the_ems_has_nine_crossings_of_30():
    ems = "A7-B6 B8-B6 B8-C7 B8-C9 B10-C9 C11-C9 C11-D10 C11-D12 C13-D12"
    borders = building().s.box.map.borders
    assert {border.hexes for border in borders} == {frozenset(pair.split("-")) for pair in ems.split()}
    assert {border.cost for border in borders} == {30}


@pytest.mark.rule("18TE-7.3-13")
def test_rheine_is_left_over_the_ems_to_the_north_east_only():
    crossing = building(cash=100, tokens=["A7.0"]).apply("KHS lays 9.1 at B6")
    assert crossing.cash("KHS") == 70
    along = building("KWE", cash=100, tokens=["A7.1"]).apply("KWE lays 8.0 at B8")
    assert along.cash("KWE") == 100


@pytest.mark.rule("18TE-7.3-27")
def test_upgrades_are_free_even_in_the_mountains():
    table = building(phase="3", tiles=LINE, cash=0).apply("KHS lays 23.4 at E7")
    assert table.cash("KHS") == 0


@pytest.mark.rule("18TE-7.3-12", "18TE-7.3-27")
@pytest.mark.parametrize(("option", "cash"), [(False, 100), (True, 70)])
def test_an_upgrade_that_first_crosses_the_ems_pays_only_by_option(option, cash):
    table = building(
        "KWE",
        {"C13": "5.4", "D12": "9.0"},
        phase="3",
        cash=100,
        options={"river_on_upgrade": option},
    )
    assert table.apply("KWE lays 20.0 at D12").cash("KWE") == cash


@pytest.mark.rule("18TE-7.3-12", "18TE-7.3-27")
@pytest.mark.parametrize("old", ["9.1", "8.1"])
def test_an_upgrade_of_track_that_crosses_the_ems_already_is_free_by_option_too(old):
    tiles, options = {"C13": "5.4", "D12": old}, {"river_on_upgrade": True}
    table = building("KWE", tiles, phase="3", cash=0, options=options)
    assert tile_actions(table, "D12")
    for upgrade in tile_actions(table, "D12"):
        assert table.allows(upgrade), upgrade


@pytest.mark.rule("18TE-7.3-12")
def test_an_upgrade_that_cannot_pay_for_the_ems_is_refused_for_it():
    tiles, options = {"C13": "5.4", "D12": "9.0"}, {"river_on_upgrade": True}
    table = building("KWE", tiles, phase="3", cash=0, options=options)
    assert table.refused("KWE lays 20.0 at D12") == "18TE-7.3-12"


# -- kinds ----------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.3-14")
def test_a_circle_takes_only_a_large_city():
    table = building(tiles=LINE)
    assert table.refused("KHS lays 9.2 at D6") == "18TE-7.3-14"
    assert table.refused("KHS lays 4.2 at D6") == "18TE-7.3-14"
    assert table.allows("KHS lays 57.2 at D6")


@pytest.mark.rule("18TE-7.3-15")
def test_a_lettered_city_takes_only_its_own_letters():
    table = building("KWE", phase="3")
    assert table.refused("KWE lays TE2.0 at D14") == "18TE-7.3-15"
    assert table.refused("KWE lays 14.1 at D14") == "18TE-7.3-15"
    assert table.allows("KWE lays TE3.0 at D14")


@pytest.mark.rule("18TE-7.3-15")
def test_an_unlettered_city_takes_no_letters():
    table = building(phase="3", tiles={**LINE, "D6": "57.2"})
    assert table.refused("KHS lays TE3.0 at D6") == "18TE-7.3-15"


@pytest.mark.rule("18TE-7.3-16")
def test_a_dot_takes_only_a_small_city():
    table = building()
    assert table.refused("KHS lays 57.1 at F6") == "18TE-7.3-16"
    assert table.refused("KHS lays 9.1 at F6") == "18TE-7.3-16"
    assert table.allows("KHS lays 4.1 at F6")


@pytest.mark.rule("18TE-7.3-17")
def test_a_blank_hex_takes_only_plain_track():
    table = building(tiles={"F6": "4.1"})
    assert table.refused("KHS lays 4.1 at E7") == "18TE-7.3-17"
    assert table.refused("KHS lays 57.1 at E7") == "18TE-7.3-17"
    assert table.allows("KHS lays 9.1 at E7")


@pytest.mark.rule("18TE-7.3-19")
def test_an_upgrade_keeps_the_kind_of_the_tile():
    table = building(phase="3", tiles={**LINE, "D6": "57.2"})
    for city in ("14.1", "15.1"):
        assert table.refused(f"KHS lays {city} at E7") == "18TE-7.3-19"
    for plain in ("23.4", "24.4", "20.1"):
        assert table.refused(f"KHS lays {plain} at D6") == "18TE-7.3-19"
    # every green tile that may be laid on a plain, a large and a lettered hex is of its kind
    tiles = table.s.box.tiles
    kinds = {hex: {tiles[tile_of(a)].kind for a in tile_actions(table, hex)} for hex in ("E7", "D6")}
    assert kinds == {"E7": {"plain"}, "D6": {"city"}}
    assert {tile_of(a) for a in tile_actions(table, "G5")} == {"TE2"}
    assert table.refused("KHS lays 14.0 at G5") == "18TE-7.3-15"
    assert table.refused("KHS lays 23.0 at F6") == "18TE-7.3-20"


@pytest.mark.rule("18TE-7.3-20")
def test_small_cities_stay_yellow():
    table = building(phase="4", tiles=LINE)
    assert tile_actions(table, "F6") == []
    assert table.refused("KHS lays 20.0 at F6") == "18TE-7.3-20"
    assert table.refused("KHS lays 14.0 at F6") == "18TE-7.3-20"


# -- what an upgrade keeps, and what it must add ----------------------------------------------------


@pytest.mark.rule("18TE-7.3-21")
def test_old_track_keeps_its_place():
    table = building(phase="3", tiles=LINE)
    assert table.refused("KHS lays 23.0 at E7") == "18TE-7.3-21"
    assert table.allows("KHS lays 23.4 at E7")


@pytest.mark.rule("18TE-7.3-22")
def test_sides_stay_joined_to_their_city():
    table = building(phase="3", tiles={**LINE, "D6": "57.2"})
    assert table.refused("KHS lays 14.0 at D6") == "18TE-7.3-22"
    assert table.allows("KHS lays 14.1 at D6")


@pytest.mark.rule("18TE-7.3-22", "18TE-7.3-26")
def test_the_two_circles_of_muenster_become_one_city_with_both_stations():
    table = building("KWE", phase="3", others={"CME": {"B": 30}})
    assert (table.station_at("D14.0"), table.station_at("D14.1")) == (("KWE",), ("CME",))
    table.apply("KWE lays TE3.0 at D14")
    assert table.station_at("D14.0") == ("KWE", "CME")


@pytest.mark.rule("18TE-7.3-26")
def test_stations_stand_in_their_printed_spaces_after_an_upgrade():
    table = building(phase="3", others={"CME": {"B": 30, "tokens": ["G5.1"]}})
    table.apply("KHS lays TE2.0 at G5")
    assert table.station_at("G5.0") == ("", "KHS", "CME")


@pytest.mark.rule("18TE-7.3-23")
def test_new_track_leads_neither_off_the_board_nor_into_a_blank_red_side():
    table = building(phase="3")
    assert table.refused("KHS lays TE2.5 at G5") == "18TE-7.3-23"
    assert table.allows("KHS lays TE2.1 at G5")
    beside_loehne = building("CME", {"G7": "8.1"}, phase="3", tokens=["G5.1"])
    assert beside_loehne.refused("CME lays 24.1 at G7") == "18TE-7.3-23"


@pytest.mark.rule("18TE-7.3-24")
def test_new_plain_track_must_extend_a_route():
    table = building(phase="3", tiles=LINE)
    assert table.refused("KHS lays 24.2 at E7") == "18TE-7.3-24"
    assert table.allows("KHS lays 23.4 at E7")


@pytest.mark.rule("18TE-7.3-25")
def test_a_city_may_be_upgraded_from_old_track_alone():
    tiles = {**LINE, "D6": "6.3"}
    table = building(phase="3", tiles=tiles, others={"TWE": {"B": 30}})
    assert table.allows("KHS lays 12.3 at D6")
    assert building("KWE", tiles, phase="3").refused("KWE lays 12.3 at D6") == "18TE-7.3-9"


# -- printed track --------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.3-28")
def test_four_hexes_are_printed_yellow():
    hexes = building().s.box.map.hexes
    assert [h for h in hexes if hexes[h].print.colour == "yellow"] == ["A7", "D14", "E9", "G5"]


@pytest.mark.rule("18TE-7.3-28")
@pytest.mark.parametrize(("company", "hex"), [("KHS", "F6"), ("KWE", "C13"), ("CME", "E13")])
def test_printed_track_is_used_from_the_start(company, hex):
    table = building(company)
    assert {action.split()[-1] for action in table.legal() if "lays" in action} == {hex}


@pytest.mark.rule("18TE-7.3-29")
@pytest.mark.parametrize(
    ("company", "lay"), [("KHS", "57.1 at G5"), ("KWE", "6.2 at D14"), ("KHS", "5.4 at E9")]
)
def test_no_yellow_tile_goes_on_printed_yellow(company, lay):
    assert building(company).refused(f"{company} lays {lay}") == "18TE-7.3-29"


@pytest.mark.rule("18TE-7.3-30")
@pytest.mark.parametrize(
    ("company", "tokens", "tiles", "lay"),
    [
        ("KHS", [], {}, "TE2.0 at G5"),
        ("KWE", [], {}, "TE3.0 at D14"),
        ("KHS", ["A7.0"], {}, "TE4.0 at A7"),
        ("CME", ["G5.1"], {"G7": "8.1", "F8": "8.4", "F10": "5.2"}, "TE1.0 at E9"),
    ],
)
def test_printed_yellow_is_upgraded_with_green(company, tokens, tiles, lay):
    table = building(company, tiles, phase="3", tokens=tokens)
    table.apply(f"{company} lays {lay}")
    tile, _, hex = lay.partition(" at ")
    assert table.tile(hex) == tile


@pytest.mark.rule("18TE-7.3-30")
def test_tecklenburg_waits_for_green():
    tiles = {"G7": "8.1", "F8": "8.4", "F10": "5.2"}
    table = building("CME", tiles, tokens=["G5.1"])
    assert table.refused("CME lays TE1.0 at E9") == "18TE-3.8-2"


# -- the upgrade table ----------------------------------------------------------------------------

PRINTED = {"OS": "G5", "RH": "A7", "MS": "D14", "TE": "E9"}
OPEN = {"plain": "C9", "town": "C7", "city": "D6"}  # hexes with six neighbours to build towards


def test_upgrades_and_rotations_are_those_of_the_table(shared):
    table = json.loads((shared / "facts/18te.json").read_text(encoding="utf-8"))["upgrades"]["from"]
    box = building().s.box
    sources = {id: tile.turns[0] for id, tile in box.tiles.items() if tile.colour != "brown"}
    sources |= {
        f"{label} (printed yellow)": box.map.hexes[hex].print.turns[0] for label, hex in PRINTED.items()
    }
    for name, old in sources.items():
        hex = PRINTED.get(old.tile.label) or OPEN[old.tile.kind]
        covers = box.map.covers(hex, old, box.tiles)
        offered = {
            (id, turn) for id, tile in box.tiles.items() for turn in range(6) if tile.turns[turn] in covers
        }
        expected = {
            (entry["to"], turn)
            for entry in table.get(name, ())
            for turn in entry["rotations"]
            if not box.tiles[entry["to"]].turns[turn].exits & box.map.walls[hex]
        }
        assert offered == expected, name


# -- balloon loops --------------------------------------------------------------------------------

# Ibbenbüren - E7 - F8, where a loop by Lotte and G7 leads back; the leg of E7 to D8 joins from F8 only.
BALLOON = {"D6": "57.2", "E7": "24.5", "F8": "29.2", "F6": "3.5", "G7": "7.1"}


@pytest.mark.rule("18TE-7.2-4", "18TE-7.3-9")
def test_no_way_turns_round_in_a_balloon_loop():
    table = building("TWE", BALLOON)
    assert table.refused("TWE lays 58.2 at D8") == "18TE-7.3-9"
    assert building("TWE", {"D6": "57.2", "E7": "7.1"}).allows("TWE lays 58.2 at D8")


@pytest.mark.rule("18TE-7.2-4", "18TE-7.3-9")
def test_the_far_side_of_a_balloon_loop_is_reached_by_another_way_in():
    by_osnabrueck = {"E5": "4.1", "F4": "58.5", "G5": "TE2.0", "G7": "39.1", "D6": "15.3"}
    table = building("TWE", {**BALLOON, **by_osnabrueck}, phase="3")
    assert table.allows("TWE lays 58.2 at D8")
    without_f4 = {hex: face for hex, face in by_osnabrueck.items() if hex != "F4"}
    table = building("TWE", {**BALLOON, **without_f4}, phase="3")
    assert table.refused("TWE lays 58.2 at D8") == "18TE-7.3-9"
