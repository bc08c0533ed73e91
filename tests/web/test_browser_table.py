"""The table in a real browser: played by clicking, in both languages, on a desktop and on a phone.

Screenshots are kept under `artefacts/`.
"""

from __future__ import annotations

import random
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from kursbuch.core import Game
from kursbuch.rail.actions import Lay
from kursbuch.shelf import new_game
from tests.web.memory import make_app

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

# the shell first: it draws the same pages, and has no windows of its own to look after
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ARTEFACTS = Path(__file__).parents[2] / "artefacts"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    """The pages on tables in memory, on a port of this machine."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        server = uvicorn.Server(
            uvicorn.Config(make_app(seed=7), log_level="error", timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=lambda: server.run(sockets=[sock]), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        server.should_exit = True
        thread.join(timeout=5)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as p:
        found = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


# the decision is swapped in beside the status, and what is clicked before that is gone
MOVED_ON = """before => {
  const { moves } = document.getElementById("status").dataset;
  return Number(moves) !== before && (document.getElementById("decision")?.dataset.moves ?? moves) === moves;
}"""


class Visitor:
    """Somebody at a browser, who must never meet an error in its console."""

    def __init__(self, browser: Any, base: str, name: str, **how: Any) -> None:
        self.base, self.name = base, name
        self.context = browser.new_context(reduced_motion="reduce", **how)
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.errors: list[str] = []
        self.left = {"open": 1, "buy": 1}  # once is enough to see it work
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)

    def shoot(self, what: str) -> None:
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=ARTEFACTS / f"{self.name}-{what}.png")

    def start(self, mode: str, title: str = "18te") -> None:
        """From the start page into a game."""
        self.page.goto(self.base)
        self.shoot("start")
        card = self.page.locator(f"#title-{title}")
        card.locator(f"label:has(input[value={mode}])").click()
        card.locator(".go button").click()
        self.page.wait_for_url("**/table/*")

    def load(self, game: Game, folder: Path) -> None:
        """From the start page on from a transcript."""
        file = folder / "game.json"
        file.write_text(game.to_json(), "utf-8")
        self.page.goto(self.base)
        self.page.set_input_files("input[type=file]", file)
        self.page.locator(".load button").click()
        self.page.wait_for_url("**/table/*")
        self.drawn()

    def drawn(self) -> None:
        """Wait until the board is drawn for the room it has: a first picture may be replaced by a larger one."""
        self.page.wait_for_load_state()
        self.page.wait_for_timeout(50)  # its size is told with the next frame
        self.page.locator("#board:not([aria-busy])").wait_for(state="attached")

    @property
    def moves(self) -> int:
        return int(self.page.locator("#status").get_attribute("data-moves"))

    def has(self, selector: str) -> bool:
        return bool(self.page.locator(selector).count())

    def confirm(self) -> None:
        """Agree to what is previewed, and wait until the table has moved on."""
        before = self.moves
        button = self.page.locator("#preview [data-confirm]")
        box, window = button.bounding_box(), self.page.viewport_size
        assert box["y"] + box["height"] <= window["height"], "the button to confirm is out of sight"
        button.click()
        self.moved_on(before)

    def moved_on(self, before: int) -> None:
        self.page.wait_for_function(MOVED_ON, arg=before)

    def choose(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.page.locator("#preview [data-confirm]").wait_for()
        self.confirm()

    def decide(self) -> str:
        """Take the decision that is asked for, whatever it is, by clicking; says what it was."""
        page = self.page
        if self.has("#runs"):
            self.confirm()
            return "runs"
        if self.has(".cards"):
            before = self.moves
            page.locator(".cards button").first.click()
            self.moved_on(before)
            return "cards"
        if self.has(".hex-pick"):
            hex = page.locator(".hex-pick").first.get_attribute("data-hex")
            page.locator(f'#board g[data-hex="{hex}"]').first.click(force=True)
            page.locator(".hex-chosen").wait_for()
            self.confirm()
            return "track"
        for kind in ("station", "buy_train", "open", "buy", "bid"):
            if self.left.get(kind) == 0:
                continue
            group = f".group[data-kind={kind}]"
            if self.has(f"{group} .choice"):
                self.choose(f"{group} .choice")
                return self.did(kind)
            if kind in ("open", "bid") and self.has(f"{group} .pick"):
                self.choose(f"{group} .pick")
                return self.did(kind)
        self.choose(".foot .choice")
        return "pass"

    def did(self, kind: str) -> str:
        if kind in self.left:
            self.left[kind] -= 1
        return kind

    def done(self) -> None:
        self.context.close()
        assert self.errors == []


@pytest.mark.parametrize(
    "name, how",
    [("desktop-de", {"locale": "de-DE", **DESKTOP}), ("phone-en", {"locale": "en-GB", **PHONE})],
)
def test_a_game_is_played_by_clicking(browser: Any, base: str, name: str, how: dict[str, Any]) -> None:
    anna = Visitor(browser, base, name, **how)
    german = name.endswith("de")
    anna.start("hotseat")
    heading = anna.page.locator("#decision .what").inner_text()
    assert heading == ("Aktienhandel" if german else "Stock turn")
    anna.shoot("first-decision")
    seen = set()
    for _ in range(60):
        seen.add(anna.decide())
        if {"track", "buy_train", "runs", "cards"} <= seen:
            break
    assert {"open", "buy", "track", "buy_train", "runs", "cards"} <= seen
    anna.shoot("table")
    if "is_mobile" in how:
        for tab in ("position", "prices", "log", "play"):
            anna.page.locator(f".tabs [data-tab={tab}]").tap()
            anna.shoot(tab)
    at = anna.moves
    anna.page.keyboard.press(",")  # one move back, and to the newest again
    anna.page.wait_for_function(f"document.getElementById('status').dataset.at === '{at - 1}'")
    assert anna.has(".past")
    anna.page.locator(".past .jump").click()
    anna.page.wait_for_function(f"document.getElementById('status').dataset.at === '{at}'")
    # at one screen taken back without asking
    anna.page.locator(".undo form[hx-post$='/undo'] button").click()
    anna.moved_on(at)
    assert anna.moves == at - 1
    other = "en" if german else "de"
    anna.page.locator(f".lang a[lang={other}]").click()
    anna.page.wait_for_selector(f"html[lang={other}]")
    anna.shoot("other-language")
    anna.done()


def test_on_a_phone_the_prices_to_begin_with_are_in_sight_before_there_are_others(
    browser: Any, base: str, tmp_path: Path
) -> None:
    cleo = Visitor(browser, base, "pars-phone", **PHONE)
    cleo.load(new_game("18te", 2, seed=1), tmp_path)
    cleo.page.locator(".tabs button[data-tab=prices]").click()
    pars = [par.bounding_box() for par in cleo.page.locator("#market .kb-par").all()]
    assert pars and not cleo.has("#market .kb-marker")
    wide = cleo.page.viewport_size["width"]
    assert any(par["x"] > 0 and par["x"] + par["width"] <= wide for par in pars), pars
    cleo.done()


def test_a_card_pointed_at_shows_its_price_on_the_market(browser: Any, base: str, tmp_path: Path) -> None:
    cleo = Visitor(browser, base, "cards", locale="en-GB", **DESKTOP)
    cleo.load(_at_random(lambda game: any("withholds" in str(a) for a in game.legal_actions())), tmp_path)
    assert not cleo.has("#market .kb-preview")
    cleo.page.locator('.card[data-card$="withholds"]').hover()
    cleo.page.locator("#market .kb-preview").wait_for()
    cleo.page.locator("#log").hover()
    cleo.page.locator("#market .kb-preview").wait_for(state="detached")
    cleo.done()


def test_the_last_moves_lead_to_the_charts(browser: Any, base: str, tmp_path: Path) -> None:
    ben = Visitor(browser, base, "end", locale="de-DE", color_scheme="dark", **DESKTOP)
    ben.load(_nearly_over(), tmp_path)
    for _ in range(40):
        if ben.has(".standings"):
            break
        ben.decide()
    ben.page.locator(".charts svg").nth(2).wait_for()  # they come after the page
    assert ben.page.locator(".charts svg").count() == 3
    ben.shoot("charts")
    with ben.page.expect_download() as download:
        ben.page.locator(".again a[download]").click()
    assert '"kursbuch": 2' in Path(download.value.path()).read_text("utf-8")
    ben.page.locator(".again .jump").click()
    ben.page.wait_for_function("document.getElementById('status').dataset.at === '0'")
    ben.done()


def test_two_players_online_see_each_other_move(browser: Any, base: str) -> None:
    anna = Visitor(browser, base, "online-anna", locale="de-DE", **DESKTOP)
    anna.start("online")
    link = anna.page.locator(".invitation input").input_value()
    ben = Visitor(browser, base, "online-ben", locale="en-GB", **PHONE)
    ben.page.goto(link)
    ben.page.locator("input[name=name]").fill("Ben")
    ben.page.locator("button.main").click()
    for who in (anna, ben):
        who.page.wait_for_selector("#decision")
    first, second = (anna, ben) if anna.has("#decision.mine") else (ben, anna)
    assert not second.has("#decision.mine") and not second.has(".choice")
    first.decide()
    second.page.wait_for_selector("#decision.mine", timeout=2000)
    second.shoot("my-turn")
    second.done()
    first.done()


def test_a_refused_hex_says_why(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "refused", locale="en-GB", **DESKTOP)
    anna.load(_at_random(lambda game: any(isinstance(a, Lay) for a in game.legal_actions())), tmp_path)
    anna.page.locator('#board g[data-hex="C1"]').first.click(force=True)
    anna.page.wait_for_selector(".no-hex .cite")
    assert anna.page.locator(".no-hex .cite").inner_text().startswith("18TE §7.3")
    anna.shoot("why-not")
    anna.page.keyboard.press("Escape")
    anna.page.wait_for_selector(".no-hex", state="detached")
    anna.done()


def _nearly_over() -> Game:
    """A game a few moves before its end, found by playing at random."""
    game = _at_random(lambda game: game.over)
    return game.at(len(game.actions) - 2)


def _at_random(until: Callable[[Game], bool]) -> Game:
    """A game played at random until something is the case."""
    rng = random.Random(5)
    game = new_game("18te", players=["Anna", "Ben"], seed=7, options={"bankruptcy": "at once"})
    while not until(game):
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game
