"""A bot with a clock: it tries its choices out on games that it imagines, and leaves the house's choice only for
what is better beyond doubt.
"""

from kursbuch.bots.search.bot import SearchBot, searching
from kursbuch.bots.search.wisdom import search_pays

__all__ = ["SearchBot", "search_pays", "searching"]
