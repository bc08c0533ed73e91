"""Track, walls, letters, costs: peculiarities 11 to 14, 17, 18 and 20."""

import pytest

from kursbuch.rail.board.tile import stop_map
from tests.titles.northeast.helpers import PITTSBURGH, northeast, one

EAST = {"H14": "9.1"}  # straight on from Altoona


# -- 11: blocked hexes ----------------------------------------------------------------------------


@pytest.mark.rule("1830-11-1")
@pytest.mark.parametrize("owner", ["A", "B"])
@pytest.mark.parametrize(
    ("private", "lay", "tiles"),
    [
        ("SV", "PRR lays 8.0 at G15", {"H14": "8.1"}),
        ("CS", "CPR lays 58.0 at B20", {}),
        ("DH", "NYC lays 57.0 at F16", {"E19": "57.1", "E17": "8.4"}),
        ("MH", "NYC lays 8.3 at D18", {"E19": "57.2"}),
        ("CA", "PRR lays 59.1 at H18", {**EAST, "H16": "57.1"}),
        ("BO", "B&O lays 53.0 at I15", {}),
        ("BO", "PRR lays 8.1 at I13", {"H14": "7.0"}),
    ],
)
def test_11_privates_of_players_block_their_hexes(private, lay, tiles, owner):
    company = lay.split()[0]
    free = one(company, tiles=tiles, phase="3")
    assert free.allows(lay)
    assert len(free.s.box.privates[private].blocks) == (2 if private == "BO" else 1)
    assert one(company, tiles=tiles, phase="3", privates={private: owner}).refused(lay) == "1830-11-1"


@pytest.mark.rule("1830-11-2")
def test_11_a_sale_to_a_company_or_the_end_frees_the_hex_for_all():
    others = {"B&M": {"price": 90, "B": 60}}
    assert one("CPR", privates={"CS": "B&M"}, others=others).allows("CPR lays 58.0 at B20")
    assert one("CPR").allows("CPR lays 58.0 at B20")


@pytest.mark.rule("1830-11-2")
def test_11_tokens_are_not_blocked():
    table = one("PRR", "station", tiles={**EAST, "H16": "57.1", "H18": "59.1"}, privates={"CA": "B"})
    assert table.allows("PRR builds a station at H18.0")


# -- 12: the track rule ---------------------------------------------------------------------------


@pytest.mark.rule("1830-12-1")
def test_12_an_exit_towards_the_network_is_enough():
    table = one("PRR", tiles=EAST, phase="3")
    assert table.allows("PRR lays 20.0 at H14")  # the new track crosses the line and is out of reach
    assert one("PRR").allows("PRR lays 57.1 at H10")
    assert one("PRR").refused("PRR lays 57.0 at H10") == "1830-12-1"  # no exit to Altoona
    assert one("PRR").refused("PRR lays 57.0 at F16") == "1830-12-1"


@pytest.mark.rule("1830-12-1")
def test_12_an_own_token_on_the_hex_is_enough():
    table = one("NYC")
    assert {a for a in table.legal() if a.startswith("NYC lays")} == {
        f"NYC lays 57.{n} at E19" for n in range(3)
    }


@pytest.mark.rule("1830-12-2")
def test_12_one_tile_a_turn():
    table = one("PRR").apply("PRR lays 57.1 at H10")
    assert table.refused("PRR lays 9.1 at H14") == "1830-12-2"


@pytest.mark.rule("1830-12-3")
def test_12_an_upgrade_keeps_the_track():
    table = one("PRR", tiles={**EAST, **PITTSBURGH}, phase="3")
    assert table.refused("PRR lays 24.0 at H14") == "1830-12-3"
    assert table.allows("PRR lays 24.1 at H14")
    assert table.refused("PRR lays 15.5 at H10") == "1830-12-3"
    assert table.allows("PRR lays 14.0 at H10")


