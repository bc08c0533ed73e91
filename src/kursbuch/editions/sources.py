"""How sure are we? Every block of a box with its source, and for what is reconstructed why, and what would settle it.

The reasons stand in `reasons.toml` beside the data, in English and German:

    [[because]]
    at = ["board.hexes.*.cost"]
    why = { en = "...", de = "..." }
    settles = { en = "...", de = "..." }

A path that leads to a block speaks of a reconstructed block; one that leads further down says that this value is
reconstructed though the rest of its block is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.core.overlay import SOURCE, kind_of_source
from kursbuch.editions.box import box_data, built_in
from kursbuch.editions.comparing import by_name
from kursbuch.editions.counting import at_path, reasons
from kursbuch.editions.schema import Shape, schema_of

Path = tuple[str, ...]
RECONSTRUCTED = "reconstructed"
BOX = "box"


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is reconstructed, why it is as it is, and what would settle it."""

    at: str
    why: str = ""
    settles: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the data: where it is, where it comes from, what is in doubt."""

    path: Path
    source: str
    by: str = ""
    note: str = ""
    doubts: tuple[Doubt, ...] = ()

    @property
    def at(self) -> str:
        """The path as text.

        >>> Block(("board", "hexes", "A1"), "box").at
        'board.hexes.A1'
        """
        return ".".join(self.path)

    @property
    def table(self) -> str:
        """The table of blocks alike that it is one of; nothing for others."""
        return self.path[1] if len(self.path) == 3 else ""

    @property
    def sure(self) -> str:
        """How sure we are of it: its source, or that a value in it is reconstructed."""
        return RECONSTRUCTED if self.doubts and self.source != BOX else self.source


def block_paths(family: Family, data: Mapping[str, Any]) -> list[Path]:
    """Where the blocks of a box are: entries of tables that are all alike, other tables, the rest of each file."""
    out: list[Path] = []
    for file, shape in schema_of(family).items():
        table = data[file]
        plain = [
            key
            for key, value in table.items()
            if key != SOURCE and not _is_blocks(shape.fields.get(key), value)
        ]
        if any(not isinstance(table[key], Mapping) for key in plain):
            out.append((file,))
        for key, value in table.items():
            if key == SOURCE:
                continue
            if _is_blocks(shape.fields.get(key), value):
                out += [(file, key, id) for id in by_name(value) if id != SOURCE]
            elif isinstance(value, Mapping):
                out.append((file, key))
    return out


def _is_blocks(shape: Shape | None, value: Any) -> bool:
    return shape is not None and shape.is_blocks and isinstance(by_name(value), Mapping)


def blocks(family: Family, edition: Edition | None = None, language: str = "en") -> list[Block]:
    """Every block of a box, or of an edition of it."""
    data = box_data(family, edition)
    said = _said(family, language)
    named = {file: {key: by_name(one) for key, one in table.items()} for file, table in data.items()}
    paths = block_paths(family, data)
    return [_block(named, path, _own(said, path, paths), edition) for path in paths]


def _own(said: list[Doubt], path: Path, paths: list[Path]) -> list[Doubt]:
    """The reasons that speak of a block itself: a file's own figures are not in doubt because a block in it is."""
    inner = [one for one in paths if len(one) > len(path) and one[: len(path)] == path]
    return [doubt for doubt in said if not any(_speaks_of_all(doubt.at.split("."), one) for one in inner)]


def _speaks_of_all(pattern: list[str], path: Path) -> bool:
    return len(pattern) >= len(path) and _matches(pattern[: len(path)], path)


def _block(data: Mapping[str, Any], path: Path, said: list[Doubt], edition: Edition | None) -> Block:
    source = ""
    table: Any = data
    for key in path:
        table = table.get(key, {})
        if isinstance(table, Mapping) and SOURCE in table:
            source = kind_of_source(table[SOURCE])
    own = _overlay_at(edition, path)
    says = own.get(SOURCE) if isinstance(own.get(SOURCE), Mapping) else {}
    assert isinstance(says, Mapping)
    doubts: tuple[Doubt, ...] = ()
    if source != BOX:
        doubts = tuple(_doubts(data, path, said, source == RECONSTRUCTED))
    return Block(path, source, str(says.get("by", "")), str(says.get("note", "")), doubts)


def _overlay_at(edition: Edition | None, path: Path) -> Mapping[str, Any]:
    table: Any = edition.files if edition else {}
    for key in path:
        table = table.get(key, {}) if isinstance(table, Mapping) else {}
    return table if isinstance(table, Mapping) else {}


def _doubts(data: Mapping[str, Any], path: Path, said: list[Doubt], whole: bool) -> Iterator[Doubt]:
    """Reasons given for the block itself, and for values in it."""
    for doubt in said:
        pattern = doubt.at.split(".")
        if len(pattern) < len(path) or not _matches(pattern[: len(path)], path):
            continue
        if len(pattern) == len(path):
            if whole:
                yield Doubt(".".join(path), doubt.why, doubt.settles)
        elif any(True for _ in at_path(data, [*path, *pattern[len(path) :]])):
            yield Doubt(".".join((*path, *pattern[len(path) :])), doubt.why, doubt.settles)


def _matches(pattern: list[str], path: Path) -> bool:
    return all(fnmatchcase(key, wanted) for key, wanted in zip(path, pattern, strict=True))


def _said(family: Family, language: str) -> list[Doubt]:
    return [
        Doubt(at, _in(one["why"], language), _in(one.get("settles", {}), language))
        for one in reasons(family.package).get("because", ())
        for at in one["at"]
    ]


def _in(texts: Mapping[str, str], language: str) -> str:
    return texts.get(language) or texts.get("en", "")


def points_for(family: Family, path: Path) -> list[str]:
    """The sections of the rulebook that speak of a block or a figure in it, told by `[[says]]` in `reasons.toml`."""
    inner = [
        one
        for one in block_paths(family, built_in(family))
        if len(one) > len(path) and one[: len(path)] == path
    ]
    found = (
        one["section"]
        for one in reasons(family.package).get("says", ())
        for at in one["at"]
        if _speaks_of(at.split("."), path, inner)
    )
    return list(dict.fromkeys(found))


def _speaks_of(pattern: list[str], path: Path, inner: list[Path]) -> bool:
    """Whether a pattern leads to a block, to what it lies in, or to a figure of its own and not of a block in it."""
    if len(pattern) <= len(path):
        return _matches(pattern, path[: len(pattern)])
    return _speaks_of_all(pattern, path) and not any(_speaks_of_all(pattern, one) for one in inner)


def counted(found: list[Block]) -> dict[str, int]:
    """How many blocks there are of each source, by how sure we are."""
    out = dict.fromkeys((BOX, "rules", "public", RECONSTRUCTED), 0)
    for block in found:
        out[block.sure] = out.get(block.sure, 0) + 1
    return out


def title_of(family: Family) -> str:
    """The title by which a family's box is called.

    >>> from kursbuch.shelf import families
    >>> title_of(families()[0]) in families()[0].titles
    True
    """
    return next(iter(family.titles))
