"""Two people in two real browsers play a whole short game to its end: clocks, orders, push, a lost line, an absence.

The game is that of `test_browser_whole_game`: one at a desk and in English, one on a phone and in German. Its lines
are played by clicking, but for those that an order or, once, a bot makes; what is stored in the end is that game.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.web.backend import WAIT, serving, sqlite, wait_for
from tests.web.test_browser_online import forget_the_lost_line, order, sit_down, time_is_out
from tests.web.test_browser_table import CHROMIUM, browser
from tests.web.test_browser_whole_game import GAME, Reader
from tests.web.test_push import Service, service

__all__ = ["browser", "service"]  # fixtures

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)

# what a browser without the network of its maker cannot do: the rest, from the box to our endpoint, is the page's
PUSHES = """(() => {
  const keys = KEYS;
  const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = (text) => Uint8Array.from(plain(text), (c) => c.charCodeAt(0));
  Notification.requestPermission = async () => "granted";
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  const told = { endpoint: keys.endpoint, getKey: (name) => bytes(keys[name]).buffer };
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => told;
})();"""


LINES = tuple(line.strip() for line in GAME.strip().splitlines())


@dataclass(frozen=True)
class Table:
    """The table in the database, the two who sit there, `a` being who begins, and the game in their names."""

    file: Path
    a: Reader
    b: Reader
    lines: tuple[str, ...]

    def ask(self, query: str) -> list[Any]:
        with closing(sqlite3.connect(self.file, timeout=30)) as base:
            return base.execute(query).fetchall()

    def moves(self) -> int:
        return int(self.ask("select moves from tables")[0][0])

    def turn(self, number: int) -> Reader:
        """Who has a line to play: B decides for KHS, A for the other two companies; once their page shows it."""
        who = self.b if LINES[number].startswith(("B ", "KHS ")) else self.a
        who.page.wait_for_selector(f'#status[data-moves="{number}"][data-turn="mine"]', state="attached")
        who.page.wait_for_selector("#decision.mine")
        return who

    def play(self, start: int, end: int, by_itself: tuple[int, ...] = ()) -> None:
        """The lines from one to another by clicking, but for those that nobody has to make."""
        for number in range(start, end):
            if number in by_itself:
                wait_for(lambda number=number: self.moves() > number)
            else:
                self.turn(number).play(self.lines[number])


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    settings = sqlite(tmp_path, order_pause=0.0, clock_pause=0.1, local_webhooks=True)
    with serving(settings) as url:
        yield url, tmp_path / "games.sqlite3"


def sat_down(browser: Any, url: str, file: Path) -> Table:
    a, b = sit_down(browser, url, Reader)
    first = a.page.locator("#decision h2 b").first.inner_text()
    table = Table(file, a, b, ())
    second = next(name for (name,) in table.ask("select player from seats") if name != first)
    split = (line.partition(" ") for line in LINES)
    lines = tuple(f"{ {'A': first, 'B': second}.get(who, who) } {what}" for who, _, what in split)
    return Table(file, a, b, lines)


def withdraw(who: Reader) -> None:
    who.page.locator(".orders-button").first.click()
    who.page.locator(".orders-list li:not(.none) button").click()
    who.page.locator(".orders-list li.none").wait_for()
    who.page.keyboard.press("Escape")


def is_away(table: Table, who: Reader, number: int) -> None:
    """Somebody closes the page; when time is out a bot makes the only move there is, until they say they are back."""
    where = who.page.url
    who.page.goto("about:blank")
    time_is_out(table.file)
    wait_for(lambda: table.moves() > number)
    table.a.page.locator(".clocks .out").wait_for()
    who.page.goto(where)
    back = who.page.locator("form[hx-post$='/back'] button")
    back.click()
    back.wait_for(state="detached")
    table.a.page.locator(".clocks .out").wait_for(state="detached")


def confirms_without_a_line(table: Table, who: Reader, number: int) -> None:
    """The move is kept, the page says so, and sends it when it can; that it came once is seen in the end."""
    who.page.locator(f'.choice[data-do="{table.lines[number]}"]').first.click()
    who.page.locator("#preview [data-confirm]").wait_for()
    who.context.set_offline(True)
    who.page.locator("#preview [data-confirm]").click()
    who.page.locator("#lost .kept-move").wait_for()
    assert table.moves() == number
    who.context.set_offline(False)
    wait_for(lambda: table.moves() > number)
    forget_the_lost_line(who)


def wants_to_be_told(table: Table, who: Reader, service: Service) -> None:
    """By the bell's box."""
    who.context.add_init_script(PUSHES.replace("KEYS", json.dumps(service.keys)))
    who.page.reload()
    who.page.locator("[popovertarget=bell]").first.click()
    who.page.locator("#bell [name=push]").check()
    wait_for(lambda: len(table.ask("select * from browsers")) == len(table.ask("select * from bells")) == 1)
    who.page.keyboard.press("Escape")


