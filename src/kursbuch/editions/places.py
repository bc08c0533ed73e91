"""What the texts at a place of a box are: names of blocks, words out of a fixed set, notation, colours, or free.

It is read off the built-in data, so that a new title has its checks and its forms for nothing: where all texts are
names of hexes, an edition's must be too; any other text is a word that the rules know, unless the vocabulary
(`kursbuch.rail.vocabulary`, and a title's own `data/vocabulary.toml`) says that it is free or read letter by letter.
Names of figures only, such as those of trains and phases, would be taken for others: these are told there as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

from kursbuch.core.family import Family
from kursbuch.core.overlay import SOURCE
from kursbuch.editions.box import beside, built_in
from kursbuch.editions.comparing import by_name
from kursbuch.editions.schema import Shape, schema_of, shape_of
from kursbuch.rail.vocabulary import FREE, LEADS_TO, NOTATION, WORDS

Pattern = tuple[str, ...]  # a path, in which a star stands for any name
Data = Mapping[str, Mapping[str, Any]]
KEYS = "@"  # at the end of a pattern: the names of a table's entries
COLOUR = "#"  # what a colour begins with
SLOTS = "slots"  # "home KHS": a role, and the company that a space is kept for


@dataclass(frozen=True, slots=True)
class Place:
    """What texts may stand at a place: names out of these tables, or these words; anything if it has neither."""

    tables: tuple[Pattern, ...] = ()
    words: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()  # of a notation: the words in it
    colour: bool = False

    @property
    def closed(self) -> bool:
        """Whether only what is known may stand here."""
        return bool(self.tables or self.words)


FREELY = Place()


def place_of(family: Family, at: Pattern) -> Place:
    """What texts may stand at a place, told by its pattern."""
    return places_of(family).get(at, FREELY)


def places_of(family: Family) -> Mapping[Pattern, Place]:
    """The places of a box where texts stand."""
    return _places(family.package, family)


def known_at(data: Data, place: Place) -> dict[str, None]:
    """The names and words that are known at a place, in the order of the box."""
    return dict.fromkeys((*place.words, *(name for table in place.tables for name in names_in(data, table))))


def names_in(data: Data, table: Pattern) -> list[str]:
    """What the blocks of a table are called."""
    found = by_name(data.get(table[0], {}).get(table[1], {}))
    return [name for name in found if name != SOURCE] if isinstance(found, Mapping) else []


@lru_cache(maxsize=64)
def _places(package: str, family: Family) -> Mapping[Pattern, Place]:
    data, own, schema = built_in(family), beside(package, "vocabulary"), schema_of(family)
    leads_to = {**LEADS_TO, **own.get("names", {})}
    told = {place: (*WORDS.get(place, ()), *own.get("words", {}).get(place, ())) for place in WORDS}
    told |= {place: tuple(words) for place, words in own.get("words", {}).items() if place not in WORDS}
    seen = {at: texts for file in data for at, texts in _texts(shape_of([data[file]], top=True), (file,))}
    out = {at: _seen(at, texts, data, own.get("free", ())) for at, texts in seen.items()}
    for file in data:
        for name, table in leads_to.items():
            at, leads = in_file(name, file), in_file(table, file)
            if names_in(data, leads) and _is_there(schema[file], at):
                others = (text for text in seen.get(at, {}) if text not in names_in(data, leads))
                out[at] = Place(tables=(leads,), words=tuple(others))
        for name, words in told.items():
            at = in_file(name, file)
            if not _is_there(schema[file], at):
                continue
            before = out.get(at, FREELY)
            if before.tables and name not in leads_to:
                continue  # a title that has them in a table of its own
            known = dict.fromkeys((*words, *(before.words if before.tables else seen.get(at, {}))))
            out[at] = Place(tables=before.tables, words=tuple(known))
    return out


def _is_there(shape: Shape, at: Pattern) -> bool:
    """Whether a file has, or could have, such a place."""
    for key in at[1:]:
        if key == KEYS:
            return True
        if key != "*" and not shape.is_blocks:
            if key not in shape.fields:
                return False
            shape = shape.fields[key]
        elif shape.each is not None:
            shape = shape.each
    return True


def in_file(place: str, file: str) -> Pattern:
    """A place of the vocabulary as a pattern; a star at its front is this file."""
    return tuple(file if n == 0 and key == "*" else key for n, key in enumerate(place.split(".")))


def _seen(at: Pattern, texts: Mapping[str, None], data: Data, free: tuple[str, ...]) -> Place:
    """What a place is by the texts that stand there."""
    if at[-1] in FREE or any(fnmatchcase(".".join(at), one) for one in free):
        return FREELY
    for notation, inside in NOTATION.items():
        if fnmatchcase(".".join(at), f"*.{notation}"):
            words = (text.partition(" ")[0] for text in texts) if at[-1] == SLOTS else ()
            return Place(inside=tuple(dict.fromkeys(filter(None, (*inside, *words)))))
    if any(text.startswith(COLOUR) for text in texts):
        return Place(colour=True)
    if all(map(str.isdecimal, texts)):
        return FREELY
    tables = tuple(
        (file, key)
        for file, shape in _blocks_in(data)
        for key in shape
        if texts.keys() <= set(names_in(data, (file, key)))
    )
    return Place(tables=tables) if tables else FREELY if at[-1] == KEYS else Place(words=tuple(texts))


def _blocks_in(data: Data) -> Iterator[tuple[str, list[str]]]:
    """The tables of blocks in each file."""
    for file, content in data.items():
        fields = shape_of([content], top=True).fields
        yield file, [key for key, shape in fields.items() if shape.is_blocks]


def _texts(shape: Shape, at: Pattern) -> Iterator[tuple[Pattern, Mapping[str, None]]]:
    """The texts at every place of a file, and the names of its tables' entries."""
    if shape.texts:
        yield at, shape.texts
    if shape.is_blocks and shape.each is not None:
        yield from _texts(shape.each, (*at, "*"))
    elif shape.each is not None:
        yield from _texts(shape.each, at if shape.each.texts else (*at, "*"))
    if shape.fields and len(at) > 2:
        yield (*at, KEYS), dict.fromkeys(shape.fields)
    for key, inner in shape.fields.items():
        yield from _texts(inner, (*at, key))


# -- what a box says there -------------------------------------------------------------------------


def told_at(data: Data, pattern: Pattern) -> Iterator[tuple[Pattern, str]]:
    """Every text at a place, with its path; entries of a list by their numbers, as [0]."""
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
            yield from _walk(one, pattern[1:], (*path, f"[{number}]"))
