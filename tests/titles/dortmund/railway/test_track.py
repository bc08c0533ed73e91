"""18DO §4.5.1, §4.5.2: laying and upgrading track."""

from dataclasses import replace

import pytest

from kursbuch.rail.board import Board
from kursbuch.rail.loader import load_toml
from kursbuch.titles.dortmund.railway.parts import DATA, read_board
from tests.titles.dortmund.railway.table import EAST, LINE, railway


def building(company="BME", tiles=None, *, phase="2", cash=500, others=None, links=None, step="lay", **about):
    companies = {company: {"A": 50, "cash": cash, **about}, **(others or {})}
    return railway(companies=companies, tiles=tiles, phase=phase, turn=f"{company} {step}", links=links)


@pytest.mark.rule("18DO-2.1.1-1", "18DO-2.1.1-2")
@pytest.mark.parametrize(("hex", "point"), [("E12", 1), ("E14", 1), ("I14", 1), ("I10", 2), ("C20", 2)])
def test_nothing_is_laid_on_grey_or_red_hexes(hex, point):
    assert building(tiles=LINE).refused(f"BME lays 9.0 at {hex}") == f"18DO-2.1.1-{point}"


@pytest.mark.rule("18DO-2.5-1", "18DO-4.5.2-1")
def test_a_yellow_tile_needs_a_hex_without_track():
    assert building(tiles=LINE).refused("BME lays 9.0 at G12") == "18DO-2.5-1"
    assert building(tiles=LINE).refused("BME lays 1904.1 at H11") == "18DO-2.5-1"


@pytest.mark.rule("18DO-4.5.2-1")
def test_in_the_yellow_phase_only_yellow():
    assert building(tiles=LINE, links={"H11": 10}).refused("BME lays 1931.0 at H11") == "18DO-4.5.2-1"


@pytest.mark.rule("18DO-2.5-2")
def test_colours_are_not_skipped():
    assert (
        building(tiles=LINE, phase="5", links={"H11": 10}).refused("BME lays 1901.0 at H11") == "18DO-2.5-2"
    )


@pytest.mark.rule("18DO-4.5.1-8")
def test_a_tile_extends_a_route_of_the_railway():
    table = building()
    assert table.refused("BME lays 9.0 at E16") == "18DO-4.5.1-8"
    assert table.refused("BME lays 1904.1 at H11") == "18DO-4.5.1-8"  # past the arrow
    assert table.allows("BME lays 1904.0 at H11")


@pytest.mark.rule("18DO-4.5.1-8")
def test_an_upgrade_adds_track_to_a_route():
    table = building(tiles={"H9": "9.2"}, phase="3")  # from Hagen north-west
    assert table.allows("BME lays 23.5 at H9")
    far = building(tiles={"H9": "9.1"}, phase="3")  # west to east, past Hagen
    assert far.refused("BME lays 24.1 at H9") == "18DO-4.5.1-8"
    crossed = building(tiles={"H9": "9.2"}, phase="3")  # the old track is joined, the new one only crosses it
    assert crossed.refused("BME lays 20.1 at H9") == "18DO-4.5.1-8"


@pytest.mark.rule("18DO-4.5.1-8")
@pytest.mark.parametrize(("company", "legal"), [("BME", True), ("KWE", False)])
def test_an_upgrade_without_new_track_needs_a_hex_in_reach_only(company, legal):
    table = building(company, tiles={"H11": "1901.0", "F13": "8.0"}, phase="8", links={"H11": 20})
    lay = f"{company} lays 1902.0 at H11"
    new, old = table.s.box.tiles["1902"].turns[0], table.s.board.faces["H11"]
    assert new.pairs == old.pairs
    assert table.allows(lay) if legal else table.refused(lay) == "18DO-4.5.1-8"


LOOP = {"G6": "20.0", "H5": "7.2", "G4": "7.4", "G8": "9.1"}  # from F7 round and over G6 again to G10
CURVE = {"G6": "7.3", "G8": "9.1"}  # from F7 straight to G10


