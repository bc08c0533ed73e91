"""Goes along with a compiled engine: what others expect of dataclasses, told of classes that are none any more."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from types import GetSetDescriptorType
from typing import Any


class SlotNames(tuple):  # type: ignore[type-arg]
    """Names of slots. Not true: a class of mypyc's would take them for a layout that it cannot have."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


def describe(
    cls: Any,
    annotations: Mapping[str, str],
    rows: Sequence[tuple[str, bool, bool, bool, bool]],
    defaults: Mapping[str, Any],
    factories: Mapping[str, Any],
) -> None:
    """Let `fields`, `replace` and dataclasses that derive from it take a class for the frozen dataclass it was."""
    described: dict[str, Any] = {}
    for name, kw_only, compare, shown, init in rows:
        given: dict[str, Any] = {"default": defaults[name]} if name in defaults else {}
        if name in factories:
            given["default_factory"] = factories[name]
        one: Any = dataclasses.field(kw_only=kw_only, compare=compare, repr=shown, init=init, **given)
        one.name, one._field_type = name, vars(dataclasses)["_FIELD"]
        described[name] = one
    cls.__dataclass_fields__ = described
    cls.__dataclass_params__ = vars(dataclasses)["_DataclassParams"](True, True, True, False, False, True)
    cls.__annotations__ = dict(annotations)
    positional = tuple(name for name, one in described.items() if not one.kw_only)
    setattr(cls, "__match_args__", positional)  # noqa: B010  (type checkers let nobody set it)


def class_value(one: object, name: str, value: Any) -> Any:
    """What an attribute starts from: the value in the class body of a subclass that is not compiled goes first."""
    found = getattr(type(one), name, None)
    return value if found is None or isinstance(found, GetSetDescriptorType) else found
