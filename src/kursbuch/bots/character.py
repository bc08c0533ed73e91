"""What makes one player made of code different from another: a few weights, the same for every title.

Titles' bots read them where they weigh things; whoever knows none of them plays as the plain house does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from kursbuch.core import BadInput

T = TypeVar("T")
FAINT = 0.7  # by how much the least of the nearly equal choices is less likely than the best


@dataclass(frozen=True)
class Character:
    """Weights of a player; 1 (or 0 for what is added) is how the plain house sees it.

    >>> CHARACTERS["bold"].reserve < STEADY.reserve < CHARACTERS["cautious"].reserve
    True
    """

    name: str = ""
    whim: float = 1.0  # how far below the best a choice may be and still be taken now and then
    watch: float = 1.0  # how much of what the others have lately done is expected again; 0: nothing
    reserve: float = 1.0  # of the money that may be needed for trains that is kept back
    thrift: float = 1.0  # how early a company saves for the train after the next rust
    venture: float = 0.0  # added to what buying, bidding and founding seem to bring, as a part of the price
    hold: float = 1.0  # how much of its price a share must be worth to be kept: more is sold sooner
    track: float = 1.0  # what places still to be reached count, and how little track and stations cost
    trains: float = 1.0  # how much of a train's price need not be earned again
    lead: float = 0.0  # added for a share that takes a company from another
    spite: float = 0.0  # what a loss of the others counts as a gain of one's own
    looks: float = 1.0  # how many places it looks at before it builds


STEADY = Character()

CHARACTERS: dict[str, Character] = {
    one.name: one
    for one in (
        Character("cautious", reserve=1.5, thrift=1.4, venture=-0.04, hold=1.1, lead=-0.1),
        Character("bold", reserve=0.5, thrift=0.7, venture=0.06, hold=0.9, trains=1.3, lead=0.05),
        Character("builder", track=1.8, hold=0.8, venture=-0.01),
        Character("raider", hold=1.2, lead=0.2, spite=0.5, track=0.8, reserve=0.8),
    )
}


def character(name: str) -> Character:
    """The character of this name, "" for the plain one; raises BadInput if there is none."""
    if not name:
        return STEADY
    if name not in CHARACTERS:
        raise BadInput(
            "bot",
            "there is no character {name!r}; known are {known}",
            name=name[:40],
            known=", ".join(CHARACTERS),
        )
    return CHARACTERS[name]


def nearly_best(offers: Iterable[tuple[float, T]], leeway: float, rng: Random) -> T:
    """One of those that are at most so much worse than the best, the better the likelier.

    >>> nearly_best([(5.0, "best"), (4.9, "as good"), (2.0, "bad")], 0.0, Random(1))
    'best'
    >>> sorted(
    ...     {nearly_best([(5.0, "best"), (4.9, "as good"), (2.0, "bad")], 0.5, Random(n)) for n in range(20)}
    ... )
    ['as good', 'best']
    """
    found = list(offers)
    top = max(worth for worth, _ in found)
    near = [(worth, choice) for worth, choice in found if worth >= top - leeway]
    if len(near) == 1:
        return near[0][1]
    likely = [1.0 - FAINT * (top - worth) / leeway if leeway else 1.0 for worth, _ in near]
    return rng.choices([choice for _, choice in near], likely)[0]
