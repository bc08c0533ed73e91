"""1853 §4.4: station markers."""

from typing import Any

import pytest

from kursbuch.rail.routes.running import best_of
from kursbuch.titles.india.rules.run import best_to
from kursbuch.titles.india.rules.stations import kept_for_homes
from tests.titles.india.table import india, line

TO_BANGALORE = line("T16 S15 R16")


def building(company="SIR", tiles=None, *, cash=500, phase="2", **about):
    others = about.pop("others", {})
    options = about.pop("options", None)
    return india(
        companies={company: {"A": 3, "cash": cash, **about}, **others},
        tiles=TO_BANGALORE if tiles is None else tiles,
        phase=phase,
        turn=f"{company} station",
        options=options,
    )


@pytest.mark.rule("1853-4.4.1-1", "1853-4.4.4-1")
def test_homes_stand_before_the_first_turn_and_cost_nothing():
    table = india(companies={"EIR": {"A": 5, "founded": False}}, cash={"B": 200}, stock="B")
    table.apply("B buys 10 EIR from offer")
    assert table.station_at("J28.0") == ("EIR",)
    assert table.station_at("H24.0") == ("EIR",)
    assert table.cash("EIR") == 1000


TWO_CITIES = {**line("T16 S15 R16 R14"), "R16": "5.3", "R14": "69.1"}


@pytest.mark.rule("1853-4.4.1-2", "1853-4.4.4-2", "1853-4.4.4-3")
def test_as_many_stations_a_turn_as_are_paid_for_one_a_city():
    table = building(tiles=TWO_CITIES, cash=140).apply("SIR builds a station at R16.0")
    assert table.cash("SIR") == 100
    assert table.refused("SIR builds a station at R16.0") == "1853-4.4.5-2"
    table.apply("SIR builds a station at R14.0")
    assert table.cash("SIR") == 0
    assert (table.station_at("R16.0"), table.station_at("R14.0")) == (("SIR",), ("SIR",))
    poor = building(tiles=TWO_CITIES, cash=139, trains=["2"]).apply("SIR builds a station at R16.0")
    assert poor.refused("SIR builds a station at R14.0") == "1853-4.4.4-3"


def test_one_station_a_turn_is_an_option():
    table = building(tiles=TWO_CITIES, trains=["2"], options={"stations": "one a turn"})
    table.apply("SIR builds a station at R16.0")
    assert all("runs" in action for action in table.legal())
    assert table.refused("SIR builds a station at R14.0") == "1853-4-4"


OUTSIDE = line("T16 S15 R16 Q15 P16 O15")


@pytest.mark.rule("1853-4.4.1-2", "1853-4.4.2-1", "1853-4.4.2-2", "1853-4.4.2-3")
def test_outside_the_area():
    lay = "SIR builds a station at O15.0"
    assert building(tiles=OUTSIDE).refused(lay) == "1853-4.4.1-2"
    assert building(tiles=OUTSIDE, phase="4", trains=["4"]).refused(lay) == "1853-4.4.1-2"
    assert building(tiles=OUTSIDE, phase="5", trains=["4", "4"]).refused(lay) == "1853-4.4.2-2"
    assert building(tiles=OUTSIDE, phase="5", trains=["5"]).allows(lay)
    cut = {hex: tile for hex, tile in OUTSIDE.items() if hex != "S15"}
    assert building(tiles=cut, phase="5", trains=["5"], tokens=["R16.0"]).refused(lay) == "1853-4.4.2-3"


@pytest.mark.rule("1853-4.4.2-3")
def test_out_of_range_from_home():
    tiles = line("T16 S15 R16 Q15 P16 O15 N16 M17 L18 K19 J20 I21 H22 H20 G19")
    lay = "SIR builds a station at G19.0"  # the sixth large city
    assert building(tiles=tiles, phase="5", trains=["5"]).refused(lay) == "1853-4.4.2-3"
    assert building(tiles=tiles, phase="5", trains=["6"]).allows(lay)


