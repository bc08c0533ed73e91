"""What one person may make the server do: limits that hold however many requests come at once."""

from __future__ import annotations

import asyncio
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursbuch.store import migrate, open_database
from kursbuch.store.counters import Bound, Counters, Exceeded
from kursbuch.web.auth import Auth
from kursbuch.web.limits import AGAIN, KINDS, OPEN_TABLES, STREAMS, TooMany, span
from kursbuch.words import told, words
from tests.web.backend import Player, serving, sqlite, wait_for
from tests.web.test_auth import GOOD

PUBLIC = {"title": "18te", "mode": "online", "seats": [{"mine": True}, {}], "visibility": "public"}


# -- counting -------------------------------------------------------------------------------------


def test_a_count_is_exact_for_two_processes_at_once(tmp_path: Path):
    async def run() -> list[bool]:
        url = f"sqlite:///{tmp_path / 'x.sqlite3'}"
        databases = [open_database(url) for _ in range(2)]
        await migrate(databases[0])
        counters = [Counters(database) for database in databases]

        async def one(number: int) -> bool:
            try:
                await counters[number % 2].take(Bound("a", 10, 60), Bound(f"b{number}", 1, 60))
            except Exceeded:
                return False
            return True

        found = await asyncio.gather(*(one(number) for number in range(60)))
        for database in databases:
            await database.close()
        return list(found)

    assert sum(asyncio.run(run())) == 10


def test_a_count_ends_and_what_is_given_back_does_not_count(tmp_path: Path):
    async def run() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await migrate(database)
        clock = [1000.0]
        counters = Counters(database, lambda: clock[0])
        bound = Bound("a", 1, 60)
        await counters.take(bound)
        clock[0] += 20
        with pytest.raises(Exceeded) as refused:
            await counters.take(bound, Bound("z", 5, 60))
        assert refused.value.wait == 40
        await counters.give_back(bound)
        await counters.take(bound)
        clock[0] += 41
        await counters.take(bound)
        await counters.tidy()
        await database.close()

    asyncio.run(run())


# -- signing in -----------------------------------------------------------------------------------


def test_of_many_guesses_at_once_only_the_first_are_looked_at(tmp_path: Path, monkeypatch: Any):
    looked_at = []
    verify = Auth._verify

    def noted(self: Auth, row: Any, password: str) -> bool:
        looked_at.append(password)
        return verify(self, row, password)

    monkeypatch.setattr(Auth, "_verify", noted)
    with serving(sqlite(tmp_path)) as url, httpx.Client(base_url=f"{url}/api/v1", timeout=60) as client:
        client.post("/people", json={"name": "Hans", "password": GOOD}).raise_for_status()
        barrier = threading.Barrier(40)

        def guess(number: int) -> list[int]:
            barrier.wait()
            body = {"name": "Hans", "password": f"guess {number}"}
            return [client.post("/tokens", json=body).status_code for _ in range(3)]

        with ThreadPoolExecutor(40) as pool:
            codes = [code for found in pool.map(guess, range(40)) for code in found]
    assert len(codes) == 120 and codes.count(401) == len(looked_at) == 10 and codes.count(429) == 110


def test_a_limit_holds_for_two_servers_on_one_database(tmp_path: Path):
    settings = sqlite(tmp_path, sign_ins=3)
    wrong = {"name": "Hans", "password": "guess"}
    with serving(settings) as one, serving(settings) as other:
        codes = [httpx.post(f"{(one, other)[n % 2]}/api/v1/tokens", json=wrong).status_code for n in range(5)]
    assert codes == [401, 401, 401, 429, 429]


def test_a_right_password_costs_nothing(tmp_path: Path):
    with serving(sqlite(tmp_path, sign_ins=2)) as url, httpx.Client(base_url=f"{url}/api/v1") as client:
        client.post("/people", json={"name": "Hans", "password": GOOD}).raise_for_status()
        right = {"name": "Hans", "password": GOOD}
        assert [client.post("/tokens", json=right).status_code for _ in range(12)] == [201] * 12


