"""What owners say together: who confirms a block, with which values, and where they disagree."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.core.overlay import SOURCE, kind_of_source
from kursbuch.editions.box import box_data
from kursbuch.editions.changing import Path, block_of, new_edition, set_block
from kursbuch.editions.sources import BOX, Block, block_paths, blocks

ENOUGH = 3  # owners who say the same


@dataclass(frozen=True, slots=True)
class Voice:
    """What some owners have in a block."""

    path: Path
    values: Mapping[str, Any]
    owners: tuple[str, ...]

    @property
    def confirmed(self) -> bool:
        return len(self.owners) >= ENOUGH


def voices(family: Family, editions: Sequence[tuple[str, Edition]]) -> dict[str, list[Voice]]:
    """For each block that an owner has compared with the box what they say, most of them first.

    Only what is marked with the source `box` counts; everybody has one voice.
    """
    said: dict[Path, dict[str, tuple[Mapping[str, Any], list[str]]]] = {}
    for owner, edition in editions:
        data = box_data(family, edition)
        for path in block_paths(family, data):
            if _source_at(edition, path) == BOX:
                values = block_of(data, path)
                key = json.dumps(values, sort_keys=True)
                owners = said.setdefault(path, {}).setdefault(key, (values, []))[1]
                if owner not in owners:
                    owners.append(owner)
    return {
        ".".join(path): sorted(
            (Voice(path, values, tuple(sorted(owners))) for values, owners in groups.values()), key=_weight
        )
        for path, groups in said.items()
    }


def heard(
    family: Family, edition: Edition | None, shown: list[Block], found: Mapping[str, Sequence[Voice]]
) -> list[Block]:
    """The blocks of a box, those confirmed whose values enough owners have as well."""
    data = box_data(family, edition)

    def one(block: Block) -> Block:
        sure = _sure(found.get(block.at, ()))
        if block.source == BOX or sure is None or sure.values != block_of(data, block.path):
            return block
        return replace(block, source=BOX, by=", ".join(sure.owners), doubts=())

    return [one(block) for block in shown]


def _sure(voices: Sequence[Voice]) -> Voice | None:
    return next((voice for voice in voices if voice.confirmed), None)


def agreed(family: Family, found: Mapping[str, Sequence[Voice]]) -> Edition:
    """What enough owners say of a box, as one edition."""
    edition = new_edition(family)
    for voices in found.values():
        sure = _sure(voices)
        if sure is not None:
            source = {"kind": BOX, "by": ", ".join(sure.owners)}
            edition = set_block(family, edition, sure.path, sure.values, source)
    return edition


def _weight(voice: Voice) -> tuple[int, tuple[str, ...]]:
    return -len(voice.owners), voice.owners


def _source_at(edition: Edition, path: tuple[str, ...]) -> str:
    table: Any = edition.files
    for key in path:
        table = table.get(key, {}) if isinstance(table, Mapping) else {}
    return kind_of_source(table.get(SOURCE)) if isinstance(table, Mapping) else ""


@lru_cache(maxsize=64)
def _sources(package: str, family: Family) -> Mapping[str, str]:
    return {block.at: block.sure for block in blocks(family)}


def confirmed(family: Family, found: Mapping[str, Sequence[Voice]]) -> tuple[int, int]:
    """How many blocks of a box are confirmed, built in or by enough owners, and how many there are."""
    built = _sources(family.package, family)
    sure = sum(
        kind == BOX or any(voice.confirmed for voice in found.get(at, ())) for at, kind in built.items()
    )
    return sure, len(built)
