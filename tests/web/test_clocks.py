"""Clocks: what counts, what is left, what happens when time is out, who may be replaced by whom."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursbuch.core import BadInput
from kursbuch.shelf import new_game
from kursbuch.store import Conflict, Entry, SeatRow, TableRow
from kursbuch.store.counters import Counters
from kursbuch.store.facts import Alive
from kursbuch.store.schema import now
from kursbuch.web.clocks import absence
from kursbuch.web.clocks.absence import time_out
from kursbuch.web.clocks.silence import checked_silence, patience_of
from kursbuch.web.clocks.silence import from_form as silence_from_form
from kursbuch.web.clocks.terms import DAY, Terms, checked_clock, from_form, terms_of
from kursbuch.web.clocks.time import deadline, faces, ran_out, returned, started, ticked
from kursbuch.web.clocks.timekeeper import Timekeeper
from kursbuch.web.pages.clock import agreed_on, time_left
from kursbuch.web.rows import info_of
from kursbuch.web.service import NotAllowed
from kursbuch.web.settings import Settings
from kursbuch.words import words
from tests.store.stores import opened
from tests.web.backend import Player, online, serving, sqlite, wait_for
from tests.web.test_auth import submit
from tests.web.test_own import browser, sit_down

NOON = datetime(2026, 11, 13, 12, tzinfo=UTC)  # a Friday
LIVE = Terms("live", minutes=10, increment=20)
POST = Terms("days", days=2, stock=5, weekends=True)


def later(**more: float) -> datetime:
    return NOON + timedelta(**more)


def test_live_time_is_used_up_and_comes_back_by_the_increment():
    clock = started(LIVE, ["A", "B"], ["A"], NOON)
    assert deadline(LIVE, clock, "A") == later(minutes=10) and deadline(LIVE, clock, "B") is None
    clock = ticked(LIVE, clock, ["A"], ["B"], later(minutes=1))
    assert clock["left"] == {"A": 560.0, "B": 600.0}
    assert deadline(LIVE, clock, "B") == later(minutes=11)


def test_several_actions_of_one_turn_give_one_increment():
    clock = started(LIVE, ["A", "B"], ["A"], NOON)
    for minute in (1, 2, 3):
        clock = ticked(LIVE, clock, ["A"], ["A"], later(minutes=minute))
    assert clock["left"]["A"] == 420.0
    assert ticked(LIVE, clock, ["A"], ["B"], later(minutes=4))["left"]["A"] == 380.0


def test_those_who_decide_at_once_each_have_their_own_time():
    clock = started(LIVE, ["A", "B"], ["A", "B"], NOON)
    clock = ticked(LIVE, clock, ["A"], ["B"], later(minutes=2))
    assert deadline(LIVE, clock, "B") == later(minutes=10)


def test_a_move_by_correspondence_within_its_days_costs_nothing_and_a_later_one_draws_on_the_stock():
    clock = started(POST, ["A", "B"], ["A"], NOON)
    assert deadline(POST, clock, "A") == later(days=11)  # seven days that count, and two weekends
    soon = ticked(POST, clock, ["A"], ["B"], later(days=4))  # Tuesday: Friday and Monday were days that count
    assert soon["left"]["A"] == 5 * DAY
    late = ticked(POST, clock, ["A"], ["B"], later(days=5))
    assert late["left"]["A"] == 4 * DAY


def test_holidays_do_not_count():
    off = Terms("days", days=1, holidays=((date(2026, 12, 24), date(2026, 12, 26)),), zone="Europe/Berlin")
    eve = datetime(2026, 12, 23, 22, 0, tzinfo=UTC)  # 23:00 in Berlin
    assert off.after(eve, DAY) == datetime(2026, 12, 27, 22, 0, tzinfo=UTC)
    assert off.counted(eve, datetime(2026, 12, 27, 22, 0, tzinfo=UTC)) == DAY


def test_a_day_that_is_an_hour_longer_counts_as_long_as_it_is():
    berlin = Terms("days", days=1, weekends=True, zone="Europe/Berlin")
    friday = datetime(2026, 10, 23, 12, 0, tzinfo=UTC)  # summer time ends on Sunday
    assert berlin.counted(friday, datetime(2026, 10, 26, 12, 0, tzinfo=UTC)) == 10 * 3600 + 13 * 3600


def test_who_comes_back_has_some_time():
    clock = ran_out(started(LIVE, ["A", "B"], ["A"], NOON), ["A"])
    assert clock["out"] == ["A"] and deadline(LIVE, clock, "A") is None
    back = returned(LIVE, clock, "A", True, later(hours=1))
    assert back["out"] == [] and deadline(LIVE, back, "A") == later(hours=1, minutes=5)
    shown = {face.player: face for face in faces(LIVE, back, later(hours=1, minutes=1))}
    assert shown["A"].left == 240.0 and shown["A"].runs and not shown["B"].runs


def test_a_clock_is_read_as_it_was_stored():
    given = {"kind": "days", "days": 3, "stock": 10, "weekends": True, "out": "vote", "zone": "Europe/Berlin"}
    stored = checked_clock({**given, "holidays": [["2026-12-24", "2027-01-01"]]})
    terms = terms_of({"clock": stored})
    assert terms is not None and terms.out == "vote" and terms.off(date(2026, 12, 31))
    assert terms_of({}) is None


@pytest.mark.parametrize(
    "given",
    [
        "fast",
        {"kind": "sand"},
        {"kind": "live", "minutes": 0},
        {"kind": "live", "minutes": True},
        {"kind": "live", "minutes": 5, "out": "nothing"},
        {"kind": "days", "days": 400},
        {"kind": "days", "days": 2, "zone": "Mars/Crater"},
        {"kind": "days", "days": 2, "zone": "../../etc/passwd"},
        {"kind": "days", "days": 2, "holidays": [["x", "y"]]},
        {"kind": "days", "days": 2, "holidays": [["2026-12-24", "2026-12-01"]]},
        {"kind": "days", "days": 2, "holidays": [["2026-12-24", "2026-12-24"]] * 21},
    ],
)
def test_nonsense_is_refused(given: object):
    with pytest.raises(BadInput):
        checked_clock(given)


def test_the_form_is_read():
    assert from_form({"clock": ""}) is None
    live = from_form({"clock": "live", "clock_minutes": "30", "clock_increment": "10", "clock_out": "end"})
    assert live is not None and checked_clock(live) == {
        "kind": "live",
        "minutes": 30,
        "increment": 10,
        "out": "end",
    }
    post = from_form({"clock": "days", "clock_days": "3", "clock_stock": "", "clock_weekends": "yes"})
    assert post is not None
    with pytest.raises(BadInput, match="stock"):
        checked_clock(post)


FAST = {"kind": "live", "minutes": 1, "increment": 5}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Settings]]:
    settings = sqlite(tmp_path_factory.mktemp("clocks"), clock_pause=0.1, order_pause=0.0, absent_hours=0.0)
    with serving(settings) as address:
        yield address, settings


@contextmanager
def table_with(served: tuple[str, Any], clock: Any, *names: str) -> Iterator[tuple[list[Player], str]]:
    agreed = {"clock": clock} if clock else {}
    with online(served[0], *(names or ("Anna", "Ben")), title="18te", agreed=agreed) as (people, table):
        (begins,) = people[0].get(f"/tables/{table}")["acting"]
        yield sorted(people, key=lambda player: player.name != begins), table


def long_ago(served: tuple[str, Settings], table: str) -> None:
    """Let the time of whoever is to decide have run out: its beginning lies an hour back."""
    file = served[1].database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, timeout=30)) as base, base:
        (clock,) = base.execute("select clock from tables where id = ?", (table,)).fetchone()
        data = json.loads(clock)
        data["since"] = {p: (datetime.now(UTC) - timedelta(hours=1)).isoformat() for p in data["since"]}
        base.execute(
            "update tables set clock = ?, due = ? where id = ?",
            (json.dumps(data), "2020-01-01 00:00:00.000000", table),
        )


def test_clocks_are_shown_and_run_for_whoever_decides(served: Any):
    with table_with(served, {**FAST, "increment": 120}) as ((first, second), table):  # machines may be busy
        shown = {face["player"]: face for face in second.get(f"/tables/{table}/clock")}
        assert shown[first.name]["runs"] and 0 < shown[first.name]["left"] <= 60
        assert not shown[second.name]["runs"] and shown[second.name]["left"] == 60
        first.post(f"/tables/{table}/act", {"action": f"{first.name} passes", "moves": 0})
        shown = {face["player"]: face for face in second.get(f"/tables/{table}/clock")}
        assert not shown[first.name]["runs"] and shown[first.name]["left"] > 60  # with the increment
        assert shown[second.name]["runs"]


def test_when_time_is_out_a_bot_moves_until_its_player_is_back(served: Any):
    with table_with(served, FAST) as ((first, second), table):
        long_ago(served, table)
        wait_for(lambda: first.get(f"/tables/{table}")["moves"] > 0)
        seat = next(s for s in first.get(f"/tables/{table}")["seats"] if s["player"] == first.name)
        assert seat["bot"] and seat["mine"]
        body = {"action": f"{first.name} passes", "moves": first.get(f"/tables/{table}")["moves"]}
        assert first.client.post(f"/tables/{table}/act", json=body).status_code == 403
        first.post(f"/tables/{table}/back")
        seat = next(s for s in first.get(f"/tables/{table}")["seats"] if s["player"] == first.name)
        assert not seat["bot"]
        shown = {face["player"]: face for face in second.get(f"/tables/{table}/clock")}
        assert shown[first.name]["left"] > 0 and not shown[first.name]["out"]


def test_when_time_is_out_the_game_may_end_and_is_counted(served: Any):
    with table_with(served, {**FAST, "out": "end"}) as ((first, second), table):
        long_ago(served, table)
        wait_for(lambda: first.get(f"/tables/{table}")["over"])
        assert first.get(f"/tables/{table}")["ended"] == "time"
        body = {"action": f"{first.name} passes", "moves": 0}
        assert first.client.post(f"/tables/{table}/act", json=body).status_code == 403
        assert second.get(f"/tables/{table}/transcript")["title"] == "18te"


def test_when_time_is_out_the_others_may_vote_a_bot_in(served: Any):
    with table_with(served, {**FAST, "out": "vote"}) as ((first, second), table):
        long_ago(served, table)
        wait_for(lambda: any(face["out"] for face in first.get(f"/tables/{table}/clock")))
        assert first.get(f"/tables/{table}")["moves"] == 0  # nothing happens until they say so
        second.post(f"/tables/{table}/motion", {"kind": "bot", "player": first.name})
        wait_for(lambda: first.get(f"/tables/{table}")["moves"] > 0)


def test_nobody_is_voted_out_who_is_not_away(tmp_path: Any):
    with serving(sqlite(tmp_path)) as url, table_with((url, None), None) as ((first, second), table):
        for body in ({"kind": "bot", "player": first.name}, {"kind": "open", "player": second.name}):
            assert second.client.post(f"/tables/{table}/motion", json=body).status_code == 403
        asked = second.post(f"/tables/{table}/motion", {"kind": "bot", "player": second.name})  # resigning
        assert asked["keeping"]["asked"] and not any(s["bot"] for s in asked["seats"])
        done = first.post(f"/tables/{table}/motion/answer", {"agree": True})
        assert [s["player"] for s in done["seats"] if s["bot"]] == [second.name]


def test_most_of_the_others_replace_one_who_is_away_and_somebody_new_comes(served: Any):
    with (
        table_with(served, None, "Anna", "Ben", "Clara") as (people, table),
        Player(served[0], "Dora") as dora,
    ):
        away, one, other = people
        asked = one.post(f"/tables/{table}/motion", {"kind": "open", "player": away.name})
        assert asked["keeping"]["asked"]["agreed"] == [one.name]
        assert away.client.post(f"/tables/{table}/motion/answer", json={"agree": True}).status_code == 409
        done = other.post(f"/tables/{table}/motion/answer", {"agree": True})
        assert done["keeping"]["open"] == [away.name]
        link = other.post(f"/tables/{table}/invitation")["invitation"]  # its owner may be the one who is gone
        came = dora.post(f"/tables/{table}/join", {"invitation": link})
        assert [s["player"] for s in came["seats"] if s["mine"]] == [away.name]
        assert came["keeping"]["open"] == []
        late = one if other.get(f"/tables/{table}")["mine"] else other
        if not late.get(f"/tables/{table}")["mine"]:  # nor the owner, and nothing is to be filled any more
            assert late.client.post(f"/tables/{table}/invitation").status_code == 403


def test_who_takes_the_seat_of_another_is_told_whom_they_play(tmp_path: Path):
    with serving(sqlite(tmp_path)) as url, browser(url) as anna, browser(url) as ben, browser(url) as dora:
        where = sit_down(anna, ben)
        submit(ben, f"{where}/motion", kind="bot", player="Ben")
        submit(anna, f"{where}/motion/answer", agree="yes")
        submit(anna, f"{where}/motion", kind="open", player="Ben")
        link = re.search(r'value="[^"]*(/invited/[^"]+)"', anna.get(f"{where}/invitation").text)
        assert link and "The seat of Ben can be taken" in dora.get(link[1]).text
        submit(dora, f"{where}/join", invitation=link[1].rpartition("/")[2], name="Dora")
        assert "You play as Ben." in dora.get(where).text
        assert "You play as" not in anna.get(where).text


def test_the_others_are_told_who_plays_on_in_a_seat(tmp_path: Path):
    with serving(sqlite(tmp_path)) as url, browser(url) as anna, browser(url) as ben, browser(url) as dora:
        where = sit_down(anna, ben)
        open_seat(anna, ben, where)
        link = re.search(r'value="[^"]*(/invited/[^"]+)"', anna.get(f"{where}/invitation").text)
        assert link
        submit(dora, f"{where}/join", invitation=link[1].rpartition("/")[2], name="Dora")
        for told in ("Dora plays on for Ben.", "now Dora"):
            assert told in anna.get(where).text
        assert "Dora plays on" not in dora.get(where).text
        open_seat(anna, dora, where)
        assert "Dora plays on" not in anna.get(where).text


def open_seat(anna: httpx.Client, away: httpx.Client, where: str) -> None:
    """Whoever plays Ben gives up, and Anna lets somebody new take the seat."""
    submit(away, f"{where}/motion", kind="bot", player="Ben")
    submit(anna, f"{where}/motion/answer", agree="yes")
    submit(anna, f"{where}/motion", kind="open", player="Ben")


def test_all_must_agree_to_end_a_game(served: Any):
    with table_with(served, None, "Anna", "Ben", "Clara") as ((one, two, three), table):
        one.post(f"/tables/{table}/motion", {"kind": "end"})
        two.post(f"/tables/{table}/motion/answer", {"agree": True})
        assert not one.get(f"/tables/{table}")["over"]
        assert three.post(f"/tables/{table}/motion/answer", {"agree": True})["ended"] == "agreed"


def test_a_clock_says_bot_where_one_moves_and_not_that_time_is_out(tmp_path: Path):
    """Whoever gives up has time left."""
    with serving(sqlite(tmp_path)) as url, browser(url) as anna, browser(url) as ben:
        where = sit_down(anna, ben, clock="live", clock_minutes="20", clock_increment="0", clock_out="bot")
        assert submit(ben, f"{where}/motion", kind="bot", player="Ben").status_code == 200
        submit(anna, f"{where}/motion/answer", agree="yes")
        assert re.search(r'<span>Ben</span> <b role="timer">Bot</b>', anna.get(where).text)
        assert "out of time" not in anna.get(where).text


def test_whoever_declines_ends_the_vote(served: Any):
    with table_with(served, None, "Anna", "Ben", "Clara") as ((one, two, three), table):
        one.post(f"/tables/{table}/motion", {"kind": "end"})
        assert three.post(f"/tables/{table}/motion/answer", {"agree": False})["keeping"]["asked"] is None
        assert two.client.post(f"/tables/{table}/motion/answer", json={"agree": True}).status_code == 409


def test_of_several_processes_one_deals_with_a_time_that_is_out(tmp_path: Any):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            owner = await stored.people.add("Anna", None, "en")
            clock = started(LIVE, ["Anna"], ["Anna"], NOON)
            row = TableRow(
                "t", "18te", "", "online", "private", {}, 1, owner.id,
                started=True, acting=("Anna",), agreed={"clock": checked_clock({**FAST, "out": "end"})},
                clock=clock, due=NOON, seats=(SeatRow("Anna", owner.id), SeatRow("Ben")),
            )  # fmt: skip
            await stored.tables.add(row)
            many = [
                stored.tables.settle("t", lambda r: time_out(r, later(days=1), "house")) for _ in range(5)
            ]
            done = await asyncio.gather(*many)
            assert len([one for one in done if one is not None]) == 1

    asyncio.run(run())


def test_how_long_silence_may_last_is_the_table_s_own_rule():
    at = datetime(2026, 11, 16, 12, tzinfo=UTC)
    seats = (SeatRow("Anna", 1), SeatRow("Ben", 2))
    quiet = TableRow(
        "t", "18te", "", "online", "private", {}, 1, 1,
        started=True, acting=("Ben",), seats=seats, updated=at - timedelta(hours=30),
    )  # fmt: skip
    cases: list[tuple[dict[str, float], bool]] = [
        ({}, False),
        ({"silence": 24.0}, True),
        ({"silence": 31.0}, False),
    ]
    for agreed, away in cases:
        row = replace(quiet, agreed=agreed)
        assert absence.away(row, "Ben", at, patience_of(row.agreed)) is away
    for wrong in (0, 1441, "x", True, None):
        with pytest.raises(BadInput):
            checked_silence(wrong)
    assert silence_from_form({"silence": "24"}) == 24
    assert silence_from_form({"silence": "24", "clock": "live"}) is None
    assert silence_from_form({"silence": "²"}) == -1 and silence_from_form({"silence": ""}) is None


def test_a_table_says_how_long_it_waits(tmp_path: Path):
    with serving(sqlite(tmp_path)) as url, browser(url) as anna:
        where = submit(anna, "/new", title="18te", mode="online", count="2", silence="6").headers["location"]
        assert "after 6 hours of silence" in anna.get(where).text
        assert submit(anna, "/new", title="18te", mode="online", count="2", silence="0").status_code == 400


# -- votes --------------------------------------------------------------------------------------------


def silent_table(*names: str) -> TableRow:
    """The first of them keeps the others waiting, for three days."""
    seats = tuple(SeatRow(name, number) for number, name in enumerate(names, start=1))
    return TableRow(
        "t", "18te", "", "online", "private", {}, 1, 1,
        started=True, acting=names[:1], seats=seats, updated=later(days=-3),
    )  # fmt: skip


def asks(row: TableRow, by: str, kind: str, player: str = "", at: datetime = NOON) -> TableRow:
    return absence.proposed(row, by, kind, player, at, patience_of(row.agreed), "house")


def answers(row: TableRow, by: str, agree: bool, at: datetime = NOON) -> TableRow | None:
    return absence.answered(row, [by], agree, at, patience_of(row.agreed), "house")


def test_one_voice_against_it_does_not_keep_an_absent_player_s_seat():
    row = asks(silent_table("Away", "Anna", "Ben", "Clara"), "Anna", "bot", "Away")
    one = answers(row, "Ben", False)
    assert one is not None and one.keeping["asked"]
    done = answers(one, "Clara", True)
    assert done is not None and [s.player for s in done.seats if s.bot] == ["Away"]
    two = answers(one, "Clara", False)
    assert two is not None and two.keeping["asked"] is None and not any(s.bot for s in two.seats)


def test_nobody_s_voice_counts_twice_and_one_may_think_better_of_it():
    row = asks(silent_table("Away", "Anna", "Ben", "Clara", "Dora"), "Anna", "bot", "Away")
    for _ in range(3):
        again = answers(row, "Anna", True)
        assert again is not None and not any(s.bot for s in again.seats)
        row = again
    against = answers(row, "Ben", False)
    assert against is not None and against.keeping["asked"]["against"] == ["Ben"]
    both = answers(against, "Ben", True)
    assert both is not None and both.keeping["asked"]["against"] == []


def test_one_whom_it_is_about_has_no_voice_but_is_left_alone_after_a_move():
    row = asks(silent_table("Away", "Anna", "Ben", "Clara"), "Anna", "bot", "Away")
    assert answers(row, "Away", False) is None
    moved = replace(row, acting=("Anna",), updated=NOON)
    assert absence.question(moved, NOON, patience_of({})) is None
    assert answers(moved, "Ben", True) is None


def test_a_question_is_left_to_those_who_are_asked_for_a_day():
    row = asks(silent_table("Away", "Anna", "Ben", "Clara"), "Anna", "bot", "Away")
    with pytest.raises(NotAllowed):
        asks(row, "Ben", "end")
    assert asks(row, "Anna", "end").keeping["asked"]["kind"] == "end"
    assert asks(row, "Ben", "end", at=later(hours=25)).keeping["asked"]["by"] == "Ben"


def test_a_question_makes_another_state_of_the_table():
    """A page that was out of reach learns by it that there is something new."""
    quiet = silent_table("Away", "Anna", "Ben")
    asked = asks(quiet, "Anna", "bot", "Away")
    done = answers(asked, "Ben", True)
    assert done is not None
    assert len({info_of(row).stamp for row in (quiet, asked, done)}) == 3


def test_a_move_does_not_overtake_the_end_of_a_game(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            owner = await stored.people.add("Anna", None, "en")
            seats = (SeatRow("Anna", owner.id), SeatRow("Ben"))
            row = TableRow("t", "18te", "", "online", "private", {}, 1, owner.id, started=True, seats=seats)
            await stored.tables.add(row)
            await stored.tables.settle("t", lambda found: absence.ended(found, "time"))
            with pytest.raises(Conflict):
                await stored.tables.advance(
                    replace(row, version=1, moves=1), [Entry("act", "Anna", "x", "[]")]
                )

    asyncio.run(run())


def test_a_move_under_way_does_not_overtake_a_bot_that_takes_the_seat_nor_one_who_is_back(tmp_path: Path):
    """Otherwise nobody would know that the bot is to move, or it would move for one who is there."""

    async def run() -> None:
        async with opened(tmp_path) as stored:
            owner = await stored.people.add("Anna", None, "en")
            seats = (SeatRow("Anna", owner.id), SeatRow("Ben", bot="house"))
            row = TableRow("t", "18te", "", "online", "private", {}, 1, owner.id, started=True, seats=seats)
            await stored.tables.add(row)
            step = replace(row, version=1, moves=1)
            for decide in (
                lambda found: absence.stood_in(found, owner.id, "house"),
                lambda found: absence.come_back(found, owner.id, NOON),
            ):
                seen = await stored.tables.get("t")
                assert await stored.tables.settle("t", decide)
                with pytest.raises(Conflict):
                    late = replace(step, seats=seen.seats)
                    await stored.tables.advance(late, [Entry("act", "Anna", "x", "[]")])
            await stored.tables.advance(step, [Entry("act", "Anna", "x", "[]")])

    asyncio.run(run())


def test_who_moves_although_time_is_out_is_back():
    row = TableRow(
        "t", "18te", "", "online", "private", {}, 1, 1,
        started=True, acting=("Anna",), agreed={"clock": checked_clock({**FAST, "out": "vote"})},
        clock=ran_out(started(LIVE, ["Anna", "Ben"], ["Anna"], NOON), ["Anna"]),
        seats=(SeatRow("Anna", 1), SeatRow("Ben", 2)),
    )  # fmt: skip
    game = new_game("18te", players=["Anna", "Ben"], seed=1)
    after = absence.clock_after(row, game, ["Anna"], later(hours=1))["clock"]
    assert after["out"] == [] and after["left"]["Anna"] >= 60
    for_her = replace(row, seats=(SeatRow("Anna", 1, "house"), SeatRow("Ben", 2)))  # a bot does
    assert absence.clock_after(for_her, game, ["Anna"], later(hours=1))["clock"]["out"] == ["Anna"]


def test_where_there_is_a_clock_silence_alone_makes_nobody_absent():
    terms = Terms("days", days=7)
    clock = started(terms, ["Away", "Anna"], ["Away"], later(days=-3))
    row = silent_table("Away", "Anna")
    assert absence.away(row, "Away", NOON, patience_of({}))
    assert not absence.away(replace(row, clock=clock), "Away", NOON, patience_of({}))


def test_who_waits_by_correspondence_is_shown_the_time_for_the_next_move():
    terms = Terms("days", days=2)
    anna, ben = faces(terms, started(terms, ["Anna", "Ben"], ["Anna"], NOON), later(hours=6))
    assert (anna.left, ben.left) == (2 * DAY - 6 * 3600, 2 * DAY)


def test_holidays_are_part_of_what_was_agreed_on():
    agreed = {"clock": checked_clock({"kind": "days", "days": 2, "holidays": [["2026-12-24", "2027-01-01"]]})}
    info = info_of(replace(silent_table("Anna", "Ben"), agreed=agreed))
    assert "off from 2026-12-24 to 2027-01-01" in agreed_on(words("en"), info)
    assert "frei vom 24.12.2026 bis 1.1.2027" in agreed_on(words("de"), info)


def test_no_clock_runs_while_the_server_is_away(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            owner = await stored.people.add("Anna", None, "en")
            clock = started(LIVE, ["Anna", "Ben"], ["Anna"], NOON)
            row = TableRow(
                "t", "18te", "", "online", "private", {}, 1, owner.id,
                started=True, acting=("Anna",), agreed={"clock": checked_clock({**FAST, "minutes": 10})},
                clock=clock, due=later(minutes=10), seats=(SeatRow("Anna", owner.id), SeatRow("Ben", owner.id)),
            )  # fmt: skip
            await stored.tables.add(row)

            def keeper() -> Timekeeper:
                parts = (stored.live, stored.tables, Alive(stored.database), Counters(stored.database))
                return Timekeeper(*parts, pause=1.0)

            await keeper().look(later(minutes=4))
            back = later(hours=3)
            await asyncio.gather(keeper().look(back), keeper().look(back))  # two processes start at once
            after = await stored.tables.get("t")
            assert datetime.fromisoformat(after.clock["since"]["Anna"]) == back - timedelta(minutes=4)
            assert after.due == back + timedelta(minutes=6) and not after.clock["out"]
            await keeper().look(back + timedelta(seconds=30))  # a quick restart is no gap
            assert (await stored.tables.get("t")).due == after.due

    asyncio.run(run())


def test_the_list_of_ones_games_tells_how_long_the_others_wait():
    clock = started(POST, ["Anna", "Ben"], ["Anna"], now())
    row = TableRow(
        "t", "18te", "", "online", "private", {}, 1, 1, started=True, acting=("Anna",), clock=clock,
        agreed={"clock": checked_clock({"kind": "days", "days": 2})}, seats=(SeatRow("Anna", 1), SeatRow("Ben", 2)),
    )  # fmt: skip
    assert time_left(words("de"), info_of(row), "Anna") == "6 T 23 Std"
    assert time_left(words("de"), info_of(row), "Ben") == ""
