"""A lesson in a real browser, on a desktop and on a phone: its words stand beside their thing and cover nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kursbuch.lessons import Lesson, lesson
from tests.web.backend import serving, sqlite
from tests.web.test_browser_table import CHROMIUM, DESKTOP, PHONE, Visitor, browser

__all__ = ["browser"]  # a fixture

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
APART = """([selector]) => {
  const words = document.getElementById("lesson").getBoundingClientRect();
  const decision = document.getElementById("decision").getBoundingClientRect();
  return [...document.querySelectorAll(selector)].filter((one) => !one.closest("#lesson")).filter((one) => {
    const whole = one.getBoundingClientRect(), lowest = one.closest("#decision") ? decision.bottom : innerHeight;
    const r = { left: whole.left, right: whole.right, top: whole.top, bottom: Math.min(whole.bottom, lowest) };
    const across = Math.min(r.right, words.right) - Math.max(r.left, words.left);
    const down = Math.min(r.bottom, words.bottom) - Math.max(r.top, words.top);
    return whole.width && across > 1 && down > 1;
  }).map((one) => one.outerHTML.slice(0, 80));
}"""

CLOSING = """() => {
  document.querySelector("#lesson .lesson-ask").remove();
  [...document.querySelectorAll("#lesson section")].at(-1).dataset.beside = '[id="brewers"]';
}"""

LAST_COLUMN = """() => {
  document.querySelector("#lesson section").dataset.beside = '#matrix [data-ref="company:B&M"]';
}"""

IN_SIGHT = """(one) => {
  const r = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2));
}"""


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with serving(sqlite(tmp_path, bot_pause=0.0)) as address:
        yield address


class Learner(Visitor):
    """Somebody who does what a lesson asks for, by clicking."""

    def begin(self, guide: Lesson) -> None:
        self.page.goto(f"{self.base}/learn/{guide.title}")
        self.shoot("page")
        self.page.locator(f"#lesson-{guide.kind} button").click()
        self.page.wait_for_url("**/table/*")

    def read(self, number: int, of: int) -> None:
        """All words of a step; none covers what it speaks of, nor a button of the decision."""
        page = self.page
        page.locator(f"#lesson footer small:text('{number}/{of}')").wait_for()
        page.wait_for_timeout(900)  # the board may glide
        for part in range(10):
            self.shoot(f"{number:02d}-{part}")
            shown = page.locator("#lesson section:not([hidden])")
            assert shown.count() == 1
            beside = shown.get_attribute("data-beside")
            assert page.locator(beside).count(), beside
            big = ("decision", "board", "matrix", "market", "log", "lesson", "depot", "status")
            if not any(f'"{name}"' in beside for name in big):
                assert page.evaluate(APART, [beside]) == [], f"step {number} covers {beside}"
            assert page.evaluate(APART, ["#decision button"]) == [], f"step {number} covers a button"
            following = page.locator("#lesson [data-lesson=next]:not([hidden])")
            if not following.count():
                wanted = page.locator("#lesson").get_attribute("data-wanted")
                if wanted and self.name.count("desktop"):  # a phone shows the words above the board
                    assert page.evaluate(APART, [f"#board :is({wanted})"]) == [], (
                        f"step {number} covers its hex"
                    )
                return
            following.click()
            page.wait_for_timeout(900)

    def do(self, action: str) -> None:
        """The action by clicking, as far as one button stands for it; others are sent by their forms."""
        page, before = self.page, self.moves
        if self.has(f'#preview form:has(input[value="{action}"]) [data-confirm]'):  # the best runs
            self.confirm()
            return
        button = page.locator(f'#decision [data-do="{action}"]')
        if button.count() and button.first.evaluate("b => b.matches('.card button')"):
            button.first.click()
            self.moved_on(before)
            return
        if button.count():
            button.first.click()
        elif " lays " in action:
            self.lay(action)
        else:
            amount = page.locator("#decision form.amount").first
            amount.locator("input[type=number]").fill(action.rpartition(" ")[2])
            amount.locator("input[type=number]").press("Tab")
        wanted = f'#preview form:has(input[value="{action}"]) [data-confirm]'
        page.wait_for_function(
            "([before, wanted]) => document.getElementById('status').dataset.moves !== before"
            " || document.querySelector(wanted)",
            arg=[str(before), wanted],
        )
        if self.moves == before:  # some choices need no confirming
            self.shoot("preview")
            self.confirm()

    def lay(self, action: str) -> None:
        page = self.page
        hex, tile = action.rpartition(" ")[2], action.split(" lays ")[1].split(".", maxsplit=1)[0]
        page.locator(f'#board g[data-hex="{hex}"]').first.click(force=True)
        page.locator(".hex-chosen").wait_for()
        page.wait_for_timeout(400)
        self.shoot("tiles")
        assert page.locator(".hex-chosen .tile[aria-pressed=true]").evaluate(IN_SIGHT), (
            "a tile to turn is seen"
        )
        wanted = f'#preview form:has(input[value="{action}"]) [data-confirm]'
        page.locator(f".hex-chosen button.tile:has(b:text-is('{tile}'))").click()
        page.wait_for_timeout(400)
        for _ in range(6):
            if page.locator(wanted).count():
                return
            page.locator("button[data-turn]").first.click()
            page.wait_for_timeout(900)


@pytest.mark.parametrize(
    ("id", "name", "how"),
    [
        ("18te/first", "lesson-phone-de", {"locale": "de-DE", **PHONE}),
        ("nuremberg/different", "lesson-other-desktop-en", {"locale": "en-GB", **DESKTOP}),
    ],
)
def test_a_lesson_by_clicking(browser: Any, url: str, id: str, name: str, how: dict[str, Any]) -> None:
    guide = lesson(id)
    assert guide
    anna = Learner(browser, url, name, bypass_csp=True, **how)
    anna.page.set_default_timeout(60_000)
    anna.begin(guide)
    for number, step in enumerate(guide.steps, start=1):
        anna.read(number, len(guide.steps))
        if number == 1 and anna.has("#decision .foot .choice"):  # something else does nothing
            anna.page.locator("#decision .foot .choice").first.click()
            anna.page.locator("#preview [data-confirm]").click()
            anna.page.locator("#notice .notice").wait_for()
            anna.shoot("wrong")
            assert anna.moves == 0
            anna.page.locator("#notice [data-close]").click()
        if step.do:
            anna.do(step.do)
    anna.page.locator("#lesson form button").click()
    anna.page.wait_for_function("!document.getElementById('lesson')")
    anna.shoot("alone")
    assert anna.moves >= len(guide.line)
    anna.done()


def test_words_leave_the_hex_free_that_is_asked_for(browser: Any, url: str) -> None:
    """They speak of Baltimore, and the tile is laid beside it."""
    guide = lesson("18chesapeake/different")
    assert guide
    anna = Learner(browser, url, "lesson-hex-desktop", locale="en-GB", bypass_csp=True, **DESKTOP)
    anna.page.set_default_timeout(60_000)
    anna.begin(guide)
    for number, step in enumerate(guide.steps[:3], start=1):
        anna.read(number, len(guide.steps))
        if number < 3:
            anna.do(step.do)
    anna.done()


def test_on_a_phone_words_are_read_beside_their_thing_before_they_ask(browser: Any, url: str) -> None:
    """The price of the private is in another part of the table than the bid for it, which is then in sight."""
    guide = lesson("1830/first")
    assert guide
    anna = Learner(browser, url, "lesson-parts-phone", locale="en-GB", bypass_csp=True, **PHONE)
    page = anna.page
    page.set_default_timeout(60_000)
    anna.begin(guide)
    following, asked = page.locator("#lesson [data-lesson=next]"), page.locator("#lesson .lesson-ask")
    following.click()
    private = page.locator('#depot [data-ref="private:CA"]').first
    private.wait_for()
    assert private.evaluate(IN_SIGHT) and not asked.is_visible()
    following.click()
    asked.wait_for()
    assert not following.is_visible() and page.locator("#lesson section:not([hidden])").count() == 1
    assert page.locator("#decision .lesson-wanted").evaluate(IN_SIGHT)
    # the last company of the sheet comes out from below the column at its side
    page.evaluate(LAST_COLUMN)
    page.locator("#lesson [data-lesson=back]").click()
    page.locator("#lesson [data-lesson=back]").click()
    assert page.locator('#matrix [data-ref="company:B&M"]').first.evaluate(IN_SIGHT)
    anna.done()


def test_an_amount_to_be_set_is_marked_and_in_sight(browser: Any, url: str) -> None:
    guide = lesson("18te/first")
    assert guide
    anna = Learner(browser, url, "lesson-amount-phone", locale="en-GB", bypass_csp=True, **PHONE)
    anna.page.set_default_timeout(60_000)
    anna.begin(guide)
    anna.read(1, len(guide.steps))
    assert anna.page.locator("#decision form.amount .lesson-wanted").evaluate(IN_SIGHT)
    anna.done()


def test_a_tall_panel_keeps_its_head_below_the_words_of_a_phone(browser: Any, url: str) -> None:
    guide = lesson("18do-expert/first")
    assert guide
    assert guide.steps[0].says[1].at == "panel:markers"
    anna = Learner(browser, url, "lesson-tall-phone", locale="en-GB", bypass_csp=True, **PHONE)
    anna.page.set_default_timeout(60_000)
    anna.begin(guide)
    anna.page.locator("#lesson [data-lesson=next]").click()
    anna.page.wait_for_timeout(900)
    anna.shoot("markers")
    room = anna.page.locator("#markers").bounding_box()
    assert room["height"] > anna.page.viewport_size["height"] / 2
    words = anna.page.locator("#lesson").bounding_box()
    assert words["y"] + words["height"] <= room["y"] < anna.page.viewport_size["height"] / 2
    ring = anna.page.locator("#lesson-ring:not([hidden])").bounding_box()  # around as much as can be seen
    assert abs(ring["y"] + 4 - room["y"]) < 2 and ring["height"] > 100
    assert ring["y"] + ring["height"] < anna.page.viewport_size["height"]
    # words that ask for nothing come up to their thing as well, though they are the last
    anna.page.evaluate(CLOSING)
    anna.page.locator("#lesson [data-lesson=next]").click()
    anna.page.wait_for_timeout(900)
    anna.shoot("closing")
    assert 0 < anna.page.locator("#brewers").bounding_box()["y"] < anna.page.viewport_size["height"]
    anna.done()


def test_a_panel_out_of_sight_is_scrolled_to(browser: Any, url: str) -> None:
    """The column of a desktop is too short for all panels of the Expert Game."""
    guide = lesson("18do-expert/first")
    assert guide
    anna = Learner(browser, url, "lesson-panel-desktop", locale="en-GB", bypass_csp=True, **DESKTOP)
    anna.page.set_default_timeout(60_000)
    anna.begin(guide)
    ring, panel = anna.page.locator("#lesson-ring:not([hidden])"), anna.page.locator("#markers")
    anna.page.locator("#lesson [data-lesson=next]").click()
    ring.wait_for()
    anna.page.wait_for_timeout(600)
    anna.shoot("markers")
    around, inside = ring.bounding_box(), panel.bounding_box()
    assert around["y"] <= inside["y"] <= inside["y"] + inside["height"] <= around["y"] + around["height"]
    assert inside["y"] + inside["height"] < anna.page.viewport_size["height"]
    assert anna.page.evaluate(APART, ["#markers"]) == []
    anna.done()


def test_customers_of_an_event_fit_their_buttons_on_a_german_phone(
    browser: Any, url: str, tmp_path: Path
) -> None:
    guide = lesson("18do-expert/first")
    assert guide
    game = guide.begin()
    for step in guide.steps[:3]:
        game.apply(step.do)
    anna = Visitor(browser, url, "lesson-event-phone", locale="de-DE", bypass_csp=True, **PHONE)
    anna.load(game, tmp_path)
    anna.page.locator("[data-kind=advertise] .choice").first.wait_for()
    anna.shoot("advertise")
    wide = "[...document.querySelectorAll('#decision .choice')].filter((b) => b.scrollWidth > b.clientWidth)"
    assert anna.page.evaluate(f"{wide}.map((b) => b.textContent)") == []
    anna.done()


FAR_HEX = """() => {
  document.querySelectorAll("#lesson section")[1].dataset.beside = '[data-hex="A2"]';
  document.querySelector("#decision .groups").insertAdjacentHTML("beforeend", '<button data-hex="A2">A2</button>');
}"""
SHOWN = """(hex) => {
  const one = document.querySelector(`#board [data-hex="${hex}"]`).getBoundingClientRect();
  const room = document.getElementById("board").getBoundingClientRect();
  return one.left > room.left - 6 && one.top > room.top - 6;
}"""


def test_the_board_shows_a_hex_that_is_a_button_as_well(browser: Any, url: str) -> None:
    guide = lesson("18do-intro/first")
    assert guide
    anna = Learner(browser, url, "lesson-far-desktop", locale="en-GB", bypass_csp=True, **DESKTOP)
    anna.page.set_default_timeout(60_000)
    anna.begin(guide)
    anna.page.locator("#lesson footer").wait_for()
    anna.page.evaluate(FAR_HEX)
    for _ in range(4):
        anna.page.locator("[data-zoom=in]").click()
        anna.page.wait_for_timeout(300)
    assert not anna.page.evaluate(SHOWN, "A2")
    anna.page.locator("#lesson [data-lesson=next]").click()
    anna.page.wait_for_function(SHOWN, arg="A2")
    anna.done()


SIZE = """(hex) => document.querySelector(`#board [data-hex="${hex}"]`).getBoundingClientRect().width"""


def test_a_board_that_was_away_when_it_was_asked_for_is_aimed_when_it_comes(
    browser: Any, url: str, tmp_path: Path
) -> None:
    """On a phone the log may be open when a company comes to lay track: the board has no size then."""
    guide = lesson("1853/first")
    assert guide
    game, last = guide.begin(), guide.line.index("BBCI lays 74.0 at I9") - 1
    for action in guide.line[len(guide.before) : last]:
        game.apply(action)
    clara = Visitor(browser, url, "board-away-phone", locale="en-GB", bypass_csp=True, **PHONE)
    clara.load(game, tmp_path)
    page, before = clara.page, clara.moves
    page.locator('.tabs button[data-tab="log"]').click()
    page.evaluate("document.querySelector('#decision .foot .choice').click()")
    page.wait_for_function("document.querySelector('#preview [data-confirm]')")
    page.evaluate("document.querySelector('#preview [data-confirm]').click()")
    clara.moved_on(before)
    page.locator('.tabs button[data-tab="play"]').click()
    page.wait_for_function(f"({SIZE})('I9') > 40")
    clara.shoot("aimed")
    clara.done()
