"""Recordings in all their states: taken back, standing orders, ended by hand, damaged. Made from games of our own."""

import json
import random
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import BadInput
from kursbuch.recorded import Unplayable, export_recorded, import_recorded
from tests.titles.shikoku.games import played


def recording(players=3, seed=9, **more):
    return json.loads(export_recorded(played(players, seed, **more)))


def test_undone_actions_do_not_count():
    data = recording(3, 9)
    actions = data["actions"]
    out: list[dict[str, Any]] = []
    for n, action in enumerate(actions):
        out.append(action)
        if n == 3:  # some moves taken back to a number, brought back, and messages in between
            out.append(
                {"type": "message", "entity": 1, "entity_type": "player", "message": "wait", "id": 901}
            )
            out.append({"type": "undo", "entity": 1, "entity_type": "player", "action_id": 2, "id": 902})
            out.append({"type": "redo", "entity": 1, "entity_type": "player", "id": 903})
        if n == 5:  # one taken back and another tried, which is taken back too
            out.append({"type": "undo", "entity": 1, "entity_type": "player", "id": 904})
            out.append(
                {"type": "bid", "entity": 9, "entity_type": "player", "company": "XX", "price": 1, "id": 905}
            )
            out.append({"type": "undo", "entity": 1, "entity_type": "player", "id": 906})
            out.append(action)
        if n == 8:
            out.append({"type": "program_buy_shares", "entity": 1, "entity_type": "player", "id": 907})
            out.append({"type": "pass", "entity": 77, "entity_type": "player", "skip": True, "id": 908})
            out.append({"type": "log", "entity": 1, "entity_type": "player", "id": 909})
    result = import_recorded(json.dumps({**data, "actions": out}))
    assert result.match
    assert result.actions == len(actions)


def test_actions_added_by_standing_orders_follow_their_parent():
    data = recording(3, 9)
    out: list[dict[str, Any]] = []
    for n, action in enumerate(data["actions"]):
        if n % 3 == 2:
            added = {key: value for key, value in action.items() if key != "id"}
            out[-1].setdefault("auto_actions", []).append(added)
        else:
            out.append(action)
    assert import_recorded(json.dumps({**data, "actions": out})).match


def test_a_game_ended_by_hand():
    data = recording(4, 7, most=60)
    data["actions"].append({"type": "end_game", "entity": 1, "entity_type": "player", "id": 999})
    data["game_end_reason"] = "manually_ended"
    result = import_recorded(json.dumps(data))
    assert (result.match, result.end) == (True, "manually_ended")


@pytest.mark.parametrize("reason", ["manually_ended", "dnf"])
def test_a_game_may_be_stopped_without_an_action(reason):
    data = recording(4, 7, most=60)
    data["game_end_reason"] = reason
    result = import_recorded(json.dumps(data))
    assert (result.match, result.end) == (True, reason)
    over = recording(3, 9)
    over["game_end_reason"] = reason  # this one has played to its end
    assert not import_recorded(json.dumps(over)).match


def test_without_a_result_the_actions_are_judged_and_nothing_is_compared():
    data = recording(4, 7, most=60)
    data["result"] = {}
    assert import_recorded(json.dumps(data)).match
    data["game_end_reason"] = "bank"
    assert not import_recorded(json.dumps(data)).match


def test_old_files_call_players_by_their_names():
    data = recording(3, 9)
    names = {player["id"]: player["name"] for player in data["players"]}
    for action in data["actions"]:
        action["entity"] = names.get(action["entity"], action["entity"])
    data["result"] = {names[int(id)]: worth for id, worth in data["result"].items()}
    assert import_recorded(json.dumps(data)).match
    data["actions"][3]["entity"] = "Nobody"
    with pytest.raises(BadInput) as error:
        import_recorded(json.dumps(data))
    assert error.value.place == "actions[4].entity"


def test_the_oldest_files_name_one_share_and_privates_in_full():
    data = recording(3, 9)
    s: Any = played(3, 9).state
    names = {id: private.name for id, private in s.box.privates.items()}
    for action in data["actions"]:
        if action["type"] in ("bid", "buy_company"):
            action["company"] = names[action["company"]]
        if action["entity_type"] == "company":
            action["entity"] = names[action["entity"]]
        if action["type"] == "buy_shares":
            action |= {"type": "buy_share", "share": action.pop("shares")[0]}
    result = import_recorded(json.dumps(data))
    assert (result.match, result.unasked) == (True, ())


def test_a_wrong_result_does_not_match():
    data = recording(3, 9)
    worth = data["result"]["1"]
    data["result"]["1"] += 1
    result = import_recorded(json.dumps(data))
    assert not result.match
    assert result.differences == [f"player 1 is worth {worth}, the recording says {worth + 1}"]
    del data["result"]["1"]
    assert not import_recorded(json.dumps(data)).match
    data["result"]["1"], data["game_end_reason"] = worth, "all_closed"
    assert import_recorded(json.dumps(data)).differences == ["the end is bank, the recording says all_closed"]


