"""The titles as the start page shows them, and what its form asks for."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kursbuch.core import BadInput, TitleInfo
from kursbuch.core.rules import Choice
from kursbuch.shelf import find, shelf
from kursbuch.web.pages.opponents import bot_of
from kursbuch.web.pages.pictures import cover, plain_cover
from kursbuch.web.service import Mode, Seat
from kursbuch.words import Words

log = logging.getLogger(__name__)

NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix")


@dataclass(frozen=True, slots=True)
class Switch:
    """An option of a title with its sentence; `choices` are values and words."""

    key: str
    sentence: str
    default: str
    choices: list[tuple[str, str]]


@dataclass(slots=True)
class Card:
    """A title on the start page."""

    info: TitleInfo
    summary: str
    counts: list[int]
    switches: list[Switch] = field(default_factory=list)
    rebuilt: str = ""


def on_shelf() -> tuple[list[TitleInfo], list[str]]:
    """What can be played, and the ids of titles that this installation fails to load."""
    good, broken = [], []
    for id in shelf():
        try:
            good.append(find(id).info)
        except Exception:  # whatever is wrong with one title, the others are played
            log.exception("the title %s cannot be loaded", id)
            broken.append(id)
    return good, broken


def cards(infos: Iterable[TitleInfo], words: Words) -> list[Card]:
    """A card for each title."""
    return [_card(info, words) for info in infos]


def _card(info: TitleInfo, words: Words) -> Card:
    switches = [
        Switch(o.key, words(o.summary), str(o.default), [(str(c), _choice(c, words)) for c in o.choices])
        for o in info.options
    ]
    rebuilt = ", ".join(words(part) for part in info.reconstructed)
    return Card(info, words(info.summary), list(info.players), switches, rebuilt)


def drawn_cover(title: str, language: str, dark: bool) -> bytes:
    """The picture of a title as a file."""
    try:
        picture = cover(title, language, dark)
    except Exception:  # a title without a picture is still a title
        log.exception("the picture of %s cannot be drawn", title)
        picture = plain_cover(title, dark)
    return picture.encode()


def _choice(value: Choice, words: Words) -> str:
    if isinstance(value, bool):
        return words("yes" if value else "no")
    return words(value) if isinstance(value, str) else words.number(value)


def options_of(title: str, fields: Mapping[str, str]) -> dict[str, object]:
    """The options that a form names as `option.KEY`; raises BadInput for a value that is none of its choices."""
    out: dict[str, object] = {}
    for option in find(title).info.options:
        given = fields.get(f"option.{option.key}")
        if given is None:
            continue
        value = next((c for c in option.choices if str(c) == given), None)
        if value is None:
            raise BadInput(f"options.{option.key}", "no such choice")
        out[option.key] = value
    return out


def whole(fields: Mapping[str, str], name: str) -> int | None:
    """A whole number in a form; None if there is none that makes sense.

    >>> whole({"moves": "12", "seed": "²"}, "moves"), whole({"seed": "²"}, "seed"), whole({}, "seed")
    (12, None, None)
    """
    text = fields.get(name, "").strip()
    return int(text) if text.isdecimal() and len(text) <= 39 else None


def seats_of(title: str, mode: Mode, fields: Mapping[str, str], person: int, name: str) -> list[Seat]:
    """The seats that a form asks for: the visitor first, then others, bots or empty places."""
    allowed = find(title).info.players
    count = whole(fields, "count") or 0
    if count not in allowed:
        count = allowed.start
    robots = (whole(fields, "robots") or 0) if mode == "online" else 0
    taken = [name]
    seats = [Seat(name, person)]
    for n in range(1, count):
        other = (fields.get(f"name{n}", "") or "").strip()[:40]
        if not other or other in taken:
            other = next(free for free in NAMES if free not in taken)
        taken.append(other)
        if n >= count - robots:
            seats.append(Seat(other, None, bot_of(fields, n)))
        elif mode == "online":
            seats.append(Seat(""))
        elif mode == "bots":
            seats.append(Seat(other, None, bot_of(fields, n)))
        else:
            seats.append(Seat(other, person))
    return seats
