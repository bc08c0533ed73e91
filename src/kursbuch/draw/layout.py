"""Finds room for words and figures: where they cover no track, stay inside their hex and near what they name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot

from kursbuch.draw.geometry import APOTHEM, SIDE, Shape
from kursbuch.draw.svg import Point

Disc = tuple[float, float, float]  # x, y, radius

_STEP = 4.0
_NOTHING = 1e-9  # what rounding may cost


@dataclass
class Room:
    """What is taken inside a hex so far."""

    shape: Shape
    discs: list[Disc] = field(default_factory=list)
    boxes: list[tuple[float, float, float, float]] = field(
        default_factory=list
    )  # middle, half width, half height
    _levels: dict[tuple[float, float], list[Disc]] = field(default_factory=dict)

    def take_disc(self, at: Point, radius: float) -> None:
        self.discs.append((at[0], at[1], radius))
        self._levels.clear()

    def take_line(self, points: tuple[Point, ...], radius: float) -> None:
        self.discs.extend((x, y, radius) for x, y in points[::2])
        self.discs.append((*points[-1], radius))
        self._levels.clear()

    def find(self, wide: float, high: float, near: Point, margin: float = 3.0) -> tuple[Point, float]:
        """The nearest free place for a box, and how much it covers there (0 if nothing)."""
        half_w, half_h = wide / 2, high / 2
        best, best_cost, best_cover = near, float("inf"), float("inf")
        for away, x, y in _ranked(self.shape, round(half_w), round(half_h), margin, near):
            if away * 0.05 >= best_cost:
                break
            cover = self._cover(x, y, half_w, half_h, best_cost - away * 0.05 + _NOTHING)
            cost = cover + away * 0.05
            if cost < best_cost:
                best, best_cost, best_cover = (x, y), cost, cover
        return best, best_cover

    def find_near(
        self, wide: float, high: float, near: Iterable[Point], margin: float = 3.0
    ) -> tuple[Point, float]:
        """The same near one of several points, the first of those where it covers least."""
        best, least = (0.0, 0.0), float("inf")
        for point in near:
            at, cover = self.find(wide, high, point, margin)
            if cover < least:
                best, least = at, cover
            if not cover:  # no other place is better
                break
        return best, least

    def put(self, wide: float, high: float, near: Point, margin: float = 3.0) -> Point:
        """Find a place and take it."""
        at, _ = self.find(wide, high, near, margin)
        self.take_box(at, wide, high)
        return at

    def take_box(self, at: Point, wide: float, high: float) -> None:
        self.boxes.append((at[0], at[1], wide / 2, high / 2))

    def _cover(self, x: float, y: float, half_w: float, half_h: float, enough: float) -> float:
        """How much a box would cover; counting stops where it is enough to rule the place out."""
        cover = 0.0
        for dx, down, radius in self._level(y, half_h):
            right = abs(dx - x) - half_w
            if right < radius:
                gap = hypot(right, down) if right > 0 else down
                if gap < radius:
                    cover += radius - gap
                    if cover > enough:
                        return cover
        for bx, by, bw, bh in self.boxes:
            over_x, over_y = half_w + bw + 1.5 - abs(x - bx), half_h + bh + 1 - abs(y - by)
            if over_x > 0 and over_y > 0:
                cover += 8 + min(over_x, over_y) * 4
        return cover

    def _level(self, y: float, half_h: float) -> list[Disc]:
        """What a box at this height could touch, each with how far it is above or below. All boxes of a line of type
        are as high, so that this is worked out once for most of what is tried in a hex.
        """
        found = self._levels.get((y, half_h))
        if found is None:
            found = [
                (dx, max(down, 0.0), radius)
                for dx, dy, radius in self.discs
                if (down := abs(dy - y) - half_h) < radius
            ]
            self._levels[y, half_h] = found
        return found


@lru_cache(maxsize=4096)
def _spots(shape: Shape, half_w: int, half_h: int, margin: float) -> tuple[Point, ...]:
    """Every place of a grid where a box of this size lies inside the hex."""
    grid = [number * _STEP for number in range(-int(SIDE / _STEP), int(SIDE / _STEP) + 1)]
    # towards each edge the middle keeps as far away as the corner that comes nearest to it
    edges = [(nx, ny, APOTHEM - margin - abs(nx) * half_w - abs(ny) * half_h) for nx, ny in shape.normals]
    return tuple(
        [(x, y) for x in grid for y in grid if all([x * nx + y * ny <= most for nx, ny, most in edges])]
    )


@lru_cache(maxsize=256)
def _ranked(
    shape: Shape, half_w: int, half_h: int, margin: float, near: Point
) -> list[tuple[float, float, float]]:
    """The same by how far they are from a point, each with how far."""
    near_x, near_y = near
    return sorted(
        [(1.4 * abs(x - near_x) + abs(y - near_y), x, y) for x, y in _spots(shape, half_w, half_h, margin)]
    )
