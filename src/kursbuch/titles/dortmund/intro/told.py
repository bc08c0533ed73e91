"""What the Introductory Game tells: no money changes hands, players act for the railways they direct."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from kursbuch.core import EventKind, Meaning, told
from kursbuch.core.meaning import Hint
from kursbuch.rail import told as rail
from kursbuch.rail.meanings import Company, Hex, Money, Percent, Player, Reason, Train
from kursbuch.titles.dortmund.meanings import Brewery
from kursbuch.titles.dortmund.railway import told as railway

Site = Annotated[str, Meaning("site")]  # what a link leads to

TOLD: Mapping[str, EventKind] = {
    **rail.TOLD,
    **told(
        EventKind("dealt", cards=dict[Player, Brewery], starts=Player),
        EventKind("players-turn", player=Player, number=int),
        EventKind("takes", player=Player, company=Company, percent=Percent),
        EventKind("sends", player=Player, company=Company, percent=Percent),
        EventKind("drops", player=Player, company=Company, percent=Percent),
        EventKind("links", player=Player, hex=Hex, site=Site, value=int),
        EventKind("gets-train", company=Company, train=Train),
        EventKind("hands-in", company=Company, train=Train),
        EventKind("exchanges", company=Company, other=Company, given=Train, train=Train),
        EventKind("dividends", player=Player, amount=Money),
        EventKind("over", foretold=True, reason=Reason, winners=list[Player]),
    ),
}
GLOSSARY: Mapping[str, Hint] = railway.GLOSSARY
