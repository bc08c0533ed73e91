"""Worked examples: moves of a game that the house once played, with the market or the board drawn.

The game is `chapters/TITLE.json` beside a title's chapters, a transcript like any other that
tools/example_games.py writes. What an example tells is worked out from the position, so it is right by the rules that
are in force.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from markupsafe import Markup

from kursbuch.core import Game
from kursbuch.draw import board_svg, draw, market_svg
from kursbuch.rail.actions import Lay
from kursbuch.rail.state import RailState
from kursbuch.shelf import family_of, load
from kursbuch.web.pages.cards.card import Picture
from kursbuch.web.pages.cards.tiles import picture as tile_picture
from kursbuch.web.pages.log import lines
from kursbuch.web.pages.runs import Leg
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.told import PastRuns, legs_of, runs_of, seen, worth_of
from kursbuch.words import own_words


@dataclass(slots=True)
class Example:
    """A move: what happened, as the log tells it; `picture` is the name of a drawing, if there is one."""

    key: str
    said: list[Markup]
    picture: str = ""
    legs: list[Leg] | None = None
    income: str = ""
    tiles: tuple[Picture, ...] = ()  # what lay there and what lies there now


@lru_cache(maxsize=2)
def played(title: str) -> Game | None:
    """The game that examples are taken from."""
    file = files(family_of(title).package).joinpath("chapters", f"{title}.json")
    return load(file.read_text("utf-8")) if file.is_file() else None


def example(title: str, language: str, key: str) -> Example | None:
    """The example of an event; None if the game has none."""
    game = played(title)
    move = found(title, key)
    if game is None or not move:
        return None
    before, after = (Scene(game.at(n), None, (), own_words(language, title), n) for n in (move - 1, move))
    out = Example(key, [line for _, line in lines(after, seen(after, [move]))])
    past = runs_of(after, move) if key == "runs" else None
    if past is not None and before.rail is not None:
        out.legs = legs_of(before, past, worth_of(before, past))
        out.income = before.money(past.income) if past.income is not None else ""
    if key == "upgrades":
        out.tiles = _covered(before, after, game.actions[move - 1])
    elif has_picture(title, key):
        out.picture = f"example-{key}"
    return out


def _covered(before: Scene, after: Scene, lay: object) -> tuple[Picture, ...]:
    """The tile that lay on a hex, and the one that has covered it."""
    assert isinstance(lay, Lay) and before.rail is not None and after.rail is not None
    faces = [scene.rail.board.faces[lay.hex] for scene in (before, after) if scene.rail is not None]
    return tuple(tile_picture(after, face.tile, small=True, turn=face.turn) for face in faces)


def has_picture(title: str, key: str) -> bool:
    """Whether an example can be drawn: on the board, or on the market if it has moved a price."""
    game, move = played(title), found(title, key)
    if game is None or not move:
        return False
    return key in _DRAWN or (key in _PRICES and bool(_moved(game, move)))


@lru_cache(maxsize=128)
def found(title: str, key: str) -> int:
    """The move that shows an event best; 0 if there is none."""
    game = played(title)
    if game is None:
        return 0
    moves = [n for n in range(1, len(game.actions) + 1) if _shows(game, n, key)]
    return max(moves, key=lambda n: (_telling(game, n, key), -n), default=0)


def _shows(game: Game, move: int, key: str) -> bool:
    if key == "upgrades":
        return _is_upgrade(game, move)
    events = [event for event in game.events_of(move) if not event.to]
    return any(event.key == key for event in events)


def _is_upgrade(game: Game, move: int) -> bool:
    lay, state = game.actions[move - 1], game.position(move - 1)
    if not isinstance(lay, Lay) or not isinstance(state, RailState) or lay.hex not in state.board.faces:
        return False
    return state.board.faces[lay.hex].tile.id in state.box.tiles


def _moved(game: Game, move: int) -> dict[str, tuple[int, int]]:
    """The companies whose price a move has changed, with where they stand now."""
    before, after = game.position(move - 1), game.position(move)
    if not isinstance(before, RailState) or not isinstance(after, RailState):
        return {}
    old = before.prices.spots
    return {c: spot for c, spot in after.prices.spots.items() if old.get(c) not in (None, spot)}


def _telling(game: Game, move: int, key: str) -> tuple[int, int]:
    """How much an example shows: runs of two trains rather than of one, a price that moves, several shares."""
    if key in _PRICES:
        return len(_moved(game, move)) == 1, min(3, len(game.events_of(move))) if key == "sells" else 0
    if key != "runs":
        return 0, 0
    scene = Scene(game.at(move), None, (), own_words("en", game.title), move)
    past = runs_of(scene, move)
    return (0, 0) if past is None else ({1: 1, 2: 3, 3: 2}.get(len(past.runs.runs), 0), past.income or 0)


# -- pictures -------------------------------------------------------------------------------------


def drawn(title: str, key: str, language: str, dark: bool) -> str:
    """The picture of an example."""
    game, move = played(title), found(title, key)
    assert game is not None and move
    return (_DRAWN.get(key) or _market)(game, move, language, dark)


def _market(game: Game, move: int, language: str, dark: bool) -> str:
    """The market before the move, with arrows to where prices went."""
    return market_svg(game.at(move - 1), next=_moved(game, move), language=language, dark=dark)


def _runs(game: Game, move: int, language: str, dark: bool) -> str:
    before, after = game.at(move - 1), game.at(move)
    words = own_words(language, game.title)
    past: PastRuns | None = runs_of(Scene(after, None, (), words, move), move)
    assert past is not None
    values = worth_of(Scene(before, None, (), words, move - 1), past)
    return board_svg(before, language=language, dark=dark, runs=past.runs, values=values)


def _board(game: Game, move: int, language: str, dark: bool) -> str:
    return draw(game.at(move), "board", language=language, dark=dark)


_DRAWN: Mapping[str, Callable[[Game, int, str, bool], str]] = {
    "runs": _runs,
    **dict.fromkeys(("built", "taken_over", "scored"), _board),
}
_PRICES = frozenset({"pays", "withholds", "earns-nothing", "sells", "issues", "stock-round"})
