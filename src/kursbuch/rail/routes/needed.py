"""Which links of a network are worth running over, and which of their track can be in anybody's way."""

from __future__ import annotations

from kursbuch.rail.routes.parts import Network


def needed(network: Network, numbers: list[int]) -> dict[int, int]:
    """The links that are worth running over, with the track that others need as well.

    Where one link joins the same stops as another and all its track is in the way of the other, that is not needed.

    >>> from kursbuch.rail.routes import Link
    >>> needed(Network(2, (Link(0, 1, 0b011), Link(0, 1, 0b110), Link(0, 1, 0b010)), tokens=0b01), [0, 1, 2])
    {0: 2}
    """
    masks = {number: network.links[number].mask for number in numbers}
    while True:
        once = twice = 0
        for mask in masks.values():
            twice |= once & mask
            once |= mask
        # a piece of its own is needed too where there is no other: no link is run over by two trains
        masks = {number: mask & twice or mask & -mask for number, mask in masks.items()}
        kept: dict[int, int] = {}
        for number, mask in sorted(masks.items(), key=lambda item: (item[1].bit_count(), item[0])):
            if not any([_instead(network, other, number, theirs, mask) for other, theirs in kept.items()]):
                kept[number] = mask
        if len(kept) == len(masks):
            return masks
        masks = kept


def _instead(network: Network, one: int, other: int, mask: int, over: int) -> bool:
    """Whether a train may always take one link instead of the other."""
    a, b = network.links[one], network.links[other]
    if {a.a, a.b} != {b.a, b.b} or not mask or mask & ~over or a.hexes & ~b.hexes:
        return False
    return a.gauge == 0 or (b.gauge != 0 and b.gauge & ~a.gauge == 0)
