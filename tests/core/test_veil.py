"""A veiled game: what a player may know is all there, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import kursbuch as kb
from kursbuch.core import Game, veiled
from kursbuch.core.veil import Sealed


def moments(title: str) -> Iterator[Game]:
    """A game at random, now and then."""
    rng = random.Random(2)
    players = next(info for info in kb.titles() if info.id == title).players[-1]
    game = kb.new_game(title, players, seed=2)
    for number in range(61):
        if number % 12 == 0:
            yield game
        if game.over:
            return
        game.apply(rng.choice(game.legal_actions()).sample(rng))


@pytest.mark.parametrize("title", [info.id for info in kb.titles()])
def test_a_player_knows_as_much_of_a_veiled_game(title: str) -> None:
    for game in moments(title):
        for player in (*game.players, None):
            seen = veiled(game, (player,) if player else ())
            assert seen.view(player) == game.view(player)
            assert seen.acting == game.acting and len(seen.actions) == len(game.actions)
            assert game.over or (seen.seed, seen.state.chance.seed) == (0, 0)
            if player:
                assert seen.legal_actions(player) == game.legal_actions(player)
        if game.actions and not game.over:
            back = len(game.actions) // 2
            player = game.players[0]
            assert veiled(game, (player,)).at(back).view(player) == game.at(back).view(player)


def bidding() -> Game:
    game = kb.new_game("1853", ["Anna", "Ben", "Clara"], seed=5)
    for text in ("Anna lends 400", "Ben lends 300", "Clara lends 250", "Anna names Calcutta for EIR"):
        game.apply(text)
    return game


def test_others_secrets_are_not_there_now_or_before_or_in_what_was_taken_back() -> None:
    game = bidding()
    seen = veiled(game, ("Ben",))
    assert isinstance(seen.actions[-1], Sealed) and seen.actions[-1].actor == "Anna"
    assert "Calcutta" not in repr([seen.actions, seen.events, seen.state.contracts])  # type: ignore[attr-defined]
    assert seen.at(1).state.loans == {"Anna": 0}  # type: ignore[attr-defined]
    assert seen.at(2).state.loans == {"Anna": 0, "Ben": 300}  # type: ignore[attr-defined]
    game.undo()
    again = veiled(game, ("Ben",))
    again.redo()
    assert isinstance(again.actions[-1], Sealed)
    assert "Calcutta" not in repr([again.events, again.state.contracts])  # type: ignore[attr-defined]
    assert veiled(bidding(), ("Anna",)).state.contracts == {"Anna": ("Calcutta",)}  # type: ignore[attr-defined]


def test_the_game_itself_stays_as_it_was() -> None:
    game = bidding()
    before = (game.seed, list(game.actions), game.view("Anna"))
    veiled(game, ()).undo()
    assert (game.seed, list(game.actions), game.view("Anna")) == before
    assert game.state.contracts == {"Anna": ("Calcutta",)}  # type: ignore[attr-defined]
