"""Bots choose alike in both forms of the engine; `make compiled-test` asks it where there are both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import choice, get
from kursbuch.bots.advice import advise
from kursbuch.core.built import compiled

ROOT = Path(__file__).resolve().parent.parent.parent
MOVES = 150
ADVICE = (12, 90)  # moves after which a search is made
PLAYOUTS = 6


def chosen(title: str, players: int) -> list[str]:
    """What the house does in a game with itself, and what a search finds now and then, with all its figures."""
    game, house, out = kb.new_game(title, players, seed=5), get("house"), []
    while not game.over and len(game.actions) < MOVES:
        player = game.acting[0]
        if len(game.actions) in ADVICE:
            out.append(repr(advise(game, player, Random(1), playouts=PLAYOUTS)))
        game.apply(choice(house, game, player, Random(len(game.actions))))
        out.append(str(game.actions[-1]))
    return out


@pytest.mark.skipif(not compiled(), reason="the engine is not compiled")
@pytest.mark.parametrize(("title", "players"), [(info.id, info.players[-1]) for info in kb.titles()])
def test_the_same_is_chosen_interpreted(title: str, players: int):
    code = "import json; from tests.bots.test_compiled import chosen; "
    code += f"print(json.dumps(chosen({title!r}, {players})))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert chosen(title, players) == json.loads(run.stdout)
