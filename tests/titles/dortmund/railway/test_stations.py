"""18DO §4.5.3: stations."""

from dataclasses import replace

import pytest

from tests.titles.dortmund.railway.table import BME_LINE, LINE, owner_pays, railway


def building(company="BME", tiles=LINE, *, others=None, players=3, phase="2", **about):
    extra = {key: about.pop(key) for key in ("breweries", "markers", "turned") if key in about}
    companies = {company: {"A": 50, "cash": 200, **about}, **(others or {})}
    return railway(players, companies=companies, tiles=tiles, phase=phase, turn=f"{company} station", **extra)


@pytest.mark.rule("18DO-4.5.3-1", "18DO-4.5.3-8")
def test_a_marker_goes_from_the_charter_to_a_free_space_and_costs_its_price():
    table = building()
    assert owner_pays(table, "BME builds a station at G12.0") == {"BME": -30, "bank": 30}
    assert len(table.s.tokens["BME"]) == 4
    assert table.station_at("G12.0") == ("BME",)


@pytest.mark.rule("18DO-4.5.3-8")
def test_the_circles_of_a_charter_are_emptied_from_the_left():
    """Were the prices under them not all alike."""
    table = building()
    printed = [replace(token, cost=10 * n) for n, token in enumerate(table.s.tokens["BME"], start=2)]
    table.s.tokens["BME"] = tuple(printed)
    assert owner_pays(table, "BME builds a station at G12.0") == {"BME": -20, "bank": 20}
    assert [token.cost for token in table.s.tokens["BME"]] == [30, 40, 50, 60]


@pytest.mark.rule("18DO-4.5.3-8")
def test_without_the_money_there_is_no_station():
    assert building(cash=29).refused("BME builds a station at G12.0") == "18DO-4.5.3-8"


@pytest.mark.rule("18DO-4.5.3-2")
def test_a_space_behind_a_blocked_hex_is_out_of_reach():
    table = building(others={"CME": {"B": 50, "tokens": ["G12.0"]}})
    assert table.refused("BME builds a station at E12.0") == "18DO-4.5.3-2"
    assert building().allows("BME builds a station at E12.0")


@pytest.mark.rule("18DO-4.5.3-1")
def test_a_full_hex_takes_no_more():
    table = building(others={"CME": {"B": 50, "tokens": ["G12.0"]}})
    assert table.refused("BME builds a station at G12.0") == "18DO-4.5.3-1"


@pytest.mark.rule("18DO-4.5.3-3")
def test_one_marker_a_hex():
    assert building(tokens=["E12.0"]).refused("BME builds a station at E12.0") == "18DO-4.5.3-3"


@pytest.mark.rule("18DO-4.5.3-4")
def test_a_home_space_is_kept():
    tiles = {"H11": "1905.4", "H13": "9.1", "H17": "9.1"}  # from Hagen by Margarethe to the Aplerbecker Hütte
    table = building(tiles=tiles)
    assert ("H19", 0) in table.s.board.reachable("BME").stops
    assert table.refused("BME builds a station at H19.0") == "18DO-4.5.3-4"


@pytest.mark.rule("18DO-4.5.3-4")
def test_the_harbour_is_kept_for_dhb():
    tiles = {"E10": "1905.2"}  # from the Union mill to Dortmund City
    table = railway(
        companies={"BME": {"A": 50, "cash": 99, "tokens": ["E12.0"]}}, tiles=tiles, turn="BME station"
    )
    assert table.refused("BME builds a station at C8.0") == "18DO-4.5.3-4"
    green = {"E10": "1905.2", "C8": "1906.0"}
    table = railway(
        companies={"BME": {"A": 50, "cash": 99, "tokens": ["E12.0"]}}, tiles=green, turn="BME station"
    )
    table.apply("BME builds a station at C8.0")  # one space more, and DHB's is still kept
    assert table.station_at("C8.0").count("") == 1


@pytest.mark.rule("18DO-4.5.3-6")
def test_one_station_a_turn_while_there_are_markers():
    table = building()
    table.apply("BME builds a station at G12.0")
    assert table.refused("BME builds a station at E12.0") == "18DO-4.5.3-6"
    tiles = {"E10": "1905.2"}
    spent = railway(
        companies={"DHB": {"A": 50, "cash": 99, "tokens": ["C6.0", "D9.0"]}}, tiles=tiles, turn="DHB station"
    )
    assert spent.refused("DHB builds a station at E12.0") == "18DO-4.5.3-6"


