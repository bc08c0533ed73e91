"""Places and figures of the data in the reader's words, and what owners say of a block side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kursbuch.editions.shared import Voice
from kursbuch.editions.writing import toml_value
from kursbuch.web.workshop.pictures import label
from kursbuch.words import Words

# by the part of the box already
_SAID = ("hexes", "companies", "tiles", "trains", "privates", "area", "border")


def where(words: Words, at: str) -> str:
    """A place in the data as a reader calls it: the part of the box, the block, the field.

    >>> from kursbuch.shelf import titles
    >>> from kursbuch.words import own_words
    >>> words = own_words("en", titles()[0].id)
    >>> where(words, "board.hexes.D6.city[0].edges"), where(words, "tiles.tiles.*.count")
    ('Board › D6 › city 1 › edges', 'Tiles › count')
    """
    parts = at.replace("[", ".").replace("]", "").split(".")
    out = [words.messages.get(f"file.{parts[0]}") or label(words, parts[0])]
    for depth, part in enumerate(parts[1:], 1):
        if part == "*" or (depth == 1 and len(parts) > 2 and part in _SAID):
            continue
        if depth > 2 and part.isdecimal():
            out[-1] += f" {int(part) + 1}"
        else:
            out.append(part if depth == 2 else label(words, part))
    return " › ".join(out)


def figure(value: Any) -> str:
    """A value as forms have it, or where they have several fields as the data files do; a dash for none.

    >>> figure(None), figure(60), figure(["A", "B"]), figure([{"slots": 1}])
    ('–', '60', 'A, B', '[{ slots = 1 }]')
    """
    if isinstance(value, list) and value and not any(isinstance(one, (list, Mapping)) for one in value):
        return ", ".join(map(str, value))
    return "–" if value is None else value if isinstance(value, str) else toml_value(value)


@dataclass(frozen=True)
class Heard:
    """What owners say of a block: who, and the figures in which they differ from each other or from what is here."""

    voices: Sequence[Voice]
    rows: list[tuple[str, list[str]]]  # a field: what is here, and what each of them has


def told_by(voices: Sequence[Voice], here: Mapping[str, Any], words: Words) -> Heard:
    """The voices beside what is here."""
    all_values = [here, *(voice.values for voice in voices)]
    names = dict.fromkeys(name for values in all_values for name in values)
    rows = [(label(words, name), [figure(values.get(name)) for values in all_values]) for name in names]
    return Heard(voices, [(name, told) for name, told in rows if len(set(told)) > 1])
