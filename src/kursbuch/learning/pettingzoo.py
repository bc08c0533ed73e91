"""A title as a PettingZoo environment (AEC): one agent after the other chooses the next part of an action.

    from kursbuch.learning.pettingzoo import env
    game = env("nuremberg", players=3)

An observation is `observation`, numbers made from what the agent's player may know and from what is chosen of the
action so far, and `action_mask`. `infos[agent]` holds the view itself and the line so far, for those who want more.
Illegal choices raise ValueError: mask them, or wrap the environment in `TerminateIllegalWrapper`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from kursbuch.core import Game
from kursbuch.learning.features import PLACES, features, returns
from kursbuch.learning.spelling import SIZE, Spelling, mask
from kursbuch.shelf import new_game

SPELT = 64  # bytes of the line so far that an observation holds
PATIENCE = 5_000  # actions after which a game is cut off


class RailwayEnv(AECEnv):  # type: ignore[misc]  # its package has no types
    """A game between agents; they are called as the players are."""

    def __init__(
        self,
        title: str,
        players: int = 2,
        options: dict[str, object] | None = None,
        patience: int = PATIENCE,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"kursbuch_{title}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self._title, self._players, self._options, self._patience = title, players, options or {}, patience
        self._seeds = np.random.default_rng()
        self.game: Game = new_game(title, players=players, seed=0, options=self._options)
        self.possible_agents = list(self.game.players)
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (PLACES + SPELT,), np.float32),
                "action_mask": spaces.Box(0, 1, (SIZE,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(SIZE) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same one."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        drawn = int(self._seeds.integers(2**32))
        self.game = new_game(self._title, players=self._players, seed=drawn, options=self._options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def _ask(self) -> None:
        """The next decision."""
        self.agent_selection = self.game.acting[0]
        self._spelling = Spelling(self.game.legal_actions(self.agent_selection))
        self._tell()

    def _tell(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {
            "view": self.game.view(self.agent_selection),
            "line": self._spelling.said,
        }

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know; the mask is empty for those who do not decide."""
        mine = agent == self.agent_selection and not self.game.over
        said = self._spelling.said.encode()[-SPELT:] if mine else b""
        row = [*features(self.game.view(agent)), *(byte / 255 for byte in said.ljust(SPELT, b"\0"))]
        return {
            "observation": np.array(row, np.float32),
            "action_mask": np.array(mask(self._spelling.options if mine else ()), np.int8),
        }

    def step(self, action: int | None) -> None:
        """Choose the next part; the action is carried out once it is whole."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._spelling.action is None:
            assert action is not None
            self._spelling.choose(int(action))
        while self._spelling.action is not None and not self.game.over:
            self.game.apply(self._spelling.action)
            if len(self.game.actions) >= self._patience:
                break
            if not self.game.over:
                self._ask()  # what leaves no choice is done by itself
        if self.game.over:
            self.rewards = returns(self.game.scores())
            self.terminations = dict.fromkeys(self.agents, True)
        elif len(self.game.actions) >= self._patience:
            self.truncations = dict.fromkeys(self.agents, True)
        self._tell()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The last move and the scores, as text."""
        if self.render_mode is None:
            return None
        last = str(self.game.actions[-1]) if self.game.actions else ""
        return f"{len(self.game.actions)} {last} {self.game.scores()}"

    def close(self) -> None:
        """Nothing is held open."""


def env(title: str, players: int = 2, **more: Any) -> RailwayEnv:
    """The environment of a title."""
    return RailwayEnv(title, players, **more)
