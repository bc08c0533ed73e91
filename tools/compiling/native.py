"""Goes along with a compiled engine: what others expect of dataclasses, told of classes that are none any more."""

from __future__ import annotations

import dataclasses
from ast import literal_eval
from collections.abc import Mapping, Sequence
from types import GetSetDescriptorType
from typing import Any

python_sum: Any = sum  # whose result may be whole or a fraction: nobody knows beforehand


class SlotNames(tuple):  # type: ignore[type-arg]
    """Names of slots. Not true: a class of mypyc's would take them for a layout that it cannot have."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


@dataclasses.dataclass(frozen=True)
class _Frozen:
    """Lends others what a frozen dataclass says of itself: every Python writes that down in its own way."""


def describe(
    cls: Any,
    about: str,
    defaults: Mapping[str, Any],
    factories: Mapping[str, Any],
) -> None:
    """Let `fields`, `replace` and dataclasses that derive from it take a class for the frozen dataclass it was."""
    annotations: Mapping[str, str]
    rows: Sequence[tuple[str, bool, bool, bool, bool]]
    annotations, rows = literal_eval(about)
    described: dict[str, Any] = {}
    for name, kw_only, compare, shown, init in rows:
        given: dict[str, Any] = {"default": defaults[name]} if name in defaults else {}
        if name in factories:
            given["default_factory"] = factories[name]
        one: Any = dataclasses.field(kw_only=kw_only, compare=compare, repr=shown, init=init, **given)
        one.name, one._field_type = name, vars(dataclasses)["_FIELD"]
        described[name] = one
    cls.__dataclass_fields__ = described
    cls.__dataclass_params__ = vars(_Frozen)["__dataclass_params__"]
    cls.__annotations__ = dict(annotations)
    positional = tuple(name for name, one in described.items() if not one.kw_only)
    setattr(cls, "__match_args__", positional)  # noqa: B010  (type checkers let nobody set it)
    setattr(cls, "__reduce__", _reduced)  # noqa: B010
    if "__repr__" not in vars(cls):
        setattr(cls, "__repr__", _shown)  # noqa: B010


def _shown(one: Any) -> str:
    """A record as Python writes it."""
    values = ", ".join(f"{f.name}={getattr(one, f.name)!r}" for f in dataclasses.fields(one) if f.repr)
    return f"{type(one).__qualname__}({values})"


def _reduced(one: Any) -> tuple[Any, ...]:
    """How a record is pickled and copied: pickle finds no attributes of compiled classes by itself."""
    return _rebuilt, (type(one), {f.name: getattr(one, f.name) for f in dataclasses.fields(one)})


def _rebuilt(cls: Any, values: Mapping[str, Any]) -> Any:
    one = cls.__new__(cls)
    for name, value in values.items():
        object.__setattr__(one, name, value)
    return one


def not_native(cls: Any) -> Any:
    """Marks a class that mypyc leaves to Python, as it does with any class whose mark it does not know."""
    return cls


def class_value(one: object, name: str, value: Any) -> Any:
    """What an attribute starts from: the value in the class body of a subclass that is not compiled goes first."""
    found = getattr(type(one), name, None)
    return value if found is None or isinstance(found, GetSetDescriptorType) else found