@pytest.mark.rule("1830-12-4")
def test_12_a_tile_that_is_not_in_the_supply_cannot_be_laid():
    table = one("PRR")
    assert table.allows("PRR lays 57.1 at H10")
    table.s.supply["57"] = 0
    assert table.refused("PRR lays 57.1 at H10") == "1830-12-4"


@pytest.mark.rule("1830-12-5")
@pytest.mark.parametrize(
    ("tile", "hex"), [("9.1", "H10"), ("58.0", "H10"), ("57.1", "H14"), ("4.0", "G17"), ("1.0", "F10")]
)
def test_12_cities_towns_and_plain_track_have_their_own_hexes(tile, hex):
    assert one("PRR").refused(f"PRR lays {tile} at {hex}") == "1830-12-5"


@pytest.mark.rule("1830-12-5")
def test_12_an_upgrade_is_of_the_kind_that_lies_there():
    table = one("PRR", tiles={**EAST, **PITTSBURGH}, phase="3")
    assert table.refused("PRR lays 14.0 at H14") == "1830-12-5"
    assert table.refused("PRR lays 20.0 at H10") == "1830-12-5"


@pytest.mark.rule("1830-12-6")
def test_12_colours_come_with_the_phases_and_in_their_order():
    yellow = one("PRR", tiles=PITTSBURGH)
    assert yellow.refused("PRR lays 14.0 at H10") == "1830-12-6"  # no green before phase 3
    assert yellow.refused("PRR lays 57.2 at H10") == "1830-12-6"  # yellow on yellow
    green = one("PRR", tiles={"H10": "14.0"}, phase="4")
    assert green.refused("PRR lays 63.0 at H10") == "1830-12-6"  # no brown before phase 5
    assert one("PRR", tiles=PITTSBURGH, phase="5").refused("PRR lays 63.0 at H10") == "1830-12-6"
    assert one("PRR", tiles={"H10": "14.0"}, phase="5").allows("PRR lays 63.0 at H10")


# -- 13: double cities ----------------------------------------------------------------------------


@pytest.mark.rule("1830-13-1")
@pytest.mark.parametrize("hex", ["E5", "D10", "E11", "H18"])
def test_13_the_first_tile_is_the_green_59(hex):
    board, tiles = one("PRR").s.board, one("PRR").s.box.tiles
    assert {face.tile.id for face in board.map.covers(hex, board.faces[hex], tiles)} == {"59"}


@pytest.mark.rule("1830-13-1")
def test_13_from_phase_3_on():
    tiles = {**EAST, "H16": "57.1"}
    assert one("PRR", tiles=tiles).refused("PRR lays 59.1 at H18") == "1830-12-6"
    assert one("PRR", tiles=tiles).refused("PRR lays 57.1 at H18") == "1830-12-6"
    assert one("PRR", tiles=tiles, phase="3").allows("PRR lays 59.1 at H18")
    assert one("PRR").s.box.tiles["59"].count == 2


@pytest.mark.rule("1830-13-2")
def test_13_brown_tiles_keep_the_edges_of_each_circle():
    s = one("PRR").s
    old = s.box.tiles["59"].turns[1]
    found = s.board.map.covers("D10", old, s.box.tiles)
    assert {face.tile.id for face in found} == {"64", "65", "66", "67", "68"}
    for face in found:
        first, second = stop_map(old, face) or (0, 0)
        assert first != second
        for edge, stop in ((1, first), (3, second)):
            assert any(end - 6 == stop for end, _ in face.beyond[edge])


@pytest.mark.rule("1830-13-2")
def test_13_a_token_stays_in_its_circle():
    table = one(
        "PRR",
        tiles={**EAST, "H16": "57.1", "H18": "59.1"},
        phase="5",
        others={"B&M": {"price": 90, "B": 60, "tokens": ["H18.1"]}},
    )
    table.apply("PRR lays 67.3 at H18")
    face = table.s.board.faces["H18"]
    (stop,) = [n for n in range(2) if "B&M" in table.station_at(f"H18.{n}")]
    assert any(end - 6 == stop for end, _ in face.beyond[3])


