"""Positions of the first form, `kb1`, which were pickles: read as data, never unpickled.

The opcodes are interpreted here, and all they can do is to build plain trees: numbers, texts, containers, parts of
the box by where they are found, records by their name. Names are looked up in `first_form.json`, which lists every
record that such a position can hold with its fields as they were when the form was given up; nothing is imported,
nothing is called. What comes out is the plain data of today's form.
"""

from __future__ import annotations

import json
import pickletools
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from kursbuch.store.errors import CannotRead

MARK = b"kb1"
_MOST = 500_000  # values in a position; the largest has some ten thousand

_BOX = "kursbuch.store.codec._from_box"
_PLAIN = frozenset({"builtins.set", "builtins.frozenset", "builtins.range"})


@dataclass(frozen=True, slots=True)
class _Lists:
    """Every name of that day. `in_order`: records written field by field: the kind today, then the fields as they
    were; `by_name`: records written with the names of their fields: the kind today; `made_from`: records written by
    what they are made from: the kind today, then that."""

    in_order: dict[str, list[str]]
    by_name: dict[str, str]
    made_from: dict[str, list[str]]


@cache
def _lists() -> _Lists:
    text = files("kursbuch.store").joinpath("first_form.json").read_text(encoding="utf-8")
    return _Lists(**json.loads(text))


@dataclass(frozen=True, slots=True, eq=False)
class _Name:
    """A name that the bytes mention. It is never looked up outside this module's lists."""

    text: str


@dataclass(slots=True, eq=False)
class _Made:
    """A record, a part of the box or a plain container that the bytes describe."""

    name: str
    given: tuple[Any, ...]
    state: Any = field(default=None)


def read_first_form(data: bytes) -> Any:
    """The plain data of a position of the first form; raises CannotRead."""
    return _Tree().plain(_run(data))


# -- the opcodes ----------------------------------------------------------------------------------

_CONSTANTS: dict[str, Callable[[], Any]] = {
    "NONE": lambda: None,
    "NEWTRUE": lambda: True,
    "NEWFALSE": lambda: False,
    "EMPTY_TUPLE": tuple,
    "EMPTY_LIST": list,
    "EMPTY_DICT": dict,
    "EMPTY_SET": lambda: _Made("builtins.set", ([],)),
}
_VALUES = frozenset(
    {"BININT", "BININT1", "BININT2", "LONG1", "LONG4", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8"}
)
_SILENT = frozenset({"PROTO", "FRAME"})
_TUPLES = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}


class _Mark:
    """Where a run of values begins on the stack."""


_MARKED = _Mark()


def _run(data: bytes) -> Any:
    stack: list[Any] = []
    memo: dict[int, Any] = {}
    for opcode, argument, _ in pickletools.genops(data):
        name = opcode.name
        if name in _VALUES:
            stack.append(argument)
        elif name in _CONSTANTS:
            stack.append(_CONSTANTS[name]())
        elif name in _TUPLES:
            count = _TUPLES[name]
            stack[-count:] = [tuple(stack[-count:])]
        elif name == "MEMOIZE":
            memo[len(memo)] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET"):
            stack.append(memo[_checked(argument, int)])
        elif name == "MARK":
            stack.append(_MARKED)
        elif name == "STOP":
            return stack.pop()
        elif name not in _SILENT:
            _build(name, stack)
    raise CannotRead("cut off")


