"""The house bot in First Train to Nuremberg: each phase goes to the file that knows about it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.core import Action
from kursbuch.titles.nuremberg.bot import auction, build, hand, trains
from kursbuch.titles.nuremberg.bot.table import Place
from kursbuch.titles.nuremberg.rules.actions import Bid, Build, HandOver, Link, Pay, TakeBack


def choose(view: View, legal: Sequence[Action], rng: Random, *, character: Character = STEADY) -> Action:
    """A decision, told by what the legal list offers."""
    place = Place(view, legal, rng, character)
    kinds = {type(action) for action in legal}
    if Bid in kinds:
        return auction.choose(place)
    if kinds & {Link, Build, TakeBack}:
        return build.choose(place)
    if Pay in kinds:
        return trains.pay(place)
    if HandOver in kinds:
        return hand.choose(place)
    return trains.choose(place)
