"""Our own one-sentence summaries of a title's rules, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from kursbuch.core import section_of
from kursbuch.shelf import family_of
from kursbuch.words.speaking import family_words


@dataclass(frozen=True, slots=True)
class Point:
    """One rule point."""

    id: str
    en: str
    de: str

    @property
    def section(self) -> str:
        return section_of(self.id)

    def text(self, language: str) -> str:
        return self.de if language == "de" else self.en


@cache
def summaries(title: str) -> Mapping[str, Point]:
    """The rule points of a title by id; empty if its summaries are not written yet.

    >>> from kursbuch.shelf import shelf
    >>> point = next(iter(summaries(shelf()[0]).values()))
    >>> "§" in point.section, bool(point.en), bool(point.de)
    (True, True, True)
    """
    family = family_of(title)
    english, german = family_words(family, "en").rules, family_words(family, "de").rules
    return {id: Point(id, text, german.get(id, text)) for id, text in english.items()}


def sections(title: str) -> dict[str, list[Point]]:
    """The points of a title, gathered by section in the order of the book."""
    out: dict[str, list[Point]] = {}
    for point in summaries(title).values():
        out.setdefault(point.section, []).append(point)
    return out
