"""Phases 7 and 8, the end of the round and of the game (N6, N39 to N42, N47, N48)."""

from random import Random
from typing import Any

import pytest

from kursbuch.titles.nuremberg.rules.scoring import final_ranking
from kursbuch.titles.nuremberg.rules.track import ranking
from tests.titles.nuremberg.helpers import after, new, position, profit, random_game, refused, table, told

SEVEN = "nbg_nord-kraftshof-erlangen-adelsdorf-hoechstadt-burgebrach-bamberg-hirschaid"
FIVE = "nbg_nord-kraftshof-erlangen-adelsdorf-hoechstadt-burgebrach"


def settled(**more):
    """Phase 7 has just been played, and phase 8 with it."""
    return position(**{"phase": 7, **more})


def ended(**more):
    """The game after the end scoring."""
    game = position(**{"phase": 10, "round": 5, **more})
    assert game.over
    return game


@pytest.mark.rule("FTN-39-1")
def test_each_good_brings_one_point():
    game = settled(players=3, trains={"T31": "A post", "T11": "A beer"})
    assert table(game).vp["A"] == 2


@pytest.mark.rule("FTN-39-2")
def test_a_passenger_brings_the_price_of_his_train():
    game = settled(trains={"T11": "A red", "T21": "A green", "T31": "A red"})
    assert table(game).vp["A"] == 1 + 2 + 3


@pytest.mark.rule("FTN-40-1", "FTN-40-2", "FTN-40-3")
@pytest.mark.parametrize(
    ("trains", "balance"),
    [
        ({"T31": "A beer beer"}, 4),
        ({"T31": "A post post", "T21": "A post"}, 3),
        ({"T11": "A red", "T31": "A green"}, 2),
    ],
)
def test_what_each_piece_earns(trains, balance):
    game = settled(trains=trains)
    assert profit(game, "A") == balance


@pytest.mark.rule("FTN-40-4")
def test_each_own_link_costs_one():
    six = "nbg_nord-kraftshof-erlangen-adelsdorf-hoechstadt-burgebrach-bamberg"
    game = settled(links={"A": [six], "green": ["fuerth-zirndorf"]})
    assert profit(game, "A") == -6


@pytest.mark.rule("FTN-40-5")
def test_the_balance_moves_the_marker_from_where_it_stands():
    game = settled(profit={"A": 2}, trains={"T31": "A beer post red"}, links={"A": [FIVE]})
    assert told(game, "scored")[0] == {"player": "A", "points": 5, "income": 4, "upkeep": 5, "profit": 1}
    assert profit(game, "A") == 1


@pytest.mark.rule("FTN-40-6", "FTN-40-7")
def test_profit_stops_at_either_end():
    game = settled(profit={"A": 4, "B": -12}, trains={"T31": "A beer red"}, links={"B": [FIVE]})
    assert (profit(game, "A"), profit(game, "B")) == (5, -13)


@pytest.mark.rule("FTN-40-8")
def test_the_last_mover_lies_on_top():
    game = settled(order="AB", profit={"A": 0, "B": -1}, trains={"T31": "B post"})
    assert table(game).profit == (("B", 0), ("A", 0))
    game = settled(order="BA", profit={"A": 0, "B": -1}, trains={"T31": "B post"})
    assert table(game).profit == (("A", 0), ("B", 0))


@pytest.mark.rule("FTN-40-9")
def test_a_balance_of_zero_puts_the_marker_on_top():
    game = settled(order="BA", profit={"B": 1, "A": 1})
    assert table(game).profit == (("A", 1), ("B", 1))


@pytest.mark.rule("FTN-40-10")
def test_a_marker_held_by_an_end_goes_on_top():
    game = settled(order="BA", profit={"B": 5, "A": 5}, trains={"T31": "A beer"})
    assert table(game).profit == (("A", 5), ("B", 5))
    game = settled(order="BA", profit={"B": -13, "A": -13}, links={"A": ["fuerth-zirndorf"]})
    assert table(game).profit == (("A", -13), ("B", -13))


@pytest.mark.rule("FTN-40-11")
def test_the_worked_example_of_a_round():
    game = settled(players=3, trains={"T13": "A beer post", "T31": "A red green"}, links={"A": [SEVEN]})
    assert table(game).vp["A"] == 8
    assert profit(game, "A") == -2


