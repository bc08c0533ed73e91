"""First Train to Nuremberg in a real browser: bids, chains, transport and payments, by clicking."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kursbuch.core import Game
from kursbuch.shelf import new_game
from kursbuch.titles.nuremberg.page.choices import FEW
from kursbuch.titles.nuremberg.rules.actions import Carry, Link, Pay
from tests.web.test_browser_table import CHROMIUM, DESKTOP, PHONE, Visitor, base, browser

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
__all__ = ["base", "browser"]


def at_random(until: Callable[[Game], bool], seed: int = 3) -> Game:
    rng = random.Random(seed)
    game = new_game("nuremberg", players=["Anna", "Ben"], seed=seed)
    while not until(game):
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game


def offers(kind: type, least: int = 1) -> Callable[[Game], bool]:
    return lambda game: sum(isinstance(a, kind) for a in game.legal_actions()) >= least


def test_a_game_begins_with_bids(browser: Any, base: str) -> None:
    anna = Visitor(browser, base, "nuremberg-de", locale="de-DE", **DESKTOP)
    anna.start("hotseat", "nuremberg")
    for _ in range(2):
        anna.choose(".nu-boxes .pick")
    anna.shoot("bids")
    assert anna.moves == 2
    anna.done()


def test_a_chain_is_built_from_area_to_area(browser: Any, base: str, tmp_path: Path) -> None:
    ben = Visitor(browser, base, "nuremberg-build", locale="en-GB", **PHONE)
    ben.load(at_random(offers(Link)), tmp_path)
    before = ben.moves
    ben.page.locator(".nu-next button.go").first.click()
    ben.moved_on(before)
    assert ben.page.locator(".nu-chain li").count() == 2
    ben.shoot("chain")
    ben.choose(".nu-do .choice.main")
    ben.done()


def test_a_piece_is_carried(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "nuremberg-carry", locale="de-DE", color_scheme="dark", **DESKTOP)
    anna.load(at_random(offers(Carry)), tmp_path)
    anna.shoot("transport")
    anna.choose(".nu-carry .choice")
    anna.done()


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_payments_are_put_together_by_steppers(
    browser: Any, base: str, tmp_path: Path, how: dict[str, Any]
) -> None:
    name = "nuremberg-pay-phone" if "is_mobile" in how else "nuremberg-pay"
    ben = Visitor(browser, base, name, locale="de-DE", **how)
    game = at_random(offers(Pay, FEW + 1))
    ben.load(game, tmp_path)
    legal = {str(a) for a in game.legal_actions() if isinstance(a, Pay)}
    seen = set()
    buttons = ben.page.locator(".nu-stepper button:not([disabled])")
    for n in range(4):
        buttons.nth(n % buttons.count()).click()
        pressed = ben.page.locator(".nu-mixes [aria-pressed=true]").get_attribute("data-do")
        ben.page.wait_for_selector(f'.confirm input[value="{pressed}"]', state="attached")
        seen.add(pressed)
    assert seen <= legal and len(seen) >= 2
    ben.shoot("steppers")
    ben.confirm()
    ben.done()
