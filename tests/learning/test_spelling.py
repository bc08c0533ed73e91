"""Every legal action can be spelt, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.learning.features import features, returns
from kursbuch.learning.spelling import Spelling


def spelt(game: Game, text: str) -> str:
    """Choose so that the line comes out."""
    line = text.encode() + b"\n"
    spelling = Spelling(game.legal_actions(game.acting[0]))
    at = 0
    while spelling.action is None:
        said = len(spelling.said.encode())
        at = max(at, said)
        spelling.choose(line[at] if at < len(line) else 10)
        at += 1
    return str(spelling.action)


@pytest.mark.parametrize(("title", "players"), [("18te", 2), ("nuremberg", 2), ("18do-railway", 3)])
def test_every_definite_action_on_the_list_can_be_spelt(title: str, players: int) -> None:
    game = kb.new_game(title, players, seed=2)
    rng = Random(2)
    for _ in range(60):
        if game.over:
            break
        legal = game.legal_actions(game.acting[0])
        for action in legal[:20]:
            if action.span is None:
                assert spelt(game, str(action)) == str(action)
        game.apply(rng.choice(legal).sample(rng))


def test_an_amount_is_chosen_digit_by_digit() -> None:
    game = kb.new_game("nuremberg", 2, seed=1)
    spelling = Spelling(game.legal_actions(game.acting[0]))
    made = set()
    rng = Random(1)
    for _ in range(300):
        spelling = Spelling(game.legal_actions(game.acting[0]))
        while spelling.action is None:
            spelling.choose(rng.choice(spelling.options))
        assert game.why_not(spelling.action) is None
        made.add(str(spelling.action))
    spans = [action for action in game.legal_actions(game.acting[0]) if action.span]
    assert len(made) == sum(len(range(a.span.lo, a.span.hi + 1, a.span.step)) for a in spans if a.span)


def test_what_is_no_option_is_refused() -> None:
    game = kb.new_game("nuremberg", 2, seed=1)
    spelling = Spelling(game.legal_actions(game.acting[0]))
    with pytest.raises(ValueError, match="none of the choices"):
        spelling.choose(0)


def test_features_tell_positions_apart() -> None:
    game = kb.new_game("18te", 2, seed=1)
    rows = set()
    rng = Random(1)
    for _ in range(30):
        rows.add(tuple(features(game.view(game.players[0]))))
        game.apply(rng.choice(game.legal_actions(game.acting[0])).sample(rng))
    assert len(rows) == 30


def test_returns_sum_to_nothing() -> None:
    assert sum(returns({"A": 3, "B": 3, "C": 1}).values()) == 0
    assert set(returns({"A": 3, "B": 3}).values()) == {0.0}
