"""The box of First Train to Nuremberg, read from the files in `data`: board, tracks, trains, pieces.

A position holds its box, so that games of different editions can be played side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from kursbuch.core.edition import per_edition
from kursbuch.core.overlay import SOURCE
from kursbuch.titles.nuremberg.rules.board import Area, Border, Point
from kursbuch.titles.nuremberg.rules.box import InfluenceBox, Train, data


@dataclass(frozen=True, eq=False)
class Box:
    """Everything that does not change in a game."""

    areas: Mapping[str, Area]
    borders: Mapping[str, Border]
    boxes: Mapping[str, InfluenceBox]  # in the order of settlement (FTN-19-2)
    trains: Mapping[str, Train]
    pieces: Mapping[str, Any]
    influence: Mapping[str, Any]
    rows: Mapping[str, Any]
    exchange: Mapping[str, Any]
    tracks: Mapping[str, Any]
    rivers: tuple[tuple[str, tuple[Point, ...]], ...]
    size: tuple[float, float]

    # -- the board --------------------------------------------------------------------------------

    @cached_property
    def between(self) -> Mapping[tuple[str, str], Border]:
        """The border of two areas, both ways round."""
        out = {}
        for border in self.borders.values():
            out[border.a, border.b] = out[border.b, border.a] = border
        return out

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        out: dict[str, list[str]] = {area: [] for area in self.areas}
        for border in self.borders.values():
            out[border.a].append(border.b)
            out[border.b].append(border.a)
        return {area: tuple(beside) for area, beside in out.items()}

    @cached_property
    def open_ways(self) -> Mapping[str, tuple[str, ...]]:
        """From each area the areas that a link could be built to on an empty board."""
        return {
            area: tuple(to for to in beside if self._open(area, to))
            for area, beside in self.neighbours.items()
        }

    def _open(self, area: str, to: str) -> bool:
        hops = "hop" in (self.areas[area].kind, self.areas[to].kind)
        return not hops and not self.areas[to].exit_only and not self.between[area, to].closed

    @cached_property
    def cities(self) -> tuple[str, ...]:
        return tuple(area.id for area in self.areas.values() if area.kind == "city")

    @cached_property
    def hops(self) -> tuple[str, ...]:
        return tuple(area.id for area in self.areas.values() if area.kind == "hop")

    @cached_property
    def stations_beside(self) -> Mapping[str, tuple[str, ...]]:
        """For each hop area the stations beside it."""
        return {hop: tuple(n for n in self.neighbours[hop] if self.areas[n].station) for hop in self.hops}

    @cached_property
    def hops_beside(self) -> Mapping[str, tuple[str, ...]]:
        return {
            area: tuple(n for n in beside if self.areas[n].kind == "hop")
            for area, beside in self.neighbours.items()
        }

    def named(self, area: str) -> str:
        """The name on the board, for messages; an unknown area is called what the player called it.

        >>> box().named("fuerth")
        'Fürth'
        """
        return self.areas[area].name if area in self.areas else area

    def borders_along(self, line: Iterable[str]) -> list[str]:
        """The ids of the borders that a line of areas crosses.

        >>> box().borders_along(["fuerth", "poppenreuth", "nbg_nord"])
        ['fuerth|poppenreuth', 'nbg_nord|poppenreuth']
        """
        return [self.between[pair].id for pair in pairwise(line)]

    # -- figures ----------------------------------------------------------------------------------

    @cached_property
    def building(self) -> Mapping[str, int]:
        found: Mapping[str, int] = self.tracks["building"]
        return found

    @cached_property
    def bonus(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.tracks["bonus"]
        return found

    @cached_property
    def round_scoring(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.tracks["round_scoring"]
        return found

    @cached_property
    def end_scoring(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.tracks["end_scoring"]
        return found

    @cached_property
    def links_per_point(self) -> int:
        return int(self.tracks["takeover"]["links_per_point"])

    @cached_property
    def bids_each(self) -> int:
        return int(self.influence["per_player"])

    @cached_property
    def trains_per_row(self) -> int:
        return int(self.rows["per_player"])

    @cached_property
    def influence_ends(self) -> tuple[int, int]:
        return self.tracks["influence"]["least"], self.tracks["influence"]["most"]

    @cached_property
    def profit_ends(self) -> tuple[int, int]:
        return self.tracks["profit"]["least"], self.tracks["profit"]["most"]

    # columns 1 to n are in use with n players (FTN-12-1, FTN-12-2, FTN-49-2)

    @cached_property
    def boxes_for(self) -> Mapping[int, Mapping[str, InfluenceBox]]:
        return {n: {k: b for k, b in self.boxes.items() if b.column <= n} for n in (2, 3, 4)}

    @cached_property
    def trains_for(self) -> Mapping[int, Mapping[str, Train]]:
        return {n: {k: t for k, t in self.trains.items() if t.column <= n} for n in (2, 3, 4)}


@per_edition
def box() -> Box:
    """Everything in the box."""
    influence, trains, tracks, areas = data("influence"), data("trains"), data("tracks"), data("areas")
    return Box(
        areas={a["id"]: _area(a) for a in areas["area"]},
        borders={b.id: b for b in (_border(b, tracks["building"]) for b in data("borders")["border"])},
        boxes={b["id"]: _influence_box(b, influence["bids"]["least"]) for b in influence["box"]},
        trains={t["id"]: _train(t, trains["rows"]) for t in trains["train"]},
        pieces=_counted(data("pieces")),
        influence=influence["bids"],
        rows=trains["rows"],
        exchange=trains["exchange"],
        tracks=tracks,
        rivers=tuple((river["name"], _points(river["path"])) for river in data("rivers")["river"]),
        size=(areas["size"][0], areas["size"][1]),
    )


def _counted(pieces: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The pieces without where their numbers come from: in a bag everything is a piece."""
    return {name: _plain(table) for name, table in pieces.items()}


def _plain(table: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: _plain(value) if isinstance(value, Mapping) else value
        for key, value in table.items()
        if key != SOURCE
    }


def _area(a: Mapping[str, Any]) -> Area:
    return Area(
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


def _border(b: Mapping[str, Any], building: Mapping[str, int]) -> Border:
    one, other = b["between"]
    river = b.get("river", "")
    cost = building["river"] if river else building["link"]
    return Border(f"{one}|{other}", one, other, river, b.get("closed", False), cost, _points(b["edge"]))


def _points(raw: Iterable[Iterable[float]]) -> tuple[Point, ...]:
    return tuple((x, y) for x, y in raw)


def _influence_box(b: Mapping[str, Any], least: Mapping[str, int]) -> InfluenceBox:
    return InfluenceBox(b["id"], b["row"], b["column"], least[b["row"]], b["printed"])


def _train(t: Mapping[str, Any], rows: Mapping[str, Any]) -> Train:
    row = str(t["row"])
    price, worth = rows["price"][row], rows["passenger"][row]
    return Train(t["id"], t["row"], t["column"], price, worth, t["passengers"], t["goods"])
