"""Passes where our game and the recorder ask at different moments: bridged if only one reading is possible."""

import json
from typing import Any

import pytest

from kursbuch.rail.actions import Lay, Pass
from kursbuch.recorded import Unplayable, export_recorded, import_recorded
from tests.titles.shikoku.games import played
from tests.titles.shikoku.test_recorded_powers import AUCTION, IR_FLOATS, company, play, player, private

PASSES = [player(2, "pass"), player(3, "pass"), player(1, "pass")]
TRACK = company("IR", "lay_tile", hex="E2", tile="5-0", rotation=4)


def test_a_recording_that_asks_as_we_do_needs_no_bridge():
    result = import_recorded(export_recorded(played(3, 9)))
    assert (result.match, result.unasked) == (True, ())


def test_a_step_that_only_we_ask_for_is_passed():
    """IR could lay; the recording goes straight to its train."""
    result = play(*AUCTION, *IR_FLOATS, *PASSES, company("IR", "buy_train", train="2-0", price=80))
    assert result.game.state.trains["IR"] == ("2#1",)  # type: ignore[attr-defined]
    assert result.unasked == (14,)
    assert str(result.game.actions[-2]) == "IR passes"


def test_a_turn_that_only_we_ask_for_is_passed():
    """Player 2 could still buy; the recording goes on with player 3."""
    result = play(*AUCTION, *IR_FLOATS, player(3, "buy_shares", shares=["IR_4"]))
    assert (result.unasked, result.game.acting) == ((11,), ("Player 1",))


def test_no_pass_is_added_where_two_deeds_are_told_in_the_wrong_order():
    """Player 2 buys next, and could have bought now: player 3 has acted out of turn."""
    out_of_turn = player(3, "buy_shares", shares=["IR_4"])
    with pytest.raises(Unplayable) as error:
        play(*AUCTION, *IR_FLOATS, out_of_turn, player(2, "buy_shares", shares=["IR_5"]))
    assert error.value.number == 11
    result = play(*AUCTION, *IR_FLOATS, out_of_turn, player(1, "pass"), player(2, "pass"))
    assert result.unasked == (11,)


def test_no_pass_is_added_if_it_does_not_help():
    with pytest.raises(Unplayable) as error:
        play(*AUCTION, *IR_FLOATS, *PASSES, company("IR", "buy_train", train="3-0", price=180))
    assert error.value.number == 14
    assert error.value.refusal.rule == "1889-O-2"  # as it stands, not as it would after passes


def test_a_pass_before_an_action_of_the_step_we_are_at_ends_nothing():
    """The recorder asked for something between track and trains that we do not ask for."""
    result = play(
        *AUCTION,
        *IR_FLOATS,
        *PASSES,
        TRACK,
        company("IR", "pass"),
        company("IR", "buy_train", train="2-0", price=80),
    )
    assert result.game.state.trains["IR"] == ("2#1",)  # type: ignore[attr-defined]
    assert result.unasked == (15,)


def test_a_run_of_nothing_that_nobody_of_ours_is_asked_for_ends_nothing():
    """Early recorders asked a company for runs that had a train and no route."""
    turn = [*AUCTION, *IR_FLOATS, *PASSES, TRACK]
    nothing, train = company("IR", "run_routes", routes=[]), company("IR", "buy_train", train="2-0", price=80)
    result = play(*turn, nothing, train)
    assert result.game.state.trains["IR"] == ("2#1",)  # type: ignore[attr-defined]
    assert result.unasked == (15,)
    with pytest.raises(Unplayable) as error:
        play(*turn, company("SR", "run_routes", routes=[]))
    assert error.value.number == 15


def test_a_pass_of_a_turn_that_has_ended_by_itself_ends_nothing_but_once():
    trains = [company("IR", "buy_train", train=f"2-{n}", price=80) for n in range(4)]
    turn = [*AUCTION, *IR_FLOATS, *PASSES, company("IR", "pass"), *trains]
    result = play(*turn, company("IR", "pass"))
    assert result.unasked == (19,)
    with pytest.raises(Unplayable) as error:
        play(*turn, company("IR", "pass"), company("IR", "pass"))
    assert error.value.number == 20


def test_a_missing_pass_is_seen_in_the_count():
    data: Any = json.loads(export_recorded(played(3, 9)))
    n = next(
        n
        for n, action in enumerate(data["actions"])
        if action["type"] == "pass" and action["entity_type"] == "player" and n > 60
    )
    del data["actions"][n]
    assert import_recorded(json.dumps(data)).unasked


def test_a_company_alone_on_the_board_passes_in_one_turn_and_lays_in_the_next():
    """The pass is not taken for one that ends nothing: what follows belongs to another turn."""
    game = played(2, 59, most=204)
    passed, laid = game.actions[-2:]
    assert isinstance(passed, Pass) and isinstance(laid, Lay) and passed.actor == laid.actor
    before: Any = game.moves[-2].before
    assert before.top.at == 0  # at track
    result = import_recorded(export_recorded(game))
    assert (result.match, result.unasked) == (True, ())
    assert result.game.actions[-2:] == [passed, laid]


def test_a_private_that_has_nothing_to_let_go_ends_nothing():
    result = play(*AUCTION, private("ER", "pass"), *IR_FLOATS)
    assert (result.unasked, result.actions) == ((7,), 11)
    with pytest.raises(Unplayable):
        play(*AUCTION, private("XX", "pass"), *IR_FLOATS)


def test_a_power_that_only_we_ask_for_is_let_go():
    """The Ehime Railway is sold and lets its tile go; the recording does not say so."""
    game = played(4, 27, most=190)
    assert Pass("ER") in game.actions
    data: Any = json.loads(export_recorded(game))
    n = next(n for n, a in enumerate(data["actions"]) if (a["type"], a["entity"]) == ("pass", "ER"))
    del data["actions"][n]
    result = import_recorded(json.dumps(data))
    assert (result.match, result.unasked) == (True, (data["actions"][n]["id"],))
    assert result.game.view()["position"] == game.view()["position"]
