"""What privates can do: two tiles, the canal, and how companies come by them (peculiarities 18, 19 and 26)."""

import pytest

from kursbuch.rail.rounds.deeds import Deed
from tests.titles.chesapeake.helpers import chesapeake, one

LINE = {"F2": "57.1", "E3": "57.1"}


def owner(private="C-P", *, company="PRR", at="lay", phase="3", cash=500, **more):
    """PRR, led by A, owns a private."""
    return one(company, at=at, phase=phase, cash=cash, privates={private: company}, **more)


# -- 18: two tiles --------------------------------------------------------------------------------


@pytest.mark.rule("18CH-18-1")
@pytest.mark.parametrize("before", [True, False])
def test_18_two_extra_tiles_before_or_after_the_own_one(before):
    extra = ("C-P places 9.2 at H2", "C-P places 9.2 at I3")
    own = ("PRR lays 57.1 at F2",)
    table = owner().apply(*(extra + own if before else own + extra))
    assert (table.tile("H2"), table.tile("I3"), table.tile("F2")) == ("9.2", "9.2", "57.1")
    assert not waits_for_more(table)
    assert table.refused("C-P places 9.2 at H2") == "18CH-18-1"


@pytest.mark.rule("18CH-18-1")
def test_18_after_the_own_tile_the_step_stays_open_until_a_pass():
    table = owner().apply("PRR lays 57.1 at F2")
    assert (table.s.top.at, table.refused("PRR lays 57.1 at E3")) == (0, "18CH-21-3")
    table.apply("PRR passes")
    assert table.refused("C-P places 9.2 at H2") == "18CH-18-1"


def waits_for_more(table):
    """Whether the track step is still open after the own tile."""
    return table.s.top.at == 0 and Deed("lay") in table.s.top.done


@pytest.mark.rule("18CH-18-1")
@pytest.mark.parametrize(
    ("private", "phase", "cash", "waits"),
    [
        ("B&S", "3", 25, True),
        ("B&S", "3", 24, False),  # half its price
        ("B&S", "", 25, False),  # not sold yet
        ("B&S", "5", 25, False),  # not sold any more
        ("C&OC", "3", 100, False),  # only in place of the own tile
    ],
)
def test_18_the_step_stays_open_too_while_such_a_private_could_be_bought(private, phase, cash, waits):
    table = one("PRR", phase=phase, privates={private: "B"}, cash=cash).apply("PRR lays 57.1 at F2")
    assert waits_for_more(table) is waits


@pytest.mark.rule("18CH-18-1")
def test_18_a_private_bought_after_the_own_tile_builds_at_once():
    table = one("PRR", phase="3", privates={"B&S": "B"}, cash=25).apply("PRR lays 57.1 at F2")
    table.apply("PRR acquires B&S for 25", "B agrees", "B&S places 9.2 at F4", "B&S places 9.2 at G5")
    assert table.tile("G5") == "9.2" and not waits_for_more(table)


@pytest.mark.rule("18CH-18-1")
def test_18_not_after_the_track_step():
    table = owner(at="station", tiles=LINE)
    assert table.refused("C-P places 9.2 at H2") == "18CH-18-1"


@pytest.mark.rule("18CH-18-2")
@pytest.mark.parametrize(
    ("private", "first", "second"),
    [
        ("C-P", "9.2 at H2", "9.2 at I3"),
        ("C-P", "9.2 at I3", "9.2 at H2"),
        ("C-P", "8.5 at H2", "8.2 at I3"),
        ("B&S", "8.3 at F4", "9.2 at G5"),
        ("B&S", "9.2 at G5", "9.2 at F4"),
    ],
)
def test_18_an_8_or_9_on_each_hex_for_nothing_and_unconnected(private, first, second):
    table = owner(private, cash=0).apply(f"{private} places {first}")
    table.apply(f"{private} places {second}")
    assert table.cash("PRR") == 0


@pytest.mark.rule("18CH-18-2")
def test_18_no_other_tile_no_other_hex_and_both_joined():
    table = owner()
    assert table.refused("C-P places 7.5 at H2") == "18CH-18-2"
    assert table.refused("C-P places 9.2 at G5") == "18CH-18-2"
    assert table.refused("C-P places 9.1 at I3") == "18CH-18-3"  # from H4 to J2: no tile on H2 would join it
    table.apply("C-P places 9.2 at H2")
    assert table.refused("C-P places 9.1 at I3") == "18CH-18-2"
    assert all(" I3" in action for action in table.legal())


