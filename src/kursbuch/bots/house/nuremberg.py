"""The house bot in First Train to Nuremberg: each phase goes to the file that knows about it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.house import nuremberg_auction, nuremberg_build, nuremberg_hand, nuremberg_trains
from kursbuch.bots.house.nuremberg_table import Place
from kursbuch.core import Action
from kursbuch.titles.nuremberg.actions import Bid, Build, HandOver, Link, Pay, TakeBack


def choose(view: View, legal: Sequence[Action], rng: Random) -> Action:
    """A decision, told by what the legal list offers."""
    place = Place(view, legal)
    kinds = {type(action) for action in legal}
    if Bid in kinds:
        return nuremberg_auction.choose(place)
    if kinds & {Link, Build, TakeBack}:
        return nuremberg_build.choose(place)
    if Pay in kinds:
        return nuremberg_trains.pay(place)
    if HandOver in kinds:
        return nuremberg_hand.choose(place)
    return nuremberg_trains.choose(place)
