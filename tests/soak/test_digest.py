"""Positions are told apart alike, whether all of them is written down or only what they do not share."""

from __future__ import annotations

from random import Random

import pytest

from kursbuch.core import Game
from kursbuch.shelf import find, new_game, shelf
from kursbuch.soak.digest import digest, same_position


def far(title: str, moves: int, rng: Random) -> Game:
    game = new_game(title, find(title).info.players[0], seed=5)
    while not game.over and len(game.actions) < moves:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game


@pytest.mark.parametrize("title", shelf())
def test_positions_are_the_same_if_their_digests_are(title: str):
    rng = Random(3)
    game = far(title, 120, rng)
    again = far(title, 120, Random(3))
    assert again.state is not game.state
    assert same_position(game, again)
    worlds = [
        game,
        again,
        game.clone(),
        *(game.imagined(None, rng) for _ in range(3)),
        *neighbours(game, rng),
    ]
    for other in worlds[1:]:
        assert same_position(game, other) == (digest(game) == digest(other))


def neighbours(game: Game, rng: Random) -> list[Game]:
    """What a move more, another one, or another look into its past comes to."""
    legal = game.legal_actions()
    tried = [action.sample(rng) for action in rng.sample(legal, min(4, len(legal)))]
    return [*(game.after(action) for action in tried), game.at(len(game.actions) - 1)]


@pytest.mark.parametrize("slot", ["cash", "chance", "stack"])
def test_a_change_of_one_slot_is_seen(slot: str):
    game, other = far("1889", 60, Random(3)), far("1889", 60, Random(3))
    value = {"cash": {**other.state.cash, "Anna": -1}, "stack": other.state.stack[:-1]}
    if slot == "chance":
        other.reseed(1)
    else:
        setattr(other.state, slot, value[slot])
    assert not same_position(game, other)
