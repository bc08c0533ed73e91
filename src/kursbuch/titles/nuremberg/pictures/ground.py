"""What is printed on the Nuremberg board: areas, borders, rivers, names, signs of hops and estates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, dist

from kursbuch.draw.svg import Point, esc, line_through, num, plain_text, text, width
from kursbuch.titles.nuremberg.rules.board import Area
from kursbuch.titles.nuremberg.rules.parts import Box

KEPT = 16  # editions of the board whose print is kept
_NAME, _CITY_NAME = 14, 17  # how high the letters of names are
_KINDS = {"city": "town", "station": "town", "post": "land", "hop": "hop"}


def area_name(box: Box, area: str, language: str) -> str:
    """What an area is called.

    >>> from kursbuch.titles.nuremberg.rules.parts import box
    >>> area_name(box(), "nbg_nord", "en"), area_name(box(), "nbg_nord", "de")
    ('Nuremberg North', 'Nürnberg Nord')
    """
    if area not in box.areas:
        return area
    return box.areas[area].name if language.startswith("de") else box.areas[area].name_en


def ground_class(area: Area) -> str:
    """The class that colours an area."""
    return "nu-south" if area.exit_only else f"nu-{_KINDS[area.kind]}"


def middle(area: Area) -> Point:
    """Where an area's station, or its pieces, stand."""
    return area.centre


def station_at(area: Area) -> Point:
    """Where an area's station stands; that of the strip along the lower edge stands beside its name."""
    x, y = middle(area)
    return (x, 947.0) if area.exit_only else (x, y)


def pieces_at(area: Area) -> Point:
    """Where an area's pieces stand: below its station."""
    x, y = middle(area)
    return (x, y + 22) if area.station else (x, y + 11)


def crossing(box: Box, border: str) -> Point:
    """The middle of a border, where its link is marked."""
    (x1, y1), (x2, y2) = box.borders[border].edge[0], box.borders[border].edge[-1]
    return (x1 + x2) / 2, (y1 + y2) / 2


def way(box: Box, border: str) -> tuple[Point, Point, Point]:
    """The line of a link: from the middle of one area over the border to the other."""
    over = crossing(box, border)
    ends: list[Point] = []
    for id in (box.borders[border].a, box.borders[border].b):
        area = box.areas[id]
        # the strip along the lower edge has no middle to speak of: links begin right at its border
        ends.append((over[0], over[1] + 22) if area.exit_only else middle(area))
    return ends[0], over, ends[1]


def polygon(area: Area) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in area.polygon)


@lru_cache(maxsize=KEPT)
def faces(box: Box) -> dict[str, str]:
    """The ground of each area."""
    return {id: f'<polygon class="kb-face" points="{polygon(area)}"/>' for id, area in box.areas.items()}


@lru_cache(maxsize=KEPT)
def print_svg(box: Box, language: str) -> str:
    """Borders, rivers and signs: all that never changes and lies below the links."""
    edges = "".join(line_through(border.edge) for border in box.borders.values())
    out = [f'<path class="nu-edge" d="{edges}"/>']
    for _, path in box.rivers:
        out.append(f'<path class="nu-river" d="{line_through(path)}"/>')
    out.extend(_river_name(name, path) for name, path in box.rivers)
    for border in box.borders.values():
        if border.closed:
            out.append(f'<path class="kb-wall" d="{line_through(border.edge)}" stroke-dasharray="7 5"/>')
    for area in box.areas.values():
        x, y = middle(area)
        if area.kind == "hop":
            out.append(_hop_sign(x, y + 9))
        if area.estate:
            out.append(_manor(x, y + 12))
    return f'<g class="nu-static">{"".join(out)}</g>'


def _river_name(name: str, path: Sequence[Point]) -> str:
    """A river's name along the longest stretch of it."""
    a, b = max(pairwise(path), key=lambda pair: dist(*pair))
    if a[0] > b[0]:
        a, b = b, a
    at = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    turn = num(degrees(atan2(b[1] - a[1], b[0] - a[0])))
    extra = f' transform="rotate({turn} {num(at[0])} {num(at[1])})"'
    return text((at[0], at[1] - 9), name, "nu-water", 12, extra=extra)


def _hop_sign(x: float, y: float) -> str:
    """A hop cone, faint, behind the beer."""
    cone = (
        f"M{num(x)} {num(y - 17)}c-16 8 -16 24 0 34c16 -10 16 -26 0 -34M{num(x - 11)} {num(y - 3)}l11 7 11 -7"
    )
    return f'<path class="nu-hop-sign" d="{cone}M{num(x - 11)} {num(y + 5)}l11 7 11 -7M{num(x)} {num(y - 17)}v-6"/>'


def _manor(x: float, y: float) -> str:
    """A manor house, faint: an estate where a landowner may live."""
    house = f"M{num(x - 17)} {num(y + 13)}v-16l17 -11 17 11v16zM{num(x - 4)} {num(y + 13)}v-9h8v9"
    return f'<path class="nu-manor" d="{house}"/>'


@lru_cache(maxsize=KEPT)
def names_svg(box: Box, language: str) -> str:
    """The names of the areas, above all else: those of cities larger than the others."""
    cities: list[str] = []
    others: list[str] = []
    for area in box.areas.values():
        (cities if area.kind == "city" else others).append(_name_svg(box, area, language))
    return (
        f'<g class="nu-name" font-size="{_NAME}">{"".join(others)}</g>'
        f'<g class="nu-name nu-city-name" font-size="{_CITY_NAME}">{"".join(cities)}</g>'
    )


def _name_svg(box: Box, area: Area, language: str) -> str:
    x, y = middle(area)
    city = area.kind == "city"
    name, size = area_name(box, area.id, language), _CITY_NAME if city else _NAME
    if area.exit_only:  # the strip has room beside its station
        return plain_text((x - 20, station_at(area)[1]), name, size, anchor="end")
    wide = max(px for px, _ in area.polygon) - min(px for px, _ in area.polygon) - 10
    top = y - (21 if city else 17) if area.station else y - 12
    out = []
    for n, words in enumerate(reversed(_broken(name, size))):
        half = min(width(words, size), wide) / 2 + 2
        at = (min(max(x, half), box.size[0] - half), top - n * size)
        out.append(plain_text(at, words, size, fit=wide))
    return "".join(out)


def _broken(name: str, size: float) -> list[str]:
    """A long name in two lines, at its blank or hyphen nearest the middle."""
    if width(name, size) < 112:
        return [name]
    places = [n for n, letter in enumerate(name) if letter in " -"]
    if not places:
        return [name]
    at = min(places, key=lambda n: abs(n - len(name) / 2))
    return [name[: at + 1].strip(), name[at + 1 :]]


def described(box: Box, area: Area, language: str) -> str:
    """The area's name, escaped, for those who do not see the picture."""
    return esc(area_name(box, area.id, language))
