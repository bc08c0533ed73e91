"""The board in a real browser: its words can be read, it takes the room there is, it looks where it is asked for."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.rail.actions import Lay
from kursbuch.shelf import find, new_game
from tests.web.backend import WAIT
from tests.web.test_browser_layout import played
from tests.web.test_browser_table import CHROMIUM, PHONE, Visitor, base, browser

__all__ = ["base", "browser"]  # fixtures

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)

# the smallest letters that a map may have, in pixels, by the size of the window
LEAST = {(1920, 1080): 10, (1440, 900): 10, (1280, 720): 8}

SMALL = """(least) => [...document.querySelectorAll("#board svg text")]
  .filter((word) => word.getBoundingClientRect().width && getComputedStyle(word).visibility !== "hidden")
  .map((word) => {
    const { a, b } = word.getScreenCTM();
    return [parseFloat(getComputedStyle(word).fontSize) * Math.hypot(a, b), word.textContent];
  })
  .filter(([size]) => size < least - 0.05)"""
# what is looked at from another distance is drawn anew
DRAWN = """() => {
  const { least = "1", drawn } = document.querySelector("#board svg").dataset;
  const scale = document.querySelector("#board svg").getScreenCTM().a;
  const readable = innerWidth >= 1366 && innerHeight >= 800 ? 10 : 8;
  const first = least.split(" ").findIndex((size) => size * scale >= readable);
  return drawn === undefined || Number(drawn) === (first < 0 ? least.split(" ").length - 1 : first);
}"""
SCALE = "() => document.querySelector('#board svg').getScreenCTM().a"
VIEW = "() => document.querySelector('#board svg').getAttribute('viewBox').split(' ').map(Number)"
NAMES = (
    "() => [...document.querySelectorAll('#board .kb-coord')].some((n) => n.getBoundingClientRect().width)"
)


def some_way_into(title: str, moves: int = 120) -> Game:
    """A game played at random, but with few passes."""
    rng = random.Random(3)
    game = new_game(title, find(title).info.players.start, seed=7)
    while len(game.actions) < moves and not game.over:
        legal = game.legal_actions()
        lively = [action for action in legal if "pass" not in str(action)] or legal
        game.apply(rng.choice(lively if rng.random() < 0.7 else legal).sample(rng))
    return game


@pytest.mark.parametrize("title", [info.id for info in kb.titles()])
def test_every_word_on_the_map_can_be_read(browser: Any, base: str, title: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, f"map-{title}", locale="en-GB", viewport={"width": 1440, "height": 900})
    anna.load(some_way_into(title), tmp_path)
    for (width, height), least in LEAST.items():
        anna.page.set_viewport_size({"width": width, "height": height})
        for near in ("0", "+", "+", "+", "+"):
            anna.page.locator("#board").press(near)
            anna.page.wait_for_timeout(50)
            anna.page.wait_for_function(DRAWN, timeout=WAIT * 1000)
            assert anna.page.evaluate(SMALL, least) == [], f"{width}x{height}"
    anna.done()


@pytest.mark.parametrize("title", ["18te", "1853"])
def test_a_high_board_takes_the_height_there_is(browser: Any, base: str, title: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, f"room-{title}", viewport={"width": 1440, "height": 900})
    anna.load(new_game(title, 3, seed=1), tmp_path)
    anna.page.locator("#board").press("0")
    panel = anna.page.locator(".board-panel").bounding_box()
    ground = anna.page.locator("#kb-hexes").bounding_box()
    assert ground["height"] > 0.82 * panel["height"]
    assert ground["width"] > 0.9 * panel["width"]
    anna.done()


def track_to_lay(game: Game) -> bool:
    return len(game.actions) > 80 and any(isinstance(action, Lay) for action in game.legal_actions())


def laying(tmp_path: Path, visitor: Visitor) -> None:
    visitor.load(played("18do-railway", 4, track_to_lay), tmp_path)
    visitor.page.locator(".kb-lit").first.wait_for(state="attached")


def test_the_board_looks_at_what_is_lit_and_all_returns(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "aim", viewport={"width": 1440, "height": 900})
    laying(tmp_path, anna)
    page = anna.page
    page.wait_for_timeout(300)
    near = page.evaluate(SCALE)
    box = page.locator("#board").bounding_box()
    for lit in page.locator(".kb-lit").all():
        there = lit.bounding_box()
        assert box["x"] <= there["x"] and there["x"] + there["width"] <= box["x"] + box["width"]
    page.locator("[data-zoom=fit]").click()
    assert page.evaluate(SCALE) < near / 1.2
    page.reload()  # who wants to see all of it is asked once
    page.wait_for_timeout(300)
    assert page.evaluate(SCALE) < near / 1.2
    page.locator("[data-zoom=lit]").click()
    assert page.evaluate(SCALE) == pytest.approx(near, rel=0.02)
    anna.done()


def test_on_a_phone_the_lit_hexes_can_be_hit(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "aim-phone", **PHONE)
    laying(tmp_path, anna)
    anna.page.wait_for_timeout(300)
    assert all(lit.bounding_box()["width"] > 24 for lit in anna.page.locator(".kb-lit").all())
    anna.done()


def test_who_tries_a_tile_goes_on_looking_where_it_lies(browser: Any, base: str, tmp_path: Path) -> None:
    """The picture with the tile is another one; it shows the same part of the board."""
    anna = Visitor(browser, base, "tried", viewport={"width": 1440, "height": 900})
    laying(tmp_path, anna)
    page = anna.page
    page.wait_for_timeout(300)
    near = page.evaluate(VIEW)
    page.locator(".hex-pick").first.click()
    page.locator("#board [data-tried]").wait_for(state="attached")
    assert page.evaluate(VIEW) == near
    anna.done()


def test_the_whole_screen_has_board_and_decision(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "whole", viewport={"width": 1280, "height": 720})
    laying(tmp_path, anna)
    page = anna.page
    before = page.locator(".board-panel").bounding_box()
    page.locator("[data-whole]").click()
    board, decision = (page.locator(f".{name}-panel").bounding_box() for name in ("board", "decision"))
    assert board["height"] > 700 > before["height"]
    assert board["width"] + decision["width"] > 1240 and decision["height"] > 700
    assert not page.locator("#matrix").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("#matrix").is_visible()
    page.keyboard.press("f")
    assert page.locator(".board-panel").bounding_box() == board
    anna.done()


def test_names_of_hexes_are_shown_and_hidden_and_the_choice_is_kept(
    browser: Any, base: str, tmp_path: Path
) -> None:
    anna = Visitor(browser, base, "names", viewport={"width": 1440, "height": 900})
    anna.load(new_game("1853", 3, seed=1), tmp_path)
    page = anna.page
    assert not page.evaluate(NAMES)  # no room for them from afar
    page.locator("[data-names]").click()
    assert page.evaluate(NAMES)
    assert page.evaluate(SMALL, 10) == []
    page.reload()
    page.wait_for_timeout(200)
    assert page.evaluate(NAMES)
    page.locator("#board").press("c")
    assert not page.evaluate(NAMES)
    for _ in range(9):
        page.locator("#board").press("+")
    assert not page.evaluate(NAMES)
    anna.done()


def test_fingers_enlarge_and_move_the_board(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "fingers", **PHONE)
    anna.load(new_game("18te", 2, seed=1), tmp_path)
    page, touch = anna.page, anna.context.new_cdp_session(anna.page)
    box = page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def fingers(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": at[0], "y": at[1], "id": n} for n, at in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    afar = page.evaluate(SCALE)
    fingers("touchStart", (x - 20, y), (x + 20, y))
    for apart in (40, 60, 80):
        fingers("touchMove", (x - apart, y), (x + apart, y))
    fingers("touchEnd")
    near = page.evaluate(SCALE)
    assert near == pytest.approx(4 * afar, rel=0.1)
    left, top, *_ = page.evaluate(VIEW)
    fingers("touchStart", (x, y))
    fingers("touchMove", (x - 30, y - 10))
    fingers("touchMove", (x - 60, y - 20))
    fingers("touchEnd")
    moved = page.evaluate(VIEW)
    assert (moved[0] - left) * near == pytest.approx(60, abs=3) and (moved[1] - top) * near == pytest.approx(
        20, abs=3
    )
    assert page.evaluate(SCALE) == near and not anna.has("dialog[open]")
    anna.done()


def test_a_press_that_ends_beside_the_board_is_over(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "beside", viewport={"width": 1280, "height": 720})
    anna.load(new_game("18te", 2, seed=1), tmp_path)
    page = anna.page
    box = page.locator("#board").bounding_box()
    edge, middle = box["x"] + box["width"], box["y"] + box["height"] / 2
    before = page.evaluate(VIEW)
    page.mouse.move(edge - 2, middle)
    page.mouse.down()
    page.mouse.move(edge + 60, middle)
    page.mouse.up()
    for x in (edge - 40, edge - 140):
        page.mouse.move(x, middle)
    assert page.evaluate(VIEW) == before
    anna.done()


def test_nothing_is_seen_beyond_the_edge_of_the_board(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "edge", **PHONE)
    anna.load(new_game("18te", 2, seed=1), tmp_path)
    page = anna.page
    x, y, wide, high = page.evaluate(VIEW)
    corner = {"x": x - 300, "y": y - 300, "w": wide / 2, "h": high / 2}
    page.evaluate(
        "(detail) => document.getElementById('board').dispatchEvent(new CustomEvent('kb:aim', { detail }))",
        corner,
    )
    assert page.evaluate(VIEW) == pytest.approx([x, y, wide / 2, high / 2])
    # on paper nothing can be moved
    page.evaluate("() => { dispatchEvent(new Event('beforeprint')); }")
    assert page.evaluate(VIEW) == [x, y, wide, high]
    page.evaluate("() => { dispatchEvent(new Event('afterprint')); }")
    assert page.evaluate(VIEW) == pytest.approx([x, y, wide / 2, high / 2])
    anna.done()


def test_small_prices_are_places_and_are_written_below(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "prices", locale="en-GB", viewport={"width": 1440, "height": 900})
    anna.load(some_way_into("18te", 60), tmp_path)
    page = anna.page
    page.locator("#market[data-overview]").wait_for()
    marker = page.locator("#market .kb-marker").first.get_attribute("data-company")
    assert not page.locator("#market .kb-price").first.is_visible()
    assert marker in page.locator("#market .price-list").inner_text()
    page.locator("#market .enlarge").click()
    page.locator("#market:not([data-overview])").wait_for()
    assert page.locator("#market .kb-price").first.is_visible()
    anna.done()


def test_a_sheet_of_many_companies_is_as_wide_as_the_paper(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "paper", viewport={"width": 703, "height": 1000})  # A4 between its margins
    anna.load(new_game("18do-expert", 5, seed=1), tmp_path)
    anna.page.emulate_media(media="print")
    sheet = anna.page.locator(".matrix")
    assert sheet.evaluate("(sheet) => sheet.getBoundingClientRect().right") <= 703
    assert not any(
        button.is_visible() for button in anna.page.locator("[data-show-runs], .zoom button").all()
    )
    anna.done()
