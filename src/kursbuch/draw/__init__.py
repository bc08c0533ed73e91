"""Pictures of positions as SVG: boards, tiles, markets, charts. No rules live here.

>>> from kursbuch.shelf import example
>>> draw(example(), "market")[:4]
'<svg'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kursbuch.core import BadInput, Game
from kursbuch.core.edition import using
from kursbuch.draw.board import Source, board_box, board_svg, routes_svg
from kursbuch.draw.chart import chart_svg
from kursbuch.draw.market import market_svg
from kursbuch.draw.overlay import Ghost, Mark
from kursbuch.draw.palette import TRAIN_COLOURS, properties, style
from kursbuch.draw.tiles import tile_svg, tiles_svg
from kursbuch.draw.zoom import ZOOMS, Zoom, zoom_of
from kursbuch.shelf import family_of

__all__ = [
    "PICTURES",
    "TRAIN_COLOURS",
    "ZOOMS",
    "Ghost",
    "Mark",
    "Zoom",
    "board_box",
    "board_svg",
    "chart_svg",
    "draw",
    "market_svg",
    "pictures_of",
    "properties",
    "routes_svg",
    "style",
    "tile_svg",
    "tiles_svg",
    "zoom_of",
]

PICTURES = ("board", "market", "tiles")


def pictures_of(game: Source) -> tuple[str, ...]:
    """The names of the pictures that there are of a game.

    >>> from kursbuch.shelf import example
    >>> pictures_of(example())
    ('board', 'market', 'tiles')
    """
    return tuple(_own(game)) or PICTURES


def _own(game: Source) -> Mapping[str, str]:
    """The pictures of a title that is no game of hexes and shares, drawn from what everybody may know."""
    return family_of(game.title).pictures.get(game.title, {}) if isinstance(game, Game) else {}


def draw(game: Source, what: str = "board", *, language: str = "en", dark: bool = False) -> str:
    """One of the pictures of a game, by name: "board", "market" or "tiles"; some titles have others.

    >>> from kursbuch.shelf import example
    >>> draw(example(), "board", language="de", dark=True).count("<svg")
    1
    """
    if what not in pictures_of(game):
        raise BadInput("what", "expected one of {names}", names=", ".join(pictures_of(game)))
    if isinstance(game, Game) and what in _own(game):
        picture: Callable[..., str] = family_of(game.title).load(_own(game)[what])
        with using(game.edition):  # the box that the picture is drawn from
            return picture(game.view()["position"], language=language, dark=dark)
    if what == "market":
        return market_svg(game, language=language, dark=dark)
    if what == "tiles":
        return tiles_svg(game, language=language, dark=dark)
    return board_svg(game, language=language, dark=dark)
