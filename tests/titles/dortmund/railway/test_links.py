"""18DO §4.5.4: railway links."""

from dataclasses import replace

import pytest

from kursbuch.titles.dortmund.railway.links import next_value
from tests.titles.dortmund.railway.table import BME_LINE, LINE, go_on, owner_pays, railway


def linking(
    company="BME", tiles=LINE, *, phase="2", links=None, others=None, cubes=None, stock_of_beer=None, **about
):
    companies = {company: {"A": 50, "cash": 100, **about}, **(others or {})}
    table = railway(
        companies=companies, tiles=tiles, phase=phase, links=links, cubes=cubes, turn=f"{company} link"
    )
    return table


@pytest.mark.rule("18DO-4.5.4.1-1", "18DO-4.5.4.1-4", "18DO-4.5.4.1-5", "18DO-2.6-2")
def test_a_link_is_made_from_the_yellow_phase_on_for_30():
    table = linking(cash=30)
    assert owner_pays(table, "BME links G12") == {"BME": -30, "bank": 30}
    assert table.game.view()["position"]["links"] == [{"hex": "G12", "site": "steel", "value": 10}]
    assert linking(cash=29).refused("BME links G12") == "18DO-4.5.4.1-4"


@pytest.mark.rule("18DO-4.5.4.1-2")
def test_one_link_a_turn():
    table = linking()
    table.apply("BME links G12")
    assert table.refused("BME links H11") == "18DO-4.5.4.1-2"


@pytest.mark.rule("18DO-4.5.4.1-3")
def test_a_route_must_lead_to_track_of_the_hex():
    assert linking().refused("BME links C14") == "18DO-4.5.4.1-3"
    assert linking(tiles={}).refused("BME links H11") == "18DO-4.5.4.1-3"  # no track there yet
    past = linking(tiles={"H11": "1904.1"})  # from G10 to I12: not joined to Hagen
    assert past.refused("BME links H11") == "18DO-4.5.4.1-3"


@pytest.mark.rule("18DO-2.1.1-5")
def test_only_mines_and_mills_are_linked():
    assert linking().refused("BME links E12") == "18DO-2.1.1-5"
    sites = linking().s.box.sites
    assert sorted(hex for hex, site in sites.items() if site == "steel") == ["C14", "D9", "F15", "G12", "H19"]


@pytest.mark.rule("18DO-4.5.4.1-6")
def test_a_location_has_one_link_whoever_made_it():
    table = linking(links={"H11": 10})
    assert table.refused("BME links H11") == "18DO-4.5.4.2-1"  # in the yellow phase nothing is extended
    assert linking(links={"H11": 30}, phase="8").refused("BME links H11") == "18DO-4.5.4.1-6"


@pytest.mark.rule("18DO-4.5.4.1-7")
def test_there_must_be_a_marker_left():
    mills = ["C14", "D9", "F15", "H19"]
    table = linking(links=dict.fromkeys(mills, 10))
    assert table.allows("BME links G12")
    table.s.links["E4"] = 10
    assert table.allows("BME links G12")  # a mine has markers of its own kind
    rules = table.s.box.link_rules
    full = dict.fromkeys(
        [hex for hex, site in table.s.box.sites.items() if site == "coal" and hex != "H11"], 10
    )
    assert len(full) < rules.markers["coal"]  # one for every location: they never run out
    table.s.box = _with_few_markers(table.s.box)
    assert table.refused("BME links G12") == "18DO-4.5.4.1-7"


@pytest.mark.rule("18DO-4.5.4.1-7", "18DO-4.5.4.2-2", "18DO-4.5.4.2-5")
def test_a_tall_marker_shows_20_or_30():
    mills = dict(zip(["C14", "D9", "F15", "H19"], [20, 20, 30, 30], strict=True))
    table = linking(phase="5", links={**mills, "G12": 10})
    assert table.allows("BME links G12")
    table.s.box = _with_few_markers(table.s.box)
    assert table.refused("BME links G12") == "18DO-4.5.4.1-7", "four tall markers are all on the map"
    turned = linking(phase="5", links={"C14": 30, "D9": 30, "F15": 30, "G12": 20})
    turned.s.box = _with_few_markers(turned.s.box)
    assert turned.allows("BME links G12"), "it has its marker, which is turned over"


