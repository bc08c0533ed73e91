"""The board as far as income goes: what lies where, and what a train earns on its way."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.judges.books import Disagreement, agree

CITY = "E12"  # Dortmund City
YARD, LINK_STEP = 10, 10  # for each station at a freight yard; by which a link grows


class Network:
    """Tiles, stations and links, kept from events."""

    def __init__(self, data: Path, overlays: Iterable[str] = ()) -> None:
        self.hexes: dict[str, dict[str, Any]] = _read(data, "board")["hexes"]
        tiles = _read(data, "tiles")
        self.tiles: dict[str, dict[str, Any]] = tiles["tiles"]
        self.covers = {hex: _read(data, "beer_game")["overlays"][hex] for hex in overlays}
        self.laid: dict[str, str] = {}
        self.links: dict[str, int] = {}
        self.stations: dict[str, set[str]] = defaultdict(set)  # hex: companies

    def lay(self, hex: str, tile: str) -> int:
        """A tile is laid; the ground is paid for with the first one."""
        cost = 0 if hex in self.laid else int(self.hexes[hex].get("cost", 0))
        self.laid[hex] = tile
        return cost

    def link(self, hex: str) -> int:
        """A link is made or raised by a step; its value."""
        self.links[hex] = self.links.get(hex, 0) + LINK_STEP
        return self.links[hex]

    def income(self, company: str, runs: str, late: bool) -> int:
        """What declared runs earn; `late` from the brown phase on."""
        return sum(self._run(company, run, late) for run in _split(runs))

    def _run(self, company: str, run: str, late: bool) -> int:
        train, _, way = run.partition(": ")
        stops = [word for word in way.split() if "." in word]
        if not 2 <= len(stops) <= int(train):
            raise Disagreement(f"a train {train} of {company} makes {len(stops)} stops")
        if not any(company in self.stations[stop.partition(".")[0]] for stop in stops):
            raise Disagreement(f"{company} has no station on {way}")
        return sum(self.value(company, stop, late) for stop in stops)

    def value(self, company: str, stop: str, late: bool) -> int:
        hex, _, number = stop.partition(".")
        ground = self.tiles[self.laid[hex]] if hex in self.laid else self.covers.get(hex, self.hexes[hex])
        places = [place for kind in ("red", "city", "town") for place in ground.get(kind, ())]
        place = places[int(number)]
        value = place["values"]["brown" if late else "yellow"] if "values" in place else place["value"]
        if self.hexes[hex].get("yard") and company in self.stations[hex]:
            value += YARD * len(self.stations[hex])
        return int(value) + self.links.get(hex, 0)

    def beer(self, runs: str, loads: str) -> list[tuple[int, int]]:
        """Cubes on each train that carries some, and what each cube earns; it goes by Dortmund City to a red end."""
        out = []
        for run, load in zip(_split(runs), _split(loads), strict=True):
            if load != "-":
                cubes, _, target = load.partition(" to ")
                hexes = [word.partition(".")[0] for word in run.partition(": ")[2].split()]
                agree(f"beer by way of Dortmund City to {target}", True, CITY in hexes)
                agree(f"beer to {target}", True, target in (hexes[0], hexes[-1]))
                out.append((int(cubes), int(self.hexes[target]["beer"])))
        return out

    def homes(self, company: str, hex: str) -> None:
        """A station; a red area of two hexes has it on both."""
        self.stations[hex].add(company)
        for area in AREAS:
            if hex in area:
                for other in area:
                    self.stations[other].add(company)


AREAS = (("A2", "B1"), ("H1", "I2"))  # red areas that cover two hexes


def _split(text: str) -> list[str]:
    return [] if text in ("", "nothing") else text.split(" | ")


def _read(data: Path, name: str) -> dict[str, Any]:
    return tomllib.loads((data / f"{name}.toml").read_text(encoding="utf-8"))
