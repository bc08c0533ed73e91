"""A game without what some players may not know: to be shown, asked and tried out, never to be played on.

Whatever a page works out from a veiled game, it cannot tell a secret, since there is none in it: no seed, no
sealed part of the position, now or at earlier moves, no action or event that somebody else keeps to himself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from kursbuch.core.action import Action
from kursbuch.core.event import Event
from kursbuch.core.game import Game
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

    def position(s: State) -> State:
        hidden: State = game.rules.veiled(s, players)
        return hidden

    def told(events: tuple[Event, ...]) -> tuple[Event, ...]:
        return tuple(e for e in events if e.to in known) if any(e.to for e in events) else events

    def action(done: Action, events: tuple[Event, ...]) -> Action:
        return done if all(e.to in known for e in events) else Sealed(done.actor, by=done.by)

    twin = game.clone()
    twin.seed = 0
    twin.state = position(game.state)
    twin.actions = [action(a, e) for a, e in zip(game.actions, game._events[1:], strict=True)]
    twin._events = [told(events) for events in game._events]
    twin._kept = _Behind(game._kept, position)
    twin._redo = _Behind(game._redo, lambda r: (action(r[0], r[2]), position(r[1]), told(r[2])))
    return twin


class _Behind(list[Any]):
    """Moments of a game that are veiled when somebody goes there: most of them nobody ever does."""

    def __init__(self, moments: list[Any], veil: Callable[[Any], Any]) -> None:
        super().__init__(moments)
        self._veil = veil

    def pop(self, index: Any = -1) -> Any:
        return self._veil(super().pop(index))

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        return [self._veil(one) for one in found] if isinstance(index, slice) else self._veil(found)

    def __iter__(self) -> Any:
        return (self._veil(one) for one in super().__iter__())

    def copy(self) -> _Behind:
        return _Behind(list(super().__iter__()), self._veil)
