"""Playing through the API: one screen, online, taking back, refusals, two at once."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.rail.standard.actions import Build
from tests.web.backend import Player, definite, online, serving, sqlite, wait_for
from tests.web.test_powers import with_power


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("play"))) as address:
        yield address


@pytest.fixture
def anna(url: str) -> Iterator[Player]:
    with Player(url, "Anna") as player:
        yield player


@pytest.fixture
def two(url: str) -> Iterator[tuple[list[Player], str]]:
    with online(url, "Anna", "Ben") as found:
        yield found


@pytest.fixture
def three(url: str) -> Iterator[tuple[list[Player], str]]:
    with online(url, "Anna", "Ben", "Clara") as found:
        yield found


def test_a_hotseat_game_is_the_game_that_the_library_plays(anna: Player):
    table = anna.table()["id"]
    rng = random.Random(3)
    for _ in range(60):
        anna.move(table, rng)
    transcript = anna.get(f"/tables/{table}/transcript")
    game = kb.load(json.dumps(transcript))
    assert len(game.actions) == 60
    shown = anna.get(f"/tables/{table}/view", player="Ben")
    assert shown == json.loads(json.dumps(game.view("Ben")))


def test_actions_are_taken_as_text_and_as_data(anna: Player):
    table = anna.table()["id"]
    legal = anna.get(f"/tables/{table}/actions")
    data = definite(legal["actions"][0], random.Random(1))
    game = kb.new_game("18te", ["Anna", "Ben"], seed=7)
    text = str(game.read(data))
    assert anna.post(f"/tables/{table}/why-not", {"action": text}) == {"legal": True, "refusal": None}
    after = anna.post(f"/tables/{table}/act", {"action": text, "moves": 0})
    assert (after["moves"], after["version"]) == (1, 1)


def test_an_earlier_position_can_be_looked_at(anna: Player):
    table = anna.table()["id"]
    before = anna.get(f"/tables/{table}/view")
    anna.move(table, random.Random(1))
    anna.move(table, random.Random(1))
    assert anna.get(f"/tables/{table}/view", move=0, player=before["acting"][0]) == before
    assert anna.get(f"/tables/{table}/view", 422, move=3)["place"] == "move"


def test_a_refusal_names_the_rule_in_the_asked_language(anna: Player):
    table = anna.table()["id"]
    acting = anna.get(f"/tables/{table}")["acting"][0]
    waiting = "Ben" if acting == "Anna" else "Anna"
    body = {"action": f"{waiting} passes", "moves": 0}
    english = anna.post(f"/tables/{table}/act", body, 422)
    german = anna.post(f"/tables/{table}/act", body, 422, headers={"Accept-Language": "de-DE,en;q=0.5"})
    assert english["rule"] == german["rule"] != ""
    assert english["section"].startswith("18TE §")
    assert acting in english["text"] and acting in german["text"]
    told = anna.post(f"/tables/{table}/why-not", {"action": f"{waiting} passes"})
    assert told["refusal"]["rule"] == english["rule"]
    assert anna.get(f"/tables/{table}")["version"] == 0


def test_only_whose_turn_it_is_may_act(two: tuple[list[Player], str], url: str):
    (anna, ben), table = two
    info = anna.get(f"/tables/{table}")
    assert info["started"]
    turn, other = (anna, ben) if info["acting"] == ["Anna"] else (ben, anna)
    assert other.get(f"/tables/{table}/actions")["actions"] == []
    legal = turn.get(f"/tables/{table}/actions")
    data = definite(legal["actions"][0], random.Random(1))
    refused = other.post(f"/tables/{table}/act", {"action": data, "moves": 0}, 422)
    assert refused["section"].startswith("18TE")
    # not even by claiming to be the other
    refused = other.post(f"/tables/{table}/act", {"action": {**data, "by": turn.name}, "moves": 0}, 403)
    assert refused["detail"] == f"you do not decide for {turn.name}"
    with Player(url, "Eve") as eve:
        eve.get(f"/tables/{table}/view", 403)
        eve.post(f"/tables/{table}/act", {"action": data, "moves": 0}, 403)
    assert turn.post(f"/tables/{table}/act", {"action": data, "moves": 0})["moves"] == 1


def test_a_sender_who_has_not_seen_the_last_action_is_told_so(anna: Player):
    table = anna.table()["id"]
    anna.move(table, random.Random(1))
    legal = anna.get(f"/tables/{table}/actions")["actions"]
    late = anna.post(
        f"/tables/{table}/act", {"action": definite(legal[0], random.Random(1)), "moves": 0}, 409
    )
    assert late["title"] == "the position has changed"


def test_a_version_tells_two_positions_with_as_many_moves_apart(anna: Player):
    table = anna.table()["id"]
    rng = random.Random(1)
    anna.move(table, rng)
    anna.post(f"/tables/{table}/undo", {"moves": 1})
    action = definite(anna.get(f"/tables/{table}/actions")["actions"][0], rng)
    anna.post(f"/tables/{table}/act", {"action": action, "moves": 0, "version": 0}, 409)
    assert anna.post(f"/tables/{table}/act", {"action": action, "moves": 0, "version": 2})["version"] == 3


def test_of_two_actions_at_once_one_wins(anna: Player):
    for _ in range(5):
        table = anna.table()["id"]
        legal = anna.get(f"/tables/{table}/actions")["actions"]
        body = {"action": definite(legal[0], random.Random(1)), "moves": 0}
        statuses: list[int] = []
        barrier = threading.Barrier(4)

        def send(table: str = table, body: Any = body, barrier: Any = barrier, out: Any = statuses) -> None:
            barrier.wait()
            out.append(anna.client.post(f"/tables/{table}/act", json=body).status_code)

        threads = [threading.Thread(target=send) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [200, 409, 409, 409]
        assert anna.get(f"/tables/{table}")["version"] == 1


def test_at_one_screen_taking_back_is_free(anna: Player):
    table = anna.table()["id"]
    rng = random.Random(2)
    for _ in range(5):
        anna.move(table, rng)
    whole = anna.get(f"/tables/{table}/transcript")
    assert anna.post(f"/tables/{table}/undo", {"moves": 5})["moves"] == 4
    assert anna.post(f"/tables/{table}/undo", {"moves": 4})["moves"] == 3
    anna.post(f"/tables/{table}/undo", {"moves": 5}, 409)
    assert anna.post(f"/tables/{table}/redo", {"moves": 3})["moves"] == 4
    assert anna.post(f"/tables/{table}/redo", {"moves": 4})["moves"] == 5
    assert anna.post(f"/tables/{table}/redo", {"moves": 5}, 422)["place"] == "redo"
    assert anna.get(f"/tables/{table}/transcript") == whole
    assert anna.get(f"/tables/{table}")["version"] == 9  # nothing was forgotten


def test_online_the_others_must_agree_to_take_back(three: tuple[list[Player], str]):
    (anna, ben, clara), table = three
    players = {"Anna": anna, "Ben": ben, "Clara": clara}
    rng = random.Random(4)
    first = players[anna.get(f"/tables/{table}")["acting"][0]]
    assert first.post(f"/tables/{table}/undo", {"moves": 0}, 422)["place"] == "undo"
    first.move(table, rng)
    others = [p for p in players.values() if p is not first]
    asked = first.post(f"/tables/{table}/undo", {"moves": 1})
    assert (asked["undo_asked_by"], asked["moves"]) == (first.name, 1)
    first.post(f"/tables/{table}/undo/answer", {"agree": True}, 403)
    once = others[0].post(f"/tables/{table}/undo/answer", {"agree": True})
    assert (once["undo_agreed"], once["moves"]) == ([others[0].name], 1)
    done = others[1].post(f"/tables/{table}/undo/answer", {"agree": True})
    assert (done["moves"], done["undo_asked_by"], done["acting"]) == (0, "", [first.name])
    others[1].post(f"/tables/{table}/undo/answer", {"agree": True}, 409)
    others[0].post(f"/tables/{table}/redo", {"moves": 0}, 403)  # it was not theirs
    assert first.post(f"/tables/{table}/redo", {"moves": 0})["moves"] == 1
    first.post(f"/tables/{table}/undo", {"moves": 1})
    refused = others[0].post(f"/tables/{table}/undo/answer", {"agree": False})
    assert (refused["moves"], refused["undo_asked_by"]) == (1, "")


def test_bots_answer_and_taking_back_goes_to_the_last_decision_of_a_person(anna: Player):
    seats = [{"player": "Anna", "mine": True}, {"bot": "random"}, {"bot": "random"}]
    table = anna.table("bots", seats)["id"]
    _let_bots_move(anna, table)
    before = anna.get(f"/tables/{table}")
    anna.move(table, random.Random(1))
    _let_bots_move(anna, table)
    after = anna.get(f"/tables/{table}")
    assert after["over"] or after["your_turn"]
    back = anna.post(f"/tables/{table}/undo", {"moves": after["moves"]})
    assert (back["moves"], back["your_turn"]) == (before["moves"], True)
    again = anna.post(f"/tables/{table}/redo", {"moves": back["moves"]})
    assert again["moves"] == after["moves"]


def _let_bots_move(player: Player, table: str) -> None:
    def mine() -> bool:
        info = player.get(f"/tables/{table}")
        return bool(info["over"] or info["your_turn"])

    wait_for(mine)


def test_a_whole_game_against_a_bot(anna: Player):
    seats = [{"player": "Anna", "mine": True}, {"bot": "random"}]
    table = anna.table("bots", seats, title="nuremberg")["id"]
    rng = random.Random(5)
    for _ in range(400):
        _let_bots_move(anna, table)
        if anna.move(table, rng) is None:
            break
    info = anna.get(f"/tables/{table}")
    assert info["over"]
    assert kb.load(json.dumps(anna.get(f"/tables/{table}/transcript"))).over


def test_a_transcript_is_loaded_and_goes_on(anna: Player):
    table = anna.table()["id"]
    for _ in range(30):
        anna.move(table, random.Random(8))
    transcript = anna.get(f"/tables/{table}/transcript")
    text = json.dumps(transcript)
    again = anna.post("/transcripts", {"transcript": text, "mode": "hotseat"}, 201)
    assert again["moves"] == 30
    assert anna.get(f"/tables/{again['id']}/transcript") == transcript
    anna.move(again["id"], random.Random(1))
    bots = anna.post("/transcripts", {"transcript": text, "mode": "bots"}, 201)
    assert [seat["mine"] for seat in bots["seats"]] == [True, False]
    waiting = anna.post("/transcripts", {"transcript": text, "mode": "online"}, 201)
    assert not waiting["started"]
    secret = anna.post(f"/tables/{waiting['id']}/invitation")["invitation"]
    with Player(anna.client.base_url.copy_with(path="").__str__().rstrip("/"), "Otto") as otto:
        joined = otto.post(f"/tables/{waiting['id']}/join", {"invitation": secret})
    assert joined["started"] and [seat["player"] for seat in joined["seats"]] == ["Anna", "Ben"]
    assert joined["moves"] == 30 and joined["acting"]
    bad = {**transcript, "actions": [*transcript["actions"], "Anna flies"]}
    bad.pop("check")
    refused = anna.post("/transcripts", {"transcript": json.dumps(bad), "mode": "hotseat"}, 422)
    assert refused["place"].startswith("actions[31]")


def test_a_restarted_server_goes_on_with_the_same_history(tmp_path: Path):
    with serving(sqlite(tmp_path)) as address, Player(address, "Anna") as anna:
        table = anna.table()["id"]
        for _ in range(20):
            anna.move(table, random.Random(8))
        anna.post(f"/tables/{table}/undo", {"moves": 20})
        before = anna.get(f"/tables/{table}/view"), anna.get(f"/tables/{table}/transcript")
        token = anna.token
    with serving(sqlite(tmp_path)) as address, Player(address, "Anna", token) as anna:
        assert (anna.get(f"/tables/{table}/view"), anna.get(f"/tables/{table}/transcript")) == before
        assert anna.post(f"/tables/{table}/redo", {"moves": 19})["moves"] == 20


def test_the_log_is_told_in_the_asked_language(anna: Player):
    table = anna.table()["id"]
    for _ in range(3):
        anna.move(table, random.Random(1))
    english, german = (anna.get(f"/tables/{table}/log", lang=code) for code in ("en", "de"))
    assert [entry["move"] for entry in english] == [entry["move"] for entry in german]
    assert english != german and "<" not in str(german)
    assert [entry["move"] for entry in anna.get(f"/tables/{table}/log", since=2)] == [3]


def test_the_rules_are_listed_in_the_asked_language(anna: Player):
    rules = anna.get("/titles/18te/rules", lang="de")
    point = next(rule for rule in rules if rule["rule"] == "18TE-2-1")
    assert point["section"] == "18TE §2" and "zu dritt" in point["text"]
    anna.get("/titles/chess/rules", 404)


def test_powers_in_others_turns_are_listed_apart(anna: Player):
    game, owner = with_power(Build, acting=False)
    table = anna.post("/transcripts", {"transcript": game.to_json(), "mode": "hotseat"}, 201)["id"]
    listed = anna.get(f"/tables/{table}/actions")
    power = next(a for a in listed["interjections"] if a["player"] == owner and a["data"]["do"] == "build")
    body = {"action": power["data"], "moves": listed["moves"]}
    assert anna.post(f"/tables/{table}/act", body)["moves"] == listed["moves"] + 1
