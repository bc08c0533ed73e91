"""Costs, letters, upgrades, homes, tokens and red areas: peculiarities 4 to 9."""

import pytest

from kursbuch.rail.routes.running import best_of
from tests.titles.shikoku.helpers import Companies, shikoku


def one(company, *, cash=500, phase="", tiles=None, turn="lay", privates=None, trains=(), **more):
    """One company led by A, at a step of its turn."""
    about = {"price": 75, "A": 60, "cash": cash, "trains": list(trains), **more}
    return shikoku(
        companies={company: about},
        phase=phase,
        tiles=tiles or {},
        turn=f"{company} {turn}",
        privates=privates,
    )


# -- 4: costs -------------------------------------------------------------------------------------


@pytest.mark.rule("1889-4-1")
def test_4_the_first_tile_pays_the_cost_of_the_hex():
    table = one("IR", tiles={"E2": "6.4"}).apply("IR lays 9.0 at E4")
    assert table.cash("IR") == 500 - 80


@pytest.mark.rule("1889-4-1")
def test_4_an_upgrade_of_a_paid_hex_is_free():
    table = one("IR", tiles={"E2": "6.4", "E4": "9.0"}, phase="3").apply("IR lays 24.3 at E4")
    assert table.cash("IR") == 500


@pytest.mark.rule("1889-4-2")
def test_4_kotohira_costs_the_first_tile_and_each_upgrade():
    tiles = {"I2": "6.4"}
    assert one("SR", tiles=tiles).apply("SR lays 438.3 at I4").cash("SR") == 420
    tiles["I4"] = "438.3"
    assert one("SR", tiles=tiles, phase="3").apply("SR lays 439.1 at I4").cash("SR") == 420
    tiles |= {"I4": "438.3"}
    table = one("SR", tiles=tiles, phase="5")
    table.s.board = table.s.board.with_face("I4", table.s.box.tiles["439"].turns[1])
    table.s.supply["439"] -= 1
    table.s.supply["438"] += 1
    assert table.apply("SR lays 492.0 at I4").cash("SR") == 420


@pytest.mark.rule("1889-4-2")
def test_4_kouchi_costs_its_upgrade():
    assert one("TR", phase="5").apply("TR lays 465.2 at F9").cash("TR") == 420


@pytest.mark.rule("1889-4-2")
def test_4_other_upgrades_cost_nothing():
    assert one("KO", phase="3").apply("KO lays 440.0 at K4").cash("KO") == 500


@pytest.mark.rule("1889-4-3")
def test_4_who_cannot_pay_cannot_build():
    assert one("IR", cash=79, tiles={"E2": "6.4"}).refused("IR lays 9.0 at E4") == "1889-4-3"
    assert one("TR", cash=79, phase="5").refused("TR lays 465.2 at F9") == "1889-4-3"


def test_4_smr_spares_its_company_mountains_but_not_rivers():
    mine = {"SMR": "IR"}
    assert one("IR", tiles={"E2": "6.4"}, privates=mine).apply("IR lays 9.0 at E4").cash("IR") == 500
    river = one("SR", tiles={"I2": "6.4", "I4": "438.3"}, phase="3", privates={"SMR": "SR"})
    assert river.apply("SR lays 439.1 at I4").cash("SR") == 420  # no mountain: a cost of the tile
    water = one("KO", privates={"SMR": "KO"}).apply("KO lays 8.3 at K6")
    assert water.cash("KO") == 420
    both = one("SR", tiles={"I2": "6.4", "I4": "438.1"}, privates={"SMR": "SR"})  # H5 has water and mountain
    assert both.apply("SR lays 9.1 at H5").cash("SR") == 420


def test_4_smr_spares_no_player():
    assert one("IR", tiles={"E2": "6.4"}, privates={"SMR": "A"}).apply("IR lays 9.0 at E4").cash("IR") == 420


# -- 5: letters and printed hexes -----------------------------------------------------------------


@pytest.mark.rule("1889-5-1")
def test_5_kotohira_takes_only_h_tiles_and_they_go_nowhere_else():
    table = one("SR", tiles={"I2": "6.4"})
    assert table.refused("SR lays 57.0 at I4") == "1889-5-1"
    assert one("SR").refused("SR lays 438.4 at I2") == "1889-5-1"


