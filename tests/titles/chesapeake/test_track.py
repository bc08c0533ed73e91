"""Tiles, letters, costs, homes and tokens: peculiarities 10, 13 to 17 and 20 to 23."""

import re

import pytest

from kursbuch.draw import board_svg
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.testing import settle
from tests.titles.chesapeake.helpers import Companies, chesapeake, one

LINE = {"F2": "57.1", "E3": "57.1"}  # Harrisburg joined to Hagerstown
TO_DC = {"G7": "9.1"}  # B&O from Baltimore's south-western circle to Washington
DOUBLE = {"G5": "7.4", "H4": "15.0", "H6": "X4.1"}  # B&O to Strasburg and back to the other circle


# -- 10: colours ----------------------------------------------------------------------------------


@pytest.mark.rule("18CH-10-1")
@pytest.mark.parametrize(
    ("lies", "phase", "tile"),
    [("57.1", "", "14.1"), ("14.1", "4", "611.4"), ("611.4", "6", "915.4")],
    ids=["green before 3", "brown before 5", "grey before D"],
)
def test_10_each_colour_comes_with_its_phase(lies, phase, tile):
    assert one("PRR", tiles={"F2": lies}, phase=phase).refused(f"PRR lays {tile} at F2") == "18CH-10-1"


@pytest.mark.rule("18CH-10-1")
@pytest.mark.parametrize(
    ("lies", "phase", "tile"), [("57.1", "3", "14.1"), ("14.1", "5", "611.4"), ("611.4", "D", "915.4")]
)
def test_10_each_colour_covers_the_one_before(lies, phase, tile):
    table = one("PRR", tiles={"F2": lies}, phase=phase).apply(f"PRR lays {tile} at F2")
    assert table.tile("F2").startswith(tile.partition(".")[0])


@pytest.mark.rule("18CH-10-1")
@pytest.mark.parametrize(
    ("lies", "tile"), [({}, "14.1"), ({"F2": "57.1"}, "57.0"), ({"F2": "57.1"}, "611.4"), ({}, "915.0")]
)
def test_10_no_colour_is_left_out_or_laid_twice(lies, tile):
    assert one("PRR", tiles=lies, phase="D").refused(f"PRR lays {tile} at F2") == "18CH-10-1"


@pytest.mark.rule("18CH-10-1")
def test_10_printed_yellow_takes_no_yellow():
    assert one("B&O").refused("B&O lays 57.1 at H6") == "18CH-10-1"


# -- 13: letters and kinds ------------------------------------------------------------------------


@pytest.mark.rule("18CH-13-1")
def test_13_letters_belong_together():
    table = one("B&O", tiles=TO_DC, phase="3")
    assert table.refused("B&O lays 57.1 at F8") == "18CH-13-1"
    assert table.allows("B&O lays X1.4 at F8")
    assert table.refused("B&O lays 14.1 at H6") == "18CH-13-1"
    assert table.allows("B&O lays X4.1 at H6")
    assert one("PRR").refused("PRR lays X1.4 at F2") == "18CH-13-1"
    assert one("PRR", tiles=LINE, phase="3").refused("PRR lays X4.1 at F2") == "18CH-13-1"


@pytest.mark.rule("18CH-13-1")
def test_13_washington_grows_from_one_circle_to_four():
    stops = [one("PRR").s.box.tiles[id].stops[0] for id in ("X1", "X2", "X6", "X8")]
    assert [(stop.value, len(stop.slots)) for stop in stops] == [(30, 1), (40, 2), (70, 3), (100, 4)]


@pytest.mark.rule("18CH-13-2")
@pytest.mark.parametrize(
    ("tile", "hex"),
    [("8.1", "E3"), ("58.1", "E3"), ("57.1", "F4"), ("58.0", "F4"), ("57.0", "G3"), ("9.0", "G3")],
)
def test_13_cities_towns_and_plain_track_have_their_own_hexes(tile, hex):
    assert one("PRR", tiles={"F2": "57.1"}).refused(f"PRR lays {tile} at {hex}") == "18CH-13-2"


