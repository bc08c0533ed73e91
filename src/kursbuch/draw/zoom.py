"""What is written on a board, for every distance it may be looked at from.

Near by there is room for all of it in small type; from afar the type has to be larger, so there is less of it and
names are shortened. A picture is made for one distance, and a page that looks at it from another one asks for
another picture; a picture on its own is made for near by. From afar all letters are of one size, which the style
sheet gives them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kursbuch.draw.svg import Point, esc, num, width


@dataclass(frozen=True, slots=True)
class Zoom:
    """A distance: its number, the nearest first, and the size of the smallest letters drawn for it."""

    number: int
    least: float

    @property
    def near(self) -> bool:
        return self.number == 0


ZOOMS = tuple(Zoom(number, least) for number, least in enumerate((6.6, 11.6, 15.8, 21.5, 29.0)))
NEAR = ZOOMS[0]


def zoom_of(picture: tuple[float, float], room: tuple[float, float], readable: float) -> Zoom:
    """The distance whose letters can be read where a picture of this size is fitted into so many pixels.

    >>> zoom_of((1000, 800), (500, 500), 10).number, zoom_of((1000, 800), (2000, 1600), 10).number
    (3, 0)
    """
    scale = min(room[0] / picture[0], room[1] / picture[1])
    return next((zoom for zoom in ZOOMS if zoom.least * scale >= readable), ZOOMS[-1])


def said_of(zoom: Zoom) -> str:
    """What a picture tells the page: the sizes of letters that there could be, and which it has.

    >>> said_of(ZOOMS[3])
    ' data-least="6.6 11.6 15.8 21.5 29" data-drawn="3" data-zoom="3"'
    """
    least = " ".join(num(each.least) for each in ZOOMS)
    return f' data-least="{least}" data-drawn="{zoom.number}" data-zoom="{zoom.number}"'


def style_of_zooms(root: str) -> str:
    """The sizes of letters by distance.

    >>> style_of_zooms(".kb").split("}")[0]
    '.kb.kb-board[data-zoom="1"] text{font-size:11.6px'
    """
    return "".join(
        f'{root}.kb-board[data-zoom="{zoom.number}"] text{{font-size:{num(zoom.least)}px}}'
        for zoom in ZOOMS
        if not zoom.near
    )


def far_text(at: Point, words: object, cls: str, zoom: Zoom, extra: str = "") -> str:
    """A line of text with its middle line at a point, as large as its distance asks for.

    >>> far_text((0, 3), "Lotte", "kb-name", ZOOMS[1])
    '<text class="kb-name" x="0" y="7.1">Lotte</text>'
    """
    y = at[1] + 0.35 * zoom.least
    return f'<text class="{cls}" x="{num(at[0])}" y="{num(y)}"{extra}>{esc(words)}</text>'


_VOWELS = frozenset("aeiouyäöüáéíóúåøœæ")


def shortenings(name: str) -> list[str]:
    """A name and shorter ways to write it, the longest first; cut before a vowel, as signs and timetables do.

    >>> shortenings("Ahmedabad")
    ['Ahmedabad', 'Ahmedab.', 'Ahmed.', 'Ahm.', 'Ahm']
    >>> shortenings("Sakaide & Okayama")
    ['Sakaide & Okayama', 'Sakaide', 'Sakaid.', 'Sak.', 'Sak']
    >>> shortenings("New York & Newark")
    ['New York & Newark', 'New York', 'New Y.', 'NY']
    """
    out = [name]
    word, *more = name.replace("-", " ").split() or [name]
    if more and len(word) <= 4 and more[0].isalpha():  # half a name that many places share
        return [name, f"{word} {more[0]}", f"{word} {more[0][:1]}.", word[:1] + more[0][:1]]
    if more:
        out.append(word)
    for n in range(len(word) - 1, 2, -1):
        if word[n].lower() in _VOWELS and word[n - 1].lower() not in _VOWELS:
            out.append(f"{word[:n]}.")
    return [*out, word[:3]] if len(word) > 4 else out


def told_apart(names: Iterable[str]) -> dict[str, str]:
    """Names without a first word that many of them begin with: it tells nothing.

    >>> told_apart(["Mine Hansa", "Mine Zollern", "Mine Tremonia", "Lotte"])["Mine Hansa"]
    'Hansa'
    """
    known = list(names)
    often = Counter(name.split()[0] for name in known if " " in name)
    return {name: name.partition(" ")[2] if often[name.split()[0]] > 2 else name for name in known if name}


@lru_cache(maxsize=64)
def letters(companies: tuple[str, ...]) -> Mapping[str, str]:
    """One letter for each company, unlike the others' as far as their names allow.

    >>> letters(("KHS", "KWE", "CME", "TWE", "KPR"))
    {'KHS': 'K', 'KWE': 'W', 'CME': 'C', 'TWE': 'T', 'KPR': 'P'}
    """
    owner: dict[str, str] = {}

    def settle(company: str, tried: frozenset[str]) -> bool:
        own = [
            letter for letter in dict.fromkeys(company.upper()) if letter.isalnum() and letter not in tried
        ]
        for letter in sorted(own, key=owner.__contains__):  # a free one before another's
            if letter not in owner or settle(owner[letter], tried | {*own}):
                owner[letter] = company
                return True
        return False

    for company in companies:
        settle(company, frozenset())
    given = {company: letter for letter, company in owner.items()}
    return {company: given.get(company, company[:1]) for company in companies}


def fitting(text: str, most: float, zoom: Zoom, size: float) -> float:
    """The size of a text that may be as wide as `most`, at best `size`; 0 if it could not be read at this distance.

    >>> fitting("BBCI", 22, ZOOMS[0], 9), fitting("BBCI", 22, ZOOMS[3], 9)
    (8.5, 0)
    """
    found = min(max(size, zoom.least), most / max(width(text, 1), 0.1))
    return round(found, 1) if found >= zoom.least else 0
