"""Mountains, hills and water in a hex, and what lies along the borders of hexes: rivers, walls."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.draw.geometry import Shape, minus, plus, times
from kursbuch.draw.svg import Point, esc, line_through, num, text, width
from kursbuch.draw.words import word
from kursbuch.draw.zoom import NEAR, Zoom, far_text
from kursbuch.rail.board.grid import opposite
from kursbuch.rail.board.map import Border, Map
from kursbuch.rail.board.tile import Face

SYMBOL = 15.0  # half the width of a symbol
ASIDE = 0.55  # how far the price of a crossing gives way to track, on the way from the middle of a side to its end


def _mountain(x: float, y: float) -> str:
    return (
        f'<path class="kb-hill" d="M{num(x - 16)} {num(y + 9)}l10.5 -18 5.6 9.4 3.9 -6.2 10 14.8z"/>'
        f'<path class="kb-snow" d="M{num(x - 5.5)} {num(y - 9)}l3.9 6.5 -2.6 1.9 -1.9 -2 -2 1.6 -.9 -1.8z"/>'
    )


def _hill(x: float, y: float) -> str:
    return f'<path class="kb-hill" d="M{num(x - 15)} {num(y + 8)}c3 -13 14 -15 17 -4 3 -9 11 -6 13 4z"/>'


def _valley(x: float, y: float) -> str:
    return f'<path class="kb-hill" d="M{num(x - 15)} {num(y - 7)}l6 0 9 11 9 -11 6 0 -6 15 -18 0z"/>'


def _water(x: float, y: float) -> str:
    wave = "q3 -4 6 0t6 0 6 0 6 0"
    return (
        f'<path class="kb-wave" d="M{num(x - 12)} {num(y - 3)}{wave}"/>'
        f'<path class="kb-wave" d="M{num(x - 12)} {num(y + 3)}{wave}"/>'
    )


_SYMBOLS = {
    "mountain": _mountain,
    "high mountain": _mountain,
    "hill": _hill,
    "hills": _hill,
    "valley": _valley,
    "river": _water,
    "rivers": _water,
    "water": _water,
    "lake": _water,
    "swamp": _water,
}


def symbols(terrain: str) -> list[str]:
    """The symbols that a terrain such as "hill river" shows; one we have no symbol for is written out.

    >>> symbols("hill with river"), symbols("mountain"), symbols("high mountain")
    (['hill', 'river'], ['mountain'], ['high mountain'])
    """
    if terrain in _SYMBOLS:
        return [terrain]
    return [part for part in terrain.replace("+", " ").split() if part in _SYMBOLS]


def terrain_size(terrain: str, cost: int) -> tuple[float, float]:
    """Width and height of a terrain mark."""
    count = max(len(symbols(terrain)), 1)
    return max(SYMBOL * 2 * count, width(str(cost), 9)), 20 + (10 if cost else 0)


def terrain_svg(at: Point, terrain: str, cost: int) -> str:
    """A terrain mark round a point: symbols side by side, the cost below them."""
    found = terrain_mark((at[0], at[1] - (5 if cost else 0)), terrain)
    return found + text((at[0], at[1] + 10.5), cost, "kb-cost", 9) if cost else found


def terrain_mark(at: Point, terrain: str) -> str:
    """The symbols of a terrain, side by side; its name if there are none."""
    found = symbols(terrain)
    left = at[0] - SYMBOL * (len(found) - 1)
    out = [_SYMBOLS[name](left + 2 * SYMBOL * i, at[1]) for i, name in enumerate(found)]
    return "".join(out) if out or not terrain else text(at, terrain, "kb-note", 8)


def borders_svg(
    map: Map,
    shape: Shape,
    faces: Mapping[str, Face],
    centres: Mapping[str, Point],
    language: str,
    zoom: Zoom = NEAR,
) -> tuple[str, str]:
    """Rivers as blue lines along the sides of hexes, and the price of crossing where nothing crosses yet."""
    out: list[str] = []
    chains: dict[tuple[str, str], list[list[Point]]] = {}
    badges: list[str] = []
    for border in map.borders:
        found = _side(map, border)
        if found is None:
            continue
        hex, edge, beyond = found
        ends = [plus(centres[hex], shape.corner(edge - 1)), plus(centres[hex], shape.corner(edge))]
        chains.setdefault((border.kind, border.name), []).append(ends)
        here, there = faces[hex].exits >> edge & 1, faces[beyond].exits >> opposite(edge) & 1
        if border.cost and not (here and there):
            badges.append(
                _badge(
                    border, plus(centres[hex], shape.edge(edge)), ends, bool(here or there), language, zoom
                )
            )
    for (kind, name), sides in chains.items():
        cls = "kb-wall" if kind in ("impassable", "wall", "blocked") else "kb-river"
        for chain in _joined(sides):
            out.append(
                f'<path class="{cls}" d="{line_through(chain)}"><title>{esc(name or kind)}</title></path>'
            )
    return "".join(out), "".join(badges)


def _side(map: Map, border: Border) -> tuple[str, int, str] | None:
    hex, beyond = sorted(border.hexes)
    beside = map.beside.get(hex, ())
    return (hex, beside.index(beyond), beyond) if beyond in beside else None


def _badge(border: Border, middle: Point, ends: list[Point], track: bool, language: str, zoom: Zoom) -> str:
    if track:  # keep clear of the track that ends here
        middle = plus(middle, times(minus(ends[0], middle), ASIDE))
    tip = " ".join(filter(None, (border.name, word("crossing", language, border.cost))))
    if zoom.near:
        wide = width(str(border.cost), 7.6) + 6
        drawn = (
            f'<rect class="kb-base kb-badge" x="{num(middle[0] - wide / 2)}" y="{num(middle[1] - 5.5)}" '
            f'width="{num(wide)}" height="11" rx="5.5"/>' + text(middle, border.cost, "kb-figure", 7.6)
        )
    else:
        drawn = far_text(middle, border.cost, "kb-halo", zoom)
    return f"<g><title>{esc(tip)}</title>{drawn}</g>"


def _joined(sides: list[list[Point]]) -> list[list[Point]]:
    """Sides that share a corner, put together to longer lines."""
    left = [list(side) for side in sides]
    chains: list[list[Point]] = []
    while left:
        chain = left.pop(0)
        grown = True
        while grown:
            grown = False
            for side in left:
                for end in (side, side[::-1]):
                    if _same(chain[-1], end[0]):
                        chain.append(end[1])
                    elif _same(chain[0], end[1]):
                        chain.insert(0, end[0])
                    else:
                        continue
                    grown = True
                    break
                if grown:
                    left.remove(side)
                    break
        chains.append(chain)
    return chains


def _same(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < 0.5 and abs(a[1] - b[1]) < 0.5
