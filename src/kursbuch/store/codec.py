"""A position as bytes, and back, safely.

What never changes in a game (the map, the tiles, the charts of the box) is not written but referred to by where it
is found in a newly started game: a corrected box therefore takes effect in running games. Caches are left out.
Reading makes only records of our own packages and plain containers; nothing in the bytes can call anything else.
"""

from __future__ import annotations

import builtins
import io
import pickle
import sys
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

from kursbuch.core import Game, State

_PLAIN = frozenset({"frozenset", "set", "range"})
_ROOMS = ("kursbuch.core.", "kursbuch.rail.", "kursbuch.titles.")
_MARK = b"kb1"

Path = tuple[tuple[str, Any], ...]


class CannotRead(ValueError):
    """The bytes are no position that this program can go on from."""


def encode(game: Game, fixed: Fixed) -> bytes:
    """The position of a game."""
    out = io.BytesIO()
    _Writer(out, fixed).dump(game.state)
    return _MARK + zlib.compress(out.getvalue(), 1)


def decode(data: bytes, fixed: Fixed) -> State:
    """The position that the bytes stand for; raises CannotRead."""
    try:
        if not data.startswith(_MARK):
            raise CannotRead("written in another form")
        state = _Reader(io.BytesIO(zlib.decompress(data[len(_MARK) :])), fixed).load()
    except CannotRead:
        raise
    except Exception as error:  # a damaged or outdated position can fail in any way
        raise CannotRead(f"{type(error).__name__}: {error}") from error
    if type(state) is not type(fixed.start):
        raise CannotRead(f"a {type(state).__name__} is no position of this title")
    for name in _names(state):
        if not hasattr(state, name):  # new since the position was written: as at the start of a game
            setattr(state, name, getattr(fixed.start.copy(), name))
    return state


class Fixed:
    """What all games of one make-up share, by where it is found from the start position."""

    def __init__(self, start: State, twin: State) -> None:
        """`twin` is the start position of another game of this make-up: what both hold is shared by all."""
        self.start = start
        self._paths: dict[int, Path] = {}
        self._keep: list[object] = []  # so that no id is used again
        queue: deque[tuple[Path, object]] = deque()
        for name in _names(start):
            value = getattr(start, name, None)
            if _ours(value) and value is getattr(twin, name, None):
                queue.append(((("attr", name),), value))
        while queue:
            path, value = queue.popleft()
            if _ours(value):
                if id(value) in self._paths:
                    continue
                self._paths[id(value)] = path
                self._keep.append(value)
            for step, inner in _parts(value):
                if _ours(inner) or isinstance(inner, (tuple, list, Mapping)):
                    queue.append(((*path, step), inner))

    def path(self, value: object) -> Path | None:
        return self._paths.get(id(value))

    def find(self, path: Path) -> object:
        value: Any = self.start
        for kind, key in path:
            value = getattr(value, key) if kind == "attr" else value[key]
        return value


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, fixed: Fixed) -> None:
        super().__init__(file, protocol=5)
        self._fixed = fixed

    def reducer_override(self, obj: Any) -> Any:
        path = self._fixed.path(obj)
        if path is not None:
            return _from_box, (path,)
        if not _ours(obj):
            return NotImplemented
        if hasattr(obj, "forgetful"):  # what was worked out from it is worked out again
            obj = obj.forgetful()
        reduced = obj.__reduce_ex__(5)
        state = reduced[2] if len(reduced) > 2 else None
        caches = _caches(type(obj))
        if caches and isinstance(state, dict):
            return (
                *reduced[:2],
                {key: value for key, value in state.items() if key not in caches},
                *reduced[3:],
            )
        return reduced


def _from_box(path: Path) -> object:
    """Stands in the bytes for a part of the box; the reader knows which box."""
    raise AssertionError("only a reader can find parts")


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, fixed: Fixed) -> None:
        super().__init__(file)
        self._fixed = fixed

    def find_class(self, module: str, name: str) -> Any:
        if module == "builtins" and name in _PLAIN:
            return getattr(builtins, name)
        if module == __name__ and name == "_from_box":
            return self._fixed.find
        if module == "copyreg" and name == "__newobj__":
            return _new_object
        if module.startswith(_ROOMS) and "." not in name and module in sys.modules:
            found = getattr(sys.modules[module], name, None)
            if isinstance(found, type) and found.__module__.startswith(_ROOMS):  # it may have moved since
                return found
        raise CannotRead(f"{module}.{name} has no place in a position")


def _new_object(cls: type, *args: Any) -> Any:
    return cls.__new__(cls, *args)


def _ours(value: object) -> bool:
    return type(value).__module__.startswith(_ROOMS)


def _caches(cls: type) -> frozenset[str]:
    found = _CACHES.get(cls)
    if found is None:
        found = _CACHES[cls] = frozenset(
            name
            for base in cls.__mro__
            for name, value in vars(base).items()
            if isinstance(value, cached_property)
        )
    return found


_CACHES: dict[type, frozenset[str]] = {}


def _names(value: object) -> list[str]:
    """The attributes that hold data."""
    cls = type(value)
    names = {slot for base in cls.__mro__ for slot in getattr(base, "__slots__", ()) if slot[:2] != "__"}
    if is_dataclass(value):
        names |= {field.name for field in fields(value)}
    return sorted(names | set(getattr(value, "__dict__", ())))


def _parts(value: Any) -> Iterator[tuple[tuple[str, Any], object]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(key, (str, int)):
                yield ("key", key), inner
    elif isinstance(value, (tuple, list)):
        for number, inner in enumerate(value):
            yield ("key", number), inner
    elif _ours(value):
        for name in {*_names(value), *_caches(type(value))}:
            yield ("attr", name), getattr(value, name, None)
