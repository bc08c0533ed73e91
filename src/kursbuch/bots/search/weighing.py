"""Comparing choices on the same imagined games, the hopeless ones given up on the way."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from kursbuch.bots.bot import Imagine, View
from kursbuch.bots.search.budget import Budget, Enough
from kursbuch.bots.search.playing import Playing
from kursbuch.bots.search.wisdom import Wisdom
from kursbuch.core import Action, Game

SURE = 1.5  # errors by which something must be better than the house's choice
FEW = 3.0  # further errors, divided by the number of games: what a few games seem to show is often chance
HOPELESS = 2.0  # errors by which something must be worse than the best to be tried no more, and `FEW` as well
GIVEN = 3  # games that each choice is given before it counts as hopeless, while there is plenty of time
HALVINGS = (0.3, 0.55, 0.8)  # parts of the time after which only the better half is tried on
SAMPLES = 256  # imagined games at most
AGAIN = 0.5  # of the time of the first playout that each further one takes: much is known then
WANTED = 4  # games for each choice: no more choices are tried than there is time for
LEAST = 2  # games on which something must have done better; titles that are slow to play seldom have time for more


@dataclass(eq=False)
class Tried:
    """A choice, and how it did in the imagined games: its player's lead in each, by the game's number."""

    action: Action
    leads: list[float] = field(default_factory=list)
    worths: list[Mapping[str, float]] = field(default_factory=list)

    @property
    def lead(self) -> float:
        """What the player is ahead of the others, on average."""
        return sum(self.leads) / len(self.leads) if self.leads else -math.inf

    @property
    def scale(self) -> float:
        """How much there is at stake: what players have on average."""
        amounts = [abs(amount) for worth in self.worths[:1] for amount in worth.values()]
        return sum(amounts) / len(amounts) if amounts else 1.0

    def gain(self, other: Tried, doubt: float) -> tuple[float, float]:
        """By how much it does better than another one, and the error of that.

        >>> a, b = Tried(Action("Anna"), [5.0, 7.0]), Tried(Action("Anna"), [1.0, 3.0, 9.0])
        >>> a.gain(b, doubt=2.0)
        (4.0, 1.0)
        """
        pairs = [one - two for one, two in zip(self.leads, other.leads, strict=False)]
        if not pairs:
            return -math.inf, math.inf
        mean = sum(pairs) / len(pairs)
        spread = sum((pair - mean) ** 2 for pair in pairs) + doubt**2  # as if one more had been seen
        return mean, math.sqrt(spread) / len(pairs)


def weighed(
    imagine: Imagine, view: View, options: Sequence[Action], wisdom: Wisdom, budget: Budget, rng: Random
) -> list[Tried]:
    """The options, the one to choose first; the first of them is chosen in doubt.

    Kinds of departures that have lost games are never chosen, however much they promise.
    """
    tried = [Tried(option) for option in options]
    house, waiting = tried[0], tried[1:]
    seed = rng.getrandbits(60)
    playing = Playing(wisdom, budget, seed)
    samples: list[Game] = []
    alive, doubt = [house], math.inf  # before the first game nothing is known
    try:
        while len(samples) < SAMPLES and (len(alive) > 1 or waiting):
            samples.append(imagine(Random(seed + len(samples))))
            me = decider(samples[0], view, house.action)
            _go_on(house, samples, playing, me)
            for one in alive[1:]:
                _go_on(one, samples, playing, me)
            if len(alive) < 2:  # nothing is begun with yet, or all that was is given up
                spent = budget.share
                while waiting and len(alive) < affordable(budget.share / budget.spent, spent):
                    alive.append(waiting.pop(0))
                    _go_on(alive[-1], samples, playing, me)
            doubt = wisdom.doubt if wisdom.relative else house.scale * wisdom.doubt
            alive = still_open(alive, house, doubt, budget.share)
    except Enough:
        pass
    sound = [one for one in tried if one is house or wisdom.open_to(house.action, one.action)]
    best = choice(sound, house, doubt, wisdom.least * (1.0 if wisdom.relative else house.scale))
    return sorted(tried, key=lambda one: (one is not best, -one.lead))


def _go_on(one: Tried, samples: Sequence[Game], playing: Playing, me: str) -> None:
    """Play a choice on in those of the imagined games where it was not tried yet; raises Enough."""
    for number in range(len(one.leads), len(samples)):
        if not playing.budget.left:
            raise Enough
        worth = playing.value(samples[number], one.action, number)
        one.worths.append(worth)
        one.leads.append(lead(worth, me, playing.wisdom.relative))


def affordable(each: float, spent: float) -> int:
    """How many options, the house's among them, can be tried on enough games each in the time that is left, if a
    playout takes such a part of all the time and so much is spent.

    >>> affordable(0.01, 0.01), affordable(0.1, 0.1), affordable(0.6, 0.6), affordable(0.1, 0.6)
    (49, 4, 2, 2)
    """
    return max(2, int((1 - spent) / (WANTED * each * AGAIN)) if each > 0 else SAMPLES)


def decider(game: Game, view: View, action: Action) -> str:
    """Who is to decide."""
    if len(view["acting"]) == 1:
        return str(view["acting"][0])
    if action.actor in view["players"]:
        return str(action.actor)
    return next(player for player in game.acting if action in game.legal_actions(player))


def lead(worth: Mapping[str, float], me: str, relative: bool = False) -> float:
    """What a player is ahead of the others: the best of them counts as much as their average.

    Where money makes money it is the lead compared with what there is that counts: to be 100 behind hurts less among
    players who have 5000 than among those who have 500, and nobody gains by making everybody poorer.

    >>> lead({"Anna": 10.0, "Ben": 4.0, "Clara": 8.0}, "Anna")
    3.0
    >>> lead({"Anna": 20.0, "Ben": 10.0}, "Anna", relative=True)
    0.6666666666666666
    """
    others = [amount for player, amount in worth.items() if player != me]
    ahead = worth[me] - (max(others) + sum(others) / len(others)) / 2
    return ahead / max(1.0, sum(map(abs, worth.values())) / len(worth)) if relative else ahead


def still_open(alive: Sequence[Tried], house: Tried, doubt: float, share: float) -> list[Tried]:
    """Those that may still turn out best, and the house's choice, which all are compared with."""
    best = max(alive, key=lambda one: one.lead)
    rivals = []
    for one in alive:
        behind, error = one.gain(best, doubt)
        early = len(one.leads) < GIVEN and share < HALVINGS[0]
        if one is best or early or behind + (HOPELESS + FEW / len(one.leads)) * error > 0:
            rivals.append(one)
    if len(house.leads) > 1:
        halvings = sum(share > mark for mark in HALVINGS)
        most = max(2, math.ceil(len(alive) / 2**halvings)) if halvings else len(alive)
        rivals = sorted(rivals, key=lambda one: -one.lead)[:most]
    if rivals == [house]:
        return rivals
    return [house, *(one for one in rivals if one is not house)]


def choice(tried: Sequence[Tried], house: Tried, doubt: float, least: float = 0.0) -> Tried:
    """The best of those that beat the house's choice by so much beyond the error; else that one."""

    def sure(one: Tried) -> float:
        if len(one.leads) < LEAST:
            return -math.inf
        gain, error = one.gain(house, doubt)
        return gain - (SURE + FEW / len(one.leads)) * error - least

    best = max((one for one in tried if one is not house), key=sure, default=house)
    return best if best is not house and sure(best) > 0 else house
