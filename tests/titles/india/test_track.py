"""1853 §4.1: laying yellow tiles in two gauges."""

import pytest

from kursbuch.rail.rounds.deeds import Deed
from kursbuch.testing import settle
from tests.titles.india.table import india, line


def laying(company="SIR", tiles=None, *, cash=500, **about):
    other = {key: about.pop(key) for key in ("phase", "others", "small", "done") if key in about}
    return india(
        companies={company: {"A": 3, "cash": cash, **about}, **other.pop("others", {})},
        tiles=tiles,
        turn=f"{company} lay",
        **other,
    )


def hexes(table):
    return {action.split()[-1] for action in table.legal() if "lays" in action}


# -- when and how many ----------------------------------------------------------------------------


@pytest.mark.rule("1853-4.1.1-1", "1853-4-5", "1853-4-4")
def test_laying_is_the_first_step_and_voluntary():
    table = settle(india(companies={"SIR": {"A": 3, "cash": 500}}, turn="SIR"))
    assert any("lays" in action for action in table.legal())
    assert table.allows("SIR passes")
    later = india(companies={"SIR": {"A": 3, "cash": 500}}, turn="SIR trains")
    assert later.refused("SIR lays 5.4 at T16") == "1853-4-4"


# EIR's two lines: from Calcutta north over I27, and from Patna (a tile with exits SE and W) over I25
PATNA = {"H24": "6.2"}
NORTH, SOUTH = "EIR lays 4.2 at I27", "EIR lays 9.2 at I25"


@pytest.mark.rule("1853-4.1.2-1", "1853-4.1.3-3", "1853-4.1.3-4")
def test_option_2_gives_two_tiles_at_once_for_a_fee():
    table = laying("EIR", PATNA, option=2)
    table.apply(NORTH)
    assert table.cash("EIR") == 500  # one tile costs no fee
    table.apply(SOUTH)
    assert table.cash("EIR") == 450
    assert table.refused("EIR lays 9.1 at H22") == "1853-4.1.2-1"


@pytest.mark.rule("1853-4.1.3-3", "1853-4.1.12-1")
def test_what_a_second_tile_is_said_to_cost_has_the_fee_in_it():
    table = laying("EIR", PATNA, option=2)
    assert table.game.outlay(SOUTH) == 0
    table.apply(NORTH)
    lays = [action for action in table.legal() if " lays " in action]
    assert SOUTH in lays
    for action in lays:
        outlay = table.game.outlay(action)
        assert outlay >= 50
        assert table.game.after(action).state.cash["EIR"] == 500 - outlay, action


@pytest.mark.rule("1853-4.1.3-3", "1853-4.1.3-4")
def test_the_fee_stays_due_in_later_phases():
    table = laying("EIR", PATNA, option=2, phase="3").apply(NORTH, SOUTH)
    assert table.cash("EIR") == 450
    one = laying("EIR", PATNA, option=2).apply(NORTH, "EIR passes")
    assert one.cash("EIR") == 500


@pytest.mark.rule("1853-4.1.3-2", "1853-4.1.2-1")
def test_option_1_gives_two_tiles_free_from_phase_3_on():
    table = laying("EIR", PATNA, option=1).apply(NORTH)
    assert table.refused(SOUTH) == "1853-4.1.3-2"
    third = laying("EIR", PATNA, option=1, phase="3").apply(NORTH, SOUTH)
    assert third.cash("EIR") == 500


@pytest.mark.rule("1853-4.1.3-5")
@pytest.mark.parametrize(
    ("company", "tiles", "lays", "about"),
    [
        ("GIP", {"H20": "6.2"}, ["9.2 at I21", "4.2 at N10"], {"terrain": 140}),
        ("NWR", {"C11": "6.2"}, ["9.2 at D12", "4.2 at E13"], {}),
        ("BNR", {"K17": "6.1"}, ["9.0 at L16", "9.0 at K27"], {}),
        ("BBCI", {"H10": "6.1"}, ["9.1 at H12", "4.0 at L10"], {"large": True, "terrain": 120}),
    ],
)
def test_the_other_large_companies_pay_20(company, tiles, lays, about):
    terrain = about.get("terrain", 0)
    table = laying(company, tiles, option=2, large=about.get("large", False))
    table.apply(f"{company} lays {lays[0]}")
    assert table.cash(company) == 500
    table.apply(f"{company} lays {lays[1]}")
    assert table.cash(company) == 500 - terrain - 20


