"""A title's rules on one page: what its chapters say in short, with the tables that one looks up most."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from kursbuch.web.pages.cards.card import Sheet
from kursbuch.web.pages.rulebook.reading import colours, parts_named
from kursbuch.web.pages.rulebook.tables import scene_of
from kursbuch.web.pages.scene import Scene
from kursbuch.words.book import book


@dataclass(slots=True)
class Block:
    """A heading with its lines."""

    name: str
    lines: list[str]


@dataclass(slots=True)
class Summary:
    """What is printed."""

    blocks: list[Block]
    parts: list[Sheet]
    colours: Markup = field(default_factory=Markup)
    styles: tuple[str, ...] = ()


def summary(title: str, language: str) -> Summary:
    """The summary of a title: the blocks its book gives, and its tables."""
    scene, own = scene_of(title, language), book(title)
    if own is None:
        return Summary([], [])
    blocks = [
        Block(block.name.text(language), [line.text(language) for line in block.lines])
        for block in own.digest
    ]
    found = [part for name in own.at_a_glance for part in parts_named(scene, name)]
    parts = [_narrow(scene, part) for part in found if isinstance(part, Sheet)]
    return Summary(blocks, parts, colours(scene), scene.page.desk.styles if scene.page.desk else ())


def _narrow(scene: Scene, sheet: Sheet) -> Sheet:
    """A table for half a sheet of paper: what is the same in each row is told once, what is long not at all."""
    words, rows = scene.words, sheet.rows
    told = [n for n, head in enumerate(sheet.heads) if head != words("Allows")]
    same = [n for n in told if len(rows) > 1 and len({cells[n] for _, cells in rows}) == 1]
    kept = [n for n in told if n not in same]
    once = ", ".join(f"{sheet.heads[n]} {rows[0][1][n]}" for n in same if rows[0][1][n] != "")
    name = words("{table} (for all: {same})", table=sheet.name, same=once) if once else sheet.name
    heads = [sheet.heads[n] for n in kept]
    return Sheet(name, heads, [(label, [cells[n] for n in kept]) for label, cells in rows], sheet.corner)