@pytest.mark.rule("18DO-4.5.1-2", "18DO-4.5.1-8")
def test_a_route_for_building_comes_through_no_hex_twice_either():
    table = building(tiles=LOOP, tokens=["F7.0"], phase="3")
    assert table.refused("BME lays 1904.1 at G10") == "18DO-4.5.1-8"
    assert building(tiles=CURVE, tokens=["F7.0"]).allows("BME lays 1904.1 at G10")


@pytest.mark.rule("18DO-4.5.1-2", "18DO-4.5.4.1-3")
def test_nor_does_one_to_a_link():
    table = building(tiles={**LOOP, "G10": "1904.1"}, tokens=["F7.0"], phase="3", step="link")
    assert table.refused("BME links G10") == "18DO-4.5.4.1-3"
    assert building(tiles={**CURVE, "G10": "1904.1"}, tokens=["F7.0"], step="link").allows("BME links G10")


@pytest.mark.rule("18DO-4.5.1-7", "18DO-4.5.1-8")
def test_nor_does_one_lead_on_through_a_red_area():
    table = building("RhE", tiles=LINE, tokens=["G12.0"])
    assert ("I10", 0) in table.s.board.reachable("RhE").stops  # to Hagen, but no further
    assert table.refused("RhE lays 9.2 at H9") == "18DO-4.5.1-8"
    assert building(tiles=LINE).allows("BME lays 9.2 at H9")


@pytest.mark.rule("18DO-4.5.1-3", "18DO-4.5.1-8")
@pytest.mark.parametrize(
    ("others", "rule"), [({}, None), ({"CME": {"B": 50, "tokens": ["G12.0"]}}, "18DO-4.5.1-8")]
)
def test_nor_through_a_full_hex(others, rule):
    refusal = building(tiles={"H11": "1904.0"}, others=others).refusal("BME lays 8.0 at F13")
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("18DO-4.5.1-3", "18DO-4.5.1-8")
@pytest.mark.parametrize(("taken", "rule"), [(["CME"], None), (["CME", "RhE"], "18DO-4.5.1-8")])
def test_new_track_beyond_a_full_city_extends_no_route(taken, rule):
    others = {company: {"B": 50, "tokens": ["G12.0"]} for company in taken}
    tiles = {"H11": "1904.0", "G12": "1936.0"}  # BME comes from Hagen into the city of two spaces
    table = building(tiles=tiles, others=others, links={"G12": 20}, phase="5")
    refusal = table.refusal("BME lays 1952.0 at G12")  # all its new track leaves on the other side
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("18DO-4.5.1-9")
def test_no_track_into_the_blank_side_of_a_grey_hex():
    table = building(tiles={"H11": "1904.0"})
    assert (
        table.refused("BME lays 9.0 at F13") == "18DO-4.5.1-9"
    )  # the eastern yard has no track to the south-west
    assert table.allows("BME lays 8.0 at F13")
    upgrade = building(tiles={"H11": "1904.0", "F13": "8.0"}, phase="3")
    assert upgrade.refused("BME lays 23.0 at F13") == "18DO-4.5.1-9"
    assert upgrade.allows("BME lays 25.0 at F13")


@pytest.mark.rule("18DO-4.5.1-10")
def test_no_track_into_a_red_side_without_an_arrow():
    data = load_toml(DATA, "board.toml")
    data["hexes"]["I10"]["red"][0]["edges"] = [3]  # were the western arrow of Hagen not there
    table = building()
    table.s.box = replace(table.s.box, map=read_board(data))
    table.s.board = Board.empty(table.s.box.map).with_token(("I10", 0), 0, "BME")
    assert table.refused("BME lays 9.2 at H9") == "18DO-4.5.1-10"
    assert building().allows("BME lays 9.2 at H9")


