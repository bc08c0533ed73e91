"""Two people in two real browsers at one table: clocks, orders, a lost connection, one who stays away."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.web.backend import serving, sqlite
from tests.web.test_browser_table import CHROMIUM, DESKTOP, PHONE, Visitor, browser

__all__ = ["browser"]  # a fixture

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    settings = sqlite(tmp_path, order_pause=0.0, clock_pause=0.1)
    with serving(settings) as url:
        yield url, tmp_path / "games.sqlite3"


def sit_down(browser: Any, url: str) -> tuple[Visitor, Visitor]:
    """Anna opens a table with a clock, Ben comes by invitation, in German, on a phone; who begins comes first."""
    anna = Visitor(browser, url, "online-anna", locale="en-GB", bypass_csp=True, **DESKTOP)
    anna.page.goto(url)
    card = anna.page.locator("#title-18te")
    card.locator("label:has(input[value=online])").click()
    card.locator("select[name=clock]").select_option("live")
    card.locator("input[name=clock_minutes]").fill("20")
    card.locator(".go button").click()
    anna.page.wait_for_url("**/table/*")
    assert "20 minutes each" in anna.page.locator("#table").inner_text()
    link = anna.page.locator(".invitation input").input_value()
    ben = Visitor(browser, url, "online-ben", locale="de-DE", bypass_csp=True, **PHONE)
    ben.page.goto(link)
    ben.page.locator("input[name=name]").fill("Ben")
    ben.page.locator("button.main").click()
    for who in (anna, ben):
        who.page.wait_for_selector("#decision")
    return (anna, ben) if anna.has("#decision.mine") else (ben, anna)


def order(who: Visitor, kind: str) -> None:
    who.page.locator(".orders-button").first.click()
    who.page.locator(f"form.order:has(input[value={kind}]) button").click()
    who.page.locator(".orders-list li button").wait_for()
    who.page.keyboard.press("Escape")


def forget_the_lost_line(who: Visitor) -> None:
    """What the browser itself says about it is no fault of the page."""
    who.errors = [e for e in who.errors if "DISCONNECTED" not in e and "fetch" not in e and "htmx:" not in e]


def time_is_out(file: Path) -> None:
    """The time of whoever is to decide began an hour ago."""
    with closing(sqlite3.connect(file, timeout=30)) as base, base:
        (clock,) = base.execute("select clock from tables").fetchone()
        data = json.loads(clock)
        data["since"] = {p: (datetime.now(UTC) - timedelta(hours=1)).isoformat() for p in data["since"]}
        base.execute("update tables set clock = ?, due = '2020-01-01 00:00:00.000000'", (json.dumps(data),))


def test_two_play_with_clocks_orders_a_lost_line_and_one_who_stays_away(browser: Any, served: Any) -> None:
    url, file = served
    first, second = sit_down(browser, url)
    for who in (first, second):
        assert who.page.locator(".clocks li").count() == 2
        assert who.page.locator(".clocks .runs").count() == 1

    # the second leaves passing to the server: the first passes, and is asked again at once
    order(second, "pass")
    assert second.page.locator("[data-orders]").inner_text() == "1"
    first.page.locator(".feet button, .choice").last.click()
    first.confirm()
    first.page.wait_for_function("Number(document.getElementById('status').dataset.moves) >= 2")
    assert not first.has("#orders .orders-list li button")  # others' orders are nowhere to be seen
    second.page.wait_for_function("Number(document.getElementById('status').dataset.moves) >= 2")

    # the line of one who waits is cut: the page says so, and comes back by itself
    mine, other = (first, second) if first.has("#decision.mine") else (second, first)
    other.context.set_offline(True)
    other.page.locator("#lost").wait_for()
    before = mine.moves
    mine.decide()
    other.context.set_offline(False)
    other.page.locator("#lost").wait_for(state="hidden")
    other.page.wait_for_function(f"Number(document.getElementById('status').dataset.moves) > {before}")
    forget_the_lost_line(other)

    # a move confirmed without a line is kept and sent once
    deciding = first if first.has("#decision.mine") else second
    waiting = second if deciding is first else first
    before = waiting.moves
    passing = deciding.page.locator(".feet button, .choice").last
    passing.click()
    deciding.page.locator("#preview [data-confirm]").wait_for()
    deciding.context.set_offline(True)
    deciding.page.locator("#preview [data-confirm]").click()
    deciding.page.wait_for_function(
        "Object.keys(localStorage).some((key) => key.startsWith('kursbuch.outbox'))"
    )
    deciding.context.set_offline(False)
    waiting.page.wait_for_function(f"Number(document.getElementById('status').dataset.moves) > {before}")
    forget_the_lost_line(deciding)

    # somebody stays away: a bot moves until they say that they are back
    for who in (first, second):
        who.page.reload()
        who.page.wait_for_selector("#decision")
    time_is_out(file)
    away = first if first.has("#decision.mine") else second
    away.page.locator("form[hx-post$='/back'] button").wait_for()
    away.page.locator("form[hx-post$='/back'] button").click()
    away.page.locator("form[hx-post$='/back'] button").wait_for(state="detached")
    first.done()
    second.done()
