"""Phases 1 to 4: cubes, influence markers, the auction, the two orders (N7, N13 to N21)."""

import json

import pytest

from kursbuch.core import Chance
from kursbuch.titles.nuremberg.rules.rounds import draw_markers
from kursbuch.titles.nuremberg.rules.track import moved, ranking
from tests.titles.nuremberg.helpers import (
    after,
    listed,
    new,
    points,
    position,
    random_game,
    refused,
    table,
    told,
)


@pytest.mark.rule("FTN-7-1", "FTN-7-2", "FTN-21-3")
def test_whoever_arrives_last_lies_on_top_and_leads():
    # U1 gives B two white and the drawn third; A has stood on white 3 for long, and L1 gives him no white
    game = position(phase=3, white={"A": 3}, cubes={"B": 3},
                    bids={"L1": ("A", 8)}, drawn={"U1": "white", "L1": "brown"})  # fmt: skip
    game = after(game, "B bids 3 on U1")
    assert table(game).tracks["white"] == (("B", 3), ("A", 3))
    assert table(game).building_order == ("B", "A")


@pytest.mark.rule("FTN-7-3")
def test_spending_lays_the_marker_on_top_of_the_stack_it_reaches():
    game = position(phase=5, red={"B": 2, "A": 1}, cubes={"B": 1}, building="BA")
    game = after(game, "B builds fuerth-zirndorf")
    assert table(game).tracks["red"] == (("B", 1), ("A", 1))


@pytest.mark.rule("FTN-13-1")
def test_twelve_cubes_in_the_first_round():
    s = table(position(3, phase=1, round=1))
    assert set(s.hand.values()) == {12}
    assert set(s.supply.values()) == {3}


@pytest.mark.rule("FTN-13-2", "FTN-13-3")
@pytest.mark.parametrize(("kept", "hand", "supply"), [(5, 15, 0), (2, 14, 1), (3, 15, 0), (15, 15, 0)])
def test_kept_cubes_stay_and_the_supply_sets_a_limit(kept, hand, supply):
    s = table(position(phase=1, round=2, cubes={"A": kept}))
    assert (s.hand["A"], s.supply["A"]) == (hand, supply)


@pytest.mark.rule("FTN-14-1")
def test_the_bag_is_filled_in_round_one_only():
    s = table(position(3, phase=2, round=1))
    assert sum(s.bag.values()) + len(s.drawn) == 12
    everything = {c: s.bag[c] + list(s.drawn.values()).count(c) for c in s.bag}
    assert everything == {"white": 4, "brown": 4, "red": 2, "green": 2}
    later = table(position(3, phase=10, round=1)).copy()
    later.bag, later.drawn = {"white": 6, "brown": 0, "red": 0, "green": 0}, {}  # as if six were lost
    draw_markers(later)
    assert (sum(later.bag.values()), set(later.drawn.values())) == (0, {"white"})


@pytest.mark.rule("FTN-14-2")
@pytest.mark.parametrize(("players", "left"), [(2, 8), (3, 6), (4, 4)])
def test_one_marker_is_drawn_for_each_box_in_use(players, left):
    s = table(new(players))
    assert list(s.drawn) == [f"{row}{c}" for row in "UL" for c in range(1, players + 1)]
    assert sum(s.bag.values()) == left
    draws = [tuple(table(new(players, seed)).drawn.values()) for seed in range(8)]
    assert len(set(draws)) > 1


@pytest.mark.rule("FTN-14-3")
@pytest.mark.parametrize("moves", [0, 5, 40, 100])
def test_nobody_sees_what_the_bag_will_give(moves):
    game = random_game(3, seed=21, moves=moves)
    other = game.clone()
    other.state = other.state.copy()
    other.state.chance = Chance(987654321, count=game.state.chance.count + 3)
    for player in (*game.players, None):
        assert json.dumps(game.view(player)) == json.dumps(other.view(player))
    shown = game.view("A")["position"]
    assert sum(shown["bag"].values()) == 12 - 6
    assert [box["drawn"] for box in shown["boxes"].values()] == list(table(game).drawn.values())


