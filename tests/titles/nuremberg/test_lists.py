"""Random games of First Train to Nuremberg: the list of actions is what the book says, told once more by `lists`."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.titles.nuremberg.helpers import new
from tests.titles.nuremberg.lists import bids, payments, take_overs, trains, transports


def may_do(s: Any, player: str) -> set[str]:
    """What the book allows now; nothing where the lists do not tell it."""
    match s.top.stage:
        case "auction":
            return bids(s, player)
        case "payment":
            return payments(s, player, s.top.what, s.top.due)
        case "transport":
            return {*trains(s, player), *transports(s, player), f"{player} passes"}
        case "loading":
            return {*transports(s, player), f"{player} passes"}
        case "takeovers":
            return {*take_overs(s, player), f"{player} passes"}
    return set()


@pytest.mark.parametrize("seed", range(12))
def test_what_may_be_done_is_what_the_book_says(seed: int) -> None:
    rng, asked = random.Random(seed), Counter[str]()
    game = new(2 + seed % 3, seed)
    while not game.over:
        s: Any = game.state
        legal = game.legal_actions()
        if expected := may_do(s, game.acting[0]):
            asked[s.top.stage] += 1
            assert {str(action) for action in legal} == expected, (s.top.stage, len(game.actions))
        busy = [action for action in legal if not str(action).endswith("passes")]
        game.apply(rng.choice(busy if busy and rng.random() < 0.85 else legal).sample(rng))
    assert min(asked[stage] for stage in ("auction", "payment", "transport")) > 5
