"""How a bot that searches looks at 1853: shares, trains, dividends and contracts, to the end of a set of rounds."""

from __future__ import annotations

from functools import partial

from kursbuch.bots.railway.searching import SOUND, wisdom
from kursbuch.bots.search.options import ROUTINE, weighable
from kursbuch.titles.india.bot.choosing import LORE
from kursbuch.titles.india.bot.seat import IndiaSeat
from kursbuch.titles.india.bot.value import value

HOUSE_KNOWS = ROUTINE | {"send_mail", "choose_option", "name"}

WISDOM = wisdom(
    LORE,
    IndiaSeat,
    value,
    options=partial(weighable, routine=HOUSE_KNOWS),
    leaves=SOUND | {"sell > sell"},
)
