"""Players made of code. A bot sees the view of its player and the legal list, and nothing else.

One that searches is given games besides that its player could be in (`SearchingBot`).

>>> names()
('random', 'easy', 'house', 'search')
>>> get("random").name
'random'
"""

from kursbuch.bots.bot import Bot, Imagine, SearchingBot, View, choice
from kursbuch.bots.character import CHARACTERS, STEADY, Character, character
from kursbuch.bots.contest import play
from kursbuch.bots.registry import USUAL, get, known, names

__all__ = [
    "CHARACTERS",
    "STEADY",
    "USUAL",
    "Bot",
    "Character",
    "Imagine",
    "SearchingBot",
    "View",
    "character",
    "choice",
    "get",
    "known",
    "names",
    "play",
]
