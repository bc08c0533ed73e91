"""An edition on the bench: what is shown of it, and what is done to it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

from markupsafe import Markup

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.editions.box import box_data
from kursbuch.editions.changing import block_of, borders_of_hex, is_border
from kursbuch.editions.checks import checked
from kursbuch.editions.comparing import Difference, differences
from kursbuch.editions.counting import counts_of
from kursbuch.editions.remarks import Remark
from kursbuch.editions.shared import Voice, heard
from kursbuch.editions.sources import Block, blocks, counted, points_for
from kursbuch.shelf import find
from kursbuch.web.workshop.compared import rims
from kursbuch.web.workshop.forms import Field, fields_of, shape_at
from kursbuch.web.workshop.pictures import block_picture, board, grid_of, is_printed, label, own_names
from kursbuch.web.workshop.telling import Heard, in_words, told_by, where
from kursbuch.web.workshop.tongue import ReadersTongue, inner_shape
from kursbuch.words import Words, sections

Path = tuple[str, ...]
Voices = Mapping[str, Sequence[Voice]]  # what owners say of each block
_MARKS = "par yellow orange brown green grey down up closes ends"
MARKS = tuple(zip("pyobgs<>x!", _MARKS.split(" "), strict=True))  # as rows have them, and their names
KINDS = ("box", "rules", "public", "reconstructed")


@dataclass(frozen=True)
class Said:
    """A remark in the reader's language, and the block that it is about."""

    at: str
    where: str  # the place in words
    text: str
    grave: bool
    block: str


@dataclass(frozen=True)
class Part:
    """A line of the list of components, and how many the edition has."""

    what: str
    listed: int
    found: int
    source: str  # of the list


@dataclass(frozen=True)
class Bench:
    """All that the page shows of an edition."""

    title: str
    blocks: list[Block]
    counts: Mapping[str, int]
    remarks: list[Said]
    board: Markup
    sheet: Markup  # colours the board by how sure we are
    changes: list[Difference]
    names: Mapping[str, str]  # of blocks whose ids nobody reads, by their place
    parts: list[Part]
    places: str  # the table whose blocks are clicked on the board
    edges: str  # where the sides of a hex are, from its middle, as JSON; empty for a board without hexes

    @property
    def percent(self) -> int:
        return 100 * self.counts["box"] // max(1, len(self.blocks))


def bench(family: Family, title: str, edition: Edition, words: Words, voices: Voices) -> Bench:
    """What there is to see; it draws and checks, so not where others wait."""
    found = _found(family, title, edition)
    playable = not any(one.grave for one in found)
    usable = edition if playable else None
    shown = heard(family, usable, blocks(family, usable, words.language), voices)
    named = [block.at for block in shown]
    remarks = [_said(one, words, _block_at(named, one.at)) for one in found]
    return Bench(
        title=title,
        blocks=shown,
        counts=counted(shown),
        remarks=remarks,
        board=board(title, usable, words.language),
        sheet=_sheet(shown),
        changes=differences(family, None, edition) if playable else [],
        names=_names_of(box_data(family, usable), shown),
        parts=_parts(family, box_data(family, usable), words),
        places="board.hexes" if "hexes" in box_data(family).get("board", {}) else "areas.area",
        edges=_edges(box_data(family)),
    )


def _found(family: Family, title: str, edition: Edition) -> list[Remark]:
    """What is wrong with an edition, looked for once."""
    key = ("checked", title)
    if key not in edition.kept:
        edition.kept[key] = checked(family, find(title), edition)
    found: list[Remark] = edition.kept[key]
    return found


def remarks_on(
    family: Family, title: str, before: Edition, after: Edition, path: Path, words: Words
) -> list[Said]:
    """What is wrong with a block as it is typed, and what goes wrong elsewhere because of it."""
    here = ".".join(path)
    known = {(one.at, one.text) for one in _found(family, title, before)}
    return [
        _said(one, words, here)
        for one in _found(family, title, after)
        if one.at == here or one.at.startswith(f"{here}.") or (one.at, one.text) not in known
    ]


def _said(one: Remark, words: Words, block: str) -> Said:
    return Said(one.at, where(words, one.at), in_words(words, one.message, one.values), one.grave, block)


def _parts(family: Family, data: Mapping[str, Any], words: Words) -> list[Part]:
    def told(part: str) -> str:
        return words.messages.get(f"part.{part}") or part

    return [Part(told(one.what), one.number, one.found(data), told(one.point)) for one in counts_of(family)]


def _block_at(named: list[str], at: str) -> str:
    """The block that a place lies in."""
    return max((name for name in named if at == name or at.startswith(f"{name}.")), key=len, default="")


def _sheet(shown: list[Block]) -> Markup:
    """A rim round each hex or area in the colour of its source."""
    return Markup("").join(
        rims(
            (block.path[-1] for block in shown if block.path[0] in BOARDS and block.sure == kind),
            ".workshop-board",
            f"var(--sure-{kind})",
        )
        for kind in KINDS
    )


def _names_of(data: Mapping[str, Any], shown: list[Block]) -> dict[str, str]:
    names = own_names(data)
    return {block.at: called for block in shown if (called := _called(names, block.path))}


def _called(names: Mapping[str, str], path: Path) -> str:
    """What an area, or the border between two, is called on the board: their ids are our own."""
    ids = path[-1].split(" ")
    return " – ".join(names[id] for id in ids) if all(id in names for id in ids) else ""


BOARDS = ("board", "areas")  # the files whose blocks lie on the board


_ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}
_ANGLES = {  # of the compass names, clockwise from the east; flat sides up, or corners
    True: {"SE": 30, "S": 90, "SW": 150, "NW": 210, "N": 270, "NE": 330},
    False: {"E": 0, "SE": 60, "SW": 120, "W": 180, "NW": 240, "NE": 300},
}


def _edges(data: Mapping[str, Any]) -> str:
    if "grid" not in data.get("board", {}):
        return ""
    grid = grid_of(data)
    angles = [radians(_ANGLES[grid.flat][name]) for name in grid.directions]
    return json.dumps([(round(cos(angle), 3), round(sin(angle), 3)) for angle in angles])


# -- one block -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spoken:
    """A section of the rulebook that speaks of a block, with its points in the reader's language."""

    section: str
    naming: list[tuple[str, str]]  # points that call the block by its name
    others: list[tuple[str, str]]

    @property
    def named(self) -> int:
        return len(self.naming)


@dataclass(frozen=True)
class Why:
    """Why figures of a block are as they are, told once for all that this is true of."""

    figures: list[str]  # in the reader's words; none for the block as a whole
    why: str
    settles: str


@dataclass(frozen=True)
class Shown:
    """A block with its form and its picture."""

    block: Block
    doubts: list[Why]
    id: str  # nothing where ids are our own: boards have their names
    called: str  # its name, where it has one
    fields: list[Field]
    picture: Markup
    sides: tuple[str, ...]  # arrows, where its track can be drawn by clicking sides
    borders: list[str]  # by its sides: the border there, as a block that is there or could be
    beside: list[
        tuple[str, str]
    ]  # the borders of a hex or an area that are there, as blocks, and their names
    marks: tuple[
        tuple[str, str], ...
    ]  # of a field of a price table: how it is written, and what it is called
    spoken: list[Spoken]  # where the rulebook speaks of it
    heard: Heard  # what owners say of it


def shown_block(
    family: Family, title: str, edition: Edition, path: Path, words: Words, voices: Voices
) -> Shown:
    """A block of the edition; raises BadInput if there is none of that name."""
    block = next((one for one in blocks(family, edition, words.language) if one.path == path), None)
    if block is not None:
        block = heard(family, edition, [block], voices)[0]
    data = box_data(family, edition)
    values = block_of(data, path)
    shape = shape_at(family, path) if block or is_border(family, edition, path) else None
    if shape is None:
        raise BadInput("at", "there is no such block in the box")
    if block is None:  # a border that is not there yet: of the usual kind, until it is said otherwise
        block, values = Block(path, ""), {"kind": next(iter(shape.fields["kind"].texts))}
    tongue, named = ReadersTongue(family, edition, words), _called(own_names(data), path)
    try:
        picture = block_picture(family, title, edition, path, values, words)
    except BadInput:  # what is wrong is told among the remarks; the form is there to set it right
        picture = Markup("")
    return Shown(
        block=block,
        doubts=_why(block, words),
        id="" if named else path[-1],
        called=named or str(tongue.told(inner_shape(shape, "name"), values.get("name", ""))),
        fields=fields_of(shape, values, tongue=tongue),
        picture=picture,
        sides=tuple(_ARROWS[name] for name in grid_of(data).directions) if is_printed(data, path) else (),
        borders=[f"board.borders.{name}" if name else "" for name in _sides(data, path)],
        beside=[(".".join(one), _called(own_names(data), one) or one[-1]) for one in _borders_of(data, path)],
        marks=MARKS if "rows" in values and path[0] == "market" else (),
        spoken=_spoken(family, title, path, values, words.language),
        heard=told_by(voices.get(block.at, ()), values, shape, tongue, words),
    )


def _why(block: Block, words: Words) -> list[Why]:
    figures: dict[tuple[str, str], list[str]] = {}
    for doubt in block.doubts:
        inner = doubt.at.removeprefix(block.at).lstrip(".").split(".")
        said = " › ".join(label(words, part) for part in inner if part not in ("", "*"))
        known = figures.setdefault((doubt.why, doubt.settles), [])
        if said and said not in known:
            known.append(said)
    return [Why(known, why, settles) for (why, settles), known in figures.items()]


def _spoken(family: Family, title: str, path: Path, values: Mapping[str, Any], language: str) -> list[Spoken]:
    """The sections that speak of a block, those first that call it by its name."""
    told_of, names = sections(title), _names(path, values)
    found = []
    for section in points_for(family, path):
        lines = [(point.id, point.text(language)) for point in told_of.get(section, ())]
        naming = [line for line in lines if names and names.search(line[1])]
        found.append(Spoken(section, naming, [line for line in lines if line not in naming]))
    return sorted(found, key=lambda one: not one.naming)


def _names(path: Path, values: Mapping[str, Any]) -> re.Pattern[str] | None:
    """What a block is called in the rules: by its id, or by its name."""
    called = [name for name in (path[-1], values.get("name")) if isinstance(name, str) and len(name) > 1]
    if len(path) < 3:
        return None
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, called)) + r")(?!\w)") if called else None


def _sides(data: Mapping[str, Any], path: Path) -> list[str]:
    return borders_of_hex(data, path[-1]) if path[:2] == ("board", "hexes") else []


def _borders_of(data: Mapping[str, Any], path: Path) -> list[Path]:
    """The borders that touch a hex or an area."""
    for file, key in (("board", "borders"), ("borders", "border")):
        if path[0] in BOARDS and isinstance(data.get(file, {}).get(key), list):
            touching = [b["between"] for b in data[file][key] if path[-1] in b["between"]]
            return [(file, key, " ".join(between)) for between in touching]
    return []
