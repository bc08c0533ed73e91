"""Positions in a few lines, for tests and examples: whatever is not named is at rest (no influence, no pieces)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from kursbuch.core import Game
from kursbuch.titles.nuremberg.rules.box import CARGO, COLOURS, PIECES
from kursbuch.titles.nuremberg.rules.parts import box
from kursbuch.titles.nuremberg.rules.state import Loading, Rounds, Table
from kursbuch.titles.nuremberg.rules.track import Track
from kursbuch.titles.nuremberg.title import TITLE

BOX = box()

Numbers = Mapping[str, int]
NONE: Mapping[str, Any] = MappingProxyType({})


def position(
    players: int = 2,
    *,
    phase: int | str = 5,
    round: int = 1,
    order: str = "",
    building: str = "",
    trains_in: str = "",
    profit: Numbers = NONE,
    vp: Numbers = NONE,
    cubes: Numbers = NONE,
    bids: Mapping[str, tuple[str, int]] = NONE,
    drawn: Mapping[str, str] = NONE,
    links: Mapping[str, Sequence[str]] = NONE,
    stations: Mapping[str, str] = NONE,
    pieces: Mapping[str, str] = NONE,
    trains: Mapping[str, str] = NONE,
    kept: Mapping[str, Numbers] = NONE,
    bonus_paid: bool = False,
    options: Mapping[str, Any] = NONE,
    **influence: Numbers,
) -> Game:
    """A game at the beginning of a phase (or of the common loading: phase="loading").

    Tracks (white, brown, red, green, profit) name players with their spaces; among equals the first named lies on
    top. Links are lines such as "fuerth-zirndorf-rosstal"; pieces are words such as "red landowner"; trains name
    the owner and the load, such as {"T11": "A post"}.
    """
    game = Game(TITLE, "ABCD"[:players], 1, options)
    s = cast("Table", game.state.copy())
    s.round = round
    s.order = tuple(order or "ABCD"[:players])
    s.building_order, s.train_order = tuple(building or s.order), tuple(trains_in or s.order)
    s.tracks = {colour: track(s.order, influence.get(colour, {})) for colour in COLOURS}
    s.profit = track(s.order, profit)
    s.vp = {player: vp.get(player, 0) for player in s.players}
    s.bonus_paid = bonus_paid
    _lay_cubes_and_markers(s, cubes, bids, drawn, phase)
    for owner, lines in links.items():
        s.links[owner] = frozenset(border for line in lines for border in BOX.borders_along(line.split("-")))
        s.depot[owner] -= len(s.links[owner])
    s.colours.update((area, tuple(colours.split())) for area, colours in stations.items())
    for train, words in trains.items():
        owner, *load = words.split()
        s.trains[train] = owner
        s.locomotives[owner] -= 1
        s.loads |= {train: tuple(load)} if load else {}
    s.board = {area: tuple(words.split()) for area, words in pieces.items()}
    for player, counts in kept.items():
        s.kept[player] = tuple(counts.get(piece, 0) for piece in CARGO)
    s.out = _left_out(s)
    s.phase = 6 if phase == "loading" else int(phase) - 1
    s.stack = [Rounds(), Loading()] if phase == "loading" else [Rounds()]
    s.fresh = []
    game._run_on(s)
    game._setup = tuple(s.fresh)
    s.fresh.clear()
    game.state = s
    game.audit()
    return game


def track(order: Sequence[str], spaces: Numbers) -> Track:
    named = dict(spaces) | {player: 0 for player in order if player not in spaces}
    return tuple(sorted(named.items(), key=lambda marker: -marker[1]))


def _lay_cubes_and_markers(
    s: Table, cubes: Numbers, bids: Mapping[str, tuple[str, int]], drawn: Mapping[str, str], phase: int | str
) -> None:
    s.bids = dict(bids)
    for player in s.players:
        s.hand[player] = cubes.get(player, 0)
        bid = sum(n for bidder, n in bids.values() if bidder == player)
        s.supply[player] = BOX.pieces["player"]["cubes"] - s.hand[player] - bid
    markers = dict(BOX.pieces["markers"]["bag"])
    s.drawn = {}
    if phase not in (1, 2):
        for box in BOX.boxes_for[len(s.players)]:
            colour = drawn.get(box) or next(
                c for c, n in markers.items() if n > list(drawn.values()).count(c)
            )
            s.drawn[box] = colour
            markers[colour] -= 1
    s.bag = {} if phase in (1, 2) and s.round == 1 else markers


def _left_out(s: Table) -> dict[str, int]:
    box = {**BOX.pieces["goods"]["bag"], **BOX.pieces["figures"]["bag"]}
    used = [piece for held in (*s.board.values(), *s.loads.values()) for piece in held]
    used += [
        piece for kept in s.kept.values() for piece, n in zip(CARGO, kept, strict=True) for _ in range(n)
    ]
    return {piece: box[piece] - used.count(piece) for piece in PIECES}
