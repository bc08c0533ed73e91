"""Lessons, examples and chapters call things what the table calls them: one word for a thing in all of a title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import kursbuch
from kursbuch.lessons import lessons_of
from kursbuch.lessons.examples import examples_of
from kursbuch.shelf import shelf
from kursbuch.words import summaries
from kursbuch.words.book import book
from kursbuch.words.catalogue import entries

RIVALS = [
    ("Präsident", "Direktor"),
    ("Direktoraktie", "Direktorzertifikat", "Direktorenzertifikat"),
    ("Quader", "Würfel", "würfel"),
    ("BAK", "Kessel", "Ausstattung"),
    ("Bierlokal", "Wirtshaus", "Gaststätte"),
    ("Thermowaggon", "Thermowagen"),
    ("Kontrakt", "Vertrag", "Verträge"),
    ("Standardspur", "Normalspur", "Breitspur"),
    ("Betriebsleiter", "Verwalter"),
    ("Plättchen", "Teil [0-9]"),
    ("Landbesitzer", "Grundbesitzer"),
    ("Passagier", "Reisende"),
]
"""German words of which a title has one; a word is found where it begins. English has one word for each of them."""


def times(word: str, texts: Iterator[str]) -> int:
    return sum(len(re.findall(rf"\b{word}", text)) for text in texts)


def points(title: str) -> Iterator[str]:
    return (point.de for point in summaries(title).values())


def told(title: str) -> Iterator[str]:
    """All that is told of a title beside its points."""
    for lesson in lessons_of(title):
        yield from (lesson.about["de"], *(step.ask.get("de", "") for step in lesson.steps))
        yield from (say.text["de"] for step in lesson.steps for say in step.says)
    for example in examples_of(title):
        yield from (example.name["de"], example.text["de"], example.look["de"])
    own = book(title)
    assert own is not None
    for chapter in own.chapters:
        yield from (chapter.name.de, chapter.intro.de)
    yield from (line.de for block in own.digest for line in (block.name, *block.lines))
    yield from (ruling.says.de for ruling in own.rulings)
    yield from (revision.says.de for revision in own.revisions)


@pytest.mark.parametrize("title", shelf())
def test_a_thing_has_the_name_that_the_rules_and_the_table_give_it(title: str) -> None:
    strange = []
    for words in RIVALS:
        used = Counter({word: times(word, points(title)) for word in words})
        ((own, often),) = used.most_common(1)
        rare = [word for word in words if word != own and 10 * used[word] < often]
        strange += [word for word in rare if times(word, told(title))]
    assert strange == []


def test_every_rival_word_is_the_name_of_something() -> None:
    """A pair of which no title knows any would check nothing."""
    assert [words for words in RIVALS if not any(times(words[0], points(title)) for title in shelf())] == []


def test_tiles_are_called_alike_by_every_title() -> None:
    """Books differ, the table does not: it says Plättchen and aufwerten wherever a title says something."""
    other = re.compile(r"\b(?:gelbe|grüne|braune|graue)[sn]? Teile?n?\b|[Aa]uf(?:ge|zu)?rüst")
    families = [at.parent.name for at in Path(kursbuch.__file__).parent.glob("titles/*/words")]
    said = [e.text for family in families for e in entries(f"kursbuch.titles.{family}.words", "de")]
    assert len(families) > 6
    names = {"Aufrüsten", "SEM J (Aufrüsten)"}  # a marker of the breweries is called so
    assert [
        text for text in said if other.search(text) and not any(text.startswith(name) for name in names)
    ] == []


NEUTER = re.compile(
    r"\b(?:[Dd]as|[Jj]edes|[Kk]eines|\w+tes) (?:KIM|SEM)\b|\b(?:KIM|SEM), .*\bes wirkt\b"
    r"|\bein (?:KIM|SEM) (?:nehmen|kaufen)\b"
)


def test_markers_of_the_expert_game_are_masculine() -> None:
    """They stand for "Marker", as at the table: "einen SEM nehmen"."""
    texts = [*points("18do-expert"), *told("18do-expert")]
    assert [text for text in texts if NEUTER.search(text)] == []


def test_trains_of_dortmund_are_called_as_on_its_table_and_in_its_book() -> None:
    texts = [text for title in shelf() if title.startswith("18do") for text in told(title)]
    assert [text for text in texts if re.search(r"\bLok(?:s|art|karte|seite)?\b", text)] == []
