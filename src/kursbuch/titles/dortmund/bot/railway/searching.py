"""How a bot that searches looks at the Railway Game of 18DO."""

from __future__ import annotations

from functools import partial

from kursbuch.bots.railway.searching import wisdom
from kursbuch.bots.search.options import ROUTINE, weighable
from kursbuch.titles.dortmund.bot.railway.seat import LORE, DortmundSeat

# Against three of the house it won 3 of 32 games at half a second, and ended far behind in some: the value at the end
# of a set of rounds misleads it. Until that is better it plays as the house.
WISDOM = wisdom(LORE, DortmundSeat, table="table", options=partial(weighable, routine=ROUTINE), pays=False)
