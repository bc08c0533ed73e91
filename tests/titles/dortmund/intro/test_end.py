"""18DO §3.2.2 and §3.3: routes, the final run, dividends and the winner of the Introduction Game."""

import random
from dataclasses import replace
from typing import Any

import pytest

from kursbuch.core import Game
from kursbuch.titles.dortmund.intro.end import winners_of
from kursbuch.titles.dortmund.title import INTRO
from tests.titles.dortmund.intro.positions import LINE, intro

SOUTH = {"H11": "1904.0", "F13": "8.0"}  # from Hagen by Glückaufsegen and the Hermannshütte to Dortmund City


def running(company="DHB", train="3", **about):
    return intro(
        **{"held": {company: {"A": 20}}, "trains": {company: train}, "tiles": LINE, "phase": "4", **about}
    )


# -- routes (3.2.2) -------------------------------------------------------------------------------


@pytest.mark.rule("18DO-3.2.2-1")
def test_a_route_is_joined_and_has_a_station():
    table = running()
    assert table.earns("DHB", "3: C8.0 D9.0 E10.0") == 20 + 20 + 10
    assert table.earns("DHB", "3: E10.0 E12.0") == "18DO-3.2.2-1"
    assert table.earns("DHB", "3: C8.0 E12.0") == "18DO-3.2.2-1"


@pytest.mark.rule("18DO-3.2.2-2")
def test_a_route_enters_no_hex_twice():
    loop = {"G6": "20.0", "H5": "7.2", "G4": "7.4", "G8": "9.1", "G10": "1904.1"}
    table = running("BME", tiles=loop, tokens={"BME": ["F7.0"]})
    assert table.earns("BME", "3: F7.0 G6 H5 G4 G6 G8 G10.0") == "18DO-3.2.2-2"
    assert table.best("BME") == 0


@pytest.mark.rule("18DO-3.2.2-3", "18DO-3.2.2-4")
def test_a_full_hex_is_an_end_but_no_way_through():
    tiles = {**LINE, "D9": "1936.1"}
    tokens = {"BME": ["D9.0"], "CME": ["D9.0"], "RhE": ["E12.0"]}
    table = running("RhE", "4", tiles=tiles, tokens=tokens, links={"D9": 10})
    assert table.earns("RhE", "4: E12.0 E10.0 D9.0 C8.0") == "18DO-3.2.2-3"
    assert table.earns("RhE", "4: E12.0 E10.0 D9.0") == 70 + 10 + 40


@pytest.mark.rule("18DO-3.2.2-5")
def test_no_track_twice():
    fork = {"D11": "26.5", "C10": "1904.2", "D13": "1904.1"}
    table = running("BME", tiles=fork, tokens={"BME": ["E12.0"]})
    back = "3: C10.0 D11 E12.0 D11 D13.0"  # over the stem to the city and back
    assert table.earns("BME", back) == "18DO-3.2.2-2"  # no hex twice, so no track either
    free = running("BME", tiles=fork, tokens={"BME": ["E12.0"]})  # as if that rule were not there
    free.s.box = replace(free.s.box, counting=replace(free.s.box.counting, bar_hex_twice=False))
    assert free.earns("BME", back) == "18DO-3.2.2-5"
    assert table.best("BME") == 70 + 20 + 20  # city, yard and the Phoenix mill


@pytest.mark.rule("18DO-3.2.2-6", "18DO-3.2.2-16")
def test_no_sharp_turn_at_a_junction():
    fork = {"D11": "26.5", "C10": "1904.2", "D13": "1904.1"}
    table = running("BME", "2", tiles=fork, tokens={"BME": ["E12.0"]})
    assert table.earns("BME", "2: C10.0 D11 D13.0") == "18DO-3.2.2-6"
    assert table.earns("BME", "2: C10.0 D11 E12.0") == 80
    assert table.earns("BME", "2: D13.0 D11 E12.0") == 80


@pytest.mark.rule("18DO-3.2.2-7")
def test_a_red_hex_is_only_an_end():
    table = running("RhE", tiles={})
    assert table.earns("RhE", "3: G2.0 H1.0 H3.0") == "18DO-3.2.2-7"
    assert table.earns("RhE", "3: G2.0 H1.0") == 90


