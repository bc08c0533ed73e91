"""Pictures as PNG, for those who cannot read SVG: the previews of links in messengers and social networks."""

from __future__ import annotations

import re
from functools import lru_cache

import resvg_py

WIDE, HIGH = 1200, 630  # what a preview is shown in
_OWN_COLOUR = re.compile(r"(fill|stroke):([^;{}]+);\1:var\((?:[^()]|\([^()]*\))*\)")
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
    plain = _OWN_COLOUR.sub(r"\1:\2", svg)
    return resvg_py.svg_to_bytes(
        svg_string=plain, width=WIDE if fits else None, height=None if fits else HIGH
    )
