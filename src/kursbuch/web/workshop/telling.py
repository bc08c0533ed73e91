"""Places and figures of the data in the reader's words, and what owners say of a block side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kursbuch.editions.schema import Shape
from kursbuch.editions.shared import Voice
from kursbuch.web.workshop.forms import is_line
from kursbuch.web.workshop.pictures import label
from kursbuch.web.workshop.tongue import Tongue, inner_shape
from kursbuch.words import Words, told

# these errors are about a file, and name its keys
_KEYS = (
    "there is no such field here; known are {known}",
    "the box has no such data file; known are {known}",
)
# by the part of the box already
_SAID = ("hexes", "companies", "tiles", "trains", "privates", "area", "border")


def where(words: Words, at: str) -> str:
    """A place in the data as a reader calls it: the part of the box, the block, the field.

    >>> from kursbuch.shelf import titles
    >>> from kursbuch.words import own_words
    >>> words = own_words("en", titles()[0].id)
    >>> where(words, "board.hexes.D6.city[0].edges"), where(words, "trains.trains.2.sides.2")
    ('Board › D6 › city 1 › sides', 'Trains and phases › 2 › sides of the card › 2')
    >>> where(words, "tiles.tiles.*.count"), where(words, "tiles.tiles")
    ('Tiles › count', 'Tiles')
    """
    parts = at.replace("[", ".[").split(".")
    out = [words.messages.get(f"file.{parts[0]}") or label(words, parts[0])]
    for depth, part in enumerate(parts[1:], 1):
        if part == "*" or (depth == 1 and len(parts) > 2 and part in _SAID):
            continue
        if part.startswith("["):
            out[-1] += f" {int(part[1:-1]) + 1}"
        elif (called := part if depth == 2 else label(words, part)).casefold() != out[0].casefold():
            out.append(called)
    return " › ".join(out)


def in_words(words: Words, message: str, values: Mapping[str, Any]) -> str:
    """What is wrong in the reader's words, and the words of the data in it as forms have them.

    >>> from kursbuch.words import words
    >>> in_words(words("de"), "{kind!r} is not one of {known}", {"kind": "blau", "known": "yellow, green"})
    "'blau' ist keines von gelb, grün"
    >>> in_words(words("de"), _KEYS[0], {"known": "cost, terrain"})
    'ein solches Feld gibt es hier nicht; bekannt sind cost (Kosten), terrain (Gelände)'
    """
    said = {key: _word(words, value) if isinstance(value, str) else value for key, value in values.items()}
    if message.startswith("missing"):  # it is a field
        said |= {key: label(words, value) for key, value in values.items() if isinstance(value, str)}
    if message in _KEYS:
        said["known"] = ", ".join(_key(words, key) for key in str(values["known"]).split(", "))
    return str(told(words, message, said))


def _key(words: Words, key: str) -> str:
    """A key of a file as it is written there, and what forms call it."""
    called = label(words, key)
    return key if called.casefold() == key.casefold() else f"{key} ({called})"


def _word(words: Words, said: str) -> str:
    """A word of the data, a part of the box, a place, or several words in a row."""
    found = words.messages.get(f"part.{said}") or words.messages.get(f"value.{said}")
    if found:
        return found
    for between, told_so in ((", ", ", "), (" or ", f" {words('or')} ")):
        if between in said:
            return told_so.join(_word(words, one) for one in said.split(between))
    return where(words, said) if f"file.{said.partition('.')[0]}" in words.messages and "." in said else said


def figure(words: Words, value: Any) -> str:
    """A value as forms have it, several fields with their names; a dash for none.

    >>> from kursbuch.words import words
    >>> german = words("de")
    >>> figure(german, None), figure(german, True), figure(german, ["A", "B"]), figure(german, [{"cost": 1}])
    ('–', 'ja', 'A, B', 'Kosten 1')
    """
    if value is None or value in ([], {}, ""):
        return "–"
    if isinstance(value, bool):
        return words("yes" if value else "no")
    if isinstance(value, Mapping):
        return ", ".join(f"{label(words, key)} {figure(words, one)}" for key, one in sorted(value.items()))
    if isinstance(value, list):
        apart = "; " if any(isinstance(one, (list, Mapping)) for one in value) else ", "
        return apart.join(figure(words, one) for one in value)
    return str(value)


def figures(words: Words, *values: Any) -> list[str]:
    """Values side by side; of lists of long rows, such as price tables, only the rows in which they differ.

    >>> from kursbuch.words import words
    >>> rows = [f"{price} 70 80 90 100 110 120 130 140 150" for price in (50, 60)]
    >>> figures(words("en"), rows, [rows[0], rows[1].replace("70", "75")])
    ['2: 60 70 80 90 100 110 120 130 140 150', '2: 60 75 80 90 100 110 120 130 140 150']
    """
    lists = [value for value in values if isinstance(value, list) and value and all(map(is_line, value))]
    if len(lists) < len(values) or len({len(one) for one in lists}) > 1:
        return [figure(words, value) for value in values]
    other = [number for number, rows in enumerate(zip(*lists, strict=True)) if len(set(rows)) > 1]
    return ["\n".join(f"{number + 1}: {rows[number]}" for number in other) for rows in lists]


@dataclass(frozen=True)
class Heard:
    """What owners say of a block: who, and the figures in which they differ from each other or from what is here."""

    voices: Sequence[Voice]
    rows: list[tuple[str, list[str]]]  # a field: what is here, and what each of them has


def told_by(
    voices: Sequence[Voice], here: Mapping[str, Any], shape: Shape, tongue: Tongue, words: Words
) -> Heard:
    """The voices beside what is here."""
    all_values = [here, *(voice.values for voice in voices)]
    rows = []
    for name in dict.fromkeys(name for values in all_values for name in values):
        said = [tongue.told(inner_shape(shape, name), values.get(name)) for values in all_values]
        rows.append((label(words, name), figures(words, *said)))
    return Heard(voices, [(name, told) for name, told in rows if len(set(told)) > 1])