@pytest.mark.rule("FTN-41-1", "FTN-41-2")
def test_pieces_are_kept_and_locomotives_come_back():
    game = settled(trains={"T31": "A beer beer", "T21": "A", "T11": "A red"}, kept={"A": {"post": 1}})
    s = table(game)
    assert (s.trains, s.loads, s.locomotives["A"]) == ({}, {}, 3)
    assert s.kept["A"] == (2, 1, 1, 0)  # beer, post, red, green
    s = table(ended(kept={"A": {"beer": 1, "post": 1, "red": 1, "green": 1}}))
    assert s.vp["A"] == 2


@pytest.mark.rule("FTN-42-1", "FTN-42-2")
def test_the_profit_track_sets_the_player_order():
    game = position(3, phase=8, profit={"A": -1, "B": 2, "C": 0})
    assert table(game).order == ("B", "C", "A")
    game = position(3, phase=8, profit={"B": 0, "A": 0, "C": -1})
    assert table(game).order == ("B", "A", "C")


@pytest.mark.rule("FTN-6-4")
def test_three_order_tracks_for_different_phases():
    # bidding by player order, building by white, trains by brown, scoring and take-overs by player order
    game = position(3, phase=3, order="ABC", cubes={"A": 12, "B": 12, "C": 12})
    assert game.acting == ("A",)
    orders: dict[str, Any] = {"order": "ABC", "building": "BCA", "trains_in": "CAB"}
    building = position(3, phase=5, **orders)
    assert building.acting == ("B",)
    trains = position(3, phase=6, brown={"A": 1, "B": 1, "C": 1}, **orders)
    assert trains.acting == ("C",)
    scoring = position(3, phase=7, **orders)
    assert [scored["player"] for scored in told(scoring, "scored")] == ["A", "B", "C"]
    line = {"A": ["bamberg-hirschaid"], "B": ["fuerth-langenzenn"]}
    taking = position(3, phase=9, links=line, green={"A": 1}, red={"B": 1}, order="BCA", building="ABC")
    assert taking.acting == ("B",)


@pytest.mark.rule("FTN-6-5", "FTN-6-6")
@pytest.mark.parametrize(
    ("players", "option", "rounds"), [(2, 5, 5), (3, 5, 5), (4, 5, 5), (2, 4, 5), (3, 4, 5), (4, 4, 4)]
)
def test_five_rounds_and_four_only_if_four_players_choose_so(players, option, rounds):
    game = random_game(players, 7, four_player_rounds=option)
    assert game.over
    assert told(game, "phase")[-1] == {"round": rounds, "phase": 10}
    assert len(told(game, "final_score")) == players
    before = position(players, phase=10, round=rounds - 1, options={"four_player_rounds": option})
    assert not before.over
    assert refused_when_over(game) == "FTN-6-5"


def refused_when_over(game) -> str:
    return refused(game, "A passes")


@pytest.mark.rule("FTN-47-1", "FTN-47-3")
def test_ten_phases_in_fixed_order():
    game, rng = new(3, seed=12), Random(12)
    decided_in = set()
    while not game.over:
        decided_in.add(table(game).phase)
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    phases = [(p["round"], p["phase"]) for p in told(game, "phase")]
    assert phases == [(number, phase) for number in range(1, 6) for phase in range(1, 11)]
    assert decided_in <= {3, 5, 6, 9}


@pytest.mark.rule("FTN-47-2")
def test_no_phase_begins_before_the_last_is_over():
    game = position(phase=5, building="BA", brown={"A": 3, "B": 3}, trains_in="AB")
    assert refused(game, "A buys T11") == "FTN-6-4"
    assert refused(game, "B buys T11") == "FTN-47-2"
    assert table(game).phase == 5


@pytest.mark.rule("FTN-47-3")
def test_phases_without_decisions_pass_by_themselves():
    game = position(phase=6, links={"A": ["bamberg-hirschaid"]}, green={"A": 1})
    assert (table(game).phase, game.acting) == (9, ("A",))
    game = after(game, "A passes")
    assert (table(game).round, table(game).phase) == (2, 3)
    assert all(str(action).split()[1] == "bids" for action in game.legal_actions())


@pytest.mark.rule("FTN-47-4", "FTN-47-5")
def test_the_next_round_begins_and_the_markers_go_back():
    game = position(3, phase=10, round=2)
    assert (table(game).round, table(game).phase) == (3, 3)
    assert told(game, "phase")[:2] == [{"round": 2, "phase": 10}, {"round": 3, "phase": 1}]
    assert sum(table(game).bag.values()) == 12 - 6  # all twelve were there for the new draw
    last = ended(players=3)
    assert (table(last).round, len(table(last).drawn)) == (5, 6)  # no further round, so they stay