@pytest.mark.rule("18DO-4.5.4.2-2")
def test_the_low_marker_goes_back_to_the_supply():
    mills = dict.fromkeys(["C14", "D9", "F15", "H19"], 10)
    table = linking(phase="3", links=mills)
    table.s.box = _with_few_markers(table.s.box)
    assert table.refused("BME links G12") == "18DO-4.5.4.1-7"
    table.s.links["H19"] = 20  # which was extended
    assert table.allows("BME links G12")


@pytest.mark.rule("18DO-4.5.4.2-4")
@pytest.mark.parametrize(("hex", "others"), [("H11", ["E4"]), ("G12", ["C14", "D9", "F15", "H19"])])
def test_a_tall_marker_of_the_other_colour_will_not_do(hex, others):
    table = linking(phase="3", links={hex: 10} | dict.fromkeys(others, 20))
    table.s.box = _with_few_markers(table.s.box)
    assert table.refused(f"BME links {hex}") == "18DO-4.5.4.1-7", "all tall ones of its own colour are in use"
    colour = table.s.box.sites[hex]
    assert all(table.s.box.sites[other] == colour for other in others)
    other = {"H11": "G12", "G12": "H11"}[hex]
    table.s.links[other] = 10
    assert table.allows(f"BME links {other}"), "of the other colour there are some"


def _with_few_markers(box):
    return replace(box, links=replace(box.links, markers={"coal": 1, "steel": 4}))


@pytest.mark.rule("18DO-4.5.4.2-1", "18DO-4.5.4.2-2", "18DO-4.5.4.2-4", "18DO-4.5.4.2-6", "18DO-4.5.4.2-7")
def test_from_the_green_phase_a_link_is_extended_instead():
    maker = {"CME": {"B": 50, "cash": 300, "tokens": ["E12.0"], "price": 80}}
    companies = {**maker, "BME": {"A": 50, "cash": 100, "price": 70}}
    table = railway(companies=companies, tiles=LINE, phase="3", turn="CME link")
    table.apply("CME links H11")
    while (table.company, table.step) != ("BME", "link"):
        buys = [a for a in table.starts("from depot") if table.company == "CME"]
        table.apply(*buys[:1] or [f"{table.company} passes"])
    assert table.s.links == {"H11": 10}
    assert owner_pays(table, "BME links H11") == {"BME": -30, "bank": 30}  # whoever made it
    assert table.s.links == {"H11": 20}
    assert table.game.view()["position"]["links"] == [{"hex": "H11", "site": "coal", "value": 20}]
    assert table.refused("BME links G12") == "18DO-4.5.4.1-2"


@pytest.mark.rule("18DO-4.5.4.2-6")
def test_extending_costs_30_too():
    assert linking(phase="3", links={"H11": 10}, cash=29).refused("BME links H11") == "18DO-4.5.4.2-6"


@pytest.mark.rule("18DO-4.5.4.2-3")
def test_extending_needs_a_route():
    assert linking(phase="3", links={"C14": 10}).refused("BME links C14") == "18DO-4.5.4.2-3"


@pytest.mark.rule("18DO-4.5.4.2-5")
def test_thirty_needs_the_brown_phase():
    assert linking(phase="4", links={"H11": 20}).refused("BME links H11") == "18DO-4.5.4.2-5"
    assert linking(phase="5", links={"H11": 20}).apply("BME links H11").s.links == {"H11": 30}


@pytest.mark.rule("18DO-4.5.4.3-2")
def test_an_empty_supply_gives_nothing_but_prevents_nothing():
    table = linking(cubes={"1": 20})
    assert table.s.stock_of_beer == 0
    table.apply("BME links H11")
    assert table.s.links == {"H11": 10}
    assert table.s.cubes["1"] == 20


@pytest.mark.rule("18DO-4.5.4.3-3")
@pytest.mark.parametrize(("phase", "gain"), [("5", 1), ("6", 2), ("8", 2)])
def test_after_the_first_6_the_last_step_brings_two_cubes(phase, gain):
    table = linking(phase=phase, links={"H11": 20})
    table.apply("BME links H11")
    assert table.s.cubes["1"] == 2 + gain
    other = linking(phase=phase, links={"H11": 10})
    assert other.apply("BME links H11").s.cubes["1"] == 3
    assert linking(phase=phase).apply("BME links H11").s.cubes["1"] == 3


@pytest.mark.rule("18DO-4.5.4.3-3")
def test_the_last_cube_of_the_supply_is_given_alone():
    assert linking(phase="6", links={"H11": 20}, cubes={"1": 19}).apply("BME links H11").s.cubes["1"] == 20


