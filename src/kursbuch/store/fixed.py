"""What all games of one make-up share: the parts of the box, each by where it is found, and the kinds of records."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from kursbuch.core import Action, Rules, State
from kursbuch.core.built import worked_out
from kursbuch.core.record import Kind, kind_called, slots_of
from kursbuch.shelf import families
from kursbuch.store.errors import CannotRead


class Fixed:
    """The parts of the box by name, and the kinds of records, for games of one make-up."""

    def __init__(self, start: State, twin: State, rules: Rules[Any]) -> None:
        """`twin` is the start position of another game of this make-up: what both hold is shared by all."""
        self.start = start
        self.kinds: Mapping[str, type[Action]] = rules.grammar.kinds
        self._records: dict[str, Kind] = {}
        self._parts: dict[str, object] = {}  # by name: the shortest way there, steps joined by dots
        self.names: dict[int, str] = {}  # of each part, by its id
        names = self.names
        queue: deque[tuple[str, object]] = deque(rules.parts.items())  # each game uses some of these
        for name in data_names(start):
            value = getattr(start, name, None)
            if _ours(value) and value is getattr(twin, name, None):
                queue.append((name, value))
        while queue:
            path, value = queue.popleft()
            if _ours(value):
                if id(value) in names:
                    # another way to a known part: positions of another day may have gone it
                    self._parts.setdefault(path, value)
                    continue
                names[id(value)] = path
                self._parts.setdefault(path, value)
            for step, inner in _inside(value):
                if _ours(inner) or isinstance(inner, (tuple, list, Mapping)):
                    queue.append((f"{path}.{step}", inner))
        self.types = frozenset(type(part) for part in self._parts.values())

    def part(self, name: object) -> object:
        """The part of the box of this name; raises CannotRead if there is none."""
        found = self._parts.get(name) if isinstance(name, str) else None
        if found is None:
            raise CannotRead(f"the box has no part {str(name)[:80]!r}")
        return found

    def kind(self, name: str) -> Kind:
        """A kind of record by its short name, or "do" and the kind of an action; raises CannotRead."""
        found = self._records.get(name)
        if found is None:
            found = self._records[name] = self._find(name)
        return found

    def _find(self, name: str) -> Kind:
        if name.startswith("do "):
            action = self.kinds.get(name[3:])
            if action is None:
                raise CannotRead(f"this title has no action {name[3:60]!r}")
            return Kind(name, action, tuple(field.name for field in fields(action)), called=False)
        try:
            return kind_called(name, type(self.start).__module__)
        except LookupError as error:
            raise CannotRead(str(error)) from error


def _ours(value: object) -> bool:
    return type(value).__module__.startswith(_rooms())


@cache
def _rooms() -> tuple[str, ...]:
    """Where the records of positions and boxes are written."""
    return ("kursbuch.core.", "kursbuch.rail.", *(family.package for family in families()))


def data_names(value: object) -> list[str]:
    """The attributes that hold data."""
    names = {*slots_of(type(value)), *getattr(value, "__dict__", ())}
    if is_dataclass(value):
        names |= {field.name for field in fields(value)}
    return sorted(names)


def _inside(value: Any) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(key, (str, int)):
                yield str(key), inner
    elif isinstance(value, (tuple, list)):
        for number, inner in enumerate(value):
            yield str(number), inner
    elif _ours(value):
        for name in sorted({*data_names(value), *worked_out(type(value))}):
            yield name, getattr(value, name, None)
