"""Cities with their spaces and tokens, towns, junctions, values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from kursbuch.draw.geometry import plus
from kursbuch.draw.palette import ink_of, safe_colour, text_on
from kursbuch.draw.svg import Point, esc, line_through, num, text, width
from kursbuch.draw.track import SLOT, Plan
from kursbuch.draw.words import word
from kursbuch.draw.zoom import NEAR, Zoom, far_text, fitting, letters


class Space(NamedTuple):
    """A station space as it is to be drawn: who stands there, or who it is kept for and as what."""

    owner: str = ""
    kept: str = ""
    role: str = ""


def slot_places(count: int) -> tuple[Point, ...]:
    """Where the spaces of a city lie, round its middle: alone, a pair, a triangle, a square, a ring.

    >>> slot_places(2)
    ((-13.5, 0.0), (13.5, 0.0))
    """
    if count <= 1:
        return ((0.0, 0.0),)
    step = SLOT + 0.5
    if count == 2:
        return (-step, 0.0), (step, 0.0)
    if count == 3:
        return (-step, step * 0.58), (step, step * 0.58), (0.0, -step * 1.15)
    if count == 4:
        return (-step, -step), (step, -step), (-step, step), (step, step)
    ring = step / sin(pi / count)
    return tuple(
        (ring * cos(2 * pi * i / count - pi / 2), ring * sin(2 * pi * i / count - pi / 2))
        for i in range(count)
    )


def city_reach(count: int) -> float:
    """How far a city with so many spaces extends from its middle, sideways."""
    return SLOT + 3 + max(x for x, _ in slot_places(count))


def city_base(at: Point, count: int) -> str:
    """The white ground that the spaces of a city lie on."""
    places = [plus(at, p) for p in slot_places(count)]
    if count == 1:
        return f'<circle class="kb-base" cx="{num(at[0])}" cy="{num(at[1])}" r="{num(SLOT + 2)}"/>'
    if count == 2:
        wide, high = 4 * SLOT + 7, 2 * SLOT + 6
        return (
            f'<rect class="kb-base" x="{num(at[0] - wide / 2)}" y="{num(at[1] - high / 2)}" width="{num(wide)}" '
            f'height="{num(high)}" rx="{num(high / 2)}"/>'
        )
    order = places if count > 4 else [places[i] for i in ((0, 2, 1) if count == 3 else (0, 1, 3, 2))]
    hull = line_through(order) + "z"
    # a thick round line with a slightly thinner white one over it is an outline round all spaces
    return "".join(
        f'<path class="{cls}" stroke-width="{num(2 * SLOT + wider)}" stroke-linejoin="round" d="{hull}"/>'
        for cls, wider in (("kb-rim", 6.6), ("kb-hull", 3.4))
    )


Colours = tuple[tuple[str, str], ...]
"""The companies of a game and their colours."""


@lru_cache(maxsize=16384)
def spaces_svg(
    hex: str,
    number: int,
    at: Point,
    spaces: tuple[Space, ...],
    companies: Colours,
    language: str,
    zoom: Zoom = NEAR,
) -> str:
    """The spaces of a city with tokens, or faint marks where a space is kept for a company."""
    out = []
    colours = dict(companies)
    for space, place in zip(spaces, slot_places(len(spaces)), strict=True):
        x, y = at[0] + place[0], at[1] + place[1]
        if space.owner:
            out.append(token_svg((x, y), space.owner, colours, f"{hex}.{number}", zoom=zoom))
        elif space.kept:
            out.append(_kept_svg((x, y), space, colours, language, zoom))
        else:
            out.append(f'<circle class="kb-slot" cx="{num(x)}" cy="{num(y)}" r="{num(SLOT)}"/>')
    return "".join(out)


def token_svg(
    at: Point,
    company: str,
    colours: Mapping[str, str],
    stop: str = "",
    radius: float = SLOT,
    zoom: Zoom = NEAR,
) -> str:
    """A station token: the company's colour and its short name, from afar a letter of it."""
    fill = safe_colour(colours.get(company, ""))
    where = f' data-stop="{esc(stop)}"' if stop else ""
    ink = f' fill="{text_on(fill)}"'
    size = fitting(company, radius * 1.52, zoom, radius * 0.74)
    named = (
        text(at, company, "kb-token", size, extra=ink) if size else _letter(at, company, colours, ink, zoom)
    )
    return (
        f'<g class="kb-station" data-company="{esc(company)}"{where}><title>{esc(company)}</title>'
        f'<circle cx="{num(at[0])}" cy="{num(at[1])}" r="{num(radius)}" fill="{fill}" stroke="#0006"/>'
        f'<circle class="kb-ring" cx="{num(at[0])}" cy="{num(at[1])}" r="{num(radius - 1.3)}" '
        f'stroke="{text_on(fill)}"/>{named}</g>'
    )


def _letter(
    at: Point, company: str, colours: Mapping[str, str], ink: str, zoom: Zoom, cls: str = "kb-token"
) -> str:
    """The letter that stands for a company where its name could not be read."""
    return far_text(at, letters(tuple(colours)).get(company, company[:1]), cls, zoom, ink)


def _kept_svg(at: Point, space: Space, colours: Mapping[str, str], language: str, zoom: Zoom) -> str:
    colour = colours.get(space.kept, "")
    role = word(space.role, language)
    ink = f' fill="{ink_of(colour)}"'
    if zoom.near:
        size = min(8.2, SLOT * 1.7 / max(width(space.kept, 1), 0.1))
        small = min(zoom.least, SLOT * 1.8 / max(width(role, 1), 0.1))
        named = text((at[0], at[1] - 2.4), space.kept, "kb-token kb-soft", size, extra=ink)
        named += text((at[0], at[1] + 4.8), role, "kb-figure kb-soft", small)
    else:
        named = _letter(at, space.kept, colours, ink, zoom, "kb-token kb-soft")
    return (
        f'<g class="kb-reserved" data-company="{esc(space.kept)}">'
        f"<title>{esc(word('kept', language, space.kept))} ({esc(role)})</title>"
        f'<circle class="kb-kept" cx="{num(at[0])}" cy="{num(at[1])}" r="{num(SLOT - 0.8)}" '
        f'stroke="{safe_colour(colour)}"/>{named}</g>'
    )


def town_svg(plan: Plan, number: int) -> str:
    """A town: a bar across its track where that just runs through, else a dot."""
    x, y = plan.at[number]
    heading = plan.across[number]
    if heading is None:
        return f'<circle class="kb-bar" cx="{num(x)}" cy="{num(y)}" r="7.5"/>'
    aside = -heading[1], heading[0]
    half, thick = 11.5, 3.6
    corners = [
        (x + a * aside[0] * half + b * heading[0] * thick, y + a * aside[1] * half + b * heading[1] * thick)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return f'<path class="kb-bar" d="{line_through(corners)}z"/>'


def junction_svg(at: Point) -> str:
    """A point where any exit meets any other."""
    return f'<circle class="kb-bar" cx="{num(at[0])}" cy="{num(at[1])}" r="6"/>'


def value_svg(at: Point, value: int) -> str:
    """What a stop earns, in a small circle."""
    size = 9.2 if value < 100 else 7.6
    return f'<circle class="kb-value" cx="{num(at[0])}" cy="{num(at[1])}" r="{num(VALUE)}"/>' + text(
        at, value, "kb-figure", size
    )


VALUE = 8.6  # radius of a value circle
