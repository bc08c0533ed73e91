"""What a title tells a bot that searches: which choices to try, how far to play on, and what a position is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from kursbuch.bots.bot import View
from kursbuch.bots.search.options import weighable
from kursbuch.core import Action, Game, State
from kursbuch.shelf import family_of

Options = Callable[[View, Sequence[Action], Action], Sequence[Action]]
"""Choices worth trying, from a view, its legal list and what the house would do; none if nothing is to be weighed."""

Settled = Callable[[State, State], bool]
"""Whether playing on from the first position has come to a second where it can be valued."""

Worth = Callable[[Game], Mapping[str, float]]
"""What each player can expect to have at the end, in a position that has settled."""


def never(first: State, now: State) -> bool:
    """Only the end of the game settles anything, or patience."""
    return False


def by_scores(game: Game) -> Mapping[str, float]:
    """What everybody has now."""
    return game.scores()


@dataclass(frozen=True)
class Wisdom:
    """How a title is searched. One that says nothing is played on for some moves and valued by its scores."""

    options: Options = weighable
    settled: Settled = never
    worth: Worth = by_scores
    doubt: float = 20.0  # by which one comparison of two lines of play may be wrong, in the scores' unit
    noise: float = 0.04  # how often players do something else than the house would
    patience: int = 300  # moves played on at most


@cache
def wisdom_of(title: str) -> Wisdom:
    """A title's own, else what is sound for any.

    >>> from kursbuch.shelf import shelf
    >>> wisdom_of(shelf()[0]).noise < 1
    True
    """
    family = family_of(title)
    own = family.searches.get(title)
    found: Wisdom = family.load(own) if own else Wisdom()
    return found