@pytest.mark.rule("18CH-13-2")
def test_13_double_towns_take_double_towns():
    assert one("PLE").refused("PLE lays 58.0 at B4") == "18CH-13-2"
    assert one("PLE").allows("PLE lays 55.2 at B4")
    assert one("PRR", tiles=LINE).refused("PRR lays 55.0 at G3") == "18CH-13-2"


@pytest.mark.rule("18CH-13-2")
def test_13_towns_stay_yellow():
    table = one("PRR", tiles={**LINE, "G3": "58.2"}, phase="D")
    towns = {tile.id for tile in table.s.box.tiles.values() if tile.towns}
    assert all(table.s.box.tiles[id].colour == "yellow" for id in towns)
    assert table.refused("PRR lays 14.0 at G3") == "18CH-13-2"


@pytest.mark.rule("18CH-13-3")
def test_13_brown_joins_both_circles_and_their_markers():
    others = {"PRR": {"price": 70, "B": 60, "tokens": ["H6.1"]}}
    table = one("B&O", tiles={**TO_DC, "H6": "X4.1"}, phase="5", others=others)
    assert (table.station_at("H6.0"), table.station_at("H6.1")) == (("B&O",), ("PRR",))
    table.apply("B&O lays X7.3 at H6")
    assert table.station_at("H6.0") == ("B&O", "PRR")
    assert [stop.value for stop in table.s.board.faces["H6"].stops] == [50]
    grey = one("B&O", tiles={**TO_DC, "H6": "X7.3"}, phase="D", others={"PRR": {"B": 60, "tokens": ["H6.0"]}})
    grey.apply("B&O lays X9.3 at H6")
    assert grey.station_at("H6.0") == ("B&O", "PRR", "")


# -- 14: circles ----------------------------------------------------------------------------------


@pytest.mark.rule("18CH-14-1")
def test_14_a_circle_is_followed_by_its_edges_not_by_its_number():
    table = one("B&O", tiles=TO_DC, phase="3").apply("B&O lays X3.2 at H6")
    assert (table.station_at("H6.0"), table.station_at("H6.1")) == (("",), ("B&O",))


@pytest.mark.rule("18CH-14-2")
def test_14_one_marker_in_a_hex():
    table = one("B&O", at="station", tiles=DOUBLE, phase="3")
    assert ("H6", 1) in table.s.board.reachable("B&O").stops
    assert table.refused("B&O builds a station at H6.1") == "18CH-14-2"


@pytest.mark.rule("18CH-14-3")
def test_14_a_route_may_have_both_circles():
    table = one("B&O", at="run", tiles=DOUBLE, phase="3", trains=["3"])
    table.apply("B&O runs 3: H6.0 G5 H4.0 H6.1")
    assert table.s.top.income == 40 + 30 + 40


# -- 15: homes ------------------------------------------------------------------------------------


@pytest.mark.rule("18CH-15-1")
def test_15_a_company_puts_its_home_down_in_its_own_first_turn():
    companies = {
        "PRR": {"price": 80, "A": 60, "home": False, "new": True},
        "LV": {"price": 70, "B": 60, "home": False, "new": True},
    }
    table = chesapeake(companies=companies, cash={"A": 0, "B": 0, "C": 0}).apply("A passes", "B passes")
    assert (table.station_at("F2.0"), table.station_at("J2.0")) == (("PRR",), ("",))
    table.apply("PRR passes")
    assert table.station_at("J2.0") == ("LV",)


@pytest.mark.rule("18CH-15-2")
def test_15_a_space_in_a_home_is_kept():
    table = one("N&W", at="station", tiles=LINE, tokens=["E3.0"])
    assert table.refused("N&W builds a station at F2.0") == "18CH-15-2"
    two = one("N&W", at="station", tiles={"F2": "14.1", "E3": "57.1"}, tokens=["E3.0"], phase="3")
    two.apply("N&W builds a station at F2.0")  # one of two spaces
    assert two.station_at("F2.0") == ("N&W", "")


@pytest.mark.rule("18CH-15-3")
def test_15_the_other_circle_of_baltimore_is_open_from_the_start():
    table = one("C&A", at="station", tiles={"J6": "57.2", "I5": "58.5"})
    table.apply("C&A builds a station at H6.1")
    assert (table.station_at("H6.0"), table.station_at("H6.1")) == (("",), ("C&A",))


