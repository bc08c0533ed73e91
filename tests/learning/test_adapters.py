"""The environments pass the tests of the libraries they are for. Skipped where those are not installed."""

from __future__ import annotations

import random

import pytest

TITLES = [("nuremberg", 2), ("18te", 3)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("title", "players"), TITLES)
def test_pettingzoo_finds_no_fault(title: str, players: int) -> None:
    test = pytest.importorskip("pettingzoo.test", reason="pettingzoo is not installed")
    from kursbuch.learning.pettingzoo import env  # noqa: PLC0415

    test.api_test(env(title, players), num_cycles=300)
    test.seed_test(lambda: env(title, players), num_cycles=40)


@pytest.mark.filterwarnings("ignore")
def test_a_game_to_its_end_in_pettingzoo() -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    from kursbuch.learning.pettingzoo import env  # noqa: PLC0415

    world = env("nuremberg", 2)
    world.reset(seed=3)
    rng, last = random.Random(3), {}
    for agent in world.agent_iter():
        seen, reward, over, cut, _ = world.last()
        last[agent] = reward
        choices = [n for n, open_ in enumerate(seen["action_mask"]) if open_]
        world.step(None if over or cut else rng.choice(choices))
    assert world.game.over and sorted(last.values()) in ([-1.0, 1.0], [0.0, 0.0])


@pytest.mark.filterwarnings("ignore")
def test_openspiel_plays_it() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from kursbuch.learning import openspiel  # noqa: PLC0415

    game = pyspiel.load_game("kursbuch", {"title": "nuremberg", "players": 2})
    assert isinstance(game, openspiel.RailwayGame) or game.num_players() == 2
    state, rng = game.new_initial_state(), random.Random(1)
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        if steps % 50 == 0:
            twin = state.clone()
            assert twin.legal_actions() == state.legal_actions() and str(twin) == str(state)
            assert state.information_state_string(state.current_player())
        state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    assert sum(state.returns()) == 0 and steps > 50