@pytest.mark.rule("18DO-4.5.4-1", "18DO-4.5.4-2", "18DO-4.5.4.3-4")
def test_a_link_adds_its_value_for_everybody():
    def earned(links):
        companies = {
            "BME": {"A": 50, "trains": ["4"]},
            "CME": {"B": 50, "tokens": ["E12.0"], "trains": ["4"]},
        }
        table = railway(companies=companies, tiles=LINE, links=links, turn="BME run")
        return table.earns("BME", f"4: {BME_LINE}"), table.earns("CME", f"4: {BME_LINE}")

    assert earned({}) == (130, 130)
    assert earned({"H11": 20, "G12": 30}) == (180, 180)


# -- KWE's free marker ----------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.3.2.1-4")
def test_kwe_gets_a_marker_at_the_start_of_its_first_turn():
    first = railway(companies={"KWE": {"A": 50, "cash": 10, "new": True}}, turn="KWE")
    assert go_on(first).s.free_links == {"KWE"}
    later = railway(companies={"KWE": {"A": 50, "cash": 10}}, turn="KWE")
    assert go_on(later).s.free_links == set()
    for other in ("BME", "CME", "RhE", "DGEE", "DHB", "HHW"):
        table = railway(companies={other: {"A": 50, "cash": 10, "new": True}}, turn=other)
        assert go_on(table).s.free_links == set(), other


@pytest.mark.rule("18DO-4.3.2.1-5")
def test_its_first_link_of_a_mine_is_free():
    table = railway(
        companies={"KWE": {"A": 50, "cash": 10}},
        tiles={"D19": "8.1", "D17": "1904.1"},
        turn="KWE link",
        free_links=frozenset({"KWE"}),
    )
    assert ("D17", 0) in table.s.board.reachable("KWE").stops
    table.apply("KWE links D17")
    assert (table.cash("KWE"), table.s.links, table.s.free_links) == (10, {"D17": 10}, frozenset())
    assert table.s.cubes["1"] == 3  # the usual cube


@pytest.mark.rule("18DO-4.3.2.1-5")
def test_an_extension_is_not_free():
    table = railway(
        companies={"KWE": {"A": 50, "cash": 40}},
        tiles={"D19": "8.1", "D17": "1904.1"},
        phase="3",
        links={"D17": 10},
        turn="KWE link",
        free_links=frozenset({"KWE"}),
    )
    table.apply("KWE links D17")
    assert (table.cash("KWE"), table.s.links, table.s.free_links) == (10, {"D17": 20}, {"KWE"})


@pytest.mark.rule("18DO-4.3.2.1-5")
def test_not_for_mills_nor_without_a_route():
    table = railway(
        companies={"KWE": {"A": 50, "cash": 10, "tokens": ["E12.0"]}},
        tiles=LINE,
        turn="KWE link",
        free_links=frozenset({"KWE"}),
    )
    assert table.refused("KWE links G12") == "18DO-4.5.4.1-4"
    assert table.refused("KWE links C4") == "18DO-4.5.4.1-3"
    assert next_value(table.s, "G12") == 10


def with_marker(**about):
    block = {"A": 50, "cash": 40, **about}
    return railway(
        companies={"KWE": block},
        tiles={"D19": "8.1", "D17": "1904.1"},
        turn="KWE link",
        free_links=frozenset({"KWE"}),
    )


@pytest.mark.rule("18DO-4.3.2.1-5")
def test_it_may_pay_for_the_link_and_keep_the_marker():
    table = with_marker()
    assert {"KWE links D17", "KWE links D17 for 30"} <= set(table.legal())
    table.apply("KWE links D17 for 30")
    assert (table.cash("KWE"), table.s.links, table.s.free_links) == (10, {"D17": 10}, {"KWE"})
    assert table.s.cubes["1"] == 3  # the usual cube
    assert table.refused("KWE links D17") == "18DO-4.5.4.1-2"  # one link a turn, paid for or not


@pytest.mark.rule("18DO-4.3.2.1-5", "18DO-4.5.4.1-4")
def test_who_pays_needs_the_money_and_the_marker():
    assert with_marker(cash=29).refused("KWE links D17 for 30") == "18DO-4.5.4.1-4"
    assert not [a for a in with_marker(cash=29).legal() if a.endswith("for 30")]
    assert with_marker().refused("KWE links D17 for 20") == "18DO-4.5.4.1-4"
    table = with_marker()
    table.s.free_links = frozenset()
    assert table.refused("KWE links D17 for 30") == "18DO-4.3.2.1-5"
    assert "KWE links D17 for 30" not in table.legal() and "KWE links D17" in table.legal()
