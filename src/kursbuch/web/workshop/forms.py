"""Forms for blocks, made from the shape of the data: a field for each value that a block may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import zip_longest
from typing import Any

from kursbuch.core import BadInput
from kursbuch.core.family import Family
from kursbuch.editions.schema import Shape, bounds, schema_of
from kursbuch.web.workshop.tongue import DATA, Tongue

MOST_ROWS = 60  # entries of one list in a form
NOTHING = '""'  # how a text of no letters is written
YES = {"yes": True, "on": True, "true": True, "no": False, "false": False}
CHOICES = 200  # texts that are known at a place, or seen there, and are offered


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a block, or a table or list of them with fields inside."""

    name: str  # in the form: the way there, joined by dots
    label: str
    kind: str  # "number", "yes", "text", "colour", "choice", "words" (several in one line), "lines", "table", "rows"
    value: str = ""
    there: bool = False  # whether the block has it
    least: int = 0
    most: int = 0
    choices: tuple[tuple[str, str], ...] = ()  # a text of the data, and what readers call it
    inside: tuple[Field, ...] = ()
    rows: tuple[Field, ...] = field(default=())  # of a list: each a table


def field_at(names: Iterable[str], block: str, place: str) -> str:
    """Which field of a block's form an error is about: the one of its place, or that this is a part of; else none.

    >>> fields = ["cost", "city.0.edges", "homes"]
    >>> (
    ...     field_at(fields, "board.hexes.D6", "board.hexes.D6.city[0].edges[1]"),
    ...     field_at(fields, "game", "cost"),
    ... )
    ('city.0.edges', 'cost')
    >>> field_at(fields, "board.hexes.D6", "board.hexes.D4.cost")
    ''
    >>> field_at(fields, "board.hexes.D6", "board.hexes.*.cost")
    'cost'
    """
    at = place.replace("[", ".").replace("]", "")
    here, within = (
        block.split(".", 2),
        at.split("."),
    )  # a star is any block, as in what a list of parts adds up
    if "*" in within and all(map(fnmatchcase, here, within)):
        at = ".".join((*here, *within[len(here) :]))
    at = at.removeprefix(f"{block}.")
    return max((name for name in names if f"{at}.".startswith(f"{name}.")), key=len, default="")


def shape_at(family: Family, path: tuple[str, ...]) -> Shape:
    """The shape of a block."""
    shape = schema_of(family)[path[0]]
    for key in path[1:]:
        shape = shape.each if shape.is_blocks and shape.each else shape.fields[key]
    return shape


def fields_of(shape: Shape, block: Mapping[str, Any], prefix: str = "", tongue: Tongue = DATA) -> list[Field]:
    """The fields of a block, those that it has first, with what they say in the reader's words."""
    names = [
        *(key for key in block if key in shape.fields),
        *(key for key in shape.fields if key not in block),
    ]
    out = []
    for key in names:
        inner = shape.fields[key]
        if not prefix and inner.is_blocks and key not in block:
            continue  # a file's own figures: its tables have forms of their own
        if key == shape.own_name:
            continue
        there, alone = key in block, shape.seen <= 1
        out.append(_field(inner, f"{prefix}{key}", key, block.get(key), there, tongue, alone))
    return out


def _field(
    shape: Shape, name: str, label: str, value: Any, there: bool, tongue: Tongue, alone: bool = False
) -> Field:
    kind = "choice" if tongue.is_chosen(shape) else "colour" if tongue.is_colour(shape) else _kind(shape)
    if kind == "rows":
        assert shape.each is not None
        given = value if isinstance(value, list) else []
        rows = [_row(shape.each, f"{name}.{n}", one, True, tongue) for n, one in enumerate(given)]
        rows.append(_row(shape.each, f"{name}.{len(given)}", {}, False, tongue))
        return Field(name, label, kind, there=there, rows=tuple(rows))
    if kind == "table":
        inner = shape.each if shape.is_blocks and shape.each is not None else shape
        table: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
        if shape.is_blocks:
            inside = tuple(
                _field(inner, f"{name}.{key}", key, one, True, tongue) for key, one in table.items()
            )
        else:
            inside = tuple(fields_of(inner, table, f"{name}.", tongue))
        return Field(name, label, kind, there=there, inside=inside)
    least, most = bounds(shape, alone) if kind == "number" else (0, 0)
    said = value if kind == "choice" else tongue.told(shape, value)
    text = "" if value is None else _written(said)
    choices = tuple((one or NOTHING, called or "–") for one, called in tongue.choices(shape))[:CHOICES]
    if kind == "choice" and text and text not in dict(choices):
        choices = ((text, text), *choices)  # it is wrong, and must be seen
    return Field(name, label, kind, text, there, int(least), int(most), choices)


def _row(shape: Shape, name: str, value: Any, there: bool, tongue: Tongue) -> Field:
    """An entry of a list of tables; one that is not there yet can be added."""
    return Field(name, "", "row", there=there, inside=tuple(fields_of(shape, value, f"{name}.", tongue)))


def _kind(shape: Shape) -> str:
    """How a value is put in: what can be a number or a list is written in words."""
    kinds = shape.kinds
    if kinds & {"table", "named"} and "list" not in kinds:
        return "table"
    if "list" in kinds:
        rows = shape.each is not None and bool(shape.each.kinds & {"table", "named"}) and len(kinds) == 1
        return "rows" if rows else "lines" if _in_lines(shape) else "words"
    if kinds == {"yes"}:
        return "yes"
    return "number" if kinds == {"number"} else "text"


