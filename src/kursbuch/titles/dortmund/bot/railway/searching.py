"""How a bot that searches looks at the Railway Game of 18DO."""

from __future__ import annotations

from functools import partial

from kursbuch.bots.railway.searching import SOUND, wisdom
from kursbuch.bots.search.options import ROUTINE, weighable
from kursbuch.titles.dortmund.bot.railway.seat import LORE, DortmundSeat

# Against three of the house it won 3 of 32 games at half a second as long as it founded railways by what they seem
# worth at the end of a set; games played on from both choices show that these were its worst departures.
WISDOM = wisdom(LORE, DortmundSeat, table="table", options=partial(weighable, routine=ROUTINE), leaves=SOUND)
