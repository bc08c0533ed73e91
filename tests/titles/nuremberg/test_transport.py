"""Phase 6: trains, the exchange, transports, the common loading (N31 to N38)."""

import pytest

from kursbuch.core import BadInput
from kursbuch.titles.nuremberg.rules.actions import Bill
from tests.titles.nuremberg.helpers import after, listed, points, position, refused, table, told

KRAFTSHOF = {"A": ["nbg_nord-kraftshof-erlangen"]}  # A's line through Kraftshof to Erlangen


def moving(**more):
    """Phase 6; unless said otherwise A owns a line through Kraftshof and a train for two and two."""
    return position(**{"phase": 6, "links": KRAFTSHOF, "trains": {"T31": "A"}, **more})


@pytest.mark.rule("FTN-31-1")
def test_one_action_at_a_turn_in_train_order():
    game = position(3, phase=6, trains_in="ACB", brown={"A": 10, "B": 10, "C": 10})
    actors = []
    for train in ("T11", "T12", "T13", "T21", "T22", "T23"):
        (player,) = game.acting
        actors.append(player)
        game = after(game, f"{player} buys {train}")
    assert actors == ["A", "C", "B", "A", "C", "B"]


@pytest.mark.rule("FTN-31-2")
def test_buying_and_carrying_in_any_sequence():
    game = moving(pieces={"kraftshof": "post post", "erlangen": "green"}, brown={"A": 1})
    game = after(game, "A carries post from kraftshof in T31")
    game = after(game, "A buys T11")
    game = after(game, "A carries green from erlangen in T11")
    assert table(game).loads == {"T31": ("post",), "T11": ("green",)}


@pytest.mark.rule("FTN-31-3")
def test_a_train_costs_its_row_in_brown():
    for row in (1, 2, 3):
        game = after(position(phase=6, brown={"A": 3}), f"A buys T{row}1")
        assert points(game, "A")["brown"] == 3 - row
    game = position(phase=6, brown={"A": 2})
    assert refused(game, "A buys T31") == "FTN-31-3"


@pytest.mark.rule("FTN-31-4")
def test_the_buyer_puts_a_locomotive_on_his_train():
    game = after(position(phase=6, brown={"A": 3}), "A buys T21")
    assert table(game).trains == {"T21": "A"}
    assert table(game).locomotives["A"] == 2


@pytest.mark.rule("FTN-31-5")
def test_one_train_of_each_price():
    game = position(phase=6, brown={"A": 10, "B": 10}, trains={"T11": "A"})
    assert refused(game, "A buys T12") == "FTN-31-5"
    game = after(game, "A buys T21", "B buys T12", "A buys T31", "B buys T22")
    assert table(game).locomotives["A"] == 0
    assert game.acting == ("B",)  # A has three trains and nothing to do


@pytest.mark.rule("FTN-31-6")
def test_a_train_is_sold_once_a_round():
    game = position(phase=6, brown={"A": 10}, trains={"T21": "B"})
    assert refused(game, "A buys T21") == "FTN-31-6"
    assert "A buys T21" not in listed(game)


@pytest.mark.rule("FTN-31-7", "FTN-31-8")
def test_a_pass_is_free_and_final():
    game = position(phase=6, brown={"A": 3, "B": 10})
    game = after(game, "A passes")
    assert points(game, "A")["brown"] == 3
    for train in ("T11", "T21", "T31"):
        assert game.acting == ("B",)
        assert refused(game, "A buys T12") == "FTN-6-4"
        game = after(game, f"B buys {train}")
    assert table(game).phase != 6


@pytest.mark.rule("FTN-31-8", "FTN-33-6")
def test_that_all_must_pass_in_succession_is_an_option():
    game = position(phase=6, brown={"A": 3, "B": 10}, options={"passing": "until all pass"})
    game = after(game, "A passes", "B buys T11")
    assert game.acting == ("A",)
    game = after(game, "A buys T12", "B passes")
    assert game.acting == ("A",)
    assert table(after(game, "A passes")).phase != 6


@pytest.mark.rule("FTN-32-1")
def test_three_of_any_kind_stand_for_one_brown():
    game = position(phase=6, brown={"A": 1, "B": 1}, white={"A": 2}, cubes={"A": 1})
    game = after(game, "A buys T21")
    assert told(game, "paid")[-1]["bill"] == "1 cube + 2 white + 1 brown"
    assert set(points(game, "A").values()) == {0}
    assert table(game).hand["A"] == 0


@pytest.mark.parametrize("amount", [-1, 1000, 0.5])
def test_no_bill_has_less_than_nothing_or_parts_of_a_cube(amount):
    with pytest.raises(BadInput):
        Bill.read(Bill(cubes=amount), "bill")
    assert Bill.read(Bill(cubes=999), "bill").cubes == 999