DC = {"F8": "X1.4", "G7": "9.1"}  # Washington joined to Baltimore's south-western circle


@pytest.mark.rule("18CH-15-2", "18CH-15-3")
@pytest.mark.parametrize(
    ("tile", "kept"), [("", 0), ("X4.1", 0), ("X3.2", 1)], ids=["printed", "same number", "other number"]
)
def test_15_b_and_os_circle_is_kept_on_every_tile(tile, kept):
    lies = {**DC, **({"H6": tile} if tile else {})}
    table = one("PRR", at="station", tiles=lies, tokens=["F8.0"], phase="3")
    assert table.refused(f"PRR builds a station at H6.{kept}") == "18CH-15-2"


@pytest.mark.rule("18CH-15-2")
@pytest.mark.parametrize(("tile", "free"), [("X7.3", 1), ("X9.3", 2)])
def test_15_in_the_joined_city_one_space_is_kept_for_b_and_o(tile, free):
    others: Companies = {"C&A": {"price": 70, "B": 60, "tokens": ["H6.0"]}, "LV": {"price": 70, "C": 60}}
    if free == 2:
        others = {**others, "LV": {"price": 70, "C": 60, "tokens": ["H6.0"]}}
    table = one("PRR", at="station", tiles={**DC, "H6": tile}, tokens=["F8.0"], phase="5", others=others)
    assert table.station_at("H6.0").count("") == 1
    assert table.refused("PRR builds a station at H6.0") == "18CH-15-2"
    table.s.veterans |= {"B&O"}  # it has had its first turn elsewhere in time
    assert table.allows("PRR builds a station at H6.0")


@pytest.mark.rule("18CH-15-3")
@pytest.mark.parametrize(("tile", "stop"), [("X4.1", 0), ("X3.2", 1), ("X7.3", 0)])
def test_15_b_and_o_finds_its_circle_on_a_tile_laid_before_its_first_turn(tile, stop):
    about = {"home": False, "new": True}
    table = settle(one("B&O", at="", tiles={"H6": tile}, phase="5", about=about))
    assert "B&O" in table.station_at(f"H6.{stop}")


# -- 16: tokens -----------------------------------------------------------------------------------


@pytest.mark.rule("18CH-16-1")
@pytest.mark.parametrize(("tokens", "cost"), [([], 40), (["D2.0"], 60), (["D2.0", "C5.0"], 80)])
def test_16_tokens_cost_40_then_60_then_80(tokens, cost):
    lies = {**LINE, "D2": "57.0", "C5": "57.0"}
    table = one("PRR", at="station", tiles=lies, tokens=tokens, cash=cost)
    table.apply("PRR builds a station at E3.0")
    assert table.cash("PRR") == 0
    poor = one("PRR", at="station", tiles=lies, tokens=tokens, cash=cost - 1)
    assert poor.refused("PRR builds a station at E3.0") == "18CH-16-1"


@pytest.mark.rule("18CH-16-1")
def test_16_a_charter_has_so_many_tokens_and_no_more():
    table = one("LV", at="station", tiles={"J2": "57.1", "C5": "57.0"}, tokens=["C5.0"])
    assert table.refused("LV builds a station at E3.0") == "18CH-16-1"
    counts = {id: len(company.tokens) for id, company in table.s.box.companies.items()}
    assert counts == {"PRR": 4, "PLE": 3, "SRR": 2, "B&O": 3, "C&O": 4, "LV": 2, "C&A": 2, "N&W": 3}


@pytest.mark.rule("18CH-16-2")
def test_16_one_token_a_turn_beside_the_home_token():
    lies = {**LINE, "D2": "57.5", "D4": "8.1"}
    table = settle(one("PRR", at="", tiles=lies, about={"home": False, "new": True}))
    table.apply("PRR passes", "PRR builds a station at E3.0")
    assert (table.station_at("F2.0"), table.station_at("E3.0")) == (("PRR",), ("PRR",))
    assert table.refused("PRR builds a station at D2.0") == "18CH-16-2"
    again = one("PRR", at="station", tiles=LINE)
    again.s.stack[-1] = type(again.s.top)("turn", "PRR", at=1, done=(Deed("station"),))
    assert again.refused("PRR builds a station at E3.0") == "18CH-16-2"


