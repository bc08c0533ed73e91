"""18DO §4.5.5.1, §4.5.6.1: export beer."""

from typing import Any

import pytest

from kursbuch.rail.actions import Runs
from kursbuch.titles.dortmund.railway.actions import Loads
from kursbuch.titles.dortmund.railway.beer import beer_income, best_loads, offers
from kursbuch.titles.dortmund.railway.running import shipped
from tests.titles.dortmund.railway.table import BME_LINE, EAST, LINE, railway

RUN = "C20.0 D19 E18 E16 E14.0 E12.0"


def brewing(
    company="KWE", trains=("5",), cubes=3, turned=("1",), tiles=EAST, tokens=("E12.0",), players=3, **about
):
    others = about.pop("others", {})
    return railway(
        players,
        companies={company: {"A": 50, "trains": list(trains), "tokens": list(tokens)}, **others},
        tiles=tiles,
        phase="8",
        turned=turned,
        cubes={"1": cubes},
        turn=f"{company} run",
        **about,
    )


def owns(kind: str) -> dict[str, Any]:
    """A's brewery is the one with this marker, and KWE has it."""
    number = {"premium": "4", "capacity": "5"}[kind]
    rest = iter(n for n in "123" if n != number)
    return {
        "breweries": {"A": number, "B": next(rest), "C": next(rest)},
        "turned": [number],
        "markers": {number: "KWE"},
        "cubes": {number: 5},
    }


def marked(kind, trains, phase="8", **about):
    return railway(
        companies={"KWE": {"A": 50, "trains": list(trains), "tokens": ["E12.0"]}},
        phase=phase,
        turn="KWE run",
        **{"tiles": EAST, **owns(kind), **about},
    )


@pytest.mark.rule("18DO-4.5.5.1-1")
def test_only_late_trains_carry_beer():
    for train in ("3", "4"):
        assert (
            brewing(trains=[train]).refused(f"KWE runs {train}: {RUN} carrying 1 to C20") == "18DO-4.5.5.1-1"
        )
    for train in ("5", "6", "8"):
        assert brewing(trains=[train]).allows(f"KWE runs {train}: {RUN} carrying 1 to C20")
    assert brewing().s.box.carries == {"2": 0, "3": 0, "4": 0, "5": 1, "6": 2, "8": 2}


@pytest.mark.rule("18DO-4.5.5.1-2")
def test_no_more_than_the_card_shows():
    table = brewing(trains=["8"])
    assert table.refused(f"KWE runs 8: {RUN} carrying 3 to C20") == "18DO-4.5.5.1-2"
    assert table.allows(f"KWE runs 8: {RUN} carrying 2 to C20")


@pytest.mark.rule("18DO-4.5.5.1-3", "18DO-4.3.1.1-3")
def test_marker_five_gives_one_train_room_for_one_more():
    table = marked("capacity", ["8"])
    assert table.allows(f"KWE runs 8: {RUN} carrying 3 to C20")
    assert table.refused(f"KWE runs 8: {RUN} carrying 4 to C20") == "18DO-4.5.5.1-2"
    tiles = {**EAST, "H11": "1904.0", "F13": "8.0"}
    two = railway(
        companies={"KWE": {"A": 50, "trains": ["6", "8"], "tokens": ["E12.0"]}},
        tiles=tiles,
        phase="8",
        turn="KWE run",
        **dict(owns("capacity"), cubes={"5": 9}),
    )
    runs = f"KWE runs 6: {RUN} | 8: I10.0 H11.0 G12.0 F13 E12.0 carrying"
    assert two.allows(f"{runs} 3 to C20 | 2 to I10") and two.allows(f"{runs} 2 to C20 | 3 to I10")
    assert two.refused(f"{runs} 3 to C20 | 3 to I10") == "18DO-4.5.5.1-2"
    two.apply(f"{runs} 3 to C20 | 2 to I10")
    assert two.s.cubes["5"] == 4 and two.s.markers["5"] == "KWE"  # it helps again in the next round


