"""How a bot that searches looks at a standard title."""

from kursbuch.bots.railway.searching import wisdom
from kursbuch.bots.railway.standard import LORE

WISDOM = wisdom(LORE)