@pytest.mark.rule("18CH-16-3")
def test_16_a_token_needs_a_city_in_reach_with_a_free_space():
    table = one("PRR", at="station", tiles={**LINE, "C5": "57.0", "G3": "58.2"})
    assert table.refused("PRR builds a station at C5.0") == "18CH-16-3"
    assert table.refused("PRR builds a station at G3.0") == "18CH-16-3"
    others = {"LV": {"price": 70, "B": 60, "tokens": ["E3.0"]}}
    full = one("PRR", at="station", tiles=LINE, others=others)
    assert full.refused("PRR builds a station at E3.0") == "18CH-16-3"


# -- 17: costs ------------------------------------------------------------------------------------


@pytest.mark.rule("18CH-17-1")
@pytest.mark.parametrize(
    ("company", "tile", "hex", "cost"),
    [
        ("N&W", "57.1", "C13", 80),
        ("SRR", "57.0", "H4", 40),
        ("C&A", "57.0", "J6", 40),
        ("PRR", "57.1", "F2", 0),
    ],
)
def test_17_the_first_tile_pays_the_cost_of_the_hex(company, tile, hex, cost):
    privates = {id: company for id in ("C-P", "B&S")}
    table = one(company, cash=500, privates=privates).apply(f"{company} lays {tile} at {hex}")
    assert table.cash(company) == 500 - cost


@pytest.mark.rule("18CH-17-1")
def test_17_an_upgrade_of_a_paid_hex_is_free():
    table = one("N&W", tiles={"C13": "57.1"}, phase="3").apply("N&W lays 15.1 at C13")
    assert table.cash("N&W") == 500


@pytest.mark.rule("18CH-17-2")
def test_17_baltimore_costs_its_first_upgrade_only():
    assert one("B&O", tiles=TO_DC, phase="3").apply("B&O lays X4.1 at H6").cash("B&O") == 460
    later = one("B&O", tiles={**TO_DC, "H6": "X4.1"}, phase="5").apply("B&O lays X7.3 at H6")
    assert later.cash("B&O") == 500
    philadelphia = one("C&A", tiles={"J6": "57.0"}, phase="3").apply("C&A lays X3.0 at J4")
    assert philadelphia.cash("C&A") == 500


@pytest.mark.rule("18CH-17-3")
def test_17_who_cannot_pay_cannot_build():
    assert one("N&W", cash=79).refused("N&W lays 57.1 at C13") == "18CH-17-3"
    assert one("B&O", cash=39, tiles=TO_DC, phase="3").refused("B&O lays X4.1 at H6") == "18CH-17-3"


# -- 20: blocked hexes ----------------------------------------------------------------------------


@pytest.mark.rule("18CH-20-1")
@pytest.mark.parametrize(
    ("private", "company", "tile", "hex", "lies"),
    [
        ("D&R", "LV", "2.2", "K3", {"J2": "57.2"}),
        ("C-P", "PRR", "8.0", "H2", {"F2": "57.1"}),
        ("C-P", "LV", "9.1", "I3", {"J2": "57.1"}),
        ("B&S", "B&O", "9.2", "G5", {"H6": "X4.1"}),
        ("B&S", "PRR", "9.0", "F4", {"F2": "57.0"}),
        ("C&OC", "PRR", "57.1", "D2", {"F2": "57.2"}),
    ],
)
def test_20_privates_in_players_hands_block_their_hexes(private, company, tile, hex, lies):
    lay = f"{company} lays {tile} at {hex}"
    assert one(company, tiles=lies, phase="3", privates={private: "B"}).refused(lay) == "18CH-20-1"
    assert one(company, tiles=lies, phase="3", privates={private: company}).allows(lay)
    assert one(company, tiles=lies, phase="3", privates={private: "out"}).allows(lay)


# -- 21: the network ------------------------------------------------------------------------------