@pytest.mark.rule("1853-4.1.2-2")
def test_a_small_company_lays_one_tile():
    assert laying("SIR", {"T16": "6.0"}).refused("A lays 4.0 at S17") == "1853-4-1"
    table = laying("SIR", {"T16": "6.0"}).apply("SIR lays 4.0 at S17")
    assert table.refused("SIR lays 9.0 at U17") == "1853-4.1.2-2"


@pytest.mark.rule("1853-4.1.3-1")
def test_a_large_company_chooses_once_in_its_first_turn():
    table = settle(india(companies={"BNR": {"A": 3, "cash": 500, "option": 0}}, turn="BNR"))
    assert table.legal() == ["BNR chooses option 1", "BNR chooses option 2"]
    assert table.refused("BNR passes") == "1853-4.1.3-1"
    assert table.refused("BNR chooses option 3") == "1853-4.1.3-1"
    assert table.refused("A chooses option 2") == "1853-4-1"
    table.apply("BNR chooses option 2")
    assert table.refused("BNR chooses option 1") == "1853-4.1.3-1"
    assert table.s.options == {"BNR": 2}
    again = settle(india(companies={"BNR": {"A": 3, "cash": 500, "option": 2}}, turn="BNR"))
    assert any("lays" in action for action in again.legal())


# -- colours and printed hexes --------------------------------------------------------------------


@pytest.mark.rule("1853-4.1.4-1")
def test_at_first_only_yellow():
    assert laying("SIR", line("T16 S15")).refused("SIR lays 12.0 at T16") == "1853-4.1.4-1"


@pytest.mark.rule("1853-4.1.4-2")
@pytest.mark.parametrize(
    ("company", "hex"), [("NWR", "F14"), ("EIR", "J28"), ("GIP", "M9"), ("MSM", "R18"), ("ECR", "N22")]
)
@pytest.mark.parametrize("phase", ["2", "3"])
def test_no_yellow_tile_on_printed_cities(company, hex, phase):
    assert laying(company, phase=phase).refused(f"{company} lays 69.0 at {hex}") == "1853-4.1.4-2"


@pytest.mark.rule("1853-4.1.4-3")
def test_other_colours_need_a_tile_to_upgrade():
    assert laying("SIR", phase="3").refused("SIR lays 12.0 at T16") == "1853-4.1.4-3"
    assert laying("SIR", line("T16 S15"), phase="3").refused("SIR lays 233.2 at R14") == "1853-4.1.4-3"


@pytest.mark.rule("1853-4.1.5-2", "1853-4.2.12-3", "1853-4.1.6-5")
def test_every_company_builds_both_gauges_and_dual_track_takes_either():
    for company, lays in {
        "EIR": ("4.2 at I27", "74.2 at I27"),
        "MSM": ("9.2 at Q17", "79.2 at Q17"),
        "ECR": ("3.5 at O21", "72.5 at O21"),
    }.items():
        table = laying(company)
        for lay in lays:
            assert table.allows(f"{company} lays {lay}"), (company, lay)


# -- joined to a station --------------------------------------------------------------------------


@pytest.mark.rule("1853-4.1.6-1")
def test_a_tile_extends_track_from_an_own_station():
    table = laying("SIR", {"T16": "6.0"})
    assert table.refused("SIR lays 9.0 at M13") == "1853-4.1.6-1"
    assert table.refused("SIR lays 3.4 at S17") == "1853-4.1.6-1"  # beside the line, not joined to it
    assert table.allows("SIR lays 4.0 at S17")


LONG = "T16 S15 R16 Q15 P16 O17 N18 M17 L16 K15"