@pytest.mark.rule("18DO-4.5.3-7")
def test_markers_stay_through_upgrades():
    table = railway(
        companies={"BME": {"A": 50, "cash": 99, "tokens": ["G12.0"]}},
        tiles=LINE,
        phase="3",
        links={"G12": 10},
        turn="BME lay",
    )
    table.apply("BME lays 1936.0 at G12")
    assert "BME" in table.station_at("G12.0")


@pytest.mark.rule("18DO-4.5.3-9")
def test_markers_in_red_areas_block_nobody():
    table = railway(
        companies={"BME": {"A": 50}, "CME": {"B": 50, "tokens": ["E12.0"], "trains": ["4"]}},
        tiles=LINE,
        turn="CME run",
    )
    assert table.earns("CME", f"4: {BME_LINE}") == 130


@pytest.mark.rule("18DO-4.5.3-10")
def test_dhbs_home_blocks_nobody():
    table = railway(
        companies={"DHB": {"A": 50}, "BME": {"B": 50, "tokens": ["C6.0"], "trains": ["3"]}},
        turn="BME run",
        phase="3",
    )
    assert table.station_at("C8.0") == ("DHB",)
    assert table.earns("BME", "3: C6.0 C8.0 D9.0") == 30 + 20 + 20


# -- the reserved space of Dortmund City ----------------------------------------------------------

FOUR = {"A": "1", "B": "2", "C": "3", "D": "4"}


def crowded(**about):
    others = {
        "CME": {"B": 50, "tokens": ["E12.0"]},
        "RhE": {"C": 50, "tokens": ["E12.0"]},
        "KWE": {"D": 50, "tokens": ["E12.0"]},
    }
    return building(players=4, others=others, breweries=FOUR, **about)


@pytest.mark.rule("18DO-4.5.3-11")
def test_the_last_space_waits_for_the_railway_with_marker_two():
    assert crowded().refused("BME builds a station at E12.0") == "18DO-4.5.3-11"
    two = {"CME": {"B": 50, "tokens": ["E12.0"]}, "RhE": {"C": 50, "tokens": ["E12.0"]}}
    assert building(players=4, others=two, breweries=FOUR).allows(
        "BME builds a station at E12.0"
    )  # one more is free
    three = {**two, "KWE": {"B": 50, "tokens": ["E12.0"]}}
    without = building(others=three, breweries={"A": "1", "B": "3", "C": "4"})
    assert without.allows("BME builds a station at E12.0")  # number 2 is not in play


@pytest.mark.rule("18DO-4.5.3-11")
def test_the_reservation_does_not_block_routes():
    assert not crowded().s.board.closed_to("BME", ("E12", 0))


@pytest.mark.rule("18DO-4.5.3-13", "18DO-4.3.1.1-2")
def test_the_railway_with_marker_two_takes_the_space_and_both_markers_go():
    table = crowded(turned=["2"], markers={"2": "BME"})
    paid = owner_pays(table, "BME builds a station at E12.0")
    assert paid == {"BME": -30, "bank": 30}
    assert not table.s.reserved
    assert table.s.markers["2"] == "out"
    assert table.station_at("E12.0").count("") == 0
    elsewhere = crowded(turned=["2"], markers={"2": "BME"}).apply("BME builds a station at G12.0")
    assert elsewhere.s.reserved and elsewhere.s.markers["2"] == "BME"  # not used yet


@pytest.mark.rule("18DO-4.5.3-12")
def test_with_the_grey_phase_the_reservation_lapses():
    companies = {"BME": {"A": 50, "cash": 900, "trains": ["6"]}, "CME": {"B": 50, "trains": ["6"]}}
    table = railway(
        companies=companies,
        phase="6",
        depot="8",
        turn="BME trains",
        breweries={"A": "1", "B": "2", "C": "3"},
        turned=["1", "2", "3"],
        markers={"2": "out", "3": "out"},
    )
    assert table.s.reserved
    table.apply("BME buys train 8 as 8 from depot for 800")
    assert not table.s.reserved
    lapsed = crowded()
    lapsed.s.reserved = False
    assert lapsed.allows("BME builds a station at E12.0")  # for everybody
