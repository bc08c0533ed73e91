"""1853 §4.5: running trains in two gauges."""

import itertools
import random
from typing import Any

import pytest

from kursbuch.core import Game
from kursbuch.rail.routes.running import as_train, network_of
from kursbuch.testing import settle
from kursbuch.titles.india.rules.run import _routes, best, best_to
from kursbuch.titles.india.title import TITLE
from tests.titles.india.table import india, line

# Trichinopoly, Bangalore, Hyderabad in a row, small stations beside: T16 S15 R16 Q15 P16 O15
ROW = line("T16 S15 R16 Q15 P16 O15")


def running(company="SIR", tiles=None, trains=("2",), *, phase="2", **about):
    others = about.pop("others", {})
    return india(
        companies={company: {"A": 3, "cash": 100, "trains": list(trains), **about}, **others},
        tiles=ROW if tiles is None else tiles,
        phase=phase,
        small="1M" in trains,
        turn=f"{company} run",
    )


def income(table, runs):
    table.apply(runs)
    return table.events("runs")[0].values["income"]


@pytest.mark.rule("1853-4.5.1-1")
def test_trains_may_run_and_need_not():
    table = running()
    assert [a for a in table.legal() if "runs" in a][1:] == ["SIR runs nothing"]
    assert table.refused("SIR passes") == "1853-4.5.1-1"  # it says what it runs, be it nothing
    table.apply("SIR runs nothing")
    assert (table.cash("SIR"), table.step) == (100, "trains")
    assert table.refused("SIR pays") == "1853-4-4"


@pytest.mark.rule("1853-4.5.1-1", "1853-4-5")
def test_each_train_runs_once():
    table = running(trains=["2"])
    assert table.refused("SIR runs 2: T16.0 S15 R16.0 | 2: O15.0 P16 Q15 R16.0") == "1853-4.5.1-1"
    assert table.allows("SIR runs nothing")  # it may, it need not
    table.apply("SIR runs 2: T16.0 S15 R16.0")
    assert table.refused("SIR runs 2: T16.0 S15 R16.0") == "1853-4-4"


@pytest.mark.rule("1853-4.5.1-2", "1853-4.8.1-1")
def test_nothing_runs_in_the_first_turn():
    table = settle(
        india(companies={"SIR": {"A": 3, "cash": 750}}, tiles=ROW, turn="SIR station", cash={"A": 0})
    )
    while not any("train" in a for a in table.legal()):
        table.apply("SIR passes")
    assert table.refused("SIR runs 2: T16.0 S15 R16.0") == "1853-4.5.1-2"
    table.apply("SIR buys train 2 as 2 from depot for 300")
    assert table.cash("SIR") == 450
    assert table.refused("SIR runs 2: T16.0 S15 R16.0") == "1853-4-4"  # not in the turn of its purchase
    while not any("runs" in action for action in table.legal()):  # the next operating round
        table.apply(f"{'SIR' if 'SIR passes' in table.legal() else table.acting} passes")
    assert table.round == "OR 3.1"
    assert income(table, "SIR runs 2: T16.0 S15 R16.0") == 40


@pytest.mark.rule("1853-4.5.2-1", "1853-4.4.3-1")
def test_every_route_has_an_own_station():
    table = running(trains=["2", "2"])
    assert table.refused("SIR runs 2: R16.0 Q15 P16 O15.0") == "1853-4.4.3-1"
    one_of_two = "SIR runs 2: T16.0 S15 R16.0 | 2: R16.0 Q15 P16 O15.0"
    assert table.refused(one_of_two) == "1853-4.4.3-1"  # that the other has one does not help
    two = running(trains=["2", "2"], tokens=["O15.0"])
    assert two.allows("SIR runs 2: T16.0 S15 R16.0 | 2: R16.0 Q15 P16 O15.0")