@pytest.mark.rule("18DO-3.2.2-7")
def test_the_two_hexes_of_a_red_area_are_no_two_ends():
    green = {"H3": "1931.0"}
    table = running("RhE", tiles=green, links={"H3": 10})
    assert table.earns("RhE", "3: H1.0 H3.0 I2.0") == "18DO-3.2.2-2"


@pytest.mark.rule("18DO-3.2.2-16")
def test_a_single_revenue_hex_is_no_route():
    assert running().earns("DHB", "3: C8.0") == "18DO-3.2.2-16"


# -- the end (3.3) --------------------------------------------------------------------------------


@pytest.mark.rule("18DO-3.3-1")
def test_the_turn_of_the_last_certificate_is_played_out():
    held = {"DHB": {"A": 20}, "KWE": {"A": 20}}
    about: dict[str, Any] = dict(held=held, trains={"DHB": "2", "KWE": "3"}, display={"KWE": 1})
    table = intro(**about).apply("A takes 10 KWE")
    assert not table.game.over
    table.apply("A lays 1905.2 at E10", "DHB builds a station at C6.0")
    assert table.step == "A swap"
    table.apply("DHB exchanges trains with KWE")
    assert table.game.over
    assert table.owes("DHB") == 30 + 20 + 20
    assert table.refused("A passes") == "18DO-3.3-1"


@pytest.mark.rule("18DO-3.3-1")
def test_the_game_goes_on_while_one_certificate_is_left():
    table = intro(held={"KWE": {"A": 20}}, trains={"KWE": "2"}, display={"KWE": 2})
    table.apply("A takes 10 KWE", "A passes")
    assert (table.step, table.shown("KWE")) == ("B take", 1)
    table.apply("B takes 10 KWE")
    while not table.game.over:
        table.apply("B passes")
    assert table.shown("KWE") == 0


@pytest.mark.rule("18DO-3.3-1")
def test_who_has_no_train_does_not_run_at_the_end():
    table = intro(
        held={"DHB": {"A": 20}, "KWE": {"A": 20}, "CME": {"B": 20}},
        trains={"DHB": "2", "KWE": "3"},
        display={"KWE": 1},
    )
    table.apply("A takes 10 KWE", "A lays 1905.2 at E10", "DHB builds a station at C6.0", "A passes")
    assert table.game.over
    assert {event.values["company"] for event in table.events("runs")} == {"DHB", "KWE"}


@pytest.mark.rule("18DO-3.3-2", "18DO-3.3-3")
@pytest.mark.parametrize(("players", "turns"), [(3, 20), (4, 15), (5, 12)])
def test_sixty_turns_evenly_shared(players, turns):
    rng = random.Random(players)
    game = Game(INTRO, list("ABCDE"[:players]), players, {})
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    begun = [event.values["player"] for event in game.events if event.key == "players-turn"]
    assert len(begun) == game.view()["position"]["turns"] == 60
    assert {begun.count(player) for player in game.players} == {turns}


@pytest.mark.rule("18DO-3.3-4")
def test_the_best_route_counts():
    table = running("RhE", "2", tiles={})
    assert table.earns("RhE", "2: H1.0 H3.0") == 80
    assert table.earns("RhE", "2: H1.0 G2.0") == 90
    assert table.best("RhE") == 90


@pytest.mark.rule("18DO-3.3-5")
def test_the_type_is_the_number_of_revenue_hexes():
    assert running().earns("DHB", "3: C8.0 D9.0 E10.0 E12.0") == "18DO-3.3-5"
    assert running(train="4").earns("DHB", "4: C8.0 D9.0 E10.0 E12.0") == 20 + 20 + 10 + 70


@pytest.mark.rule("18DO-3.3-6")
def test_no_revenue_hex_is_skipped():
    table = running(train="2", tokens={"DHB": ["D9.0"]})
    assert table.earns("DHB", "2: D9.0 E10 E12.0") == "18DO-3.3-6"


@pytest.mark.rule("18DO-3.3-7")
def test_a_linked_hex_counts_its_marker_too():
    table = running("BME", "2", tokens={"BME": ["E12.0"]}, links={"E10": 20})
    assert table.earns("BME", "2: E10.0 E12.0") == 10 + 20 + 70
    assert running("BME", "2", tokens={"BME": ["E12.0"]}).earns("BME", "2: E10.0 E12.0") == 80


