"""What 1853 tells beside what all railway games do: contracts, the elephant, mail, trains on credit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from kursbuch.core import EventKind, Meaning, told
from kursbuch.core.meaning import Hint
from kursbuch.rail import told as rail
from kursbuch.rail.meanings import Company, Hex, Money, Player, Train

City = Annotated[str, Meaning("city")]  # of a contract

TOLD: Mapping[str, EventKind] = {
    **rail.TOLD,
    **told(
        EventKind("writes-loan", player=Player, loan=Money),
        EventKind("loans", loans=dict[Player, Money], elephant=Player),
        EventKind("names", player=Player, city=City, company=Company),
        EventKind("takes-share", player=Player, company=Company),
        EventKind("bid-complete", player=Player),
        EventKind("unpaid", player=Player, company=Company, shares=int),
        EventKind("pays-up", player=Player, company=Company, shares=int),
        EventKind("fulfils", foretold=True, player=Player, cities=list[City], loan=Money),
        EventKind("shows", player=Player, cities=list[City]),
        EventKind("opens", foretold=True, company=Company),
        EventKind("founded", foretold=True, company=Company, price=Money, large=bool),
        EventKind("director", foretold=True, company=Company, player=Player, before=Player),
        EventKind("manager", foretold=True, company=Company, player=Player),
        EventKind("elephant", foretold=True, player=Player),
        EventKind("offers-elephant", player=Player, buyer=Player, price=Money),
        EventKind("another-round", player=Player),
        EventKind("second-group"),
        EventKind("option", company=Company, option=int),
        EventKind("premium", foretold=True, company=Company, hex=Hex, amount=Money),
        EventKind("mail", company=Company, train=Train, value=Money),
        EventKind("credit", company=Company, train=Train, side=Train),
        EventKind("debt-paid", company=Company, amount=Money),
        EventKind("returns-train", foretold=True, company=Company, train=Train),
        EventKind("loco-token", company=Company, train=Train),
    ),
}
GLOSSARY: Mapping[str, Hint] = {
    **rail.GLOSSARY,
    "buyer": Player,
    "city": City,
    "contract": int,
    "fewest": int,
    "left": Money,
    "money": Money,
    "most": int,
}
