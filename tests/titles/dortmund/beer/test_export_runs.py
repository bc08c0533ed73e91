"""18DO §6.5.1, §6.3.1: export beer on trains, loaded before."""

import pytest

from kursbuch.rail.routes.running import best_of
from kursbuch.titles.dortmund.beer.export import DUTY, most_loaded, targets
from tests.titles.dortmund.beer.beer_table import beer, go_on
from tests.titles.dortmund.beer.brewery_table import brewery
from tests.titles.dortmund.railway.table import EAST, LINE

RUN = "C20.0 D19 E18 E16 E14.0 E12.0"  # from Hamm by the eastern freight yard to Dortmund City
SHORT = "E14.0 E12.0"
WEST = {"H5": "9.1", "H7": "8.1", "G8": "9.0", "F9": "8.4", "F11": "8.1"}  # from the Ruhr area to the City
ACROSS = RUN + " F13 G12.0 H11.0 I10.0"  # on to Hagen


def loaded(trains=("6",), loads=(2,), tiles=EAST, phase="8", company="KWE", tokens=("E12.0",), **about):
    companies = {company: {"A": 50, "cash": 100, "trains": trains, "loads": loads, "tokens": tokens}}
    return beer(
        about.pop("players", 3),
        companies=companies | about.pop("others", {}),
        tiles=tiles,
        phase=phase,
        turn=f"{company} run",
        **about,
    )


def income(table):
    (event,) = table.events("runs")
    return event.values["income"]


@pytest.mark.rule("18DO-6.5.1-11")
def test_without_a_load_no_bonus():
    table = loaded(loads=())
    plain = table.earns("KWE", f"6: {RUN}")
    assert table.refused(f"KWE runs 6: {RUN} carrying 1 to C20") == "18DO-6.5.1-11"
    table.apply(f"KWE runs 6: {RUN}")
    assert income(table) == plain


@pytest.mark.rule("18DO-6.5.1-11")
def test_no_more_than_is_loaded_and_no_less():
    table = loaded(loads=[1])
    for cubes in (2, 3):
        assert table.refused(f"KWE runs 6: {RUN} carrying {cubes} to C20") == "18DO-6.5.1-11"
    table = loaded(loads=[2])
    assert table.refused(f"KWE runs 6: {RUN} carrying 1 to C20") == "18DO-6.5.1-11"


@pytest.mark.rule("18DO-4.5.5.1-7")
def test_loads_are_named_for_each_run_here_too():
    assert loaded().refused(f"KWE runs 6: {RUN} carrying 2 to C20 | -") == "18DO-4.5.5.1-7"


@pytest.mark.rule("18DO-6.5.1-12")
def test_a_loaded_train_must_run_an_export_route():
    table = loaded()
    assert table.refused(f"KWE runs 6: {SHORT}") == "18DO-6.5.1-12"
    assert table.refused(f"KWE runs 6: {SHORT} carrying 2 to C20") == "18DO-6.5.1-12"
    assert table.refused(f"KWE runs 6: {RUN}") == "18DO-6.5.1-12"
    assert table.refused("KWE passes") == "18DO-4.5-9"
    assert all("carrying 2 to" in action for action in table.starts("runs"))


@pytest.mark.rule("18DO-6.5.1-12")
def test_the_duty_is_part_of_the_search_and_outweighs_any_income():
    table = loaded(trains=["5"], loads=[1], tiles={**EAST, **LINE}, links={"H11": 30, "G12": 30})
    runs, value = best_of(table.s, "KWE")
    assert targets(table.s, runs.runs[0][1]) and most_loaded(table.s, "KWE") == 1
    assert value - DUTY == 240 + 40  # what the run earns, and its cube
    assert DUTY > 4 * 8 * (70 + 30)  # four trains of eight stops, each as rich as the City with a link


@pytest.mark.rule("18DO-6.5.1-13")
@pytest.mark.parametrize("cubes", [1, 2])
def test_each_cube_adds_what_the_area_pays(cubes):
    table = loaded(loads=[cubes])
    plain = table.earns("KWE", f"6: {RUN}")
    table.apply(f"KWE runs 6: {RUN} carrying {cubes} to C20")
    assert income(table) == plain + 40 * cubes
    west = loaded(["8"], [cubes], WEST, company="RhE", tokens=())
    way = "E12.0 F11 F9 G8 H7 H5 H3.0 H1.0"
    plain = loaded(["8"], [], WEST, company="RhE", tokens=()).earns("RhE", f"8: {way}")
    assert west.earns("RhE", f"8: {way}") == plain == 70 + 10 + 70
    west.apply(f"RhE runs 8: F15.0 E14.0 {way} carrying {cubes} to H1")
    assert income(west) == plain + 20 + 20 + 50 * cubes


