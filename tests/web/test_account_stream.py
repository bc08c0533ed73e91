"""One stream for all tables of an account, and webhooks in the forms that other services expect."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import httpx
import pytest

from kursbuch.web.notify import in_form
from tests.web.backend import WAIT, Listener, Player, online, serving, sqlite


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("stream"))) as address:
        yield address


class Stream:
    """All events of an account, read in a thread."""

    def __init__(self, player: Player) -> None:
        self.heard: Queue[tuple[str, dict[str, Any]]] = Queue()
        self._client = httpx.Client(timeout=WAIT)
        address = f"{player.client.base_url}me/events"
        threading.Thread(target=self._read, args=(address, dict(player.client.headers)), daemon=True).start()

    def _read(self, address: str, headers: dict[str, str]) -> None:
        with self._client.stream("GET", address, headers=headers) as answer:
            kind = ""
            try:
                for line in answer.iter_lines():
                    if line.startswith("event: "):
                        kind = line[7:]
                    elif line.startswith("data: ") and kind != "ping":
                        self.heard.put((kind, json.loads(line[6:])))
            except httpx.HTTPError:
                return  # the server has stopped

    def until(self, kind: str, **like: Any) -> dict[str, Any]:
        while True:
            found, data = self.heard.get(timeout=WAIT)
            if found == kind and all(data.get(k) == v for k, v in like.items()):
                return data


def test_a_program_hears_of_all_its_tables_over_one_line(url: str):
    with online(url, "Anna", "Ben", title="18te") as ((anna, ben), one):
        stream = Stream(anna)
        hello = stream.until("hello")
        assert hello["tables"] == 1
        (acting,) = anna.get(f"/tables/{one}")["acting"]
        assert hello["waiting"] == ([one] if acting == "Anna" else [])
        mover = anna if acting == "Anna" else ben
        mover.post(f"/tables/{one}/act", {"action": f"{acting} passes", "moves": 0})
        told = stream.until("game", table=one)
        assert told["moves"] == 1 and told["your_turn"] == (acting != "Anna")
        two = anna.table()["id"]  # a table that came later
        assert stream.until("seats", table=two)["your_turn"]
        anna.post(f"/tables/{one}/chat", {"text": "hello"}, 201)
        assert stream.until("chat", table=one)["version"] == 1


def test_nobody_hears_of_tables_of_others(url: str):
    with online(url, "Anna", "Ben", title="18te") as ((anna, _), table), Player(url, "Eve") as eve:
        stream = Stream(eve)
        assert stream.until("hello") == {"tables": 0, "waiting": []}
        anna.post(f"/tables/{table}/chat", {"text": "psst"}, 201)
        eve.table()
        told = stream.until("seats")
        assert told["table"] != table and stream.heard.empty()


def test_who_loses_a_seat_at_a_private_table_is_told_and_hears_nothing_after_it(tmp_path: Path):
    with (
        serving(sqlite(tmp_path, absent_hours=0.0)) as url,
        online(url, "Anna", "Ben", "Clara", title="18te") as (people, table),
    ):
        (acting,) = people[0].get(f"/tables/{table}")["acting"]
        owner = people[0]
        away, *others = sorted(people, key=lambda player: player.name != acting)
        if away is owner:  # who has set a table up may always look at it
            owner.post(f"/tables/{table}/act", {"action": f"{acting} passes", "moves": 0})
            (acting,) = owner.get(f"/tables/{table}")["acting"]
            away, *others = sorted(people, key=lambda player: player.name != acting)
        stream, at_table = Stream(away), Listener(away, table)
        stream.until("hello")
        at_table.next()
        others[0].post(f"/tables/{table}/motion", {"kind": "open", "player": away.name})
        others[1].post(f"/tables/{table}/motion/answer", {"agree": True})
        assert stream.until("left") == {"table": table}
        while at_table.next()[0] != "left":
            pass
        others[0].post(f"/tables/{table}/chat", {"text": "psst"}, 201)
        away.table()  # the next thing that they hear is of a table of their own
        assert stream.until("seats")["table"] != table
        assert stream.heard.empty() and at_table.heard.empty()
        why = away.get(f"/tables/{table}", 403)["detail"]
        assert why.startswith("your seat at this table was given up")
        with Player(url, "Eve") as eve:
            assert eve.get(f"/tables/{table}", 403)["detail"].startswith("this table is private")
        link = others[0].post(f"/tables/{table}/invitation")["invitation"]
        away.post(f"/tables/{table}/join", {"invitation": link})  # who comes back is as welcome as anybody
        assert not away.get(f"/tables/{table}")["keeping"]["open"]


def test_a_token_that_may_only_look_is_good_for_it(url: str, tmp_path: Path):
    with Player(url, "Anna") as anna:
        anna.client.headers.pop("Authorization")
        assert anna.client.get("/me/events").status_code == 401


@pytest.mark.parametrize(
    "address, fields",
    [
        ("https://discord.com/api/webhooks/12/abc", {"content", "username", "allowed_mentions"}),
        ("https://matrix.example/webhook/abc", {"text", "username", "link", "table"}),
        ("https://example.org/hook", {"text", "link", "table"}),
        ("https://discord.com.evil.example/api/webhooks/1/x", {"text", "link", "table"}),
    ],
)
def test_webhooks_are_called_in_the_form_that_they_expect(address: str, fields: set[str]):
    body = {"table": "t", "text": "Your turn @everyone", "link": "https://g.example/table/t"}
    assert set(in_form(address, body)) == fields