@pytest.mark.rule("18CH-18-2")
def test_18_tiles_8_and_9_never_run_out():
    table = owner()
    table.s.supply |= {"8": 0, "9": 0}
    table.apply("C-P places 9.2 at H2", "C-P places 9.2 at I3")
    assert table.tile("I3") == "9.2"


@pytest.mark.rule("18CH-18-3")
def test_18_both_tiles_at_once():
    table = owner().apply("C-P places 9.2 at H2")
    assert table.refused("PRR passes") == "18CH-18-3"
    assert table.refused("PRR lays 57.1 at F2") == "18CH-18-3"
    assert table.refused("C-P passes") == "18CH-18-3"
    assert table.refused("C-P places 9.2 at H2") == "18CH-18-3"


@pytest.mark.rule("18CH-18-4")
@pytest.mark.parametrize("hex", ["H2", "I3"])
def test_18_the_right_is_lost_with_any_tile_on_either_hex(hex):
    other = {"H2": "I3", "I3": "H2"}[hex]
    table = owner(tiles={hex: "9.2"})
    assert table.refused(f"C-P places 9.2 at {other}") == "18CH-18-4"
    assert not waits_for_more(table.apply("PRR lays 57.1 at F2"))


@pytest.mark.rule("18CH-18-4")
def test_18_the_owner_too_loses_it_by_an_ordinary_tile():
    table = owner(tiles={"F2": "57.1"}).apply("PRR lays 9.2 at H2")
    assert not waits_for_more(table)
    assert not any("C-P" in action for action in table.legal())


# -- 19: the canal --------------------------------------------------------------------------------


@pytest.mark.rule("18CH-19-1")
def test_19_the_canals_tile_is_the_tile_of_the_turn_and_costs_80():
    assert owner("C&OC").refused("C&OC places 57.6 at D2") == "18CH-19-1"  # a tile has six turns
    table = owner("C&OC").apply("C&OC places 57.1 at D2")
    assert (table.tile("D2"), table.cash("PRR")) == ("57.1", 420)
    laid = {"company": "C&OC", "tile": "57", "turn": 1, "hex": "D2", "cost": 80}
    assert [event.values for event in table.events("lays")] == [laid]
    table.apply("C&OC passes")
    assert table.refused("PRR lays 57.1 at F2") == "18CH-21-3"


@pytest.mark.rule("18CH-19-1")
def test_19_only_before_the_own_tile_on_empty_d2_with_80():
    assert owner("C&OC", cash=79).refused("C&OC places 57.1 at D2") == "18CH-17-3"
    assert owner("C&OC", tiles={"D2": "57.0"}).refused("C&OC places 57.1 at D2") == "18CH-19-1"
    assert owner("C&OC").refused("C&OC places 57.1 at E3") == "18CH-19-1"
    table = one("PRR", phase="3", privates={"C&OC": "PRR", "C-P": "PRR"})
    table.apply("PRR lays 57.1 at F2")  # the step stays open for C-P alone
    assert table.refused("C&OC places 57.1 at D2") == "18CH-19-1"


@pytest.mark.rule("18CH-19-2")
def test_19_the_next_marker_may_go_there_at_once_for_nothing():
    table = owner("C&OC", tiles=LINE).apply("C&OC places 57.1 at D2")
    assert table.refused("PRR passes") == "18CH-19-2"
    assert table.refused("C&OC builds a station at E3.0") == "18CH-19-2"
    assert table.legal() == ["C&OC builds a station at D2.0", "C&OC passes"]
    table.apply("C&OC builds a station at D2.0")
    assert (table.station_at("D2.0"), table.cash("PRR")) == (("PRR",), 420)
    assert [token.cost for token in table.s.tokens["PRR"]] == [60, 80]
    assert table.refused("PRR builds a station at E3.0") == "18CH-16-2"  # it was the one of this turn


@pytest.mark.rule("18CH-19-2")
def test_19_or_never():
    table = owner("C&OC", tiles=LINE).apply("C&OC places 57.1 at D2", "C&OC passes")
    assert table.station_at("D2.0") == ("",)
    table.apply("PRR builds a station at E3.0")
    assert table.cash("PRR") == 420 - 40
    assert table.refused("C&OC builds a station at D2.0") == "18CH-O-1"


@pytest.mark.rule("18CH-19-2")
def test_19_without_a_marker_left_nothing_is_asked():
    table = one("LV", phase="3", tiles={"C5": "57.0"}, tokens=["C5.0"], privates={"C&OC": "LV"})
    table.apply("C&OC places 57.1 at D2")
    assert not any("C&OC" in action for action in table.legal())


# -- 26: privates in play -------------------------------------------------------------------------


