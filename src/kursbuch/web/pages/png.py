"""Pictures as PNG, for those who cannot read SVG: the previews of links in messengers and social networks."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import resvg_py

WIDE, HIGH = 1200, 630  # what a preview is shown in
# what stands for "sans-serif" and "serif": the first that the machine has, since a server may have hardly any fonts
SANS = ("Liberation Sans", "DejaVu Sans", "Noto Sans", "Arial", "Helvetica")
SERIF = ("Liberation Serif", "DejaVu Serif", "Noto Serif", "Times New Roman", "Times")
_OWN_COLOUR = re.compile(r"(fill|stroke):([^;{}]+);\1:var\((?:[^()]|\([^()]*\))*\)")
_BY_DISTANCE = re.compile(r"(?:font-size|display):(?:max|var)\([^;{}]*")  # how far off a page shows it
_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


@lru_cache(maxsize=64)
def png_of(svg: str) -> bytes:
    """A picture, as large as a preview has room for. Colours that a page could change are taken as they are.

    >>> png_of(
    ...     '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="2" height="2"/></svg>'
    ... )[1:4]
    b'PNG'
    """
    found = _SIZE.search(svg)
    wide, high = (float(found[1]), float(found[2])) if found else (WIDE, HIGH)
    fits = WIDE / wide < HIGH / high
    plain = _BY_DISTANCE.sub("", _OWN_COLOUR.sub(r"\1:\2", svg))
    return resvg_py.svg_to_bytes(
        svg_string=plain,
        width=WIDE if fits else None,
        height=None if fits else HIGH,
        sans_serif_family=found_family(SANS),
        serif_family=found_family(SERIF) or found_family(SANS),
    )


@cache
def found_family(families: tuple[str, ...]) -> str | None:
    """The first of these fonts with which letters come out; none where there are no fonts at all."""
    return next((family for family in families if _sample(family) != _sample("")), None)


def _sample(family: str) -> bytes:
    words = f'<text y="9" font-family="{family}">Aa</text>' if family else ""
    return resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">{words}</svg>'
    )