def _build(name: str, stack: list[Any]) -> None:
    """An opcode that puts values together."""
    if name == "TUPLE":
        values = _since_mark(stack)
        stack.append(tuple(values))
    elif name == "FROZENSET":
        values = _since_mark(stack)
        stack.append(_Made("builtins.frozenset", (values,)))
    elif name in ("APPENDS", "ADDITEMS"):
        values = _since_mark(stack)
        _items(stack[-1]).extend(values)
    elif name == "APPEND":
        value = stack.pop()
        _items(stack[-1]).append(value)
    elif name in ("SETITEMS", "SETITEM"):
        values = _since_mark(stack) if name == "SETITEMS" else [stack.pop(-2), stack.pop()]
        _checked(stack[-1], dict).update(zip(values[::2], values[1::2], strict=True))
    elif name == "STACK_GLOBAL":
        inner, module = stack.pop(), stack.pop()
        stack.append(_Name(f"{module}.{inner}"))
    elif name in ("REDUCE", "NEWOBJ"):
        given, what = stack.pop(), stack.pop()
        stack.append(_Made(_checked(what, _Name).text, _checked(given, tuple)))
    elif name == "BUILD":
        state = stack.pop()
        _checked(stack[-1], _Made).state = state
    else:
        raise CannotRead(f"{name} has no place in a position")


def _since_mark(stack: list[Any]) -> list[Any]:
    place = len(stack) - 1
    while stack[place] is not _MARKED:
        place -= 1
        if place < 0:
            raise CannotRead("a run of values without a beginning")
    values = stack[place + 1 :]
    del stack[place:]
    return values


def _items(value: Any) -> list[Any]:
    """What values can be added to: a list, or the members of a set."""
    items: list[Any] = _checked(value.given[0] if isinstance(value, _Made) else value, list)
    return items


def _checked(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise CannotRead(f"a {type(value).__name__} in the place of a {kind.__name__.strip('_').lower()}")
    return value


# -- today's form ---------------------------------------------------------------------------------


class _Tree:
    """Turns what the opcodes have built into the plain data of today's form."""

    def __init__(self) -> None:
        self._count = 0

    def plain(self, value: Any) -> Any:
        self._count += 1
        if self._count > _MOST:  # a few bytes can stand for endlessly many values
            raise CannotRead("larger than any position")
        kind = type(value)
        if kind is tuple:
            return [self.plain(one) for one in value]
        if kind is list:
            return {"": "list", "of": self.plain(tuple(value))}
        if kind is dict:
            if all(type(key) is str and key for key in value):
                return {key: self.plain(one) for key, one in value.items()}
            return {"": "dict", "of": [[self.plain(key), self.plain(one)] for key, one in value.items()]}
        if kind is _Made:
            return self._made(value)
        if kind in (int, str, bool, type(None)):
            return value
        raise CannotRead(f"{kind.__name__.strip('_').lower()} has no place in a position")

    def _made(self, made: _Made) -> Any:
        name, given = made.name, made.given
        if name == "copyreg.__newobj__" and given and type(given[0]) is _Name:
            return self._made(_Made(given[0].text, given[1:], made.state))
        if name == _BOX:
            (path,) = given
            return {"": "part", "of": ".".join(str(key) for _, key in path)}
        if name in _PLAIN:
            what = name.removeprefix("builtins.")
            return {"": what, "of": self.plain(given if what == "range" else tuple(given[0]))}
        known = _lists()
        if name in known.made_from:
            kind, *fields = known.made_from[name]
            return {"": kind, **{f: self.plain(one) for f, one in zip(fields, given, strict=True)}}
        if name in known.by_name:
            return self._named(known.by_name[name], made.state)
        if name in known.in_order:
            kind, *fields = known.in_order[name]
            values = _checked(made.state, list)
            return {"": kind, **{f: self.plain(one) for f, one in zip(fields, values, strict=True)}}
        raise CannotRead(f"{name[:80]} has no place in a position")

    def _named(self, kind: str, state: Any) -> Any:
        """A record that was written with the names of its fields, in its slots or not."""
        for part in state if type(state) is tuple else (state,):
            if type(part) is dict and all(type(key) is str and key for key in part):
                out = {"": kind, **{key: self.plain(one) for key, one in part.items()}}
                return {**out, "form": 1} if kind == "Chance" else out
        raise CannotRead(f"a {kind} without its fields")
