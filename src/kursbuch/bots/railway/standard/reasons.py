"""How a coach explains choices in a standard title."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.reasons import explained
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.standard import LORE
from kursbuch.bots.railway.standard.opening import worth
from kursbuch.bots.railway.standard.parts import box_of
from kursbuch.rail.standard.actions import BidFor, Take
from kursbuch.rail.standard.parts import DRAWN


def private(seat: Seat, offer: BidFor | Take) -> Iterator[Reason]:
    """What a private pays or comes with, and what it is worth all in all."""
    facts = box_of(seat).privates[offer.private]
    if facts.brings is not None:
        company = seat.position["drawn"] if facts.brings.company == DRAWN else facts.brings.company
        yield Reason("private-brings", {"private": offer.private, "company": company})
    else:
        yield Reason("private-pays", {"private": offer.private, "income": facts.income})
    yield Reason("private-worth", {"private": offer.private, "worth": round(worth(seat, offer.private))})


REASONS = explained(LORE, more=((BidFor, private), (Take, private)))