def _in_lines(shape: Shape) -> bool:
    return shape.each is not None and any(map(is_line, shape.each.texts))


def _written(value: Any) -> str:
    """A value in a line: lists of lists with brackets, as points of a drawing are."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in ("", []):
        return "[]" if value == [] else NOTHING
    if isinstance(value, list):
        if any(isinstance(one, list) for one in value):
            return "; ".join(" ".join(map(str, one)) for one in value)
        if any(is_line(one) for one in value):
            return "\n".join(_columns([str(one).split() for one in value]))
        return ", ".join(NOTHING if one == "" else str(one) for one in value)
    return str(value)


def _columns(lines: list[list[str]]) -> Iterator[str]:
    """Rows of words: those of a table stand below each other."""
    table = all(len(word) <= 6 for line in lines for word in line)
    wide = [max(map(len, column)) for column in zip_longest(*lines, fillvalue="")] if table else []
    for line in lines:
        words = zip(line, wide, strict=False) if table else ((word, 0) for word in line)
        yield " ".join(word.ljust(most) for word, most in words).rstrip()


def is_line(value: Any) -> bool:
    """Whether a text of a list is better written on a line of its own, as a row of a price table is."""
    return isinstance(value, str) and len(value) > 30 and " " in value


# -- reading a form ------------------------------------------------------------------------------


def read_form(
    shape: Shape, block: Mapping[str, Any], given: Mapping[str, str], tongue: Tongue = DATA
) -> dict[str, Any]:
    """The values that a form says, in the data's words; raises BadInput with the name of the field.

    What the form has no field for stays as it is. Values come in the order in which the block has them.
    """
    out: dict[str, Any] = {}
    for one in fields_of(shape, block):
        found = _read(shape.fields[one.label], one, given, tongue)
        if found is not None:
            before = block.get(one.label)
            out[one.label] = before if _same(before, found) else found
    return out


def _same(before: Any, now: Any) -> bool:
    """Whether nothing but the blanks of a long text is other."""
    if (
        isinstance(before, list)
        and isinstance(now, list)
        and all(isinstance(one, str) for one in [*before, *now])
    ):
        return [" ".join(one.split()) for one in before] == [" ".join(one.split()) for one in now]
    return before == now and type(before) is type(now)


def _read(shape: Shape, one: Field, given: Mapping[str, str], tongue: Tongue) -> Any:
    if one.kind == "rows":
        return _read_rows(shape, one.name, given, tongue)
    if one.kind == "table":
        return _read_table(shape, one, given, tongue)
    text = given.get(one.name, "").strip()
    if text == "":
        return None
    if one.kind == "yes":
        if text not in YES:
            raise BadInput(one.name, "expected {kinds}", kinds="true or false")
        return YES[text]
    if one.kind == "number":
        return _number(text, one.name)
    return tongue.meant(shape, _plain(shape, text, one.name))


def _read_table(shape: Shape, one: Field, given: Mapping[str, str], tongue: Tongue) -> Any:
    out = {}
    for inner in one.inside:
        under = shape.each if shape.is_blocks and shape.each is not None else shape.fields[inner.label]
        found = _read(under, inner, given, tongue)
        if found is not None:
            out[inner.label] = found
    return out or None


def _read_rows(shape: Shape, name: str, given: Mapping[str, str], tongue: Tongue) -> list[Any] | None:
    assert shape.each is not None
    out = []
    for number in range(MOST_ROWS):
        row = f"{name}.{number}"
        if given.get(row) != "on":
            continue
        values = {}
        for inner in fields_of(shape.each, {}, f"{row}."):
            found = _read(shape.each.fields[inner.label], inner, given, tongue)
            if found is not None:
                values[inner.label] = found
        out.append(values)
    return out or None


def _number(text: str, place: str) -> int:
    try:
        if len(text) > 12:
            raise ValueError
        return int(text)
    except ValueError as error:
        raise BadInput(place, "expected a whole number") from error


def _plain(shape: Shape, text: str, place: str) -> Any:
    """A text, or a list of words, whichever the data has here."""
    if len(text) > 4000:
        raise BadInput(place, "expected a text of at most {most} letters", most=4000)
    if text == NOTHING and "text" in shape.kinds:
        return ""
    if "list" in shape.kinds:
        if text == "[]":
            return []
        if _in_lines(shape):
            return [line.strip() for line in text.splitlines() if line.strip()]
        if "number" in shape.kinds and text.isdecimal() and len(text) < 9:
            return int(text)
        return list(_list(shape.each, text, place))
    if "decimal" in shape.kinds or ("number" in shape.kinds and "text" not in shape.kinds):
        return _decimal(text, place)
    return text


def _list(shape: Shape | None, text: str, place: str) -> Iterator[Any]:
    if shape is not None and "list" in shape.kinds:
        for part in text.split(";"):
            yield [_decimal(one, place) for one in part.replace(",", " ").split()]
        return
    numbers = shape is not None and shape.kinds <= {"number", "decimal"}
    mixed = shape is not None and "number" in shape.kinds and "text" in shape.kinds
    for part in text.split(","):
        word = part.strip().strip('"')
        if numbers or (mixed and word.isdecimal()):
            yield _decimal(word, place)
        else:
            yield word


def _decimal(text: str, place: str) -> float | int:
    try:
        value = float(text)
    except ValueError as error:
        raise BadInput(place, "expected a number") from error
    return int(text) if text.strip().lstrip("-").isdecimal() else value
