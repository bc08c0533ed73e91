"""Whoever reads German meets no English: pages, logs, previews, refusals, notices, error pages are searched for it.

English is told by words that German has not. What a program sends to itself (actions, addresses) is no text.
"""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from kursbuch.core import Game
from kursbuch.draw.zoom import shortenings
from kursbuch.rail.state import RailState
from kursbuch.shelf import new_game, shelf, titles
from tests.web.backend import serving, sqlite
from tests.web.memory import make_app
from tests.web.test_auth import submit
from tests.web.test_pages import Client

ENGLISH = re.compile(
    r"\b(the|of|and|is|are|not|with|for|may|must|cannot|this|that|these|from|your|you|has|have|be|been|by|no|yes|"
    r"only|every|each|other|nothing|there|which|who|than|more|less|at|to|it|its|sold|buys?|sells?|lays?|runs|pays?|"
    r"passes|share|shares|cash|train|trains|player|players|company|turn|round|hex|tile|missing|expected|wrong|invalid|"
    r"mountain|hills?|rivers?|water|town|city|home|goal|space|kept|left|waits|yellow|green|brown|grey|unbuilt)\b",
    re.IGNORECASE,
)
# names on boards and boxes, and what the fields of files are called
_CALLED = {
    thing.name
    for info in titles()
    if isinstance(s := new_game(info.id, info.players[-1], seed=1).state, RailState)
    for things in (s.box.companies, getattr(s.box, "privates", {}), s.box.map.hexes)
    for thing in things.values()
    if thing.name
}
# and their beginnings, which boards show from afar
_CALLED |= {short for name in _CALLED for short in shortenings(name) if len(short) > 4}
NAMES = re.compile(
    "|".join(
        [
            *(re.escape(info.name) for info in titles()),
            *map(re.escape, sorted(_CALLED, key=len, reverse=True)),  # a name may hold a shorter one
            r"The (South|Railway Game)|Dortmund City|Heat, Sweat (&|and) Beer|No\. \d",
            r"table, name, title, moves, link, text",
            r"\b(kursbuch reset-password|players:|title:)",
        ]
    )
)
_TAG = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
_SPOKEN = re.compile(r'(?:title|aria-label|placeholder|alt)="([^"]*)"')


def english_in(page: str) -> list[str]:
    """The pieces of text on a page that are English."""
    found = []
    pieces = [*_TAG.sub("\n", page).split("\n"), *_SPOKEN.findall(page)]
    for piece in dict.fromkeys(html.unescape(p).strip() for p in pieces):
        if ENGLISH.search(NAMES.sub("", piece)):
            found.append(piece)
    return found


def positions(title: str, seed: int, wanted: int) -> Iterator[Game]:
    """Some positions of a random game, from the first to the last."""
    rng = random.Random(seed)
    game = new_game(title, ["Anna", "Ben", "Clara"] if title != "18te" else ["Anna", "Ben"], seed)
    while not game.over and len(game.actions) < 1500:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    for n in range(wanted):
        yield game.at(len(game.actions) * n // (wanted - 1))


@pytest.mark.parametrize("title", shelf())
def test_a_german_table_has_no_english_word(title: str) -> None:
    client = Client(make_app(), "de")
    path, _ = client.new(title, count="3" if title != "18te" else "2")
    table = client.app.state.tables.kept[path.rpartition("/")[2]]
    rng = random.Random(1)
    leftovers: dict[str, str] = {}
    for game in positions(title, 4, 12):
        table.game = game
        client.app.state.tables._note(table)
        page = client.get(path)
        looked = [("page", page)]
        for action in rng.sample(game.legal_actions(), min(3, len(game.legal_actions()))):
            looked.append(
                (f"preview {action}", client.get(f"{path}/preview", action=str(action.sample(rng))))
            )
        looked.append(("nonsense", client.get(f"{path}/preview", action="does what nobody does")))
        for where, text in looked:
            leftovers |= {piece: f"{where}, move {len(game.actions)}" for piece in english_in(text)}
    leftovers |= dict.fromkeys(english_in(client.get(f"{path}/log")), "log")
    assert leftovers == {}


@pytest.mark.parametrize("title", shelf())
def test_german_rules_have_no_english_word(title: str) -> None:
    assert english_in(Client(make_app(), "de").get(f"/rules/{title}")) == []


def test_the_german_shelf_has_no_english_word() -> None:
    assert english_in(Client(make_app(), "de").get("/")) == []


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("german"), webhooks=True, body_limit=50_000)) as address:
        yield address


@pytest.fixture
def browser(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=url, headers={"Accept": "text/html", "Accept-Language": "de"}, timeout=60
    ) as client:
        yield client


PAGES = [
    "/",
    "/lobby",
    "/account",
    "/account/sign-in",
    *(f"/account/sign-in?wrong={wrong}" for wrong in ("wrong", "many")),
    "/account/sign-in?done=reset",
    "/account/sign-up",
    *(f"/account/sign-up?wrong={wrong}" for wrong in ("taken", "name", "password", "email")),
    "/account/forgot",
    "/account/forgot?done=sent",
    "/account/forgot?wrong=link",
    "/table/nosuchtable",
    "/no/such/page",
    "/rules/schach",
    "/static/nothing.css",
    "/invited/nosuchtable/secret",
]