@pytest.mark.rule("18DO-4.5.5.1-4")
@pytest.mark.parametrize(("train", "phase"), [("3", "4"), ("4", "5")])
def test_with_marker_five_even_a_3_or_a_4_carries_one(train, phase):
    table = marked("capacity", [train], phase)
    assert table.allows(f"KWE runs {train}: {RUN} carrying 1 to C20")
    assert table.refused(f"KWE runs {train}: {RUN} carrying 2 to C20") == "18DO-4.5.5.1-1"


@pytest.mark.rule("18DO-4.5.5.1-4")
def test_a_2_carries_nothing():
    table = marked("capacity", ["2"], "2", turned=["5"])
    assert table.refused("KWE runs 2: E14.0 E12.0 carrying 1 to C20") == "18DO-4.5.5.1-1"


@pytest.mark.rule("18DO-4.5.5.1-5")
def test_only_the_directors_own_beer():
    table = brewing(cubes=0, turned=("1", "3"))  # B's beer could be used by B
    table.s.cubes["3"], table.s.stock_of_beer = 4, table.s.stock_of_beer - 4
    assert table.refused(f"KWE runs 5: {RUN} carrying 1 to C20") == "18DO-4.5.5.1-5"


@pytest.mark.rule("18DO-4.5.5.1-6")
def test_by_way_of_dortmund_city_to_a_red_area():
    table = brewing()
    assert table.refused("KWE runs 5: C20.0 D19 E18 E16 E14.0 carrying 1 to C20") == "18DO-4.5.5.1-6"
    assert table.refused("KWE runs 5: E14.0 E12.0 carrying 1 to E12") == "18DO-4.5.5.1-6"


@pytest.mark.rule("18DO-4.5.5.1-7", "18DO-4.5.5.1-9", "18DO-4.5.6.1-2", "18DO-4.5.6.1-7")
def test_beer_is_announced_with_the_run_and_goes_back_to_the_supply():
    table = brewing(trains=["8"])
    supply = table.s.stock_of_beer
    table.apply(f"KWE runs 8: {RUN} carrying 2 to C20")
    (event,) = table.events("runs")
    assert event.values["income"] == 60 + 20 + 70 + 2 * 40
    assert table.s.cubes["1"] == 1
    assert table.s.stock_of_beer == supply + 2


@pytest.mark.rule("18DO-4.5.5.1-7")
def test_loads_are_named_for_each_run():
    assert brewing().refused(f"KWE runs 5: {RUN} carrying 1 to C20 | -") == "18DO-4.5.5.1-7"


@pytest.mark.rule("18DO-4.5.5.1-8", "18DO-4.5.5.1-12")
def test_less_than_the_full_load_may_be_carried_and_the_rest_waits():
    table = brewing(trains=["8"])
    offered = [a.partition(" carrying ")[2] for a in table.starts("runs")]
    assert offered == ["2 to C20", "1 to C20", ""]
    for nothing in ("", " carrying -", " carrying 0 to C20"):
        table = brewing(trains=["8"]).apply(f"KWE runs 8: {RUN}{nothing}")
        assert table.s.top.income == 60 + 20 + 70 and table.s.cubes["1"] == 3
    table = brewing(trains=["8"])
    table.apply(f"KWE runs 8: {RUN} carrying 1 to C20")
    assert table.s.cubes["1"] == 2