@pytest.mark.rule("1830-13-3")
def test_13_a_route_may_use_both_circles():
    tiles = {"H16": "14.0", "G17": "1.0", "G19": "54.0", "H18": "59.1"}
    table = one("PRR", "run", trains=["5"], tiles=tiles, phase="5", others={"B&M": {"price": 90, "B": 60}})
    table.s.board = table.s.board.with_token(("H16", 0), 0, "PRR")
    table.s.tokens["PRR"] = table.s.tokens["PRR"][:-1]
    table.apply("PRR runs 5: H18.0 H16.0 G17.1 G19.0 H18.1")
    assert table.s.top.income == 40 + 30 + 10 + 60 + 40


@pytest.mark.rule("1830-13-4", "1830-15-3")
def test_13_one_token_a_company_in_a_hex():
    assert one("NYNH", "station").refused("NYNH builds a station at G19.1") == "1830-13-4"


# -- 14: letters ----------------------------------------------------------------------------------


@pytest.mark.rule("1830-14-1")
def test_14_letters_belong_together():
    table = one("B&O", phase="3")
    assert table.refused("B&O lays 14.0 at I15") == "1830-14-1"
    assert table.refused("B&O lays 59.0 at I15") == "1830-14-1"
    assert table.allows("B&O lays 53.0 at I15")
    assert one("PRR", tiles=PITTSBURGH, phase="3").refused("PRR lays 53.0 at H10") == "1830-14-1"
    assert one("NYNH", phase="3").refused("NYNH lays 14.0 at G19") == "1830-14-1"
    assert one("NYNH", phase="3").allows("NYNH lays 54.0 at G19")
    assert one("B&M", phase="3").allows("B&M lays 53.1 at E23")


@pytest.mark.rule("1830-14-2")
def test_14_circles_of_the_letters():
    s = one("PRR").s
    spaces = {id: [len(stop.slots) for stop in s.box.tiles[id].stops] for id in ("53", "61", "54", "62")}
    assert spaces == {"53": [1], "61": [1], "54": [1, 1], "62": [2, 2]}


@pytest.mark.rule("1830-14-3")
def test_14_other_cities_grow_from_57_to_63():
    s = one("PRR").s

    def over(id, turn=0):
        return {face.tile.id for face in s.board.map.covers("H10", s.box.tiles[id].turns[turn], s.box.tiles)}

    assert {f.tile.id for f in s.board.map.covers("H10", s.board.faces["H10"], s.box.tiles)} == {"57"}
    assert (over("57"), over("14"), over("15"), over("63")) == ({"14", "15"}, {"63"}, {"63"}, set())


@pytest.mark.rule("1830-14-4")
@pytest.mark.parametrize("id", ["1", "2", "3", "4", "55", "56", "58", "69"])
def test_14_towns_stay_yellow(id):
    s = one("PRR").s
    hex = "G17" if len(s.box.tiles[id].stops) == 2 else "F10"
    assert not s.board.map.covers(hex, s.box.tiles[id].turns[0], s.box.tiles)


# -- 17: grey and red -----------------------------------------------------------------------------


@pytest.mark.rule("1830-17-1")
@pytest.mark.parametrize(
    "hex", ["H12", "A19", "F6", "D2", "D14", "K15", "C15", "F24", "I19", "A17", "D24", "E9", "F2", "K13"]
)
def test_17_grey_and_red_hexes_never_change(hex):
    table = one("PRR", phase="5")
    assert table.refused(f"PRR lays 63.0 at {hex}") == "1830-17-1"


