"""How a bot that searches looks at a standard title."""

from dataclasses import replace

from kursbuch.bots.railway.searching import SOUND, round_over, wisdom
from kursbuch.bots.railway.standard import LORE

LEAVES = SOUND | {"par > par", "pass > par", "buy_train > acquire", "sell > sell"}
WISDOM = wisdom(LORE, leaves=LEAVES)
LONG = replace(
    WISDOM, settled=round_over, leaves=LEAVES | {"pass > buy_train"}
)  # where a set of rounds takes long to play
