"""Our own one-sentence summaries of a title's rules, in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kursbuch.core import section_of
from kursbuch.shelf import find


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

    >>> summaries("18te")["18TE-2-1"].en
    'The game is playable with two or three players only.'
    """
    package = find(title).composed.__module__.rpartition(".")[0]
    for place in ("data/summaries.toml", "summaries.toml"):
        source = files(package).joinpath(*place.split("/"))
        if source.is_file():
            data = tomllib.loads(source.read_text("utf-8"))
            return {id: Point(id, both["en"], both["de"]) for id, both in data.items()}
    return {}


def sections(title: str) -> dict[str, list[Point]]:
    """The points of a title, gathered by section in the order of the book."""
    out: dict[str, list[Point]] = {}
    for point in summaries(title).values():
        out.setdefault(point.section, []).append(point)
    return out