@pytest.mark.rule("18CH-26-1")
def test_26_the_first_5_closes_all_with_their_rights():
    held = {"D&R": "B", "C-P": "PRR", "B&OR": "A", "CV": "C"}
    table = one("PRR", at="trains", phase="4", depot="5", privates=held, cash=600)
    table.apply("PRR buys train 5 as 5 from depot for 500")
    assert set(table.s.privates.values()) == {"out"}
    assert table.refused("C-P places 9.2 at H2") == "18CH-O-1"


@pytest.mark.rule("18CH-26-2")
@pytest.mark.parametrize(("phase", "allowed"), [("", False), ("3", True), ("4", True), ("5", False)])
def test_26_privates_are_bought_in_phases_3_and_4(phase, allowed):
    table = one("PRR", phase=phase, privates={"C-P": "A"})
    assert table.allows("PRR acquires C-P for 40") is allowed
    if not allowed:
        assert table.refused("PRR acquires C-P for 40") == "18CH-26-2"


@pytest.mark.rule("18CH-26-3")
def test_26_the_price_is_half_rounded_up_to_double():
    table = one("PRR", phase="3", privates={"C-P": "A", "B&S": "A"}, cash=90)
    assert table.refused("PRR acquires C-P for 19") == "18CH-26-3"
    assert table.refused("PRR acquires C-P for 81") == "18CH-26-3"
    assert table.refused("PRR acquires B&S for 95") == "18CH-26-3"  # PRR has 90
    before = table.cash("A")
    table.apply("PRR acquires C-P for 80")
    assert (table.cash("PRR"), table.cash("A"), table.s.privates["C-P"]) == (10, before + 80, "PRR")


@pytest.mark.rule("18CH-26-4")
@pytest.mark.parametrize("step", ["lay", "station", "run", "pay", "trains", "privates"])
def test_26_at_any_time_of_the_turn(step):
    table = one("PRR", at=step, phase="3", privates={"D&R": "A"}, tiles=LINE, income=50, trains=["3"])
    assert table.allows("PRR acquires D&R for 10")


@pytest.mark.rule("18CH-26-4")
def test_26_another_players_private_needs_consent():
    table = one("PRR", phase="3", privates={"D&R": "B", "C-P": "PRR"}).apply("PRR acquires D&R for 30")
    assert table.acting == "B"
    assert table.refused("PRR passes") == "18CH-26-4"
    table.apply("B declines")
    assert table.refused("PRR acquires D&R for 30") == "18CH-26-4"
    assert table.refused("PRR acquires C-P for 30") == "18CH-26-4"  # no player's
    table.apply("PRR acquires D&R for 40", "B agrees")
    assert table.s.privates["D&R"] == "PRR"


@pytest.mark.rule("18CH-26-5")
def test_26_privates_pay_players_and_companies_when_an_operating_round_begins():
    companies = {"PRR": {"price": 80, "A": 60, "cash": 0, "B": 40}}
    privates = {"C-P": "PRR", "CV": "B", "B&OR": "A"}
    table = chesapeake(companies=companies, privates=privates, cash={"A": 0, "B": 0, "C": 0})
    table.apply("A passes", "B passes")
    assert (table.cash("PRR"), table.cash("A"), table.cash("B")) == (10, 0, 30)


@pytest.mark.rule("18CH-26-6")
def test_26_a_right_is_used_by_the_company_that_owns_it_in_its_turn():
    table = one("PRR", phase="3", privates={"C-P": "A"})
    assert table.refused("C-P places 9.2 at H2") == "18CH-26-6"
    others = {"LV": {"price": 70, "A": 60, "cash": 100}}
    table = one("PRR", phase="3", privates={"C-P": "LV"}, others=others)
    assert table.refused("C-P places 9.2 at H2") == "18CH-26-6"
    stock = chesapeake(companies={"PRR": {"price": 80, "A": 60}}, privates={"C-P": "PRR"})
    assert stock.refused("C-P places 9.2 at H2") == "18CH-26-6"
    assert owner().refused("B: C-P places 9.2 at H2") == "18CH-26-6"
    assert owner().legal("B") == []


@pytest.mark.rule("18CH-18-1")
def test_18_a_right_to_track_alone_does_not_hold_up_the_end_of_the_turn():
    others = {"C&O": {"price": 70, "B": 60, "cash": 0}}
    table = owner(at="pay", phase="2", cash=0, trains=["2"], others=others, about={"A": 60}, income=10)
    table.apply("PRR pays")
    assert table.s.top.company == "C&O", "PRR has nothing left to do with its private"
