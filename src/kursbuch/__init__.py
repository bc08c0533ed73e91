"""Kursbuch plays railway board games with every rule enforced.

>>> import kursbuch as kb
>>> game = kb.new_game("18te", players=["Anna", "Ben"], seed=7)
>>> game.over
False
"""

import kursbuch.titles as _titles  # noqa: F401  (first: the package would cover the function of that name)
from kursbuch.core import Action, BadInput, Event, Game, IllegalAction, Option, Refusal, TitleInfo
from kursbuch.core.edition import Edition
from kursbuch.shelf import load, new_game, titles

__version__ = "0.2.0"

__all__ = [
    "Action",
    "BadInput",
    "Edition",
    "Event",
    "Game",
    "IllegalAction",
    "Option",
    "Refusal",
    "TitleInfo",
    "load",
    "new_game",
    "titles",
]
