"""What standard titles tell a little differently: their first auction is of privates."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.core import EventKind, told
from kursbuch.core.meaning import Hint
from kursbuch.rail import told as rail
from kursbuch.rail.meanings import Company, Money, Player, Private

TOLD: Mapping[str, EventKind] = {
    **rail.TOLD,
    **told(
        EventKind("bids", player=Player, lot=Private, price=Money),
        EventKind("drops-out", player=Player, lot=Private),
        EventKind("brings", foretold=True, player=Player, private=Private, company=Company),
        EventKind("asks-player", foretold=True, buyer=Player, player=Player, private=Private, price=Money),
        EventKind("buys-private", buyer=Player, player=Player, private=Private, price=Money),
    ),
}
GLOSSARY: Mapping[str, Hint] = rail.GLOSSARY
