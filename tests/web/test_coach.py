"""The coach: who may ask it, what it says, and that it knows no more than whoever asks."""

from __future__ import annotations

import asyncio
import html
import json
import random
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursbuch.bots import choice, get
from kursbuch.bots.advice import Advice, Candidate, Reason
from kursbuch.bots.review import Mistake, Review, Turn
from kursbuch.shelf import new_game
from kursbuch.testing import Table, position
from kursbuch.web.coach import BUSY, FORBIDDEN, FULL, MOST, NOT_HERE, Coach, why_no_coach
from kursbuch.web.limits import TooMany
from kursbuch.web.pages.advice import advice_view, offered, review_view
from kursbuch.web.pages.table import scene_of
from kursbuch.web.seating import Sight
from kursbuch.web.service import Person, Seat, TableInfo
from kursbuch.web.thinkers import Heard
from kursbuch.words import LANGUAGES, told, words
from tests.web.backend import WAIT, Player, serving, sqlite
from tests.web.test_auth import submit, token_of

SEATED = (Seat("Anna", 1), Seat("Ben", None, "house"))
SEATS = [{"player": "Anna", "mine": True}, {"player": "Ben", "mine": True}]


def info(**more: Any) -> TableInfo:
    now = datetime.now(UTC)
    plain = TableInfo(
        "t",
        "18te",
        "t",
        "bots",
        "private",
        (Seat("Anna", 1), Seat("Ben", None, "house")),
        1,
        now,
        now,
        True,
        False,
        0,
    )
    return replace(plain, **more)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (info(), ""),
        (info(mode="hotseat"), ""),
        (info(mode="online"), NOT_HERE),
        (info(mode="online", over=True), ""),
        (info(agreed={"helps_off": ["coach"]}), FORBIDDEN),
        (info(agreed={"helps_off": ["worth"]}), ""),
        (info(agreed={"helps_off": ["coach"]}, over=True), ""),
    ],
)
def test_where_the_coach_may_be_asked(table: TableInfo, why: str) -> None:
    assert why_no_coach(table) == why


def test_it_is_offered_to_whoever_decides() -> None:
    game = new_game("18te", ["Anna", "Ben"], seed=1)
    mine, other = game.acting[0], next(p for p in game.players if p not in game.acting)
    assert offered(scene_of(game, (mine,), words("en")), info())
    assert not offered(scene_of(game, (other,), words("en")), info())
    assert not offered(scene_of(game, (mine,), words("en")), info(mode="online"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_advice_in_words(language: str) -> None:
    table = position(
        "18te", 2, companies={"KHS": {"price": 100, "cash": 500, "A": 50, "trains": ["2"]}}, turn="KHS trains"
    )
    action = next(str(a) for a in table.game.legal_actions() if "buys train" in str(a) and "depot" in str(a))
    said = Advice(
        table.game.acting[0],
        (
            Candidate(action, 640.0, 100.0, 0.0, (Reason("rusts-soon", {"train": "2+2/3", "purchases": 2}),)),
            Candidate("KHS passes", 620.0, 65.0, 3.0),
        ),
        tried=12,
    )
    seen = advice_view(scene_of(table.game, table.game.players, words(language)), said)
    assert "2+2/3" in seen.choices[0].reasons[0] and "2" in seen.choices[0].reasons[0]
    assert "640" in seen.choices[0].worth and not seen.choices[0].behind
    assert "35" in seen.choices[1].behind
    assert ("verrosten" in seen.choices[0].reasons[0]) == (language == "de")


def test_a_review_in_words() -> None:
    game = new_game("18te", ["Anna", "Ben"], seed=1)
    review = Review(
        (0, 1),
        {"Anna": (0.5, 0.8), "Ben": (0.5, 0.2)},
        (Turn(1, "Anna", 0.5, 0.8),),
        (Mistake(0, "Anna", "Anna passes", Candidate("Anna opens KHS at 150", 9.0, 5.0, 0.0), 55.0),),
    )
    seen = review_view(scene_of(game, game.players, words("de")), review)
    assert "50 % auf 80 %" in seen.turns[0].text
    assert "55" in seen.mistakes[0].text and "<svg" in seen.chart


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("coach"), bot_pause=0.0)) as url:
        yield url


def stream(browser: httpx.Client, path: str) -> list[tuple[str, str]]:
    """The events of a stream that ends."""
    out: list[tuple[str, str]] = []
    with browser.stream("GET", path, timeout=WAIT) as answer:
        assert answer.status_code == 200, answer.read()
        event, data = "", []
        for line in answer.iter_lines():
            if line.startswith("event: "):
                event = line.removeprefix("event: ")
            elif line.startswith("data: "):
                data.append(line.removeprefix("data: "))
            elif not line and event:
                out.append((event, "\n".join(data)))
                event, data = "", []
    return out


