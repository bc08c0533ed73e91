"""The house bot of 1889 is that of standard titles."""

from kursbuch.bots.railway.standard import choose

__all__ = ["choose"]