@pytest.mark.rule("1853-4.4.2-4")
def test_a_station_outside_must_be_run_to():
    table = building(tiles=OUTSIDE, phase="5", trains=["5"]).apply(
        "SIR builds a station at O15.0", "SIR passes"
    )
    assert table.refused("SIR runs 5: T16.0 S15 R16.0") == "1853-4.4.2-4"
    assert table.allows("SIR runs 5: O15.0 P16 Q15 R16.0")


@pytest.mark.rule("1853-4.4.2-4")
def test_a_station_and_an_upgrade_outside_are_both_run_to():
    tiles = {**OUTSIDE, **line("T16 S17"), "T16": "15.5", "S17": "4.0"}
    table = india(
        companies={"SIR": {"A": 3, "cash": 500, "trains": ["5"]}}, tiles=tiles, phase="5", turn="SIR lay"
    )
    table.apply("SIR lays 80.3 at P16", "SIR builds a station at O15.0", "SIR passes")
    (best,) = [a for a in table.legal() if "runs" in a]
    assert "P16" in best and "O15.0" in best and table.allows(best)


@pytest.mark.rule("1853-4.4.2-4")
def test_no_station_outside_if_the_trains_could_not_run_to_all_that_was_built():
    build = "SIR builds a station at O15.0"
    about: dict[str, Any] = {
        "companies": {"SIR": {"A": 3, "cash": 500, "trains": ["5"]}},
        "phase": "5",
        "turn": "SIR station",
    }
    assert india(tiles=OUTSIDE, done=("must run P16",), **about).allows(build)
    far = {**OUTSIDE, **line("V14 V16")}  # no line of SIR leads there
    assert india(tiles=far, done=("must run V16",), **about).refused(build) == "1853-4.4.2-4"
    about["companies"]["MSM"] = {"B": 3, "tokens": ["O15.0"]}
    assert india(tiles=far, done=("must run V16",), **about).refused(build) == "1853-4.4.5-1"  # full


def test_the_best_runs_to_several_places_share_them_out():
    tiles = {**OUTSIDE, **line("T16 S17"), "T16": "15.5", "S17": "4.0"}
    both = ("P16", "S17")
    one = india(companies={"SIR": {"A": 3, "trains": ["2M"]}}, tiles=tiles, phase="4", turn="SIR run")
    assert best_to(one.s, "SIR", both) is None  # metre trains have no track here
    two = india(companies={"SIR": {"A": 3, "trains": ["4", "4"]}}, tiles=tiles, phase="5", turn="SIR run")
    found = best_to(two.s, "SIR", both)
    assert found is not None
    been = {word.partition(".")[0] for _, way in found[0].runs for word in way}
    assert set(both) <= been
    assert found[1] <= best_of(two.s, "SIR")[1]


@pytest.mark.rule("1853-4.4.4-2", "1853-4.4.4-3")
def test_the_first_costs_40_every_further_one_100():
    table = building().apply("SIR builds a station at R16.0")
    assert table.cash("SIR") == 460
    second = building(tiles={**TO_BANGALORE, "R16": "5.3", "R14": "69.1"}, tokens=["R16.0"]).apply(
        "SIR builds a station at R14.0"
    )
    assert second.cash("SIR") == 400
    poor = building(cash=39)
    assert poor.refused("SIR builds a station at R16.0") == "1853-4.4.4-2"


@pytest.mark.rule("1853-4.4.5-1")
def test_only_on_empty_spaces_of_large_cities():
    table = building(tiles={"T16": "6.0", "S17": "4.0"})
    assert table.refused("SIR builds a station at S17.0") == "1853-4.4.5-1"
    taken = building(others={"MSM": {"B": 3, "tokens": ["R16.0"]}})
    assert taken.refused("SIR builds a station at R16.0") == "1853-4.4.5-1"


@pytest.mark.rule("1853-4.4.5-2")
def test_one_station_a_hex():
    table = building("EIR", {"J28": "CD.0", "I27": "4.2"}, phase="4")
    assert table.refused("EIR builds a station at J28.0") == "1853-4.4.5-2"
    two = building("SIR", {"T16": "15.0"}, phase="3")
    assert two.refused("SIR builds a station at T16.0") == "1853-4.4.5-2"