@pytest.mark.rule("FTN-15-1")
def test_each_colour_has_a_track_of_its_own():
    # L2 gives 1 white and 2 red; with a drawn red that makes 3 red
    game = position(phase=3, cubes={"A": 2}, bids={"U1": ("B", 8), "U2": ("B", 7)},
                    drawn={"L2": "red", "U1": "brown", "U2": "brown"})  # fmt: skip
    game = after(game, "A bids 2 on L2")
    assert points(game, "A") == {"white": 1, "brown": 0, "red": 3, "green": 0}


@pytest.mark.rule("FTN-16-1", "FTN-19-1")
def test_bids_go_round_in_player_order_until_all_have_two():
    game = position(3, phase=3, order="BCA", cubes={"A": 12, "B": 12, "C": 12})
    bidders = []
    for box in ("U1", "U2", "U3", "L1", "L2", "L3"):
        assert table(game).phase == 3
        (bidder,) = game.acting
        bidders.append(bidder)
        game = after(game, f"{bidder} bids 3 on {box}")
    assert bidders == ["B", "C", "A", "B", "C", "A"]
    assert table(game).phase == 5
    assert table(game).bids == {}


@pytest.mark.rule("FTN-16-2")
def test_a_player_who_can_bid_must():
    game = position(phase=3, cubes={"A": 5, "B": 12}, bids={"U1": ("A", 7)})
    assert game.acting == ("A",)
    assert refused(game, "A passes") == "FTN-16-2"
    assert listed(game) == listed(game, "bids")


@pytest.mark.rule("FTN-16-3")
def test_a_player_with_two_bids_is_passed_over():
    game = position(
        phase=3, order="AB", cubes={"A": 5, "B": 9}, bids={"U1": ("A", 5), "U2": ("A", 5), "L1": ("B", 6)}
    )
    assert game.acting == ("B",)
    assert refused(game, "A bids 5 on L2") == "FTN-6-4"


@pytest.mark.rule("FTN-16-4")
def test_bids_only_on_boxes_in_use():
    game = position(2, phase=3, cubes={"A": 12})
    assert refused(game, "A bids 5 on U3") == "FTN-16-4"
    assert refused(game, "A bids 5 on X9") == "FTN-16-4"


@pytest.mark.rule("FTN-16-5")
def test_cubes_in_a_box_back_no_second_bid():
    game = position(phase=3, cubes={"A": 12, "B": 12})
    game = after(game, "A bids 8 on U1", "B bids 3 on U2")
    assert table(game).hand["A"] == 4
    assert refused(game, "A bids 5 on L1") == "FTN-16-5"
    assert table(after(game, "A bids 4 on L1")).bids["U1"] == ("A", 8)


@pytest.mark.rule("FTN-17-1", "FTN-17-2")
def test_the_lowest_bids():
    game = position(phase=3, cubes={"A": 12, "B": 12})
    assert refused(game, "A bids 2 on U1") == "FTN-17-1"
    assert refused(game, "A bids 1 on L1") == "FTN-17-2"
    assert refused(game, "A bids 0 on L1") == "FTN-17-2"
    assert table(after(game, "A bids 3 on U1")).bids == {"U1": ("A", 3)}
    assert table(after(game, "A bids 2 on L1")).bids == {"L1": ("A", 2)}


@pytest.mark.rule("FTN-17-3", "FTN-17-4")
def test_a_higher_bid_drives_the_lower_out():
    game = position(phase=3, order="AB", cubes={"A": 12, "B": 7}, bids={"U1": ("B", 4), "L1": ("B", 3)})
    assert refused(game, "A bids 4 on U1") == "FTN-17-3"
    game = after(game, "A bids 5 on U1")
    assert table(game).bids == {"U1": ("A", 5), "L1": ("B", 3)}
    assert table(game).hand["B"] == 11


@pytest.mark.rule("FTN-17-5")
def test_a_displaced_player_waits_for_his_turn():
    game = position(3, phase=3, order="ABC", cubes={"A": 12, "B": 12, "C": 9}, bids={"U1": ("C", 4)})
    game = after(game, "A bids 5 on U1")
    assert game.acting == ("B",)
    game = after(game, "B bids 3 on U2")
    assert game.acting == ("C",)


