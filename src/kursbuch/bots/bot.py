"""What a bot is: a name, and a choice from a view and a legal list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from kursbuch.core import Action

View = Mapping[str, Any]
"""What `game.view(player)` gives: plain JSON data."""


class Bot(Protocol):
    """A player made of code. The same view, list and random numbers always give the same choice."""

    @property
    def name(self) -> str:
        """What the bot is called, on the page and in the registry."""
        ...

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """One definite action from the list; an amount is chosen where the list leaves one open."""
        ...
