"""A board and its tiles, read from the data files: what lies on a hex, which ends its track joins.

An end is a number: 0 to 5 are the edges of a hex, 6 and up its stops in the order of the file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

KINDS = ("city", "town", "red", "junction")

# what the letters and the number of a coordinate grow by, beyond each side, clockwise
FLAT = {"S": (0, 2), "SW": (-1, 1), "NW": (-1, -1), "N": (0, -2), "NE": (1, -1), "SE": (1, 1)}
POINTED = {"SW": (1, -1), "W": (0, -2), "NW": (-1, -1), "NE": (-1, 1), "E": (0, 2), "SE": (1, 1)}


@dataclass(frozen=True)
class Halt:
    """A stop on a face: where trains call, or a mere junction."""

    kind: str
    value: int
    spaces: tuple[str, ...]  # for each station space what it is kept for, "" nothing
    values: Mapping[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Face:
    """What lies on a hex: its stops and pieces of track, each two ends and a gauge."""

    colour: str
    halts: tuple[Halt, ...]
    pieces: tuple[tuple[int, int, str], ...]


def read_face(block: Mapping[str, Any], turn: int = 0) -> Face:
    halts: list[Halt] = []
    pieces: list[tuple[int, int, str]] = []
    for kind in KINDS:
        for entry in block.get(kind, ()):
            slots = entry.get("slots", 0)
            spaces = ("",) * slots if isinstance(slots, int) else tuple(slots)
            for edge in entry.get("edges", ()):
                number, _, gauge = str(edge).partition(" ")
                pieces.append((int(number), 6 + len(halts), gauge))
            halts.append(Halt(kind, entry.get("value", 0), spaces, entry.get("values", {})))
    for text in block.get("track", ()):
        ends, _, gauge = str(text).partition(" ")
        one, _, other = ends.partition("-")
        pieces.append((int(one), int(other), gauge))
    turned = tuple((_turned(a, turn), _turned(b, turn), gauge) for a, b, gauge in pieces)
    return Face(block.get("colour", "white"), tuple(halts), turned)


def _turned(end: int, turn: int) -> int:
    return (end + turn) % 6 if end < 6 else end


class Ground:
    """A board with its prints and the tiles that may come to lie there."""

    def __init__(self, board: Mapping[str, Any], tiles: Mapping[str, Any]) -> None:
        self.hexes: dict[str, Any] = board["hexes"]
        self.tiles: dict[str, Any] = tiles["tiles"]
        steps = FLAT if board["grid"]["flat"] else POINTED
        names = list(steps)
        first = names.index(board["grid"]["edge0"])
        self._steps = [steps[name] for name in names[first:] + names[:first]]
        self._faces: dict[tuple[str, str], Face] = {}
        self._across = {(hex, edge): self._beyond(hex, edge) for hex in self.hexes for edge in range(6)}

    @classmethod
    def read(cls, data: Path, tiles: str = "tiles") -> Ground:
        board, box = (
            tomllib.loads((data / f"{name}.toml").read_text(encoding="utf-8")) for name in ("board", tiles)
        )
        return cls(board, box)

    def face(self, hex: str, tile: str = "") -> Face:
        """What is printed on a hex, or the tile there, written like "716.2"."""
        if (hex, tile) not in self._faces:
            id, _, turn = tile.rpartition(".")
            self._faces[hex, tile] = read_face(self.tiles[id] if id else self.hexes[hex], int(turn or 0))
        return self._faces[hex, tile]

    def across(self, hex: str, edge: int) -> tuple[str, int] | None:
        """The hex beyond an edge and the edge of it that one comes in by; None at the rim of the board."""
        return self._across[hex, edge]

    def _beyond(self, hex: str, edge: int) -> tuple[str, int] | None:
        found = re.fullmatch(r"([A-Z]+)(\d+)", hex)
        assert found
        letters, number = self._steps[edge]
        other = f"{_letters(_number(found[1]) + letters)}{int(found[2]) + number}"
        return (other, (edge + 3) % 6) if other in self.hexes else None


def _number(letters: str) -> int:
    """A is 0, Z 25, AA 26."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number - 1


def _letters(number: int) -> str:
    if number < 0:
        return "-"
    return (chr(64 + number // 26) if number > 25 else "") + chr(65 + number % 26)
