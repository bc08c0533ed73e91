"""What 1889 tells a little differently: its first auction is of privates."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.core import EventKind, told
from kursbuch.core.meaning import Hint
from kursbuch.rail import told as rail
from kursbuch.rail.meanings import Money, Player, Private

TOLD: Mapping[str, EventKind] = {
    **rail.TOLD,
    **told(
        EventKind("bids", player=Player, lot=Private, price=Money),
        EventKind("drops-out", player=Player, lot=Private),
    ),
}
GLOSSARY: Mapping[str, Hint] = {**rail.GLOSSARY, "most": Money, "prices": str}