@pytest.mark.rule("FTN-32-1", "FTN-32-3")
def test_the_mix_of_an_exchange_is_chosen():
    game = position(phase=6, brown={"A": 1, "B": 1}, white={"A": 2}, red={"A": 1}, cubes={"A": 2})
    game = after(game, "A buys T21")
    assert game.acting == ("A",)
    assert refused(game, "A pays 1 brown") == "FTN-31-3"
    assert refused(game, "A pays 3 cubes") == "FTN-31-3"  # worth one brown point of two
    assert refused(game, "A pays 2 brown + 3 cubes") == "FTN-32-3"
    for unreadable in ("A pays 1 cube + 1 cubes", "A pays much", "A pays 1 brown + ?"):
        with pytest.raises(BadInput):
            after(game, unreadable)
    assert set(listed(game)) == {
        "A pays 2 cubes + 1 white + 1 brown",
        "A pays 1 cube + 2 white + 1 brown",
        "A pays 2 white + 1 brown + 1 red",
        "A pays 1 cube + 1 white + 1 brown + 1 red",
        "A pays 2 cubes + 1 brown + 1 red",
    }
    assert refused(game, "A pays 2 cubes + 2 white") == "FTN-32-1"
    assert refused(game, "A pays 1 brown + 1 white") == "FTN-32-1"
    assert refused(game, "A pays 1 brown + 3 red") == "FTN-32-1"
    game = after(game, "A pays 2 white + 1 brown + 1 red")
    assert (table(game).hand["A"], points(game, "A")["red"]) == (2, 0)


@pytest.mark.rule("FTN-32-2")
def test_the_exchange_may_be_made_several_times():
    game = position(phase=6, cubes={"A": 6}, brown={"B": 1})
    later = after(game, "A buys T21")
    assert table(later).hand["A"] == 0
    assert refused(game, "A buys T31") == "FTN-31-3"


@pytest.mark.rule("FTN-32-3")
def test_brown_is_never_stored_up():
    game = position(phase=6, cubes={"A": 6}, brown={"A": 2}, white={"A": 3})
    assert refused(game, "A pays 3 cubes") == "FTN-47-2"  # no exchange without a purchase
    buying = after(game, "A buys T11")
    assert refused(buying, "A pays 6 cubes") == "FTN-32-3"
    assert refused(buying, "A pays 1 brown + 3 cubes") == "FTN-32-3"


@pytest.mark.rule("FTN-32-1", "FTN-32-3")
def test_own_brown_points_may_be_kept_while_others_are_exchanged():
    game = after(position(phase=6, cubes={"A": 3}, brown={"A": 2}, white={"A": 3}), "A buys T21")
    bills = {action.removeprefix("A pays ") for action in listed(game)}
    assert {"2 brown", "3 cubes + 1 brown", "3 white + 1 brown", "3 cubes + 3 white"} <= bills
    assert len(bills) == 2 + 4  # with one exchange any of 4 mixes, with two all six others
    kept = after(game, "A pays 3 cubes + 3 white")
    assert points(kept, "A") == {"white": 0, "brown": 2, "red": 0, "green": 0}


@pytest.mark.rule("FTN-33-1")
def test_a_transport_takes_one_piece_from_the_board():
    game = moving(pieces={"kraftshof": "post post"}, trains={"T11": "A"}, brown={"B": 1})
    game = after(game, "A carries post from kraftshof in T11")
    assert table(game).board["kraftshof"] == ("post",)
    assert table(game).loads["T11"] == ("post",)
    game = moving(pieces={"kraftshof": "landowner"}, brown={"A": 1})
    assert refused(game, "A carries landowner from kraftshof in T31") == "FTN-33-1"
    assert refused(game, "A carries post from kraftshof in T31") == "FTN-33-1"


@pytest.mark.rule("FTN-33-2")
def test_nothing_is_carried_without_a_free_place():
    game = moving(pieces={"kraftshof": "post"}, trains={"T21": "B"}, brown={"A": 1})
    assert refused(game, "A carries post from kraftshof in T11") == "FTN-33-2"
    assert refused(game, "A carries post from kraftshof in T21") == "FTN-33-2"  # B's train
    game = moving(pieces={"kraftshof": "post"}, trains={"T11": "A red beer"}, brown={"A": 2})
    assert refused(game, "A carries post from kraftshof in T11") == "FTN-33-2"


@pytest.mark.rule("FTN-33-3")
def test_passengers_and_goods_have_places_of_their_own():
    game = moving(pieces={"kraftshof": "post", "erlangen": "green"}, trains={"T12": "A"})
    assert refused(game, "A carries post from kraftshof in T12") == "FTN-33-3"
    assert listed(game, "carries") == ["A carries green from erlangen in T12"]
    game = moving(players=3, pieces={"kraftshof": "post", "erlangen": "green"}, trains={"T13": "A"})
    assert refused(game, "A carries green from erlangen in T13") == "FTN-33-3"


