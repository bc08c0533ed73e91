"""Random play to the end for every number of players, audited, saved and loaded half-way."""

import random

import pytest

import kursbuch as kb
from kursbuch.core import BadInput, IllegalAction
from tests.titles.shikoku.games import WHOLE, ending, played


@pytest.mark.parametrize(("players", "seed", "beginner"), WHOLE)
def test_random_play_to_the_end(players, seed, beginner):
    game = played(players, seed, beginner)
    assert game.over
    assert ending(game) in ("bank", "bankrupt")
    half = game.at(len(game.actions) // 2)
    again = kb.load(half.to_json())
    for action in game.actions[len(half.actions) :]:
        again.apply(str(action))
    assert again.view() == game.view()


def test_the_games_see_every_kind_of_action():
    seen = {
        type(action)
        for players, seed, beginner in WHOLE
        for action in played(players, seed, beginner).actions
    }
    kinds = set(played(3, 9).rules.grammar.kinds.values())
    assert seen == kinds


def test_every_listed_action_applies_and_mutated_ones_are_refused_in_words():
    game = kb.new_game("1889", players=3, seed=5)
    rng = random.Random(5)
    for _ in range(200):
        if game.over:
            break
        legal = game.legal_actions()
        for action in rng.sample(legal, min(4, len(legal))):
            game.clone().apply(action.sample(rng))
            fields = action.sample(rng).to_dict()
            key = rng.choice([k for k in fields if k != "do"])
            fields[key] = rng.choice(["KO", "XX", "", 0, -5, 10**6, None, "2#1", "A8", "437"])
            try:
                refusal = game.why_not(fields)
            except BadInput:
                continue
            if refusal is not None:
                assert refusal.text
                assert refusal.rule.startswith("1889-")
                with pytest.raises(IllegalAction):
                    game.clone().apply(fields)
        game.apply(rng.choice(legal).sample(rng))
