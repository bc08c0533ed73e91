"""18DO §3.2.2, §3.2.2.1, §3.2.2.2: tiles in the Introduction Game."""

from typing import Any

import pytest

from tests.titles.dortmund.intro.positions import LINE, intro

FROM_HAGEN = {"H9": "9.2"}  # BME's track from Hagen north-west


def laying(company="BME", **about):
    percent = 30 if company in ("DGEE", "HHW") else 20
    return intro(**{"held": {company: {"A": percent}}, "turn": "A lay", **about})


def lays(table, hex=""):
    return [
        action for action in table.legal() if "lays" in action and action.endswith(f"at {hex}" if hex else "")
    ]


# -- joined to a route (3.2.2) --------------------------------------------------------------------


@pytest.mark.rule("18DO-3.2.2-8")
def test_a_tile_extends_a_route_of_the_railway():
    table = laying()
    assert table.refused("A lays 9.1 at D15") == "18DO-3.2.2-8"
    assert table.refused("A lays 9.1 at H9") == "18DO-3.2.2-8"  # passes by Hagen
    table.apply("A lays 9.2 at H9")
    assert table.tile("H9") == "9.2"


@pytest.mark.rule("18DO-3.2.2-8")
def test_an_upgrade_needs_new_track_on_a_route():
    table = laying(tiles={**FROM_HAGEN, "G8": "8.3"}, phase="3")
    assert table.allows("A lays 24.5 at H9")  # 5-2 is kept, 5-1 is new and starts on the old line
    assert table.refused("A lays 20.1 at H9") == "18DO-3.2.2-8"  # the new track only crosses


@pytest.mark.rule("18DO-3.2.2-8")
@pytest.mark.parametrize(("company", "legal"), [("RhE", True), ("BME", False)])
def test_an_upgrade_without_new_track_needs_a_hex_in_reach_only(company, legal):
    table = laying(company, tiles={"H3": "1901.0"}, phase="8", links={"H3": 10})
    assert table.s.box.tiles["1902"].turns[0].pairs == table.s.board.faces["H3"].pairs
    lay = "A lays 1902.0 at H3"
    assert table.allows(lay) if legal else table.refused(lay) == "18DO-3.2.2-8"


@pytest.mark.rule("18DO-3.2.2-8", "18DO-3.2.2-3")
@pytest.mark.parametrize(("others", "legal"), [(["CME", "RhE"], False), (["CME"], True)])
def test_new_track_wholly_beyond_a_blocked_city_extends_no_route(others, legal):
    table = intro(
        held={"BME": {"A": 40}, "CME": {"B": 20}, "RhE": {"B": 20}},
        tiles={"H11": "1904.0", "G12": "1936.0"},  # BME comes from Hagen into the city
        tokens={company: ["G12.0"] for company in others},
        links={"G12": 20},
        phase="5",
        turn="A lay",
    )
    lay = "A lays 1952.0 at G12"  # all its new track leaves the city on the other side
    assert (lay in table.legal()) is legal
    assert table.allows(lay) if legal else table.refused(lay) == "18DO-3.2.2-8"


@pytest.mark.rule("18DO-3.2.2-9")
def test_no_track_against_a_blank_side_of_a_grey_hex():
    table = laying(tiles=FROM_HAGEN)
    assert table.refused("A lays 9.2 at G8") == "18DO-3.2.2-9"  # the yard Süd is closed on this side
    assert table.allows("A lays 8.3 at G8")
    upgrade = laying(tiles={**FROM_HAGEN, "G8": "8.3"}, phase="3")
    assert upgrade.refused("A lays 19.2 at G8") == "18DO-3.2.2-9"
    assert upgrade.allows("A lays 28.5 at G8")


@pytest.mark.rule("18DO-3.2.2-10", "18DO-3.2.2-14")
def test_no_track_against_a_side_of_a_red_hex_without_arrow():
    def no_arrow_to_the_west(data):
        data["hexes"]["C20"]["red"][0]["edges"] = [0]

    table = laying("KWE", tiles={"D19": "7.2", "D17": "1904.1"}, board=no_arrow_to_the_west)
    assert table.refused("A lays 9.1 at C18") == "18DO-3.2.2-10"
    assert laying("KWE").allows("A lays 9.1 at C18")