@pytest.mark.rule("1889-5-1")
def test_5_takamatsu_takes_only_t_tiles():
    table = one("KO", phase="3")
    assert table.refused("KO lays 12.0 at K4") == "1889-5-1"
    assert {a for a in table.legal() if "K4" in a} == {"KO lays 440.0 at K4"}
    brown = one("KO", phase="5", tiles={"K4": "440.0"})
    assert {a for a in brown.legal() if "K4" in a} == {"KO lays 466.0 at K4"}


@pytest.mark.rule("1889-5-1", "1889-5-3")
def test_5_kouchi_is_green_and_takes_only_the_k_tile():
    assert one("TR", phase="3").refused("TR lays 465.2 at F9") == "1889-5-3"
    table = one("TR", phase="5")
    assert table.refused("TR lays 448.2 at F9") == "1889-5-1"
    assert {a for a in table.legal() if "F9" in a} == {"TR lays 465.2 at F9"}


@pytest.mark.rule("1889-5-3")
@pytest.mark.parametrize(
    ("lies", "phase", "lay"),
    [
        ("5.3", "", "15.1"),  # no green before phase 3
        ("15.1", "4", "448.1"),  # no brown before phase 5
        ("5.3", "5", "448.1"),  # no colour is left out
        ("5.3", "5", "57.0"),  # nor laid twice
    ],
)
def test_5_colours_come_with_the_phases_and_in_their_order(lies, phase, lay):
    table = one("UR", tiles={"C8": "8.0", "C10": lies}, phase=phase)
    assert table.refused(f"UR lays {lay} at C10") == "1889-5-3"
    assert one("UR", tiles={"C8": "8.0", "C10": "5.3"}, phase="3").allows("UR lays 15.1 at C10")
    assert one("UR", tiles={"C8": "8.0", "C10": "15.1"}, phase="5").allows("UR lays 448.1 at C10")


@pytest.mark.rule("1889-5-3")
def test_5_ohzu_is_yellow():
    table = one("UR", tiles={"B5": "9.0"}, phase="3")
    assert table.refused("UR lays 57.2 at C4") == "1889-5-3"
    assert any("C4" in action for action in table.legal())


@pytest.mark.rule("1889-5-2")
@pytest.mark.parametrize("hex", ["B7", "B3", "G14", "J7"])
def test_5_grey_hexes_never_change(hex):
    table = one("UR", phase="5")
    assert table.refused(f"UR lays 448.0 at {hex}") == "1889-5-2"
    assert not any(action.endswith(hex) for action in table.legal())


@pytest.mark.rule("1889-5-6")
def test_5_track_needs_the_other_side_of_a_grey_hex():
    # J7 has track to I8 and K8 only; from K6 nothing leads into it
    assert one("KO").refused("KO lays 7.1 at K6") == "1889-5-6"
    assert one("UR").refused("UR lays 8.0 at A8") == "1889-5-6"  # the west of A8 is no hex
    assert one("UR").allows("UR lays 8.4 at A8")


@pytest.mark.rule("1889-5-8")
def test_5_privates_in_players_hands_block_their_hexes():
    assert one("KO", phase="3", privates={"TR": "B"}).refused("KO lays 440.0 at K4") == "1889-5-8"
    assert one("KO", phase="3", privates={"TR": "KO"}).allows("KO lays 440.0 at K4")
    table = one("UR", tiles={"B5": "9.0"}, phase="3", privates={"ER": "C"})
    assert table.refused("UR lays 13.2 at C4") == "1889-5-8"


@pytest.mark.rule("1889-5-4")
def test_5_a_tile_that_is_not_in_the_supply_cannot_be_laid():
    table = one("KO")
    assert table.allows("KO lays 8.3 at J3")
    table.s.supply["8"] = 0
    assert table.refused("KO lays 8.3 at J3") == "1889-5-4"


@pytest.mark.rule("1889-5-5")
@pytest.mark.parametrize(
    ("tile", "hex"), [("8.0", "C10"), ("58.0", "C10"), ("5.3", "C8"), ("57.0", "J5"), ("8.3", "J5")]
)
def test_5_cities_towns_and_plain_track_have_their_own_hexes(tile, hex):
    assert (
        one("UR", tiles={"C8": "8.0"} if hex != "C8" else {}).refused(f"UR lays {tile} at {hex}")
        == "1889-5-5"
    )


