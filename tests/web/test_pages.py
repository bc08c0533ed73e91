"""The pages without a browser: what they show, to whom, in which language, and how fast."""

from __future__ import annotations

import asyncio
import html
import random
import re
import statistics
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

import kursbuch
from kursbuch.core import Action, BadInput, Game
from kursbuch.rail.actions import Lay, Run
from kursbuch.shelf import titles
from kursbuch.titles.india.title import TITLE
from kursbuch.web.pages.log import entries
from kursbuch.web.pages.preview import preview
from kursbuch.web.pages.table import scene_of
from kursbuch.web.service import NotAllowed
from kursbuch.words import words
from tests.web.memory import MemoryTables, make_app


class Client:
    """A browser without a window: keeps cookies, follows no redirects."""

    def __init__(self, app: Any, language: str = "en") -> None:
        self.app, self.cookies, self.language = app, httpx.Cookies(), language

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def go() -> httpx.Response:
            head = {"accept-language": self.language, "x-csrf-token": "memory"}
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(self.app),
                base_url="http://table",
                cookies=self.cookies,
                headers=head,
            ) as client:
                answer = await client.request(method, path, **more)
                self.cookies.update(answer.cookies)
                return answer

        return asyncio.run(go())

    def get(self, path: str, **params: Any) -> str:
        answer = self.ask("GET", path, params=params)
        assert answer.status_code == 200, answer.text[-800:]
        return answer.text

    def post(self, path: str, **data: Any) -> httpx.Response:
        return self.ask("POST", path, data=data)

    def new(self, title: str = "18te", mode: str = "hotseat", **more: str) -> tuple[str, Game]:
        """Start a game; its address and the game itself."""
        answer = self.post("/new", title=title, mode=mode, **{"count": "2", "seed": "7", **more})
        assert answer.status_code == 303
        path = answer.headers["location"]
        tables: MemoryTables = self.app.state.tables
        game = tables.kept[path.rpartition("/")[2]].game
        assert game is not None
        return path, game


@pytest.fixture
def anna() -> Client:
    return Client(make_app())


def play(game: Game, rng: random.Random, until: type[Action]) -> Any:
    """Play at random until an action of some kind is legal; gives that action."""
    while True:
        legal = game.legal_actions()
        found = [a for a in legal if isinstance(a, until)]
        if found:
            return found[0]
        game.apply(rng.choice(legal).sample(rng))


# -- start and language ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "language, heading", [("de", "Welche Bahn soll es sein?"), ("en", "Which railway shall it be?")]
)
def test_the_start_page_shows_every_title(language: str, heading: str) -> None:
    page = Client(make_app(), language).get("/")
    assert heading in page
    for info in titles():
        assert html.escape(words(language)(info.name)) in page
        assert all(f'name="option.{option.key}"' in page for option in info.options)


def test_the_language_can_be_switched_at_any_time(anna: Client) -> None:
    path, _ = anna.new()
    assert "Stock turn" in anna.get(path)
    assert anna.ask("GET", "/language/de", params={"next": path}).headers["location"] == path
    assert "Aktienhandel" in anna.get(path)


def test_switching_never_leads_off_the_site(anna: Client) -> None:
    assert anna.ask("GET", "/language/de", params={"next": "//evil.example/"}).headers["location"] == "/"


def test_rules_are_listed_by_section(anna: Client) -> None:
    page = anna.get("/rules/18te")
    assert 'id="18TE-6.2-3"' in page and "18TE §6.2" in page


# -- the table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", [info.id for info in titles()])
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_position_can_be_shown(title: str, language: str) -> None:
    client = Client(make_app(), language)
    path, game = client.new(title)
    rng = random.Random(3)
    shown: dict[str, int] = {}
    for _ in range(500):
        if game.over:
            break
        action = rng.choice(game.legal_actions()).sample(rng)
        kind = type(action).__name__
        if shown.get(kind, 0) < 2:
            shown[kind] = shown.get(kind, 0) + 1
            page = client.get(f"{path}/panels")
            assert "Traceback" not in page
            assert 'id="decision"' in page
            client.get(f"{path}/preview", action=str(action))
        game.apply(action)
    assert len(shown) >= 5
    client.get(path, at=3)
    client.get(f"{path}/log")


