"""The board, the market and tiles as markup for the page."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from markupsafe import Markup

from kursbuch.core import Game
from kursbuch.draw import Ghost, board_svg, market_svg, tile_svg
from kursbuch.rail.actions import Runs
from kursbuch.rail.market import Spot
from kursbuch.rail.state import RailState
from kursbuch.titles import find, new_game
from kursbuch.web.pages.customs import customs_of
from kursbuch.web.pages.desks import desk_of
from kursbuch.web.pages.scene import Scene


def board(
    scene: Scene,
    *,
    lit: Collection[str] = (),
    ghost: Ghost | None = None,
    runs: Runs | None = None,
    reach: str = "",
) -> Markup:
    """The board as the page shows it."""
    marks = customs_of(scene.game.title).marks
    svg = board_svg(
        scene.game,
        language=scene.words.language,
        lit=lit,
        ghost=ghost,
        runs=runs,
        reach=reach,
        marks=marks(scene) if marks is not None else None,
        paper=False,
    )
    return Markup(svg)


def market(scene: Scene, after: Game | None = None) -> Markup:
    """The share prices; with a game after a choice also where markers would go."""
    moves: dict[str, Spot] = {}
    s = scene.rail
    if s is None or not s.box.market.cells:
        return Markup("")
    if after is not None and isinstance(after.state, RailState):
        new = after.state.prices.spots
        moves = {c: spot for c, spot in new.items() if s.prices.spots.get(c) != spot}
    return Markup(market_svg(scene.game, language=scene.words.language, next=moves))


def tile(scene: Scene, id: str, turn: int) -> Markup:
    """A tile, turned."""
    s = scene.rail
    assert s is not None
    return Markup(tile_svg(s.box.tiles[id], turn, grid=s.box.map.grid, language=scene.words.language))


@lru_cache(maxsize=64)
def cover(title: str, language: str) -> Markup:
    """The picture of a title on the shelf: its empty board; nothing for a title without one."""
    desk = desk_of(title)
    if desk is not None:
        return desk.cover(language)
    game = new_game(title, find(title).info.players.start, seed=1)
    if not isinstance(game.state, RailState):
        return Markup("")
    svg = board_svg(game, language=language, coordinates=False, paper=False, prefix=f"cover-{title}")
    return Markup(svg.replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1))