def guesses(url: str, forwarded: bool) -> list[int]:
    wrong = {"name": "Hans", "password": "guess"}
    return [
        httpx.post(
            f"{url}/api/v1/tokens",
            json=wrong,
            headers={"X-Forwarded-For": f"203.0.113.{n}"} if forwarded else {},
        ).status_code
        for n in range(6)
    ]


def test_a_forwarded_address_is_believed_from_nobody(tmp_path: Path):
    with serving(sqlite(tmp_path, sign_ins=2)) as url:
        assert guesses(url, True) == [401, 401, 429, 429, 429, 429]


def test_a_forwarded_address_is_believed_from_a_trusted_proxy(tmp_path: Path):
    with serving(sqlite(tmp_path, sign_ins=2, trusted_proxies="10.0.0.0/8, 127.0.0.1")) as url:
        assert guesses(url, True) == [401] * 6
        assert guesses(url, False) == [401, 401, 429, 429, 429, 429]


# -- tables, lines, seats -------------------------------------------------------------------------


def test_tables_of_one_person_are_limited_and_guests_have_fewer(tmp_path: Path):
    settings = sqlite(tmp_path, tables_an_hour=6, guest_percent=50, guests_an_address=2)
    with serving(settings) as url, Player(url, "Eve") as eve:
        with ThreadPoolExecutor(8) as pool:
            codes = list(pool.map(lambda _: eve.client.post("/tables", json=PUBLIC).status_code, range(12)))
        assert codes.count(201) == 3 and codes.count(429) == 9
        late = eve.client.post("/tables", json=PUBLIC, headers={"Accept-Language": "de"})
        assert int(late.headers["retry-after"]) > 0 and "Tische" in late.json()["detail"]
        # more guests from the same address do not help for long
        codes = []
        for _ in range(4):
            with Player(url, "Eve") as again:
                codes.append(again.client.post("/tables", json=PUBLIC).status_code)
        assert codes == [201, 201, 201, 429]
        made = httpx.post(f"{url}/api/v1/people", json={"name": "Anna", "password": GOOD}).json()
        with Player(url, "Anna", made["token"]) as anna:  # an account is counted alone
            codes = [anna.client.post("/tables", json=PUBLIC).status_code for _ in range(7)]
        assert codes == [201] * 6 + [429]


def test_unfinished_tables_are_limited_also_at_once(tmp_path: Path):
    with serving(sqlite(tmp_path, open_tables=8)) as url, Player(url, "Eve") as eve:
        with ThreadPoolExecutor(8) as pool:
            codes = list(pool.map(lambda _: eve.client.post("/tables", json=PUBLIC).status_code, range(10)))
        assert codes.count(201) == 4
        assert "4 unfinished" in eve.client.post("/tables", json=PUBLIC).json()["detail"]


def test_lines_joins_invitations_and_transcripts_are_limited(tmp_path: Path):
    settings = sqlite(
        tmp_path,
        guest_percent=100,
        lines_a_minute=3,
        joins_an_hour=2,
        invitations_an_hour=2,
        transcripts_an_hour=2,
    )
    with serving(settings) as url, Player(url, "Eve") as eve, Player(url, "Ben") as ben:
        tables = [eve.table("online", [{"mine": True}, {}, {}], visibility="public")["id"] for _ in range(3)]

        def codes(player: Player, *requests: tuple[str, Any]) -> list[int]:
            return [player.client.post(path, json=body).status_code for path, body in requests]

        assert codes(eve, *[(f"/tables/{tables[0]}/chat", {"text": "x"})] * 4) == [201, 201, 201, 429]
        assert codes(ben, *((f"/tables/{table}/join", {}) for table in tables)) == [200, 200, 429]
        asked = [(f"/tables/{table}/invitation", None) for table in (tables[0], *tables)]
        assert codes(eve, *asked) == [200, 200, 200, 429]  # the same one again costs nothing
        assert codes(eve, *[("/transcripts", {"transcript": "no"})] * 3) == [422, 422, 429]