@pytest.mark.rule("18DO-4.5.5.1-12", "18DO-2.7-1")
@pytest.mark.parametrize(
    ("director", "cubes", "rule"),
    [("A", 2, None), ("A", 1, "18DO-4.5.5.1-5"), ("B", 2, "18DO-4.5.5.1-5")],
)
def test_what_is_left_serves_another_railway_of_the_same_director(director, cubes, rule):
    """The cubes are A's, whose KWE has run; no railway carries more than its own director has left."""
    table = railway(
        companies={
            "KWE": {"A": 50, "trains": ["8"], "tokens": ["E12.0"]},
            "BME": {director: 50, "trains": ["6"], "tokens": ["E12.0"]},
        },
        tiles={**EAST, "H11": "1904.0", "F13": "8.0"},
        phase="8",
        turned=["1"],
        cubes={"1": cubes},
        turn="BME run",
    )
    refusal = table.refusal("BME runs 6: I10.0 H11.0 G12.0 F13 E12.0 carrying 2 to I10")
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("18DO-4.5.5.1-10")
def test_a_card_may_be_turned_right_before_the_run():
    table = brewing(turned=(), cubes=2, trains=["8"])
    assert table.step == "run"
    table.apply("A turns brewery 1", f"KWE runs 8: {RUN} carrying 2 to C20")
    assert table.s.cubes["1"] == 0


@pytest.mark.rule("18DO-4.5.5.1-11", "18DO-4.5.6.1-10", "18DO-4.5.6.1-7")
def test_the_example_of_the_book_160():
    # a 5 to Iserlohn (40) and an 8 to Essen (50), with marker 4: 1 x 40 + 10 and 2 x 50 + 10
    table = marked("premium", ["5", "8"])
    runs = Runs.read(
        "5: E12.0 E14.0 I20.0 | 8: H1.0 H3.0 E12.0", "test"
    )  # the ways do not matter to the beer
    loads = Loads.read("1 to I20 | 2 to H1", "test")
    assert beer_income(table.s, "KWE", runs, loads) == 50 + 110
    assert set(table.s.box.beer.values()) == {40, 50}
    shipped(table.s, "KWE", loads)
    assert table.s.cubes["4"] == 2  # of five


@pytest.mark.rule("18DO-4.5.6.1-10", "18DO-4.3.1.1-3")
def test_marker_four_adds_ten_for_each_train_with_beer():
    table = marked("premium", ["8"])
    assert table.best("KWE") == 150 + 80 + 10
    table.apply(f"KWE runs 8: {RUN} carrying 2 to C20")
    (event,) = table.events("runs")
    assert event.values["income"] == 150 + 80 + 10
    assert table.s.markers["4"] == "KWE"
    table.apply("KWE withholds")
    first = table.s.operating_round
    while table.step != "run" or table.s.operating_round == first:
        table.apply("KWE passes")
    table.apply(f"KWE runs 8: {RUN} carrying 1 to C20")  # in the next round
    assert table.events("runs")[0].values["income"] == 150 + 40 + 10


THROUGH = {**EAST, "F13": "8.0", "H11": "1904.0"}
BOTH = "C20.0 D19 E18 E16 E14.0 E12.0 F13 G12.0 H11.0 I10.0"


@pytest.mark.rule("18DO-4.5.6.1-8", "18DO-4.5.6.1-9")
def test_with_two_red_areas_the_director_chooses_one():
    table = brewing(trains=["8"], tiles=THROUGH)
    assert table.allows(f"KWE runs 8: {BOTH} carrying 2 to C20")
    assert table.allows(f"KWE runs 8: {BOTH} carrying 2 to I10")
    assert table.refused(f"KWE runs 8: {BOTH} carrying 2 to B1") == "18DO-4.5.6.1-8"
    split = f"KWE runs 8: {BOTH} carrying 1 to C20 | 1 to I10"
    assert table.refused(split) == "18DO-4.5.5.1-7"  # one load for each run


@pytest.mark.rule("18DO-4.5.6.1-9", "18DO-4.5.6.1-7")
@pytest.mark.parametrize(("red", "value"), [("C20", 40), ("H1", 50)])
def test_it_may_be_the_poorer_one(red, value):
    runs = Runs.read("8: C20.0 E14.0 E12.0 G12.0 H3.0 H1.0", "test")  # the way does not matter to the beer
    loads = Loads.read(f"2 to {red}", "test")
    assert beer_income(brewing(trains=["8"]).s, "KWE", runs, loads) == 2 * value


