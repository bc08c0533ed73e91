"""Every judge agrees with the program after each action, in whole games of random play."""

from __future__ import annotations

import random
from importlib.resources import files
from pathlib import Path

import pytest

import kursbuch as kb
from tests.judges import india, nuremberg, shikoku, te18

JUDGES = {"18te": (te18.Judge, "te18"), "1889": (shikoku.Judge, "shikoku"), "1853": (india.Judge, "india"), "nuremberg": (nuremberg.Judge, "nuremberg")}


def follow(game: kb.Game) -> None:
    """Play a finished game again, with its judge beside it."""
    make, family = JUDGES[game.title]
    position = game.at(0)
    judge = make(position.view(), Path(str(files(f"kursbuch.titles.{family}") / "data")))
    for number in range(len(game.actions) + 1):
        if number:
            position.redo()
        try:
            judge.hear([event.to_dict() for event in position.events_of(number)])
            judge.check(position.view(), position.scores())
        except AssertionError as error:
            did = game.actions[number - 1] if number else "the start"
            raise AssertionError(
                f"{game.title}, seed {game.seed}, action {number}, {did}: {error}"
            ) from error


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("title", "players"), [(t.id, n) for t in kb.titles() for n in t.players if t.id in JUDGES]
)
def test_the_judge_agrees_after_every_action(title: str, players: int, seed: int):
    game, rng = kb.new_game(title, players=players, seed=seed), random.Random(seed)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    follow(game)