@pytest.mark.rule("18DO-4.5.1-11")
def test_no_track_off_the_grid():
    assert building().refused("BME lays 1903.5 at H11") == "18DO-4.5.1-11"
    assert building().refused("BME lays 9.2 at I12") == "18DO-4.5.1-11"  # there is no such hex
    upgrade = building(tiles={"H9": "9.2"}, phase="3")
    assert upgrade.refused("BME lays 24.4 at H9") == "18DO-4.5.1-11"
    assert upgrade.allows("BME lays 24.5 at H9")


@pytest.mark.rule("18DO-4.5.1-12")
def test_track_need_not_meet_that_of_neighbours():
    theirs = building(tiles={"H13": "9.1"})  # whose track ends at the mine, on a side that stays blank
    assert theirs.allows("BME lays 1904.0 at H11")
    ours = building(tiles={"G8": "9.1"})  # a line that passes by, where the new track ends
    assert ours.allows("BME lays 9.2 at H9")


@pytest.mark.rule("18DO-4.5.1-14")
@pytest.mark.parametrize(
    ("company", "lay"), [("CME", "7.1 at B3"), ("CME", "1905.1 at C4"), ("KWE", "9.0 at D19")]
)
def test_arrows_join_the_home_of_a_red_area(company, lay):
    assert building(company).allows(f"{company} lays {lay}")


@pytest.mark.rule("18DO-4.5.1-15")
def test_dhb_is_joined_to_all_track_of_the_harbour():
    table = building("DHB")
    assert table.lays("DHB", "E10")  # by the Union mill
    stops = {place[0] for place in table.s.board.reachable("DHB").stops}
    assert {"C6", "C8", "D9"} <= stops


@pytest.mark.rule("18DO-4.5.1-16")
def test_building_starts_from_every_station():
    table = building(tokens=["E14.0"], tiles={})
    assert table.lays("BME", "E16") and table.lays("BME", "H11")


# -- kinds of tiles -------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.5.2-2")
def test_a_mine_takes_only_tiles_with_its_symbol():
    table = building()
    assert table.lays("BME", "H11") == {"1903", "1904", "1905"}
    assert table.refused("BME lays 9.0 at H11") == "18DO-4.5.2-2"


@pytest.mark.rule("18DO-4.5.2-3", "18DO-4.5.2-4")
def test_tiles_with_the_symbol_belong_to_mines():
    table = building()
    assert table.refused("BME lays 1904.2 at H9") == "18DO-4.5.2-3"
    assert table.lays("BME", "H9") == {"7", "8", "9"}


@pytest.mark.rule("18DO-4.5.2-5")
@pytest.mark.parametrize("upgrade", ["1931.0 at H11", "1936.0 at G12"])
def test_with_the_first_3_one_upgrade_instead_of_a_yellow_tile(upgrade):
    """CME buys the first 3; after it BME may put a green tile on a yellow one, or where track is printed."""
    table = building(tiles=LINE, links={"H11": 10, "G12": 10})
    assert table.refused(f"BME lays {upgrade}") == "18DO-4.5.2-1"
    buyer = {"CME": {"B": 50, "cash": 500, "price": 80}}
    companies = {"BME": {"A": 50, "cash": 500, "price": 70}, **buyer}
    links = {"H11": 10, "G12": 10}
    table = railway(companies=companies, tiles=LINE, depot="3", turn="CME trains", links=links)
    table.apply("CME buys train 3 as 3 from depot for 180", "CME passes")
    assert (table.company, table.step) == ("BME", "lay")
    assert (table.lays("BME", "H11"), table.lays("BME", "G12")) == ({"1930", "1931", "1939"}, {"1936"})
    assert table.lays("BME", "H9") == {"7", "8", "9"}
    table.apply(f"BME lays {upgrade}")
    assert table.refused("BME lays 9.2 at H9") == "18DO-4.5-6"