@pytest.mark.rule("1889-5-5")
@pytest.mark.parametrize(("tile", "hex"), [("12.0", "C8"), ("24.0", "C10")])
def test_5_an_upgrade_is_of_the_kind_that_lies_there(tile, hex):
    table = one("UR", tiles={"C8": "8.0", "C10": "5.3"}, phase="3")
    assert table.refused(f"UR lays {tile} at {hex}") == "1889-5-5"


@pytest.mark.rule("1889-5-7")
def test_5_an_upgrade_keeps_the_track():
    table = one("UR", tiles={"C8": "8.0"}, phase="3")
    assert table.refused("UR lays 25.1 at C8") == "1889-5-7"
    assert table.allows("UR lays 25.2 at C8")


# -- 6: upgrades ----------------------------------------------------------------------------------

UWAJIMA = {"C8": "8.0"}  # from B7 to C10


@pytest.mark.rule("1889-6-1")
def test_6_an_upgrade_needs_new_track_on_the_network():
    table = one("UR", tiles=UWAJIMA, phase="3")
    assert table.refused("UR lays 16.0 at C8") == "1889-6-1"
    assert table.allows("UR lays 25.2 at C8")


@pytest.mark.rule("1889-6-1", "1889-O-1")
def test_6_a_city_with_a_changed_value_will_do():
    table = one("UR", tiles={**UWAJIMA, "C10": "5.3"}, phase="3")
    assert table.allows("UR lays 15.1 at C10")
    assert table.refused("KO lays 15.1 at C10") == "1889-O-1"


@pytest.mark.rule("1889-6-2")
def test_6_what_is_not_on_the_network_cannot_be_upgraded():
    table = one("KO", tiles={**UWAJIMA, "C10": "5.3"}, phase="3")
    assert table.refused("KO lays 15.1 at C10") == "1889-6-2"
    assert table.refused("KO lays 57.2 at F3") == "1889-6-2"


@pytest.mark.rule("1889-6-3")
def test_6_one_tile_a_turn():
    table = one("KO").apply("KO lays 8.3 at J3")
    assert table.refused("KO lays 8.3 at K6") == "1889-6-3"


# -- 7: homes -------------------------------------------------------------------------------------


@pytest.mark.rule("1889-7-1")
def test_7_all_floated_companies_put_their_home_down_when_an_operating_round_begins():
    companies = {
        "KO": {"price": 75, "A": 60, "home": False},
        "UR": {"price": 70, "B": 60, "home": False},
        "IR": {"price": 65, "C": 20, "home": False, "floats": False},
    }
    table = shikoku(companies=companies, cash={"A": 0, "B": 0, "C": 0}).apply("A passes", "B passes")
    assert table.acting == "A"  # C could do nothing. KO is on turn; UR has not had one yet
    assert (table.station_at("K4.0"), table.station_at("B7.0")) == (("KO",), ("UR", ""))
    assert table.station_at("E2.0") == ("",)


@pytest.mark.rule("1889-7-1")
def test_7_a_company_that_floats_in_an_operating_round_waits_for_the_next():
    companies = {"KO": {"price": 75, "A": 60}, "IR": {"price": 65, "B": 40, "home": False, "floats": False}}
    poor = {"A": 0, "B": 0, "C": 0}
    table = shikoku(companies=companies, privates={"DR": "B"}, turn="KO lay", cash=poor, rounds=2)
    table.apply("DR swaps for IR")
    assert (table.cash("IR"), table.station_at("E2.0")) == (650, ("",))
    table.apply("KO passes")  # nothing else to decide for KO: the next operating round follows at once
    assert (table.round, table.station_at("E2.0")) == ("OR 2.2", ("IR",))


@pytest.mark.rule("1889-7-2")
def test_7_a_home_space_is_kept():
    table = one("UR", tiles={**UWAJIMA, "C10": "5.3"}, turn="station")
    assert table.refused("UR builds a station at C10.0") == "1889-7-2"


# -- 8: tokens ------------------------------------------------------------------------------------


