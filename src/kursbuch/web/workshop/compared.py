"""Two boxes side by side: the boards, and each block that differs as both have it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.editions.box import box_data
from kursbuch.editions.changing import block_of, new_edition
from kursbuch.editions.comparing import Difference, differences
from kursbuch.editions.sources import block_paths
from kursbuch.web.workshop.forms import shape_at
from kursbuch.web.workshop.pictures import Path, block_picture, board
from kursbuch.web.workshop.telling import figures, where
from kursbuch.web.workshop.tongue import ReadersTongue, inner_shape
from kursbuch.words import Words

BOARDS = ("board", "areas", "borders", "rivers")  # the files that the board is drawn from
DRAWN = 40  # blocks; of more only the figures are told


@dataclass(frozen=True)
class Pair:
    """A block that differs: its figures, and what it looks like in either box; nothing where there is none."""

    at: str
    where: str  # the place in words
    found: list[tuple[str, str, str]]  # a figure's place, and what it is in either box
    one: Markup
    other: Markup


@dataclass(frozen=True)
class Compared:
    """All that differs between two boxes."""

    pairs: list[Pair]
    one: Markup  # the boards, where anything on them differs
    other: Markup
    sheet: Markup  # rims the places on them that differ


def compared(family: Family, title: str, one: Edition | None, other: Edition, words: Words) -> Compared:
    """Two boxes beside each other; it draws, so not where others wait."""
    first = one or new_edition(family)
    both = [(edition, box_data(family, edition)) for edition in (first, other)]
    paths = sorted({path for _, data in both for path in block_paths(family, data)}, key=len, reverse=True)
    blocks: dict[Path, list[Difference]] = {}
    for found in differences(family, one, other):
        blocks.setdefault(_block(paths, found.at), []).append(found)
    pairs = []
    for number, (path, found_there) in enumerate(blocks.items()):
        drawn = [
            _picture(family, title, edition, data, path, words) if number < DRAWN else Markup("")
            for edition, data in both
        ]
        at = ".".join(path)
        figures = [_figures(family, both, path, d, words) for d in found_there]
        pairs.append(Pair(at, where(words, at), figures, drawn[0], drawn[1]))
    boards = [Markup(""), Markup("")]
    if any(path[0] in BOARDS for path in blocks):
        boards = [_board(title, edition, words) for edition, _ in both]
    return Compared(pairs, boards[0], boards[1], rims(path[-1] for path in blocks if path[0] in BOARDS))


def _figures(
    family: Family, both: list[tuple[Edition, Any]], path: Path, found: Difference, words: Words
) -> tuple[str, str, str]:
    """A figure's place, and what it is in either box, in the reader's words."""
    inner = found.at.removeprefix(".".join(path)).removeprefix(".")
    told = []
    for (edition, _), value in zip(both, (found.one, found.other), strict=True):
        shape = shape_at(family, path)
        for key in inner.split(".") if inner else ():
            shape = inner_shape(shape, key)
        told.append(ReadersTongue(family, edition, words).told(shape, value))
    one, other = figures(words, *told)
    return where(words, found.at), one, other


def rims(
    ids: Iterable[str], inside: str = ".both-boards", stroke: str = "var(--bad);stroke-width:5px"
) -> Markup:
    """A style sheet that rims hexes or areas; names that could not stand in one are left out."""
    plain = [id for id in ids if id.replace("_", "").isalnum()]
    rules = ",".join(f'{inside} [data-hex="{id}"]>.kb-face' for id in plain)
    return Markup(f"<style>{rules}{{stroke:{stroke}}}</style>") if plain else Markup("")


def _block(paths: list[Path], at: str) -> Path:
    """The block that a value lies in."""
    return next(
        (path for path in paths if f"{at}.".startswith(f"{'.'.join(path)}.")), tuple(at.split(".", 2))
    )


def _picture(
    family: Family, title: str, edition: Edition, data: Mapping[str, Any], path: Path, words: Words
) -> Markup:
    values = block_of(data, path)
    if not values:
        return Markup("")
    try:
        return block_picture(family, title, edition, path, values, words)
    except (BadInput, KeyError):  # what is wrong with it is told in the workshop
        return Markup("")


def _board(title: str, edition: Edition, words: Words) -> Markup:
    try:
        return board(title, edition, words.language)
    except BadInput:
        return Markup("")
