"""What 18Chesapeake tells beyond other standard titles: the company that is drawn, and its game for two."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.core import EventKind, told
from kursbuch.rail.meanings import Company, Percent, Player
from kursbuch.rail.standard import told as standard

TOLD: Mapping[str, EventKind] = {
    **standard.TOLD,
    **told(
        EventKind("drawn", company=Company),
        EventKind("to-pool", company=Company, percent=Percent),
        EventKind("burns", foretold=True, player=Player, company=Company),
    ),
}
