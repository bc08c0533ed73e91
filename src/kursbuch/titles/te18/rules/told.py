"""What 18TE tells beside what all railway games do."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.core import EventKind, told
from kursbuch.core.meaning import Hint
from kursbuch.rail import told as rail
from kursbuch.rail.meanings import Company, Money, Player

TOLD: Mapping[str, EventKind] = {
    **rail.TOLD,
    **told(
        EventKind("opens", player=Player, company=Company, price=Money),
        EventKind("founded", foretold=True, company=Company, player=Player, price=Money, treasury=Money),
        EventKind("pile", company=Company, amount=Money),
        EventKind("bonus", foretold=True, company=Company, amount=Money),
        EventKind("liquidated", foretold=True, company=Company),
    ),
}
GLOSSARY: Mapping[str, Hint] = rail.GLOSSARY
