"""The board: areas, the borders between them, and where a link may be laid at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.titles.nuremberg.rules.box import BUILDING, data

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


def named(area: str) -> str:
    """The name on the board, for messages; an unknown area is called what the player called it.

    >>> named("fuerth")
    'Fürth'
    """
    return AREAS[area].name if area in AREAS else area


def _points(raw: Iterable[Iterable[float]]) -> tuple[Point, ...]:
    return tuple((x, y) for x, y in raw)


def _areas() -> dict[str, Area]:
    out = {}
    for a in data("areas")["area"]:
        out[a["id"]] = Area(
            id=a["id"],
            name=a["name"],
            name_en=a.get("name_en", a["name"]),
            kind=a["kind"],
            colours=tuple(a.get("colours", ())),
            estate=a.get("estate", False),
            exit_only=a.get("exit_only", False),
            centre=(a["centre"][0], a["centre"][1]),
            polygon=_points(a["polygon"]),
        )
    return out


def _borders() -> dict[str, Border]:
    out = {}
    for b in data("borders")["border"]:
        one, other = b["between"]
        river = b.get("river", "")
        cost = BUILDING["river"] if river else BUILDING["link"]
        border = Border(f"{one}|{other}", one, other, river, b.get("closed", False), cost, _points(b["edge"]))
        out[border.id] = border
    return out


def _between() -> dict[tuple[str, str], Border]:
    out = {}
    for border in BORDERS.values():
        out[border.a, border.b] = out[border.b, border.a] = border
    return out


def _neighbours() -> dict[str, tuple[str, ...]]:
    out: dict[str, list[str]] = {area: [] for area in AREAS}
    for border in BORDERS.values():
        out[border.a].append(border.b)
        out[border.b].append(border.a)
    return {area: tuple(beside) for area, beside in out.items()}


def _open_ways() -> dict[str, tuple[str, ...]]:
    """From each area the areas that a link could be built to on an empty board."""
    out = {}
    for area, beside in NEIGHBOURS.items():
        out[area] = tuple(
            to
            for to in beside
            if "hop" not in (AREAS[area].kind, AREAS[to].kind)
            and not AREAS[to].exit_only
            and not BETWEEN[area, to].closed
        )
    return out


AREAS = _areas()
BORDERS = _borders()
BETWEEN = _between()  # both ways round
NEIGHBOURS = _neighbours()
OPEN_WAYS = _open_ways()
CITIES = tuple(a.id for a in AREAS.values() if a.kind == "city")
HOPS = tuple(a.id for a in AREAS.values() if a.kind == "hop")
STATIONS_BESIDE = {hop: tuple(n for n in NEIGHBOURS[hop] if AREAS[n].station) for hop in HOPS}
HOPS_BESIDE = {
    area: tuple(n for n in beside if AREAS[n].kind == "hop") for area, beside in NEIGHBOURS.items()
}