def test_the_log_of_18te_has_no_word_missing() -> None:
    for language in ("de", "en"):
        client = Client(make_app(), language)
        path, game = client.new()
        rng = random.Random(9)
        while not game.over:
            game.apply(rng.choice(game.legal_actions()).sample(rng))
        known = words(language)
        keys = {event.key for event in game.events} - {"money", "seats"}
        assert {key for key in keys if not known.has(f"event.{key}")} == set()
        assert "…" not in re.sub(r"<[^>]+>", "", client.get(f"{path}/log"))


def test_names_cannot_smuggle_markup_in(anna: Client) -> None:
    path, _ = anna.new(name0="<script>x", name1="Ben")
    page = anna.get(path)
    assert "<script>x" not in page and "&lt;script&gt;x" in page


def test_a_choice_shows_its_effect_before_it_is_confirmed(anna: Client) -> None:
    path, game = anna.new()
    moves = len(game.actions)
    page = anna.get(f"{path}/preview", action=f"{game.acting[0]} opens KHS at 180", amount=200)
    assert "Open" in page and "200" in page
    assert len(game.actions) == moves


def test_a_refusal_cites_the_rule_with_its_summary(anna: Client) -> None:
    path, game = anna.new()
    page = anna.get(f"{path}/preview", action=f"{game.acting[0]} opens KWE at 180")
    assert "18TE §6.5" in page and 'href="/rules/18te#18TE-6.5-2"' in page
    assert 'class="point"' in page


def test_an_action_is_taken_once(anna: Client) -> None:
    path, game = anna.new()
    bid = f"{game.acting[0]} opens KHS at 180"
    anna.post(f"{path}/act", action=bid, moves=0)
    assert [str(a) for a in game.actions] == [bid]
    page = anna.post(f"{path}/act", action=bid, moves=0).text
    assert "The position has changed" in page
    assert len(game.actions) == 1


def test_a_hex_shows_only_legal_tiles_and_turns(anna: Client) -> None:
    path, game = anna.new()
    lay = play(game, random.Random(4), Lay)
    page = anna.get(f"{path}/hex/{lay.hex}")
    legal = {(a.tile, a.turn) for a in game.legal_actions() if isinstance(a, Lay) and a.hex == lay.hex}
    offered = {(tile, int(turn)) for tile, turn in re.findall(r"\?tile=([^&\"]+)&(?:amp;)?turn=(\d)", page)}
    assert offered and offered <= legal


def test_a_hex_where_nothing_is_possible_says_why(anna: Client) -> None:
    path, game = anna.new()
    play(game, random.Random(4), Lay)
    lit = {a.hex for a in game.legal_actions() if isinstance(a, Lay)}
    state: Any = game.state
    for hex in sorted(set(state.board.faces) - lit)[:12]:
        assert "18TE §" in anna.get(f"{path}/hex/{hex}")


def test_runs_are_changed_by_clicking_stops(anna: Client) -> None:
    path, game = anna.new()
    run = play(game, random.Random(4), Run)
    page = anna.get(f"{path}/runs", train=0, clear=True)
    assert "stays at home" in page
    stops = [word for word in run.runs.runs[0][1] if "." in word]
    declared = "nothing"
    for stop in stops:
        page = anna.get(f"{path}/runs", declared=declared, train=0, hex=stop.partition(".")[0])
        found = re.search(r'data-declared="([^"]*)"', page)
        assert found
        declared = found[1]
    assert [w for w in declared.split() if "." in w] == stops


# -- who sees what --------------------------------------------------------------------------------


def test_a_stranger_sees_a_public_table_and_decides_nothing(anna: Client) -> None:
    path, game = anna.new(visibility="public")
    stranger = Client(anna.app)
    page = stranger.get(path)
    assert 'id="board-picture"' in page
    assert "hx-post" not in page and 'class="choice' not in page
    text = stranger.post(f"{path}/act", action=f"{game.acting[0]} passes", moves=0).text
    assert "not yours to decide" in text and not game.actions


def test_a_guest_always_finds_the_way_to_an_account(anna: Client) -> None:
    assert "/account/sign-in?next=/" in anna.get("/")
    path, _ = anna.new()
    for page in ("/", "/lobby", path):
        assert f'href="/account/sign-up?next={page}"' in anna.get(page)


def test_a_stranger_is_asked_to_sign_in_before_writing(anna: Client) -> None:
    asked = anna.post("/new", title="18te", mode="online", count="2", visibility="public")
    path = asked.headers["location"]
    assert 'id="say"' in anna.get(path)
    stranger = Client(anna.app)
    page = stranger.get(path)
    assert 'id="say"' not in page and f"/account/sign-in?next={path}" in page
    with pytest.raises(NotAllowed):
        stranger.post(f"{path}/say", text="hello")


