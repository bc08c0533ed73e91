"""Charters, certificates, train cards, markers, tracks: a part of a box drawn from what its data says of it.

Nothing here knows what a part is. A list of figures is a row of fields, a list of tables with costs a row of markers,
names of colours are patches of them, a number from `least` to `most` a track: so the parts of a new title have their
pictures for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kursbuch.draw.palette import COLOURS, safe_colour, style, text_on
from kursbuch.draw.svg import document, num, text, width

Say = Callable[[str], str]  # a field's name, or a word that it holds, in the reader's language

WIDE = 240.0
_EDGE, _GAP = 14.0, 5.0
_HEAD, _LINE, _FIELD, _MARKER = 44.0, 17.0, 26.0, 17.0
_LONGEST_TRACK = 40  # spaces; a longer one is told by its ends
_MOST = 24  # entries of a list; of a longer one the number is told
_TRACK = ("least", "most")
PLAIN = "#5b5447"  # the head of a part without a colour of its own
_PATCHES = frozenset(COLOURS) & {"white", "yellow", "green", "brown", "grey", "red"}


@dataclass
class _Card:
    """A card in the making: what is drawn, and how far down it has come."""

    tint: str
    label: Say  # names of fields
    word: Say  # what they hold
    out: list[str] = field(default_factory=list)
    y: float = _HEAD + 12

    def caption(self, key: str) -> None:
        """The name of a value, above what is drawn of it."""
        self.out.append(_left(_EDGE, self.y + 6, self.label(key), "kb-note", 10))
        self.y += 14

    def line(self, key: str, said: str) -> None:
        """A value beside its name; long ones go on below."""
        name = self.label(key)
        beside = min(_EDGE + width(name, 10) + 8, WIDE * 0.7)
        self.out.append(_left(_EDGE, self.y + 6, name, "kb-note", 10, beside - _EDGE - 4))
        for row in _broken(said, WIDE - beside - _EDGE, 11.5):
            self.out.append(_left(beside, self.y + 6, row, "kb-ink kb-bold", 11.5))
            self.y += _LINE

    def fields(self, cells: Sequence[tuple[str, str, str]]) -> None:
        """Fields in rows: what stands in each, what below it, and the class of its ground."""
        wide = min(
            WIDE - 2 * _EDGE,
            max(max(_FIELD, width(in_it, 11) + 10, width(below, 8.5) + 6) for in_it, below, _ in cells),
        )
        across = max(1, int((WIDE - 2 * _EDGE + _GAP) // (wide + _GAP)))
        high = _FIELD + (12 if any(below for _, below, _ in cells) else 0) + _GAP
        for n, (in_it, below, ground) in enumerate(cells):
            x, y = _EDGE + n % across * (wide + _GAP), self.y + n // across * high
            self.out.append(
                f'<g class="{ground}"><rect class="kb-face kb-card" x="{num(x)}" y="{num(y)}" width="{num(wide)}" '
                f'height="{num(_FIELD)}" rx="4"/></g>'
            )
            if in_it:
                self.out.append(
                    text((x + wide / 2, y + _FIELD / 2), in_it, "kb-ink kb-bold", 11, fit=wide - 4)
                )
            if below:
                self.out.append(text((x + wide / 2, y + _FIELD + 6), below, "kb-note", 8.5, fit=wide))
        self.y += -(-len(cells) // across) * high + 3

    def markers(self, name: str, tokens: Sequence[Mapping[str, Any]]) -> None:
        """Station markers with what they cost, and where each belongs."""
        across = int((WIDE - 2 * _EDGE) // (2 * _MARKER + _GAP))
        for n, token in enumerate(tokens):
            x = _EDGE + _MARKER + n % across * (2 * _MARKER + _GAP)
            y = self.y + _MARKER + n // across * (2 * _MARKER + 17)
            self.out.append(
                f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(_MARKER)}" fill="{self.tint}"/>'
                f'<g fill="{text_on(self.tint)}">'
                f"{text((x, y), name, 'kb-token', 11, fit=2 * _MARKER - 6)}</g>"
            )
            said = " ".join(str(token[key]) for key in ("cost", "hex") if token.get(key) not in (None, ""))
            self.out.append(text((x, y + _MARKER + 7), said, "kb-note", 9, fit=2 * _MARKER + _GAP))
        self.y += -(-len(tokens) // across) * (2 * _MARKER + 17) + 3


def part_svg(
    name: str,
    values: Mapping[str, Any],
    *,
    label: Say = str,
    word: Say = str,
    tint: str = PLAIN,
    dark: bool = False,
) -> str:
    """One part of a box as a card: its name on its colour, or on the tint given, and all that its block says.

    >>> charter = {"name": "Own", "colour": "#123456", "tokens": [{"cost": 40}], "shares": [20, 10]}
    >>> picture = part_svg("OWN", charter)
    >>> picture.count("<circle"), "20 %" in picture, ">40<" in picture
    (1, True, True)
    """
    colour = values.get("colour")
    card = _Card(_tint(colour if isinstance(colour, str) else tint), label, word)
    for key, value in _body(values).items():
        _draw(card, name, key, value)
    if all(type(values.get(key)) is int for key in _TRACK):
        _track(card, values["least"], values["most"])
    copies = _copies(values)
    body = _sheets(copies, card.y + 8) + _head(card, name, values, copies) + "".join(card.out)
    box = (-2.0, -2.0, WIDE + 12, card.y + 20)
    said = ", ".join(filter(None, (name, str(values.get("name", "")))))
    return document(box, f"kb kb-part {'kb-dark' if dark else 'kb-light'}", said, style(dark), body)


def _tint(colour: str) -> str:
    return COLOURS[colour][0] if colour in _PATCHES else safe_colour(colour)


def _body(values: Mapping[str, Any]) -> dict[str, Any]:
    """What is told below the head."""
    told = {key: one for key, one in values.items() if key not in ("name", "colour", "source")}
    if type(told.get("count")) is int:
        told.pop("count")
    return told


def _copies(values: Mapping[str, Any]) -> int:
    count = values.get("count")
    return count if type(count) is int else 1


def _sheets(copies: int, high: float) -> str:
    """The card, on those that lie below it."""
    return "".join(
        f'<rect class="kb-card" x="{3 * n}" y="{3 * n}" width="{num(WIDE)}" height="{num(high)}" rx="8"/>'
        for n in reversed(range(min(max(copies, 1), 3)))
    )


def _head(card: _Card, name: str, values: Mapping[str, Any], copies: int) -> str:
    ink = text_on(card.tint)
    called = str(values.get("name", ""))
    number = f"× {copies}" if "count" in values else ""
    room = WIDE - 2 * _EDGE - (width(number, 15) + 10 if number else 0)
    return (
        f'<path d="M0 8q0-8 8-8h{num(WIDE - 16)}q8 0 8 8v{num(_HEAD - 8)}h-{num(WIDE)}z" fill="{card.tint}"/>'
        f'<g fill="{ink}">'
        + _left(_EDGE, 16 if called else 22, name, "kb-token", 16, room)
        + (_left(_EDGE, 34, called, "kb-bold", 11, WIDE - 2 * _EDGE) if called else "")
        + (text((WIDE - _EDGE, 16), number, "kb-token", 15, anchor="end") if number else "")
        + "</g>"
    )


def _draw(card: _Card, name: str, key: str, value: Any) -> None:
    """One value, by what kind of value it is."""
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        card.caption(key)
        if all("cost" in one for one in value):
            card.markers(name, value)
        else:
            card.fields([(_words(card, one.values()), "", "") for one in value])
    elif isinstance(value, list) and len(value) > _MOST:
        card.line(key, f"× {len(value)}")
    elif isinstance(value, list) and value:
        card.caption(key)
        card.fields(_cells(card, key, value))
    elif isinstance(value, Mapping):
        told = {str(inner): _words(card, [one]) for inner, one in value.items() if inner != "source"}
        if told:
            card.caption(key)
            card.fields(_named(card, told))
    elif isinstance(value, str) and value in _PATCHES:
        card.caption(key)
        card.fields([("", "", f"kb-{value}")])
    elif value not in ("", []):
        card.line(key, _words(card, [value]))


def _cells(card: _Card, key: str, values: list[Any]) -> list[tuple[str, str, str]]:
    """A list as fields: shares with their percent, colours as patches, points of a drawing in pairs."""
    if all(isinstance(one, str) and one in _PATCHES for one in values):
        return [("", "", f"kb-{one}") for one in values]
    percent = " %" if key == "shares" else ""
    return [(f"{_words(card, [one])}{percent}", "", "") for one in values]


def _named(card: _Card, told: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Fields with their names below, unless each says its own name."""
    plain = all(name == said for name, said in told.items())
    return [
        (said, "", f"kb-{name}") if name in _PATCHES else (said, "" if plain else card.label(name), "")
        for name, said in told.items()
    ]