@pytest.mark.rule("FTN-33-4")
def test_the_player_chooses_the_train():
    game = moving(pieces={"erlangen": "green"}, trains={"T11": "A", "T31": "A"})
    assert listed(game, "carries") == [
        "A carries green from erlangen in T11",
        "A carries green from erlangen in T31",
    ]
    for train, worth in (("T11", 1), ("T31", 3)):
        later = after(game, f"A carries green from erlangen in {train}")
        assert table(later).vp["A"] == worth  # nothing else to do: the round was scored


@pytest.mark.rule("FTN-33-5")
def test_a_piece_taken_is_gone_for_the_others():
    game = moving(pieces={"kraftshof": "post"}, links={**KRAFTSHOF, "B": ["heroldsberg-kraftshof"]},
                  trains={"T31": "A", "T32": "B"}, brown={"A": 1, "B": 1})  # fmt: skip
    game = after(game, "A carries post from kraftshof in T31")
    assert game.acting == ("B",)
    assert listed(game, "carries") == []
    assert refused(game, "B carries post from kraftshof in T32") == "FTN-33-1"


@pytest.mark.rule("FTN-33-6")
def test_the_actions_end_when_nobody_wants_or_is_able_to_act():
    game = position(3, phase=6, brown={"A": 1, "B": 1})
    game = after(game, "A passes", "B passes")  # C can neither buy nor carry and is not asked
    assert table(game).phase != 6


@pytest.mark.rule("FTN-33-7")
def test_after_the_actions_all_may_load_what_they_still_can():
    game = moving(pieces={"kraftshof": "post post"}, brown={"B": 1})
    game = after(game, "A passes", "B passes")
    assert (table(game).phase, game.acting) == (6, ("A",))
    game = after(game, "A carries post from kraftshof in T31", "A carries post from kraftshof in T31")
    assert table(game).vp["A"] == 2


@pytest.mark.rule("FTN-33-8")
def test_no_train_is_bought_during_the_common_loading():
    game = moving(phase="loading", pieces={"kraftshof": "post"}, brown={"A": 3})
    assert game.acting == ("A",)
    assert refused(game, "A buys T11") == "FTN-33-8"


@pytest.mark.rule("FTN-33-9")
def test_nobody_has_to_load():
    game = moving(pieces={"kraftshof": "post"})
    game = after(game, "A passes")  # by action
    assert (table(game).phase, game.acting) == (6, ("A",))
    game = after(game, "A passes")  # in the common loading
    assert table(game).phase != 6
    assert table(game).board == {"kraftshof": ("post",)}


@pytest.mark.rule("FTN-33-10")
def test_the_common_loading_goes_in_train_order():
    game = moving(trains_in="BA", pieces={"kraftshof": "post", "erlangen": "green green"},
                  links={**KRAFTSHOF, "B": ["heroldsberg-kraftshof"]}, trains={"T31": "A", "T32": "B"})  # fmt: skip
    game = after(game, "B passes", "A passes")
    assert game.acting == ("B",)
    game = after(game, "B carries post from kraftshof in T32")
    assert game.acting == ("A",)  # nothing is left for B
    assert "A carries post from kraftshof in T31" not in listed(game)
    game = after(game, "A carries green from erlangen in T31")
    assert game.acting == ("A",)  # as many as he likes
    game = after(game, "A carries green from erlangen in T31")
    assert table(game).vp == {"A": 6, "B": 1}  # phase 7 has followed


@pytest.mark.rule("FTN-34-1")
def test_every_own_train_serves_every_own_line():
    game = moving(links={"A": ["nbg_nord-kraftshof", "neumarkt-freystadt"]},
                  pieces={"kraftshof": "post", "freystadt": "post"})  # fmt: skip
    game = after(game, "A carries post from kraftshof in T31", "A carries post from freystadt in T31")
    assert table(game).vp["A"] == 2


@pytest.mark.rule("FTN-35-1")
def test_post_needs_own_track_in_its_area():
    game = moving(pieces={"kraftshof": "post", "poppenreuth": "post"})
    assert refused(game, "A carries post from poppenreuth in T31") == "FTN-35-1"
    assert listed(game, "carries") == ["A carries post from kraftshof in T31"]  # on the way through
    game = moving(links={"A": ["nbg_nord-kraftshof"]}, pieces={"kraftshof": "post"})
    assert listed(game, "carries") == ["A carries post from kraftshof in T31"]  # at the end


