"""Runs and track of a game that is over, looked at again: money that was left lying, and what was left unbuilt.

A bot that searches leaves these decisions to the house, since it has no time for all of them. A coach has time for
those that matter: how far the two positions differ at once, in what is known of everybody's prospects there, says
which ones these may be. What is then told of them is found out by playing on, as it is for money. Of one tile or
station instead of another nothing is told: what that promised at the end of a set has not come true
(docs/bots/bots.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from kursbuch.bots.search.playing import HABITUAL
from kursbuch.bots.search.weighing import lead
from kursbuch.bots.search.wisdom import Wisdom, no_habit, wisdom_of
from kursbuch.core import Action, Game
from kursbuch.core.action import kind_of

RUNS = frozenset({"run"})
BUILT = HABITUAL | RUNS
TOLD = frozenset(
    {("run", "run"), *(("pass", kind) for kind in HABITUAL)}
)  # what was done, what would be better
MOST = 12  # decisions that are played on from


@dataclass(frozen=True)
class Otherwise:
    """A decision at which the house would have run otherwise, or built, and how much more that promises at once, as a
    part of what players have.
    """

    move: int
    player: str
    done: Action
    promise: float


def is_about_track(legal: Sequence[Action]) -> bool:
    """Whether track, stations or runs are decided on."""
    return any(kind_of(type(action)) in BUILT for action in legal)


def otherwise(then: Game, player: str, done: Action, house: Action, rng: Random) -> Otherwise | None:
    """What speaks for the house's choice at first sight: another run, or to build instead of passing. None where it
    is another question, or both come to the same.
    """
    did, would = kind_of(type(done)), kind_of(type(house))
    if done == house or (did, would) not in TOLD:
        return None
    known = then.imagined(player, rng)
    mine, other = (known.after(action) for action in (done, house))
    if mine.view(player)["position"] == other.view(player)["position"]:
        return None
    if would in RUNS:
        return Otherwise(
            len(then.actions), player, done, math.inf
        )  # there are few, and what they bring comes later
    wisdom = wisdom_of(then.title)
    gain = lead(wisdom.worth(other), player, relative=True) - lead(wisdom.worth(mine), player, relative=True)
    return Otherwise(len(then.actions), player, done, gain)


def promising(found: Iterable[Otherwise]) -> list[Otherwise]:
    """Those to play on from: where there is something to gain, the most of it first."""
    return sorted((one for one in found if one.promise > 0), key=lambda one: -one.promise)[:MOST]


def unaccustomed(wisdom: Wisdom) -> Wisdom:
    """For comparing track: what is built later is thought about in each line of play. By habit the same would follow
    on both, and be right for the track of one of them only.
    """
    return replace(wisdom, habit=no_habit)
