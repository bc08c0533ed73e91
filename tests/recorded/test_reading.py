"""What a file says: actions that count after undo and redo, standing orders, seeds, results. No rules needed."""

import json
from typing import Any

import pytest

from kursbuch.core import BadInput
from kursbuch.recorded import read


def file(*actions: dict[str, Any], **more: Any) -> str:
    numbered = [{"entity": 1, "entity_type": "player", "id": n, **a} for n, a in enumerate(actions, start=1)]
    players = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}]
    return json.dumps({"title": "99XX", "players": players, "actions": numbered, **more})


def kept(*kinds: str | dict[str, Any]) -> list[int]:
    """The numbers of the actions that count."""
    actions = [kind if isinstance(kind, dict) else {"type": kind} for kind in kinds]
    return [action.number for action in read(file(*actions)).actions]


def test_an_undo_takes_back_the_last_action_that_is_no_message():
    assert kept("bid", "bid", "message", "undo") == [1]
    assert kept("bid", "bid", "undo", "undo", "pass") == [5]
    assert kept("undo", "bid") == [2]


def test_an_undo_to_a_number_takes_back_all_after_it():
    assert kept("bid", "bid", "bid", {"type": "undo", "action_id": 1}) == [1]
    assert kept("bid", "bid", {"type": "undo", "action_id": 0}, "pass") == [4]


def test_a_redo_brings_back_one_group_unless_something_else_was_done():
    assert kept("bid", "bid", "bid", {"type": "undo", "action_id": 1}, "redo") == [1, 2, 3]
    assert kept("bid", "bid", "undo", "undo", "redo") == [1]
    assert kept("bid", "bid", "undo", "message", "redo") == [1, 2]
    assert kept("bid", "bid", "undo", "pass", "redo") == [1, 4]


def test_actions_marked_as_undone_do_not_count():
    assert kept("bid", {"type": "bid", "skip": True}, "pass") == [1, 3]


def test_messages_and_standing_orders_have_no_effect_but_what_they_add_has():
    added = [{"type": "pass", "entity": 2, "entity_type": "player"}]
    actions = read(
        file({"type": "program_share_pass"}, {"type": "pass", "auto_actions": added}, {"type": "log"})
    ).actions
    assert [(a.number, a.entity, a.place) for a in actions] == [
        (2, "1", "actions[2]"),
        (2, "2", "actions[2].auto_actions[1]"),
    ]


@pytest.mark.parametrize(
    ("more", "seed"),
    [
        ({"settings": {"seed": 314}, "id": 7}, 314),
        ({"id": "hs_pobfc_1723"}, 1723),
        ({"id": 26855, "settings": {}}, 26855),
        ({"id": "none"}, 0),
    ],
)
def test_the_seed_is_set_or_lies_in_the_id(more, seed):
    assert read(file(**more)).seed == seed


@pytest.mark.parametrize(
    ("more", "other"),
    [
        ({"settings": {"seed": 314}, "id": 7}, 7),
        ({"settings": {"seed": 314}}, None),
        (
            {"settings": {"seed": 1.8e38}, "id": 7},
            None,
        ),  # rounded: it is no seed at all, so the id's is the first
        ({"id": 7}, None),
    ],
)
def test_beside_a_seed_that_is_set_the_id_has_one(more, other):
    assert read(file(**more)).other_seed == other


def test_old_files_call_players_by_their_names():
    assert read(file(result={"Bob": 7, "1": 9})).result == {"2": 7, "1": 9}
    twins = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ann"}]
    assert read(file(players=twins, result={"Ann": 7})).result == {"Ann": 7}  # whose is not said
    for nameless in ({"name": "Ann"}, {"id": None, "name": "Ann"}):  # players round one screen need no id
        assert read(file(players=[nameless])).players == {"Ann": "Ann"}


def test_the_oldest_files_name_one_share():
    action = read(file({"type": "buy_share", "share": "KO_1"})).actions[0]
    assert (action.kind, action.texts("shares")) == ("buy_shares", ["KO_1"])
    with pytest.raises(BadInput) as error:
        read(file({"type": "sell_share"})).actions[0].texts("shares")
    assert error.value.place == "actions[1].shares"


def test_a_game_stopped_by_hand_may_say_so_in_two_ways():
    assert read(file(manually_ended=True)).end_reason == "manually_ended"
    assert read(file(game_end_reason="bank")).end_reason == "bank"


def test_the_oldest_recordings_tell_routes_by_hexes_alone():
    old, new = {"train": "2-0", "hexes": ["A1"]}, {"train": "2-0", "connections": [["A1", "A3"]]}
    assert read(file({"type": "run_routes", "routes": [old]})).oldest
    assert not read(file({"type": "run_routes", "routes": [old, new]})).oldest
    assert not read(file({"type": "pass"})).oldest


@pytest.mark.parametrize(
    ("action", "place"),
    [
        ({"type": "undo", "action_id": "one"}, "actions[1].action_id"),
        ({"type": "pass", "auto_actions": 7}, "actions[1].auto_actions"),
        ({"type": "pass", "auto_actions": [7]}, "actions[1].auto_actions[1]"),
        ({"type": 7}, "actions[1].type"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_place(action, place):
    with pytest.raises(BadInput) as error:
        read(file(action))
    assert error.value.place == place
