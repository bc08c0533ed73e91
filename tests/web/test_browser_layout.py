"""The layout in a real browser: nothing overlaps, nothing is cut off, what decides is always in sight."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kursbuch.core import Game
from kursbuch.shelf import new_game
from tests.web.test_browser_table import CHROMIUM, Visitor, base, browser

__all__ = ["base", "browser"]  # fixtures

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)

SIZES = (
    (1920, 1080),
    (1440, 900),
    (1366, 768),
    (1280, 720),
    (1180, 820),
    (1024, 768),
    (960, 540),  # 1920x1080, enlarged to 200 %
    (820, 1180),
    (932, 430),
    (844, 390),
    (390, 844),
)
PHONES = ((390, 844), (844, 390))
MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8")


def stage(name: str, time: int = 1) -> Callable[[Game], bool]:
    """Whether a stage is reached for the so-manieth time."""
    left = [time]

    def reached(game: Game) -> bool:
        left[0] -= type(game.state.top).__name__ == name
        return left[0] <= 0

    return reached


def used_train_on_offer(game: Game) -> bool:
    return sum(" buys " in line and " from " in line for line in map(str, game.legal_actions())) > 1


MOMENTS: dict[str, tuple[str, int, Callable[[Game], bool]]] = {
    "18te-used": ("18te", 3, used_train_on_offer),
    "1889-stock": ("1889", 5, stage("StockFrame", 40)),
    "1853-shares": ("1853", 6, stage("ShareTurn", 12)),
    "18do-railway-turn": ("18do-railway", 4, stage("TurnFrame", 12)),
    "18do-beer-delivery": ("18do-beer", 4, stage("BreweryTurnFrame", 12)),
    "18do-expert-turn": ("18do-expert", 5, stage("TurnFrame", 12)),
    "18do-intro-turn": ("18do-intro", 3, lambda game: len(game.actions) >= 16),
    "nuremberg-auction": ("nuremberg", 3, lambda game: len(game.actions) >= 4),
    "1830-stock": ("1830", 4, stage("StockFrame", 20)),
    "18chesapeake-turn": ("18chesapeake", 3, stage("TurnFrame", 8)),
}


ON_PHONES = {
    **MOMENTS,
    "nuremberg-building": ("nuremberg", 3, stage("Building")),  # each place that one can build from is tapped
    "18do-beer-bids": ("18do-beer", 4, lambda game: True),  # seven of them in a row
    "18te-over": ("18te", 2, lambda game: game.over),
}


@cache
def played(title: str, players: int, until: Callable[[Game], bool]) -> Game:
    """A game played at random, but with few passes, until something is the case."""
    rng = random.Random(5)
    game = new_game(title, ["Anna", "Ben", "Clara", "David", "Eva", "Felix"][:players], seed=7)
    while not until(game):
        legal = game.legal_actions()
        lively = [action for action in legal if "pass" not in str(action)] or legal
        game.apply(rng.choice(lively if rng.random() < 0.7 else legal).sample(rng))
    return game


@pytest.mark.parametrize("moment", MOMENTS)
def test_everything_has_its_place(browser: Any, base: str, moment: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, f"layout-{moment}", locale="en-GB", viewport={"width": 1280, "height": 720})
    anna.load(played(*MOMENTS[moment]), tmp_path)
    for chosen in (False, True):
        if chosen:
            anna.page.locator(".ask-part .choice, .ask-part .pick, .feet .choice").first.click()
            anna.page.locator("#preview [data-confirm]").wait_for()
        for width, height in SIZES:
            anna.page.set_viewport_size({"width": width, "height": height})
            assert anna.page.evaluate(MEASURE) == [], f"{width}x{height}"
    anna.done()


@pytest.mark.parametrize("moment", ON_PHONES)
def test_fingers_find_everything_on_a_phone(browser: Any, base: str, moment: str, tmp_path: Path) -> None:
    width, height = PHONES[0]
    how = {"viewport": {"width": width, "height": height}, "is_mobile": True, "has_touch": True}
    anna = Visitor(browser, base, f"fingers-{moment}", locale="de-DE", **how)
    anna.load(played(*ON_PHONES[moment]), tmp_path)
    for width, height in PHONES:
        anna.page.set_viewport_size({"width": width, "height": height})
        for tab in ("position", "prices", "log", "play"):
            button = anna.page.locator(f'.tabs [data-tab="{tab}"]')
            if button.count():
                button.click()
                assert anna.page.evaluate(MEASURE) == [], f"{width}x{height} {tab}"
    anna.done()
