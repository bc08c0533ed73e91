"""The house bot of 18Chesapeake is that of standard titles."""

from kursbuch.bots.railway.standard import choose
from kursbuch.bots.railway.standard.reasons import REASONS
from kursbuch.bots.railway.standard.searching import LONG as WISDOM

__all__ = ["REASONS", "WISDOM", "choose"]
