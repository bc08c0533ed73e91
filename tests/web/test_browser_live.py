"""What those see who wait: the name of the tab, the chat, a connection that is lost and comes back."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from tests.web.memory import make_app
from tests.web.test_browser_table import CHROMIUM, DESKTOP, Visitor, base, browser

__all__ = ["base", "browser"]  # fixtures

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)


def two_online(browser: Any, base: str) -> tuple[Visitor, Visitor]:
    """Two players of a game; the first is on turn."""
    anna = Visitor(browser, base, "live-anna", locale="en-GB", **DESKTOP)
    anna.start("online")
    link = anna.page.locator(".invitation input").input_value()
    ben = Visitor(browser, base, "live-ben", locale="en-GB", **DESKTOP)
    ben.page.goto(link)
    ben.page.locator("input[name=name]").fill("Ben")
    ben.page.locator("button.main").click()
    for who in (anna, ben):
        who.page.wait_for_selector("#decision")
    return (anna, ben) if anna.has("#decision.mine") else (ben, anna)


def test_the_tab_says_whose_turn_it_is_and_a_message_outlives_moves(browser: Any, base: str) -> None:
    first, second = two_online(browser, base)
    assert first.page.title().startswith("●") and not second.page.title().startswith("●")
    second.page.locator(".switch [data-side=chat]").click()
    second.page.locator("#say").fill("half a sent")
    first.decide()
    second.page.wait_for_selector("#decision.mine")
    assert second.page.title().startswith("●") and not first.page.title().startswith("●")
    assert "icon-turn" in second.page.locator("link[rel=icon]").get_attribute("href")
    assert second.page.locator("#say").input_value() == "half a sent"
    assert second.page.evaluate("document.activeElement.id") == "say"
    second.page.locator("#chat button").click()
    first.page.locator(".switch .unread").wait_for()
    assert first.page.locator(".switch .unread b").inner_text() == "1"
    assert second.page.locator("#say").input_value() == ""
    first.page.locator(".switch [data-side=chat]").click()
    first.page.locator(".switch .unread").wait_for(state="hidden")
    first.done()
    second.done()


def test_what_was_said_while_the_line_was_lost_is_heard(browser: Any, base: str) -> None:
    first, second = two_online(browser, base)
    second.page.locator(".switch [data-side=chat]").click()
    second.page.locator("#say").fill("half a sent")
    second.context.set_offline(True)
    second.page.locator("#lost").wait_for()
    first.page.locator(".switch [data-side=chat]").click()
    first.page.locator("#say").fill("are you there?")
    first.page.locator("#chat button").click()
    first.page.locator("#chat li").wait_for()
    second.context.set_offline(False)
    second.page.locator("#chat li", has_text="are you there?").wait_for()
    assert second.page.locator("#say").input_value() == "half a sent"
    second.context.close()
    first.done()


def slowly(route: Any) -> None:
    """Its news come before the answer."""
    answer = route.fetch()
    time.sleep(1)
    route.fulfill(response=answer)


def test_news_are_followed_after_an_answer_that_they_have_overtaken(browser: Any, base: str) -> None:
    first, second = two_online(browser, base)
    second.page.locator(".switch [data-side=chat]").click()
    second.page.route("**/say", slowly, times=1)
    second.page.locator("#say").fill("your turn")
    second.page.locator("#chat button").click()
    second.page.locator("#chat li").wait_for()
    second.page.wait_for_timeout(1000)  # until the answer has come, too, to a form that is gone
    first.decide()
    second.page.wait_for_selector("#decision.mine")
    first.done()
    second.done()


def test_what_could_not_be_said_stays_written(browser: Any, base: str) -> None:
    first, second = two_online(browser, base)
    second.page.locator(".switch [data-side=chat]").click()
    second.page.locator("#say").fill("hello?")
    second.context.set_offline(True)
    second.page.locator("#lost").wait_for()
    second.page.locator("#chat button").click()
    second.page.wait_for_timeout(300)  # until it has failed
    second.context.set_offline(False)
    second.page.locator("#lost").wait_for(state="hidden")
    first.page.locator(".switch [data-side=chat]").click()
    first.page.locator("#say").fill("are you there?")
    first.page.locator("#chat button").click()
    second.page.locator("#chat li", has_text="are you there?").wait_for()
    assert second.page.locator("#say").input_value() == "hello?"
    second.context.close()
    first.done()


def test_who_waits_out_of_reach_finds_the_game_begun(browser: Any, base: str) -> None:
    anna = Visitor(browser, base, "waits", locale="en-GB", **DESKTOP)
    anna.start("online")
    link = anna.page.locator(".invitation input").input_value()
    anna.context.set_offline(True)
    ben = Visitor(browser, base, "comes", locale="en-GB", **DESKTOP)
    ben.page.goto(link)
    ben.page.locator("input[name=name]").fill("Ben")
    ben.page.locator("button.main").click()
    ben.page.wait_for_selector("#decision")
    anna.context.set_offline(False)
    anna.page.wait_for_selector("#decision")
    anna.context.close()
    ben.done()


@pytest.fixture
def port() -> Iterator[int]:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        found = sock.getsockname()[1]
    yield found


def test_a_lost_connection_is_told_of_and_comes_back(browser: Any, port: int) -> None:
    app = make_app(seed=7)

    def serve() -> tuple[uvicorn.Server, threading.Thread]:
        server = uvicorn.Server(
            uvicorn.Config(app, port=port, log_level="error", timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        return server, thread

    server, thread = serve()
    anna = Visitor(browser, f"http://127.0.0.1:{port}", "lost", locale="de-DE", **DESKTOP)
    anna.start("hotseat")
    assert not anna.page.locator("#lost").is_visible()
    server.should_exit = True
    thread.join(timeout=5)
    anna.page.locator("#lost").wait_for(timeout=15_000)
    assert "Keine Verbindung" in anna.page.locator("#lost").inner_text()
    server, thread = serve()
    anna.page.locator("#lost").wait_for(state="hidden", timeout=15_000)
    server.should_exit = True
    anna.context.close()
    thread.join(timeout=5)