@pytest.mark.rule("18DO-4.3.2.1-6")
def test_hhw_carries_no_beer():
    table = brewing("HHW", trains=["6"])
    assert table.refused(f"HHW runs 6: {RUN} carrying 1 to C20") == "18DO-4.3.2.1-6"


def test_the_best_runs_weigh_the_beer():
    # without beer the way to the mill and the mine earns more, with it the way to the red area
    table = brewing(trains=["5"], tiles=THROUGH, cubes=1)
    with_beer = table.best("KWE")
    table.s.flipped = frozenset()
    assert with_beer == table.best("KWE") + 40


# -- what is offered and reckoned with ------------------------------------------------------------


def offered(table) -> list[str]:
    return [action.partition(" carrying ")[2] for action in table.starts("runs")]


@pytest.mark.rule("18DO-4.3.2.1-6")
def test_nothing_is_offered_to_the_one_railway_without_export_beer():
    table = brewing("HHW")
    assert table.best("HHW") == 60 + 20 + 70
    assert offered(table) == [""]


def loaded(table, *hexes, cubes=5):
    """The loads that are offered for a run of an 8 over these hexes, whether or not track lies there."""
    return str(best_loads(table.s, "KWE", Runs((("8", tuple(f"{hex}.0" for hex in hexes)),)), cubes))


@pytest.mark.rule("18DO-4.5.5.1-6")
def test_no_load_is_offered_for_a_run_that_misses_the_city_or_a_red_area():
    table = brewing(trains=["8"])
    assert loaded(table, "C20", "E14", "E12") == "2 to C20"
    assert loaded(table, "C20", "E14", "G12") == "-"
    assert loaded(table, "E14", "E12", "G12") == "-"


@pytest.mark.rule("18DO-4.5.6.1-8")
def test_between_two_red_areas_the_dearer_is_offered():
    table = brewing(trains=["8"])
    far = max(table.s.box.beer, key=table.s.box.beer.__getitem__)
    assert table.s.box.beer["C20"] < table.s.box.beer[far]
    assert loaded(table, "C20", "E12", far) == f"2 to {far}"
    assert loaded(table, far, "E12", "C20") == f"2 to {far}"


@pytest.mark.rule("18DO-4.5.5.1-3")
def test_the_list_offers_the_markers_room_to_one_train_only():
    table = marked("capacity", ["4", "4"], "4", tiles={**EAST, **LINE})
    line = f"4: {BME_LINE} | 4: {RUN}"
    assert table.starts("carrying") and not [a for a in table.starts("carrying") if a.count(" to ") > 1]
    runs = Runs.read(line, "here")
    assert best_loads(table.s, "KWE", runs, 2).total == 1, "though there is beer for both"


@pytest.mark.rule("18DO-4.5.6.1-10")
def test_of_two_trains_with_a_single_cube_one_earns_more_and_the_other_nothing():
    """What the search of the best runs is told of two trains that share the beer."""
    table = marked("premium", ["5", "5"], tiles={**EAST, **LINE}, cubes={"4": 1})
    told = offers(table.s, "KWE")
    assert told is not None
    first, second = told.shares
    assert first[0] is None and second[1] is None
    for load in (first[1], second[0]):
        assert load is not None
        assert load.uses == (1, 0) and set(load.at_end) == {0, *[n + 10 for n in table.s.box.beer.values()]}


@pytest.mark.rule("18DO-4.5.5.1-8")
def test_without_beer_the_trains_may_run_elsewhere():
    """To Hamm for the beer, else by the mine and the mill with their links."""
    links = {"H11": 30, "G12": 30}
    table = marked("capacity", ["3"], "5", tiles={**EAST, **LINE}, links=links)
    assert table.starts("carrying") == ["KWE runs 3: E12.0 E14.0 E16 E18 D19 C20.0 carrying 1 to C20"]
    assert "KWE runs 3: H11.0 G12.0 F13 E12.0" in table.legal()
