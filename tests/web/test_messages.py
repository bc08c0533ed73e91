"""One letter rather than ten; time that runs short; chat that speaks to somebody by name."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Empty
from socketserver import ThreadingTCPServer
from typing import Any

import httpx
import pytest

from kursbuch.store import Missing, SeatRow, TableRow
from kursbuch.store.counters import Counters
from kursbuch.store.pending import Pending, Waiting
from kursbuch.web import notify
from kursbuch.web.clocks.warning import Warnings, short_of_time
from kursbuch.web.digest import Digest, letter
from kursbuch.web.mail import Post
from kursbuch.web.notify import Notifier
from kursbuch.web.settings import Settings
from kursbuch.words import words
from tests.store.stores import opened
from tests.web.backend import WAIT, serving, sqlite, wait_for
from tests.web.letters import confirm, next_letter, opened_letter
from tests.web.test_api_notify import Mailbox, heard, running
from tests.web.test_auth import submit
from tests.web.test_own import sit_down
from tests.web.test_people import signed_up

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
CLOCK = {
    "kind": "days",
    "days": 2,
    "stock": 0,
    "weekends": False,
    "holidays": [],
    "zone": "UTC",
    "out": "bot",
}


def row(**more: Any) -> TableRow:
    values: dict[str, Any] = {
        "started": True,
        "acting": ("Anna",),
        "seats": (SeatRow("Anna", 1), SeatRow("Ben", 2)),
        **more,
    }
    return TableRow("t1", "18te", "Lotte", "online", "private", {}, 1, 1, **values)


def said(*waiting: Waiting, **more: Any) -> tuple[str, str] | None:
    return letter(words("en"), 1, waiting, {"t1": row(**more)}, "https://g.example")


def waits(kind: str, **data: str) -> Waiting:
    return Waiting(kind, "t1", data, NOW)


def test_ten_turns_at_a_table_are_one_line():
    found = said(*(waits("turn") for _ in range(10)))
    assert found is not None
    assert found[0] == "Your turn at the table Lotte" and found[1].count("/table/t1") == 1


def test_a_moment_is_told_as_the_reader_writes_it():
    end = datetime(2026, 11, 16, 20, 5, tzinfo=UTC).isoformat()
    german = notify.sentence(words("de"), "warn", row(), {"until": end})
    assert "am Tisch Lotte (18TE)" in german and "16.11.2026, 20:05 UTC" in german
    english = notify.sentence(words("en"), "warn", replace(row(), name="18TE"), {"until": end})
    assert english == "Your time at the table 18TE is out at 2026-11-16 20:05 UTC."
    kept = {"until": "2026-11-16 20:05 UTC"}  # by an earlier version
    assert kept["until"] in notify.sentence(words("en"), "warn", row(), kept)


def test_a_letter_holds_what_is_still_so():
    assert said(waits("turn"), acting=("Ben",)) is None
    assert said(waits("turn"), over=True) is None
    assert said(waits("invited", by="Ben")) is None  # it has begun
    found = said(
        waits("turn"), waits("named", by="Ben", text="hello"), waits("named", by="Ben", text="again")
    )
    assert found is not None and found[0] == "Kursbuch: 3 messages"
    assert "hello" in found[1] and "again" in found[1] and "It is your turn" in found[1]


@contextmanager
def mailing(folder: Path, **more: Any) -> Iterator[tuple[str, Path]]:
    """A server with a mail server of its own."""
    while not heard.empty():
        heard.get_nowait()
    with running(ThreadingTCPServer(("127.0.0.1", 0), Mailbox)) as port:
        mail: dict[str, Any] = {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_tls": False}
        with serving(sqlite(folder, **mail, digest_pause=0.1, **more)) as url:
            yield url, folder / "games.sqlite3"


def mail_to(client: httpx.Client, every: str) -> None:
    """Every account has its address confirmed the first time."""
    said = submit(client, "/account/notices", email="me@example.org", old="long enough", every=every)
    if said.headers["location"].endswith("done=asked"):
        confirm(client)


def test_messages_gather_and_one_letter_comes(tmp_path: Path):
    with mailing(tmp_path) as (url, file), signed_up(url, "Anna") as anna, signed_up(url, "Ben") as ben:
        mail_to(anna, "60")
        assert "one letter an hour" in anna.get("/account").text
        where = sit_down(anna, ben)
        for text in ("@Anna hello", "well, @anna?", "@Annabel is somebody else"):
            submit(ben, f"{where}/say", text=text)
        assert 'class="named"' in anna.get(f"{where}/chat").text
        assert 'class="named"' not in ben.get(f"{where}/chat").text

        def waiting() -> int:
            with closing(sqlite3.connect(file)) as base:
                return int(base.execute("select count(*) from pending").fetchone()[0])

        wait_for(lambda: waiting() >= 2)
        with pytest.raises(Empty):
            heard.get(timeout=0.5)
        with closing(sqlite3.connect(file, timeout=30)) as base, base:
            base.execute("update pending set at = '2020-01-01 00:00:00.000000'")
        found = heard.get(timeout=WAIT)
        assert "messages" in found and "@Anna hello" in found and "well, @anna?" in found
        assert "Annabel" not in found and waiting() == 0
        # without a password the interval can be changed, the address not
        submit(anna, "/account/notices", email="me@example.org", every="1440")
        assert "wrong=old" in submit(anna, "/account/notices", email="x@example.org").headers["location"]
        with closing(sqlite3.connect(file)) as base:
            assert base.execute("select email, every from notifications").fetchall() == [
                ("me@example.org", 1440)
            ]


def test_at_once_is_still_at_once_and_a_friend_s_invitation_is_told(tmp_path: Path):
    with mailing(tmp_path) as (url, _), signed_up(url, "Anna") as anna, signed_up(url, "Ben") as ben:
        mail_to(anna, "0")
        submit(anna, "/friends", name="Ben", what="ask")
        submit(ben, "/friends", name="Anna", what="ask")
        where = submit(ben, "/new", title="18te", mode="online", count="2", table="Lotte").headers["location"]
        submit(ben, f"{where}/places", name="Anna")
        found = heard.get(timeout=WAIT)
        assert "Subject: You are invited to the table Lotte" in found and f"{where}" in found
        assert "\nDate: " in found and "\nMessage-ID: <" in found
        submit(anna, f"{where}/join")
        submit(ben, f"{where}/motion", kind="end")
        while "Subject: Your turn" in (found := heard.get(timeout=WAIT)):  # if hers is the first move
            pass
        assert "Subject: You are asked something at the table Lotte" in found


def test_a_question_that_was_answered_is_in_no_letter():
    assert said(waits("asked", by="Ben")) is None
    letter = said(waits("asked", by="Ben"), waits("asked", by="Ben"), undo_asked_by="Ben")
    assert letter is not None and letter[1].count("Ben asks the others") == 1


class Posted(Post):
    """Keeps the letters instead of sending them."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.letters: list[str] = []

    def send(self, address: str, subject: str, text: str) -> None:
        self.letters.append(text)