@pytest.mark.parametrize("path", PAGES)
def test_pages_and_error_pages_are_german(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path, follow_redirects=True)
    assert '<html lang="de"' in answer.text
    assert english_in(answer.text) == []


def _transcript(**changed: object) -> str:
    data = json.loads(new_game("18te", ["Anna", "Ben"], seed=1).to_json())
    data.pop("check")
    return json.dumps({**data, **changed})


WRONG_FILES = [
    "",
    "[1]",
    '{"title": ',
    _transcript(title="chess"),
    _transcript(players=["Anna"]),
    _transcript(players=["Anna", "Anna"]),
    _transcript(players=["Anna", "KHS"]),
    _transcript(players=["Anna", " "]),
    _transcript(players=["Anna", "a:b"]),
    _transcript(seed="x"),
    _transcript(extra=1),
    _transcript(kursbuch=99),
    _transcript(check="0"),
    _transcript(options={"no": 1}),
    _transcript(options={"bankruptcy": "never"}),
    _transcript(actions=["Anna dances"]),
    _transcript(actions=[1]),
    _transcript(actions=["Anna sells 10% of KHS"]),
    _transcript(actions=[{"do": "open", "actor": "Anna"}]),
    _transcript(actions=[{"do": "dance", "actor": "Anna"}]),
    "x" * 60_000,
]


@pytest.mark.parametrize("text", WRONG_FILES, ids=range(len(WRONG_FILES)))
def test_what_is_wrong_with_a_file_is_said_in_german(browser: httpx.Client, text: str) -> None:
    token = re.search(r'name="csrf" value="([^"]+)"', browser.get("/").text)
    assert token
    answer = browser.post("/load", data={"csrf": token[1]}, files={"file": ("game.json", text.encode())})
    assert answer.status_code in (400, 413)
    # what stands in the file is quoted as it is
    without_input = re.sub(
        r"&#39;.*?&#39;|keines von [^<]*|\w+\[\d+\][.\w]*: |options\.\w+: |action\.\w+: ", "", answer.text
    )
    assert english_in(without_input) == []


def test_forms_are_refused_in_german(browser: httpx.Client) -> None:
    where = submit(browser, "/new", title="18te", mode="online", count="2").headers["location"]
    assert english_in(browser.post("/account/sign-out", data={"csrf": "x"}).text) == []
    for form in ({"title": "chess"}, {"title": "18te", "mode": "hotseat", "count": "2", "name0": "KHS"}):
        assert (
            english_in(re.sub("&#39;.*?&#39;|bekannt sind [^<]*", "", submit(browser, "/new", **form).text))
            == []
        )
    assert english_in(browser.get(where).text) == []
    assert english_in(browser.get(f"{where}/panels").text) == []  # not begun
    with httpx.Client(base_url=str(browser.base_url), headers=browser.headers) as stranger:
        assert stranger.get(where).status_code == 403
        assert english_in(stranger.get(where).text) == []
        submit(stranger, "/new", title="18te", mode="hotseat", count="2")  # now with a session
        joined = submit(stranger, f"{where}/join")
        assert joined.status_code == 403 and english_in(joined.text) == []
        assert english_in(stranger.get(f"{where}?at=x").text) == []


def test_notices_at_the_table_are_german(browser: httpx.Client) -> None:
    where = submit(browser, "/new", title="18te", mode="hotseat", count="2").headers["location"]
    for path, fields in (
        ("act", {"action": "Anna dances", "moves": "0"}),
        ("act", {"action": "KHS lays 57.2 at D6", "moves": "0"}),
        ("act", {"action": "Anna passes", "moves": "7"}),
        ("undo", {"moves": "0"}),
        ("redo", {"moves": "0"}),
    ):
        answer = submit(browser, f"{where}/{path}", **fields)
        notice = answer.text.split('id="notice"')[1].split("</div>")[0]
        said = re.sub("&#39;.*?&#39;", "", _TAG.sub("\n", f"<div {notice}"))
        assert re.search(r"\w{4}", said), path
        assert english_in(said) == []


@pytest.mark.parametrize("how", [{"headers": {"Accept-Language": "de"}}, {"params": {"lang": "de"}}])
def test_the_api_refuses_in_german(url: str, how: Any) -> None:
    with httpx.Client(base_url=f"{url}/api/v1") as program:
        for answer in (
            program.get("/me", **how),
            program.get("/tables/nosuchtable", **how),
            program.get("/titles/chess", **how),
            program.post("/guests", json={}, **how),
            program.post("/tokens", json={"name": "Nobody", "password": "nothing much"}, **how),
        ):
            assert answer.status_code >= 400
            told = answer.json()
            text = re.sub("'.*?'|bekannt sind .*", "", f"{told['title']}\n{told['detail']}")
            assert english_in(text) == []


def test_english_is_recognised() -> None:
    assert english_in('<p title="Show the table">Zug 3</p>') == ["Show the table"]
    assert english_in("<p>Es gewinnt Anna.</p>") == []
