"""Two people in two real browsers through a whole game: clocks, orders, push, a lost connection, who stays away."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.web.backend import WAIT, serving, sqlite, wait_for
from tests.web.test_auth import submit
from tests.web.test_browser_table import CHROMIUM, DESKTOP, PHONE, Visitor, browser, playwright
from tests.web.test_people import signed_up
from tests.web.test_push import Service, service

__all__ = ["browser", "service"]  # fixtures

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    settings = sqlite(tmp_path, order_pause=0.0, clock_pause=0.1, local_webhooks=True)
    with serving(settings) as url:
        yield url, tmp_path / "games.sqlite3"


COUNTS_TONES = """window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.tones += 1; return start.apply(this, at); };
const resume = AudioContext.prototype.resume;
AudioContext.prototype.resume = function () {
  return window.untouched ? new Promise((done) => { window.touch = done; }) : resume.call(this);
};"""

# a minute after a browser was to be heard that nobody had touched, somebody touches it
TOUCHED_LATER = """async () => {
  const now = performance.now() + 60_000;
  performance.now = () => now;
  touch();
  await new Promise((done) => setTimeout(done));
  delete performance.now;
  untouched = false;
}"""


V = TypeVar("V", bound=Visitor)


def sit_down(browser: Any, url: str, kind: type[V]) -> tuple[V, V]:
    """Anna opens a table with a clock, Ben comes by invitation, in German, on a phone; who begins comes first."""
    anna = kind(browser, url, "online-anna", locale="en-GB", bypass_csp=True, **DESKTOP)
    anna.page.goto(url)
    card = anna.page.locator("#title-18te")
    card.locator("label:has(input[value=online])").click()
    card.locator("select[name=clock]").select_option("live")
    card.locator("input[name=clock_minutes]").fill("20")
    card.locator(".go button").click()
    anna.page.wait_for_url("**/table/*")
    assert "20 minutes each" in anna.page.locator("#table").inner_text()
    link = anna.page.locator(".invitation input").input_value()
    ben = kind(browser, url, "online-ben", locale="de-DE", bypass_csp=True, **PHONE)
    ben.page.goto(link)
    ben.page.locator("input[name=name]").fill("Ben")
    ben.page.locator("button.main").click()
    for who in (anna, ben):
        who.page.wait_for_selector("#decision")
    return (anna, ben) if anna.has("#decision.mine") else (ben, anna)


def again(page: Any) -> None:
    """Load the page anew; it may be doing so itself, because something was made at the table."""
    for _ in range(50):
        with suppress(playwright.Error):
            page.goto(page.url)
            return
        page.wait_for_timeout(100)  # for as long as it takes
    raise AssertionError("the page cannot be loaded")


def order(who: Visitor, kind: str, **chosen: str) -> None:
    """Give an order, with what is chosen in its form."""
    who.page.locator(".orders-button").first.click()
    form = who.page.locator(f"form.order:has(input[name=kind][value={kind}])")
    form.wait_for()
    before = who.page.locator(".orders-list li button").count()
    for name, value in chosen.items():
        form.locator(f"select[name={name}]").select_option(value)
    form.locator("button").click()
    who.page.locator(".orders-list li button").nth(before).wait_for()
    who.page.keyboard.press("Escape")


def forget_the_lost_line(who: Visitor) -> None:
    """What the browser itself says about it is no fault of the page."""
    who.errors = [e for e in who.errors if "DISCONNECTED" not in e and "fetch" not in e and "htmx:" not in e]


def stand_ins(file: Path) -> int:
    """How many players a bot moves for."""
    with closing(sqlite3.connect(file, timeout=30)) as base:
        return int(base.execute("select count(*) from seats where bot != ''").fetchone()[0])


def withdraw_orders(file: Path) -> None:
    """An order would pass for one who is not there, and time would never be out."""
    with closing(sqlite3.connect(file, timeout=30)) as base, base:
        base.execute("delete from orders")


def ended(file: Path) -> bool:
    with closing(sqlite3.connect(file, timeout=30)) as base:
        return bool(base.execute("select over from tables").fetchone()[0])


def time_is_out(file: Path) -> None:
    """The time of whoever is to decide began an hour ago."""
    with closing(sqlite3.connect(file, timeout=30)) as base, base:
        (clock,) = base.execute("select clock from tables").fetchone()
        data = json.loads(clock)
        data["since"] = {p: (datetime.now(UTC) - timedelta(hours=1)).isoformat() for p in data["since"]}
        base.execute("update tables set clock = ?, due = '2020-01-01 00:00:00.000000'", (json.dumps(data),))


def wants_to_be_told(who: Visitor, service: Service) -> None:
    """What the bell's button does once the browser has agreed; the service that passes it on is ours."""
    told = who.page.evaluate(
        """async ({ keys, bell }) => {
          const headers = { "X-CSRF-Token": JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRF-Token"] };
          const post = (to, data) => fetch(to, { method: "POST", headers, body: new URLSearchParams(data) });
          return [(await post("/push/browser", keys)).status, (await post(bell, { on: "yes" })).status];
        }""",
        {"keys": service.keys, "bell": who.page.url.partition("?")[0] + "/bell"},
    )
    assert told == [200, 200]


