"""Names that lead to a block: where all texts of the built-in data are names of hexes, an edition's must be too.

Which places these are is read off the data itself, so that a new title has the check for nothing. Names of figures
only, such as those of trains and phases, would be taken for others: these places are told in the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from kursbuch.core.family import Family
from kursbuch.core.overlay import SOURCE
from kursbuch.editions.box import built_in
from kursbuch.editions.comparing import by_name
from kursbuch.editions.remarks import Remark
from kursbuch.editions.schema import Shape, schema_of, shape_of
from kursbuch.rail.vocabulary import LEADS_TO, WORDS

Pattern = tuple[str, ...]  # a path, in which a star stands for any name
KEYS = "@"  # at the end of a pattern: the names of a table's entries
Data = Mapping[str, Mapping[str, Any]]
_LABEL = "name"  # a field for people to read, whatever it says
_MISSING = {
    "hexes": "there is no hex {hex}",
    "companies": "there is no company {name}",
    "phases": "there is no phase {name}",
    "area": "there is no area {name}",
}


def strangers(family: Family, data: Data) -> Iterator[Remark]:
    """Names of blocks that are not there: a game would stop where it asks for one."""
    for pattern, tables in _leading(family.package, family).items():
        known = {
            *_words(family, pattern, tables),
            *(name for table in tables for name in _names(data, table)),
        }
        for at, text in _told(data, pattern):
            if text not in known:
                message = _MISSING.get(tables[0][1], "there is no {name} in {table}")
                values = {"name": text[:40], "hex": text[:40], "table": ".".join(tables[0])}
                yield Remark(".".join(at), message, values, grave=True)


def unknown_words(family: Family, data: Data) -> Iterator[Remark]:
    """Words that the rules do not know: a game would go on as if nothing were said."""
    for place, words in WORDS.items():
        for file in data if place.startswith("*.") else [place.partition(".")[0]]:
            pattern = (file, *place.split(".")[1:])
            known = dict.fromkeys((*words, *(text for _, text in _told(built_in(family), pattern))))
            for at, text in _told(data, pattern):
                if text not in known:
                    values = {"kind": text[:40], "known": ", ".join(known)}
                    yield Remark(".".join(at), "{kind!r} is not one of {known}", values, grave=True)


def _words(family: Family, pattern: Pattern, tables: tuple[Pattern, ...]) -> set[str]:
    """What the built-in data says at a place that is no name, such as that a company is drawn."""
    data = built_in(family)
    return {text for _, text in _told(data, pattern)} - {
        name for table in tables for name in _names(data, table)
    }


def _names(data: Data, table: Pattern) -> list[str]:
    found = by_name(data.get(table[0], {}).get(table[1], {}))
    return [name for name in found if name != SOURCE] if isinstance(found, Mapping) else []


def _told(data: Data, pattern: Pattern) -> Iterator[tuple[Pattern, str]]:
    """Every text at a place, with its path."""
    keys, inner = pattern[-1] == KEYS, pattern[:-1] if pattern[-1] == KEYS else pattern
    for path, value in _walk(data, inner, ()):
        texts = (
            list(value)
            if keys and isinstance(value, Mapping)
            else value
            if isinstance(value, list)
            else [value]
        )
        for text in texts:
            if isinstance(text, str) and text != SOURCE:
                yield path, text


def _walk(value: Any, pattern: Pattern, path: Pattern) -> Iterator[tuple[Pattern, Any]]:
    if not pattern:
        yield path, value
        return
    table = by_name(value)
    if isinstance(table, Mapping):
        for key in table if pattern[0] == "*" else [pattern[0]]:
            if key in table and key != SOURCE:
                yield from _walk(table[key], pattern[1:], (*path, key))
    elif isinstance(table, list) and pattern[0] == "*":
        for number, one in enumerate(table):
            yield from _walk(one, pattern[1:], (*path, str(number)))


@lru_cache(maxsize=64)
def _leading(package: str, family: Family) -> Mapping[Pattern, tuple[Pattern, ...]]:
    """The places of a box where names of blocks stand, and in which tables each is looked for."""
    data = built_in(family)
    tables = {
        (file, key): frozenset(_names(data, (file, key)))
        for file, shape in schema_of(family).items()
        for key, inner in shape.fields.items()
        if inner.is_blocks
    }
    out: dict[Pattern, tuple[Pattern, ...]] = {}
    for file, content in data.items():
        for pattern, texts in _texts(shape_of([content], top=True), (file,)):
            found = tuple(table for table, names in tables.items() if texts <= names)
            if found and pattern[-1] != _LABEL and not all(map(str.isdecimal, texts)):
                out[pattern] = found
    for file in data:
        for place, table in LEADS_TO.items():
            pattern, leads_to = (
                tuple(file if n == 0 and key == "*" else key for n, key in enumerate(path.split(".")))
                for path in (place, table)
            )
            if leads_to in tables:
                out[pattern] = (leads_to,)
    return out


def _texts(shape: Shape, at: Pattern) -> Iterator[tuple[Pattern, frozenset[str]]]:
    """The texts at every place of a file, and the names of its tables' entries."""
    if shape.texts and shape.kinds == {"text"}:
        yield at, frozenset(shape.texts)
    if shape.is_blocks and shape.each is not None:
        yield from _texts(shape.each, (*at, "*"))
    elif shape.each is not None:
        if shape.each.kinds == {"text"}:
            yield at, frozenset(shape.each.texts)
        else:
            yield from _texts(shape.each, (*at, "*"))
    if shape.fields and len(at) > 2:
        yield (*at, KEYS), frozenset(shape.fields)
    for key, inner in shape.fields.items():
        yield from _texts(inner, (*at, key))