@pytest.mark.rule("1853-4.1.6-2", "1853-4.1.15-1")
def test_the_line_may_be_long_and_leave_the_area():
    table = laying("SIR", line(LONG), cash=2000)
    assert "J14" in hexes(table)  # beyond Nagpur's column, far from the south
    broken = line(LONG)
    del broken["O17"]
    assert "J14" not in hexes(laying("SIR", broken, cash=2000))


@pytest.mark.rule("1853-4.1.6-3")
def test_a_city_full_of_others_stops_the_line():
    tiles = line("T16 S15 R16 Q15 P16")
    free = laying("SIR", tiles)
    end = next(a for a in free.legal() if a.split()[-1] in ("O17", "O15"))
    blocked = laying("SIR", tiles, others={"MSM": {"B": 3, "tokens": ["R16.0"]}})
    assert blocked.refused(end) == "1853-4.1.6-3"


@pytest.mark.rule("1853-4.1.6-4", "1853-4.1.5-1")
def test_track_and_tile_have_the_same_gauge():
    table = laying("SIR", line("T16 S15"))
    assert table.refused("SIR lays 113.2 at R14") == "1853-4.1.6-4"
    assert table.allows("SIR lays 69.2 at R14")
    metre = laying("SIR", line("T16 S15", "metre"))
    assert metre.refused("SIR lays 69.2 at R14") == "1853-4.1.6-4"
    assert metre.allows("SIR lays 113.2 at R14")


# -- two tiles ------------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.1.7-1")
def test_the_second_tile_starts_from_another_station():
    tiles = {"H24": "6.2"}
    table = laying("EIR", tiles, option=2).apply("EIR lays 9.2 at I25")
    assert table.refused("EIR lays 69.1 at H22") == "1853-4.1.7-1"  # also from Patna
    assert table.refused("EIR lays 4.2 at J26") == "1853-4.1.7-1"  # over the first tile
    assert table.allows("EIR lays 4.2 at I27")  # from Calcutta


# Lahore and Delhi are joined by D12, where one branch leads to E11; there the line divides to F12 and to E9
ONE_BRANCH = {"C11": "69.2", "D12": "82.2", "E13": "4.2", "E11": "81.0"}


@pytest.mark.rule("1853-4.1.7-2")
def test_the_two_lines_share_no_track():
    table = laying("NWR", ONE_BRANCH, phase="3")
    assert table.allows("NWR lays 9.1 at E9")
    table.apply("NWR lays 9.2 at F12")
    assert table.refused("NWR lays 9.1 at E9") == "1853-4.1.7-2"


# stations at Cawnpore and Allahabad, lines from both through Lucknow, on to F18 and H18
THROUGH_LUCKNOW = {"G17": "69.1", "H20": "69.5", "G19": "15.2"}


@pytest.mark.rule("1853-4.1.7-3")
def test_the_two_lines_may_meet_in_a_station():
    table = laying("NWR", THROUGH_LUCKNOW, homes=False, tokens=["G17.0", "H20.0"], phase="3")
    table.apply("NWR lays 4.2 at F18")
    assert table.allows("NWR lays 4.0 at H18")
    table.apply("NWR lays 4.0 at H18")
    assert table.tile("H18") == "4.0"


@pytest.mark.rule("1853-4.1.7-1")
def test_one_station_does_not_do_for_two_tiles():
    table = laying("NWR", THROUGH_LUCKNOW, homes=False, tokens=["G17.0"], phase="3")
    table.apply("NWR lays 4.2 at F18")
    table.s.stack[-1] = type(table.s.stack[-1])("turn", "NWR", at=1, done=(Deed("lay", "F18"),))
    assert table.refused("NWR lays 4.0 at H18") == "1853-4.1.7-1"


@pytest.mark.rule("1853-4.1.8-1")
def test_an_empty_home_is_all_that_can_be_built():
    table = settle(india(companies={"SIR": {"A": 3, "cash": 500}}, turn="SIR"))
    assert hexes(table) == {"T16"}
    built = laying("SIR", {"T16": "6.0"})
    assert hexes(built) == {"S17", "U17"}
    both = laying("EIR", option=2).apply("EIR lays 4.2 at I27")
    assert "H24" in hexes(both)  # the second home is another station


