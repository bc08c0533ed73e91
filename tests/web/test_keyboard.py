"""The table without a mouse: every decision is reached, previewed and confirmed by keys, with the focus in sight."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kursbuch.rail.actions import Lay
from tests.web.test_browser_table import CHROMIUM, DESKTOP, Visitor, _at_random, base, browser

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
__all__ = ["base", "browser"]


class Keys(Visitor):
    """Somebody who never touches the mouse."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self, selector: str) -> bool:
        return bool(self.page.evaluate("s => document.activeElement.matches(s)", selector))

    def tab_to(self, selector: str, most: int = 80) -> None:
        for _ in range(most):
            if self.focused(selector):
                return
            self.press("Tab")
        raise AssertionError(f"{selector} is not reached by Tab")

    def seen(self) -> None:
        """What has the focus shows it, and is in the window; at once, or when news that just came is drawn."""
        self.page.wait_for_function(
            """() => {
                const e = document.activeElement, s = getComputedStyle(e), b = e.getBoundingClientRect();
                const rim = document.querySelector('.kb-cursor');
                const ring = s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0;
                return (ring || (e.closest('.kb-hex') && rim !== null)) && b.bottom > 0 && b.top < innerHeight;
            }""",
            timeout=5000,
        )

    def spoken(self) -> str:
        return str(self.page.evaluate("document.activeElement.getAttribute('aria-label') || ''"))

    def enter(self) -> None:
        """Confirm what is previewed: the button has the focus already."""
        before = self.moves
        self.page.wait_for_function("document.activeElement.matches('[data-confirm]')")
        self.seen()
        self.press("Enter")
        self.moved_on(before)

    def decide(self) -> str:
        self.press("d")
        self.seen()
        if self.has(".hex-pick"):
            return self.lay()
        if self.has("#runs"):
            self.tab_to("[data-confirm]")
            self.enter()
            return "runs"
        if self.has(".cards"):
            before = self.moves
            self.tab_to(".cards button")
            self.seen()
            self.press("Enter")
            self.moved_on(before)
            return "cards"
        for kind in ("station", "buy_train", "open", "buy", "bid"):
            group = f".group[data-kind={kind}]"
            if self.left.get(kind) != 0 and self.has(f"{group} .choice, {group} .pick"):
                self.tab_to(f"{group} .choice, {group} .pick")
                self.seen()
                self.press("Enter")
                self.enter()
                return self.did(kind)
        self.tab_to(".foot .choice")
        self.press("Enter")
        self.enter()
        return "pass"

    def lay(self) -> str:
        """A tile, chosen on the board itself."""
        self.press("b")
        assert self.focused(".kb-hex.kb-is-lit")
        self.seen()
        assert "something can be done here" in self.spoken()
        self.press("Enter")
        self.page.wait_for_selector(".hex-chosen")
        self.enter()
        return "track"


def test_a_game_is_played_by_keys_alone(browser: Any, base: str) -> None:
    anna = Keys(browser, base, "keys", locale="en-GB", **DESKTOP)
    anna.page.goto(base)
    anna.tab_to("#title-18te input[value=bots]")
    anna.press("ArrowRight")
    assert anna.focused("#title-18te input[value=hotseat]")
    anna.tab_to("#title-18te .go button")
    anna.seen()
    anna.press("Enter")
    anna.page.wait_for_url("**/table/*")
    did = set()
    for _ in range(60):
        did.add(anna.decide())
        if {"track", "buy_train", "runs", "cards"} <= did:
            break
    assert {"open", "buy", "track", "buy_train", "runs", "cards"} <= did
    anna.done()


def test_arrows_go_over_the_lit_hexes_and_keys_turn_tiles(browser: Any, base: str, tmp_path: Path) -> None:
    ben = Keys(browser, base, "keys-board", locale="en-GB", **DESKTOP)
    game = _at_random(lambda game: len({a.hex for a in game.legal_actions() if isinstance(a, Lay)}) >= 4)
    ben.load(game, tmp_path)
    ben.press("b")
    lit = {a.hex for a in game.legal_actions() if isinstance(a, Lay)}
    visited = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 6:
        visited.add(ben.page.evaluate("document.activeElement.dataset.hex"))
        ben.press(key)
    assert len(visited) >= 3 and visited <= lit
    ben.shoot("cursor")
    ben.press("Control+ArrowUp")  # any neighbour, to ask why not
    several = next(
        hex
        for hex in sorted(lit)
        if len({(a.tile, a.turn) for a in game.legal_actions() if isinstance(a, Lay) and a.hex == hex}) > 1
    )
    for _ in range(40):
        if ben.page.evaluate("document.activeElement.dataset.hex") == several:
            break
        ben.press("b" if not ben.focused(".kb-is-lit") else "ArrowRight" if _ % 7 < 4 else "ArrowDown")
        if _ % 11 == 10:
            ben.press("ArrowLeft", "ArrowUp", "ArrowUp")
    ben.press("Enter")
    ben.page.wait_for_selector(".hex-chosen")
    ben.page.wait_for_function("document.activeElement.matches('[data-confirm]')")
    before = ben.page.locator(".confirm input[name=action]").get_attribute("value")
    if ben.has("button[data-turn]"):
        ben.press("r")
        ben.page.wait_for_function(
            f"document.querySelector('.confirm input[name=action]').value !== {before!r}"
        )
        ben.page.wait_for_function("document.activeElement.matches('[data-confirm]')")
    ben.press("Escape")
    ben.page.wait_for_selector(".hex-chosen", state="detached")
    ben.press("?")
    assert ben.page.locator("#keys").is_visible()
    ben.shoot("help")
    ben.press("Escape")
    assert not ben.page.locator("#keys").is_visible()
    ben.done()


def test_single_letters_can_be_switched_off(browser: Any, base: str) -> None:
    dora = Keys(browser, base, "keys-off", locale="en-GB", **DESKTOP)
    dora.start("hotseat")
    dora.choose(".foot .choice")
    dora.press("?")
    dora.page.locator("#letters").uncheck()
    dora.press("Escape")
    for _ in range(2):  # also when the page is loaded anew
        dora.press(",", "?", "b")
        dora.page.wait_for_timeout(200)
        assert not dora.has(".past") and not dora.page.locator("#keys").is_visible()
        assert not dora.focused("#board *")
        dora.page.reload()
    dora.page.locator(".keys-button").click()
    dora.page.locator("#letters").check()
    dora.press("Escape", ",")
    dora.page.wait_for_selector(".past")
    dora.done()


def test_stops_of_a_run_are_chosen_by_keys(browser: Any, base: str, tmp_path: Path) -> None:
    clara = Keys(browser, base, "keys-runs", locale="de-DE", **DESKTOP)
    clara.load(_at_random(lambda game: any("runs" in str(a) for a in game.legal_actions())), tmp_path)
    clara.press("d")
    clara.tab_to(".train-pick")
    clara.seen()
    clara.press("Enter")
    clara.page.wait_for_selector("#runs[data-editing]")
    declared = clara.page.locator("#runs").get_attribute("data-declared")
    end = declared.split(":")[1].split()[-1].partition(".")[0]  # the last stop: taken off when chosen
    clara.press("b")
    for step in range(200):
        if clara.page.evaluate("document.activeElement.dataset.hex") == end:
            break
        clara.press(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")[step * 7 // 5 % 4])
    assert clara.page.evaluate("document.activeElement.dataset.hex") == end
    clara.seen()
    clara.press("Enter")
    clara.page.wait_for_function(f"document.querySelector('#runs').dataset.declared !== {declared!r}")
    clara.shoot("changed")
    clara.done()
