"""What values mean in railway games: companies, hexes, trains, certificates."""

from __future__ import annotations

from typing import Annotated

from kursbuch.core.meaning import Meaning, Money, Party, Place, Player, Why

Company = Annotated[str, Meaning("company")]
Private = Annotated[str, Meaning("private")]
Lot = Annotated[str, Meaning("lot")]  # what is auctioned
Hex = Annotated[str, Meaning("hex", on_board=True)]
Tile = Annotated[str, Meaning("tile")]
Train = Annotated[str, Meaning("train")]  # a kind of train, or the side of one
Phase = Annotated[str, Meaning("phase")]
Percent = Annotated[int, Meaning("percent")]  # of a company
Colour = Annotated[str, Meaning("word", "colour")]  # of tiles
Role = Annotated[str, Meaning("word", "role")]  # of a station
Reason = Annotated[str, Meaning("word", "reason")]  # for which a game ends

__all__ = [
    "Colour",
    "Company",
    "Hex",
    "Lot",
    "Money",
    "Party",
    "Percent",
    "Phase",
    "Place",
    "Player",
    "Private",
    "Reason",
    "Role",
    "Tile",
    "Train",
    "Why",
]
