"""How a bot that searches looks at the Railway Game of 18DO."""

from __future__ import annotations

from functools import partial

from kursbuch.bots.railway.searching import SOUND, wisdom
from kursbuch.bots.search.options import ROUTINE, weighable
from kursbuch.titles.dortmund.bot.railway.seat import LORE, DortmundSeat

# Founding railways by what they seem worth at the end of a set was its worst departure in games played on from both
# choices; bids for them gained nothing.
WISDOM = wisdom(
    LORE,
    DortmundSeat,
    table="table",
    options=partial(weighable, routine=ROUTINE),
    leaves=SOUND | {"found > buy"},
)