@pytest.mark.rule("FTN-17-6")
def test_nobody_outbids_himself():
    game = position(phase=3, cubes={"A": 12, "B": 12}, bids={"U1": ("A", 3)})
    assert refused(game, "A bids 5 on U1") == "FTN-17-6"
    assert not any(line.endswith("U1") for line in listed(game, "bids"))


@pytest.mark.rule("FTN-17-7")
def test_a_displaced_player_may_come_back_with_more():
    game = position(phase=3, order="AB", cubes={"A": 12, "B": 12})
    game = after(game, "A bids 4 on U1", "B bids 5 on U1", "A bids 6 on U1")
    assert table(game).bids == {"U1": ("A", 6)}


@pytest.mark.rule("FTN-17-8")
def test_every_amount_up_to_the_hand_is_open():
    game = position(phase=3, cubes={"A": 12, "B": 12})
    (bid,) = [action for action in game.legal_actions() if "L1" in str(action)]
    assert (bid.lo, bid.hi, bid.step) == (2, 12, 1)
    assert all(game.why_not(bid.at(n)) is None for n in range(2, 13))
    assert refused(game, str(bid.at(13))) == "FTN-16-5"


@pytest.mark.rule("FTN-18-1", "FTN-19-4")
def test_a_player_without_cubes_ends_with_one_box():
    game = position(phase=3, order="AB", cubes={"A": 12, "B": 12}, drawn={"L2": "green"})
    game = after(game, "A bids 12 on U1", "B bids 3 on U2")
    assert game.acting == ("B",)  # A is skipped
    game = after(game, "B bids 2 on L1")
    assert table(game).phase == 5
    assert told(game, "box_won") == [
        {"player": "A", "box": "U1", "cubes": 12, "gains": {"white": 3, "brown": 1, "red": 1}},
        {"player": "B", "box": "U2", "cubes": 3, "gains": {"white": 2, "brown": 2, "green": 1}},
        {"player": "B", "box": "L1", "cubes": 2, "gains": {"brown": 1, "green": 2, "white": 1}},
    ]
    # L2 had no bid: nobody has its 2 red, and its marker stays
    assert points(game, "B")["red"] == 0
    assert table(game).drawn["L2"] == "green"


