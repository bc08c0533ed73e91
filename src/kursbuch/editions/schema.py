"""What a data file may hold, read off the data itself: the fields of its blocks, their types and their bounds.

A block knows the fields that its fellows have (every hex those of all hexes) and those of the vocabulary
(`kursbuch.rail.vocabulary`), which no block of this box may happen to use. So a new title has its forms and its
checks without a word about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kursbuch.core import BadInput
from kursbuch.core.family import Family
from kursbuch.core.overlay import DROP, GONE, LISTS, SOURCE, called, name_of_entries
from kursbuch.editions.box import built_in
from kursbuch.editions.comparing import by_name
from kursbuch.rail.vocabulary import VOCABULARY

MORE_ENTRIES = 60  # that an edition may add to what a table or list has
ROOM = 20  # times the largest number seen
LEAST_ROOM = 1000
FEW, FEW_ROOM = 10, 100  # where all are small, such as counts and limits, less is room enough


@dataclass(slots=True)
class Shape:
    """What is known of the values at one place: their types, the numbers' bounds, what is inside."""

    kinds: set[str] = field(
        default_factory=set
    )  # of "yes", "number", "decimal", "text", "list", "table", "named"
    lowest: float = 0
    highest: float = 0
    texts: dict[str, None] = field(default_factory=dict)  # in the order in which they were seen
    fields: dict[str, Shape] = field(default_factory=dict)  # of a table
    each: Shape | None = None  # of what a list, or a table of named blocks, holds
    longest: int = 0  # entries of a list or of a table of blocks
    seen: int = 0  # how many values it was read off
    named_by: str = ""  # the field that names the entries, where they are written as a list
    own_name: str = ""  # of such an entry: the field that is its name, which is no figure to be set
    at: tuple[str, ...] = ()  # where it is in the box, a star for any name; see `kursbuch.editions.places`

    @property
    def is_blocks(self) -> bool:
        """Whether it is a table whose keys are names of blocks that are all alike."""
        return "named" in self.kinds


def shape_of(values: Iterable[Any], top: bool = False) -> Shape:
    """The shape that all these values have.

    >>> seen = shape_of([{"cost": 50, "name": "D"}, {"cost": 30}])
    >>> sorted(seen.fields), seen.fields["cost"].highest
    (['cost', 'name'], 50)
    """
    shape = Shape()
    tables: list[Mapping[str, Any]] = []
    entries: list[Any] = []
    for value in values:
        shape.seen += 1
        shape.named_by = shape.named_by or name_of_entries(value)
        _look(shape, by_name(value), tables, entries, named=bool(name_of_entries(value)))
    tables = [{key: one for key, one in table.items() if key != SOURCE} for table in tables]
    blocks = [table for table in tables if not top and _all_alike(table)]
    if blocks and len(blocks) == len([table for table in tables if table]):
        shape.kinds.add("named")
        shape.longest = max(len(table) for table in tables)
        shape.each = shape_of(one for table in tables for one in table.values())
        shape.each.own_name = shape.named_by
    elif tables:
        keys = dict.fromkeys(key for table in tables for key in table)
        shape.fields = {key: shape_of(t[key] for t in tables if key in t) for key in keys}
    if entries:
        shape.each = shape_of(entries)
    return shape


def _all_alike(table: Mapping[str, Any]) -> bool:
    return bool(table) and all(isinstance(one, Mapping) for one in table.values())


def _look(shape: Shape, value: Any, tables: list[Mapping[str, Any]], entries: list[Any], named: bool) -> None:
    shape.kinds.add("list" if named and not isinstance(value, Mapping) else kind_of(value))
    if isinstance(value, Mapping):
        tables.append(value)
    elif isinstance(value, list):
        entries.extend(value)
        shape.longest = max(shape.longest, len(value))
    elif isinstance(value, str):
        shape.texts.setdefault(value)
    elif not isinstance(value, bool):
        shape.lowest = min(shape.lowest, value) if shape.seen > 1 else value
        shape.highest = max(shape.highest, value) if shape.seen > 1 else value


def kind_of(value: Any) -> str:
    """What kind of value it is, in a word.

    >>> [kind_of(one) for one in (True, 3, 2.5, "x", [1], {})]
    ['yes', 'number', 'decimal', 'text', 'list', 'table']
    """
    if isinstance(value, bool):
        return "yes"
    for kind, name in ((int, "number"), (float, "decimal"), (str, "text"), (list, "list")):
        if isinstance(value, kind):
            return name
    return "table"


def schema_of(family: Family) -> Mapping[str, Shape]:
    """The shape of each data file of a box."""
    return _schema(family.package, family)


@lru_cache(maxsize=64)
def _schema(package: str, family: Family) -> Mapping[str, Shape]:
    out = {}
    for name, data in built_in(family).items():
        known = {key: one for key, one in VOCABULARY.get(name, {}).items() if key in data or key in LISTS}
        out[name] = shape_of([data, known], top=True)
        for shape in out[name].fields.values():  # the file is there once, whatever the vocabulary adds
            shape.seen = max(1, shape.seen - 1)
        out[name].seen = 1
        _mark_places(out[name], (name,))
    return out


