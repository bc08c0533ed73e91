"""Server-sent events: heard by all within a second, nothing missed after a lost line."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from queue import Queue
from typing import Any

import httpx
import pytest

from tests.web.backend import WAIT, Player, online, serving, sqlite


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("live"))) as address:
        yield address


class Listener:
    """Reads a table's events in a thread."""

    def __init__(self, player: Player, table: str, last: str = "") -> None:
        self.heard: Queue[tuple[str, dict[str, Any], float]] = Queue()
        self._stop = False
        headers = {**player.client.headers, **({"Last-Event-ID": last} if last else {})}
        address = f"{player.client.base_url}tables/{table}/events"
        self._thread = threading.Thread(target=self._read, args=(address, headers), daemon=True)
        self._thread.start()

    def _read(self, address: str, headers: dict[str, str]) -> None:
        with httpx.Client(timeout=WAIT) as client, client.stream("GET", address, headers=headers) as answer:
            kind = ""
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: "):
                    self.heard.put((kind, json.loads(line[6:]), time.monotonic()))
                    if self._stop:
                        return

    def next(self) -> tuple[str, dict[str, Any], float]:
        return self.heard.get(timeout=WAIT)

    def close(self, player: Player, table: str) -> None:
        """The line ends with the next thing that is heard."""
        self._stop = True
        player.client.post(f"/tables/{table}/chat", json={"text": "bye"}).raise_for_status()
        self._thread.join(WAIT)
        assert not self._thread.is_alive()


def test_every_page_hears_within_a_second(url: str):
    with online(url, "Anna", "Ben") as ((anna, ben), table):
        listeners = [Listener(anna, table), Listener(ben, table)]
        assert [listener.next()[0] for listener in listeners] == ["hello", "hello"]
        for number in range(1, 4):
            sent = time.monotonic()
            assert anna.move(table, random.Random(1)) or ben.move(table, random.Random(1))
            for listener in listeners:
                kind, data, at = listener.next()
                assert (kind, data) == ("game", {"version": number, "moves": number})
                assert at - sent < 1
        anna.client.post(f"/tables/{table}/chat", json={"text": "hi"}).raise_for_status()
        assert [listener.next()[0] for listener in listeners] == ["chat", "chat"]
        for listener in listeners:
            listener.close(anna, table)


def test_who_connects_again_hears_what_was_missed(url: str):
    with Player(url, "Anna") as anna:
        table = anna.table()["id"]
        anna.move(table, random.Random(1))
        late, up_to_date = Listener(anna, table, last="0"), Listener(anna, table, last="1")
        assert late.next()[:2] == ("game", {"version": 1, "moves": 1})
        assert up_to_date.next()[0] == "hello"
        late.close(anna, table)
        up_to_date.close(anna, table)


def test_seats_are_heard_of_too(url: str):
    with Player(url, "Anna") as anna, Player(url, "Ben") as ben:
        table = anna.table("online", [{"mine": True}, {}], visibility="public")["id"]
        listener = Listener(anna, table)
        listener.next()
        ben.post(f"/tables/{table}/join", {})
        assert listener.next()[0] == "seats"
        listener.close(ben, table)