@pytest.mark.rule("1830-17-2")
def test_17_a_train_stops_in_altoona_or_runs_past_it():
    tiles = {**PITTSBURGH, **EAST, "H16": "57.1"}
    companies = {"PRR": {"price": 100, "A": 60, "trains": ["3", "3"], "tokens": ["H10.0"]}}
    table = northeast(companies=companies, tiles=tiles, phase="3", turn="PRR run")
    assert table.allows("PRR runs 3: H10.0 H12.0 H14 H16.0")
    assert table.allows("PRR runs 3: H10.0 H12 H14 H16.0")
    assert table.refused("PRR runs 3: H12.0 H10.0 H12 H14 H16.0") == "1830-R-3"
    assert table.refused("PRR runs 3: H10.0 H12.0 | 3: H10.0 H12 H14 H16.0") == "1830-R-7"


# -- 18: walls ------------------------------------------------------------------------------------


@pytest.mark.rule("1830-18-1")
@pytest.mark.parametrize(("a", "b"), [("E7", "F8"), ("C11", "D12"), ("C13", "D12"), ("B16", "C17")])
def test_18_no_track_crosses_the_water(a, b):
    map = one("PRR").s.board.map
    for here, there in ((a, b), (b, a)):
        edge = map.beside[here].index(there)
        assert map.walls[here] >> edge & 1
        assert not any(
            f.exits >> edge & 1
            for f in map.covers(here, map.hexes[here].print.faces[0], one("PRR").s.box.tiles)
        )


@pytest.mark.rule("1830-18-1")
def test_18_a_tile_against_the_water_is_refused():
    table = northeast(
        companies={"C&O": {"price": 100, "A": 60, "cash": 500, "tokens": ["D14.0"]}}, turn="C&O lay"
    )
    assert table.allows("C&O lays 9.1 at D12")
    assert table.refused("C&O lays 8.2 at D12") == "1830-18-2"
    assert table.refused("C&O lays 7.3 at D12") == "1830-18-2"


@pytest.mark.rule("1830-18-2")
def test_18_no_track_off_the_board_or_against_a_blank_side():
    assert one("B&O").refused("B&O lays 57.1 at J14") == "1830-18-2"  # nothing lies east of Washington
    assert one("C&O").refused("C&O lays 9.1 at F8") == "1830-18-2"  # Cleveland has no track to the east
    assert one("B&O", phase="5", tiles={"I15": "53.0"}).refused("B&O lays 61.5 at I15") in (
        "1830-18-2",
        "1830-12-3",
    )


# -- 20: costs ------------------------------------------------------------------------------------


@pytest.mark.rule("1830-20-1")
def test_20_the_cost_of_an_empty_hex_is_paid_by_its_first_tile():
    water = one("B&O").apply("B&O lays 9.1 at I17")
    assert water.cash("B&O") == 500 - 80
    mountain = one("NYC", tiles={"E19": "57.1"}).apply("NYC lays 9.1 at E17")
    assert mountain.cash("NYC") == 500 - 120
    later = one("NYC", tiles={"E19": "57.1", "E17": "9.1"}, phase="3").apply("NYC lays 20.0 at E17")
    assert later.cash("NYC") == 500


@pytest.mark.rule("1830-20-2")
def test_20_the_print_of_a_double_city_costs_its_first_tile():
    table = one("NYNH", phase="3").apply("NYNH lays 54.0 at G19")
    assert table.cash("NYNH") == 500 - 80
    assert one("NYNH", phase="5", tiles={"G19": "54.0"}).apply("NYNH lays 62.0 at G19").cash("NYNH") == 500
    costs = {hex: one("PRR").s.board.faces[hex].tile.cost for hex in ("E5", "D10", "G19", "E11", "H18")}
    assert costs == {"E5": 80, "D10": 80, "G19": 80, "E11": 0, "H18": 0}


@pytest.mark.rule("1830-20-3")
def test_20_who_cannot_pay_cannot_lay():
    assert one("B&O", cash=79).refused("B&O lays 9.1 at I17") == "1830-20-3"
    assert one("B&O", cash=80).allows("B&O lays 9.1 at I17")