@pytest.mark.rule("18DO-6.5.1-14")
def test_cubes_go_to_one_of_two_areas():
    table = loaded(["8"], [1], {**EAST, **LINE})
    plain = table.earns("KWE", f"8: {ACROSS}")
    for target in ("C20", "I10"):
        twin = loaded(["8"], [1], {**EAST, **LINE})
        twin.apply(f"KWE runs 8: {ACROSS} carrying 1 to {target}")
        assert income(twin) == plain + 40
    assert table.refused(f"KWE runs 8: {ACROSS} carrying 1 to I20") == "18DO-6.5.1-14"
    assert targets(table.s, ("I10.0", "E12.0", "H1.0")) == ["H1", "I10"]  # 50 before 40
    way = RUN + " F11 F9 G8 H7 H5 H3.0 H1.0"  # from Hamm to the Ruhr area
    for target, more in (("C20", 40), ("H1", 50)):
        wide = loaded(["8"], [1], {**EAST, **WEST}, company="RhE", tokens=())
        plain = wide.earns("RhE", f"8: {way}")
        wide.apply(f"RhE runs 8: {way} carrying 1 to {target}")
        assert income(wide) == plain + more, "the director's choice"


@pytest.mark.rule("18DO-6.5.1-15")
def test_the_cubes_go_back_to_the_stock():
    table = loaded()
    stock = table.s.beer.stock
    table.apply(f"KWE runs 6: {RUN} carrying 2 to C20")
    assert table.s.loaded == {} and table.s.beer.stock == stock + 2


@pytest.mark.rule("18DO-6.5.1-12", "18DO-6.5.1-15")
def test_without_a_way_the_cubes_go_back_for_nothing():
    table = loaded(tiles={"D19": "9.0"}, tokens=())
    stock = table.s.beer.stock
    go_on(table)
    assert table.s.loaded == {} and table.s.beer.stock == stock + 2


@pytest.mark.rule("18DO-6.5.1-12", "18DO-6.5.1-15")
def test_one_of_two_if_there_is_track_for_one():
    table = loaded(["5", "6"], [1, 2])
    assert most_loaded(table.s, "KWE") == 1
    assert table.refused(f"KWE runs 6: {SHORT}") == "18DO-6.5.1-12"
    for runs in (f"5: {RUN} carrying 1 to C20", f"6: {RUN} carrying 2 to C20"):
        twin = loaded(["5", "6"], [1, 2]).apply(f"KWE runs {runs}")
        assert twin.s.loaded == {} and twin.s.beer.stock == table.s.beer.stock + 3
    assert "carrying 2 to C20" in table.starts("runs")[0]  # the list offers the better one


@pytest.mark.rule("18DO-6.5.1-12")
def test_trains_of_one_kind_with_different_loads():
    table = loaded(["6", "6"], [1, 2], {**EAST, **LINE})
    (best,) = [a for a in table.starts("runs")]
    assert most_loaded(table.s, "KWE") == 2 and "carrying" in best
    plain = table.earns("KWE", best.partition("runs ")[2].partition(" carrying")[0])
    table.apply(best)
    assert income(table) == plain + 3 * 40
    one = loaded(["6", "6"], [0, 2], {**EAST, **LINE})
    assert most_loaded(one.s, "KWE") == 1
    (best,) = one.starts("runs")
    assert sorted(best.partition("carrying ")[2].split(" | "))[0] == "-"


@pytest.mark.rule("18DO-6.5.1-16")
def test_a_sold_train_keeps_its_load():
    table = beer(
        companies={
            "BME": {"A": 50, "cash": 100, "price": 90, "tokens": ["E12.0"]},
            "KWE": {"A": 50, "cash": 0, "price": 60, "trains": ["5"], "loads": [1]},
        },
        tiles=LINE,
        phase="5",
        turn="BME trains",
    )
    card = table.s.trains["KWE"][0]
    table.apply("BME buys train 5 as 5 from KWE for 50")
    assert table.s.loaded == {card: 1} and table.trains("BME") == ["5"]
    assert most_loaded(table.s, "BME") == 1  # and must run an export route with it


@pytest.mark.rule("18DO-6.5.1-16")
def test_of_equal_trains_the_empty_one_is_sold():
    table = beer(
        companies={"BME": {"A": 50, "cash": 100}, "KWE": {"A": 50, "trains": ["5", "5"], "loads": [1, 0]}},
        phase="5",
        turn="BME trains",
    )
    first, second = table.s.trains["KWE"]
    table.apply("BME buys train 5 as 5 from KWE for 50")
    assert table.s.trains["BME"] == (second,) and table.s.loaded == {first: 1}


