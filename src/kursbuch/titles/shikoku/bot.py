"""The house bot of 1889 is that of standard titles."""

from dataclasses import replace

from kursbuch.bots.railway.standard import choose
from kursbuch.bots.railway.standard.reasons import REASONS
from kursbuch.bots.railway.standard.searching import LEAVES
from kursbuch.bots.railway.standard.searching import WISDOM as USUAL

__all__ = ["REASONS", "WISDOM", "choose"]

# Played on from both choices, companies that the house would not have started did well, and privates at their price.
WISDOM = replace(USUAL, leaves=LEAVES | {"pass > take", "bid_for > take", "buy > par", "pass > par"})