@pytest.mark.rule("FTN-35-2")
def test_no_post_where_a_company_has_track():
    game = moving(
        links={**KRAFTSHOF, "green": ["kraftshof-baiersdorf"]}, pieces={"kraftshof": "post"}, brown={"A": 1}
    )
    assert refused(game, "A carries post from kraftshof in T31") == "FTN-35-2"


@pytest.mark.rule("FTN-36-1")
def test_beer_needs_own_track_at_a_station_beside_it():
    game = moving(links={"A": ["bamberg-hoechstadt"]}, pieces={"uehlfeld": "beer"})
    assert listed(game, "carries") == ["A carries beer from uehlfeld in T31"]
    game = moving(links={"A": ["bamberg-burgebrach"]}, pieces={"uehlfeld": "beer"}, brown={"A": 1})
    assert refused(game, "A carries beer from uehlfeld in T31") == "FTN-36-1"


@pytest.mark.rule("FTN-36-2")
def test_beer_is_not_taken_to_a_company_station():
    game = moving(links={"A": ["lauterhofen-amberg"]}, pieces={"happurg": "beer"}, brown={"A": 1})
    assert refused(game, "A carries beer from happurg in T31") == "FTN-36-2"
    game = moving(links={"A": ["lauterhofen-amberg-sulzbach"]}, pieces={"happurg": "beer"})
    assert listed(game, "carries") == ["A carries beer from happurg in T31"]  # Sulzbach is neutral


@pytest.mark.rule("FTN-37-1")
def test_a_passenger_needs_an_own_line_to_his_colour():
    game = moving(pieces={"erlangen": "green red"})
    assert refused(game, "A carries red from erlangen in T31") == "FTN-37-1"
    assert listed(game, "carries") == ["A carries green from erlangen in T31"]
    game = moving(pieces={"forchheim": "green"}, brown={"A": 1})  # nowhere near the line
    assert refused(game, "A carries green from forchheim in T31") == "FTN-37-1"


@pytest.mark.rule("FTN-37-2")
def test_a_station_taken_over_is_a_destination():
    game = moving(links={"A": ["hoechstadt-adelsdorf-erlangen"]}, stations={"hoechstadt": "red"},
                  pieces={"erlangen": "red green"})  # fmt: skip
    assert listed(game, "carries") == ["A carries red from erlangen in T31"]


@pytest.mark.rule("FTN-37-3")
def test_the_south_is_a_destination_for_both():
    game = moving(links={"A": ["the_south-gunzenhausen"]}, pieces={"gunzenhausen": "red green"})
    assert set(listed(game, "carries")) == {
        f"A carries {c} from gunzenhausen in T31" for c in ("red", "green")
    }


@pytest.mark.rule("FTN-37-4")
def test_a_line_of_any_length_through_any_city_will_do():
    line = "forchheim-baiersdorf-kraftshof-nbg_nord-moegeldorf-fischbach-nbg_sued-eibach-schwabach"
    game = moving(links={"A": [line]}, pieces={"forchheim": "red", "schwabach": "green"})
    assert len(table(game).links["A"]) == 8
    later = after(game, "A carries red from forchheim in T31")  # past green Nuremberg North
    assert table(later).loads["T31"] == ("red",)
    assert "A carries green from schwabach in T31" in listed(game)


@pytest.mark.rule("FTN-37-5")
@pytest.mark.parametrize("owner", ["B", "green"])
def test_links_of_others_bridge_no_gap(owner):
    game = moving(links={"A": ["erlangen-kraftshof"], owner: ["kraftshof-nbg_nord"]},
                  pieces={"erlangen": "green"}, brown={"A": 1})  # fmt: skip
    assert refused(game, "A carries green from erlangen in T31") == "FTN-37-1"


@pytest.mark.rule("FTN-38-1")
def test_goods_need_no_destination():
    game = moving(links={"A": ["kraftshof-neunkirchen"]}, pieces={"kraftshof": "post"})
    assert listed(game, "carries") == ["A carries post from kraftshof in T31"]


@pytest.mark.rule("FTN-38-2")
@pytest.mark.parametrize("owner", ["B", "red"])
def test_links_of_others_give_no_access(owner):
    game = moving(links={owner: ["nbg_nord-kraftshof", "bamberg-hoechstadt"]}, brown={"A": 1},
                  pieces={"kraftshof": "post", "uehlfeld": "beer", "hoechstadt": "green"})  # fmt: skip
    assert listed(game, "carries") == []
    rule = {"B": "FTN-38-2", "red": "FTN-35-2"}[owner]
    assert refused(game, "A carries post from kraftshof in T31") == rule
    assert refused(game, "A carries beer from uehlfeld in T31") == "FTN-36-1"
    assert refused(game, "A carries green from hoechstadt in T31") == "FTN-37-1"
