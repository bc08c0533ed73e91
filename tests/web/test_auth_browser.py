"""The pages in a real browser on the real server: cookies, forms, the content policy, live updates, a bot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.backend import serving, sqlite
from tests.web.test_browser_table import CHROMIUM, DESKTOP, PHONE, Visitor, browser

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
__all__ = ["browser"]


class Guest(Visitor):
    """A visitor of a page whose content policy forbids what a test tool may like to do."""

    def __init__(self, *about: Any, **how: Any) -> None:
        super().__init__(*about, **how)
        self.page.set_default_timeout(30_000)

    def moved_on(self, before: int) -> None:
        self.page.wait_for_selector(f'#status:not([data-moves="{before}"])', state="attached")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("browser"))) as address:
        yield address


def test_a_newcomer_plays_against_a_bot_without_an_account(browser: Any, base: str):
    anna = Guest(browser, base, "server-bots", locale="de-DE", **DESKTOP)
    anna.start("bots")
    for _ in range(3):
        anna.page.wait_for_selector("#decision.mine")
        anna.decide()
    assert anna.moves >= 3
    anna.done()


def test_an_address_to_be_called_is_set_on_the_account_page(browser: Any, tmp_path: Path):
    with serving(sqlite(tmp_path, webhooks=True)) as base:
        anna = Guest(browser, base, "server-account", locale="de-DE", **DESKTOP)
        anna.page.goto(f"{base}/account/sign-up?next=/account")
        anna.page.fill("input[name=name]", "Annegret")
        anna.page.fill("input[name=password]", "correct horse")
        anna.page.locator("button.main").click()
        anna.page.wait_for_url("**/account")
        form = anna.page.locator("form[action='/account/notices']")
        hook = "https://example.org/hook"
        for password, said in (("wrong horse", "stimmt nicht"), ("correct horse", "Gespeichert")):
            form.locator("input[name=webhook]").fill(hook)
            form.locator("input[name=old]").fill(password)
            form.locator("button").click()
            anna.page.locator(f"main :text('{said}')").wait_for()
        anna.shoot("account")
        anna.page.goto(f"{base}/account")
        assert form.locator("input[name=webhook]").input_value() == hook
        anna.done()


def test_accounts_and_guests_meet_online(browser: Any, base: str):
    anna = Guest(browser, base, "server-anna", locale="en-GB", **DESKTOP)
    anna.page.goto(f"{base}/account/sign-up")
    anna.page.fill("input[name=name]", "Annegret")
    anna.page.fill("input[name=password]", "correct horse")
    anna.page.locator("button.main").click()
    anna.page.wait_for_url("**/lobby")
    assert "Annegret" in anna.page.locator(".who").inner_text()
    anna.start("online")
    link = anna.page.locator(".invitation input").input_value()
    ben = Guest(browser, base, "server-ben", locale="de-DE", **PHONE)
    ben.page.goto(link)
    ben.page.fill("input[name=name]", "Ben")
    ben.page.locator("button.main").click()
    for visitor in (anna, ben):
        visitor.page.wait_for_selector("#decision")
    for _ in range(3):
        first, second = (anna, ben) if anna.has("#decision.mine") else (ben, anna)
        before = second.moves
        first.decide()
        second.moved_on(before)  # without a click of its own
    anna.done()
    ben.done()
