"""What a title tells a bot that searches: which choices to try, how far to play on, and what a position is worth."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from kursbuch.bots.bot import View
from kursbuch.bots.search.options import Options, weighable
from kursbuch.core import Action, Game, State
from kursbuch.core.action import kind_of
from kursbuch.shelf import family_of

Settled = Callable[[State, State], bool]
"""Whether playing on from the first position has come to a second where it can be valued."""

Features = Mapping[str, float]
"""What can be said of a player's prospects in a position that has settled, by name."""

Feel = Callable[[Game], Mapping[str, Features]]
"""The features of each player."""

Recall = Callable[[Game, View], None]
"""Gives an imagined position what was worked out before about parts of it; nothing of the position changes."""

Habit = Callable[[State], Hashable | None]
"""What stands for a decision about track or stations, the same in all lines of play; None at other decisions."""


Alike = Callable[[State], Hashable | None]
"""All that usually counts at a decision, so that the same is chosen wherever it is met again; None where too much
counts for that.
"""


def never(first: State, now: State) -> bool:
    """Only the end of the game settles anything, or patience."""
    return False


def nothing(game: Game, view: View) -> None:
    """There is nothing to recall."""


def no_habit(state: State) -> None:
    """Every decision is thought about."""


def by_scores(game: Game) -> Mapping[str, Features]:
    """What everybody has now."""
    return {player: {"score": score} for player, score in game.scores().items()}


def timed(about: Features, time: float) -> Features:
    """Each part once more, as it counts while so much time is left: what it is worth changes with that.

    >>> timed({"cash": 30.0}, 0.5)
    {'cash': 30.0, 'cash later': 15.0}
    """
    return {**about, **{f"{name} later": amount * time for name, amount in about.items()}}


def departure(first: Action, other: Action) -> str:
    """What kind of choice is left for what kind, such as "pay > withhold"."""
    return f"{sort_of(first)} > {sort_of(other)}"


BANKS = frozenset({"depot", "pool"})


def sort_of(action: Action) -> str:
    """The kind of an action; trains of other companies are another matter than those of the bank."""
    kind = kind_of(type(action))
    taken = kind in ("buy_train", "turn_train") and getattr(action, "source", "") not in BANKS
    return "take_train" if taken else kind


@dataclass(frozen=True)
class Wisdom:
    """How a title is searched. One that says nothing is played on for some moves and valued by its scores."""

    options: Options = weighable
    settled: Settled = never
    features: Feel = by_scores
    weights: Mapping[str, float] = field(default_factory=lambda: {"score": 1.0})  # what each feature counts
    recall: Recall = nothing
    habit: Habit = no_habit  # decisions that are thought about in the first line of play only
    alike: Alike = no_habit  # decisions that are alike in several lines of play
    doubt: float = 0.02  # of what players have, by which one comparison of two lines of play may be wrong
    least: float = (
        0.0  # of what players have that must be gained: however often it is tried, a value may mislead
    )
    relative: bool = False  # whether a lead counts compared with what players have: see `lead`
    noise: float = 0.04  # how often players do something else than the house would
    patience: int = 300  # moves played on at most
    pays: bool = True  # whether searching has won games; where it has lost them the bot keeps to the house
    leaves: frozenset[str] | None = (
        None  # kinds of choices left for others that did well, as "pay > withhold"
    )

    def open_to(self, first: Action, other: Action) -> bool:
        """Whether the house's choice may be left for such another one: where that has lost games it may not.

        >>> Wisdom().open_to(Action("Anna"), Action("Anna"))
        True
        """
        return self.leaves is None or departure(first, other) in self.leaves

    def instead(self, view: View, legal: Sequence[Action], first: Action) -> Sequence[Action]:
        """What is tried instead of the house's choice: nothing takes a place among the few that may not be chosen.

        >>> Wisdom(leaves=frozenset()).instead({}, [Action("Anna")], Action("Anna"))
        []
        """
        allowed = [action for action in legal if self.open_to(first, action)]
        found = self.options(view, [first, *allowed], first) if allowed else ()
        return [action for action in found if action != first]

    def worth(self, game: Game) -> Mapping[str, float]:
        """What each player can expect to have at the end, in a position that has settled."""
        weights = self.weights
        return {
            player: sum(weight * seen[name] for name, weight in weights.items())
            for player, seen in self.features(game).items()
        }


@cache
def wisdom_of(title: str) -> Wisdom:
    """A title's own, else what is sound for any; with the weights that were fitted to it, where it keeps some.

    >>> from kursbuch.shelf import shelf
    >>> wisdom_of(shelf()[0]).noise < 1
    True
    """
    family = family_of(title)
    own = family.searches.get(title)
    found: Wisdom = family.load(own) if own else Wisdom()
    fitted = files(family.package) / "data" / f"worth-{title}.json"
    if fitted.is_file():
        found = replace(found, weights=json.loads(fitted.read_text(encoding="utf-8"))["weights"])
    return found


def search_pays(title: str) -> bool:
    """Whether a bot that searches is more than the house in this title.

    >>> from kursbuch.shelf import shelf
    >>> any(search_pays(title) for title in shelf())
    True
    """
    return wisdom_of(title).pays
