"""A view as a row of numbers of one length for every title: each thing that it says goes to a place by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from zlib import crc32

PLACES = 1024
UNIT = 100.0  # money, mostly


def features(view: Mapping[str, Any], places: int = PLACES) -> list[float]:
    """What a view says of the position, hashed into places; two that differ in anything differ nearly always.

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> row = features(game.view(game.players[0]))
    >>> len(row), row == features(game.view(game.players[0]))
    (1024, True)
    """
    row = [0.0] * places
    for name, amount in _said(view["position"], ""):
        place = crc32(name.encode())
        row[place % places] += amount if place & 1 << 31 else -amount
    return row


def _said(value: Any, name: str) -> Iterator[tuple[str, float]]:
    """Names and amounts of all there is in plain data."""
    if isinstance(value, bool) or value is None:
        yield f"{name}={value}", 1.0
    elif isinstance(value, int | float):
        yield name, value / UNIT
    elif isinstance(value, str):
        yield f"{name}={value}", 1.0
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _said(part, f"{name}.{key}")
    else:
        for n, part in enumerate(value):
            yield from _said(part, f"{name}.{n}")


def returns(scores: Mapping[str, int]) -> dict[str, float]:
    """What a finished game is worth to each: 1 to share among those who have won, lost by the others together.

    >>> returns({"Anna": 500, "Ben": 300, "Clara": 400})
    {'Anna': 1.0, 'Ben': -0.5, 'Clara': -0.5}
    """
    best = max(scores.values())
    winners = [player for player, score in scores.items() if score == best]
    losers = len(scores) - len(winners)
    if not losers:
        return dict.fromkeys(scores, 0.0)
    return {p: 1 / len(winners) if p in winners else -1 / losers for p in scores}
