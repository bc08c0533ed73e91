"""The track of 1853 for its judge: what tiles cost, what runs and mail earn, which cities are joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.judges.books import Disagreement, agree
from tests.judges.ground import Face, Ground

GAUGES = ("broad", "metre")
CALCUTTA, AJMER = "J28", "H10"

Node = tuple[str, int, str]  # hex, end, gauge; a station is one node for both


class Track:
    """The tiles on the board of 1853, and the station markers by hex."""

    def __init__(self, data: Path, figures: Mapping[str, Any]) -> None:
        self.ground = Ground.read(data)
        self.figures = figures
        self.laid: dict[str, str] = {}
        self.supply = Counter({id: tile["count"] for id, tile in self.ground.tiles.items()})
        self.markers: dict[str, set[str]] = {}

    def face(self, hex: str) -> Face:
        return self.ground.face(hex, self.laid.get(hex, ""))

    def lay(self, company: str, tile: str, turn: int, hex: str, large: bool) -> tuple[int, int]:
        """Put a tile down; what it costs, and the premium for the first one on its hex."""
        first = not self.face(hex).pieces
        self.supply[tile] -= 1
        if self.supply[tile] < 0:
            raise Disagreement(f"there are no more tiles {tile}")
        if hex in self.laid:
            self.supply[self.laid[hex].rpartition(".")[0]] += 1
        cost = self._first_cost(company, tile, hex, large) if first else self._upgrade_cost(hex)
        self.laid[hex] = f"{tile}.{turn}"
        return cost, self.figures["premiums"].get(hex, 0) if first else 0

    def _first_cost(self, company: str, tile: str, hex: str, large: bool) -> int:
        """Table 4, by the gauge of the tile; Ajmer is cheap for a large BBCI."""
        if hex == AJMER and company == "BBCI" and large:
            return 70
        terrain = self.ground.hexes[hex].get("terrain")
        gauges = {gauge for _, _, gauge in self.ground.face(hex, f"{tile}.0").pieces}
        agree(f"the gauges of tile {tile}", 1, len(gauges))
        return int(self.figures["terrain"][terrain][gauges.pop()]) if terrain else 0

    def _upgrade_cost(self, hex: str) -> int:
        """Nothing, but for the first of Calcutta."""
        return 60 if hex == CALCUTTA and hex not in self.laid else 0

    def mark(self, company: str, hex: str) -> None:
        here = self.markers.setdefault(hex, set())
        if company in here:
            raise Disagreement(f"{company} has two markers on {hex}")
        here.add(company)

    # -- runs -------------------------------------------------------------------------------------

    def earned(self, company: str, runs: str) -> dict[str, list[tuple[int, int]]]:
        """For each kind of train what its runs bring: the sum of the stations called at, and the two ends."""
        out: dict[str, list[tuple[int, int]]] = {}
        for run in runs.split(" | ") if runs != "nothing" else ():
            train, _, way = run.partition(": ")
            calls = [word.split(".") for word in way.split() if "." in word]
            halts = [self.face(hex).halts[int(number)] for hex, number in calls]
            cities = [halt for halt in halts if halt.kind == "city"]
            reach = int(train.rstrip("M"))
            if len(calls) < 2 or len(cities) > reach or (train == "1M" and len(cities) != 1):
                raise Disagreement(f"a {train} cannot run {way}")
            if len({hex for hex, _ in calls}) < len(calls) and len(cities) > 1:
                names = [hex for (hex, _), halt in zip(calls, halts, strict=True) if halt.kind == "city"]
                agree(f"cities called at once only on {way}", len(set(names)), len(names))
            if not any(company in self.markers.get(hex, ()) for hex, _ in calls):
                raise Disagreement(f"{company} has no station on {way}")
            sum_of_all = sum(halt.value for halt in halts)
            out.setdefault(train, []).append((sum_of_all, halts[0].value + halts[-1].value))
        return out

    # -- contracts --------------------------------------------------------------------------------

    def joined(self) -> Callable[[Iterable[str]], bool]:
        """Tells whether cities hang together: change anywhere in stations, of gauges only there (4.3.1)."""
        parent: dict[Node, Node] = {}

        def root(node: Node) -> Node:
            while parent.setdefault(node, node) != node:
                node = parent[node]
            return node

        for hex in self.ground.hexes:
            face = self.face(hex)
            for a, b, gauge in face.pieces:
                for fits in GAUGES:
                    if gauge in (fits, "dual"):
                        one, other = (self._node(hex, face, end, fits) for end in (a, b))
                        parent[root(one)] = root(other)
                        self._go_across(hex, (a, b), fits, parent, root)
            cities = [n for n, halt in enumerate(face.halts) if halt.kind == "city"]
            for number in cities[1:]:  # a rickshaw goes between the stations of a city
                parent[root((hex, 6 + number, ""))] = root((hex, 6 + cities[0], ""))
        return lambda hexes: len({root((hex, 6, "")) for hex in hexes}) == 1

    def _go_across(self, hex: str, ends: tuple[int, int], gauge: str, parent: Any, root: Any) -> None:
        for edge in ends:
            if edge < 6 and (beyond := self.ground.across(hex, edge)):
                parent[root((hex, edge, gauge))] = root((*beyond, gauge))

    @staticmethod
    def _node(hex: str, face: Face, end: int, gauge: str) -> Node:
        station = end >= 6 and face.halts[end - 6].kind != "junction"
        return (hex, end, "" if station else gauge)
