"""The board: areas, the borders between them, and where a link may be laid at all."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Area:
    """An area (Gebiet). `centre` and `polygon` are for the drawing."""

    id: str
    name: str
    name_en: str
    kind: str  # city, station, post, hop
    colours: tuple[str, ...]  # of its city at the start
    estate: bool
    exit_only: bool
    centre: Point
    polygon: tuple[Point, ...]

    @property
    def station(self) -> bool:
        """Whether there is a city or a station here, of whatever company or none."""
        return self.kind in ("city", "station")

    @property
    def goods(self) -> str:
        """The kind of goods printed here, or nothing."""
        return {"post": "post", "hop": "beer"}.get(self.kind, "")


@dataclass(frozen=True, slots=True)
class Border:
    """A border between two areas, with the build points a link across it costs."""

    id: str
    a: str
    b: str
    river: str
    closed: bool
    cost: int
    edge: tuple[Point, ...]
