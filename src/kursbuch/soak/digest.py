"""A short name of a whole position: two positions have the same one only if everything in them is the same."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
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


def same_position(one: Game, other: Game) -> bool:
    """Whether the positions of two games have the same digest; quicker, since what both share is not looked into.

    >>> from kursbuch.shelf import example
    >>> game = example(moves=3)
    >>> same_position(game, game.clone()), same_position(game, game.at(2))
    (True, False)
    """
    number = len(one.actions)
    return (
        number == len(other.actions)
        and [*map(str, one.actions[-1:])] == [*map(str, other.actions[-1:])]
        and _same(one.state, other.state)
        and _same(one.events_of(number), other.events_of(number))
    )


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
    return (type(value).__name__, plain(_parts(value)))


def _same(one: Any, other: Any) -> bool:
    """Whether two values are alike when plain; what is one and the same value is not looked into."""
    if one is other:
        return True
    if type(one) is not type(other) or isinstance(one, set | frozenset):
        return repr(plain(one)) == repr(plain(other))
    if one is None or isinstance(one, bool | int | str):
        return bool(one == other)
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    if not isinstance(one, tuple | list):
        one, other = _parts(one), _parts(other)
    return len(one) == len(other) and all(map(_same, one, other))


def _parts(value: Any) -> Sequence[Any]:
    """What a record is made of."""
    if isinstance(value, State):
        return [(name, getattr(value, name)) for name in slots_of(type(value))]
    if isinstance(value, Chance):
        return value.seed, value.count
    if isinstance(value, Board):  # not what has been found out about it
        return value.faces, value.tokens, value.beside_hex
    if isinstance(value, Prices):
        return (value.stacks,)
    if isinstance(value, Face):
        return (str(value),)
    if is_dataclass(value):
        if type(value).__eq__ is object.__eq__:
            return ("part of the box",)  # compared by identity: shared by all games
        return [getattr(value, f.name) for f in fields(value) if f.compare]
    raise TypeError(f"no digest of {type(value).__name__}")
