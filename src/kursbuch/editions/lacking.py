"""What an edition takes away that a game cannot do without, read off the built-in data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kursbuch.core.family import Family
from kursbuch.core.overlay import SOURCE
from kursbuch.editions.box import built_in
from kursbuch.editions.comparing import by_name
from kursbuch.editions.remarks import Remark
from kursbuch.editions.schema import Shape, schema_of, shape_of
from kursbuch.rail.vocabulary import OPTIONAL, VOCABULARY

Blocks = Mapping[str, Mapping[str, Any]]


def left_out(family: Family, data: Mapping[str, Any]) -> Iterator[Remark]:
    """Figures that stand alone, and what every block of a table has: the loader does without in none."""
    for file, shape in schema_of(family).items():
        usual, now = built_in(family)[file], data.get(file, {})
        yield from _alone(file, usual, now, shape)
        for key, table in shape.fields.items():
            blocks, theirs = by_name(usual.get(key, {})), by_name(now.get(key, {}))
            if table.is_blocks and isinstance(theirs, Mapping):
                optional = shape_of([VOCABULARY.get(file, {}).get(key, {})]).each or Shape()
                for at, name in _lacking(_alike(blocks), _alike(theirs), optional):
                    yield _missing(f"{file}.{key}.{at}", name)


def _missing(at: str, name: str) -> Remark:
    return Remark(f"{at}.{name}", "missing: {name}", {"name": name}, grave=True)


def _alone(at: str, usual: Mapping[str, Any], now: Mapping[str, Any], shape: Shape) -> Iterator[Remark]:
    """Figures, and tables of figures, that there is one of."""
    for key, value in usual.items():
        if key == SOURCE or key in OPTIONAL:
            continue
        if key not in now:
            yield _missing(at, key)
        elif isinstance(value, Mapping) and not shape.fields[key].is_blocks:
            yield from _alone(f"{at}.{key}", value, now[key], shape.fields[key])


def _alike(table: Mapping[str, Any]) -> Blocks:
    return {id: block for id, block in table.items() if id != SOURCE}


def _lacking(usual: Blocks, now: Blocks, optional: Shape) -> Iterator[tuple[str, str]]:
    """Which of these blocks lacks what, or has an empty list of it; the tables in them are looked at likewise."""
    needed = set.intersection(*map(set, usual.values())) - {SOURCE} if usual else set()
    for id, block in now.items():
        there = {
            name for name in block if block[name] != [] or any(one.get(name) == [] for one in usual.values())
        }
        yield from ((id, name) for name in sorted(needed - optional.fields.keys() - there))
    for key in dict.fromkeys(key for block in usual.values() for key in block):
        inside, inside_now = (_inside(blocks, key) for blocks in (usual, now))
        if len(inside) > 1:
            yield from _lacking(inside, inside_now, optional.fields.get(key) or Shape())


def _inside(blocks: Blocks, key: str) -> Blocks:
    return {f"{id}.{key}": block[key] for id, block in blocks.items() if isinstance(block.get(key), Mapping)}
