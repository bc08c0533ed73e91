"""What a bot is: a name, and a choice from a view and a legal list; one that searches may imagine games as well."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Protocol, runtime_checkable

from kursbuch.core import Action, Game

View = Mapping[str, Any]
"""What `game.view(player)` gives: plain JSON data."""


Imagine = Callable[[Random], Game]
"""Gives a game that the player could be in, another one each time: see `Game.imagined`."""


class Bot(Protocol):
    """A player made of code. The same view, list and random numbers always give the same choice."""

    @property
    def name(self) -> str:
        """What the bot is called, on the page and in the registry."""
        ...

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """One definite action from the list; an amount is chosen where the list leaves one open."""
        ...


@runtime_checkable
class SearchingBot(Bot, Protocol):
    """A bot that tries its choices out on games that its player could be in."""

    def choose_in(self, imagine: Imagine, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """As `choose`, which is not asked then. The games imagined are the bot's own, to be played on."""
        ...


def choice(bot: Bot, game: Game, player: str, rng: Random) -> Action:
    """What a bot does for a player. It is handed what that player may know, and no more.

    >>> from kursbuch.bots import get
    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> game.why_not(choice(get("random"), game, game.acting[0], Random(1))) is None
    True
    """
    view, legal = game.view(player), game.legal_actions(player)
    if not isinstance(bot, SearchingBot):
        return bot.choose(view, legal, rng)
    # a game imagined once gives the same further ones as the true game, and nothing hidden can be got at from it
    known = game.imagined(player, rng)
    return bot.choose_in(partial(known.imagined, player), view, legal, rng)
