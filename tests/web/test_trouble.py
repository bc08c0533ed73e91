"""One person's trouble is theirs alone: silent mail servers and webhooks hold up nobody else."""

from __future__ import annotations

import ast
import asyncio
import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

import kursbuch
from kursbuch.store import People, migrate, open_database
from kursbuch.web.settings import Settings
from tests.web.backend import Player, Process, definite, full_disk, serving, sqlite, wait_for


@contextmanager
def silent() -> Iterator[tuple[int, list[socket.socket]]]:
    """A server that takes every call and never says a word."""
    calls: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            while True:
                try:
                    calls.append(listening.accept()[0])
                except OSError:
                    return

        threading.Thread(target=answer, daemon=True).start()
        try:
            yield listening.getsockname()[1], calls
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            for call in calls:
                call.close()


def slowest(url: str) -> float:
    """The longest that anything takes that somebody uninvolved does, in seconds: to come, to sit down, to move."""
    took, rng = [], random.Random(3)
    began = time.monotonic()
    with Player(url, "Zoe") as zoe:
        took.append(time.monotonic() - began)
        began = time.monotonic()
        table = zoe.table()["id"]
        took.append(time.monotonic() - began)
        for _ in range(10):
            began = time.monotonic()
            zoe.move(table, rng)
            took.append(time.monotonic() - began)
    return max(took)


def people_with_addresses(settings: Settings, number: int) -> None:
    """Accounts that can be written to: Anna 0, Anna 1, ..."""

    async def run() -> None:
        database = open_database(settings.url)
        await migrate(database)
        people = People(database)
        for n in range(number):
            row = await people.add(f"Anna {n}", "no hash", "en")
            await people.set_notice(row.id, email="anna@example.org")
        await database.close()

    asyncio.run(run())


def test_a_silent_mail_server_holds_up_nobody(tmp_path: Path):
    with silent() as (port, calls):
        settings = sqlite(tmp_path, smtp_host="127.0.0.1", smtp_port=port, smtp_tls=False, sign_ins=1000)
        people_with_addresses(settings, 12)
        with serving(settings) as url, httpx.Client(base_url=f"{url}/api/v1", timeout=30) as client:
            for number in range(36):  # more than asyncio's common pool has threads on any machine
                lost = {"name": f"Anna {number % 12}"}
                assert client.post("/passwords/forgotten", json=lost).status_code == 202
            wait_for(lambda: len(calls) >= 2)
            assert slowest(url) < 1.0
            began = time.monotonic()
            assert client.post("/tokens", json={"name": "Anna 1", "password": "no"}).status_code == 401
            assert time.monotonic() - began < 5


def test_letters_that_wait_are_bounded_and_the_next_is_refused_politely(tmp_path: Path):
    with silent() as (port, calls):
        settings = sqlite(
            tmp_path, smtp_host="127.0.0.1", smtp_port=port, smtp_tls=False, sign_ins=1000, letters_waiting=2
        )
        people_with_addresses(settings, 5)
        with serving(settings) as url, httpx.Client(base_url=f"{url}/api/v1", timeout=30) as client:
            codes = []
            for number in range(5):
                answer = client.post("/passwords/forgotten", json={"name": f"Anna {number}"})
                codes.append(answer.status_code)
                time.sleep(0.3)
            assert codes == [202, 202, 202, 202, 429]  # two under way, two waiting
            assert int(answer.headers["retry-after"]) > 0
            # whoever has no account is told the same
            assert client.post("/passwords/forgotten", json={"name": "Nobody"}).status_code == 429
            assert len(calls) == 2


def test_silent_webhooks_hold_up_nobody(tmp_path: Path):
    with silent() as (port, calls):
        settings = sqlite(tmp_path, webhooks=True, local_webhooks=True)
        with serving(settings) as url, httpx.Client(base_url=f"{url}/api/v1") as client:
            for number in range(8):
                account = {"name": f"Anna {number}", "password": "correct horse"}
                token = client.post("/people", json=account).json()["token"]
                with Player(url, "Anna", token) as anna, Player(url, "Ben") as ben:
                    hook = {"webhook": f"http://127.0.0.1:{port}/turn", "password": account["password"]}
                    assert anna.client.put("/me/notifications", json=hook).status_code == 200
                    table = anna.table("online", [{"mine": True}, {}], visibility="public")["id"]
                    ben.post(f"/tables/{table}/join", {})
                    for _ in range(20):
                        if ben.move(table, random.Random(1)) is None:
                            break
            wait_for(lambda: len(calls) >= 4)
            assert slowest(url) < 1.0


def test_a_full_disk_is_told_as_trouble_that_passes_and_the_move_can_be_made_again(tmp_path: Path):
    process = Process(sqlite(tmp_path))
    process.start()
    try:
        with Player(process.url, "Anna") as anna:
            table = anna.table()["id"]
            listed = anna.get(f"/tables/{table}/actions")["actions"][0]
            body = {"action": definite(listed, random.Random(1)), "moves": 0}
            with full_disk(process.pid):
                answer = anna.client.post(f"/tables/{table}/act", json=body)
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
                assert anna.get(f"/tables/{table}")["moves"] == 0
            assert anna.client.post(f"/tables/{table}/act", json=body).status_code == 200
    finally:
        process.close()


def test_nothing_uses_the_pool_that_everything_shares():
    """`to_thread` and `run_in_executor(None, ...)` share asyncio's default pool; crews do not."""
    root = Path(kursbuch.__file__).parent
    found = []
    for folder in ("store", "web"):
        for file in sorted((root / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                name = getattr(node, "attr", "")
                if name in ("to_thread", "run_in_executor"):
                    found.append(f"{file.name}:{getattr(node, 'lineno', 0)} {name}")
    assert found == []
