"""What standard titles tell beside what all railway games do: privates, their auction, par prices."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.core import EventKind, told
from kursbuch.core.meaning import Hint
from kursbuch.rail import told as rail
from kursbuch.rail.meanings import Company, Money, Player, Private

TOLD: Mapping[str, EventKind] = {
    **rail.TOLD,
    **told(
        EventKind("bids", player=Player, lot=Private, price=Money),  # companies are parred, not auctioned
        EventKind("drops-out", player=Player, lot=Private),
        EventKind("private-sold", player=Player, private=Private, price=Money),
        EventKind("price-drops", private=Private, price=Money),
        EventKind(
            "asks-private", foretold=True, company=Company, player=Player, private=Private, price=Money
        ),
        EventKind("acquires", company=Company, private=Private, price=Money),
        EventKind("asks-player", foretold=True, buyer=Player, player=Player, private=Private, price=Money),
        EventKind("buys-private", buyer=Player, player=Player, private=Private, price=Money),
        EventKind("brings", foretold=True, player=Player, private=Private, company=Company),
        EventKind("swaps", player=Player, private=Private, company=Company),
        EventKind("private-closes", foretold=True, private=Private),
        EventKind("pars", player=Player, company=Company, price=Money),
        EventKind("floats", foretold=True, company=Company),
    ),
}
GLOSSARY: Mapping[str, Hint] = {
    **rail.GLOSSARY,
    "buyer": Player,
    "most": Money,
    "hexes": str,
    "multiple": Money,
    "prices": str,
    "private": Private,
}
