"""Which correction keeps a game from being set up, where none of the checks has found it: found by trying.

The corrections are laid over the built-in data one after the other; the one with which the first game fails is told.
So the rules of any title may read its data as they like, and an owner is still told the place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.core.overlay import DROP, GONE
from kursbuch.editions.box import box_data, built_in
from kursbuch.editions.comparing import by_name, overlay_between
from kursbuch.editions.reading import read_edition

Path = tuple[str, ...]
_MISSING = object()  # the correction takes a value away


class Stuck(Exception):
    """A game begins, but nobody has anything to decide in it."""


def blamed(
    family: Family, edition: Edition, plays: Callable[[Edition], object], error: Exception
) -> BadInput:
    """The error told at the correction that brings it about; `plays` sets a game up, or fails as it does with all."""
    found = [*corrections(built_in(family), box_data(family, edition))]
    good, bad = 0, len(found)  # with so many corrections a game begins, with so many it fails
    while bad - good > 1:
        middle = (good + bad) // 2
        if _fails(_with(edition, found[:middle]), plays):
            bad = middle
        else:
            good = middle
    path, value = found[bad - 1] if found else (("edition",), None)
    at = ".".join(path)
    if isinstance(error, Stuck):
        return BadInput(at, "with it there is nothing to do in a new game but to pass")
    if value is _MISSING or value == {GONE: True}:
        return BadInput(at, "missing: without it no game can be set up")
    # what Python says of it is of no use to an owner; who looks for the fault finds it as the error's cause
    return BadInput(at, "the box cannot be built with this value")


def corrections(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Each value that is other, by where it is; blocks that are new or gone are one correction.

    >>> list(corrections({"game": {"bank": 4000}}, {"game": {"bank": 5000}, "board": {"a": 1}}))
    [(('game', 'bank'), 5000), (('board',), {'a': 1})]
    """
    yield from _within((), old, overlay_between(old, new))


def _within(path: Path, old: Mapping[str, Any], overlay: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    for key, value in overlay.items():
        before = by_name(old.get(key))
        if key == DROP:
            yield from (((*path, name), _MISSING) for name in value)
        elif isinstance(value, Mapping) and isinstance(before, Mapping) and GONE not in value:
            yield from _within((*path, key), before, value)
        else:
            yield (*path, key), value


def _with(edition: Edition, some: list[tuple[Path, Any]]) -> Edition:
    """The edition with some of its corrections only."""
    files: dict[str, Any] = {"edition": edition.about}
    for path, value in some:
        table = files
        for key in path[:-1]:
            table = table.setdefault(key, {})
        if value is _MISSING:
            table.setdefault(DROP, []).append(path[-1])
        else:
            table[path[-1]] = value
    return read_edition(files)


def _fails(edition: Edition, plays: Callable[[Edition], object]) -> bool:
    try:
        plays(edition)
    except BadInput:
        return False  # some of the corrections need others: that is not the error that is looked for
    except Exception:
        return True
    return False
