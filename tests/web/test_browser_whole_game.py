"""A whole short game of 18TE in a real browser on the real server: from the start page to the final chart.

Played by clicking, in both languages, on a desktop and on a phone; screenshots are kept under `artefacts/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.backend import serving, sqlite
from tests.web.test_auth_browser import Guest
from tests.web.test_browser_table import CHROMIUM, PHONE, browser

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
__all__ = ["browser"]

WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}

# founded, bid for, built, run, paid, kept, issued, sold between companies, until nobody can do anything any more
GAME = """
    A passes
    B passes
    A opens KHS at 330
    B bids 410
    A passes
    B passes
    A buys 10 KHS from company
    B passes
    A opens KWE at 180
    B passes
    A passes
    KHS lays 58.4 at F6
    KHS buys train 1+1/2 as 2 from depot for 100
    KHS buys train 1+1/2 as 2 from depot for 100
    KHS passes
    KWE lays 5.4 at C13
    KWE passes
    KWE buys train 1+1/2 as 2 from depot for 100
    KWE passes
    KHS lays 8.1 at F8
    KHS runs
    KHS pays
    KHS buys train 1+1/2 as 1+1 from KWE for 37
    A agrees
    KHS issues 3
    KWE passes
    KWE builds a station at C13.0
    KWE buys train 1+1/2 as 1+1 from depot for 100
    B buys 10 KHS from company
    A opens CME at 180
    B passes
    A passes
    CME passes
    CME buys train 1+1/2 as 1+1 from depot for 100
    CME buys train 1+1/2 as 1+1 from KWE for 23
    CME passes
    KHS runs
    KHS withholds
    KHS issues 2
    KWE buys train 1+1/2 as 1+1 from CME for 1
    KWE passes
    KWE passes
    CME passes
    CME passes
    CME passes
    KHS runs
    KHS withholds
    KHS passes
    KWE passes
    KWE passes
    B passes
    A passes
    CME passes
    CME passes
    CME passes
    KHS runs
    KHS withholds
    KHS passes
    KWE passes
    KWE passes
    CME passes
    CME passes
    CME passes
    KHS runs
    KHS withholds
    KHS passes
    B passes
    A passes
    CME passes
    CME passes
    CME passes
    KHS passes
    KHS runs
    KHS withholds
    CME passes
    B passes
    A passes
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("whole"))) as address:
        yield address


class Reader(Guest):
    """Somebody who plays given moves by clicking what stands for them."""

    def play(self, line: str) -> None:
        before = self.moves
        if line.endswith(" runs"):
            self.confirm()
        elif " lays " in line:
            self.lay(line)
        elif self.has(f'.cards [data-do="{line}"]'):
            self.page.locator(f'.cards [data-do="{line}"]').click()
            self.moved_on(before)
        elif self.has(f'.choice[data-do="{line}"]'):
            choice = self.page.locator(f'.choice[data-do="{line}"]').first
            more = choice.locator("xpath=..").locator("[data-step='1']")
            while not choice.is_visible():
                more.click()
            choice.click()
            self.agreed(line)
        else:
            self.offer(line)

    def agreed(self, line: str) -> None:
        """Confirm, once the preview is of this move."""
        self.page.wait_for_selector(f'#preview .confirm input[value="{line}"]', state="attached")
        self.confirm()

    def offer(self, line: str) -> None:
        """A move with an amount."""
        amount = re.findall(r"\d+", line)[-1]
        stem = line[: line.rindex(amount)]
        form = self.page.locator(f'.amount:has([data-do^="{stem}"])').first
        form.locator("input[type=number]").fill(amount)
        form.locator(".pick").click()
        self.agreed(line)

    def lay(self, line: str) -> None:
        found = re.fullmatch(r"\w+ lays (\S+)\.(\d) at (\w+)", line)
        assert found
        self.page.locator(f'#board g[data-hex="{found[3]}"]').first.click(force=True)
        self.page.locator(f'.tile:has(b:text-is("{found[1]}"))').wait_for()
        chosen = self.page.locator("#preview .confirm input[name=action]")
        for _ in range(8):
            now = chosen.get_attribute("value")
            if now == line:
                break
            other = self.page.locator(f'.tile[aria-pressed=false]:has(b:text-is("{found[1]}"))')
            (other if other.count() else self.page.locator("button[data-turn]")).click()
            changed = f'#preview .confirm input[name=action]:not([value="{now}"])'
            self.page.wait_for_selector(changed, state="attached")
        self.agreed(line)

    def begin(self) -> list[str]:
        """From the start page to the table; gives the moves with the names as they sit."""
        self.page.goto(self.base)
        self.shoot("start")
        card = self.page.locator("#title-18te")
        card.locator("label:has(input[value=hotseat])").click()
        card.locator(".go button").click()
        self.page.wait_for_url("**/table/*")
        first = self.page.locator("#decision h2 b").first.inner_text()
        second = {"Anna": "Ben", "Ben": "Anna"}[first]
        names = {"A": first, "B": second}
        out = []
        for line in GAME.strip().splitlines():
            who, _, what = line.strip().partition(" ")
            out.append(f"{names.get(who, who)} {what}")
        return out


@pytest.mark.parametrize(("language", "size"), [("en", WIDE), ("de", PHONE)], ids=["en-desktop", "de-phone"])
def test_from_the_start_page_to_the_final_chart(
    browser: Any, base: str, language: str, size: dict[str, Any]
) -> None:
    phone = "is_mobile" in size
    name = f"whole-{language}-{'phone' if phone else 'desktop'}"
    anna = Reader(browser, base, name, locale={"de": "de-DE", "en": "en-GB"}[language], **size)
    for number, line in enumerate(anna.begin()):
        if number in (2, 11, 20, 21, 39):
            anna.shoot(f"{number}")
        anna.play(line)
    anna.page.wait_for_selector(".standings li")
    assert anna.page.locator(".standings li").count() == 2
    anna.page.locator(".charts svg").nth(2).wait_for()  # they come after the page
    assert anna.page.locator(".charts svg").count() == 3
    over = {"de": "Das Spiel ist aus", "en": "The game is over"}[language]
    assert over in anna.page.locator("#decision").inner_text()
    anna.shoot("final")
    anna.page.locator(".charts").scroll_into_view_if_needed()
    anna.page.locator(".charts svg").last.scroll_into_view_if_needed()
    anna.shoot("charts")
    anna.done()
