"""A short name of a whole position: two positions have the same one only if everything in them is the same."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from kursbuch.core import Chance, Game, State
from kursbuch.core.record import slots_of
from kursbuch.rail.board import Board
from kursbuch.rail.board.tile import Face
from kursbuch.rail.paper.market import Prices


def digest(game: Game) -> str:
    """The digest of the position, every slot of the state, and of the last action with what it brought about.

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> before = digest(game)
    >>> game.apply(game.legal_actions()[0].sample(__import__("random").Random(1)))
    >>> digest(game) == before
    False
    >>> game.undo()
    >>> digest(game) == before
    True
    """
    number = len(game.actions)
    return _hashed((plain(game.state), number, str(*game.actions[-1:]), plain(game.events_of(number))))


def history(game: Game) -> str:
    """The digest of all that has happened: the actions and their events, in order."""
    return _hashed(([str(action) for action in game.actions], plain(game.events)))


def _hashed(value: Any) -> str:
    return hashlib.blake2b(repr(value).encode(), digest_size=16).hexdigest()


def plain(value: Any) -> Any:
    """A value as nested tuples of names and numbers. A kind of value not known here is an error, not skipped."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | list):
        return tuple([plain(item) for item in value])
    if isinstance(value, Mapping):
        return ("mapping", *sorted([(plain(k), plain(v)) for k, v in value.items()], key=repr))
    if isinstance(value, set | frozenset):
        return ("set", *sorted([plain(item) for item in value], key=repr))
    return (type(value).__name__, _record(value))


def _record(value: Any) -> Any:
    if isinstance(value, State):
        return [(name, plain(getattr(value, name))) for name in slots_of(type(value))]
    if isinstance(value, Chance):
        return value.seed, value.count
    if isinstance(value, Board):  # not what has been found out about it
        return plain((value.faces, value.tokens, value.beside_hex))
    if isinstance(value, Prices):
        return plain(value.stacks)
    if isinstance(value, Face):
        return str(value)
    if is_dataclass(value):
        if type(value).__eq__ is object.__eq__:
            return "part of the box"  # compared by identity: shared by all games
        return [plain(getattr(value, f.name)) for f in fields(value) if f.compare]
    raise TypeError(f"no digest of {type(value).__name__}")
