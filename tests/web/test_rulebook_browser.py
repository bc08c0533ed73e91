"""The rules in a real browser: search, contents that follow, a phone, sentences found by their address, paper."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kursbuch.shelf import shelf
from tests.web.test_browser_table import CHROMIUM, DESKTOP, PHONE, Visitor, base, browser

__all__ = ["base", "browser"]  # fixtures

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
TITLE = shelf()[0]
POINT = "18TE-7.6-10"


@pytest.mark.parametrize("language", ["de-DE", "en-GB"])
def test_the_summary_of_every_title_is_one_sheet_of_paper(browser: Any, base: str, language: str) -> None:
    anna = Visitor(browser, base, "sheet", locale=language)
    for title in shelf():
        anna.page.goto(f"{base}/rules/{title}/summary")
        paper = anna.page.pdf(format="A4", prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, title
        wide = anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert wide, f"{title} is wider than the window"
    anna.done()


@pytest.mark.parametrize("title", shelf())
def test_nothing_is_wider_than_a_phone(browser: Any, base: str, title: str) -> None:
    ben = Visitor(browser, base, "rules-phone", locale="de-DE", **PHONE)
    more = ["/glossary", "/rules"] if title == TITLE else []
    for address in (f"/rules/{title}", f"/rules/{title}/summary", *more):
        ben.page.goto(base + address)
        assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    ben.done()


def test_search_shows_only_what_was_asked_for(browser: Any, base: str) -> None:
    anna = Visitor(browser, base, "search", locale="en-GB", **DESKTOP)
    anna.page.goto(f"{base}/rules/{TITLE}")
    anna.page.fill("#find", "export marker")
    anna.page.wait_for_selector(".searching .hit mark")
    shown = anna.page.locator(".points > li:visible")
    assert 0 < shown.count() < 12
    assert all("export" in text.lower() and "marker" in text.lower() for text in shown.all_inner_texts())
    anna.page.fill("#find", "xyzzy")
    anna.page.wait_for_function("document.querySelector('#found').textContent == 'nothing found'")
    anna.page.press("#find", "Escape")
    anna.page.wait_for_selector(f"[id='{POINT}']:visible")
    anna.done()


def test_an_address_leads_to_the_sentence_and_the_contents_follow(browser: Any, base: str) -> None:
    anna = Visitor(browser, base, "sentence", locale="en-GB", **DESKTOP)
    anna.page.goto(f"{base}/rules/{TITLE}#{POINT}")
    place = anna.page.locator(f"[id='{POINT}']")
    place.wait_for()
    anna.page.wait_for_selector(".contents a[aria-current][href='#dividend']")
    box = place.bounding_box()
    assert box is not None and 0 <= box["y"] < DESKTOP["viewport"]["height"]
    anna.done()


def test_rules_are_read_without_scripts(browser: Any, base: str) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"{base}/rules/{TITLE}#{POINT}")
    assert page.locator(f"[id='{POINT}']").is_visible()
    assert not page.locator(".find").is_visible()
    assert page.locator(".contents a").first.is_visible()
    context.close()
