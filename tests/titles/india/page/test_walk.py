"""Whole random games of 1853 on the table page: drawn for every player in both languages, no choice out of reach."""

from __future__ import annotations

import html
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import kursbuch
from kursbuch.core import Action, Game
from kursbuch.core.action import kind_of
from kursbuch.rail.actions import Lay, Run
from kursbuch.web.pages.table import scene_of
from kursbuch.web.pages.track import hex_of
from kursbuch.web.service import Seat
from kursbuch.words import words
from tests.titles.india.page.test_page import LANGUAGES, busy
from tests.web.memory import MemoryTables, make_app
from tests.web.test_pages import Client

EVERY = 150  # moves between two looks
OFTEN = 1  # a kind of action is looked at so many times at least, wherever it comes up

COMMON = {
    *("lend", "name", "pay_up", "buy", "sell", "pass", "offer_elephant", "agree", "decline", "play_on"),
    *("choose_option", "lay", "station", "run", "send_mail", "pay", "withhold", "buy_train"),
}


class Screen:
    """The page of one game in a language, as any of its players sees it."""

    def __init__(self, game: Game, language: str) -> None:
        self.client = Client(make_app(), language)
        self.path, _ = self.client.new("1853", count="3")
        tables: MemoryTables = self.client.app.state.tables
        self.kept = tables.kept[self.path.rpartition("/")[2]]
        self.owner = self.kept.info.owner
        self.kept.game = self.game = game

    def page(self, player: str) -> str:
        """What a player sees; without a name, what a spectator sees."""
        game = self.game
        self.kept.info = replace(
            self.kept.info,
            mode="online",
            seats=tuple(Seat(p, self.owner if p == player else None) for p in game.players),
            moves=len(game.actions),
            acting=game.acting,
            over=game.over,
        )
        return html.unescape(self.client.get(f"{self.path}/panels"))


def reachable(page: str, action: Action) -> bool:
    """Whether some control of the page stands for an action."""
    if isinstance(action, Lay):
        return f'class="hex-pick" data-hex="{action.hex}"' in page
    if isinstance(action, Run) and action.runs.runs:  # to run nothing has a button of its own
        return f'name="action" value="{action}"' in page
    text = str(action.at(action.span.lo) if action.span else action)
    if action.span:
        return f'name="action" value="{text}"' in page and f'max="{action.span.hi}"' in page
    return f'data-do="{text}"' in page


def look(screens: list[Screen]) -> None:
    """Draw the page for everybody, and find every legal action on the page of whoever decides."""
    game = screens[0].game
    for screen in screens:
        for player in (*game.players, ""):
            page = screen.page(player)
            assert 'id="decision"' in page and 'id="contracts"' in page
            if player not in game.acting:
                assert "data-do=" not in page, f"{player} can choose for others"
                continue
            for action in game.legal_actions(player):
                assert reachable(page, action), f"{screen.client.language}: no control for {action}"
    lays = [a for a in (game.legal_actions() if not game.over else ()) if isinstance(a, Lay)]
    if lays:
        scene = scene_of(game, game.players, words("en"))
        here = {str(a) for a in lays if a.hex == lays[0].hex}
        offers = hex_of(scene, lays[0].hex).offers
        assert {str(a) for offer in offers for a in offer.actions.values()} == here


@pytest.mark.parametrize(
    "count, seed, special",
    [(3, 4, {"discard", "take_on_credit", "keep_train", "return_train"}), (4, 5, {"use_loco_token"})],
)
def test_every_position_has_a_page_and_every_legal_action_a_control(
    count: int, seed: int, special: set[str]
) -> None:
    game: Any = kursbuch.new_game("1853", count, seed=seed, options={"short": True, "bank": 10000})
    screens = [Screen(game, language) for language in LANGUAGES]
    rng, seen = random.Random(seed), Counter[str]()
    while not game.over:
        legal = game.legal_actions()
        kinds = {kind_of(type(a)) for a in legal}
        if len(game.actions) % EVERY == 0 or any(seen[kind] < OFTEN for kind in kinds):
            seen.update(kinds)
            look(screens)
        game.apply(busy(legal, rng))
    look(screens)
    assert COMMON | special <= seen.keys()
