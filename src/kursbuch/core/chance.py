"""Chance that repeats: every draw is a function of the seed and of how many draws came before.

The seed lies in the state and never in a view. Draws are the same on every machine and Python version, so a
game is rebuilt from its seed and actions alone. Draws are taken from a hash that the seed is the key of: however
many have been seen, they tell nothing of the seed or of what comes. Games begun before that went by a simpler
sequence, form 1, and keep it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b, sha256
from typing import TypeVar

from kursbuch.core.record import record

T = TypeVar("T")

FORM = 2  # of chance in games begun today
_MASK = (1 << 64) - 1


def _mixed(seed: int, count: int) -> int:
    """Form 1: the count-th 64-bit value of the SplitMix64 sequence that starts at the seed."""
    z = (seed + (count + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


@lru_cache(maxsize=1024)
def _key(seed: int) -> bytes:
    return sha256(str(seed).encode()).digest()


def _hashed(seed: int, count: int) -> int:
    """Form 2: 64 bits of a hash of the count, keyed with the seed."""
    return int.from_bytes(blake2b(b"%d" % count, digest_size=8, key=_key(seed)).digest(), "big")


@record("seed", "count", "form")
class Chance:
    """A source of draws; `count` is all that changes.

    >>> a, b = Chance(7), Chance(7)
    >>> [a.below(6) for _ in range(5)] == [b.below(6) for _ in range(5)]
    True
    >>> sorted(Chance(1).shuffled("ABC"))
    ['A', 'B', 'C']
    """

    __slots__ = ("count", "form", "seed")

    def __init__(self, seed: int, count: int = 0, form: int = FORM) -> None:
        self.seed = seed
        self.count = count
        self.form = form

    def copy(self) -> Chance:
        return Chance(self.seed, self.count, self.form)

    def below(self, n: int) -> int:
        """An even draw from 0 to n - 1."""
        limit = _MASK - (_MASK + 1) % n  # values above would favour small results
        draw = _mixed if self.form == 1 else _hashed
        while True:
            value = draw(self.seed, self.count)
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
