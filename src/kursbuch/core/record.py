"""The kinds of records that positions are made of, each by a short name.

The name is what stored positions go by, so it stays when a class moves to another module. It is the name of the
class unless the class says otherwise: `kind` keeps the old name of a class that was renamed, and tells two classes
of one name apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from itertools import takewhile
from typing import Any, TypeVar

C = TypeVar("C", bound=type)
T = TypeVar("T")

_KINDS: dict[str, dict[str, type]] = {}  # name -> where it was made -> class
_CHANGERS: dict[type, Callable[..., Any]] = {}  # how a class changes some of its fields
_GIVEN: dict[type, tuple[str, ...]] = {}  # the fields of classes that are made by calling them


def kind_name(cls: type) -> str:
    """What stored positions call a record of this class.

    >>> class Auction: ...
    >>> kind_name(Auction)
    'Auction'
    """
    return str(vars(cls).get("kind") or cls.__name__)


def register(cls: type) -> None:
    """Let positions hold records of this class."""
    # a dataclass with slots is made twice: the second takes the place of the first
    _KINDS.setdefault(kind_name(cls), {})[f"{cls.__module__}.{cls.__qualname__}"] = cls


def record(*given: str) -> Callable[[C], C]:
    """Let positions hold a value of this class; `given` are the fields that it is made from, if it is no dataclass.

    >>> @record("left", "right")
    ... class Pair:
    ...     def __init__(self, left: int, right: int) -> None:
    ...         self.left, self.right = left, right
    >>> kind_called("Pair").fields
    ('left', 'right')
    """

    def mark(cls: C) -> C:
        register(cls)
        if given:
            _GIVEN[cls] = given
        return cls

    return mark


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record: its fields, and whether it is made by calling the class with them."""

    name: str
    cls: type
    fields: tuple[str, ...]
    called: bool


def kind_called(name: str, near: str = "") -> Kind:
    """The kind of this name; raises LookupError if there is none, or more than one.

    Titles know nothing of each other and may use the same name: of several the one counts that was made nearest
    to the module `near`.
    """
    found = _KINDS.get(name, {})
    shared = {where: _shared(where.split("."), near.split(".")) for where in found}
    nearest = [where for where in found if shared[where] == max(shared.values())]
    if len(nearest) != 1:
        raise LookupError(f"{len(nearest)} kinds of record are called {name!r}")
    return kind_of_class(found[nearest[0]])


def _shared(one: list[str], other: list[str]) -> int:
    """How many packages two modules have in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def kind_of_class(cls: type) -> Kind:
    """What a position writes of a record of this class."""
    if cls in _GIVEN:
        return Kind(kind_name(cls), cls, _GIVEN[cls], called=True)
    if is_dataclass(cls):
        return Kind(kind_name(cls), cls, tuple(field.name for field in fields(cls)), called=False)
    return Kind(kind_name(cls), cls, slots_of(cls), called=False)


def is_record(cls: type) -> bool:
    """Whether positions may hold records of this very class."""
    return cls in _KINDS.get(kind_name(cls), {}).values()


def slots_of(cls: type) -> tuple[str, ...]:
    """The slots of a class and of those it derives from; "_" stands before what is not part of the record."""
    return tuple(
        name
        for base in cls.__mro__
        for name in _listed(getattr(base, "__slots__", ()))
        if not name.startswith("_")
    )


def _listed(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


def replace(one: T, **changes: Any) -> T:
    """A dataclass with some fields changed: what the function of that name in `dataclasses` does, written out once
    for each class. Every step of a turn is such a change.

    >>> @dataclass(frozen=True)
    ... class Offer:
    ...     company: str
    ...     price: int = 100
    >>> replace(Offer("KHS"), price=120)
    Offer(company='KHS', price=120)
    """
    cls = one.__class__
    changer: Callable[..., T] = _CHANGERS.get(cls) or _changer(cls)
    return changer(one, **changes)


def _changer(cls: Any) -> Callable[..., Any]:
    given = [f for f in fields(cls) if f.init]
    kept = ", ".join([f"{f.name}=_KEPT" for f in given])
    values = [(f, f"one.{f.name} if {f.name} is _KEPT else {f.name}") for f in given]
    known: dict[str, Any] = {"_KEPT": MISSING, "_cls": cls, "_new": cls.__new__}
    if cls.__setattr__ is object.__setattr__ and not hasattr(cls, "__post_init__"):  # a `quick` one
        lines = [" twin = _new(_cls)", *[f" twin.{f.name} = {value}" for f, value in values], " return twin"]
    else:
        made = ", ".join([f"{f.name}={value}" if f.kw_only else value for f, value in values])
        lines = [f" return _cls({made})"]
    exec("\n".join([f"def changed(one, /, *, {kept}):", *lines]), known)
    changer: Callable[..., Any] = known["changed"]
    _CHANGERS[cls] = changer
    return changer


def quick(cls: C) -> C:
    """Let records of a frozen dataclass be made without a detour: those of which every legal list makes hundreds.

    Their fields are then set as any others are. That nobody sets them again is left to the type checker, which holds
    a frozen dataclass to it as before.

    >>> @quick
    ... @dataclass(frozen=True, slots=True)
    ... class Offer:
    ...     company: str
    ...     price: int = 100
    >>> Offer("KHS"), Offer("KHS", price=120) == Offer("KHS", 120), len({Offer("KHS"), Offer("KHS")})
    (Offer(company='KHS', price=100), True, 1)
    """
    made = fields(cls)
    if "__setattr__" not in vars(cls) or hasattr(cls, "__post_init__") or not all(f.init for f in made):
        return cls
    known: dict[str, Any] = {}
    positional: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for f in made:
        value = f.name
        if f.default is not MISSING:
            known[f"_default_{f.name}"] = f.default
            value = f"{f.name}=_default_{f.name}"
        elif f.default_factory is not MISSING:
            known[f"_make_{f.name}"] = f.default_factory
            known["_MISSING"] = MISSING
            value = f"{f.name}=_MISSING"
            lines.append(f" if {f.name} is _MISSING: {f.name} = _make_{f.name}()")
        (named if f.kw_only else positional).append(value)
        lines.append(f" self.{f.name} = {f.name}")
    given = ", ".join(["self", *positional, *(["*", *named] if named else [])])
    exec("\n".join([f"def __init__({given}):", *lines]), known)
    known["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    setattr(cls, "__init__", known["__init__"])  # noqa: B010  (to the type checker it stays as it was)
    for name in ("__setattr__", "__delattr__"):
        setattr(cls, name, getattr(object, name))  # also in place of those of a class it derives from
    return cls