def two_loads(director="A", loads=(1, 0)):
    return beer(
        companies={
            "BME": {"A": 50, "cash": 100},
            "KWE": {director: 50, "trains": ["6", "6"], "loads": list(loads)},
        },
        phase="6",
        turn="BME trains",
    )


@pytest.mark.rule("18DO-6.5.1-16", "18DO-4.5.7.2-2")
def test_of_equal_trains_the_loaded_one_can_be_named():
    table = two_loads()
    first, _ = table.s.trains["KWE"]
    assert table.allows("BME buys train 6 as 6 from KWE for 50"), "the empty one needs no name"
    assert "BME buys train 6 with 1 cubes from KWE for 1..100/1" in table.legal()
    assert table.refused("BME buys train 6 with 0 cubes from KWE for 50") == "18DO-6.5.1-16"
    assert table.refused("BME buys train 6 with 2 cubes from KWE for 50") == "18DO-6.5.1-16"
    assert table.refused("BME buys train 6 with 1 cubes from KWE for 0") == "18DO-4.5.7.2-3"
    assert table.refused("BME buys train 6 with 1 cubes from KWE for 101") == "18DO-4.5.7.4-3"
    assert table.pays("BME buys train 6 with 1 cubes from KWE for 50") == {"BME": -50, "KWE": 50}
    assert (table.s.trains["BME"], table.s.loaded) == ((first,), {first: 1})
    assert not two_loads(loads=(1, 1)).starts("BME buys train 6 with"), "all alike: no name"


@pytest.mark.rule("18DO-6.5.1-16", "18DO-4.5.7.2-3")
def test_a_loaded_train_may_go_for_the_last_mark():
    table = two_loads()
    table.s.cash["bank"] += table.s.cash["BME"] - 1
    table.s.cash["BME"] = 1
    assert table.starts("BME buys train 6 with") == ["BME buys train 6 with 1 cubes from KWE for 1..1/1"]
    table.apply("BME buys train 6 with 1 cubes from KWE for 1")
    assert table.cash("BME") == 0


@pytest.mark.rule("18DO-6.5.1-16", "18DO-4.5.7.2-2")
def test_its_director_is_asked_for_the_loaded_one():
    table = two_loads("B").apply("BME buys train 6 with 1 cubes from KWE for 50")
    assert table.acting == "B" and table.legal() == ["B agrees", "B declines"]
    assert table.refused("BME passes") == "18DO-4.5.7.2-2"
    table.apply("B declines")
    assert table.refused("BME buys train 6 with 1 cubes from KWE for 50") == "18DO-4.5.7.2-2"
    assert table.allows("BME buys train 6 as 6 from KWE for 50"), "another train, not declined"
    table.apply("BME buys train 6 as 6 from KWE for 60", "B declines")
    table.apply("BME buys train 6 with 1 cubes from KWE for 55", "B agrees")
    assert len(table.s.trains["BME"]) == 1 and table.s.loaded == {table.s.trains["BME"][0]: 1}


@pytest.mark.rule("18DO-6.5.1-16")
def test_a_train_given_up_loses_its_load():
    table = beer(
        companies={"BME": {"A": 50, "cash": 700}, "KWE": {"B": 50, "trains": ["5", "5", "5"], "loads": [1]}},
        phase="4",
        depot="5",
        turn="BME trains",
    )
    stock = table.s.beer.stock
    table.apply("BME buys train 5 as 5 from depot for 450")
    assert table.acting == "B"
    loaded, *empty = table.s.trains["KWE"]
    assert table.legal() == ["KWE discards train 5", f"KWE discards train {loaded}"]
    table.apply(f"KWE discards train {loaded}")
    assert table.s.loaded == {} and table.s.beer.stock == stock + 1
    assert (table.trains("pool"), table.s.trains["KWE"]) == (["5"], tuple(empty))


@pytest.mark.rule("18DO-6.5.1-16")
def test_of_equal_trains_an_empty_one_is_given_up_unless_named():
    table = beer(
        companies={
            "BME": {"A": 50, "cash": 700},
            "KWE": {"B": 50, "trains": ["5", "5", "5"], "loads": [1, 0, 1]},
        },
        phase="4",
        depot="5",
        turn="BME trains",
    )
    first, empty, last = table.s.trains["KWE"]
    table.apply("BME buys train 5 as 5 from depot for 450")
    for other in (table.s.trains["BME"][0], empty):  # an empty one needs no name
        assert table.refused(f"KWE discards train {other}") == "18DO-4.5.7-5"
    assert table.allows(f"KWE discards train {first}") and table.allows(f"KWE discards train {last}")
    table.apply("KWE discards train 5")
    assert (table.s.trains["KWE"], table.s.loaded) == ((first, last), {first: 1, last: 1})


