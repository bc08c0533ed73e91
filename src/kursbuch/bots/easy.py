"""A bot that one can beat while learning: the house, which now and then does not think."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.bots.house import HouseBot
from kursbuch.core import Action
from kursbuch.core.action import kind_of

BLUNDERS = 0.2  # of the decisions that leave a choice
_HOPELESS = frozenset({"go_bankrupt"})  # nobody learns from a game that ends so


class EasyBot:
    """The house with every fifth decision left to chance."""

    def __init__(self, character: Character = STEADY) -> None:
        self._house = HouseBot(character)
        self.name = f"easy:{character.name}" if character.name else "easy"

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """As the house does, or any action at all."""
        if rng.random() < BLUNDERS:
            good = [action for action in legal if kind_of(type(action)) not in _HOPELESS]
            return rng.choice(good or list(legal)).sample(rng)
        return self._house.choose(view, legal, rng)
