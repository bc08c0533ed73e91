"""What is written on a board, for every distance it may be looked at from.

Near by there is room for all of it in small type; from afar the type has to be larger, so there is less of it and
names are shortened. A picture made for a page holds a layer of words for each distance. The page shows the layer
whose letters can be read (`data-zoom` on the picture), a picture on its own the first one. All letters of a layer but
the first are of one size, which the style sheet gives them (`--least`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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
NEAR = ZOOMS[:1]


def at_each(zooms: Sequence[Zoom], draw: Callable[[Zoom], str]) -> str:
    """What is drawn for each distance, in layers; distances that look the same share one.

    >>> at_each(ZOOMS[:3], lambda zoom: "<a/>" if zoom.near else "<b/>")
    '<g class="kb-z kb-z0"><a/></g><g class="kb-z kb-z1 kb-z2"><b/></g>'
    >>> at_each(NEAR, lambda zoom: "<a/>")
    '<a/>'
    """
    if len(zooms) == 1:
        return draw(zooms[0])
    layers: dict[str, list[int]] = {}
    for zoom in zooms:
        layers.setdefault(draw(zoom), []).append(zoom.number)
    return "".join(
        f'<g class="kb-z {" ".join(f"kb-z{number}" for number in numbers)}">{drawn}</g>'
        for drawn, numbers in layers.items()
        if drawn
    )


def style_of_zooms(root: str) -> str:
    """The style that shows one layer: the one the page asks for, else the nearest.

    >>> style_of_zooms(".kb").startswith(
    ...     ".kb:not([data-zoom]) .kb-z:not(.kb-z0),.kb[data-zoom] .kb-z{display:none}"
    ... )
    True
    """
    out = [
        f"{root}:not([data-zoom]) .kb-z:not(.kb-z0),{root}[data-zoom] .kb-z{{display:none}}",
        f"{root} .kb-z text,{root} .kb-coord{{text-anchor:middle}}",
    ]
    for zoom in ZOOMS:
        here = f'{root}[data-zoom="{zoom.number}"]'
        out.append(f"{here} .kb-z{zoom.number}{{display:inline}}")
        if not zoom.near:
            out.append(f"{here} .kb-z text,{here} .kb-coord{{font-size:{num(zoom.least)}px}}")
    return "".join(out)


def far_text(at: Point, words: object, cls: str, extra: str = "") -> str:
    """A line of text with its middle line at a point, as large as its layer asks for.

    >>> far_text((0, 3), "Lotte", "kb-name")
    '<text class="kb-name" x="0" y="3" dy=".35em">Lotte</text>'
    """
    return f'<text class="{cls}" x="{num(at[0])}" y="{num(at[1])}" dy=".35em"{extra}>{esc(words)}</text>'


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
