"""Looking up, stepping and passing in a real browser: by key and by finger."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from kursbuch.core import Game
from kursbuch.rail.actions import Pass
from kursbuch.shelf import new_game
from tests.web.test_browser_layout import MOMENTS, played
from tests.web.test_browser_table import CHROMIUM, PHONE, Visitor, base, browser

__all__ = ["base", "browser"]  # fixtures

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)


def test_cards_by_keyboard_alone(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "cards", locale="en-GB", viewport={"width": 1366, "height": 768})
    anna.load(played(*MOMENTS["1889-stock"]), tmp_path)
    page = anna.page
    page.keyboard.press("i")
    page.wait_for_selector('.look-up[data-card-of="index:"]')
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector('.look-up[data-card-of^="company:"]')
    page.locator("[data-card-back]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.look-up[data-card-of="index:"]')
    page.keyboard.press("Escape")
    assert not page.locator("#card").is_visible()
    page.locator("#decision h2").focus()  # not a letter that opens another dialog by chance
    page.keyboard.press("b")
    page.keyboard.press("i")
    page.wait_for_selector('.look-up[data-card-of^="hex:"]')
    anna.done()


def test_cards_by_finger(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "taps", locale="de-DE", **PHONE)
    anna.load(played(*MOMENTS["1889-stock"]), tmp_path)
    page = anna.page
    page.locator('.tabs [data-tab="position"]').tap()
    page.locator('.depot [data-ref^="train:"]').first.tap()
    page.wait_for_selector('.look-up[data-card-of^="train:"]')
    page.locator("[data-card-close]").tap()
    page.locator('.tabs [data-tab="prices"]').tap()
    page.locator("#market .kb-cell:has(.kb-marker)").first.tap()
    page.wait_for_selector('.look-up[data-card-of^="field:"]')
    anna.done()


def passing_alone() -> Game:
    """All that can be done is to pass, and then again."""
    rng = random.Random(1)
    game = new_game("18te", ["Anna", "Ben", "Clara"], seed=3)
    while not (_alone(game) and _alone(game.after(game.legal_actions()[0]))):
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game


def _alone(game: Game) -> bool:
    legal = game.legal_actions()
    return len(legal) == 1 and isinstance(legal[0], Pass)


def test_passing_by_itself_is_told_and_never_after_taking_back(
    browser: Any, base: str, tmp_path: Path
) -> None:
    anna = Visitor(browser, base, "passing", locale="en-GB", viewport={"width": 1366, "height": 768})
    game = passing_alone()
    anna.load(game, tmp_path)
    page, moves = anna.page, len(game.actions)
    shown = page.locator("#decision")
    page.locator("[data-pass-for-me]").check()
    assert shown.get_attribute("data-moves") == str(moves)  # nothing yet: it is for the next time
    page.locator(".feet .choice").click()
    page.locator("#preview [data-confirm]").click()
    page.get_by_text("has passed: nothing else was possible").wait_for()
    after = int(shown.get_attribute("data-moves"))
    assert after >= moves + 2
    page.locator(".undo form[hx-post$='/undo'] button").click()
    page.wait_for_selector(f'#decision[data-moves="{after - 1}"]')
    page.wait_for_timeout(500)
    assert shown.get_attribute("data-moves") == str(after - 1)
    anna.done()