@pytest.mark.rule("18DO-4.5.2-6")
def test_an_upgrade_keeps_the_track():
    table = building(tiles={"H9": "9.2"}, phase="3")
    assert table.refused("BME lays 25.5 at H9") == "18DO-4.5.2-6"
    mine = building(tiles=LINE, phase="3", links={"H11": 10})
    assert mine.refused("BME lays 1930.1 at H11") == "18DO-4.5.2-6"
    green = building(tiles={"H9": "24.5"}, phase="5")
    assert green.refused("BME lays 45.1 at H9") == "18DO-4.5.2-6"


@pytest.mark.rule("18DO-4.5.2-7", "18DO-4.5.2-8")
def test_a_tile_without_symbol_covers_no_mine():
    assert (
        building(tiles=LINE, phase="3", links={"H11": 10}).refused("BME lays 23.0 at H11") == "18DO-4.5.2-7"
    )
    mill = building(tiles=LINE, phase="3", links={"G12": 10})
    assert mill.refused("BME lays 23.0 at G12") == "18DO-4.5.2-7"
    assert mill.refused("BME lays 1931.0 at G12") == "18DO-4.5.2-8"
    plain = building(tiles={"H9": "9.2"}, phase="3")
    assert plain.refused("BME lays 1931.0 at H9") == "18DO-4.5.2-8"
    assert plain.allows("BME lays 23.5 at H9")


@pytest.mark.rule("18DO-4.5.2-13")
def test_symbols_and_borders_hold_for_brown_and_grey_too():
    mine = {"tiles": {"H11": "1931.0", "F13": "8.0"}, "links": {"H11": 20}}
    assert building(**mine, phase="5").refused("BME lays 43.0 at H11") == "18DO-4.5.2-13"
    plain = building(tiles={"H9": "24.5"}, phase="5")
    assert plain.refused("BME lays 1901.0 at H9") == "18DO-4.5.2-13"
    brown = building(tiles={"H11": "1901.0", "F13": "8.0"}, links={"H11": 20}, phase="8")
    assert brown.refused("BME lays 1954.0 at H11") == "18DO-4.5.2-13"
    mill = building("DHB", tiles={"D9": "1936.1"}, links={"D9": 10}, phase="5")
    assert mill.refused("DHB lays 1956.1 at D9") == "18DO-4.5.2-9"
    assert mill.allows("DHB lays 1952.1 at D9")


@pytest.mark.rule("18DO-4.5.2-8")
def test_a_mine_is_upgraded_only_with_a_link():
    assert building(tiles=LINE, phase="3").refused("BME lays 1931.0 at H11") == "18DO-4.5.2-8"
    assert building(tiles=LINE, phase="3", links={"H11": 10}).allows("BME lays 1931.0 at H11")
    elsewhere = building(tiles=LINE, phase="3", links={"G12": 10, "H3": 10})
    assert elsewhere.refused("BME lays 1931.0 at H11") == "18DO-4.5.2-8"


@pytest.mark.rule("18DO-4.5.2-9")
def test_the_border_of_a_mill_must_match():
    table = building(tiles=LINE, phase="3", links={"G12": 10})
    assert table.refused("BME lays 1937.0 at G12") == "18DO-4.5.2-9"
    assert table.allows("BME lays 1936.0 at G12")


@pytest.mark.rule("18DO-4.5.2-10")
def test_a_mill_is_upgraded_only_with_a_link():
    bare, linked = building(tiles=LINE, phase="3"), building(tiles=LINE, phase="3", links={"G12": 10})
    assert bare.refused("BME lays 1936.0 at G12") == "18DO-4.5.2-10" and not bare.lays("BME", "G12")
    assert linked.lays("BME", "G12") == {"1936"}
    elsewhere = building(
        tiles=LINE, phase="3", links={"H11": 10}
    )  # the link of a mine beside it does not help
    assert elsewhere.refused("BME lays 1936.0 at G12") == "18DO-4.5.2-10"


