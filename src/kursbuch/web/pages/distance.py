"""How far off a page looks at its board: the server draws letters for that distance alone.

A page that knows better asks for another picture and remembers so in a cookie of its table (board.js); the room that
boards have in this browser is remembered for all tables, so that the first picture of the next one fits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fastapi import Request

from kursbuch.draw import ZOOMS, Zoom, zoom_of
from kursbuch.web.pages.plates import HEADER

ZOOM_COOKIE, ROOM_COOKIE = "kb_zoom", "kb_room"
_ROOM = re.compile(r"(\d{2,4})x(\d{2,4})x(\d{1,2})")


@dataclass(frozen=True, slots=True)
class SeenFrom:
    """The distance that a page asks for, if it does; the room that its board has; the smallest letters to be read."""

    zoom: int | None = None
    room: tuple[int, int] | None = None
    readable: int = 10
    plates: frozenset[str] = field(default=frozenset(), kw_only=True)  # that it has: see `web.pages.plates`

    def zoom_of(self, picture: tuple[float, float]) -> Zoom:
        """The distance that a picture of this size is to be drawn for.

        >>> SeenFrom().zoom_of((1000, 800)).number, SeenFrom(zoom=0).zoom_of((1000, 800)).number
        (2, 0)
        """
        if self.zoom is not None:
            return ZOOMS[self.zoom]
        on_a_laptop = (840, 560) if picture[0] > picture[1] else (700, 780)
        return zoom_of(picture, self.room or on_a_laptop, self.readable)


LAPTOP, PHONE = SeenFrom(), SeenFrom(None, (390, 360), 8)


def seen_from(request: Request, plates: frozenset[str] | None = None) -> SeenFrom:
    """What a request tells of it; what makes no sense is not heard. A new page has the plates that are given."""
    if plates is None:
        plates = frozenset(request.headers.get(HEADER, "")[:500].split())
    asked = request.query_params.get("zoom") or request.cookies.get(ZOOM_COOKIE, "")
    zoom = int(asked) if asked in {str(zoom.number) for zoom in ZOOMS} else None
    room = _ROOM.fullmatch(request.cookies.get(ROOM_COOKIE, ""))
    if room is not None:
        wide, high, readable = (max(int(part), 1) for part in room.groups())
        return SeenFrom(zoom, (wide, high), readable, plates=plates)
    guessed = PHONE if "Mobi" in request.headers.get("user-agent", "") else LAPTOP
    return SeenFrom(zoom, guessed.room, guessed.readable, plates=plates)