def test_streams_of_one_person_are_limited_and_end(tmp_path: Path):
    with serving(sqlite(tmp_path, streams_each=2, guest_percent=100)) as url, Player(url, "Eve") as eve:
        table = eve.table("online", [{"mine": True}, {}], visibility="public")["id"]

        def opened(path: str) -> tuple[httpx.Client, int]:
            client = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {eve.token}"})
            answer = client.send(client.build_request("GET", path), stream=True)
            return client, answer.status_code

        paths = (f"/api/v1/tables/{table}/events", f"/table/{table}/live")
        lines = [opened(path) for path in paths]
        assert [code for _, code in lines] == [200, 200]
        for path in paths:
            client, code = opened(path)
            client.close()
            assert code == 429
        for client, _ in lines:
            client.close()

        def room() -> bool:
            client, code = opened(paths[0])
            client.close()
            return code == 200

        wait_for(room, 30)


def test_what_is_too_much_is_said_in_german():
    german = words("de")
    for message in (AGAIN, OPEN_TABLES, STREAMS, *(kind.message for kind in KINDS.values())):
        assert german.has(message), message


def test_how_long_to_wait_is_said_as_people_do():
    many = TooMany(3308, KINDS["tables"].message)
    assert told(words("de"), many.message, many.values) == "zu viele neue Tische: bitte 56 Minuten warten"
    assert told(words("en"), many.message, many.values) == "too many new tables: wait 56 minutes"
    assert [span(words("de"), s) for s in (1, 89, 90, 5340, 5341, 86400)] == [
        "einen Augenblick",
        "89 Sekunden",
        "2 Minuten",
        "89 Minuten",
        "2 Stunden",
        "24 Stunden",
    ]


# -- lists ----------------------------------------------------------------------------------------


def test_one_guest_does_not_fill_the_lobby_and_lists_have_pages(tmp_path: Path):
    settings = sqlite(tmp_path, tables_an_hour=1000, open_tables=1000)
    with serving(settings) as url, Player(url, "Anna") as anna, Player(url, "Eve") as eve:
        first = anna.table("online", [{"mine": True}, {}], visibility="public", name="Lotte")["id"]
        for _ in range(120):
            eve.post("/tables", PUBLIC, 201)
        seen = eve.client.get("/tables")
        assert first in [table["id"] for table in seen.json()][:2] and len(seen.json()) == 100
        link = re.fullmatch(r'<(/api/v1/tables\?\S+)>; rel="next"', seen.headers["link"])
        assert link
        rest = httpx.get(f"{url}{link[1]}")
        assert len(rest.json()) == 21 and "link" not in rest.headers
        ids = [table["id"] for table in (*seen.json(), *rest.json())]
        assert len(set(ids)) == 121
        page = httpx.get(f"{url}/lobby").text
        assert "Lotte" in page and 'href="/lobby?page=2' in page
        assert "Lotte" not in httpx.get(f"{url}/lobby?page=2").text
        mine = eve.client.get("/tables/mine", params={"limit": 50, "offset": 100})
        assert len(mine.json()) == 20 and "link" not in mine.headers


def test_a_table_that_waits_for_you_is_first_however_old(tmp_path: Path):
    settings = sqlite(tmp_path, tables_an_hour=1000, open_tables=1000)
    with serving(settings) as url, Player(url, "Anna") as anna:
        old = anna.table()["id"]  # at one screen it is always one's turn
        for _ in range(6):
            anna.post("/tables", PUBLIC, 201)
        found = anna.get("/tables/mine", limit=3)
        assert found[0]["id"] == old and found[0]["your_turn"] and len(found) == 3