@pytest.mark.rule("18DO-4.5.2-11", "18DO-4.5.2-12")
def test_brown_from_the_first_5_and_grey_from_the_first_8():
    def mine(tile, phase):
        return building(tiles={"H11": tile, "F13": "8.0"}, phase=phase, links={"H11": 20})

    for phase in ("3", "4"):
        assert mine("1931.0", phase).refused("BME lays 1901.0 at H11") == "18DO-4.5.2-11"
    for phase in ("5", "6", "8"):
        assert mine("1931.0", phase).lays("BME", "H11") == {"1901"}
    for phase in ("5", "6"):
        assert mine("1901.0", phase).refused("BME lays 1902.0 at H11") == "18DO-4.5.2-12"
    assert mine("1901.0", "8").lays("BME", "H11") == {"1902"}


@pytest.mark.rule("18DO-4.5.2-14", "18DO-4.5.2-27")
@pytest.mark.parametrize(
    ("phase", "lies", "next"), [("3", None, "1906"), ("5", "1906.0", "1900"), ("8", "1900.0", "1907")]
)
def test_the_harbour_has_its_own_tiles_and_needs_no_link(phase, lies, next):
    table = building("DHB", tiles={"C8": lies} if lies else None, phase=phase)
    assert table.lays("DHB", "C8") == {next}
    other = {"1906": "23", "1900": "43", "1907": "1902"}[next]  # of the colour that is due
    assert table.refused(f"DHB lays {other}.0 at C8") == "18DO-4.5.2-14"


@pytest.mark.rule("18DO-4.5.2-15")
def test_harbour_tiles_go_nowhere_else():
    table = building("DHB", phase="3", links={"D9": 10})
    assert table.refused("DHB lays 1906.0 at D9") == "18DO-4.5.2-15"
    assert table.allows("DHB lays 1936.1 at D9")


@pytest.mark.rule("18DO-4.5.2-16")
def test_a_replaced_tile_can_be_laid_again():
    table = building(tiles={"H9": "9.2"}, phase="3")
    before = table.s.supply["9"]
    (upgrade, *_) = [a for a in table.legal() if a.endswith("at H9")]
    table.apply(upgrade)
    assert table.s.supply["9"] == before + 1
    used = ("B7", "B9", "C16", "D15", "E16", "F3", "F19", "G14")
    last = building(tiles={**dict.fromkeys(used, "9.1"), "H9": "9.2"})
    assert last.s.supply["9"] == 0
    assert last.refused("BME lays 9.2 at H13") == "18DO-4.5.2-16"


@pytest.mark.rule("18DO-4.5.2-17")
def test_a_mine_has_no_room_for_a_station():
    table = railway(companies={"BME": {"A": 50, "cash": 99}}, tiles=LINE, turn="BME station")
    assert table.refused("BME builds a station at H11.0") == "18DO-4.5.2-17"


@pytest.mark.rule("18DO-4.5.2-18")
def test_printed_costs_are_paid_with_the_first_tile():
    assert building(cash=29).refused("BME lays 9.2 at H9") == "18DO-4.5.2-18"
    assert building(cash=30).apply("BME lays 9.2 at H9").cash("BME") == 0
    upgraded = building(tiles={"H9": "9.2"}, phase="3", cash=30)
    (upgrade, *_) = [a for a in upgraded.legal() if a.endswith("at H9")]
    assert upgraded.apply(upgrade).cash("BME") == 30


@pytest.mark.rule("18DO-4.5.2-23")
def test_mines_printed_with_track_go_the_same_way():
    table = building("RhE", phase="3", links={"H3": 10})
    assert table.lays("RhE", "H3") == {"1930", "1931", "1939"}
    box, faces = table.s.box, table.s.board.faces
    printed = [hex for hex, site in box.sites.items() if site == "coal" and faces[hex].track]
    assert printed == ["H3", "H15"]
    for hex in printed:
        assert {f.tile.id for f in box.map.covers(hex, faces[hex], box.tiles)} == {"1930", "1931", "1939"}


