"""What lies on the hexes is drawn when it changes, and only then."""

from __future__ import annotations

import kursbuch as kb
from kursbuch.draw.layers import Layers, Look, layers_of
from kursbuch.draw.zoom import ZOOMS
from kursbuch.rail.state import RailState

LOOK = Look("en", False, ZOOMS[0], "kb-form", "".join)


def _layers(game: kb.Game, lit: tuple[str, ...] = (), language: str = "en") -> Layers:
    assert isinstance(game.state, RailState)
    return layers_of(game.state, game.state.board, LOOK._replace(language=language), lit)


def test_what_does_not_touch_the_board_leaves_the_layers_as_they_are():
    game = kb.new_game("1889", 3, seed=1)
    before = _layers(game)
    game.apply(game.legal_actions()[0])
    assert _layers(game) is before
    assert _layers(kb.new_game("1889", 3, seed=2)) is before  # nor does it matter whose game it is


def test_a_tile_a_station_a_closed_company_lit_hexes_and_the_language_are_seen():
    game = kb.new_game("1889", 3, seed=1)
    s = game.state
    assert isinstance(s, RailState)
    seen = [_layers(game), _layers(game, lit=("K4",)), _layers(game, language="de")]
    hex = next(h for h, found in s.box.map.hexes.items() if found.homes)
    home = s.box.map.hexes[hex].homes[0]
    s.closed = frozenset({home})
    seen.append(_layers(game))
    s.closed = frozenset()
    s.board = s.board.with_token((hex, 0), 0, home)
    seen.append(_layers(game))
    s.board = s.board.with_face("K6", s.box.tiles["8"].faces[0])
    seen.append(_layers(game))
    assert len(set(seen)) == len(seen)
