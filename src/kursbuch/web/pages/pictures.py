"""The board, the market and tiles as markup for the page."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Mapping
from functools import lru_cache, partial
from importlib.resources import files
from typing import Any

from markupsafe import Markup, escape

from kursbuch.core import Game
from kursbuch.draw import Ghost, Zoom, board_box, board_svg, market_svg, routes_svg, tile_svg
from kursbuch.rail.actions import Runs
from kursbuch.rail.board import Board
from kursbuch.rail.paper.market import Spot
from kursbuch.rail.routes.track import Tracks
from kursbuch.rail.state import RailState
from kursbuch.shelf import family_of, find, new_game
from kursbuch.web.pages import plates
from kursbuch.web.pages.page import page_of
from kursbuch.web.pages.scene import Scene

log = logging.getLogger(__name__)


def board(
    scene: Scene,
    *,
    lit: Collection[str] = (),
    ghost: Ghost | None = None,
    runs: Runs | None = None,
    reach: str = "",
    fresh: Collection[str] = (),
    values: Mapping[str, int] | None = None,
) -> Markup:
    """The board as the page shows it."""
    marks = scene.page.customs.marks
    zoom = distance(scene)
    draw = partial(
        board_svg,
        scene.game,
        language=scene.words.language,
        lit=lit,
        ghost=ghost,
        runs=runs,
        reach=reach,
        marks=marks(scene) if marks is not None else None,
        paper=False,
        coordinates=zoom.number < plates.NAMES_UP_TO,
        zoom=zoom,
        fresh=fresh,
        values=values,
        sheet=False,
    )
    return plates.picture(scene, lambda write: draw(write=write))


def distance(scene: Scene) -> Zoom:
    """The distance that the board is drawn for."""
    assert scene.rail is not None
    _, _, wide, high = board_box(scene.rail.box.map)
    return scene.seen_from.zoom_of((wide, high))


def shape(scene: Scene) -> float:
    """How wide the board is for its height."""
    assert scene.rail is not None
    _, _, wide, high = board_box(scene.rail.box.map)
    return wide / high


def routes(scene: Scene, runs: Runs, values: Mapping[str, int]) -> Markup:
    """Runs that were made, to be laid over the board as the scene has it."""
    return Markup(routes_svg(scene.game, runs, values, language=scene.words.language, zoom=distance(scene)))


def market(scene: Scene, after: Game | None = None, new: Collection[str] = ()) -> Markup:
    """The share prices; with a game after a choice also where markers would go. `new`: whose have moved just now."""
    moves: dict[str, Spot] = {}
    s = scene.rail
    if s is None or not s.box.market.cells:
        return Markup("")
    if after is not None and isinstance(after.state, RailState):
        new = after.state.prices.spots
        moves = {c: spot for c, spot in new.items() if s.prices.spots.get(c) != spot}
    draw = partial(market_svg, scene.game, language=scene.words.language, next=moves, fresh=new, sheet=False)
    return plates.picture(scene, lambda write: draw(write=write))


def tile(scene: Scene, id: str, turn: int) -> Markup:
    """A tile, turned."""
    s = scene.rail
    assert s is not None
    return Markup(tile_svg(s.box.tiles[id], turn, grid=s.box.map.grid, language=scene.words.language))


@lru_cache(maxsize=64)
def cover(title: str, language: str, dark: bool = False) -> str:
    """The picture of a title on the shelf: its board some way into a game; its name for a title without one."""
    desk = page_of(title).desk
    if desk is not None:
        return desk.cover(language, dark)
    played = _played(title)
    game = new_game(title, played.get("players", find(title).info.players.start), seed=1)
    if not isinstance(game.state, RailState):
        return plain_cover(find(title).info.name, dark)
    if played:
        _furnish(title, game.state, played)
    return board_svg(game, language=language, coordinates=False, paper=False, dark=dark)


def plain_cover(name: str, dark: bool = False) -> str:
    """A title's name in place of a board.

    >>> "A &amp; B" in plain_cover("A & B")
    True
    """
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><text x="200" y="160" text-anchor="middle" '
        f'font-family="serif" font-size="30" fill="{"#c9c4b8" if dark else "#5b564c"}">{escape(name)}</text></svg>'
    )


def _played(title: str) -> dict[str, Any]:
    """Track and stations of a game once played, for the picture: hex to tile and turn, stop to its spaces."""
    file = files(family_of(title).package).joinpath("data", "covers.json")
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    played: dict[str, Any] = found.get(title, {})
    return played


def _furnish(title: str, s: RailState, played: dict[str, Any]) -> None:
    """Lay what was played; if it no longer fits the box, the board stays empty."""
    faces = dict(s.board.faces)
    tokens = {}
    try:
        for hex, laid in played["tiles"].items():
            tile, _, turn = laid.rpartition(".")
            faces[hex] = s.box.tiles[tile].faces[int(turn)]
        for place, slots in played["tokens"].items():
            hex, _, stop = place.partition(".")
            if len(faces[hex].stops[int(stop)].slots) == len(slots):
                tokens[hex, int(stop)] = tuple(slots)
        s.board = Board(Tracks(s.board.map, faces), tokens, s.board.beside_hex)
    except (KeyError, IndexError) as error:
        log.warning("the picture of %s shows an empty board: %r", title, error)