@pytest.mark.rule("1853-4.5.3-1")
def test_the_track_fits_the_train():
    metre = line("T16 S15 R16", "metre")
    assert running(tiles=metre, trains=["2M"], phase="3").allows("SIR runs 2M: T16.0 S15 R16.0")
    assert running(tiles=metre, trains=["2"]).refused("SIR runs 2: T16.0 S15 R16.0") == "1853-4.5.3-1"
    one_broad = {**line("T16 S15 R16"), **line("R16 Q15 P16 O15", "metre"), "R16": "717.0"}
    table = running(tiles=one_broad, trains=["3M"], phase="4")
    assert table.refused("SIR runs 3M: T16.0 S15 R16.0") == "1853-4.5.3-1"
    dual = {**metre, "S15": "250.0"}
    assert running(tiles=dual, trains=["2M"], phase="3").allows("SIR runs 2M: T16.0 S15 R16.0")


@pytest.mark.rule("1853-4.5.4-1")
def test_no_more_large_stations_than_the_number():
    way = "T16.0 S15 R16.0 Q15 P16 O15.0"
    assert running(trains=["2"]).refused(f"SIR runs 2: {way}") == "1853-4.5.4-1"
    assert income(running(trains=["3"], phase="3"), f"SIR runs 3: {way}") == 60


@pytest.mark.rule("1853-4.5.4-2")
def test_any_number_of_small_stations():
    # Hyderabad to Benares: a line with two large and four small stations
    tiles = line("O15 N16 M17 L18 K19 J20 I21 H22")
    table = running("BNR", tiles, ["2"], homes=False, tokens=["O15.0"])
    way = "O15.0 N16.0 M17 L18.0 K19.0 J20.0 I21 H22.0"
    assert income(table, f"BNR runs 2: {way}") == 20 + 10 + 10 + 10 + 10 + 20


@pytest.mark.rule("1853-4.5.4-3")
def test_either_end_may_be_small():
    tiles = {"T16": "6.3", "U15": "4.0", "S15": "8.2", "S13": "3.0"}  # U15, Trichinopoly, S13
    table = running("SIR", tiles, ["2"])
    assert income(table, "SIR runs 2: U15.0 T16.0 S15 S13.0") == 40


@pytest.mark.rule("1853-4.5.4-4")
def test_a_route_has_two_stations():
    assert running().refused("SIR runs 2: T16.0") == "1853-4.5.4-4"


@pytest.mark.rule("1853-4.5.4-5")
def test_a_3_from_delhi_by_lucknow_to_allahabad_but_not_to_benares():
    table = running("NWR", DELHI, ["3"], phase="3", tokens=["G19.0"])
    assert income(table, "NWR runs 3: F14.2 F16.1 F18.0 G19.0 H20.0") == 40 + 10 + 10 + 30 + 20
    again = running("NWR", DELHI, ["3"], phase="3", tokens=["G19.0"])
    assert again.refused("NWR runs 3: F14.2 F16.1 F18.0 G19.0 H20.0 H22.0") == "1853-4.5.4-1"


# NWR has a marker at Lucknow; Delhi's east station leads to F16 and F18
DELHI = {"F16": "55.0", "F18": "58.2", "G19": "14.2", "H20": "6.5", "H22": "69.4"}


@pytest.mark.rule("1853-4.5.5-1", "1853-4.5.5-2")
def test_no_track_twice():
    table = running(trains=["3"], phase="3")
    assert table.refused("SIR runs 3: T16.0 S15 R16.0 S15 T16.0") == "1853-4.5.5-2"
    assert table.refused("SIR runs 3: T16.0 R16.0") == "1853-4.5.5-1"


@pytest.mark.rule("1853-4.5.8-1", "1853-4.5.5-1")
def test_different_track_of_one_tile_may_be_used():
    # from Delhi by one of the two lines of F16, round by E17 and back over the other to Cawnpore
    tiles = {"F16": "55.0", "F18": "3.4", "E17": "7.2", "G15": "3.0", "G17": "69.4"}
    table = running("NWR", tiles, ["3"], phase="3", tokens=["G17.0"])
    assert income(table, "NWR runs 3: F14.2 F16.1 F18.0 E17 F16.0 G15.0 G17.0") == 40 + 4 * 10 + 20


@pytest.mark.rule("1853-4.5.5-2")
def test_no_city_twice_even_by_another_station():
    # a loop from Calcutta's north-west station to its south-west one
    table = running("EIR", LOOP, ["3"], phase="3")
    assert table.refused(LOOP_RUN) == "1853-4.5.5-2"


