"""The coach in a real browser: asked at a decision, followed by a click, and asked about a game that is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kursbuch.shelf import new_game
from tests.web.backend import serving, sqlite
from tests.web.test_browser_layout import played
from tests.web.test_browser_table import CHROMIUM, Visitor, browser

__all__ = ["browser"]  # a fixture

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
LONG = 120_000  # milliseconds: the coach's process shares the machine with other tests


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a store on disk: the coach thinks in a process of its own, which reads the table there."""
    with serving(sqlite(tmp_path_factory.mktemp("coach"), bot_pause=0.0)) as url:
        yield url


@pytest.mark.parametrize(("locale", "why"), [("de-DE", "Einfluss"), ("en-GB", "influence")])
def test_a_bid_is_advised_with_reasons_and_can_be_followed(
    browser: Any, base: str, tmp_path: Path, locale: str, why: str
) -> None:
    anna = Visitor(browser, base, f"coach-{locale}", locale=locale, viewport={"width": 1280, "height": 900})
    anna.load(new_game("nuremberg", ["Anna", "Ben"], seed=8), tmp_path)
    page = anna.page
    page.locator("#decision [data-coach]").click()
    page.locator(".coach-says .advice > li").first.wait_for(timeout=LONG)
    assert page.locator(".coach-says .advice > li").count() == 3
    reasons = page.locator(".coach-says .advice > li ul li").all_inner_texts()
    assert len(reasons) >= 3 and any(why in reason for reason in reasons)
    assert "{" not in page.locator(".coach-says").inner_text()
    anna.shoot("advice")
    page.locator(".coach-says .advice button.choice").first.click()
    page.locator("#preview [data-confirm]").click()
    page.locator('#status[data-moves="1"]').wait_for(state="attached")
    assert not anna.errors


def test_the_curve_of_a_game_that_is_over_shows_every_player(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "coach-review", locale="en-GB", viewport={"width": 1280, "height": 900})
    anna.load(played("nuremberg", 2, lambda game: game.over), tmp_path)
    page = anna.page
    page.locator("[data-coach*=review]").first.click()
    chart = page.locator(".coach-says .picture svg")
    chart.wait_for(timeout=LONG)
    assert chart.locator("polyline, path.line").count() >= 2 or chart.locator("path").count() >= 2
    box, panel = chart.bounding_box(), page.locator(".coach-says").bounding_box()
    assert box["width"] > 300 and box["height"] > 120
    assert box["x"] + box["width"] <= panel["x"] + panel["width"] + 1, "the curve does not stick out"
    assert all(name in chart.inner_html() for name in ("Anna", "Ben"))
    chart.scroll_into_view_if_needed()
    anna.shoot("curve")
    assert not anna.errors
