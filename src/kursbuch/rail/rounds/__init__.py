"""Rounds as stages: sets of a stock round and operating rounds, player turns, company turns."""

from kursbuch.rail.rounds.cycle import Cycle, SetFrame
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.rounds.hooks import Hook, Voices, nobody_else, nothing
from kursbuch.rail.rounds.operating import OperatingFrame, OperatingRound
from kursbuch.rail.rounds.stock import (
    PassTurn,
    StockFrame,
    StockRound,
    dealt,
    end_turn,
    leave_turn,
    remember_deal,
)
from kursbuch.rail.rounds.turn import (
    CompanyTurn,
    PlayerFrame,
    PlayerTurn,
    TurnFrame,
    TurnStep,
    did,
    next_step,
    turn_of,
    update_turn,
)

__all__ = [
    "CompanyTurn",
    "Cycle",
    "Deed",
    "Hook",
    "OperatingFrame",
    "OperatingRound",
    "PassTurn",
    "PlayerFrame",
    "PlayerTurn",
    "SetFrame",
    "StockFrame",
    "StockRound",
    "TurnFrame",
    "TurnStep",
    "Voices",
    "dealt",
    "did",
    "end_turn",
    "leave_turn",
    "next_step",
    "nobody_else",
    "nothing",
    "remember_deal",
    "turn_of",
    "update_turn",
]
