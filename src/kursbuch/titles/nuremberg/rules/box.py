"""What lies in the box and does not change: read once from the files in `data`, shared by all games.

Everything here can be corrected by editing those files; no rule repeats a number from them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

COLOURS = ("white", "brown", "red", "green")  # of influence: government, rolling stock, the two companies
COMPANIES = ("red", "green")
GOODS = ("beer", "post")
PASSENGERS = ("red", "green")  # a passenger is called by the colour of the stations he wants to reach
CARGO = GOODS + PASSENGERS
LANDOWNER = "landowner"
PIECES = (*CARGO, LANDOWNER)


def data(name: str) -> dict[str, Any]:
    """One data file of the title, such as "trains"."""
    text = (
        resources.files("kursbuch.titles.nuremberg.data").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    )
    return tomllib.loads(text)


@dataclass(frozen=True, slots=True)
class InfluenceBox:
    """A box (Einflussfeld) to bid on, with the markers printed in it."""

    id: str
    row: str
    column: int
    least: int  # the lowest bid
    printed: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Train:
    """A train to buy, with its places for passengers and goods."""

    id: str
    row: int
    column: int
    price: int  # in brown influence points
    worth: int  # victory points for each passenger carried
    passengers: int
    goods: int

    def places(self, piece: str) -> int:
        """How many pieces of this sort, goods or passengers, the train takes."""
        return self.goods if piece in GOODS else self.passengers


def _boxes() -> tuple[InfluenceBox, ...]:
    least = _INFLUENCE["bids"]["least"]
    return tuple(
        InfluenceBox(b["id"], b["row"], b["column"], least[b["row"]], b["printed"]) for b in _INFLUENCE["box"]
    )


def _trains() -> tuple[Train, ...]:
    out = []
    for t in _TRAINS["train"]:
        row = str(t["row"])
        price, worth = _TRAINS["rows"]["price"][row], _TRAINS["rows"]["passenger"][row]
        out.append(Train(t["id"], t["row"], t["column"], price, worth, t["passengers"], t["goods"]))
    return tuple(out)


_INFLUENCE = data("influence")
_TRAINS = data("trains")
_TRACKS = data("tracks")

PARTS = data("pieces")
BUILDING = _TRACKS["building"]
BONUS = _TRACKS["bonus"]
ROUND_SCORING = _TRACKS["round_scoring"]
END_SCORING = _TRACKS["end_scoring"]
ROUNDS: int = _TRACKS["rounds"]["count"]
FOUR_PLAYER_ROUNDS: int = _TRACKS["four_player_rounds"]["count"]
LINKS_PER_POINT: int = _TRACKS["takeover"]["links_per_point"]
BIDS_EACH: int = _INFLUENCE["bids"]["per_player"]
TRAINS_PER_ROW: int = _TRAINS["rows"]["per_player"]
EXCHANGE = _TRAINS["exchange"]

INFLUENCE_ENDS: tuple[int, int] = (_TRACKS["influence"]["least"], _TRACKS["influence"]["most"])
PROFIT_ENDS: tuple[int, int] = (_TRACKS["profit"]["least"], _TRACKS["profit"]["most"])

BOXES = {box.id: box for box in _boxes()}  # in the order of settlement (FTN-19-2)
TRAINS = {train.id: train for train in _trains()}

# columns 1 to n are in use with n players (FTN-12-1, FTN-12-2, FTN-49-2)
BOXES_FOR = {n: {k: b for k, b in BOXES.items() if b.column <= n} for n in (2, 3, 4)}
TRAINS_FOR = {n: {k: t for k, t in TRAINS.items() if t.column <= n} for n in (2, 3, 4)}


def reconstructed() -> tuple[str, ...]:
    """The blocks of data that are a reconstruction, as "file" or "file.block".

    >>> "areas" in reconstructed(), "tracks.profit" in reconstructed()
    (True, False)
    """
    found = []
    for name in ("areas", "borders", "rivers", "influence", "trains", "pieces", "tracks"):
        blocks = data(name)
        for key, block in {"": blocks, **blocks}.items():
            if isinstance(block, dict) and block.get("source", {}).get("kind") == "reconstructed":
                found.append(f"{name}.{key}" if key else name)
    return tuple(found)
