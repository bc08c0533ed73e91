"""How a bot that searches looks at the Railway Game of 18DO."""

from __future__ import annotations

from functools import partial

from kursbuch.bots.railway.searching import wisdom
from kursbuch.bots.search.options import ROUTINE, weighable
from kursbuch.titles.dortmund.bot.railway.seat import LORE, DortmundSeat

WISDOM = wisdom(LORE, DortmundSeat, table="table", options=partial(weighable, routine=ROUTINE))