@pytest.mark.rule("18DO-3.2.2-11")
def test_no_track_off_the_board():
    table = laying()
    assert table.refused("A lays 7.5 at H9") == "18DO-3.2.2-11"
    assert table.allows("A lays 7.4 at H9")


@pytest.mark.rule("18DO-3.2.2-12")
def test_not_every_neighbour_needs_to_be_joined():
    table = laying(tiles={"G8": "9.1"})  # a line that passes by
    table.apply("A lays 9.2 at H9")
    assert table.tile("H9") == "9.2"
    theirs = laying(tiles={"H13": "9.1"})  # whose track ends at the mine, on a side that stays blank
    assert theirs.allows("A lays 1904.0 at H11")


@pytest.mark.rule("18DO-3.2.2-13")
def test_homes():
    homes = {company: charter.home for company, charter in intro().s.box.companies.items()}
    assert (homes["DGEE"], homes["DHB"]) == ("A18", "C8")
    hexes = intro().s.board.map.hexes
    assert [hexes[homes[c]].print.colour for c in ("BME", "CME", "RhE", "KWE")] == ["red"] * 4
    assert hexes["A18"].print.colour == "grey"


@pytest.mark.rule("18DO-3.2.2-14")
def test_track_at_an_arrow_is_joined_to_the_home_station():
    for hex, face in [("B3", "9.2"), ("B3", "9.1")]:  # by Herne, by Oberhausen: one area, one home
        table = laying("CME")
        assert table.allows(f"A lays {face} at {hex}")
    table = laying("CME", tiles={"B3": "9.1"})
    assert ("B5", 0) not in table.s.board.reachable("CME").stops
    table.apply("A lays 1904.1 at B5")
    assert ("B5", 0) in table.s.board.reachable("CME").stops


@pytest.mark.rule("18DO-3.2.2-15")
def test_the_harbour_railway_is_joined_to_all_track_in_the_harbour():
    table = intro(held={"DHB": {"A": 20}})
    assert {("C6", 0), ("D9", 0)} <= set(table.s.board.reachable("DHB").stops)


# -- which tile where (3.2.2.1) -------------------------------------------------------------------


@pytest.mark.rule("18DO-3.2.2.1-1")
def test_at_first_only_yellow_tiles():
    table = laying("RhE", links={"H3": 10})
    assert table.refused("A lays 1931.0 at H3") == "18DO-3.2.2.1-1"
    assert laying("RhE", links={"H3": 10}, phase="3").allows("A lays 1931.0 at H3")
    assert lays(table)
    assert all(table.s.box.tiles[a.split()[2].split(".")[0]].colour == "yellow" for a in lays(table))


@pytest.mark.rule("18DO-3.2.2.1-1")
def test_and_only_on_hexes_without_printed_track():
    table = laying("DHB")
    printed = [
        hex for hex, face in table.s.board.faces.items() if face.track and face.tile.colour == "yellow"
    ]
    reached = table.s.board.reachable("DHB").touched
    near = [hex for hex in printed if hex in reached]
    assert near and not [a for hex in near for a in lays(table, hex)]
    yellow = [id for id, tile in table.s.box.tiles.items() if tile.colour == "yellow"]
    assert all(table.refused(f"A lays {id}.{turn} at {near[0]}") for id in yellow for turn in range(6))
    assert table.allows("A lays 1905.2 at E10")  # beside it, on an empty hex


@pytest.mark.rule("18DO-3.2.2.1-2")
def test_a_coal_mine_takes_only_coal_tiles():
    table = laying()
    assert table.refused("A lays 9.0 at H11") == "18DO-3.2.2.1-2"
    assert table.allows("A lays 1904.0 at H11")


@pytest.mark.rule("18DO-3.2.2.1-3")
def test_coal_tiles_lie_on_coal_mines_only():
    assert laying().refused("A lays 1904.2 at H9") == "18DO-3.2.2.1-3"


@pytest.mark.rule("18DO-3.2.2.1-4")
def test_plain_hexes_take_plain_tiles():
    tiles = {action.split()[2].split(".")[0] for action in lays(laying(), "H9")}
    assert tiles == {"7", "8", "9"}


