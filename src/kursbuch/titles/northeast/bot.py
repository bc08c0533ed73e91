"""How the house plays 1830: as it plays standard titles."""

from kursbuch.bots.railway.standard import choose
from kursbuch.bots.railway.standard.reasons import REASONS
from kursbuch.bots.railway.standard.searching import LONG as WISDOM

__all__ = ["REASONS", "WISDOM", "choose"]