def wants_a_sound(who: Visitor) -> None:
    """By the bell's box, which lets it be heard once; what could not be heard is not made up for later."""
    who.page.locator("[popovertarget=bell]").first.click()
    sound = who.page.locator("#bell [name=sound]")
    assert not sound.is_checked()
    who.page.evaluate("window.untouched = true")
    sound.check()
    who.page.evaluate(TOUCHED_LATER)
    assert who.page.evaluate("tones") == 0
    sound.uncheck()
    sound.check()
    who.page.wait_for_function("tones === 2")
    who.page.keyboard.press("Escape")


def test_an_order_is_shown_though_its_news_come_before_its_answer(browser: Any, served: Any) -> None:
    def slowly(route: Any) -> None:
        if route.request.method == "GET":
            route.continue_()
        else:
            answer = route.fetch()
            time.sleep(1)
            route.fulfill(response=answer)

    url, _ = served
    first, second = sit_down(browser, url, Visitor)
    second.page.route("**/orders", slowly)
    order(second, "only")
    second.page.wait_for_timeout(1500)  # until the answer has come, too
    assert second.page.locator("[data-orders]").inner_text() == "1"
    second.page.unroute("**/orders")
    first.decide()
    second.page.wait_for_selector("#decision.mine")
    for who in (first, second):
        who.done()


def test_a_move_that_broke_off_is_told_of_once_and_sent_again(browser: Any, served: Any) -> None:
    """News go on coming meanwhile: the line as such is there."""
    url, _ = served
    first, second = sit_down(browser, url, Visitor)
    first.drawn()
    first.page.route("**/act", lambda route: route.abort(), times=1)
    first.page.locator(".feet button, .choice").last.click()
    first.page.locator("#preview [data-confirm]").click()
    first.page.locator("#lost .kept-move").wait_for()
    assert not first.has("#notice .notice")
    second.page.wait_for_selector("#decision.mine")
    forget_the_lost_line(first)
    first.errors = [error for error in first.errors if "ERR_FAILED" not in error]
    for who in (first, second):
        who.done()


def test_two_play_a_game_with_clocks_orders_push_a_lost_line_and_players_who_stay_away(
    browser: Any, served: Any, service: Service
) -> None:
    url, file = served
    first, second = sit_down(browser, url, Visitor)
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
    deciding.page.locator("#lost .kept-move").wait_for()  # and says that it is
    deciding.context.set_offline(False)
    waiting.page.wait_for_function(f"Number(document.getElementById('status').dataset.moves) > {before}")
    forget_the_lost_line(deciding)

    # who waits, and has no page open, is told by push that it is their turn, sealed for their browser alone
    for who in (first, second):
        who.page.reload()
        who.page.wait_for_selector("#decision")
    deciding, waiting = (first, second) if first.has("#decision.mine") else (second, first)
    wants_to_be_told(waiting, service)
    where = waiting.page.url
    waiting.page.goto("about:blank")
    while deciding.has("#decision.mine"):
        deciding.decide()
    _, sealed = service.heard.get(timeout=WAIT)
    message = service.opened(sealed)
    assert message["kind"] == "turn" and where.endswith(message["url"])
    waiting.page.goto(where)
    waiting.page.wait_for_selector("#decision.mine")

    # with the page open a sound tells of it, if it is wanted: when one's turn comes, and then alone;
    # a move that meets a proxy without its server is sent again
    withdraw_orders(file)
    for who in (first, second):
        who.context.add_init_script(COUNTS_TONES)
        who.page.reload()
        who.page.wait_for_selector("#decision")
    deciding, waiting = (first, second) if first.has("#decision.mine") else (second, first)
    wants_a_sound(waiting)
    deciding.page.route("**/act", lambda route: route.fulfill(status=502), times=1)  # the server starts anew
    while deciding.has("#decision.mine"):
        deciding.decide()
    waiting.page.wait_for_function("document.querySelector('#decision.mine') && tones === 4")
    assert deciding.page.evaluate("tones") == 0
    deciding.errors = [
        error for error in deciding.errors if "502" not in error
    ]  # the browser tells of it itself

    # somebody stays away: a bot moves until they say that they are back
    for who in (first, second):
        who.page.reload()
        who.page.wait_for_selector("#decision")
    time_is_out(file)
    away = first if first.has("#decision.mine") else second
    away.page.locator("form[hx-post$='/back'] button").wait_for()
    away.page.locator("form[hx-post$='/back'] button").click()
    away.page.locator("form[hx-post$='/back'] button").wait_for(state="detached")

    # neither comes any more: the table is not dead, bots play the game to its end, and both pages show it
    for who in (first, second):
        who.page.goto(url)
    withdraw_orders(file)

    def nobody_is_left() -> bool:
        time_is_out(file)
        time.sleep(0.5)
        return stand_ins(file) == 2

    wait_for(nobody_is_left)
    wait_for(lambda: ended(file), 2 * WAIT)
    for who in (first, second):
        who.page.goto(where)
        who.page.locator(".standings").first.wait_for()
    first.done()
    second.done()