def test_two_people_play_a_whole_game_to_its_end(browser: Any, served: Any, service: Service) -> None:
    table = sat_down(browser, *served)
    a, b = table.a, table.b
    for who in (a, b):
        assert who.page.locator(".clocks li").count() == 2
        assert who.page.locator(".clocks .runs").count() == 1

    # where there is no choice the server moves for B, until B withdraws that
    order(b, "only")
    table.play(0, 6, by_itself=(5,))
    withdraw(b)

    # B stays away, and is back after one move of a bot's
    table.play(6, 7)
    is_away(table, b, 7)
    table.play(8, 9)
    confirms_without_a_line(table, table.turn(9), 9)

    # B has no page open, and is told by push that it is B's turn
    wants_to_be_told(table, b, service)
    where = b.page.url
    b.page.goto("about:blank")
    table.play(10, 11)
    _, sealed = service.heard.get(timeout=WAIT)
    message = service.opened(sealed)
    assert message["kind"] == "turn" and where.endswith(message["url"])
    b.page.goto(where)
    table.play(11, 15)

    # B's line is lost while A moves on: the page says so, heals by itself, and shows what was missed
    b.context.set_offline(True)
    b.page.locator("#lost").wait_for()
    table.play(15, 19)
    b.context.set_offline(False)
    b.page.locator("#lost").wait_for(state="hidden")
    forget_the_lost_line(b)
    table.play(19, 28)

    # from here on KHS runs its best and keeps the income by itself; A passes by itself in one stock round
    order(b, "run")
    order(b, "dividend", choice="withhold")
    by_itself = (36, 37, 45, 46, 51, 55, 56, 63, 64, 72)  # not 73: phase 3 has begun by then
    table.play(28, 50, by_itself)
    order(a, "pass")
    table.play(50, 52, by_itself)
    # with the round the order has stopped, and says so, in nobody's way
    a.page.locator("#orders-told p").wait_for()
    a.page.locator(".orders-button").first.click(trial=True)
    table.play(52, 73, by_itself)
    b.page.locator("#orders-told p", has_text="Phase 3").wait_for()
    b.page.locator(".orders-button").first.click(trial=True)
    table.play(73, len(LINES))

    for who in (a, b):
        who.page.locator(".standings li").first.wait_for()
        assert who.page.locator(".standings li").count() == 2
        who.page.locator(".charts svg").nth(2).wait_for()  # they come after the page
        assert who.page.locator(".charts svg").count() == 3
    played = [text for (text,) in table.ask("select text from actions order by number")]
    assert len(played) == len(LINES)
    assert all(text.startswith(line) for text, line in zip(played, table.lines, strict=True))
    assert table.ask("select over, ended from tables") == [(1, "")]
    wait_for(lambda: len(table.ask("select * from results where person is not null")) == 2)
    a.done()
    b.done()
