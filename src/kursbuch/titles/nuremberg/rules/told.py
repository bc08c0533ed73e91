"""What First Train to Nuremberg tells, and what it is about: areas, bills, pieces, boxes of influence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from kursbuch.core import EventKind, Meaning, Player, told
from kursbuch.core.meaning import Hint

Area = Annotated[str, Meaning("area", on_board=True)]
Box = Annotated[str, Meaning("box")]  # of the auction
Company = Annotated[str, Meaning("company")]
Train = Annotated[str, Meaning("train")]
Piece = Annotated[str, Meaning("piece")]
Pieces = Annotated[list[str], Meaning("pieces")]
Chain = Annotated[list[str], Meaning("line", on_board=True)]  # areas one after the other
Cost = Annotated[str, Meaning("bill")]
Term = Annotated[str, Meaning("term")]  # a word of the title's list
Counts = Annotated[dict[str, int], Meaning("counts")]
Markers = Annotated[dict[str, str], Meaning("markers")]  # the colours on the boxes

TOLD: Mapping[str, EventKind] = told(
    EventKind("player_order_set", order=list[Player]),
    EventKind("orders_set", building=list[Player], trains=list[Player]),
    EventKind("phase", heading=True, round=int, phase=int),
    EventKind("drawn", silent=True, bag=str, area=Area, pieces=Pieces, stay=Pieces),
    EventKind("cubes_taken", player=Player, cubes=int),
    EventKind("markers_drawn", markers=Markers),
    EventKind("bid", player=Player, box=Box, cubes=int),
    EventKind("displaced", foretold=True, player=Player, box=Box, cubes=int),
    EventKind("box_won", foretold=True, player=Player, box=Box, cubes=int, gains=Counts),
    EventKind("built", player=Player, chain=Chain, bill=Cost),
    EventKind("built_nothing", player=Player),
    EventKind("landowner_left", foretold=True, area=Area),
    EventKind("paid", player=Player, what=Term, bill=Cost),
    EventKind("bonus", foretold=True, player=Player, links=int, points=int),
    EventKind("bought", player=Player, train=Train),
    EventKind("carried", player=Player, piece=Piece, area=Area, train=Train),
    EventKind("passed", player=Player),
    EventKind("loading_done", player=Player),
    EventKind("taken_over", player=Player, company=Company, line=Chain, points=int),
    EventKind("station_joined", foretold=True, area=Area, company=Company),
    EventKind("piece_left", foretold=True, piece=Piece, area=Area),
    EventKind("kept_all", player=Player),
    EventKind("scored", foretold=True, player=Player, points=int, income=int, upkeep=int, profit=int),
    EventKind("final_score", foretold=True, player=Player, points=int, parts=Counts),
    EventKind("game_over", ranking=list[Player]),
)

GLOSSARY: Mapping[str, Hint] = {
    "a": Area,
    "actor": Player,
    "area": Area,
    "b": Area,
    "bill": Cost,
    "box": Box,
    "colour": Term,
    "company": Company,
    "cost": int,
    "cubes": int,
    "due": int,
    "give": int,
    "hand": int,
    "held": int,
    "kind": Term,
    "least": int,
    "left": int,
    "most": int,
    "piece": Piece,
    "player": Player,
    "price": int,
    "train": Train,
    "who": Player,
}
