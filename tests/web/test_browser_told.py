"""What happened, in a real browser: runs of the log are drawn while they are pointed at, a replay plays by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kursbuch.core import Game
from kursbuch.rail.actions import Run
from tests.web.test_browser_layout import played
from tests.web.test_browser_table import CHROMIUM, PHONE, Visitor, base, browser

__all__ = ["base", "browser"]  # fixtures

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
DRAWN = "#board .kb-told-runs"


def has_run(game: Game) -> bool:
    return len(game.actions) > 60 and isinstance(game.actions[-1], Run) and bool(game.actions[-1].runs.runs)


def well_into_a_round(game: Game) -> bool:
    began = {"stock-round", "operating-round"}
    late = range(max(0, len(game.actions) - 8), len(game.actions))
    return has_run(game) and not any(event.key in began for n in late for event in game.events_of(n))


def test_the_runs_of_a_line_are_drawn_while_it_is_pointed_at(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "told", viewport={"width": 1440, "height": 900})
    anna.load(played("18te", 3, has_run), tmp_path)
    page = anna.page
    page.wait_for_load_state()
    line = page.locator("#log [data-told]").first
    line.hover()
    page.locator(DRAWN).wait_for(state="attached")
    assert page.locator(f"{DRAWN} .kb-train").count() >= 1
    assert page.locator(".told-runs .legs li").count() >= 1
    page.locator("#decision h2").hover()
    page.locator(DRAWN).wait_for(state="detached")
    line.locator("[data-show-runs]").click()  # it stays
    page.locator("#decision h2").hover()
    page.wait_for_timeout(300)
    assert page.locator(DRAWN).count() == 1
    page.keyboard.press("Escape")
    assert page.locator(DRAWN).count() == 0
    page.locator("#decision h2").focus()
    line.locator("[data-show-runs]").focus()  # by keyboard as by mouse
    page.locator(DRAWN).wait_for(state="attached")
    anna.done()


def test_on_a_phone_a_tap_leads_to_the_board(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "told-phone", **PHONE)
    anna.load(played("18te", 3, has_run), tmp_path)
    page = anna.page
    page.locator(".tabs [data-tab=log]").tap()
    page.locator("#log [data-show-runs]").first.tap()
    page.locator(DRAWN).wait_for(state="attached")
    assert page.locator("#board").is_visible()
    page.locator("[data-close-runs]").tap()
    assert page.locator(DRAWN).count() == 0
    anna.done()


def test_looking_back_tells_plays_on_and_jumps_by_round(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "replay", viewport={"width": 1280, "height": 720})
    game = played("18te", 3, well_into_a_round)
    anna.load(game, tmp_path)
    page = anna.page
    at = "() => Number(document.getElementById('status').dataset.at)"
    page.keyboard.press(",")
    page.locator(".replay").wait_for()
    page.locator("[data-round='-1']").click()
    page.wait_for_function(f"({at})() < {len(game.actions) - 1}")
    began = page.evaluate(at)
    keys = {event.key for event in game.events_of(began)}
    assert keys & {"stock-round", "operating-round"} or began == 0
    page.select_option("#pace", "800")
    page.locator("[data-play]").click()
    page.wait_for_function(f"({at})() >= {began + 2}")
    assert page.locator("[data-play][aria-pressed=true]").count() == 1
    assert page.locator("#pace").input_value() == "800"
    page.locator("[data-play]").click()
    page.locator(".replay .story p").first.wait_for()
    anna.done()