@pytest.mark.rule("1853-4.4.6-1")
def test_a_line_leads_to_a_new_station():
    assert (
        building(tiles={"T16": "6.0", "R16": "6.1"}).refused("SIR builds a station at R16.0")
        == "1853-4.4.6-1"
    )


@pytest.mark.rule("1853-4.4.6-2")
def test_no_change_of_gauge_and_no_closed_city_on_the_way():
    broken = {"T16": "6.3", "S15": "8.0", "R16": "76.1"}  # broad to the side, metre behind it
    assert building(tiles=broken).refused("SIR builds a station at R16.0") == "1853-4.4.6-1"
    closed = india(
        companies={"SIR": {"A": 3, "cash": 500}, "MSM": {"B": 3, "tokens": ["R16.0"]}},
        tiles={"T16": "6.3", "S15": "8.0", "R16": "5.3", "R14": "69.1"},
        turn="SIR station",
    )
    assert closed.refused("SIR builds a station at R14.0") == "1853-4.4.6-1"
    open_ = building(tiles={"T16": "6.3", "S15": "8.0", "R16": "5.3", "R14": "69.1"})
    assert open_.allows("SIR builds a station at R14.0")


@pytest.mark.rule("1853-4.4.7-1")
def test_homes_are_kept_for_companies_to_come():
    table = building("MSM", line("R16 S15 T16"), homes=False, tokens=["R16.0"], phase="5", trains=["5"])
    assert table.refused("MSM builds a station at T16.0") == "1853-4.4.7-1"
    there = building(
        "MSM",
        line("R16 S15 T16"),
        homes=False,
        tokens=["R16.0"],
        others={"SIR": {"B": 3}},
        phase="5",
        trains=["5"],
    )
    assert there.refused("MSM builds a station at T16.0") == "1853-4.4.5-1"  # SIR stands there


@pytest.mark.rule("1853-4.4.7-1")
def test_the_home_in_a_split_city_is_kept_after_its_upgrade_too():
    # Calcutta upgraded while BNR is not founded: its station at the south-west side stays free
    tiles = {"J28": "CD.0", "K27": "9.0", "L26": "4.0", "I27": "4.2", "H26": "9.2"}
    table = building("ECR", tiles, phase="4")
    assert table.s.founded == ("ECR",)
    assert kept_for_homes(table.s, ("J28", 3))  # BNR, south-west
    assert kept_for_homes(table.s, ("J28", 5))  # EIR, north-west
    assert not kept_for_homes(table.s, ("J28", 0))
    there = building("ECR", line("N22 M23 L24 L26 K27 J28", J28="CD.0"), phase="4", trains=["4"])
    assert there.refused("ECR builds a station at J28.3") == "1853-4.4.7-1"
    wide = building("ECR", {"R18": "105.3"}, phase="4")
    assert not kept_for_homes(wide.s, ("R18", 0))  # three spaces, one of them for MSM
    for taken in (["GIP"], ["GIP", "SIR"]):  # the last one that is free is kept
        others = {company: {"B": 3, "tokens": ["R18.0"]} for company in taken}
        table = building("ECR", {"R18": "105.3"}, phase="4", others=others)
        assert kept_for_homes(table.s, ("R18", 0)) == (len(taken) == 2)


@pytest.mark.rule("1853-4.4.2-3")
def test_a_city_full_of_other_stations_bars_the_way_from_home():
    full = {"MSM": {"B": 3, "tokens": ["R16.0"]}}
    about: dict[str, Any] = {"phase": "5", "trains": ["5"], "tokens": ["O15.0"]}
    build = "SIR builds a station at H22.0"
    tiles = line("T16 S15 R16 Q15 P16 O15 N16 M17 L18 K19 J20 I21 H22")
    assert building(tiles=tiles, **about).allows(build)
    assert building(tiles=tiles, others=full, **about).refused(build) == "1853-4.4.2-3"