def test_the_page_asks_and_is_told(server: str) -> None:
    with httpx.Client(base_url=server, timeout=WAIT, headers={"accept-language": "en"}) as browser:
        made = submit(browser, "/new", title="nuremberg", mode="hotseat", count="2", seed="7", name0="Anna")
        path = made.headers["location"]
        assert "What would you do?" in browser.get(path).text
        told = stream(browser, f"{path}/coach")
        kinds = [kind for kind, _ in told]
        assert kinds[-1] == "said" and "share" in kinds
        assert told[-1][1].count("<li>") >= 3 and "bid" in told[-1][1].lower()


@pytest.mark.parametrize(
    ("title", "language", "why"),
    [
        ("nuremberg", "de", r"U2.* bringt 3 braunen Einfluss für Züge zu 0 dazu"),
        ("nuremberg", "en", r"that leaves cubes for track: \d"),
        ("18te", "de", r"bringt etwa .*\d+.* mehr als ein Gebot von"),
        ("18te", "en", r"brings about .*\d+.* more than a bid of"),
        ("1830", "de", r"zahlt \$\d+ je Runde"),
        ("1830", "en", r"is worth about \$\d+"),
    ],
)
def test_bids_have_reasons_on_the_page(server: str, title: str, language: str, why: str) -> None:
    with httpx.Client(base_url=server, timeout=WAIT, headers={"accept-language": language}) as browser:
        count = "2" if title != "1830" else "3"
        made = submit(browser, "/new", title=title, mode="hotseat", count=count, seed="8", name0="Anna")
        told = stream(browser, f"{made.headers['location']}/coach")
        assert re.search(why, html.unescape(told[-1][1])), told[-1][1]


def test_programs_ask_too(server: str) -> None:
    with Player(server, "Anna") as anna:
        table = anna.table("hotseat", SEATS, title="nuremberg")["id"]
        advice = anna.get(f"/tables/{table}/advice")
        legal = anna.get(f"/tables/{table}/actions")
        assert advice["player"] in ("Anna", "Ben") and 1 <= len(advice["choices"]) <= 3
        assert all(
            anna.post(f"/tables/{table}/why-not", {"action": one["action"]})["legal"]
            for one in advice["choices"]
        )
        assert legal["actions"]


def test_online_there_is_none(server: str) -> None:
    with Player(server, "Anna") as anna:
        seats = [{"player": "Anna", "mine": True}, {"bot": "random"}]
        table = anna.table("online", seats, title="nuremberg")["id"]
        assert "coach" in anna.get(f"/tables/{table}/advice", 403)["detail"]


def test_a_game_that_is_over_is_reviewed_and_played_on_from(tmp_path: Path) -> None:
    game = new_game("nuremberg", ["Anna", "Ben"], seed=3)
    rng = random.Random(3)
    while not game.over:
        game.apply(rng.choice(game.legal_actions(game.acting[0])).sample(rng))
    with (
        serving(sqlite(tmp_path)) as url,
        httpx.Client(base_url=url, timeout=WAIT, headers={"accept-language": "en"}) as browser,
    ):
        browser.get("/")
        made = submit(browser, "/new", title="nuremberg", mode="hotseat", count="2", name0="Anna")
        assert made.status_code == 303
        token = {"x-csrf-token": token_of(browser)}
        answer = browser.post(
            "/load", files={"file": ("x.json", game.to_json())}, data={"mode": "hotseat"}, headers=token
        )
        path = answer.headers["location"]
        told = stream(browser, f"{path}/review")
        assert told[-1][0] == "said" and "<svg" in told[-1][1]
        copy = browser.post(f"{path}/play-on", data={"move": "5"}, headers=token)
        assert copy.status_code == 303 and copy.headers["location"] != path
        assert json.loads(browser.get(f"{copy.headers['location']}/transcript").text)["actions"] == [
            str(action) for action in game.actions[:5]
        ]


class Slow:
    """Stands for the coach's process: answers when told to."""

    def __init__(self) -> None:
        self.answers = asyncio.Event()

    async def ask(self, question: object, heard: Heard) -> Advice:
        heard(0.5)
        await self.answers.wait()
        return Advice("Anna", ())


