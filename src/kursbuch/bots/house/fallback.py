"""A sane player for titles that the house bot does not know."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kursbuch.bots import faults
from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.bots.railway import choosing as rail
from kursbuch.bots.railway import standard
from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.table import box_of
from kursbuch.core import Action
from kursbuch.core.action import kind_of
from kursbuch.rail.standard.parts import StandardBox

_LOST = (LookupError, StopIteration, AttributeError, TypeError, ValueError, AssertionError)
_IDLE = frozenset({"pass", "take_back", "decline"})
_HARMFUL = frozenset({"sell", "sell_paper", "go_bankrupt", "discard", "withhold", "issue"})


def choose(view: View, legal: Sequence[Action], rng: Random, *, character: Character = STEADY) -> Action:
    """The general railway player where the position looks like a railway game, else something that does no harm."""
    if {"companies", "market", "board", "depot", "stage"} <= set(view["position"]):
        try:
            if isinstance(box_of(view), StandardBox):
                return standard.choose(view, legal, rng, character=character)
            return rail.choose(Seat(view, legal, rng, Lore(), character))
        except _LOST as error:  # the title is not that much alike after all; the game goes on
            faults.tell(view["title"], view["position"]["stage"][-1], error)
    return harmless(legal, rng)


def harmless(legal: Sequence[Action], rng: Random) -> Action:
    """Do something rather than nothing, and give nothing away; a range at its low end."""
    for avoided in (_IDLE | _HARMFUL, _HARMFUL, frozenset()):
        good = [action for action in legal if kind_of(type(action)) not in avoided]
        if good:
            chosen = rng.choice(good)
            return chosen.at(chosen.span.lo) if chosen.span else chosen
    raise AssertionError("a bot is asked although nothing is legal")
