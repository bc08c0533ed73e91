"""German says "du" everywhere: no page, refusal, lesson or chapter calls whoever reads it "Sie".

"Sie" and "Ihr" also begin sentences about a company or about trains. Within a sentence a capital letter gives the
address away; at its beginning the English tells, which then says "you".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kursbuch
from kursbuch.words.catalogue import entries

ROOT = Path(kursbuch.__file__).parent
BEGINS = r"(?:^|(?<=[.:!?] )|(?<=[(„]))"
FORMAL = r"(?:Sie|Ihnen|Ihr|Ihre[nmrs]?)\b"
WITHIN = re.compile(rf"(?<!^)(?<![.:!?] )(?<![(„])\b{FORMAL}")
AT_FIRST = re.compile(rf"{BEGINS}{FORMAL}")
YOU = re.compile(r"\byou(r|rs|rself)?\b", re.IGNORECASE)
# begin a sentence about somebody or something else, although "you" is spoken of as well
OTHERS = (
    "Sie möchten mit dir",
    "Sie kommt zurück",  # the loan
    "Sie bringen in jeder Betriebsrunde",  # private breweries
    "Ihr wahrer Nutzen",
    "Sie kosten je nach Reihe",  # trains
    "Sie kommen in deinen Vorrat",  # pieces of track
    "Sie bekommt das Zehnfache",  # the company
    "Sie fährt vor dir",
    "Sie kam mit der gleichnamigen",  # the share
    "Sie braucht Geld",
    "Sie zeigen jede Kasse",  # cards
    "Ihr beginnt mit je 500",  # all of you
    "alles Ihre",  # what is its own
)


def formal(german: str, english: str) -> bool:
    """Does a text call its reader "Sie"?"""
    for other in OTHERS:
        german = german.replace(other, "")
    return bool(WITHIN.search(german) or (YOU.search(english) and AT_FIRST.search(german)))


def in_catalogues() -> Iterator[tuple[str, str]]:
    folders = [
        "kursbuch.words",
        *(f"kursbuch.titles.{at.parent.name}.words" for at in ROOT.glob("titles/*/words")),
    ]
    for package in folders:
        english = {(e.id, e.context): e.text for e in entries(package, "en")}
        for e in entries(package, "de"):
            yield e.text, english.get((e.id, e.context), e.id)


def in_files() -> Iterator[tuple[str, str]]:
    """Texts of lessons, examples, chapters, the glossary: tables with `de` and `en`."""
    for file in sorted(ROOT.rglob("*.toml")):
        yield from pairs(tomllib.loads(file.read_text("utf-8")))


def pairs(data: Any) -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        if isinstance(data.get("de"), str):
            yield data["de"], str(data.get("en", ""))
        data = list(data.values())
    if isinstance(data, list):
        for part in data:
            yield from pairs(part)


def test_nobody_is_called_sie() -> None:
    texts = [*in_catalogues(), *in_files()]
    assert len(texts) > 3000, "the catalogues were found"
    assert not [german for german, english in texts if formal(german, english)]


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("Wählen Sie ein Feld.", "Choose a hex."),
        ("Ihr Gebot", "Your bid"),
        (
            "Eine andere Fahrt brächte mehr ein. Sie dürfen darauf hinweisen.",
            "Another run is better. You may say so.",
        ),
        ("wer Sie anspricht", "who speaks to you"),
    ],
)
def test_the_address_is_found(german: str, english: str) -> None:
    assert formal(german, english)


def test_they_and_theirs_are_no_address() -> None:
    assert not formal("Alle 2er verrosten: Sie scheiden aus.", "All 2-trains rust: they leave the game.")
