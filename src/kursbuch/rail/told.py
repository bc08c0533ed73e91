"""What railway games tell: every kind of event that the kernel makes, and what their values mean.

A title adds its own kinds, and says again those of the kernel that are a little different with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.core import EventKind, told
from kursbuch.core.event import MONEY
from kursbuch.core.meaning import Hint
from kursbuch.rail.meanings import (
    Colour,
    Company,
    Hex,
    Lot,
    Money,
    Party,
    Percent,
    Phase,
    Place,
    Player,
    Reason,
    Role,
    Tile,
    Train,
)

COURSE = (
    EventKind("seats", silent=True, players=list[Player], priority=Player),
    EventKind("priority", player=Player),
    EventKind("stock-round", heading=True, foretold=True, number=int),
    EventKind("operating-round", heading=True, foretold=True, set=int, number=int),
    EventKind("turn", heading=True, company=Company, president=Player),
    EventKind("phase", heading=True, foretold=True, phase=Phase),
    EventKind("passes", player=Player),
    EventKind("ending", foretold=True, reason=Reason),
    EventKind("over", foretold=True, reason=Reason),
)
PAPER = (
    EventKind("buys", player=Player, percent=Percent, company=Company, source=Place, price=Money),
    EventKind("sells", player=Player, percent=Percent, company=Company, price=Money),
    EventKind("president", company=Company, player=Player, before=Player),
    EventKind("gives", player=Player, other=Player, paper=str, company=Company),
    EventKind("issues", company=Company, shares=int, price=Money),
    EventKind("redeems", company=Company, shares=int, price=Money),
    EventKind("price", company=Company, before=Money, price=Money),
    EventKind("bids", player=Player, lot=Lot, price=Money),
    EventKind("drops-out", player=Player, lot=Lot),
    EventKind("wins", foretold=True, player=Player, lot=Lot, price=Money),
    EventKind("bankrupt", foretold=True, player=Player, company=Company),
)
TRACK = (
    EventKind("lays", company=Party, tile=Tile, turn=int, hex=Hex, cost=Money),
    EventKind("station", company=Company, hex=Hex, stop=int, role=Role),
    EventKind("home-waits", foretold=True, company=Company, hex=Hex),
)
INCOME = (
    EventKind("runs", company=Company, runs=str, income=Money),
    EventKind("points-out", foretold=True, player=Player, company=Company, runs=str, income=Money),
    EventKind("pays", company=Company, income=Money),
    EventKind("withholds", company=Company, income=Money),
    EventKind("earns-nothing", foretold=True, company=Company),
)
TRAINS = (
    EventKind("buys-train", company=Company, train=Train, side=Train, source=Place, price=Money),
    EventKind("trades-train", company=Company, given=Train, train=Train, price=Money),
    EventKind("discards", foretold=True, company=Company, train=Train, side=Train),
    EventKind("exported", foretold=True, train=Train),
    EventKind("rusts", foretold=True, train=Train, owner=Place),
    EventKind("asks", foretold=True, company=Company, player=Player, train=Train, source=Place, price=Money),
    EventKind("agrees", player=Player),
    EventKind("declines", player=Player),
)

TOLD: Mapping[str, EventKind] = told(MONEY, *COURSE, *PAPER, *TRACK, *INCOME, *TRAINS)

# what the kernel's refusals name
GLOSSARY: Mapping[str, Hint] = {
    "actor": Party,
    "after": Percent,
    "bid": Money,
    "cash": Money,
    "choices": str,
    "colour": Colour,
    "company": Company,
    "cost": Money,
    "extra": int,
    "given": Train,
    "have": int,
    "hex": Hex,
    "home": Hex,
    "income": Money,
    "least": Money,
    "most": Money,
    "limit": int,
    "new": Colour,
    "now": Money,
    "old": Colour,
    "owner": Place,
    "paper": str,
    "phase": Phase,
    "player": Player,
    "price": Money,
    "seller": Party,
    "side": Train,
    "size": Percent,
    "source": Place,
    "step": int,
    "stop": int,
    "tile": Tile,
    "train": Train,
    "used": Train,
    "way": str,
    "who": Party,
}
