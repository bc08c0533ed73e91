"""A title as a Python game of OpenSpiel: registered under the name `kursbuch`.

    import pyspiel
    from kursbuch.learning import openspiel
    game = pyspiel.load_game("kursbuch", {"title": "nuremberg", "players": 2})

The seed is drawn at a chance node before the first move, so that all chance is explicit; afterwards players choose
the next part of an action. An information state is the player's view and the line so far.
"""

from __future__ import annotations

import json
from typing import Any

import pyspiel

from kursbuch.core import Game
from kursbuch.learning.features import returns
from kursbuch.learning.spelling import SIZE, Spelling
from kursbuch.shelf import new_game, shelf

SEEDS = 64  # of which one is drawn
LONGEST = 100_000  # choices

_TYPE = pyspiel.GameType(
    short_name="kursbuch",
    long_name="Railway games with every rule enforced",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"title": shelf()[0], "players": 2},
)


class RailwayGame(pyspiel.Game):  # type: ignore[misc]  # its package has no types
    """A title for some players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"title": shelf()[0], "players": 2, **(params or {})}
        self.title, self.players = str(given["title"]), int(given["players"])
        about = pyspiel.GameInfo(
            num_distinct_actions=SIZE,
            max_chance_outcomes=SEEDS,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, about, given)

    def new_initial_state(self) -> RailwayState:
        return RailwayState(self)


class RailwayState(pyspiel.State):  # type: ignore[misc]
    """A position: a game, and an action being chosen."""

    def __init__(self, game: RailwayGame) -> None:
        super().__init__(game)
        self._about = game
        self._game: Game | None = None
        self._spelling: Spelling | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> RailwayState:
        """Copies are made for search: a game is cloned cheaply."""
        twin = RailwayState(self._about)
        if self._game is not None:
            twin._game = self._game.clone()
            twin._ask()
            for byte in self._chosen:
                assert twin._spelling is not None
                twin._spelling.choose(byte)
                twin._chosen.append(byte)
        return twin

    def _ask(self) -> None:
        assert self._game is not None
        self._chosen: list[int] = []
        while not self._game.over:
            self._spelling = Spelling(self._game.legal_actions(self._game.acting[0]))
            if self._spelling.action is None:
                return
            self._game.apply(self._spelling.action)  # what leaves no choice is done by itself

    def current_player(self) -> int:
        if self._game is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self._game.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._game.players.index(self._game.acting[0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self._spelling is not None
        return self._spelling.options

    def _apply_action(self, action: int) -> None:
        if self._game is None:
            self._game = new_game(self._about.title, players=self._about.players, seed=action)
            self._ask()
            return
        assert self._spelling is not None
        self._spelling.choose(action)
        self._chosen.append(action)
        if self._spelling.action is not None:
            self._game.apply(self._spelling.action)
            self._ask()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player == pyspiel.PlayerId.CHANCE else repr(chr(action))

    def is_terminal(self) -> bool:
        return self._game is not None and self._game.over

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self._about.players
        assert self._game is not None
        return list(returns(self._game.scores()).values())

    def information_state_string(self, player: int) -> str:
        return self.observation_string(player)

    def observation_string(self, player: int) -> str:
        """All that a player may know, events included, and the line so far if it is this player's."""
        if self._game is None:
            return ""
        said = self._spelling.said if self._spelling and player == self.current_player() else ""
        return json.dumps([self._game.view(self._game.players[player]), said])

    def __str__(self) -> str:
        if self._game is None:
            return "before the draw"
        line = self._spelling.said if self._spelling else ""
        return "\n".join([*(str(action) for action in self._game.actions), line])


pyspiel.register_game(_TYPE, RailwayGame)
