"""A bot that leaves everything to chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.core import Action


class RandomBot:
    """Draws evenly from the legal list, and evenly from a range."""

    name = "random"

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """An even draw."""
        return rng.choice(legal).sample(rng)
