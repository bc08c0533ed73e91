"""A worked example opened on a phone: its words can be read beside what the table proposes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.backend import serving, sqlite
from tests.web.test_browser_table import CHROMIUM, PHONE, Visitor, browser

__all__ = ["browser"]  # a fixture

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
LINES_IN_SIGHT = """(note) => {
  const r = note.getBoundingClientRect();
  const line = parseFloat(getComputedStyle(note.querySelector("p")).lineHeight) || 20;
  const seen = (y) => note.contains(document.elementFromPoint(r.right - 30, y));
  let lines = 0;
  while (r.top + (lines + 0.5) * line < r.bottom && seen(r.top + (lines + 0.5) * line)) lines += 1;
  return lines;
}"""


def test_the_words_of_an_example_are_read_beside_the_runs_that_it_proposes(browser: Any, tmp_path: Path):
    with serving(sqlite(tmp_path)) as address:
        anna = Visitor(browser, address, "example-phone-de", bypass_csp=True, locale="de-DE", **PHONE)
        anna.page.goto(f"{address}/learn/18do-railway")
        anna.page.locator("#example-export button").click()
        anna.page.locator("#preview [data-confirm]").wait_for()
        anna.page.wait_for_timeout(600)
        anna.shoot("board")
        assert anna.page.locator(".example-note").evaluate(LINES_IN_SIGHT) >= 5
        anna.done()