@pytest.mark.rule("18DO-4.5.2-23")
@pytest.mark.parametrize("yellow", ["1903", "1904", "1905"])
def test_every_yellow_mine_becomes_one_of_three_green_ones(yellow):
    box = railway().s.box
    found = box.map.covers("E8", box.tiles[yellow].faces[0], box.tiles)
    assert {face.tile.id for face in found} == {"1930", "1931", "1939"}


@pytest.mark.rule("18DO-4.5.2-23")
@pytest.mark.parametrize("green", ["1930", "1931", "1939"])
def test_every_green_mine_becomes_the_same_brown_and_grey_one(green):
    box = railway().s.box
    faces = box.tiles[green].faces
    for later in ("1901", "1902"):
        found = box.map.covers("E8", faces[0], box.tiles)
        assert {face.tile.id for face in found} == {later}
        faces = tuple(found)


CHAINS = {
    "C14": ("1937", "1956", "1957"),
    "D9": ("1936", "1952", "1954"),
    "F15": ("1936", "1952", "1954"),
    "G12": ("1936", "1952", "1954"),
    "H19": ("1938", "1941", None),
}


@pytest.mark.rule("18DO-4.5.2-24", "18DO-4.5.2-25", "18DO-4.5.2-26")
@pytest.mark.parametrize("hex", CHAINS)
def test_the_chain_of_every_mill(hex):
    board, tiles = railway().s.board, railway().s.box.tiles
    face = board.faces[hex]
    for step in CHAINS[hex]:
        found = board.map.covers(hex, face, tiles)
        assert {f.tile.id for f in found} == ({step} if step else set())
        face = next(iter(found), face)


@pytest.mark.rule("18DO-4.5.2-28")
def test_plain_brown_tiles_are_final():
    box = railway().s.box
    plain = [tile for tile in box.tiles.values() if tile.colour == "brown" and tile.kind == "plain"]
    assert {tile.id for tile in plain} == {"39", "40", "41", "42", "43", "44", "45", "46", "47", "70"}
    for tile in plain:
        assert not box.map.covers("E16", tile.faces[0], box.tiles)
    table = building(tiles={"H9": "47.1"}, phase="8")
    assert table.lays("BME", "H9") == set() and table.refused("BME lays 1902.0 at H9") == "18DO-4.5.2-13"


# what the last page of the rules lists, where it can be read
PLAIN_UPGRADES = {
    "7": "18 26 27 28",
    "8": "29 30 31",
    "16": "43 70",
    "18": "43",
    "19": "45 46",
    "20": "44 47",
    "23": "41 43",
    "24": "42 43",
    "25": "40 45",
    "26": "42 44",
    "27": "41 44",
    "28": "39 43",
    "29": "39 43",
    "30": "42 70",
    "31": "41 70",
}


@pytest.mark.rule("18DO-4.5.2-6", "18DO-4.5.2-28")
@pytest.mark.parametrize("tile", PLAIN_UPGRADES)
def test_plain_track_becomes_what_the_rules_list(tile):
    """The list is cut short: whatever keeps the track belongs to it."""
    box = railway().s.box
    listed, colour = set(PLAIN_UPGRADES[tile].split()), "green" if tile in "78" else "brown"
    found = {face.tile.id for face in box.map.covers("E16", box.tiles[tile].faces[0], box.tiles)}
    assert listed <= found and {box.tiles[id].colour for id in found} == {colour}
    # whatever is found has the old track in some turn, and nothing else has
    pairs = box.tiles[tile].faces[0].pairs
    plain = [other for other in box.tiles.values() if other.kind == "plain" and other.colour == colour]
    assert found == {other.id for other in plain if any(pairs <= face.pairs for face in other.turns)}


def test_the_eastern_line_is_joined():
    assert {"E12", "E14"} <= {h for h, _ in building("KWE", tiles=EAST).s.board.reachable("KWE").stops}
