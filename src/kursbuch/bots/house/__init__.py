"""The house bot: sensible play by rules of thumb, title by title."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Protocol

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.bots.house import fallback
from kursbuch.core import Action
from kursbuch.shelf import family_of


class Choose(Protocol):
    """How a title is played: a family names such a function for each of its titles."""

    def __call__(
        self, view: View, legal: Sequence[Action], rng: Random, *, character: Character
    ) -> Action: ...


@cache
def _chooser(title: str) -> Choose:
    """How a title is played: as its family says, else with care."""
    family = family_of(title)
    own = family.bots.get(title)
    return _with_character(family.load(own) if own else fallback.choose)


def _with_character(chosen: Callable[..., Action]) -> Choose:
    """A function that knows of no characters plays alike for all of them."""
    try:
        known = inspect.signature(chosen).parameters
    except ValueError:  # compiled along with the engine, where all know of them
        return chosen
    if "character" in known:
        return chosen

    def plain(view: View, legal: Sequence[Action], rng: Random, *, character: Character) -> Action:
        return chosen(view, legal, rng)

    return plain


class HouseBot:
    """Buys what pays, builds towards income, avoids bankruptcy. Titles it does not know it plays with care."""

    def __init__(self, character: Character = STEADY) -> None:
        self.character = character
        self.name = f"house:{character.name}" if character.name else "house"

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """The action that looks best."""
        return _chooser(view["title"])(view, legal, rng, character=self.character)
