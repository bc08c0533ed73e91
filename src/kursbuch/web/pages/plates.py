"""Plates for browsers: what all pictures of a title have in common is fetched once and kept (`kursbuch.draw.plates`).

A new page links its plate and holds short pictures; plates.js makes them whole when the plate has come. Questions
for panels say which plates the page has: where it has none, because it could not be fetched or the server has
another one since, pictures come whole.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from markupsafe import Markup

from kursbuch.draw import ZOOMS, board_box
from kursbuch.draw.plate import rail_plate
from kursbuch.draw.plates import Plate, Write
from kursbuch.rail.state import RailState
from kursbuch.shelf import new_game
from kursbuch.web.pages.page import page_of

if TYPE_CHECKING:
    from kursbuch.web.pages.scene import Scene

HEADER = "Kursbuch-Plates"
EVERY = frozenset({"every"})
"""Of a new page: it fetches whatever plate its pictures need."""
NAMES_UP_TO = (
    2  # distances from which the names of hexes are hidden unless asked for; aiming.js adds them then
)


_MADE: WeakValueDictionary[str, Plate] = WeakValueDictionary()  # by their ids


# more than all titles, numbers of players, languages and distances; those that are the same are one in memory, and
# a server that shows everything in two languages keeps some hundred different ones of a quarter of a megabyte
@lru_cache(maxsize=1024)
def plate(title: str, players: int, language: str, zoom: int) -> Plate | None:
    """The plate of a title for one distance; None for a title without such pictures.

    It serves for all pictures: what an edition, an option or another distance has otherwise is written out.

    >>> from kursbuch.shelf import shelf
    >>> found = plate(shelf()[0], 2, "de", 1)
    >>> found is not None and len(found.id)
    16
    """
    found = _plate(title, players, language, zoom)
    return _MADE.setdefault(found.id, found) if found else None


def _plate(title: str, players: int, language: str, zoom: int) -> Plate | None:
    start = new_game(title, players, seed=1)
    desk = page_of(title).desk
    if desk is not None:
        return desk.plate(start, language) if desk.plate else None
    if not isinstance(start.state, RailState):
        return None
    return rail_plate(start, ZOOMS[zoom], language=language, coordinates=zoom < NAMES_UP_TO)


def held(scene: Scene) -> Plate | None:
    """The plate that the page has, or that a new page will have."""
    plates = scene.seen_from.plates
    if not plates:
        return None
    for id in plates:
        if known := _MADE.get(id):
            return known
    found = plate(*_key(scene))
    return found if found and (plates is EVERY or found.id in plates) else None


def address(scene: Scene) -> str:
    """Where a browser fetches the plate for a scene; "" if there is none."""
    key = _key(scene)
    found = plate(*key)
    return f"/plate/{'/'.join(map(str, key))}/{found.id}.js" if found else ""


def _key(scene: Scene) -> tuple[str, int, str, int]:
    distance = scene.seen_from.zoom_of(board_box(scene.rail.box.map)[2:]).number if scene.rail else 0
    return scene.game.title, len(scene.game.players), scene.words.language, distance


def picture(scene: Scene, draw: Callable[[Write], str]) -> Markup:
    """A picture, drawn with what puts its pieces together: short for a page with the plate, else whole."""
    found = held(scene)
    if found is None:
        return Markup(draw("".join))
    # within such an element everything but its own end is text, and no picture has that
    return Markup(f'<script type="text/plain" data-plate="{found.id}">{draw(found.short)}</script>')


def script(title: str, players: int, language: str, zoom: int, id: str) -> str:
    """The plate as a browser reads it; "" if there is no such plate, or no longer.

    >>> from kursbuch.shelf import shelf
    >>> script(shelf()[0], 2, "de", 1, "nosuch")
    ''
    """
    found = plate(title, players, language, zoom)
    if found is None or found.id != id:
        return ""
    text = "\n".join(found.pieces).replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
    return f"kursbuchPlate(`{id}`,`{text}`.split(`\\n`))\n"
