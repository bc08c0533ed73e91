"""Players made of code. A bot sees the view of its player and the legal list, and nothing else.

One that searches is given games besides that its player could be in (`SearchingBot`).

>>> names()
('random', 'house', 'search')
>>> get("random").name
'random'
"""

from kursbuch.bots.bot import Bot, Imagine, SearchingBot, View, choice
from kursbuch.bots.contest import play
from kursbuch.bots.registry import USUAL, get, known, names

__all__ = ["USUAL", "Bot", "Imagine", "SearchingBot", "View", "choice", "get", "known", "names", "play"]