def test_old_files_leave_percents_out_and_order_results_by_worth():
    data = recording(3, 9)
    for action in data["actions"]:
        if len(action.get("shares", ())) == 1 and not action["shares"][0].endswith("_0"):
            del action["percent"]
    data["result"] = dict(sorted(data["result"].items(), key=lambda item: -item[1]))
    assert import_recorded(json.dumps(data)).match


# -- malformed recordings -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "file"),
        ("[]", "file"),
        ("{", "file"),
        ("null", "file"),
        ("{}", "title"),
        ('{"title": "99XX", "actions": [], "players": [{"id": 1}, {"id": 2}]}', "title"),
        ('{"title": "1889"}', "actions"),
        ('{"title": "1889", "actions": []}', "players"),
        ('{"title": "1889", "actions": [], "players": [{"id": 1}]}', "players"),
        ('{"title": "1889", "actions": [7], "players": [{"id": 1}, {"id": 2}]}', "actions[1]"),
        ('{"title": "1889", "actions": [{}], "players": [{"id": 1}, {"id": 2}]}', "actions[1].type"),
        (
            '{"title": "1889", "actions": [{"type": "dance"}], "players": [{"id": 1}, {"id": 2}]}',
            "actions[1].type",
        ),
        (
            '{"title": "1889", "actions": [{"type": "bid"}], "players": [{"id": 1}, {"id": 2}]}',
            "actions[1].entity",
        ),
        ('{"title": "1889", "actions": [], "players": [{"id": 1}, {"id": 1}]}', "players[2].id"),
        ('{"title": "1889", "actions": [], "players": [1, 2]}', "players"),
        ('{"title": "1889", "actions": [], "players": [{"id": 1}, {"id": 2}], "result": 7}', "result"),
    ],
)
def test_malformed_files_are_refused_with_the_place(text, place):
    with pytest.raises(BadInput) as error:
        import_recorded(text)
    assert error.value.place == place


def test_damaged_recordings_never_raise_anything_else():
    text = json.dumps(recording(3, 9, most=140))
    junk: list[Any] = [
        None,
        "",
        "x",
        -1,
        10**12,
        1.5,
        True,
        [],
        {},
        ["x"],
        [[]],
        "KO",
        "KO_1",
        "57-0",
        "57-0-0",
        "2-0",
        "K4",
    ]
    for seed in range(70):
        rng = random.Random(seed)
        data = json.loads(text)
        action = rng.choice(data["actions"])
        key = rng.choice(list(action))
        where = action
        if key == "routes" and action[key] and rng.random() < 0.8:
            where = rng.choice(action[key])
            key = rng.choice(list(where))
        if rng.random() < 0.3:
            del where[key]
        else:
            where[key] = rng.choice(junk)
        try:
            import_recorded(json.dumps(data))
        except BadInput as error:
            assert error.place
        except Unplayable as error:
            assert error.number >= 0
            assert error.refusal.rule.startswith("1889-")


def test_only_titles_with_a_table_are_written():
    with pytest.raises(BadInput) as error:
        export_recorded(kb.new_game("18te", players=2, seed=1))
    assert error.value.place == "title"
    assert "1889" in str(error.value)


def test_an_optional_rule_that_we_do_not_know_is_refused_by_name():
    data = recording(3, 9, most=20)
    data["settings"]["optional_rules"] = ["no_such_rule"]
    with pytest.raises(BadInput) as error:
        import_recorded(json.dumps(data))
    assert error.value.place == "settings.optional_rules"
    assert "no_such_rule" in str(error.value)


def test_names_that_we_do_not_allow_become_numbers():
    data = recording(3, 9, most=20)
    for player, name in zip(data["players"], ["bank", "", "x" * 80], strict=True):
        player["name"] = name
    assert import_recorded(json.dumps(data)).game.players == ("Player 1", "Player 2", "Player 3")


def test_an_error_says_which_action_what_it_was_and_why():
    data = recording(3, 9)
    n, action = next((n, a) for n, a in enumerate(data["actions"]) if a["type"] == "lay_tile")
    data["actions"][n] = {**action, "hex": "F3", "tile": "6-1"}
    with pytest.raises(Unplayable) as error:
        import_recorded(json.dumps(data))
    text = str(error.value)
    assert text.startswith(f"action {action['id']} (lay_tile of {action['entity']}")
    assert "hex F3" in text and error.value.refusal.text in text
    assert text.endswith(f"[{error.value.refusal.rule}]")
    assert error.value.recorded.fields["hex"] == "F3"
