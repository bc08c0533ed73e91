"""Chance that repeats: every draw is a function of the seed and of how many draws came before.

The seed lies in the state and never in a view. Draws are the same on every machine and Python version, so a
game is rebuilt from its seed and actions alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


def _mixed(seed: int, count: int) -> int:
    """The count-th 64-bit value of the SplitMix64 sequence that starts at the seed."""
    z = (seed + (count + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class Chance:
    """A source of draws; `count` is all that changes.

    >>> a, b = Chance(7), Chance(7)
    >>> [a.below(6) for _ in range(5)] == [b.below(6) for _ in range(5)]
    True
    >>> sorted(Chance(1).shuffled("ABC"))
    ['A', 'B', 'C']
    """

    __slots__ = ("count", "seed")

    def __init__(self, seed: int, count: int = 0) -> None:
        self.seed = seed
        self.count = count

    def copy(self) -> Chance:
        return Chance(self.seed, self.count)

    def below(self, n: int) -> int:
        """An even draw from 0 to n - 1."""
        limit = _MASK - (_MASK + 1) % n  # values above would favour small results
        while True:
            value = _mixed(self.seed, self.count)
            self.count += 1
            if value <= limit:
                return value % n

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out