PLAIN = {**LINE, "D4": "9.1"}  # on from Hagerstown to the south-west


@pytest.mark.rule("18CH-21-1")
def test_21_an_upgrade_needs_new_track_on_the_network_or_a_changed_value():
    table = one("PRR", tiles=PLAIN, phase="3")
    assert table.refused("PRR lays 20.1 at D4") == "18CH-21-1"  # the other line of it touches nothing of PRR
    assert table.allows("PRR lays 23.4 at D4")
    assert table.allows("PRR lays 14.1 at E3")


@pytest.mark.rule("18CH-21-2")
def test_21_a_tile_must_join_the_network():
    table = one("PRR", tiles=LINE)
    assert table.refused("PRR lays 57.0 at C5") == "18CH-21-2"
    assert table.refused("PRR lays 9.0 at F4") == "18CH-21-2"
    assert table.allows("PRR lays 9.1 at D4")


@pytest.mark.rule("18CH-21-3")
def test_21_one_tile_a_turn():
    table = one("PRR").apply("PRR lays 57.1 at F2")
    assert table.refused("PRR lays 57.1 at E3") == "18CH-21-3"


@pytest.mark.rule("18CH-21-4")
def test_21_an_upgrade_keeps_the_track():
    table = one("PRR", tiles=PLAIN, phase="3")
    assert table.refused("PRR lays 23.0 at D4") == "18CH-21-4"
    assert table.refused("PRR lays 15.5 at F2") == "18CH-21-4"


# -- 22 and 23: what is printed, and the supply ---------------------------------------------------


@pytest.mark.rule("18CH-22-1")
@pytest.mark.parametrize("hex", ["E1", "F14", "G1", "I9", "K1", "K7", "A3", "A7", "L2"])
def test_22_grey_hexes_and_red_areas_never_change(hex):
    table = one("PRR", tiles=LINE, phase="D")
    assert table.refused(f"PRR lays 57.0 at {hex}") == "18CH-22-1"
    assert not any(action.endswith(f" {hex}") for action in table.legal())


@pytest.mark.rule("18CH-22-1")
def test_22_there_is_no_hex_beyond_the_board():
    assert one("PRR").refused("PRR lays 57.0 at M9") == "18CH-22-1"


@pytest.mark.rule("18CH-22-2")
def test_22_no_track_off_the_board_or_against_a_blank_side():
    table = one("PRR")
    assert table.refused("PRR lays 57.0 at F2") == "18CH-22-2"  # north of Harrisburg is nothing
    assert one("PRR", tiles={"F2": "57.1"}).refused("PRR lays 57.0 at E3") == "18CH-22-2"  # E1 is blank there


@pytest.mark.rule("18CH-23-1")
def test_23_only_tiles_of_the_supply_and_7_8_9_never_run_out():
    table = one("PRR", tiles=LINE)
    table.s.supply |= {"57": 0, "9": 0}
    assert one("PRR").refused("PRR lays 999.0 at F2") == "18CH-23-1"
    assert table.allows("PRR lays 9.1 at D4")
    table = one("PRR")
    table.s.supply["57"] = 0
    assert table.refused("PRR lays 57.1 at F2") == "18CH-23-1"


@pytest.mark.rule("18CH-23-1")
def test_23_unlimited_tiles_are_counted_nowhere():
    table = one("PRR", tiles=LINE).apply("PRR lays 9.1 at D4")
    assert [table.s.box.tiles[id].unlimited for id in ("7", "8", "9")] == [True] * 3
    assert table.s.supply["9"] == table.s.box.tiles["9"].count


@pytest.mark.parametrize(("tile", "stop"), [("", 0), ("X4.1", 0), ("X3.2", 1), ("X7.3", 0)])
def test_15_the_board_shows_which_circle_is_kept_for_b_and_o(tile, stop):
    picture = board_svg(one("PRR", tiles={"H6": tile} if tile else {}, phase="5").game)
    kept = r'data-stop="H6.(\d)">(?:<circle[^>]*>)*<g class="kb-reserved" data-company="B&amp;O"'
    assert re.findall(kept, picture) == [str(stop)]