# -- the kind of hex ------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.1.9-1", "1853-4.1.9-2", "1853-4.1.9-3", "1853-4.1.9-4")
@pytest.mark.parametrize(
    ("tiles", "lay", "rule"),
    [
        ({"T16": "6.0"}, "9.0 at S17", "1853-4.1.9-1"),  # plain track on a small city
        ({"T16": "6.0"}, "4.2 at U17", "1853-4.1.9-2"),  # a small station on an empty hex
        ({"T16": "6.0"}, "55.0 at U17", "1853-4.1.9-4"),  # two small stations on an empty hex
        ({"T16": "6.0"}, "69.3 at S17", "1853-4.1.9-3"),  # a large station on a small city
        ({"T16": "6.0"}, "55.0 at S17", "1853-4.1.9-4"),  # two small stations on one small city
    ],
)
def test_tile_and_hex_are_of_one_kind(tiles, lay, rule):
    assert laying("SIR", tiles).refused(f"SIR lays {lay}") == rule


@pytest.mark.rule("1853-4.1.9-4", "1853-4.1.9-5")
def test_two_small_cities_take_a_tile_with_two_stations_one_of_them_joined():
    table = laying("NWR", {"E13": "3.1"}, cash=1000)  # from Delhi to the west side of E15
    assert table.allows("NWR lays 55.0 at E15")
    assert table.refused("NWR lays 4.1 at E15") == "1853-4.1.9-4"
    joined = [a for a in table.legal() if a.endswith("E15")]
    assert joined
    assert all(a.split()[2].split(".")[0] in ("1", "2", "55", "56") for a in joined)


# -- the edge of the map --------------------------------------------------------------------------


@pytest.mark.rule("1853-4.1.10-1", "1853-4.1.10-2")
def test_no_track_off_the_map():
    table = laying("SIR", {"T16": "6.0"})
    assert table.refused("SIR lays 7.0 at U17") == "1853-4.1.10-1"
    walls = table.s.box.map.walls
    for action in table.legal():
        if "lays" in action:
            tile, turn = action.split()[2].split(".")
            assert not table.s.box.tiles[tile].faces[int(turn)].exits & walls[action.split()[-1]]
    assert table.refused("SIR lays 9.0 at A1") == "1853-4.1.10-2"


@pytest.mark.rule("1853-4.1.11-1")
def test_track_need_not_be_joined_at_the_other_side():
    table = laying("SIR", {"T16": "6.0", "T18": "4.1"})  # T18's track runs west to east
    assert table.allows("SIR lays 3.2 at S17")
    assert table.allows("SIR lays 4.0 at S17")


# -- what it costs --------------------------------------------------------------------------------


@pytest.mark.rule(
    "1853-4.1.12-1", "1853-T4-1", "1853-T4-2", "1853-T4-3", "1853-T4-4", "1853-T4-5", "1853-4.1.12-3"
)
@pytest.mark.parametrize(
    ("company", "tiles", "lay", "cost"),
    [
        ("SIR", {"T16": "5.1"}, "3.4 at T18", 40),  # river, broad
        ("SIR", {"T16": "75.1"}, "72.4 at T18", 30),
        ("EIR", {}, "69.2 at H24", 60),  # several rivers
        ("EIR", {}, "113.2 at H24", 40),
        ("SIR", {"T16": "6.3"}, "4.0 at U15", 80),  # hill
        ("SIR", {"T16": "76.3"}, "74.0 at U15", 50),
        ("SIR", {"T16": "6.3"}, "9.2 at S15", 140),  # mountain
        ("SIR", {"T16": "76.3"}, "79.2 at S15", 70),
        ("NWR", {"C11": "6.0"}, "7.3 at B12", 240),  # high mountain
        ("NWR", {"C11": "76.0"}, "77.3 at B12", 100),
    ],
)
def test_the_first_tile_on_difficult_ground(company, tiles, lay, cost):
    table = laying(company, tiles).apply(f"{company} lays {lay}")
    assert table.cash(company) == 500 - cost