# I27 from Calcutta (SE) to the west (I25), J26 from there (NE) to the south-east (K27), K27 to Calcutta (NE)
LOOP = {"I27": "58.2", "I25": "7.1", "J26": "4.2", "K27": "7.5"}
LOOP_RUN = "EIR runs 3: J28.0 I27.0 I25 J26.0 K27 J28.1"


@pytest.mark.rule("1853-4.5.6-1", "1853-4.5.6-2")
def test_a_full_city_of_others_ends_a_route():
    others = {"MSM": {"B": 3, "tokens": ["R16.0"]}}
    table = running(trains=["3"], phase="3", others=others)
    assert table.refused("SIR runs 3: T16.0 S15 R16.0 Q15 P16 O15.0") == "1853-4.5.6-1"
    assert income(table, "SIR runs 3: T16.0 S15 R16.0") == 40


@pytest.mark.rule("1853-4.5.7-1", "1853-4.5.7-2")
@pytest.mark.parametrize(
    ("tile", "tokens", "open_"), [("15.3", ["MSM"], True), ("15.3", ["MSM", "ECR"], False)]
)
def test_a_free_space_leaves_the_city_open(tile, tokens, open_):
    others = {c: {"B": 3, "tokens": ["R16.0"]} for c in tokens}
    table = running(tiles={**ROW, "R16": tile}, trains=["3"], phase="3", others=others)
    way = "SIR runs 3: T16.0 S15 R16.0 Q15 P16 O15.0"
    assert table.allows(way) == open_
    if not open_:
        assert table.refused(way) == "1853-4.5.6-1"


@pytest.mark.rule("1853-4.5.7-2", "1853-4.5.7-1")
@pytest.mark.parametrize("spaces", [2, 3])
def test_three_spaces_are_all_full_before_the_city_is_closed(spaces):
    tokens = {"MSM": [], "ECR": ["R18.0"], "GIP": ["R18.0"]}  # Madras, brown; the home of MSM
    others = {company: {"B": 3, "tokens": tokens[company]} for company in list(tokens)[:spaces]}
    tiles = {**line("T16 S17 R18"), "R18": "105.3", "R16": "5.0"}
    table = running(tiles=tiles, trains=["3"], phase="4", others=others)
    refusal = table.refusal("SIR runs 3: T16.0 S17.0 R18.0 R16.0")
    assert (refusal.rule if refusal else None) == ("1853-4.5.6-1" if spaces == 3 else None)


@pytest.mark.rule("1853-4.5.7-2")
def test_separate_stations_are_judged_by_themselves():
    # Bombay's two stations: the southern one is full, the northern one only if BBCI is large
    for large in (False, True):
        table = india(companies={"GIP": {"A": 3}, "BBCI": {"B": 3, "large": large}})
        assert [table.s.board.closed_to("MSM", ("M9", stop)) for stop in (0, 1)] == [large, True]
        assert [table.s.board.closed_to("GIP", ("M9", stop)) for stop in (0, 1)] == [large, False]


@pytest.mark.rule("1853-4.5.9-1")
def test_a_city_is_left_by_any_other_side():
    tiles = {"T16": "15.5", "S17": "4.0", "T18": "3.4", "S15": "8.2", "S13": "3.0"}
    table = running("SIR", tiles, ["2"], phase="3")
    ways = {"S17": "S17.0", "T18": "T18.0", "S13": "S15 S13.0"}  # each begins at another side of Trichinopoly
    for one, other in itertools.permutations(ways, 2):
        there = " ".join(reversed(ways[one].split()))
        assert table.allows(f"SIR runs 2: {there} T16.0 {ways[other]}")


@pytest.mark.rule("1853-4.5.10-1", "1853-4.5.10-2")
def test_trains_of_a_company_share_stations_but_no_track():
    table = running(trains=["2", "2"], tokens=["R16.0"])
    assert table.refused("SIR runs 2: T16.0 S15 R16.0 | 2: T16.0 S15 R16.0") == "1853-4.5.10-1"
    assert income(table, "SIR runs 2: T16.0 S15 R16.0 | 2: R16.0 Q15 P16 O15.0") == 80