@pytest.mark.rule("1889-8-1")
def test_8_a_token_costs_forty():
    table = one("UR", tiles={**UWAJIMA, "C10": "15.1"}, phase="3", turn="station", cash=100)
    table.apply("UR builds a station at C10.0")
    assert (table.cash("UR"), table.station_at("C10.0")) == (60, ("UR", ""))
    poor = one("UR", tiles={**UWAJIMA, "C10": "15.1"}, phase="3", turn="station", cash=39)
    assert poor.refused("UR builds a station at C10.0") == "1889-8-1"


@pytest.mark.rule("1889-8-1")
def test_8_ku_has_only_its_home():
    table = one("KU", tiles={**UWAJIMA, "C10": "5.3"}, turn="station")
    assert table.refused("KU builds a station at B7.0") == "1889-8-1"
    counts = {id: len(company.tokens) for id, company in table.s.box.companies.items()}
    assert counts == {"AR": 2, "IR": 2, "SR": 2, "KO": 2, "TR": 3, "KU": 1, "UR": 3}


@pytest.mark.rule("1889-8-3")
def test_8_a_token_needs_a_city_in_reach_without_one():
    table = one("UR", tiles=UWAJIMA, turn="station")
    assert table.refused("UR builds a station at B7.0") == "1889-8-3"
    assert table.refused("UR builds a station at F3.0") == "1889-8-3"
    companies: Companies = {
        "UR": {"price": 75, "A": 60, "cash": 100},
        "KO": {"price": 70, "B": 60, "tokens": ["C4.0"]},
    }
    taken = shikoku(companies=companies, tiles={"B5": "9.0"}, turn="UR station")
    assert taken.refused("UR builds a station at C4.0") == "1889-8-3"
    assert one("UR", tiles={"B5": "9.0"}, turn="station").allows("UR builds a station at C4.0")


@pytest.mark.rule("1889-8-2")
def test_8_one_token_a_turn():
    tiles = {**UWAJIMA, "C10": "15.1", "B5": "9.0"}
    table = one("UR", tiles=tiles, phase="3", turn="station", cash=200, trains=["3"])
    assert table.allows("UR builds a station at C4.0")
    table.apply("UR builds a station at C10.0")
    assert table.refused("UR builds a station at C4.0") == "1889-8-2"
    assert not any("station" in action for action in table.legal())


# -- 9: red areas ---------------------------------------------------------------------------------


@pytest.mark.rule("1889-9-1")
@pytest.mark.parametrize(
    ("phase", "train", "income"),
    [
        ("", "2", 50),
        ("3", "3", 50),
        ("4", "4", 50),
        ("5", "5", 70),
        ("6", "6", 70),
        ("D", "6", 70),
        ("D", "D", 110),
    ],
)
def test_9_red_areas_count_by_phase_and_the_third_value_for_a_d_only(phase, train, income):
    table = one("KO", tiles={"J3": "8.3"}, phase=phase, turn="run", trains=[train])
    assert best_of(table.s, "KO")[1] == income
    table.apply(f"KO runs {train}: K4.0 J3 J1.0")
    assert table.s.top.income == income


@pytest.mark.rule("1889-9-1", "1889-R-1")
def test_9_each_train_counts_for_itself():
    table = one("KO", tiles={"J3": "8.3", "K6": "8.3"}, phase="D", turn="run", trains=["D", "6"])
    assert best_of(table.s, "KO")[1] == 80 + 30 + 80  # the D from one red area to the other
    table.apply("KO runs D: K4.0 J3 J1.0 | 6: K4.0 K6 L7.0")
    assert table.s.top.income == 110 + 70


@pytest.mark.rule("1889-R-5")
def test_9_routes_stop_at_cities_full_of_other_tokens():
    companies: Companies = {"KO": {"price": 75, "A": 60, "trains": ["3"]}, "SR": {"price": 70, "B": 60}}
    tiles = {"J3": "9.2", "I2": "5.4"}  # from Takamatsu to Marugame, which SR fills, and on to J1
    table = shikoku(companies=companies, tiles=tiles, turn="KO run")
    assert table.refused("KO runs 3: K4.0 J3 I2.0 J1.0") == "1889-R-5"
    assert best_of(table.s, "KO")[1] == 50
    lenient = shikoku(
        companies=companies, tiles=tiles, turn="KO run", options={"full_cities": "open to trains"}
    )
    assert best_of(lenient.s, "KO")[1] == 70


