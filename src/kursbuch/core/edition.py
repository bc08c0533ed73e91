"""Editions: the data of a box with an owner's corrections, and which one the box is read by.

An edition is an overlay: for each data file the values that are other in somebody's box. A game's rules are composed
with an edition in force (`using`); whatever then reads a data file (`load_data`) sees the corrected values, and what
is made once for all games (`per_edition`) is made once for each edition. An edition is its text: two of the same text
are one, so that their games share a box.

Nothing of an edition is executed: it is data that replaces data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from hashlib import sha256
from importlib.resources import files
from typing import Any, ParamSpec, TypeVar, cast
from weakref import WeakValueDictionary

from kursbuch.core.overlay import corrected

P = ParamSpec("P")
T = TypeVar("T")


class Edition:
    """One box as its owner has it. Made by `kursbuch.editions.read_edition`, which checks it.

    >>> from kursbuch.editions import read_edition
    >>> from kursbuch.shelf import new_game, shelf
    >>> own = read_edition(f'[edition]\\ntitle = "{shelf()[0]}"\\nname = "Second printing"')
    >>> new_game(shelf()[0], players=2, edition=own).edition is own
    True
    """

    __slots__ = ("__weakref__", "files", "kept", "text")

    def __init__(self, text: str, files: Mapping[str, Mapping[str, Any]]) -> None:
        self.text = text  # in the one form in which editions are written
        self.files = files  # by the name of a data file: what is other in it
        self.kept: dict[Hashable, Any] = {}  # what was made once for this edition

    @property
    def about(self) -> Mapping[str, Any]:
        """Of which title it is, how it is called, who made it.

        >>> Edition("", {"edition": {"title": "own", "by": "Anna"}}).about["by"]
        'Anna'
        """
        return self.files["edition"]

    @property
    def name(self) -> str:
        """How it is called.

        >>> Edition("", {"edition": {"name": "Second printing"}}).name
        'Second printing'
        """
        return str(self.about.get("name", ""))

    @property
    def digest(self) -> str:
        """What tells it from every other edition.

        >>> Edition("a", {}).digest == Edition("a", {}).digest != Edition("b", {}).digest
        True
        """
        return sha256(self.text.encode()).hexdigest()[:32]

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: its text; what was made for it here stays here."""
        return known, (self.text, self.files)

    def __repr__(self) -> str:
        return f"<edition {self.name!r}>"


_KNOWN: WeakValueDictionary[str, Edition] = WeakValueDictionary()
_IN_FORCE: ContextVar[Edition | None] = ContextVar("edition", default=None)
_BUILT_IN: dict[Hashable, Any] = {}


def known(text: str, files: Mapping[str, Mapping[str, Any]]) -> Edition:
    """The edition of this text: the one that is there already, or a new one."""
    found = _KNOWN.get(text)
    if found is None:
        found = _KNOWN.setdefault(text, Edition(text, files))
    return found


def in_force() -> Edition | None:
    """The edition that data files are read by just now; None is the built-in data.

    >>> in_force() is None
    True
    """
    return _IN_FORCE.get()


@contextmanager
def using(edition: Edition | None) -> Iterator[None]:
    """Data files are read by this edition until the end of the block."""
    token = _IN_FORCE.set(edition)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


def load_data(package: str, name: str) -> dict[str, Any]:
    """A data file of a title's folder, by the edition in force."""
    data = cast(dict[str, Any], _copied(_parsed(package, name)))
    edition = in_force()
    overlay = edition.files.get(name.removesuffix(".toml")) if edition else None
    return corrected(data, overlay) if overlay else data


@cache
def _parsed(package: str, name: str) -> dict[str, Any]:
    """A file as it is. Boxes of many make-ups are read from it, and to parse takes longer than to copy."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def _copied(value: Any) -> Any:
    """Independent tables and lists: who reads a file may change what was read."""
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list) else value


def per_edition(make: Callable[P, T]) -> Callable[P, T]:
    """Marks what is made once: for the built-in data, and for each edition it is asked for with.

    >>> @per_edition
    ... def parts(players):
    ...     return [in_force()]
    >>> other = Edition("x", {})
    >>> with using(other):
    ...     ours = parts(2)
    >>> ours is parts(2), parts(2) is parts(2), ours == [other]
    (False, True, True)
    """

    @wraps(make)
    def once(*args: P.args, **kwargs: P.kwargs) -> T:
        edition = in_force()
        kept = _BUILT_IN if edition is None else edition.kept
        key = (make, args, tuple(sorted(kwargs.items())))
        if key not in kept:
            kept[key] = make(*args, **kwargs)
        return cast(T, kept[key])

    return once