def test_a_name_is_completed_by_keyboard_and_a_draft_is_kept(browser: Any, served: Any) -> None:
    url, _ = served
    anna = Visitor(browser, url, "chat-anna", locale="en-GB", bypass_csp=True, **DESKTOP)
    anna.page.goto(url)
    card = anna.page.locator("#title-18te")
    card.locator("label:has(input[value=online])").click()
    card.locator(".go button").click()
    anna.page.wait_for_url("**/table/*")
    anna.page.locator(".invitation").wait_for()
    again(anna.page)
    anna.page.locator(".places-kept").wait_for()  # all scripts are there
    say = anna.page.locator("#say")
    name = anna.page.locator(".seats-list b").first.inner_text()
    say.press_sequentially(f"hello @{name[:2].lower()}")
    assert anna.page.locator("#say-names button").all_inner_texts() == [f"@{name}"]
    say.press("Tab")
    assert say.input_value() == f"hello @{name} "
    anna.page.reload()
    assert say.input_value() == f"hello @{name} "
    say.press("Enter")
    anna.page.locator("#chat li", has_text=f"hello @{name}").wait_for()
    assert say.input_value() == ""
    anna.page.reload()
    assert say.input_value() == ""
    say.fill("@zz")
    say.press("Tab")  # nobody is called so: the key goes on to the next control
    assert not anna.page.evaluate("document.activeElement.id === 'say'")
    anna.done()


def test_tables_of_people_are_not_pushed_sideways_on_a_phone(browser: Any, served: tuple[str, Path]) -> None:
    url, file = served
    name = "Wilhelmina von und zu Langname"
    with signed_up(url, name) as client:
        fields = {"name": "Many", "title": "18te", "size": "2", "rounds": "3"}
        league = submit(client, "/leagues", **fields).headers["location"]
        table = submit(client, "/new", title="18te", mode="hotseat", count="2").headers["location"]
        with closing(sqlite3.connect(file)) as base, base:
            (person,) = base.execute("select id from people where name = ?", (name,)).fetchone()
            came = (
                table.rpartition("/")[2],
                name,
                person,
                "18do-expert",
                3,
                1,
                900,
                "2026-01-01 00:00:00.000000",
            )
            base.execute("insert into results values (?, ?, ?, ?, ?, ?, ?, ?)", came)
        cookies = [{"name": c.name, "value": c.value or "", "url": url} for c in client.cookies.jar]
        phone = Visitor(browser, url, "tables-phone", locale="de-DE", **PHONE)
        phone.context.add_cookies(cookies)
        for page in (league, f"/people/{name}"):
            phone.page.goto(f"{url}{page}")
            wide, seen = phone.page.evaluate(
                "(e => [e.scrollWidth, e.clientWidth])(document.querySelector('.scrolls'))"
            )
            assert wide <= seen, page
            assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        phone.done()


IN_THE_BAR = """[...document.querySelectorAll('.bar :is(.pill, .history, nav a, nav button)')]
  .map((part) => part.getBoundingClientRect()).filter((box) => box.width && box.top < 44)
  .map((box) => [box.left, box.right]).sort((a, b) => a[0] - b[0])"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_edition_leads_to_what_it_changes_and_covers_nothing(
    browser: Any, served: tuple[str, Path], size: dict[str, Any]
) -> None:
    url, _ = served
    visitor = Visitor(browser, url, "edition", locale="de-DE", **size)
    page = visitor.page
    page.goto(f"{url}/workshop/18te?at=game")
    page.locator("input[name='f:bank']").fill("5000")
    page.locator("form:has(input[name='f:bank']) button").last.click()
    page.wait_for_load_state()
    naming = page.locator("form[action='/workshop/18te/name']")
    naming.evaluate("(form) => { form.closest('details')?.setAttribute('open', ''); }")
    naming.locator("input[name=name]").fill("A box with quite a long name, second printing")
    naming.locator("button").click()
    page.wait_for_load_state()
    page.goto(url)
    card = page.locator("#title-18te")
    card.locator("select[name=edition]").select_option("mine")
    card.locator(".go button").click()
    page.wait_for_selector("#decision")
    boxes = page.evaluate(IN_THE_BAR)
    assert all(before[1] <= after[0] + 1 for before, after in pairwise(boxes)), boxes
    page.locator("a.pill").click()
    page.wait_for_url("**/edition")
    assert "5000" in page.locator("main").inner_text()
