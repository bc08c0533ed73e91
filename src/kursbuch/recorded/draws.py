"""The recorder's chance: one linear congruential sequence, which starts at the game's seed."""

from __future__ import annotations

from collections.abc import Iterator


def draws(seed: int) -> Iterator[int]:
    """What the recorder draws, one number after another.

    >>> sequence = draws(3055)
    >>> next(sequence), next(sequence)
    (1837242108, 105693573)
    """
    while True:
        seed = (1103515245 * seed + 12345) % 2**31
        yield seed