@pytest.mark.rule("1853-4.1.12-2")
def test_terrain_is_paid_before_and_not_out_of_the_premium():
    # Rawalpindi: mountain 140, premium 40
    poor = laying("NWR", {"C11": "6.5"}, cash=130)
    options = [a for a in laying("NWR", {"C11": "6.5"}).legal() if a.endswith("B10") and " 69." in a]
    assert options
    assert poor.refused(options[0]) == "1853-4.1.12-2"


@pytest.mark.rule("1853-T4-6")
def test_the_treasury_pays_alone():
    table = india(
        companies={"SIR": {"A": 3, "cash": 70}}, tiles={"T16": "6.3"}, turn="SIR lay", cash={"A": 3000}
    )
    assert table.refused("SIR lays 4.0 at U15") == "1853-T4-6"


@pytest.mark.rule("1853-4.1.13-1")
@pytest.mark.parametrize(
    ("large", "tile", "cost"),
    [(True, "69.0", 70), (True, "113.0", 70), (False, "69.0", 140), (False, "113.0", 70)],
)
def test_ajmer_costs_a_large_bbci_70(large, tile, cost):
    table = laying("BBCI", large=large, option=2)
    table.apply(f"BBCI lays {tile} at H10")
    assert table.cash("BBCI") == 500 - cost


@pytest.mark.rule("1853-4.1.14-1", "1853-4.1.14-2")
def test_premiums_come_after_all_tiles_of_the_turn():
    table = laying("NWR", {"C11": "6.5"}, option=2, cash=160)
    lay = next(a for a in table.legal() if a.endswith("B10") and " 69." in a)
    table.apply(lay)
    assert table.cash("NWR") == 20  # the premium of 40 waits
    table.apply("NWR passes")
    assert table.cash("NWR") == 60
    (told,) = table.events("premium")
    assert (told.values["hex"], told.values["amount"]) == ("B10", 40)


@pytest.mark.rule("1853-4.1.14-1", "1853-4.1.14-2")
def test_a_premium_comes_with_the_last_tile_of_the_turn():
    one = laying("NWR", {"C11": "6.5"}, option=1, cash=160)  # in phase 2 it lays one tile
    lay = next(a for a in one.legal() if a.endswith("B10") and " 69." in a)
    assert one.apply(lay).cash("NWR") == 20 + 40
    two = laying("NWR", {"C11": "6.5"}, option=2, cash=180).apply(lay)
    second = next(action for action in two.legal() if "lays" in action and two.game.outlay(action) == 20)
    assert two.apply(second).cash("NWR") == 180 - 140 - 20 + 40


@pytest.mark.rule("1853-4.1.14-1")
def test_a_premium_is_for_the_first_tile_alone():
    table = laying("NWR", {"C11": "6.5", "B10": "69.2"}, phase="3")
    upgrade = next(action for action in table.legal() if action.endswith("B10"))
    table.apply(upgrade)
    assert table.cash("NWR") == 500 and not table.events("premium")


@pytest.mark.rule("1853-4.1.14-1", "1853-4.1.14-2")
def test_a_premium_comes_though_no_second_tile_can_be_paid():
    table = laying("NWR", {"C11": "6.5"}, option=2, cash=140)  # all of it for the mountain
    table.apply(next(a for a in table.legal() if a.endswith("B10") and " 69." in a))
    assert table.cash("NWR") == 40
    assert not any("lays" in action for action in table.legal())


@pytest.mark.rule("1853-4.1.14-2")
def test_a_premium_does_not_pay_for_the_second_tile():
    table = laying(
        "NWR", {"C11": "6.5", "B10": "69.2", "E13": "4.2"}, option=2, cash=0, done=["lay B10"]
    )  # Rawalpindi's premium of 40 is earned; the second tile costs a fee of 20
    second = ["NWR lays 9.2 at D12"]
    assert table.refused(second[0]) == "1853-4.1.14-2"  # the fee of 20
    without = laying("NWR", {"C11": "6.5", "E13": "4.2"}, option=2, cash=0, done=["lay C11"])
    assert without.refused(second[0]) == "1853-T4-6"  # no premium is earned