@pytest.mark.rule("18DO-3.2.2.1-5")
def test_green_tiles_come_with_the_first_3_train():
    table = intro(held={"RhE": {"A": 20}}, trains={"RhE": "2"}, links={"H3": 10}, depot="3")
    table.apply("A takes 20 BME")
    assert table.phase == "3"
    assert table.allows("A lays 9.1 at H5")
    table.apply("A lays 1931.0 at H3")
    assert table.tile("H3") == "1931.0"
    assert table.refused("A lays 9.1 at H5") == "18DO-3.2.2.2-3"


@pytest.mark.rule("18DO-3.2.2.1-6")
def test_old_track_is_kept():
    table = laying(tiles=FROM_HAGEN, phase="3")
    assert table.refused("A lays 20.0 at H9") == "18DO-3.2.2-11"
    assert table.refused("A lays 23.4 at H9") == "18DO-3.2.2.1-6"
    mine = laying("RhE", links={"H3": 10}, phase="3")
    assert mine.refused("A lays 1939.0 at H3") == "18DO-3.2.2.1-6"
    for lies, comes in (("1931.1", "1901"), ("1901.1", "1902")):  # brown on green, grey on brown
        late = laying("DHB", tiles={"E10": lies}, links={"E10": 10}, phase="8")
        assert late.refused(f"A lays {comes}.0 at E10") == "18DO-3.2.2.1-6"
        assert late.allows(f"A lays {comes}.1 at E10")


@pytest.mark.rule("18DO-3.2.2.1-7")
def test_a_plain_green_tile_goes_on_a_plain_yellow_one():
    table = laying("RhE", links={"H3": 10}, phase="3")
    assert table.refused("A lays 20.0 at H3") == "18DO-3.2.2.1-7"
    mill = laying("DHB", links={"D9": 10}, phase="3")
    assert mill.refused("A lays 25.0 at D9") == "18DO-3.2.2.1-7"
    assert laying(tiles=FROM_HAGEN, phase="3").allows("A lays 24.5 at H9")


@pytest.mark.rule("18DO-3.2.2.1-8")
def test_a_green_coal_tile_needs_a_link():
    assert laying("RhE", phase="3").refused("A lays 1931.0 at H3") == "18DO-3.2.2.1-8"
    assert laying("RhE", phase="3", links={"H3": 10}).allows("A lays 1931.0 at H3")
    elsewhere = laying("RhE", phase="3", links={"H11": 10, "D9": 10})
    assert elsewhere.refused("A lays 1931.0 at H3") == "18DO-3.2.2.1-8"
    assert laying(tiles=FROM_HAGEN, phase="3").refused("A lays 1931.1 at H9") == "18DO-3.2.2.1-8"
    mill = laying("DHB", phase="3", links={"D9": 10})
    assert mill.refused("A lays 1931.1 at D9") == "18DO-3.2.2.1-8"


@pytest.mark.rule("18DO-3.2.2.1-9")
def test_a_steel_mill_keeps_the_colour_of_its_border():
    table = laying("DHB", links={"D9": 10}, phase="3")
    assert table.refused("A lays 1937.1 at D9") == "18DO-3.2.2.1-9"
    assert table.refused("A lays 1938.2 at D9") == "18DO-3.2.2.1-9"
    assert table.allows("A lays 1936.1 at D9")


@pytest.mark.rule("18DO-3.2.2.1-10")
def test_a_steel_mill_needs_a_link():
    bare, linked = laying("DHB", phase="3"), laying("DHB", phase="3", links={"D9": 10})
    assert bare.refused("A lays 1936.1 at D9") == "18DO-3.2.2.1-10" and not lays(bare, "D9")
    assert "A lays 1936.1 at D9" in lays(linked, "D9")
    elsewhere = laying("DHB", phase="3", links={"G12": 10})  # the link of another mill does not help
    assert elsewhere.refused("A lays 1936.1 at D9") == "18DO-3.2.2.1-10"


@pytest.mark.rule("18DO-3.2.2.1-11")
def test_brown_tiles_come_with_the_first_5_train():
    green = {"H3": "1931.0"}
    before = laying("RhE", tiles=green, links={"H3": 10}, phase="4")
    assert before.refused("A lays 1901.0 at H3") == "18DO-3.2.2.1-11"
    table = intro(held={"RhE": {"A": 20}}, tiles=green, links={"H3": 10}, phase="4", depot="5")
    table.apply("A takes 20 BME")
    assert table.phase == "5"
    table.apply("A lays 1901.0 at H3")