def test_the_name_of_the_tab_comes_with_every_update(anna: Client) -> None:
    path, _ = anna.new()
    assert 'data-tab-title="● 18TE' in anna.get(f"{path}/panels")
    assert 'data-tab-title="● 18TE' in anna.get(f"{path}/panels", at=0)


def test_a_table_without_a_name_is_called_like_its_title_in_the_reader_s_language() -> None:
    clara = Client(make_app(), "de")
    path, _ = clara.new("18do-expert", count="3", table="18DO-Dortmund: The Expert Game")
    page = clara.get(path)
    assert '<h1 class="hidden">18DO-Dortmund: Das Expertenspiel</h1>' in page
    assert ">18DO-Dortmund: Das Expertenspiel</span>" in page  # in the bar
    assert (
        ">Das Expertenspiel</span>" in page
    )  # in a narrow one, where the box's name alone would say nothing
    other, _ = clara.new("1889", count="3")
    assert ">1889</span>" in clara.get(other)
    named, _ = clara.new("18do-expert", count="3", table="Sonntags")
    assert '<h1 class="hidden">Sonntags</h1>' in clara.get(named)


def test_pass_stands_outside_of_what_scrolls(anna: Client) -> None:
    path, _ = anna.new()
    page = anna.get(path)
    assert page.index('class="ask-part"') < page.index('class="feet"') < page.index('id="preview"')
    assert page.count('class="group foot"') == 1 and page.index('class="group foot"') > page.index(
        'class="feet"'
    )


def test_a_transcript_of_a_running_online_game_keeps_its_seed(anna: Client) -> None:
    path, game = anna.new()
    text = anna.get(f"{path}/transcript")
    assert f'"seed": {game.seed}' in text  # at one screen it is ours
    again = anna.ask("POST", "/load", data={"mode": "hotseat"}, files={"file": ("x.json", text.encode())})
    assert again.status_code == 303 and again.headers["location"].startswith("/table/")


# -- speed ----------------------------------------------------------------------------------------


def test_a_refresh_takes_less_than_fifty_milliseconds(anna: Client) -> None:
    path, game = anna.new()
    rng = random.Random(4)
    took = []
    for n in range(240):
        if game.over:
            break
        if n % 8 == 0:
            start = time.process_time()
            anna.get(f"{path}/panels")
            took.append(time.process_time() - start)
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    assert statistics.median(took) < 0.05


# -- secrets --------------------------------------------------------------------------------------


def test_a_sealed_choice_is_not_tried_out() -> None:
    """The last to write down a loan of 1853 must not learn the others' from a preview."""
    game = Game(TITLE, ["Anna", "Ben", "Clara"], 7, {})
    for player in ("Anna", "Ben"):
        game.apply(f"{player} lends 100")
    scene = scene_of(game, ("Clara",), words("en"))
    seen = preview(scene, game.read("Clara lends 200"))
    assert seen.after is None
    assert "100" not in f"{seen.effects} {seen.notes}"
    told = " ".join(str(line) for entry in entries(scene) for _, line in entry.lines)
    assert "100" not in told


def test_at_one_screen_players_decide_one_after_the_other() -> None:
    game = Game(TITLE, ["Anna", "Ben", "Clara"], 7, {})
    scene = scene_of(game, game.players, words("en"))
    assert len(game.acting) == 3 and scene.deciding == game.acting[:1]


@pytest.mark.parametrize(
    "declared", ["2: Z99.0 B2.0", "2: B2.x B2.0", "2: B2 B4", "2: B2.99 B2.0", "x", "2:"]
)
def test_runs_to_stops_that_are_not_there_are_refused(anna: Client, declared: str) -> None:
    path, game = anna.new()
    play(game, random.Random(3), Run)
    for more in ({}, {"hex": "B2"}, {"clear": "true"}):
        with pytest.raises(BadInput):
            anna.ask("GET", f"{path}/runs", params={"declared": declared, **more})


def test_templates_can_be_read() -> None:
    """No line is longer than a screen, but for a sentence that is looked up in the catalogues."""
    source = Path(kursbuch.__file__).parent
    templates = [*source.glob("web/templates/**/*.html"), *source.glob("titles/*/page/templates/*.html")]
    assert len(templates) > 90
    for template in templates:
        for number, line in enumerate(template.read_text("utf-8").splitlines(), start=1):
            assert len(re.sub(r'"[^"]{60,}"', '""', line)) <= 160, f"{template.name}:{number}"
