"""18DO in a real browser: first turns from the start page, beer on runs, deliveries; on a desktop and on a phone."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kursbuch
from kursbuch.core import Action, Game
from kursbuch.titles.dortmund.beer.brewery.actions import Deliver
from tests.titles.dortmund.page.test_page import busy, late_game
from tests.web.test_browser_table import DESKTOP, PHONE, Visitor, base, browser, pytestmark  # noqa: F401

GERMAN: dict[str, Any] = {"locale": "de-DE", **DESKTOP}
ENGLISH: dict[str, Any] = {"locale": "en-GB", **PHONE}


def take(visitor: Visitor, *kinds: str) -> str:
    """Choose the first control of the first of these kinds, look at its preview, agree to it."""
    for kind in kinds:
        if visitor.has(f".group[data-kind={kind}] .choice"):
            visitor.choose(f".group[data-kind={kind}] .choice")
            return kind
    if visitor.has(".hex-pick"):
        visitor.page.locator(".hex-pick").first.click()
        visitor.page.locator(".hex-chosen").wait_for()
        visitor.confirm()
        return "lay"
    visitor.choose(".foot .choice")
    return "pass"


@pytest.mark.parametrize("name, how", [("18do-desktop-de", GERMAN), ("18do-phone-en", ENGLISH)])
def test_the_first_turns_of_the_railway_game(browser: Any, base: str, name: str, how: dict[str, Any]) -> None:  # noqa: F811
    anna = Visitor(browser, base, name, **how)
    anna.start("hotseat", "18do-railway")
    german = name.endswith("de")
    title = anna.page.locator("#decision .what").inner_text()
    assert title == (
        "Startrunde: die Privatbrauereien" if german else "Starting round: the private breweries"
    )
    anna.shoot("bids")
    did = []
    while not anna.has(".group[data-kind=found]"):  # at a table of two a card is chosen after the bids
        did.append(take(anna, "bid_for", "take_card"))
        assert len(did) < 8
    anna.page.locator(".group[data-kind=found] .choice").first.click()
    anna.page.locator("#preview [data-confirm]").wait_for()
    assert "20 %" in anna.page.locator("#preview .effects").inner_text()  # the director's certificate
    anna.shoot("founding")
    anna.confirm()
    for _ in range(4):
        did.append(take(anna, "buy"))
        if did[-1] == "lay":
            break
    assert {"bid_for", "take_card", "buy"} <= set(did)
    if "is_mobile" in how:
        anna.page.locator(".tabs [data-tab=position]").tap()
        assert anna.page.locator("#breweries").is_visible()
    anna.done()


@pytest.mark.parametrize("name, how", [("18do-beer-desktop-de", GERMAN), ("18do-beer-phone-en", ENGLISH)])
def test_beer_is_taken_off_a_run_and_the_better_one_pointed_out(
    browser: Any,  # noqa: F811
    base: str,  # noqa: F811
    tmp_path: Path,
    name: str,
    how: dict[str, Any],
) -> None:
    ben = Visitor(browser, base, name, **how)
    ben.load(_with_beer(), tmp_path)
    best = ben.page.locator("#runs .total b").inner_text()
    ben.page.locator(".do-load .do-step").first.click()  # one cube less
    ben.page.locator("#runs .better").wait_for()
    assert ben.page.locator("#runs .total b").first.inner_text() != best
    assert best in ben.page.locator("#runs .better").inner_text()
    ben.shoot("less-beer")
    ben.page.locator("#runs .better button").click()
    ben.page.locator("#runs .proof").wait_for()
    assert ben.page.locator("#runs .total b").inner_text() == best
    ben.confirm()
    ben.done()


@pytest.mark.parametrize(
    "name, how", [("18do-brewery-desktop-de", GERMAN), ("18do-brewery-phone-en", ENGLISH)]
)
def test_a_brewery_delivers_cube_by_cube(
    browser: Any,  # noqa: F811
    base: str,  # noqa: F811
    tmp_path: Path,
    name: str,
    how: dict[str, Any],
) -> None:
    cem = Visitor(browser, base, name, **how)
    cem.load(_delivering(), tmp_path)
    cem.page.locator("#preview [data-confirm]").wait_for()  # the best plan is there from the start
    best = cem.page.locator(".bd-sum").inner_text()
    step = cem.page.locator(".bd-step:has(output:not(:text-is('0')))").first
    step.locator("[data-fewer]").click()
    cem.page.locator("#preview .cite").wait_for()  # as much as possible is delivered
    assert cem.page.locator(".bd-sum").inner_text() != best
    cem.shoot("refused")
    step.locator("[data-further]").click()
    cem.page.locator("#preview [data-confirm]").wait_for()
    assert cem.page.locator(".bd-sum").inner_text() == best
    cem.confirm()
    cem.done()


def _with_beer() -> Game:
    def found(game: Game, legal: list[Action]) -> bool:
        return any(type(a).__name__ == "Carry" for a in legal)

    return late_game(found)


def _delivering() -> Game:
    """A beer game in which a brewery has a choice of plans."""
    return _played("18do-beer", lambda legal: sum(isinstance(a, Deliver) for a in legal) > 1)


def _played(title: str, until: Callable[[list[Action]], bool]) -> Game:
    game, rng = kursbuch.new_game(title, ["Anna", "Ben", "Cem"], seed=3), random.Random(3)
    while not until(legal := game.legal_actions()):
        game.apply(busy(legal, rng))
    return game