@pytest.mark.rule("1853-4.5.10-3")
def test_a_green_branching_serves_one_train():
    table = running("SIR", BRANCH, ["2", "2"], phase="3", tokens=["R14.0"])
    assert table.allows("SIR runs 2: T16.0 S15 R14.0")
    assert table.allows("SIR runs 2: T16.0 S15 R16.0")
    # one leg each: the routes meet on the stem of the branching
    assert table.refused("SIR runs 2: T16.0 S15 R14.0 | 2: R16.0 S15 R14.0") == "1853-4.5.10-1"


# a green branching on S15: sides south-east (Trichinopoly), north-west (Mysore) and north-east (Bangalore)
BRANCH = {"T16": "6.3", "S15": "82.5", "R14": "69.2", "R16": "6.1"}


@pytest.mark.rule("1853-4.6.3-1")
def test_no_station_is_skipped():
    table = running(trains=["2"])
    assert table.refused("SIR runs 2: T16.0 S15 R16 Q15 P16 O15.0") == "1853-4.6.3-1"


@pytest.mark.rule("1853-4.8.18-2", "1853-4.5.4-4")
def test_a_1m_runs_one_large_station_of_its_own_and_small_ones():
    tiles = {"T16": "76.3", "U15": "74.0", "V14": "72.0", "S15": "78.0", "R16": "113.3"}
    table = running("SIR", tiles, ["1M"])
    assert income(table, "SIR runs 1M: V14.0 U15.0 T16.0") == 40
    again = running("SIR", tiles, ["1M"])
    assert again.refused("SIR runs 1M: T16.0 S15 R16.0") == "1853-4.5.4-1"
    assert again.refused("SIR runs 1M: U15.0 V14.0") == "1853-4.4.3-1"
    foreign = running("SIR", tiles, ["1M"], tokens=["R16.0"])
    assert foreign.refused("SIR runs 1M: T16.0 S15 R16.0") == "1853-4.5.4-1"


# -- the search is exact --------------------------------------------------------------------------


def brute_force(s, company, wanted=frozenset()):
    """The best total of income and mail over every set of routes that comes to some hexes; -1 if none does."""
    graph, network = s.board.tracks.graph, network_of(s, company)
    trains = [as_train(s, graph, company, card) for card in s.trains[company]]
    choices = []
    for train in trains:
        routes: list[Any] = [(0, 0, 0, frozenset())]
        for stops, links in _routes(network, train):
            mask = 0
            been = {graph.places[stop][0] for stop in stops}
            for link in links:
                mask |= network.links[link].mask
                been.update(network.links[link].path)
            values = [train.values[stop] for stop in stops]
            routes.append((mask, sum(values), values[0] + values[-1], wanted & been))
        choices.append(routes)
    most = -1
    for chosen in itertools.product(*choices):
        masks = [route[0] for route in chosen]
        comes = wanted == frozenset().union(*(route[3] for route in chosen))
        if comes and all(not a & b for a, b in itertools.combinations(masks, 2)):
            most = max(most, sum(route[1] for route in chosen) + max(route[2] for route in chosen))
    return most


@pytest.mark.rule("1853-4.6.6-1", "1853-4.5.4-1", "1853-4.5.3-1")
@pytest.mark.parametrize("seed", range(6))
def test_the_best_runs_are_the_best_with_mail(seed):
    rng = random.Random(seed)
    game = Game(TITLE, list("ABC"), seed, {})
    checked = 0
    while not game.over and checked < 6 and len(game.actions) < 900:
        s: Any = game.state
        if s.top.stage == "turn" and any(" runs " in str(a) for a in game.legal_actions()):
            company = s.top.company
            graph = s.board.tracks.graph
            routes = [
                len(list(_routes(network_of(s, company), as_train(s, graph, company, card))))
                for card in s.trains[company]
            ]
            size = 1
            for number in routes:
                size *= number + 1
            if size < 20000:
                assert best(s, company)[1] == brute_force(s, company)
                network = network_of(s, company)
                near = sorted({graph.places[stop][0] for link in network.links for stop in (link.a, link.b)})
                for wanted in (rng.sample(near, min(n, len(near))) for n in (1, 2)):
                    found = best_to(s, company, wanted)
                    assert (found[1] if found else -1) == brute_force(s, company, frozenset(wanted))
                checked += 1
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    assert checked