def test_no_mailbox_is_filled_what_is_more_comes_as_one_letter(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            people = [(await stored.people.add(name, "hash", "en")).id for name in ("Anna", "Ben")]
            for person, mailbox in zip(people, ("me@example.org", "ME@example.org"), strict=True):
                await stored.people.set_notice(person, email=mailbox)
            seats = tuple(SeatRow(f"P{person}", person) for person in people)
            table = replace(row(), owner=people[0], seats=seats)
            await stored.tables.add(table)
            settings = Settings(smtp_host="mail.example", letters_an_hour=3)
            hour = 0.0
            counters = Counters(stored.database, lambda: hour)
            post, pending = Posted(settings), Pending(stored.database)
            notifier = Notifier(stored.people, settings, post, None, pending, counters)
            for number in range(6):
                notifier.note(people[number % 2], "named", table, {"by": "Eve", "text": f"buy {number}"})
                await asyncio.gather(*notifier._tasks)
            assert len(post.letters) == 3
            digest = Digest(pending, stored.people, stored.tables, post, settings, counters)
            await digest.look()
            assert len(post.letters) == 3  # still the same hour
            hour = 3601.0
            await digest.look()
            assert len(post.letters) == 5 and sum(text.count("buy") for text in post.letters) == 6
            await notifier.stop()

    asyncio.run(run())


def test_one_who_is_blocked_speaks_to_nobody_by_name(tmp_path: Path):
    with mailing(tmp_path) as (url, _), signed_up(url, "Anna") as anna, signed_up(url, "Ben") as ben:
        where = sit_down(anna, ben)
        mail_to(anna, "0")
        submit(anna, "/friends", name="Ben", what="block")
        submit(ben, f"{where}/say", text="@Anna hear me")
        submit(anna, "/friends", name="Ben", what="unblock")
        submit(ben, f"{where}/say", text="@Anna now")
        assert "now" in heard.get(timeout=WAIT)


def test_time_that_runs_short_is_told_once(tmp_path: Path):
    began = NOW - timedelta(hours=40)
    clock = {"left": {"Anna": 0.0, "Ben": 0.0}, "since": {"Anna": began.isoformat()}, "out": []}
    table = row(agreed={"clock": CLOCK}, clock=clock, due=NOW + timedelta(hours=8))
    (found,) = short_of_time(table, NOW, 12)
    assert found == (1, "Anna", NOW + timedelta(hours=8))
    assert not list(short_of_time(table, NOW - timedelta(hours=5), 12))  # there is time enough
    assert not list(short_of_time(table, NOW + timedelta(hours=9), 12))  # it is out

    class Lists:
        async def due_between(self, start: datetime, end: datetime) -> list[str]:
            assert start < table.due <= end  # type: ignore[operator]
            return ["t1", "gone"]

    class Store:
        lists = Lists()

        async def get(self, id: str) -> TableRow:
            if id != "t1":
                raise Missing(id)
            return table

    async def run() -> None:
        told: list[tuple[int, str, str]] = []
        async with opened(tmp_path) as stored:
            store: Any = Store()
            counters = Counters(stored.database)
            several = [
                Warnings(store, counters, lambda p, k, r, v: told.append((p, k, v["until"])), 12)
                for _ in range(2)
            ]
            for one in (*several, *several):
                await one.look(NOW)
        assert told == [(1, "warn", "2026-11-16T20:00:00+00:00")]

    asyncio.run(run())


def test_tables_whose_time_is_soon_out_are_found(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            anna = await stored.people.add("Anna", None, "en")
            for number, hours in enumerate((-1, 5, 20)):
                due = NOW + timedelta(hours=hours)
                table = TableRow(f"t{number}", "18te", "", "online", "private", {}, 1, anna.id, due=due)
                await stored.tables.add(replace(table, seats=(SeatRow("Anna", anna.id),)))
            assert await stored.tables.lists.due_between(NOW, NOW + timedelta(hours=12)) == ["t1"]

    asyncio.run(run())


def test_who_is_out_of_their_seat_is_told(tmp_path: Path):
    with (
        mailing(tmp_path, absent_hours=0.0) as (url, _),
        signed_up(url, "Anna") as anna,
        signed_up(url, "Ben") as ben,
    ):
        where = sit_down(anna, ben)
        mail_to(ben, "0")
        submit(ben, f"{where}/motion", kind="bot", player="Ben")  # he resigns
        submit(anna, f"{where}/motion/answer", agree="yes")
        while "A bot moves for you at the table" not in (found := opened_letter(heard.get(timeout=WAIT))[1]):
            assert "turn" in found
        submit(anna, f"{where}/motion", kind="open", player="Ben")
        to, subject, text = next_letter()
        assert (to, subject) == (
            "me@example.org",
            "Your seat at the table 18TE was given up",
        ) and where in text


@pytest.mark.parametrize(
    ("before", "more", "told"),
    [
        (("Anna",), {"over": True}, [(2, "over")]),  # she has made the last move
        ((), {"over": True, "ended": "time"}, [(1, "over"), (2, "over")]),
        ((), {"over": True, "ended": "closed"}, []),  # by an administrator: it may go on
        (("Ben",), {}, [(1, "turn")]),
    ],
)
def test_whoever_has_not_made_the_last_move_is_told_of_the_end(
    before: tuple[str, ...], more: dict[str, Any], told: list[tuple[int, str]]
):
    class Heard(Notifier):
        def note(self, person: int, kind: str, row: TableRow, values: Any) -> None:
            found.append((person, kind))

    found: list[tuple[int, str]] = []
    nobody: Any = None
    Heard(nobody, Settings(webhooks=True), nobody).look(row(**more), before)
    assert found == told
    assert said(waits("over"), **more) is None if "over" not in more else said(waits("over"), **more)


def test_an_address_that_is_busy_is_called_again(monkeypatch: pytest.MonkeyPatch):
    class Hook(Notifier):
        async def _call(self, webhook: str, told: Any) -> int:
            called.append(told["text"])
            return 429 if len(called) == 1 else 204

    monkeypatch.setattr(notify, "CALL_AGAIN", 0.01)
    called: list[str] = []
    nobody: Any = None
    asyncio.run(Hook(nobody, Settings(webhooks=True), nobody)._in_turn(1, "", {"text": "Your turn."}))
    assert called == ["Your turn."] * 2


def test_of_a_seat_one_is_told_as_it_is_by_then():
    mine, away = (SeatRow("Anna", 1), SeatRow("Anna", 1, "house")), SeatRow("Ben", 2)
    assert said(waits("replaced"), seats=(mine[0], away)) is None
    letter = said(waits("replaced"), waits("replaced"), seats=(mine[1], away))
    assert letter is not None and letter[1].count("A bot moves for you") == 1
    assert said(waits("lost"), seats=(mine[0], away)) is None
    assert said(waits("lost"), seats=(SeatRow("Anna", None, "house"), away)) is not None