@pytest.mark.rule("18DO-6.3.1-4")
def test_hhw_carries_no_beer():
    table = brewery(
        5,
        corporations={"DUB": {"A": 50, "kettles": ["8"]}},
        railways={"HHW": {"A": 50, "trains": ["6"], "tokens": ["E12.0"]}},
        tiles=LINE,
        phase="8",
        turn="DUB load",
    )
    assert not table.starts("loads")
    assert table.refused(f"DUB loads 1 on {table.s.trains['HHW'][0]} of HHW") == "18DO-4.3.2.1-6"


@pytest.mark.rule("18DO-6.3.1-4", "18DO-4.3.2.1-6")
def test_hhw_carries_no_beer_on_a_loaded_train_it_has_bought_either():
    companies = {
        "HHW": {"A": 50, "cash": 100, "price": 90, "tokens": ["E12.0"]},
        "KWE": {"A": 50, "cash": 0, "price": 60, "trains": ["5"], "loads": [1]},
    }
    buying = beer(5, companies=companies, tiles=LINE, phase="5", turn="HHW trains")
    buying.apply("HHW buys train 5 as 5 from KWE for 50")
    assert buying.trains("HHW") == ["5"] and most_loaded(buying.s, "HHW") == 0, "no duty to run to a red area"
    loaded_train = {"HHW": {"A": 50, "tokens": ["E12.0"], "trains": ["5"], "loads": [1]}}
    table = beer(5, companies=loaded_train, tiles=LINE, phase="5", turn="HHW run")
    stock = table.s.beer.stock
    runs = table.starts("runs")
    assert runs and not [run for run in runs if "carrying" in run]
    best = table.earns("HHW", runs[0].partition("runs ")[2])
    assert table.refused(f"{runs[0]} carrying 1 to E22") == "18DO-6.5.1-11"
    table.apply(runs[0])
    assert income(table) == best
    assert table.s.loaded == {} and table.s.beer.stock == stock + 1


@pytest.mark.rule("18DO-6.5.1-12", "18DO-6.5.1-14")
def test_a_run_to_a_red_area_that_misses_the_city_carries_nothing():
    table = loaded(trains=["6", "6"], loads=[2, 0], tiles={**EAST, **LINE})
    runs = f"6: {RUN} | 6: I10.0 H11.0 G12.0 F13 E12.0"
    assert table.allows(f"KWE runs {runs} carrying 2 to C20 | -")
    short = "6: C20.0 D19 E18 E16 E14.0 | 6: I10.0 H11.0 G12.0 F13 E12.0"
    assert table.refused(f"KWE runs {short} carrying 2 to C20 | -") == "18DO-6.5.1-12"


@pytest.mark.rule("18DO-6.3.1-1")
@pytest.mark.parametrize(("company", "earns"), [("HHW", 130), ("RhE", "18DO-4.5.1-3")])
def test_hhw_runs_through_blocked_mills_here_too(company, earns):
    table = beer(
        5,
        companies={
            company: {"A": 50, "trains": ["4"], "tokens": ["E12.0"]},
            "CME": {"B": 50, "tokens": ["G12.0"]},
        },
        tiles=LINE,
        phase="4",
        turn=f"{company} run",
    )
    assert table.earns(company, "4: I10.0 H11.0 G12.0 F13 E12.0") == earns


@pytest.mark.rule("18DO-6.3.1-1")
def test_freight_yards_and_links_pay_here_too():
    """A link adds its value for everybody, a station in a freight yard ten for its railway."""
    about = {"A": 50, "trains": ["4"], "tokens": ["E12.0"]}
    line = beer(companies={"BME": about}, tiles=LINE, links={"H11": 10}, phase="4", turn="BME run")
    plain = beer(companies={"BME": about}, tiles=LINE, phase="4", turn="BME run")
    runs = "4: I10.0 H11.0 G12.0 F13 E12.0"
    assert (plain.earns("BME", runs), line.earns("BME", runs)) == (130, 140)
    yard = {"A": 50, "trains": ["4"], "tokens": ["E12.0", "E14.0"]}
    east = "4: C20.0 D19 E18 E16 E14.0 E12.0"
    with_station = beer(companies={"KWE": yard}, tiles=EAST, phase="4", turn="KWE run")
    without = beer(companies={"KWE": about}, tiles=EAST, phase="4", turn="KWE run")
    assert (without.earns("KWE", east), with_station.earns("KWE", east)) == (130, 140)
