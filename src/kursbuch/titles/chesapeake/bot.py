"""The house bot of 18Chesapeake is that of standard titles."""

from dataclasses import replace

from kursbuch.bots.railway.standard import choose
from kursbuch.bots.railway.standard.reasons import REASONS
from kursbuch.bots.railway.standard.searching import LEAVES, LONG

__all__ = ["REASONS", "WISDOM", "choose"]

WISDOM = replace(LONG, leaves=LEAVES | {"buy > buy"})  # played on from both choices, other shares did well
