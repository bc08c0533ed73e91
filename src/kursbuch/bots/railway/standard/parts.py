"""The box of a standard title as the bot sees it."""

from __future__ import annotations

from kursbuch.bots.railway.seat import Seat
from kursbuch.rail.standard.parts import StandardBox


def box_of(seat: Seat) -> StandardBox:
    """The box, with its privates and figures."""
    box = seat.box
    assert isinstance(box, StandardBox)
    return box


def face(seat: Seat, private: str) -> int:
    """The printed price of a private."""
    price: int = seat.position["privates"][private]["price"]
    return price