def _mark_places(shape: Shape, at: tuple[str, ...]) -> None:
    """Tell each shape where it is; the texts of a list are at the place of the list."""
    shape.at = at
    if shape.each is not None:
        _mark_places(shape.each, at if shape.each.texts and not shape.is_blocks else (*at, "*"))
    for key, inner in shape.fields.items():
        _mark_places(inner, (*at, key))


# -- checking -------------------------------------------------------------------------------------


def check(shape: Shape, overlay: Mapping[str, Any], place: str) -> None:
    """Raise BadInput, naming the place, for what the data at this place cannot be."""
    if shape.is_blocks:
        _check_blocks(shape, overlay, place)
        return
    for key, value in overlay.items():
        at = f"{place}.{key}"
        if key == SOURCE:
            continue
        if key == DROP:
            _check_dropped(shape, value, at)
        elif key not in shape.fields:
            raise BadInput(
                at[:120], "there is no such field here; known are {known}", known=_some(shape.fields)
            )
        else:
            _check_value(shape.fields[key], value, at, alone=shape.seen <= 1)


def _check_blocks(shape: Shape, overlay: Mapping[str, Any], place: str) -> None:
    assert shape.each is not None
    if len(overlay) > shape.longest + MORE_ENTRIES:
        raise BadInput(place, "too many entries: at most {most}", most=shape.longest + MORE_ENTRIES)
    for key, value in overlay.items():
        at = f"{place}.{key}"
        if key == SOURCE:
            continue
        if key == DROP:
            raise BadInput(at, "a whole entry is taken out by gone = true in it")
        if not isinstance(value, Mapping):
            raise BadInput(at, "expected a table")
        if shape.named_by and shape.named_by in value and called(value[shape.named_by]) != key:
            raise BadInput(f"{at}.{shape.named_by}", "the name of a block stands above its values")
        if value.get(GONE) is not True:
            check(shape.each, value, at)


def _check_dropped(shape: Shape, names: Any, at: str) -> None:
    for name in names:
        if name not in shape.fields:
            raise BadInput(at, "there is no {name!r} here to drop", name=str(name)[:40])


def _check_value(shape: Shape, value: Any, at: str, alone: bool = False) -> None:
    kind = kind_of(value)
    if kind == "table":
        if isinstance(value, Mapping) and value.get(GONE) is True:
            return
        if not shape.kinds & {"table", "named"}:
            raise BadInput(at, "expected {kinds}", kinds=_kinds(shape))
        check(shape, value, at)
    elif kind not in shape.kinds and not (kind == "number" and "decimal" in shape.kinds):
        raise BadInput(at, "expected {kinds}", kinds=_kinds(shape))
    elif kind in ("number", "decimal"):
        check_number(shape, value, at, alone)
    elif kind == "list":
        _check_list(shape, value, at)


def bounds(shape: Shape, alone: bool = False) -> tuple[float, float]:
    """Between what a number at this place may be. A figure that stands alone and is not nothing stays so: games count
    in steps of it.
    """
    least: float = 1 if alone and shape.lowest >= 1 else min(0, shape.lowest * ROOM)
    return least, max(FEW_ROOM if shape.highest <= FEW else LEAST_ROOM, shape.highest * ROOM)


def check_number(shape: Shape, value: float, at: str, alone: bool) -> None:
    least, most = bounds(shape, alone)
    if not least <= value <= most:
        raise BadInput(at, "expected a number from {least} to {most}", least=int(least), most=int(most))


def _check_list(shape: Shape, value: list[Any], at: str) -> None:
    if len(value) > shape.longest + MORE_ENTRIES:
        raise BadInput(at, "too many entries: at most {most}", most=shape.longest + MORE_ENTRIES)
    for number, one in enumerate(value):
        if isinstance(one, Mapping) and one.keys() & {GONE, DROP}:
            raise BadInput(f"{at}[{number}]", "an entry of a list is taken out by leaving it out")
        if shape.each is not None:
            _check_value(shape.each, one, f"{at}[{number}]")
            _check_point(shape.each, one, f"{at}[{number}]")


def _check_point(shape: Shape, value: Any, at: str) -> None:
    """Lists in a list are points of a drawing: all have two numbers."""
    if isinstance(value, list) and shape.longest == 2 and len(value) != 2:
        raise BadInput(at, "a point has two numbers")


def _kinds(shape: Shape) -> str:
    words = {"yes": "true or false", "number": "a whole number", "decimal": "a number", "text": "a text"}
    words |= {"list": "a list", "table": "a table", "named": "a table"}
    return " or ".join(sorted({words[kind] for kind in shape.kinds}))


def _some(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)[:30])
