"""Players made of code. A bot sees the view of its player and the legal list, and nothing else.

>>> names()
('random', 'house')
>>> get("random").name
'random'
"""

from kursbuch.bots.bot import Bot, View
from kursbuch.bots.contest import play
from kursbuch.bots.registry import get, names

__all__ = ["Bot", "View", "get", "names", "play"]
