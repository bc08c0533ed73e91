"""Editions compared, merged, and a whole box written out as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.core.overlay import DROP, GONE, SOURCE, called, name_of_entries
from kursbuch.editions.box import box_data, built_in
from kursbuch.editions.reading import read_edition

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that two boxes have otherwise; None is not there."""

    at: str
    one: Any
    other: Any


def differences(family: Family, one: Edition | None, other: Edition | None) -> list[Difference]:
    """What is other in the second box; None is the built-in one."""
    first, second = box_data(family, one), box_data(family, other)
    return [Difference(".".join(at), a, b) for at, a, b in _differing((), first, second) if at[-1] != SOURCE]


def _differing(path: Path, one: Any, other: Any) -> Iterator[tuple[Path, Any, Any]]:
    one, other = (
        {} if not box and name_of_entries(beside) else by_name(box)
        for box, beside in ((one, other), (other, one))
    )
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            yield from _differing((*path, key), one.get(key), other.get(key))
    elif one != other or type(one) is not type(other):
        yield path, one, other


def by_name(value: Any) -> Any:
    """A list of named tables as a table of them."""
    name = name_of_entries(value)
    return {called(entry[name]): entry for entry in value} if name else value


def overlay_between(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What must be laid over the old table so that it is the new one.

    >>> overlay_between({"a": 1, "b": {"c": 2}, "d": 3}, {"a": 1, "b": {"c": 4}})
    {'b': {'c': 4}, 'drop': ['d']}
    """
    old, new = by_name(old), by_name(new)
    out: dict[str, Any] = {}
    dropped = []
    for key, value in new.items():
        before, now = by_name(old.get(key)), by_name(value)
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            if inner := overlay_between(before, now):
                out[key] = inner
        elif key not in old or before != value or type(before) is not type(value):
            out[key] = value
    for key, value in old.items():
        if key not in new and key != SOURCE:
            if isinstance(value, Mapping):
                out[key] = {GONE: True}
            else:
                dropped.append(key)
    if dropped:
        out[DROP] = dropped
    return out


def without_losses(overlay: Mapping[str, Any]) -> dict[str, Any]:
    """The overlay without what it takes away.

    >>> without_losses({"b": {"c": 4, "drop": ["d"]}, "e": {"gone": True}})
    {'b': {'c': 4}}
    """
    return {
        key: without_losses(value) if isinstance(value, Mapping) else value
        for key, value in overlay.items()
        if key != DROP and not (isinstance(value, Mapping) and value.get(GONE) is True)
    }


def whole_edition(family: Family, title: str, name: str, edition: Edition | None = None) -> Edition:
    """The whole box written out, every value of it, as an edition that needs nothing of the built-in data."""
    files = {file: _written_out(data) for file, data in box_data(family, edition).items()}
    return read_edition({"edition": {"title": title, "name": name}, **files})


def _written_out(data: Any) -> Any:
    data = by_name(data)
    return {key: _written_out(value) for key, value in data.items()} if isinstance(data, Mapping) else data


def merged(family: Family, *editions: Edition) -> tuple[Edition, list[Difference]]:
    """One edition of several, and where they contradict each other: there the first has its way.

    Raises BadInput if they are not of the same box.
    """
    clashes: list[Difference] = []
    out: dict[str, Any] = {"edition": dict(editions[0].about)}
    for edition in editions:
        for file, table in edition.files.items():
            if file == "edition":
                continue
            if file not in built_in(family):
                raise BadInput(file[:40], "the box has no such data file")
            out[file] = _merged((file,), out.get(file, {}), table, clashes)
    return read_edition(out), clashes


def _merged(
    path: Path, first: Mapping[str, Any], other: Mapping[str, Any], clashes: list[Difference]
) -> dict[str, Any]:
    out = dict(first)
    for key, value in other.items():
        if key not in out:
            out[key] = value
        elif key == SOURCE:
            continue
        elif key == DROP:
            out[key] = [*out[key], *(one for one in value if one not in out[key])]
        elif isinstance(out[key], Mapping) and isinstance(value, Mapping):
            out[key] = _merged((*path, key), out[key], value, clashes)
        elif out[key] != value:
            clashes.append(Difference(".".join((*path, key)), out[key], value))
    return out