@pytest.mark.rule("18DO-3.2.2.1-12")
def test_grey_tiles_come_with_the_first_8_train():
    brown = {"H3": "1931.0"}
    table = intro(held={"RhE": {"A": 20}}, tiles=brown, links={"H3": 10}, phase="6", depot="8", turn="A lay")
    table.apply("A lays 1901.0 at H3")
    grown: dict[str, Any] = dict(held={"RhE": {"A": 20}}, tiles={"H3": "1901.0"}, links={"H3": 10})
    assert intro(**grown, phase="6", turn="A lay").refused("A lays 1902.0 at H3") == "18DO-3.2.2.1-12"
    last = intro(**grown, phase="6", depot="8").apply("A takes 20 BME")
    assert last.phase == "8"
    last.apply("A lays 1902.0 at H3")


@pytest.mark.rule("18DO-3.2.2.1-13")
def test_symbols_and_borders_hold_for_brown_and_grey():
    table = laying(tiles={"H9": "24.5"}, phase="5")
    assert table.refused("A lays 1901.1 at H9") == "18DO-3.2.2.1-13"
    mill = laying("DHB", tiles={"D9": "1936.1"}, links={"D9": 10}, phase="5")
    assert mill.refused("A lays 1956.1 at D9") == "18DO-3.2.2.1-9"
    assert mill.allows("A lays 1952.1 at D9")
    mine = laying("RhE", tiles={"H3": "1931.0"}, links={"H3": 10}, phase="8")
    assert mine.refused("A lays 43.1 at H3") == "18DO-3.2.2.1-13"  # brown without the symbol
    plain = laying(tiles={"H9": "43.5"}, phase="8")
    assert plain.refused("A lays 1902.5 at H9") == "18DO-3.2.2.1-13"
    last = laying("DHB", tiles={"D9": "1952.1"}, links={"D9": 10}, phase="8")
    assert last.refused("A lays 1957.0 at D9") == "18DO-3.2.2.1-9"
    assert last.allows("A lays 1954.0 at D9")


@pytest.mark.rule("18DO-3.2.2.1-14")
def test_the_harbour_takes_only_its_own_tiles():
    table = laying("DHB", phase="3")
    assert table.refused("A lays 1936.1 at C8") == "18DO-3.2.2.1-14"
    assert table.refused("A lays 20.0 at C8") == "18DO-3.2.2.1-14"
    follows = {"": "1906", "1906.4": "1900", "1900.4": "1907"}  # sides 1 and 5 stay joined
    for lies, comes in follows.items():
        late = laying("DHB", phase="8", tiles={"C8": lies} if lies else {})
        assert {action.split()[2].split(".")[0] for action in lays(late, "C8")} == {comes}
        for other in ("1936.1", "1952.1", "1954.1"):  # green, brown, grey
            assert late.refused(f"A lays {other} at C8")
    brown = laying("DHB", phase="8", tiles={"C8": "1906.4"})
    assert brown.refused("A lays 1952.1 at C8") == "18DO-3.2.2.1-14"


@pytest.mark.rule("18DO-3.2.2.1-15")
def test_the_tiles_of_the_harbour_belong_nowhere_else():
    table = laying("DHB", links={"D9": 10}, phase="3")
    assert table.refused("A lays 1906.1 at D9") == "18DO-3.2.2.1-15"
    late = laying("DHB", tiles={"D9": "1936.1"}, links={"D9": 10}, phase="8")
    assert late.refused("A lays 1900.1 at D9") == "18DO-3.2.2.1-15"
    plain = laying(tiles=FROM_HAGEN, phase="3")
    assert plain.refused("A lays 1906.1 at H9") == "18DO-3.2.2.1-15"


@pytest.mark.rule("18DO-3.2.2.1-16")
def test_a_replaced_tile_can_be_laid_again():
    used = {hex: "9.1" for hex in ("B7", "B9", "C16", "D15", "E16", "F3", "F19", "G14")}
    table = laying(tiles={**used, **FROM_HAGEN}, phase="3")
    assert table.s.supply["9"] == 0
    assert table.refused("A lays 9.1 at B13") == "18DO-3.2.2.1-16"
    table.apply("A lays 24.5 at H9")
    assert table.s.supply["9"] == 1


