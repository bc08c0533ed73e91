"""A game without what some players may not know: to be shown, asked and tried out, never to be played on.

Whatever a page works out from a veiled game, it cannot tell a secret, since there is none in it: no seed, no
sealed part of the position, now or at earlier moves, no action or event that somebody else keeps to himself.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kursbuch.core.action import Action
from kursbuch.core.event import Event
from kursbuch.core.history import Move, Unseen
from kursbuch.core.state import State

if TYPE_CHECKING:
    from kursbuch.core.game import Game


@dataclass(frozen=True, slots=True)
class Sealed(Action):
    """Stands where somebody has decided something that the viewer may not know."""

    form = "{actor} decides unseen"


def told(events: tuple[Event, ...], known: Collection[str]) -> tuple[Event, ...]:
    """Those of the events that are told to one of these; "" is everybody."""
    return tuple(e for e in events if e.to in known) if any(e.to for e in events) else events


def unveiled(move: Move, known: Collection[str]) -> Move:
    """A move as they know it who are told what is told to these: `Sealed`, if part of it is told to another."""
    if not move.private or all(e.to in known for e in move.events):
        return move
    done = Sealed(move.action.actor, by=move.action.by)
    return Move(done, told(move.events, known), move.uncovered)


def veiled(game: Game, players: Collection[str]) -> Game:
    """The game as those know it who hold these players. When it is over nothing is secret any more.

    What a player may know stays as it was: `veiled(game, [p]).view(p) == game.view(p)`.
    """
    if game.over:
        return game
    known = ("", *players)

    def position(s: State | None) -> State | None:
        return None if s is None else game.rules.veiled(s, players)

    def seen(move: Move) -> Move:
        done = unveiled(move, known)
        return done.with_position(Unseen(lambda: position(move.before))) if move.at_hand else done

    twin = game.clone()
    twin.seed = 0
    twin.reseeded = tuple((moves, 0) for moves, _ in game.reseeded)
    twin.state = game.rules.veiled(game.state, players)
    # most moves of a long game have no position at hand and are no secret
    twin.moves = [seen(move) if move.at_hand or move.private else move for move in game.moves]
    twin.actions = [move.action for move in twin.moves]
    twin.undone = [(seen(move), position(led)) for move, led in game.undone]
    twin.remarks = {number: told(events, known) for number, events in game.remarks.items()}
    twin._seen = {}
    twin._setup = told(game._setup, known)
    twin._told = {
        player: knows for player, knows in game._told.items() if player is None or player in players
    }
    return twin
