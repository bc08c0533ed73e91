"""In which form the engine runs: as Python reads it, or compiled beforehand. Both play alike.

What a compiled module tells in another way than an interpreted one is asked here.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType


def compiled() -> bool:
    """Whether the compiled engine is running.

    >>> compiled() in (True, False)
    True
    """
    return not str(import_module("kursbuch.core.game").__file__).endswith(".py")


def form() -> str:
    """The form of the engine in a word, for people.

    >>> form() in ("compiled", "interpreted")
    True
    """
    return "compiled" if compiled() else "interpreted"


def source_of(module: ModuleType) -> Path:
    """The file that a module was written in; a compiled module lies beside it.

    >>> import kursbuch.core.game
    >>> source_of(kursbuch.core.game).name
    'game.py'
    """
    file = Path(str(module.__file__))
    return file.with_name(file.name.partition(".")[0] + ".py")


def worked_out(cls: type) -> set[str]:
    """The attributes of a class that are worked out once, at the first reading.

    >>> class Map:
    ...     @cached_property
    ...     def stops(self) -> int:
    ...         return 12
    >>> worked_out(Map)
    {'stops'}
    """
    return {
        name
        for base in cls.__mro__
        for name, found in vars(base).items()
        if isinstance(found, cached_property) or f"_work_out_{name}" in vars(base)
    }


def know(one: object, name: str, value: object) -> None:
    """Give an attribute that is worked out once its value before anybody has asked for it.

    >>> class Map:
    ...     @cached_property
    ...     def stops(self) -> int:
    ...         return 12
    >>> map = Map()
    >>> know(map, "stops", 7)
    >>> map.stops
    7
    """
    if isinstance(getattr(type(one), name), cached_property):
        vars(one)[name] = value
    else:
        setattr(one, f"_kept_{name}", value)
