"""A track with stacks of markers: who stands where, and who lies on top.

A track is kept as its markers from the one furthest ahead to the last. On one space the marker on top comes
first, because on top counts as ahead (FTN-7-2), so the track is its own ranking.
"""

from __future__ import annotations

from collections.abc import Sequence

Track = tuple[tuple[str, int], ...]  # (player, space), the leader first


def fresh(players: Sequence[str], space: int) -> Track:
    """All markers in one stack, the first player on top (FTN-11-3)."""
    return tuple((player, space) for player in players)


def space_of(track: Track, player: str) -> int:
    """Where the player's marker stands."""
    for name, space in track:
        if name == player:
            return space
    raise KeyError(player)


def moved(track: Track, player: str, by: int, ends: tuple[int, int]) -> Track:
    """The track after one marker has moved; it stops at either end.

    Whatever arrives lies on top of those already there (FTN-7-1), also one that is held by an end of the
    track (FTN-20-2, FTN-40-10) or that does not move at all (FTN-40-9).

    >>> moved((("Anna", 3), ("Ben", 1)), "Ben", 2, (0, 10))
    (('Ben', 3), ('Anna', 3))
    >>> moved((("Anna", 10), ("Ben", 10)), "Ben", 4, (0, 10))
    (('Ben', 10), ('Anna', 10))
    """
    least, most = ends
    space = min(most, max(least, space_of(track, player) + by))
    others = [marker for marker in track if marker[0] != player]
    place = next((i for i, (_, at) in enumerate(others) if at <= space), len(others))
    return (*others[:place], (player, space), *others[place:])


def ranking(track: Track) -> tuple[str, ...]:
    """The players from the one furthest ahead to the last (FTN-7-2).

    >>> ranking((("Ben", 3), ("Anna", 3)))
    ('Ben', 'Anna')
    """
    return tuple(player for player, _ in track)
