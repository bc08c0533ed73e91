"""A declared way is read word for word: it begins and ends at stops, and every hex between them is on the track."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import kursbuch as kb
from kursbuch.rail.actions import Run, Runs
from kursbuch.titles.dortmund.railway.actions import Carry


def before_a_run(title: str) -> tuple[kb.Game, Run | Carry]:
    """A position in which a company's train can run past a hex without a stop, and the best it can declare."""
    for seed in range(20):
        game, rng = kb.new_game(title, 3, seed=seed), random.Random(seed)
        while not game.over:
            legal = game.legal_actions()
            for action in legal:
                if isinstance(action, Run | Carry) and any(past_stops(way) for _, way in action.runs.runs):
                    return game, action
            game.apply(rng.choice(legal).sample(rng))
    raise AssertionError("no such position")


def past_stops(way: tuple[str, ...]) -> list[str]:
    return [word for word in way if "." not in word]


@pytest.mark.parametrize("title", ["18te", "1889", "1853", "18do-railway"])
def test_a_way_begins_and_ends_at_a_stop(title: str):
    game, action = before_a_run(title)
    train, way = next(run for run in action.runs.runs if past_stops(run[1]))
    hex = past_stops(way)[0]
    for wrong in ((hex, *way), (*way, hex), ("Z99", *way), way[way.index(hex) :], way[: way.index(hex) + 1]):
        declared = replace(action, runs=Runs(((train, wrong),)))
        if isinstance(declared, Carry):
            declared = Run(declared.actor, declared.runs)  # the same without beer
        assert game.why_not(declared) is not None, " ".join(wrong)
    assert game.why_not(action) is None
