"""Where things lie inside a hex: corners, edges, and the curves that track follows between them.

Everything is drawn round the middle of a hex, y growing downwards, sides of length SIDE.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import atan2, cos, hypot, radians, sin, sqrt

from kursbuch.draw.svg import Point, line_through, num, pair
from kursbuch.rail.board.grid import Grid

SIDE = 60.0
APOTHEM = SIDE * sqrt(3) / 2

_ANGLES = {"SE": 30, "S": 90, "SW": 150, "NW": 210, "N": 270, "NE": 330}  # clockwise from east
_POINTED_ANGLES = {"E": 0, "SE": 60, "SW": 120, "W": 180, "NW": 240, "NE": 300}


@dataclass(frozen=True, slots=True)
class Curve:
    """A smooth line: its path data, and points along it close enough to measure and to offset."""

    d: str
    points: tuple[Point, ...]

    def back(self) -> Curve:
        return Curve(self.d, self.points[::-1])

    @property
    def middle(self) -> Point:
        return self.points[len(self.points) // 2]

    @property
    def heading(self) -> Point:
        """The direction at the middle, of length 1."""
        i = len(self.points) // 2
        return unit(minus(self.points[i + 1], self.points[i - 1]))


@dataclass(frozen=True)
class Shape:
    """A hex of one orientation, its edges numbered clockwise from the one that lies at `first` degrees."""

    flat: bool
    first: int

    @staticmethod
    def of(grid: Grid) -> Shape:
        angles = _ANGLES if grid.flat else _POINTED_ANGLES
        return Shape(grid.flat, angles[grid.edge0])

    def direction(self, edge: float) -> Point:
        """Towards an edge from the middle; halves lead to corners."""
        angle = radians(self.first + 60 * edge)
        return cos(angle), sin(angle)

    def edge(self, edge: int) -> Point:
        """The middle of an edge."""
        return times(self.direction(edge), APOTHEM)

    def corner(self, edge: float, side: float = SIDE) -> Point:
        """The corner between an edge and the next one clockwise."""
        return times(self.direction(edge + 0.5), side)

    def outline(self, inset: float = 0) -> str:
        """Path data of the hex, drawn a little smaller if wanted."""
        side = SIDE - inset * 2 / sqrt(3)
        return line_through(self.corner(e, side) for e in range(6)) + "z"

    @cached_property
    def normals(self) -> tuple[Point, ...]:
        return tuple(self.direction(e) for e in range(6))

    def inside(self, x: float, y: float, margin: float) -> bool:
        """Whether a point lies at least `margin` within the hex."""
        limit = APOTHEM - margin
        return all(x * nx + y * ny <= limit for nx, ny in self.normals)

    def beyond(self, edge: int) -> Point:
        """Just outside an edge: track is drawn to here, so that no seam shows between two hexes."""
        return times(self.direction(edge), APOTHEM + 0.8)

    def between(self, a: int, b: int) -> Curve:
        """Track from edge to edge: straight, gentle or sharp."""
        return _between(self, a, b)

    def stub(self, edge: int, to: Point) -> Curve:
        """Track from an edge, leaving it squarely, to a point inside."""
        start = self.edge(edge)
        inward = times(self.direction(edge), -1)
        ahead = dot(minus(to, start), inward)
        aside = distance(to, plus(start, times(inward, ahead)))
        if aside < 0.5:
            return straight(start, to, f"M{pair(self.beyond(edge))}L{pair(to)}")
        bend = plus(start, times(inward, max(ahead * 0.62, 10)))
        points = tuple(_quadratic(start, bend, to, i / 10) for i in range(11))
        return Curve(f"{line_through((self.beyond(edge), start))}Q{line_through((bend, to))[1:]}", points)


@lru_cache(maxsize=128)
def _between(shape: Shape, a: int, b: int) -> Curve:
    start, end = shape.edge(a), shape.edge(b)
    apart = (b - a) % 6
    if apart == 3:
        return straight(start, end, f"M{pair(shape.beyond(a))}L{pair(shape.beyond(b))}")
    clockwise = apart < 3
    turn = apart if clockwise else 6 - apart
    middle = a + turn / 2 if clockwise else a - turn / 2
    # sharp track turns round a corner; gentle track round the point where its two edges would meet
    centre = times(shape.direction(middle), SIDE if turn == 1 else 2 * APOTHEM)
    radius = SIDE / 2 if turn == 1 else SIDE * 1.5
    from_angle = atan2(start[1] - centre[1], start[0] - centre[0])
    sweep = radians(120 if turn == 1 else 60) * (-1 if clockwise else 1)
    points = tuple(
        (
            centre[0] + radius * cos(from_angle + sweep * i / 16),
            centre[1] + radius * sin(from_angle + sweep * i / 16),
        )
        for i in range(17)
    )
    arc = f"A{num(radius)} {num(radius)} 0 0 {int(not clockwise)} {pair(end)}"
    return Curve(f"M{pair(shape.beyond(a))}L{pair(start)}{arc}L{pair(shape.beyond(b))}", points)


def straight(a: Point, b: Point, d: str = "") -> Curve:
    """A straight line between two points, drawn as `d` says if that is given."""
    points = tuple((a[0] + (b[0] - a[0]) * i / 16, a[1] + (b[1] - a[1]) * i / 16) for i in range(17))
    return Curve(d or f"M{pair(a)}L{pair(b)}", points)


def _quadratic(a: Point, bend: Point, b: Point, t: float) -> Point:
    s = 1 - t
    return (
        s * s * a[0] + 2 * s * t * bend[0] + t * t * b[0],
        s * s * a[1] + 2 * s * t * bend[1] + t * t * b[1],
    )


def plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def times(a: Point, factor: float) -> Point:
    return a[0] * factor, a[1] * factor


def dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1]


def distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def unit(a: Point) -> Point:
    length = hypot(*a) or 1.0
    return a[0] / length, a[1] / length


def offset(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """A line beside another, to its right as seen along it.

    >>> offset(((0, 0), (10, 0)), 2)
    ((0.0, 2.0), (10.0, 2.0))
    """
    if not by:
        return points
    out = []
    for i, point in enumerate(points):
        ahead = unit(minus(points[min(i + 1, len(points) - 1)], points[max(i - 1, 0)]))
        out.append((point[0] - ahead[1] * by, point[1] + ahead[0] * by))
    return tuple(out)
