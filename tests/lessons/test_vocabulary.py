"""Lessons, examples and chapters call things what the table calls them: one word for a thing in all of a title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import kursbuch
from kursbuch.lessons import lessons_of
from kursbuch.lessons.examples import examples_of
from kursbuch.shelf import shelf
from kursbuch.words import summaries
from kursbuch.words.book import book
from kursbuch.words.catalogue import entries
from kursbuch.words.own import own_words

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
    return (german for _english, german in told_twice(title))


def told_twice(title: str) -> Iterator[tuple[str, str]]:
    """The same in English and in German."""
    for lesson in lessons_of(title):
        asked = [step.ask for step in lesson.steps if step.ask]
        said = [say.text for step in lesson.steps for say in step.says]
        yield from ((text["en"], text["de"]) for text in (lesson.about, *asked, *said))
    for example in examples_of(title):
        yield from ((text["en"], text["de"]) for text in (example.name, example.text, example.look))
    own = book(title)
    assert own is not None
    lines = [text for chapter in own.chapters for text in (chapter.name, chapter.intro)]
    lines += [line for block in own.digest for line in (block.name, *block.lines)]
    lines += [ruling.says for ruling in own.rulings] + [revision.says for revision in own.revisions]
    yield from ((line.en, line.de) for line in lines)


SPOKEN = ("rail.po", "board.po", "coach.po", "rules.po", "standard.po", "table.po")
"""What is said at the table of any railway game."""


def spoken_twice(title: str) -> Iterator[tuple[str, str]]:
    """What the table of a title says, in English and in German."""
    english, german = own_words("en", title), own_words("de", title)
    folder = Path(kursbuch.__file__).parent / "words" / "de"
    for name in SPOKEN:
        for message in read_po(BytesIO((folder / name).read_bytes()), locale="de"):
            if isinstance(message.id, str) and message.id:
                yield english.find(message.id), german.find(message.id)


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


TRAIN = re.compile(r"\b[Tt]rains?\b")
TURN = re.compile(r"\b(?:[Tt]urn|move)s?\b")
"""German has one word for both, so of a sentence that speaks of both nothing can be said."""

LOK, ZUG = re.compile(r"\bLoks?\b|\bLok[a-z]"), re.compile(r"\bZ[uü]g|zug(?:s|es)?\b|\bzüge")


@pytest.mark.parametrize("title", ["1830", "1853", "1889", "18chesapeake"])
def test_trains_of_the_classics_are_called_as_on_their_table(title: str) -> None:
    """1853's mail train alone keeps its name, which its book gives it."""
    points = ((point.en, point.de) for point in summaries(title).values())
    pairs = [*points, *told_twice(title), *spoken_twice(title)]
    of_trains = [german for english, german in pairs if TRAIN.search(english) and not TURN.search(english)]
    assert len(of_trains) > 100
    assert [text for text in of_trains if ZUG.search(text.replace("Postzug", ""))] == []


MASCULINE = re.compile(
    r"\b(?:[Kk]?[Ee]in(?:en|em|es)?|[Dd]e[nms]|ersten?|abgegebener) [2-6]er\b(?!-)"
    r"|\b(?:[Kk]?[Ee]in(?:en|em|es)?|[Dd]e[nms]) (?:ersten )?D\b"
)


@pytest.mark.parametrize("title", ["1830", "1889", "18chesapeake"])
def test_trains_of_the_classics_are_feminine(title: str) -> None:
    """They stand for "Lok", as in the lessons: "die erste 4", "eine D", and only many of them "die 2er"."""
    strange = [*points(title), *told(title)]
    assert [text for text in strange if MASCULINE.search(text)] == []


def test_trains_of_dortmund_are_called_as_on_its_table_and_in_its_book() -> None:
    titles = [title for title in shelf() if title.startswith("18do")]
    texts = [text for title in titles for text in told(title)]
    texts += [german for title in titles for _english, german in spoken_twice(title)]
    assert [text for text in texts if LOK.search(text)] == []


def test_a_turn_of_dortmund_is_no_train() -> None:
    """Its trains are "Züge", so a turn is a "Spielzug", as in its book; one may still be "am Zug"."""
    turn = re.compile(r"(?<![Aa]m )\bZug(?:s|es)?\b")
    titles = [title for title in shelf() if title.startswith("18do")]
    pairs = [(point.en, point.de) for title in titles for point in summaries(title).values()]
    pairs += [pair for title in titles for pair in told_twice(title)]
    of_turns = [german for english, german in pairs if TURN.search(english) and not TRAIN.search(english)]
    assert [text for text in of_turns if turn.search(text)] == []
