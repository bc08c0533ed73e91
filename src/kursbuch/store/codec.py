"""A position as bytes, and back: data only, with a version.

A position is written as plain data (MessagePack, compressed): records by the short name of their kind with their
fields by name, containers, numbers, texts. What never changes in a game (the map, the tiles, the charts of the box)
is not written but referred to by where it is found in a newly started game: a corrected box therefore takes effect
in running games. What is worked out from a position is left out.

Nothing in the bytes can name a class or a function: kinds are looked up in the closed list of
`kursbuch.core.record`, actions in the title's grammar, parts of the box in the list of all parts. A field that is
new since a position was written starts as at the start of a game; one that is gone is passed over.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from kursbuch.core import Action, Chance, Game, State
from kursbuch.core.action import kind_of
from kursbuch.core.record import Kind, is_record, kind_of_class
from kursbuch.store.errors import CannotRead
from kursbuch.store.first_form import MARK as FIRST
from kursbuch.store.first_form import read_first_form
from kursbuch.store.fixed import Fixed

__all__ = ["CannotRead", "Fixed", "decode", "encode", "packed", "unpacked", "written"]

_MARK = b"kb2"
_MOST = 4_000_000  # bytes of a position; the largest has some twenty thousand
_PLAIN = frozenset({str, int, bool, type(None)})
_TEXT = frozenset({str})
_PART = 1  # the code under which a part of the box stands, by its name
_KIND = ""  # the key under which a mapping says what it stands for
_OF = "of"


def encode(game: Game, fixed: Fixed) -> bytes:
    """The position of a game."""
    return packed(written(game.state, fixed))


def decode(data: bytes, fixed: Fixed) -> State:
    """The position that the bytes stand for; raises CannotRead."""
    try:
        if data.startswith(FIRST):
            return _position(read_first_form(_inflated(data[len(FIRST) :])), fixed)
        return read(unpacked(data), fixed)
    except CannotRead:
        raise
    except Exception as error:  # damaged bytes can fail in any way
        raise CannotRead(f"{type(error).__name__}: {error}") from error


def written(state: State, fixed: Fixed) -> bytes:
    """A position as plain data, not yet compressed."""
    return _ENCODER.encode(_tools(fixed).writer.put(state))


def read(raw: bytes, fixed: Fixed) -> State:
    """The position that plain data tells of; raises CannotRead."""
    try:
        return _position(_tools(fixed).decoder.decode(raw), fixed)
    except CannotRead:
        raise
    except Exception as error:
        raise CannotRead(f"{type(error).__name__}: {error}") from error


def packed(raw: bytes, base: bytes = b"") -> bytes:
    """Data compressed; with `base`, a position of the same game, only what differs takes room."""
    if not base:
        return _MARK + zlib.compress(raw, 1)
    squeeze = zlib.compressobj(6, zdict=base)
    return _MARK + squeeze.compress(raw) + squeeze.flush()


def unpacked(data: bytes, base: bytes = b"") -> bytes:
    """The data again; `base` must be what it was packed with. Raises CannotRead."""
    if not data.startswith(_MARK):
        raise CannotRead("written in another form")
    try:
        return _inflated(data[len(_MARK) :], base)
    except zlib.error as error:
        raise CannotRead(str(error)) from error


def _inflated(data: bytes, base: bytes = b"") -> bytes:
    stretch = zlib.decompressobj(zdict=base) if base else zlib.decompressobj()
    out = stretch.decompress(data, _MOST)
    if not stretch.eof:
        raise CannotRead("cut off, or larger than any position")
    return out


_ENCODER = msgspec.msgpack.Encoder()


class _Tools:
    """What writes and reads positions of one make-up."""

    def __init__(self, fixed: Fixed) -> None:
        self.writer = _Writer(fixed)
        self.reader = _Reader(fixed)
        self.decoder = msgspec.msgpack.Decoder(ext_hook=self._part)
        self._find = fixed.part

    def _part(self, code: int, name: memoryview) -> object:
        if code != _PART:
            raise CannotRead("written in another form")
        return self._find(str(name, "utf-8"))


_TOOLS: WeakKeyDictionary[Fixed, _Tools] = WeakKeyDictionary()


def _tools(fixed: Fixed) -> _Tools:
    found = _TOOLS.get(fixed)
    if found is None:
        found = _TOOLS[fixed] = _Tools(fixed)
    return found


# -- writing --------------------------------------------------------------------------------------

Put = Callable[[Any], Any]


class _Writer:
    """Turns values into plain data. Tuples become arrays and dicts with texts for keys mappings, as they are."""

    def __init__(self, fixed: Fixed) -> None:
        self._fixed = fixed
        self._parts = {id: msgspec.msgpack.Ext(_PART, name.encode()) for id, name in fixed.names.items()}
        self._by_type: dict[type, Put] = {
            **{kind: self._part for kind in fixed.types},
            Chance: self._chance,
            tuple: self._tuple,
            dict: self._dict,
            list: lambda value: {_KIND: "list", _OF: self._tuple(value)},
            set: lambda value: {_KIND: "set", _OF: self._tuple(_ordered(value))},
            frozenset: lambda value: {_KIND: "frozenset", _OF: self._tuple(_ordered(value))},
            range: lambda value: {_KIND: "range", _OF: [value.start, value.stop, value.step]},
        }

    def put(self, value: Any) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return value
        put = self._by_type.get(kind)
        if put is None:
            put = self._by_type[kind] = self._of_record(kind)
        return put(value)

    def _part(self, value: Any) -> Any:
        """A part of the box by its name; a record of that kind that the box does not hold is written out."""
        found = self._parts.get(id(value))
        return self._of_record(type(value))(value) if found is None else found

    def _chance(self, value: Chance) -> Any:
        """Seeds are longer than the numbers of MessagePack."""
        seed = {_KIND: "int", _OF: hex(value.seed)}
        return {_KIND: "Chance", "seed": seed, "count": value.count, "form": value.form}

    def _tuple(self, value: Any) -> Any:
        if _PLAIN.issuperset(map(type, value)):
            return value
        put = self.put
        return [one if type(one) in _PLAIN else put(one) for one in value]

    def _dict(self, value: dict[Any, Any]) -> Any:
        put = self.put
        if _TEXT.issuperset(map(type, value)) and _KIND not in value:
            if _PLAIN.issuperset(map(type, value.values())):
                return value
            return {key: one if type(one) in _PLAIN else put(one) for key, one in value.items()}
        return {_KIND: "dict", _OF: [[put(key), put(one)] for key, one in value.items()]}

    def _of_record(self, cls: type) -> Put:
        if issubclass(cls, Action):
            if self._fixed.kinds.get(kind_of(cls)) is not cls:
                raise TypeError(f"{cls.__name__} is no action of this title")
            return self._record(f"do {kind_of(cls)}", tuple(field.name for field in fields(cls)))
        kind = kind_of_class(cls)
        if not is_record(cls) or self._fixed.kind(kind.name).cls is not cls:
            raise TypeError(f"{cls.__module__}.{cls.__name__} is no kind of record that positions hold")
        if issubclass(cls, str):
            return lambda value: {_KIND: kind.name, kind.fields[0]: str(value)}
        return self._record(kind.name, kind.fields)

    def _record(self, name: str, names: tuple[str, ...]) -> Put:
        put = self.put

        def write(value: Any) -> Any:
            out = {_KIND: name}
            for field in names:
                one = getattr(value, field, MISSING)
                if one is not MISSING:
                    out[field] = one if type(one) in _PLAIN else put(one)
            return out

        return write


def _ordered(value: Any) -> list[Any]:
    """The members of a set in an order that does not change from run to run."""
    try:
        return sorted(value)
    except TypeError:
        return sorted(value, key=repr)


# -- reading --------------------------------------------------------------------------------------

_CONTAINERS: Mapping[str, Callable[[Any], Any]] = {
    "list": list,
    "set": set,
    "frozenset": frozenset,
    "dict": dict,
}


def _position(tree: Any, fixed: Fixed) -> State:
    state = _tools(fixed).reader.get(tree)
    if type(state) is not type(fixed.start):
        raise CannotRead(f"a {type(state).__name__} is no position of this title")
    assert isinstance(state, State)
    return state


class _Reader:
    """Builds values from plain data."""

    def __init__(self, fixed: Fixed) -> None:
        self._fixed = fixed
        self._ready = fixed.types | _SIMPLE  # what stands for itself, parts of the box included

    def get(self, tree: Any) -> Any:
        kind = type(tree)
        if kind is list:
            get, ready = self.get, self._ready
            if ready.issuperset(map(type, tree)):
                return tuple(tree)
            return tuple([one if type(one) in ready else get(one) for one in tree])
        if kind is dict:
            return self._mapping(tree)
        if kind in self._ready:
            return tree
        raise CannotRead(f"{kind.__name__} has no place in a position")

    def _mapping(self, tree: dict[str, Any]) -> Any:
        get, ready = self.get, self._ready
        name = tree.get(_KIND)
        if name is None:
            if ready.issuperset(map(type, tree.values())):
                return tree
            return {key: one if type(one) in ready else get(one) for key, one in tree.items()}
        if name == "part":  # as the first form has it
            return self._fixed.part(tree[_OF])
        if name in _CONTAINERS:
            return _CONTAINERS[name](get(tree[_OF]))
        if name == "int":
            return int(tree[_OF], 16)
        if name == "range":
            return range(*get(tree[_OF]))
        given = {key: one if type(one) in ready else get(one) for key, one in tree.items()}
        return self._record(str(name), given)

    def _record(self, name: str, given: dict[str, Any]) -> Any:
        kind = self._fixed.kind(name)
        if issubclass(kind.cls, str):
            return kind.cls(str(given[kind.fields[0]]))
        known = {field: given[field] for field in kind.fields if field in given}
        if hasattr(kind.cls, "as_stored"):  # a record that was written in another way once reads that, too
            known = kind.cls.as_stored(known)
        if kind.called:
            return kind.cls(**known)
        made = kind.cls.__new__(kind.cls)
        for field in kind.fields:
            value = known[field] if field in known else self._fresh(kind, made, field)
            object.__setattr__(made, field, value)
        if isinstance(made, State):
            made.look_away()
        return made

    def _fresh(self, kind: Kind, made: object, field: str) -> Any:
        """What a field starts with that is new since the position was written."""
        if isinstance(made, State):
            return getattr(self._fixed.start.copy(), field)
        if is_dataclass(kind.cls):
            for one in fields(kind.cls):
                if one.name == field and one.default is not MISSING:
                    return one.default
                if one.name == field and one.default_factory is not MISSING:
                    return one.default_factory()
        raise CannotRead(f"{kind.name} has no {field}")


_SIMPLE = frozenset({str, int, bool, float, type(None)})