def _track(card: _Card, least: int, most: int) -> None:
    if 0 < most - least <= _LONGEST_TRACK:
        card.fields([(str(n).replace("-", "−"), "", "") for n in range(least, most + 1)])


def _words(card: _Card, values: Iterable[Any]) -> str:
    """Values in words, whatever they hold."""
    out = []
    for one in values:
        if isinstance(one, bool):
            out.append("✓" if one else "–")
        elif isinstance(one, Mapping):
            told = (
                f"{card.label(key)} {_words(card, [inner])}" for key, inner in one.items() if key != "source"
            )
            out.append(", ".join(told))
        elif isinstance(one, (list, tuple)):
            out.append(", ".join(_words(card, [inner]) for inner in one))
        else:
            out.append(card.word(one) if isinstance(one, str) else str(one))
    return " ".join(out)


def _left(x: float, y: float, words: str, cls: str, size: float, fit: float = 0) -> str:
    return text((x, y), words, cls, size, anchor="start", fit=fit)


def _broken(words: str, room: float, size: float) -> list[str]:
    """A text in lines that fit; a word that is too long for one is squeezed by who draws it.

    >>> _broken("by lot; every stack of markers in that order", 120, 11.5)
    ['by lot; every stack', 'of markers in that', 'order']
    """
    lines = [""]
    for word in words.split():
        tried = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(tried, size) > room:
            lines.append(word)
        else:
            lines[-1] = tried
    return [line if width(line, size) <= room else f"{line[: int(room / size / 0.6)]}…" for line in lines]
