"""Random games of 1853: the list of actions is what the book says, told once more by `lists`."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from kursbuch.core import Game
from kursbuch.titles.india.title import TITLE
from tests.titles.india.lists import ShareRounds, naming, trains

TRAINS = 6  # the step of a turn in which trains are bought


def may_do(s: Any, rounds: ShareRounds) -> tuple[str, set[str]]:
    """What is decided, and among what by the book; nothing where the lists do not tell it."""
    stage = s.top.stage
    if stage == "contracts":
        return stage, naming(s, s.top.player)
    if stage == "stock":
        rounds.begins(s)
        return stage, rounds.legal(s)
    if stage == "turn" and s.top.at == TRAINS and not s.top.declined:
        return "trains", trains(s)
    return "", set()


def choose(what: str, legal: list[Any], seed: int, rng: random.Random) -> Any:
    """Small loans, so that there is money for shares; in some games contracts of few companies, for which others have
    to wait; more dealing in shares than chance alone would have.
    """
    some = legal
    if what == "contracts" and seed % 3 == 0:
        some = [action for action in legal if str(action).endswith(("EIR", "GIP", "NWR"))]
    if what == "stock" and rng.random() < 0.6:
        some = [action for action in legal if not str(action).endswith("passes")]
    action = rng.choice(some or legal)
    if action.span and " lends " in str(action):
        return action.at(action.span.lo + 10 * rng.randrange(8))
    return action.sample(rng)


@pytest.mark.parametrize(("seed", "moves"), [*((seed, 220) for seed in range(24)), (24, 1500), (25, 1500)])
def test_what_may_be_done_is_what_the_book_says(seed: int, moves: int) -> None:
    rng, rounds, asked = random.Random(seed), ShareRounds(), Counter[str]()
    game = Game(TITLE, list("ABCDEF"[: 3 + seed % 4]), seed, {})
    while not game.over and len(game.actions) < moves:
        s: Any = game.state
        what, expected = may_do(s, rounds)
        legal = game.legal_actions()
        if what:
            asked[what] += 1
            assert {str(action) for action in legal} == expected, (what, len(game.actions))
        action = choose(what, legal, seed, rng)
        game.apply(action)
        if what == "stock":
            rounds.done(game.state, str(action))
    assert min(asked["contracts"], asked["stock"], asked["trains"]) >= 5
