"""A game that goes on from where it stands, with the box of another one: without a rule that it began with."""

from __future__ import annotations

from functools import partial

from kursbuch import shelf
from kursbuch.core import Game, State
from kursbuch.core.history import Unseen
from kursbuch.rail.board import Board
from kursbuch.rail.standard.parts import StandardBox
from kursbuch.rail.standard.state import StandardState


def with_box_of(other: Game, game: Game) -> Game | None:
    """The game with the options of another one, which has not begun; None if it is played with other parts.

    >>> from kursbuch.recorded import recorded_titles
    >>> game = shelf.new_game(recorded_titles()[0], 3, seed=1)
    >>> game.apply(game.legal_actions()[0])
    >>> with_box_of(shelf.new_game(game.title, 3, seed=1), game).view() == game.view()
    True
    """
    box = _box(other.state)
    if not _same_parts(box, _box(game.state)):
        return None
    return Game.resume(
        shelf.find(game.title),
        game.players,
        game.seed,
        other.options,
        game.form,
        state=_in(box, game.state),
        setup=game.events_of(0),
        moves=[
            move.with_position(Unseen(partial(_in, box, move.before))) if move.before else move
            for move in game.moves
        ],
    )


def _box(s: State) -> StandardBox:
    assert isinstance(s, StandardState)
    return s.box


def _same_parts(box: StandardBox, other: StandardBox) -> bool:
    """Whether what lies on the board of the one is at home in the other."""
    return box.map is other.map and box.tiles is other.tiles and box.market is other.market


def _in(box: StandardBox, s: State) -> State:
    """A position as it is with this box: whatever was found out about its board is to be found out anew."""
    then = s.copy()
    assert isinstance(then, StandardState)
    then.box = box
    then.board = Board(then.board.tracks, then.board.tokens, then.board.beside_hex)
    return then