@pytest.mark.rule("FTN-18-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_ends_without_a_box(players):
    for seed in range(6):
        won = [
            event.values["player"] for event in random_game(players, seed).events if event.key == "box_won"
        ]
        assert all(won.count(player) >= 5 for player in "ABCD"[:players])


@pytest.mark.rule("FTN-18-2")
def test_cubes_that_come_back_must_be_bid_again():
    game = position(phase=3, order="AB", cubes={"B": 13}, bids={"U1": ("A", 12)})
    assert game.acting == ("B",)
    game = after(game, "B bids 13 on U1")
    assert game.acting == ("A",)
    assert refused(game, "A passes") == "FTN-16-2"


@pytest.mark.rule("FTN-19-2")
def test_boxes_are_settled_upper_row_first_from_the_left():
    game = position(phase=3, order="AB", cubes={"A": 2},
                    bids={"L1": ("B", 2), "U2": ("B", 3), "U1": ("A", 3)},
                    drawn={"U1": "white", "U2": "white", "L1": "white", "L2": "white"})  # fmt: skip
    game = after(game, "A bids 2 on L2")
    assert [won["box"] for won in told(game, "box_won")] == ["U1", "U2", "L1", "L2"]
    # white: A 3 by U1, B 2 and 3 by U2 and L1, then A 5 by L2
    assert table(game).tracks["white"] == (("A", 5), ("B", 3))
    # brown: A 1 by U1, B 2 by U2 and 3 by L1; green: B only
    assert table(game).tracks["brown"] == (("B", 3), ("A", 1))


@pytest.mark.rule("FTN-19-2", "FTN-7-1")
def test_the_box_settled_last_lays_its_marker_on_top():
    game = position(phase=3, order="AB", cubes={"A": 3}, bids={"L2": ("B", 2), "L1": ("B", 2)},
                    drawn={"U1": "white", "L2": "white", "L1": "white"})  # fmt: skip
    game = after(game, "A bids 3 on U1")
    assert table(game).tracks["white"] == (("B", 3), ("A", 3))
    assert table(game).building_order == ("B", "A")


@pytest.mark.rule("FTN-19-3")
def test_printed_and_drawn_markers_count_every_round():
    for number in (1, 2):
        game = position(phase=3, round=number, order="AB", cubes={"A": 3},
                        bids={"U2": ("B", 3), "L1": ("B", 2)}, drawn={"U1": "white"})  # fmt: skip
        game = after(game, "A bids 3 on U1")
        assert points(game, "A") == {"white": 3, "brown": 1, "red": 1, "green": 0}


@pytest.mark.rule("FTN-19-5")
def test_cubes_bid_go_to_the_supply():
    game = position(
        phase=3, order="AB", cubes={"A": 8}, bids={"U1": ("A", 4), "U2": ("B", 8), "L2": ("B", 7)}
    )
    before = table(game).supply["A"]
    game = after(game, "A bids 3 on L1")
    assert (table(game).hand["A"], table(game).supply["A"]) == (5, before + 7)


@pytest.mark.rule("FTN-20-1")
def test_points_beyond_the_end_of_the_track_are_lost():
    game = position(phase=3, order="AB", white={"A": 9}, cubes={"A": 3},
                    bids={"U2": ("B", 3), "L1": ("B", 2)}, drawn={"U1": "white"})  # fmt: skip
    assert points(after(game, "A bids 3 on U1"), "A")["white"] == 10


@pytest.mark.rule("FTN-20-2")
def test_a_marker_at_the_end_goes_to_the_top_when_it_would_advance():
    game = position(phase=3, order="AB", white={"B": 10, "A": 10}, cubes={"A": 3},
                    bids={"L1": ("B", 2)}, drawn={"U1": "white", "L1": "brown"})  # fmt: skip
    game = after(game, "A bids 3 on U1")
    assert table(game).tracks["white"] == (("A", 10), ("B", 10))
    assert moved((("B", 10), ("A", 10)), "A", 1, (0, 10)) == (("A", 10), ("B", 10))


@pytest.mark.rule("FTN-21-1", "FTN-21-2")
def test_white_sets_the_building_order_and_brown_the_train_order():
    s = table(position(3, phase=4, white={"A": 2, "B": 5, "C": 3}, brown={"A": 4, "B": 1, "C": 3}))
    assert s.building_order == ("B", "C", "A")
    assert s.train_order == ("A", "C", "B")
    assert s.order == ("A", "B", "C")


@pytest.mark.rule("FTN-21-3")
def test_among_equals_the_top_of_the_stack_is_first():
    s = table(position(3, phase=4, brown={"B": 3, "A": 3}, white={"C": 2, "B": 2, "A": 2}))
    assert s.train_order == ("B", "A", "C")
    assert s.building_order == ("C", "B", "A")


@pytest.mark.rule("FTN-21-4")
def test_spending_leaves_the_orders_alone():
    game = position(
        phase=4, white={"B": 5, "A": 2}, green={"B": 1}, pieces={"erlangen": "landowner landowner"}
    )
    game = after(game, "B builds nbg_nord-kraftshof-erlangen")
    assert points(game, "B")["white"] == 1
    assert ranking(table(game).tracks["white"]) == ("A", "B")
    assert table(game).building_order == ("B", "A")


@pytest.mark.rule("FTN-21-4")
def test_brown_points_spent_leave_the_train_order_alone():
    game = position(3, phase=4, brown={"B": 5, "C": 4, "A": 3}, white={"B": 1}, green={"B": 1})
    assert table(game).train_order == ("B", "C", "A")
    game = after(game, "B builds nbg_nord-kraftshof-erlangen", "B pays 2 brown", "A passes", "C passes")
    assert ranking(table(game).tracks["brown"]) == ("C", "B", "A")
    assert game.acting == ("B",)
    game = after(game, "B buys T31")
    assert table(game).train_order == ("B", "C", "A")
    assert game.acting == ("C",)
