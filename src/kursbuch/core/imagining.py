"""A game that a player could be in: what the player knows is kept, all else is drawn anew.

It is made from the position without its secrets (`Rules.veiled`) and from what the player was told, so that two games
which differ only in what the player may not know give the same imagined games from the same random numbers. Its
history is the log as the player has seen it: what others decided unseen stands there as `Sealed`, earlier positions
are not there. It can be played on, and back to where it was imagined; a transcript of it there is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from kursbuch.core.action import Action
from kursbuch.core.chance import FORM
from kursbuch.core.event import Event
from kursbuch.core.history import Move
from kursbuch.core.veil import told, unveiled

if TYPE_CHECKING:
    from kursbuch.core.game import Game


@dataclass(frozen=True, slots=True)
class Seen:
    """What one player has seen of a game so far. All games imagined for that player share it."""

    setup: tuple[Event, ...]
    moves: list[Move]  # without positions
    actions: list[Action]
    remarks: dict[int, tuple[Event, ...]]
    clues: tuple[Event, ...]  # that tell something about secrets
    told: dict[str | None, tuple[int, list[dict[str, Any]]]]  # as views tell it, with how many of the moves


def imagined(game: Game, player: str | None, rng: Random) -> Game:
    """A game that this player could be in; None is a spectator. See `Game.imagined`."""
    twin = game.clone()
    if game.over:  # nothing is secret any more, and nothing is still to come
        return twin
    seen = seen_by(game, player)
    twin.state = game.rules.imagined(game.state, player, rng, seen.clues)
    twin.seed, twin.form, twin.reseeded = twin.state.chance.seed, FORM, ()
    twin.moves, twin.actions = seen.moves.copy(), seen.actions.copy()
    twin.undone = []
    twin.imaginary = True
    twin.remarks = seen.remarks.copy()
    twin._setup, twin._told, twin._seen = seen.setup, seen.told, {player: seen}
    twin._listed = (twin.state, [])
    return twin


def seen_by(game: Game, player: str | None) -> Seen:
    """What a player has seen; only what is new since it was last asked for is worked out."""
    seen = game._seen.get(player, NOTHING)
    if len(seen.moves) != len(game.moves) or seen is NOTHING:
        seen = _looked(game, player, seen)
        game._seen = {**game._seen, player: seen}  # copies share what was seen before
    return seen


def _looked(game: Game, player: str | None, before: Seen) -> Seen:
    known = ("",) if player is None else ("", player)
    new = [unveiled(move, known).with_position(None) for move in game.moves[len(before.moves) :]]
    wanted = game.rules.clues
    clues = tuple(e for move in new for e in move.events if e.key in wanted) if wanted else ()
    bare = game.clone()
    bare._setup = told(game._setup, known)
    bare.moves = before.moves + new
    bare.remarks = {number: told(events, known) for number, events in game.remarks.items()}
    bare._told = before.told
    public = bare._told_to(None)  # the others know nothing else of each other, as far as the player can tell
    number = len(bare.moves) + 1
    views = dict.fromkeys((*game.players, None), (number, public))
    views[player] = (number, game._told_to(player))
    actions = before.actions + [move.action for move in new]
    return Seen(bare._setup, bare.moves, actions, bare.remarks, before.clues + clues, views)


NOTHING = Seen((), [], [], {}, (), {})
