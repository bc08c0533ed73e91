"""A title's rules as a book: chapters in the order in which a player needs them, rulings, revisions, a summary.

Which point stands in which chapter is data of the title, `chapters/TITLE.toml` in the folder of its family. There a
point is named by its id ("X-6.2-1"), with all of its section ("X-6.2"), or with all sections that begin alike
("X-6.*"); whoever is named more exactly in one chapter is left out of the others.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from kursbuch.core import BadInput
from kursbuch.shelf import family_of
from kursbuch.words.summaries import summaries


class Said(NamedTuple):
    """The same in both languages."""

    en: str
    de: str

    def text(self, language: str) -> str:
        """
        >>> Said("share", "Aktie").text("de")
        'Aktie'
        """
        return self.de if language == "de" else self.en


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its name, what it is about, tables and pictures by name, its points in order."""

    id: str
    name: Said
    intro: Said
    points: tuple[str, ...]
    show: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """Where the rulebook is silent or says two things: how we play, and why."""

    points: tuple[str, ...]
    says: Said


@dataclass(frozen=True, slots=True)
class Revision:
    """What a revision of the programmed rules changed."""

    number: int
    says: Said


@dataclass(frozen=True, slots=True)
class Digest:
    """A block of the summary on one page."""

    name: Said
    lines: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of one title to be read."""

    title: str
    chapters: tuple[Chapter, ...]
    rulings: tuple[Ruling, ...] = ()
    revisions: tuple[Revision, ...] = ()
    digest: tuple[Digest, ...] = ()
    at_a_glance: tuple[str, ...] = ()  # the tables of the summary
    base: str = ""  # the title that this one adds to
    elsewhere: tuple[str, ...] = ()  # points of the family's other titles only
    files: tuple[str, ...] = ()  # of the family's data that this title reads; all if none is named

    def chapter_of(self, point: str) -> Chapter | None:
        """Where a point stands."""
        return next((chapter for chapter in self.chapters if point in chapter.points), None)


@cache
def book(title: str) -> Book | None:
    """The rules of a title as a book; None where nobody has put its points into chapters.

    >>> from kursbuch.shelf import shelf
    >>> own = book(shelf()[0])
    >>> own is not None and all(chapter.name.de and chapter.name.en for chapter in own.chapters)
    True
    """
    file = files(family_of(title).package).joinpath("chapters", f"{title}.toml")
    if not file.is_file():
        return None
    data = tomllib.loads(file.read_text("utf-8"))
    named = [chapter.get("points", ()) for chapter in data["chapter"]]
    *lists, elsewhere = shared_out(summaries(title), [*named, data.get("elsewhere", ())])
    return Book(
        title,
        tuple(
            Chapter(
                about["id"], _said(about["name"]), _said(about["intro"]), points, tuple(about.get("show", ()))
            )
            for about, points in zip(data["chapter"], lists, strict=True)
        ),
        tuple(Ruling(tuple(about.get("points", ())), _said(about)) for about in data.get("ruling", ())),
        tuple(Revision(about["number"], _said(about)) for about in data.get("revision", ())),
        tuple(_digest(about) for about in data.get("summary", ())),
        tuple(data.get("at_a_glance", ())),
        data.get("base", ""),
        elsewhere,
        tuple(data.get("files", ())),
    )


def _said(both: Mapping[str, Any]) -> Said:
    return Said(both["en"], both["de"])


def _digest(about: Mapping[str, Any]) -> Digest:
    lines = zip(about["lines"]["en"], about["lines"]["de"], strict=True)
    return Digest(_said(about["name"]), tuple(Said(en, de) for en, de in lines))


def shared_out(points: Iterable[str], lists: Iterable[Iterable[str]]) -> list[tuple[str, ...]]:
    """The points that each list names, in its order; the most exact name decides.

    >>> shared_out(["X-1-1", "X-1-2", "X-1.1-1"], [["X-1.*"], ["X-1-2"]])
    [('X-1-1', 'X-1.1-1'), ('X-1-2',)]
    """
    taken: dict[str, tuple[int, int, int]] = {}  # by point: how exactly, in which list, at which place
    names = [list(named) for named in lists]
    points = list(points)
    for number, named in enumerate(names):
        for place, name in enumerate(named):
            found = [point for point in points if _exactness(name, point)]
            if not found:
                raise BadInput("chapters", "no rule point is called {name}", name=name)
            for point in found:
                claim = (_exactness(name, point), -number, -place)
                if point not in taken or claim[0] > taken[point][0]:
                    taken[point] = claim
    return [
        tuple(
            point
            for place in range(len(named))
            for point in points
            if taken.get(point, (0, 1, 1))[1:] == (-number, -place)
        )
        for number, named in enumerate(names)
    ]


def _exactness(name: str, point: str) -> int:
    """How exactly a name means a point; 0 if it does not."""
    if name == point:
        return 1000
    section = point.rpartition("-")[0]
    if name == section:
        return 500
    stem = name.removesuffix("*").removesuffix(".")
    return len(stem) if name.endswith("*") and (section == stem or section.startswith(f"{stem}.")) else 0
