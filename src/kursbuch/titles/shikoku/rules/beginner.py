"""The beginner game deals the privates by lot: seeds that make our lots and the recorder's the same.

The recorder sorts the privates by one draw each of a linear congruential sequence that starts at the game's seed.
"""

from __future__ import annotations

from itertools import count

from kursbuch.core import Chance
from kursbuch.core.chance import FORM
from kursbuch.rail.loader import load_toml
from kursbuch.titles.shikoku.rules.parts import DATA, box


def their_deal(players: int, seed: int) -> list[str]:
    """The privates in the order in which the recorder deals them to the seats."""
    used = box(players, beginner=True).privates
    draws = {}
    for id in load_toml(DATA, "privates.toml")["privates"]:
        if id in used:
            seed = (1103515245 * seed + 12345) % 2**31
            draws[id] = seed
    return sorted(draws, key=lambda id: draws[id])


def our_deal(players: int, seed: int, form: int = FORM) -> list[str]:
    return Chance(seed, form=form).shuffled(list(box(players, beginner=True).privates))


def our_seed(players: int, theirs: int) -> int:
    """A seed with which we deal as the recorder does with its own."""
    wanted = their_deal(players, theirs)
    return next(seed for seed in count() if our_deal(players, seed) == wanted)


def their_seed(players: int, ours: int, form: int = FORM) -> int:
    """A seed with which the recorder deals as we do with ours."""
    wanted = our_deal(players, ours, form)
    return next(seed for seed in count() if their_deal(players, seed) == wanted)
