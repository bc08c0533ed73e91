"""Server-sent events: heard by all within a second, nothing missed after a lost line."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.web.backend import Listener, Player, online, serving, sqlite


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("live"))) as address:
        yield address


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


def test_pages_travel_compressed_and_events_do_not(url: str):
    with Player(url, "Anna") as anna:
        table = anna.table(visibility="public")["id"]
        page = httpx.get(f"{url}/table/{table}/panels")
        assert page.headers["content-encoding"] == "gzip"
        assert int(page.headers["content-length"]) * 3 < len(page.content)
        plain = httpx.get(f"{url}/table/{table}/panels", headers={"Accept-Encoding": "identity"})
        word = re.compile(r'name="csrf" value="[^"]*"')  # differs from answer to answer
        assert "content-encoding" not in plain.headers
        assert word.sub("", plain.text) == word.sub("", page.text)
        with httpx.stream("GET", f"{url}/table/{table}/live", headers={"Accept-Encoding": "gzip"}) as live:
            assert "content-encoding" not in live.headers
            assert next(live.iter_lines()).startswith("event: hello")  # at once, held back by nothing
