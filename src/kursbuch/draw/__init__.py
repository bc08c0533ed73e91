"""Pictures of positions as SVG: boards, tiles, markets, charts. No rules live here.

>>> import kursbuch as kb
>>> draw(kb.new_game("18te", players=2, seed=1), "market")[:4]
'<svg'
"""

from __future__ import annotations

from kursbuch.core import BadInput
from kursbuch.draw.board import Source, board_svg
from kursbuch.draw.chart import chart_svg
from kursbuch.draw.market import market_svg
from kursbuch.draw.overlay import Ghost, Mark
from kursbuch.draw.palette import TRAIN_COLOURS, properties
from kursbuch.draw.tiles import tile_svg, tiles_svg

__all__ = [
    "PICTURES",
    "TRAIN_COLOURS",
    "Ghost",
    "Mark",
    "board_svg",
    "chart_svg",
    "draw",
    "market_svg",
    "properties",
    "tile_svg",
    "tiles_svg",
]

PICTURES = ("board", "market", "tiles")


def draw(game: Source, what: str = "board", *, language: str = "en", dark: bool = False) -> str:
    """One of the pictures of a game, by name: "board", "market" or "tiles".

    >>> import kursbuch as kb
    >>> draw(kb.new_game("18te", players=2, seed=1), "board", language="de", dark=True).count("<svg")
    1
    """
    if what == "board":
        return board_svg(game, language=language, dark=dark)
    if what == "market":
        return market_svg(game, language=language, dark=dark)
    if what == "tiles":
        return tiles_svg(game, language=language, dark=dark)
    raise BadInput("what", f"expected one of {', '.join(PICTURES)}")
