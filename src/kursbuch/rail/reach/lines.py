"""Whether an unbroken line joins two places, by way of others: for goals and contracts."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes import Network


def joined_by_line(network: Network, start: int, goal: int, via: Sequence[int] = ()) -> bool:
    """Whether a legal line leads from one stop to another through these stops in this order.

    No stop and no track is used twice, and no stop passed that is closed to the company; how far a train could
    run does not matter.

    >>> from kursbuch.rail.routes import Link
    >>> row = Network(3, (Link(0, 1, 0b01), Link(1, 2, 0b10)), tokens=0b001)
    >>> joined_by_line(row, 0, 2, via=[1]), joined_by_line(row, 0, 1, via=[2])
    (True, False)
    """
    through = network.passable & ~network.reds
    # where we are, stops used, track used, how many of the via stops are behind us
    ways = [(start, 1 << start, 0, 0)]
    while ways:
        at, been, used, passed = ways.pop()
        for _, to, taken in network.ways[at]:
            if been >> to & 1 or used & taken:
                continue
            if to == goal:
                if passed == len(via):
                    return True
                continue
            if not through >> to & 1:
                continue
            if to in via:
                if passed < len(via) and via[passed] == to:
                    ways.append((to, been | 1 << to, used | taken, passed + 1))
                continue
            ways.append((to, been | 1 << to, used | taken, passed))
    return False