def test_few_questions_wait_and_the_next_one_is_told_how_long() -> None:
    """Guests are made in a moment: without a bound they would fill the line of the one process for hours."""

    async def crowd() -> None:
        coach, process = Coach("sqlite://", seconds=3.0), Slow()
        coach._thinkers = process  # type: ignore[assignment]
        table, game = info(mode="hotseat"), new_game("18te", ["Anna", "Ben"], seed=1)

        def ask(person: Person) -> AsyncIterator[object]:
            return coach.advise(Sight(table, person, ("Anna", "Ben"), game))

        async def refused(person: Person) -> TooMany:
            with pytest.raises(TooMany) as found:
                await anext(ask(person))
            return found.value

        guests = [Person(n, "Guest", guest=True, address="192.0.2.1") for n in range(1, MOST + 1)]
        asked = [ask(guest) for guest in guests[: MOST // 2]]
        for one in asked:
            await anext(one)
        again = await refused(guests[0])
        assert again.message == BUSY
        full = await refused(guests[-1])
        assert full.message == FULL and full.wait == 40  # ten before, four seconds each
        accounts = [Person(100 + n, f"Anna {n}") for n in range(MOST // 2)]
        others = [ask(person) for person in accounts]  # whom one address does not keep out
        for one in others:
            await anext(one)
        full = await refused(Person(200, "Ben"))
        assert full.wait == 80 and told(words("de"), full.message, full.values).endswith(
            "80 Sekunden warten."
        )
        process.answers.set()
        for one in asked + others:
            assert [said async for said in one][-1] == Advice("Anna", ())
        await anext(ask(Person(200, "Ben")))

    asyncio.run(crowd())


def test_the_page_says_how_long_to_wait(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kursbuch.web.coach.MOST", 0)
    with httpx.Client(base_url=server, timeout=WAIT, headers={"accept-language": "en"}) as browser:
        made = submit(browser, "/new", title="nuremberg", mode="hotseat", count="2", seed="7", name0="Anna")
        told = stream(browser, f"{made.headers['location']}/coach")
        assert told[-1][0] == "busy" and "wait a moment" in told[-1][1]


def named(table: Any, language: str, *texts: str) -> list[str]:
    """What the coach calls some choices, in plain text."""
    game = table.game
    said = Advice(game.acting[0], tuple(Candidate(text, 0.0, 0.0, 0.0) for text in texts))
    scene = scene_of(game, game.players, words(language))
    return [choice.label.striptags() for choice in advice_view(scene, said).choices]


def test_choices_that_would_be_called_alike_are_told_apart() -> None:
    """Two turns of one tile, by where the track leads; what lies the same way is called as ever."""
    table = position("18te", 2, companies={"KHS": {"price": 100, "cash": 500, "A": 50}}, turn="KHS lay")
    lays = [str(one) for one in table.game.legal_actions() if str(one).startswith("KHS lays 58.")]
    assert len(lays) >= 2
    first, second, other = named(table, "de", *lays[:2], "KHS passes")
    assert first != second and "(Gleis " in first and "(Gleis " in second
    assert other == "KHS: Passen"


def test_two_tracks_on_one_tile_are_told_apart_by_what_each_joins() -> None:
    """Two turns of 1853's tile 1 with other track; turned half round it is the same, and shown once."""
    table = Table(new_game("1853", ["Anna", "Ben", "Clara"], seed=6))
    lays = [f"BBCI lays 1.{turn} at H16" for turn in (4, 1, 0)]
    first, second = named(table, "en", *lays)
    assert first != second and first.count(" – ") == second.count(" – ") == 2


def test_runs_are_told_apart_by_the_stops_of_each_train() -> None:
    """A review tells which run would have been better, long after that position."""
    table = position("18te", 2, companies={"KHS": {"price": 100, "cash": 500, "A": 50, "trains": ["2"]}})
    none, one = named(table, "en", "KHS runs nothing", "KHS runs 2: F6.0 G5.0")
    assert none.endswith("(no train runs)")
    assert one.endswith(" – Osnabrück (G5))") and "(2: " in one


def test_equal_shares_are_told_apart_by_where_they_lie() -> None:
    table = position("18te", 2, companies={"KHS": {"price": 100, "cash": 500, "A": 50, "pool": 20}})
    first, second = named(table, "en", "A buys 10 KHS from company", "A buys 10 KHS from pool")
    assert first != second


def test_a_train_of_another_company_is_named_with_it() -> None:
    companies = {
        "KHS": {"price": 100, "cash": 500, "A": 50},
        "KWE": {"price": 100, "cash": 500, "A": 50, "trains": ["2"]},
    }
    table = position("18te", 2, companies=companies, turn="KHS trains")
    lines = [str(one) for one in table.game.legal_actions()]
    sold = next(line for line in lines if " from KWE " in line).split(" for ")[0] + " for 100"
    bank = next(line for line in lines if " from depot " in line)
    assert ["KWE" in name for name in named(table, "en", sold, bank)] == [True, False]


def test_deliveries_are_told_apart_by_what_goes_where() -> None:
    game = new_game("18do-beer", ["Anna", "Ben", "Clara"], seed=8)
    rng = random.Random(8)
    while sum(" delivers " in str(one) for one in game.legal_actions()) < 2:
        game.apply(choice(get("house"), game, game.acting[0], rng))
    lines = [str(one) for one in game.legal_actions() if " delivers " in str(one)][:2]
    first, second = named(Table(game), "de", *lines)
    assert first != second and "liefert" in first and "So liefern" not in first


def test_while_it_thinks_the_page_says_so(server: str) -> None:
    with httpx.Client(base_url=server, timeout=WAIT, headers={"accept-language": "de"}) as browser:
        made = submit(browser, "/new", title="nuremberg", mode="hotseat", count="2", seed="7", name0="Anna")
        assert 'data-thinks="Der Trainer probiert aus' in browser.get(made.headers["location"]).text
