"""The house bot of 18Chesapeake is that of standard titles."""

from kursbuch.bots.railway.standard import choose

__all__ = ["choose"]
