"""A game without what some players may not know: to be shown, asked and tried out, never to be played on.

Whatever a page works out from a veiled game, it cannot tell a secret, since there is none in it: no seed, no
sealed part of the position, now or at earlier moves, no action or event that somebody else keeps to himself.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from kursbuch.core.action import Action
from kursbuch.core.event import Event
from kursbuch.core.game import Game
from kursbuch.core.history import Move
from kursbuch.core.state import State


@dataclass(frozen=True, slots=True)
class Sealed(Action):
    """Stands where somebody has decided something that the viewer may not know."""

    form = "{actor} decides unseen"


def veiled(game: Game, players: Collection[str]) -> Game:
    """The game as those know it who hold these players. When it is over nothing is secret any more.

    What a player may know stays as it was: `veiled(game, [p]).view(p) == game.view(p)`.
    """
    if game.over:
        return game
    known = ("", *players)

    def position(s: State | None) -> State | None:
        return None if s is None else game.rules.veiled(s, players)

    def told(events: tuple[Event, ...]) -> tuple[Event, ...]:
        return tuple(e for e in events if e.to in known) if any(e.to for e in events) else events

    def seen(move: Move) -> Move:
        if not move.private or all(e.to in known for e in move.events):
            return move if move.before is None else move.with_position(position(move.before))
        done = Sealed(move.action.actor, by=move.action.by)
        return Move(done, told(move.events), move.uncovered, position(move.before))

    twin = game.clone()
    twin.seed = 0
    twin.reseeded = tuple((moves, 0) for moves, _ in game.reseeded)
    twin.state = game.rules.veiled(game.state, players)
    twin.moves = [seen(move) for move in game.moves]
    twin.actions = [move.action for move in twin.moves]
    twin.undone = [(seen(move), position(led)) for move, led in game.undone]
    twin.remarks = {number: told(events) for number, events in game.remarks.items()}
    twin._setup = told(game._setup)
    twin._told = {
        player: knows for player, knows in game._told.items() if player is None or player in players
    }
    return twin
