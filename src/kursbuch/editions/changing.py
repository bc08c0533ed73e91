"""An edition in the making: a block set, confirmed, or put back as the built-in data has it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition, using
from kursbuch.core.family import Family
from kursbuch.core.overlay import GONE, SOURCE, entry_key, name_of_entries
from kursbuch.editions.box import box_data, built_in
from kursbuch.editions.comparing import by_name, overlay_between
from kursbuch.editions.reading import read_edition
from kursbuch.editions.sources import block_paths, title_of
from kursbuch.rail.loader import read_map

Path = tuple[str, ...]


def new_edition(family: Family, name: str = "", by: str = "") -> Edition:
    """An edition that changes nothing yet."""
    about = {"title": title_of(family), "name": name, "by": by}
    return read_edition({"edition": {key: value for key, value in about.items() if value}})


def block_of(data: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """What a block says; of a whole file only the values that lie in no other block.

    >>> block_of({"game": {"bank": 4000, "players": {"2": {}}}}, ("game",))
    {'bank': 4000}
    """
    table: Any = data
    name = ""  # the field that holds the block's own name: it is no value that can be set
    for key in path:
        name, named = name_of_entries(table), by_name(table)
        table = named.get(key, {}) if isinstance(named, Mapping) else {}
    if len(path) > 1:
        return {key: value for key, value in table.items() if key not in (SOURCE, name)}
    return {
        key: value
        for key, value in table.items()
        if key != SOURCE and not isinstance(by_name(value), Mapping)
    }


def is_block(family: Family, edition: Edition | None, path: Path) -> bool:
    """Whether there is such a block in the box."""
    return path in block_paths(family, box_data(family, edition))


def borders_of_hex(data: Mapping[str, Any], id: str) -> list[str]:
    """By the sides of a hex: the name of the border that is, or could be, there; empty at the board's rim."""
    board = data.get("board", {})
    known = by_name(board.get("borders")) or {}
    if id not in board.get("hexes", {}):
        return []
    bare = {
        **board,
        "hexes": {name: {} for name in board["hexes"]},
        "borders": (),
    }  # whatever is printed on them
    with using(None):
        beside = read_map(bare).beside[id]
    return [entry_key(f"{id} {beyond}", known) if beyond else "" for beyond in beside]


def is_border(family: Family, edition: Edition | None, path: Path) -> bool:
    """Whether there is, or could be, a border between two hexes of this name."""
    if len(path) != 3 or path[:2] != ("board", "borders"):
        return False
    return path[2] in borders_of_hex(box_data(family, edition), path[2].partition(" ")[0])


def set_block(
    family: Family, edition: Edition, path: Path, values: Mapping[str, Any], source: Mapping[str, str]
) -> Edition:
    """The edition with these values, all of them, in a block; `source` has its kind, who says so and a note.

    Setting what is there already confirms it.
    """
    before = block_of(built_in(family), path)
    overlay = overlay_between(before, values)
    overlay[SOURCE] = {key: text for key, text in source.items() if text}
    return _with(family, edition, path, overlay)


def put_back(family: Family, edition: Edition, path: Path) -> Edition:
    """The edition without what it says of a block."""
    return _with(family, edition, path, None)


def add_block(
    family: Family, edition: Edition, like: Path, name: str, source: Mapping[str, str]
) -> tuple[Edition, Path]:
    """The edition with another block beside one that is there, with the same values; raises BadInput."""
    data = box_data(family, edition)
    path = (*like[:-1], name)
    if len(like) != 3 or not name or path in block_paths(family, data):
        raise BadInput("name", "there is a block of this name already, or none can be added here")
    return set_block(family, edition, path, block_of(data, like), source), path


def take_out(family: Family, edition: Edition, path: Path) -> Edition:
    """The edition without a block that the box does not have."""
    if len(path) != 3:
        raise BadInput("at", "only a block among others alike can be taken out")
    return _with(
        family, edition, path, {GONE: True} if path in block_paths(family, built_in(family)) else None
    )


def taken_out(edition: Edition) -> list[Path]:
    """The blocks that the edition takes out.

    >>> taken_out(read_edition({"edition": {"title": "x"}, "board": {"hexes": {"C1": {"gone": True}}}}))
    [('board', 'hexes', 'C1')]
    """
    return [
        (file, key, name)
        for file, tables in edition.files.items()
        for key, table in tables.items()
        if isinstance(table, Mapping)
        for name, block in table.items()
        if isinstance(block, Mapping) and block.get(GONE) is True
    ]


def renamed(edition: Edition, name: str, by: str) -> Edition:
    """The edition under another name."""
    about = {**edition.about, "name": name, "by": by}
    return read_edition({**edition.files, "edition": {key: text for key, text in about.items() if text}})


def _with(family: Family, edition: Edition, path: Path, overlay: Mapping[str, Any] | None) -> Edition:
    files: dict[str, Any] = deepcopy({name: dict(table) for name, table in edition.files.items()})
    above = files
    for key in path[:-1]:
        above = above.setdefault(key, {})
    old = above.pop(path[-1], {})
    if len(path) == 1:  # what other blocks of the file say stays
        overlay = {**_of_other_blocks(family, path[0], old), **(overlay or {})}
    if overlay:
        above[path[-1]] = dict(overlay)
    return read_edition(_without_empty(files))


def _of_other_blocks(family: Family, file: str, table: Mapping[str, Any]) -> dict[str, Any]:
    own = built_in(family)[file]
    return {
        key: value
        for key, value in table.items()
        if key in own and isinstance(by_name(own[key]), Mapping) and key != SOURCE
    }


def _without_empty(files: Mapping[str, Any]) -> dict[str, Any]:
    """Without tables that say nothing."""
    out = {}
    for name, table in files.items():
        if name == "edition":
            out[name] = table
        elif kept := {key: one for key, one in table.items() if one != {}}:
            out[name] = kept
    return out
