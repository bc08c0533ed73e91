"""Titles, tables, seats, invitations, chat, limits: what the API does beside playing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import kursbuch as kb
from tests.web.backend import Player, online, serving, sqlite


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("tables"), body_limit=200_000)) as address:
        yield address


@pytest.fixture
def anna(url: str) -> Iterator[Player]:
    with Player(url, "Anna") as player:
        yield player


@pytest.fixture
def ben(url: str) -> Iterator[Player]:
    with Player(url, "Ben") as player:
        yield player


def test_titles_are_those_of_the_library(anna: Player):
    assert [t["id"] for t in anna.get("/titles")] == [info.id for info in kb.titles()]
    assert anna.get("/titles/18te")["players"] == [2, 3]
    assert anna.get("/titles/1701", 404)["title"] == "not found"
    assert "random" in anna.get("/bots")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"title": "1701"}, "title"),
        ({"seats": [{"mine": True}]}, "seats"),
        ({"seats": [{"mine": True}, {"bot": "deep thought"}]}, "seats[1].bot"),
        ({"seats": [{"mine": True, "bot": "random"}, {}]}, "seats[0]"),
        ({"seats": [{"bot": "random"}, {"bot": "random"}]}, "seats"),
        ({"seats": [{"mine": True, "player": "KHS"}, {"player": "Ben"}]}, "seats[0].player"),
        ({"seats": [{"player": "Ben"}, {"player": "Ben"}]}, "seats"),
        ({"seats": [{"player": "a:b"}, {"player": "Ben"}]}, "seats[0].player"),
        ({"options": {"tokens": "9/9/9/9/9"}}, "options.tokens"),
        ({"options": {"colour": "blue"}}, "options.colour"),
        ({"mode": "blind"}, "body.mode"),
        ({"seed": -1}, "body.seed"),
        ({"extra": 1}, "body.extra"),
        ({"name": "x" * 61}, "body.name"),
    ],
)
def test_a_table_that_cannot_be_set_up_says_where_the_mistake_is(anna: Player, change: Any, place: str):
    body = {"title": "18te", "mode": "bots", "seats": [{"mine": True}, {"bot": "random"}], **change}
    assert anna.post("/tables", body, 422)["place"] == place


def test_options_reach_the_game(anna: Player):
    table = anna.table(options={"tokens": "3/3/3/2/2"})
    assert table["options"]["tokens"] == "3/3/3/2/2"
    assert anna.get(f"/tables/{table['id']}/view")["options"]["tokens"] == "3/3/3/2/2"


def test_a_private_table_is_joined_by_invitation(anna: Player, ben: Player):
    table = anna.table("online", [{"mine": True}, {}])
    place = f"/tables/{table['id']}"
    assert not table["started"]
    assert anna.get(f"{place}/view", 403)["detail"] == "the game starts when all seats are taken"
    ben.get(place, 403)
    ben.post(f"{place}/join", {}, 403)
    ben.post(f"{place}/join", {"invitation": "guess"}, 403)
    ben.post(f"{place}/invitation", status=403)
    made = anna.post(f"{place}/invitation")
    assert made["link"].endswith(f"/invited/{table['id']}/{made['invitation']}")
    assert anna.post(f"{place}/invitation") == made
    joined = ben.post(f"{place}/join", {"invitation": made["invitation"]})
    assert joined["started"] and [s["player"] for s in joined["seats"]] == ["Anna", "Ben"]
    assert ben.post(f"{place}/join", {})["version"] == 0  # sits there already
    assert ben.post(f"{place}/leave", status=403)["detail"].startswith("the game has started")


def test_a_seat_is_given_up_before_the_start(anna: Player, ben: Player):
    table = anna.table("online", [{"mine": True}, {}, {}], visibility="public")["id"]
    assert table in [t["id"] for t in ben.get("/tables")]
    ben.post(f"/tables/{table}/join", {})
    left = ben.post(f"/tables/{table}/leave")
    assert [s["taken"] for s in left["seats"]] == [True, False, False]
    ben.post(f"/tables/{table}/leave", status=403)


def test_people_of_the_same_name_or_a_company_s_name_can_play(url: str):
    with Player(url, "KHS") as one, Player(url, "KHS") as other:
        table = one.table("online", [{"mine": True}, {}], visibility="public")["id"]
        joined = other.post(f"/tables/{table}/join", {})
    assert joined["started"]
    assert [s["player"] for s in joined["seats"]] == ["KHS 2", "KHS 3"]


def test_spectators_watch_public_tables_and_do_nothing_else(anna: Player, url: str):
    table = anna.table(visibility="public")["id"]
    anna.move(table, random.Random(1))
    with httpx.Client(base_url=f"{url}/api/v1/tables") as nobody:
        assert nobody.get(f"/{table}/view").json()["moves"] == 1
        assert nobody.get(f"/{table}").json()["your_turn"] is False
        assert nobody.get(f"/{table}/view", params={"player": "Anna"}).status_code == 403
        assert nobody.get(f"/{table}/transcript").status_code == 403  # the seed is in it
        assert nobody.get(f"/{table}/actions").status_code == 401
        assert nobody.post(f"/{table}/act", json={"action": "x", "moves": 1}).status_code == 401
    with Player(url, "Eve") as eve:
        assert eve.get(f"/tables/{table}/actions")["actions"] == []
        eve.post(f"/tables/{table}/undo", {"moves": 1}, 403)
        eve.post(f"/tables/{table}/why-not", {"action": "Anna passes"}, 403)


def test_my_tables_show_those_that_wait_for_me_first(url: str):
    with online(url, "Anna", "Ben") as ((anna, ben), table):
        turn = anna if anna.get(f"/tables/{table}")["your_turn"] else ben
        assert [t["your_turn"] for t in turn.get("/tables/mine")] == [True]
        second = turn.table("online", [{"mine": True}, {}])["id"]
        assert [t["id"] for t in turn.get("/tables/mine")] == [table, second]


def test_ids_of_people_are_never_shown(url: str):
    with online(url, "Anna", "Ben") as ((anna, _), table):
        info = anna.get(f"/tables/{table}")
        assert "owner" not in info and all("person" not in seat for seat in info["seats"])


def test_chat_is_for_those_at_the_table(anna: Player, ben: Player):
    table = anna.table()["id"]
    anna.client.post(f"/tables/{table}/chat", json={"text": " Grüße aus Lotte "}).raise_for_status()
    lines = anna.get(f"/tables/{table}/chat")
    assert [(line["name"], line["text"]) for line in lines] == [("Anna", "Grüße aus Lotte")]
    ben.get(f"/tables/{table}/chat", 403)
    ben.post(f"/tables/{table}/chat", {"text": "hello"}, 403)
    anna.post(f"/tables/{table}/chat", {"text": "   "}, 422)
    anna.post(f"/tables/{table}/chat", {"text": "x" * 1001}, 422)


def test_what_is_not_there_or_too_large_is_told_as_a_problem(anna: Player):
    for path in ("/tables/zzzz", "/tables/zzzz/view", "/nothing"):
        answer = anna.client.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"
    assert anna.client.post("/tables", content=b"[" * 1000).status_code == 422
    large = anna.client.post("/transcripts", json={"transcript": "x" * 300_000})
    assert (large.status_code, large.json()["status"]) == (413, 413)

    def slowly() -> Iterator[bytes]:  # without saying how much it will be
        for _ in range(40):
            yield b"x" * 10_000

    assert anna.client.post("/transcripts", content=slowly()).status_code == 413


def test_nobody_chooses_the_seed_of_an_online_table(tmp_path: Path):
    with serving(sqlite(tmp_path, chosen_seeds=False)) as url, Player(url, "Anna") as anna:
        body = {"title": "18te", "mode": "online", "seats": [{"mine": True}, {}], "seed": 7}
        assert anna.client.post("/tables", json=body).status_code == 422
        assert anna.client.post("/tables", json={**body, "seed": None}).status_code == 201
