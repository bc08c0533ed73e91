"""How the house plays 1830: as it plays standard titles."""

from kursbuch.bots.railway.standard import choose

__all__ = ["choose"]
