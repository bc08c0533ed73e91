"""axe finds nothing on any page, by day and by night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.test_browser_layout import MOMENTS, played
from tests.web.test_browser_table import CHROMIUM, Visitor, base, browser

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

__all__ = ["base", "browser"]  # fixtures

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
THEMES = ("light", "dark")


def found(page: Any) -> list[str]:
    """What axe has to say against the page: the rule, and the first parts that break it."""
    answer = axe.Axe().run(page).response
    return [
        f"{rule['id']} ×{len(rule['nodes'])}: {[node['html'][:150] for node in rule['nodes'][:3]]}"
        for rule in answer["violations"]
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_pages_beside_the_table(browser: Any, base: str, theme: Any) -> None:
    anna = Visitor(browser, base, f"axe-{theme}", locale="en-GB", color_scheme=theme)
    for address in ("/", "/lobby", "/rules", "/rules/18te", "/rules/18te/summary", "/glossary"):
        anna.page.goto(base + address)
        assert found(anna.page) == [], address
    anna.done()


@pytest.mark.parametrize("number, moment", list(enumerate(MOMENTS)), ids=list(MOMENTS))
def test_tables_and_cards(browser: Any, base: str, number: int, moment: str, tmp_path: Path) -> None:
    """Each title by day or by night, some with the list of what can be looked up: each look takes a second or two."""
    theme: Any = THEMES[number % 2]
    how = {"viewport": {"width": 1440, "height": 900}, "color_scheme": theme}
    anna = Visitor(browser, base, f"axe-{moment}", locale="de-DE", **how)
    anna.load(played(*MOMENTS[moment]), tmp_path)
    assert found(anna.page) == [], theme
    if number % 3 == 0:
        anna.page.keyboard.press("i")
        anna.page.wait_for_selector("#card[open] .ref")
        assert found(anna.page) == [], "the index"
        anna.page.locator("#card-body .ref").first.click()
        anna.page.wait_for_selector('.look-up:not([data-card-of="index:"])')
        assert found(anna.page) == [], "a card"
    anna.done()
