"""What an action costs or brings can be asked before it is done, and is what then is paid."""

from __future__ import annotations

import random

import pytest

import kursbuch as kb
from kursbuch.core import Action, Game
from kursbuch.rail.actions import Sell, SellPaper
from kursbuch.rail.state import RailState
from kursbuch.shelf import find
from kursbuch.web.pages.track import tile_laid

PAID = {"track", "second tile", "shares sold", "shares issued"}
WITH_PRICES = [
    info.id
    for info in kb.titles()
    if isinstance(state := kb.new_game(info.id, min(info.players), seed=1).state, RailState)
    and state.box.market.cells
]
FEW = 3  # of a kind in one position


def paid(game: Game, action: Action) -> int:
    """What goes to the bank for the action itself; less than nothing if it comes from there."""
    after = game.after(action)
    total = 0
    for event in after.events_of(len(after.actions)):
        if event.key == "money" and event.values["why"] in PAID:
            total += event.values["amount"] * (1 if event.values["dst"] == "bank" else -1)
        elif total:  # what follows from it is not the action itself
            break
    return total


def priced(action: Action) -> bool:
    return isinstance(action, Sell | SellPaper) or tile_laid(action) is not None


@pytest.mark.parametrize("title", WITH_PRICES)
def test_it_is_what_is_paid(title: str) -> None:
    rng = random.Random(4)
    game = kb.new_game(title, max(find(title).info.players), seed=4)
    told: set[tuple[str, bool]] = set()
    for _ in range(400):
        if game.over:
            break
        legal = game.legal_actions()
        known = [action for action in legal if priced(action)]
        for action in rng.sample(known, min(FEW, len(known))):
            assert game.outlay(action) == paid(game, action), str(action)
            told.add((type(action).__name__, game.outlay(action) != 0))
        lively = [action for action in known if not tile_laid(action)] or [
            action for action in legal if "pass" not in str(action)
        ]
        game.apply(rng.choice(lively if lively and rng.random() < 0.4 else legal).sample(rng))
    assert any(costs for _, costs in told)


def test_tiles_of_privates_that_are_paid_for_say_so() -> None:
    rng, costs = random.Random(7), set[int]()
    game = kb.new_game("1830", 3, seed=7)
    while not game.over and not costs:
        legal = game.legal_actions()
        costs = {game.outlay(action) for action in legal if tile_laid(action) and action.actor == "DH"}
        game.apply(rng.choice(legal).sample(rng))
    assert costs == {120}