@pytest.mark.rule("FTN-47-6")
def test_everything_else_passes_into_the_next_round():
    means: dict[str, Any] = {
        "cubes": {"A": 2},
        "white": {"A": 3},
        "green": {"B": 4},
        "links": {"A": ["fuerth-zirndorf"], "red": ["fuerth-langenzenn"]},
        "kept": {"A": {"beer": 2}},
        "vp": {"A": 11},
        "profit": {"A": -3},
        "pieces": {"kraftshof": "post"},
    }
    s = table(position(phase=10, round=1, **means))
    assert s.round == 2
    assert s.hand["A"] == 2 + 12
    assert (s.points("white", "A"), s.points("green", "B")) == (3, 4)
    assert s.links["A"] == {"fuerth|zirndorf"}
    assert s.kept["A"][0] == 2
    assert (s.vp["A"], dict(s.profit)["A"]) == (11, -3)
    assert s.board == {"kraftshof": ("post",)}


@pytest.mark.rule("FTN-48-1")
@pytest.mark.parametrize(
    ("kept", "points"),
    [
        ({"beer": 3, "post": 2, "red": 2, "green": 4}, 4),
        ({"beer": 5, "post": 5, "red": 5, "green": 0}, 0),
    ],
)
def test_complete_sets_bring_two_each(kept, points):
    assert ended(kept={"A": kept}).scores()["A"] == points


@pytest.mark.rule("FTN-48-2")
def test_the_profit_position_is_added():
    assert ended(vp={"A": 20}, profit={"A": -4}).scores()["A"] == 16
    assert ended(vp={"A": 20}, profit={"A": 3}).scores()["A"] == 23


@pytest.mark.rule("FTN-48-3")
def test_each_own_link_left_costs_a_point():
    six = "nbg_nord-kraftshof-erlangen-adelsdorf-hoechstadt-burgebrach-bamberg"
    game = ended(vp={"A": 20, "B": 7}, links={"A": [six], "red": ["fuerth-zirndorf"]})
    assert game.scores() == {"A": 14, "B": 7}


@pytest.mark.rule("FTN-48-4")
def test_a_total_may_be_negative():
    ten = SEVEN + "-schesslitz-heiligenstadt-ebermannstadt"
    assert ended(vp={"A": 2}, profit={"A": -13}, links={"A": [ten]}).scores()["A"] == -21


@pytest.mark.rule("FTN-48-5", "FTN-48-6", "FTN-48-7")
@pytest.mark.parametrize(
    ("vp", "profit", "winner"),
    [
        ({"A": 31, "B": 28, "C": 30}, {}, "A"),
        ({"A": 30, "B": 32, "C": 1}, {"A": 0, "B": -2}, "A"),  # 30 each
        ({"A": 30, "B": 30, "C": 1}, {"B": 0, "A": 0, "C": 0}, "B"),  # B lies on top
    ],
)
def test_who_wins(vp, profit, winner):
    game = ended(players=3, vp=vp, profit=profit)
    best = max(game.scores().values())
    assert game.scores()[winner] == best
    assert final_ranking(table(game))[0] == winner
    assert told(game, "game_over")[0]["ranking"][0] == winner
    assert game.view(None)["position"]["ranking"][0] == winner
    assert game.view(None)["position"]["winners"] == [winner]
    assert position(3, vp=vp, profit=profit).view(None)["position"]["winners"] == []  # not over yet


@pytest.mark.rule("FTN-48-8")
def test_the_worked_example_of_the_end():
    kept = {"beer": 3, "post": 1, "red": 2, "green": 1}
    game = ended(vp={"A": 24}, kept={"A": kept}, profit={"A": -3}, links={"A": [FIVE]})
    assert game.scores()["A"] == 18
    assert told(game, "final_score")[0]["parts"] == {"sets": 2, "profit": -3, "links": -5}


def test_scores_before_the_end_are_what_the_end_would_bring():
    game = position(phase=5, vp={"A": 24}, profit={"A": -3}, links={"A": [FIVE]})
    assert game.scores()["A"] == 24 - 3 - 5
    assert ranking(table(game).profit) == ("B", "A")
