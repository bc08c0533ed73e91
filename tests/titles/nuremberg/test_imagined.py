"""Nuremberg's bag: what is seen to be out of it does not come out of it again."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from kursbuch.core import Game
from kursbuch.titles.nuremberg.rules.parts import box
from tests.titles.nuremberg.helpers import new

BOX = box()


def next_round(game: Game, rng: random.Random) -> Counter[str]:
    """The colours drawn for the boxes of the next round, whatever is done until then."""
    table: Any = game.state
    now = table.round
    while table.round == now:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        table = game.state
    return Counter(table.drawn.values())


def test_each_imagined_game_draws_its_own_markers_from_the_bag_as_it_is() -> None:
    game = new(4)
    state: Any = game.state
    drawn = set()
    for n in range(12):
        rng = random.Random(n)
        guess: Any = game.imagined("A", rng)
        assert guess.state.bag == state.bag and guess.state.drawn == state.drawn
        found = next_round(guess, rng)
        assert not found - Counter(BOX.pieces["markers"]["bag"])
        drawn.add(tuple(sorted(found.items())))
    assert len(drawn) > 1


def test_a_colour_that_is_gone_from_the_bag_never_comes() -> None:
    game = new(2)
    s: Any = game.state.copy()
    gone, *others = [colour for colour, n in s.bag.items() if n]
    s.bag = {**s.bag, gone: 0}
    s.drawn = {box: others[0] for box in s.drawn}
    game.state = s
    for n in range(12):
        rng = random.Random(n)
        assert next_round(game.imagined("B", rng), rng)[gone] == 0