# -- runs -----------------------------------------------------------------------------------------


def running(*trains, phase="5", tiles=None):
    """KO with Takamatsu joined to both red areas."""
    return one("KO", tiles=tiles or {"J3": "8.3", "K6": "8.3"}, phase=phase, turn="run", trains=trains)


@pytest.mark.rule("1889-R-1")
def test_r_a_train_runs_once():
    table = running("5")
    assert table.refused("KO runs 5: K4.0 J3 J1.0 | 5: K4.0 K6 L7.0") == "1889-R-1"
    assert running("5", "5").allows("KO runs 5: K4.0 J3 J1.0 | 5: K4.0 K6 L7.0")


@pytest.mark.rule("1889-R-2")
def test_r_a_route_joins_two_stops_by_track_and_has_a_token():
    table = running("5", tiles={"J3": "9.2", "I2": "5.4"})  # Takamatsu, Marugame, J1
    assert table.refused("KO runs 5: K4.0") == "1889-R-2"
    assert table.refused("KO runs 5: K4.0 I2.0") == "1889-R-2"  # no track without J3
    assert table.refused("KO runs 5: K4.0 J3 I2 J1.0") == "1889-R-2"  # Marugame is skipped
    assert table.refused("KO runs 5: I2.0 J1.0") == "1889-R-2"  # no token of KO on the way
    assert table.allows("KO runs 5: K4.0 J3 I2.0 J1.0")


@pytest.mark.rule("1889-R-3")
def test_r_no_stop_and_no_track_twice():
    table = running("5")
    assert table.refused("KO runs 5: K4.0 J3 J1.0 J3 K4.0") == "1889-R-3"


@pytest.mark.rule("1889-R-4")
def test_r_a_red_area_is_an_end():
    tiles = {"J3": "9.2", "I2": "5.4"}
    assert running("5", tiles=tiles).allows("KO runs 5: J1.0 I2.0 J3 K4.0")
    tiles = {"J3": "8.3", "I2": "5.4"}  # J1 has track to both, and none through it
    assert running("5", tiles=tiles).refused("KO runs 5: K4.0 J3 J1.0 I2.0") == "1889-R-4"


@pytest.mark.rule("1889-R-6")
def test_r_a_train_reaches_as_many_stops_as_its_number():
    tiles = {"J3": "9.2", "I2": "5.4"}
    way = "K4.0 J3 I2.0 J1.0"
    assert running("2", phase="", tiles=tiles).refused(f"KO runs 2: {way}") == "1889-R-6"
    assert running("3", phase="3", tiles=tiles).allows(f"KO runs 3: {way}")
    assert running("D", phase="D", tiles=tiles).allows(f"KO runs D: {way}")


@pytest.mark.rule("1889-R-7")
def test_r_two_trains_share_no_track():
    table = running("5", "5")
    assert table.refused("KO runs 5: K4.0 J3 J1.0 | 5: K4.0 J3 J1.0") == "1889-R-7"


@pytest.mark.rule("1889-O-2", "1889-O-4")
def test_o_a_turn_has_its_order_and_other_companies_wait():
    steps = [
        "UR lays 8.4 at A8",
        "UR builds a station at C10.0",
        "UR runs 3: B7.0 C8 C10.0",
        "UR pays",
        "UR buys train 3 as 3 from depot for 180",
        "UR passes",
    ]
    tiles = {**UWAJIMA, "C10": "15.1"}
    table = one("UR", tiles=tiles, phase="3", trains=["3"], privates={"DR": "B"})
    for number, step in enumerate(steps):
        assert {table.refused(later) for later in steps[number + 1 : -1]} <= {"1889-O-2"}, step
        table.apply(step)
    assert {action.split()[1] for action in table.legal()} == {"acquires", "passes"}
    assert {table.refused(earlier) for earlier in steps[2:-1]} == {"1889-O-2"}
    companies: Companies = {
        "KO": {"price": 75, "A": 60, "cash": 90},
        "SR": {"price": 70, "A": 60, "cash": 90},
    }
    two = shikoku(companies=companies, turn="KO lay")
    assert two.refused("SR lays 8.3 at J3") == "1889-O-1"
    assert two.refused("A buys 10 KO from offer") == "1889-O-4"
