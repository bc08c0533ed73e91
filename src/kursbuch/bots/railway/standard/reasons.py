"""How a coach explains choices in a standard title."""

from kursbuch.bots.railway.reasons import explained
from kursbuch.bots.railway.standard import LORE

REASONS = explained(LORE)