@pytest.mark.rule("18DO-3.2.2.1-17", "18DO-3.2.2.3-1")
def test_the_dot_of_a_coal_tile_is_no_station_space():
    table = intro(held={"RhE": {"A": 20}}, turn="A build")
    assert table.refused("RhE builds a station at H3.0") == "18DO-3.2.2.3-1"
    laid = intro(held={"BME": {"A": 20}}, tiles={"H11": "1904.0"}, turn="A build")
    assert laid.refused("BME builds a station at H11.0") == "18DO-3.2.2.3-1"
    yellow = [tile for tile in table.s.box.tiles.values() if (tile.label, tile.colour) == ("K", "yellow")]
    assert len(yellow) == 3 and not any(stop.slots for tile in yellow for stop in tile.faces[0].stops)


@pytest.mark.rule("18DO-3.2.2.1-19", "18DO-3.2.2.2-3")
def test_a_single_tile_a_turn():
    table = intro(held={"BME": {"A": 20}, "RhE": {"A": 20}, "KWE": {"A": 20}}, turn="A lay")
    table.apply("A lays 9.2 at H9")
    assert table.refused("A lays 9.1 at H5") == "18DO-3.2.2.2-3"
    assert table.refused("A lays 9.1 at C18") == "18DO-3.2.2.2-3"
    for none in ("999.0", "9.6"):
        assert laying().refused(f"A lays {none} at H9") == "18DO-3.2.2.1-19"


@pytest.mark.rule("18DO-3.2.2.1-20", "18DO-3.2.2.3-5")
def test_the_four_faults_of_the_picture():
    behind = laying("DHB", tokens={"BME": ["D9.0"]})
    assert behind.refused("A lays 1905.2 at E10") == "18DO-3.2.2-8"
    assert laying("DHB").allows("A lays 1905.2 at E10")

    def no_arrow(data):
        data["hexes"]["C20"]["red"][0]["edges"] = [0]

    assert laying("KWE", board=no_arrow).refused("A lays 9.1 at C18") == "18DO-3.2.2-10"
    assert laying().refused("A lays 7.5 at H9") == "18DO-3.2.2-11"
    assert laying("RhE", phase="3").refused("A lays 1931.0 at H3") == "18DO-3.2.2.1-8"


# -- for whom (3.2.2.2) ---------------------------------------------------------------------------


@pytest.mark.rule("18DO-3.2.2.2-1")
def test_a_director_lays_for_any_own_railway():
    table = intro(held={"BME": {"A": 20}, "KWE": {"A": 20}, "RhE": {"B": 20}}, turn="A lay")
    assert table.allows("A lays 9.2 at H9")
    assert table.allows("A lays 9.1 at C18")
    assert table.refused("A lays 9.1 at H5") == "18DO-3.2.2-8"


@pytest.mark.rule("18DO-3.2.2.2-2")
def test_without_a_railway_any_station_will_do():
    table = intro(held={"BME": {"B": 20}}, turn="A lay")
    for lay in ("9.2 at H9", "9.1 at C18", "9.1 at H5", "9.0 at B17", "1905.2 at E10"):
        assert table.allows(f"A lays {lay}")
    assert table.refused("A lays 9.1 at D15") == "18DO-3.2.2-8"


@pytest.mark.rule("18DO-3.2.2.2-4")
def test_laying_is_voluntary():
    table = laying("DHB").apply("A passes")
    assert table.step == "A build"


@pytest.mark.rule("18DO-3.2.2.3-5")
def test_a_blocked_hex_itself_may_be_upgraded():
    table = laying("DHB", tokens={"BME": ["D9.0"]}, links={"D9": 10}, phase="3")
    table.apply("A lays 1936.1 at D9")
    assert table.station_at("D9.0") == ("BME", "")


@pytest.mark.rule("18DO-3.2.2-8")
def test_track_may_start_at_any_station_of_the_railway():
    table = laying("BME", tokens={"BME": ["E12.0"]}, tiles=LINE)
    assert table.allows("A lays 9.0 at F11")