@pytest.mark.rule("18DO-3.3-8")
def test_a_yard_without_an_own_station():
    table = running(train="2", tokens={"BME": ["C6.0"], "CME": ["C6.0"], "RhE": ["C6.0"]})
    assert table.earns("DHB", "2: C6.0 C8.0") == 20 + 20


@pytest.mark.rule("18DO-3.3-9")
def test_a_yard_with_an_own_station_counts_all_of_them():
    table = running(train="2", tokens={"BME": ["C6.0"], "DHB": ["C6.0"]})
    assert table.earns("DHB", "2: C6.0 C8.0") == 40 + 20


@pytest.mark.rule("18DO-3.3-10")
def test_a_full_yard_is_worth_fifty():
    three = running(train="2", tokens={"BME": ["C6.0"], "CME": ["C6.0"], "DHB": ["C6.0"]})
    assert three.earns("DHB", "2: C6.0 C8.0") == 50 + 20
    alone = running(train="2", tokens={"DHB": ["C6.0"]})
    assert alone.earns("DHB", "2: C6.0 C8.0") == 30 + 20


@pytest.mark.rule("18DO-3.3-11")
@pytest.mark.parametrize("phase", ["2", "3", "5", "8"])
def test_edge_hexes_count_their_higher_value(phase):
    assert running("RhE", "2", tiles={}, phase=phase).earns("RhE", "2: H1.0 G2.0") == 70 + 20


@pytest.mark.rule("18DO-3.3-12")
def test_no_beer():
    table = running("BME", "8", tiles=SOUTH, phase="8")
    assert table.earns("BME", "8: I10.0 H11.0 G12.0 F13 E12.0") == 50 + 10 + 20 + 70


@pytest.mark.rule("18DO-3.3-13", "18DO-3.3-14")
def test_dividends_are_rounded_down_and_paid_by_the_share():
    tiles = {**SOUTH, "H11": "1931.0"}
    held = {"BME": {"A": 40, "B": 20, "pool": 30}}
    table = running("BME", "4", tiles=tiles, held=held, tokens={})
    assert table.best("BME") == 50 + 15 + 20 + 70
    assert table.owes("BME") == 150
    assert [table.gets(player) for player in "ABC"] == [60, 30, 0]


@pytest.mark.rule("18DO-3.3-15")
def test_a_tie_goes_to_the_director_of_the_best_paying_railway():
    held = {"RhE": {"A": 20}, "DHB": {"B": 30}, "KWE": {"C": 20}}
    table = intro(
        held=held, trains={"RhE": "2", "DHB": "2"}, links={"D9": 20}, display={"KWE": 1}, turn="C take"
    )
    table.apply("C takes 10 KWE")
    while not table.game.over:
        table.apply("C passes")
    assert (table.owes("RhE"), table.owes("DHB")) == (90, 60)
    assert table.game.scores() == {"A": 18, "B": 18, "C": 0}
    assert table.s.winners == ("A",)
    assert table.events("over")[0].values["winners"] == ["A"]


@pytest.mark.rule("18DO-3.3-15")
def test_a_tie_among_others_goes_by_the_best_railway_each_directs():
    s = intro(held={"RhE": {"A": 20}, "DHB": {"B": 20}, "KWE": {"C": 20}}).s
    paid = {"BME": 0, "CME": 0, "RhE": 60, "DHB": 70, "KWE": 200, "DGEE": 0, "HHW": 0}
    assert winners_of(s, paid, {"A": 50, "B": 50, "C": 40}) == ("B",)
    assert winners_of(s, {**paid, "RhE": 70}, {"A": 50, "B": 50, "C": 40}) == ("A", "B")
    two = intro(held={"RhE": {"A": 20}, "BME": {"A": 20}, "DHB": {"B": 20}, "KWE": {"C": 20}}).s
    tied = {"A": 50, "B": 50, "C": 40}
    assert winners_of(two, {**paid, "BME": 60}, tied) == ("B",)  # not both together
    assert winners_of(two, {**paid, "BME": 80, "RhE": 10}, tied) == ("A",)  # the better of the two


@pytest.mark.rule("18DO-3.3-16")
def test_without_train_or_route_nothing_is_paid():
    assert running("KWE", "2", tiles={}).owes("KWE") == 0
    assert intro(held={"RhE": {"A": 20}}).owes("RhE") == 0
    assert intro(held={"RhE": {"A": 20}}, trains={"RhE": "2"}).owes("RhE") == 90
