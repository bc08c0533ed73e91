"""The tracks of First Train to Nuremberg and what is paid with them, for its judge."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

Marker = list[Any]  # player, space


class Leiste:
    """A track with stacks: the leader first, in a stack the top before those under it."""

    def __init__(self, players: Sequence[str], least: int, most: int) -> None:
        self.least, self.most = least, most
        self.markers: list[Marker] = [[player, 0] for player in players]

    def space(self, player: str) -> int:
        return next(int(space) for who, space in self.markers if who == player)

    def move(self, player: str, by: int) -> None:
        """On top of whoever is there already; also a marker that cannot go on, or need not."""
        space = min(self.most, max(self.least, self.space(player) + by))
        self.markers = [marker for marker in self.markers if marker[0] != player]
        ahead = sum(other > space for _, other in self.markers)
        self.markers.insert(ahead, [player, space])

    def order(self) -> list[str]:
        return [player for player, _ in self.markers]


def read_bill(text: str) -> Counter[str]:
    """ "2 cubes + 1 white" as numbers."""
    return Counter({what.removesuffix("s"): int(n) for n, what in re.findall(r"(\d+) (\w+)", text)})
