"""What routes earn beyond their stops, by mail or goods that all trains of a company share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kursbuch.core.record import quick
from kursbuch.rail.routes.parts import members


@quick
@dataclass(frozen=True, slots=True)
class Offer:
    """One way to earn more with a route: `bonus`, using up so much of each shared supply."""

    bonus: int
    uses: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Load:
    """What a train may earn by the ends of its route: both of them or only the dearer, if it comes by one of `via`.

    `at_end` is that worth for each stop, `via` a bit set of stops (0: by no stop in particular).
    """

    at_end: tuple[int, ...]
    both: bool = False
    via: int = 0
    uses: tuple[int, ...] = ()  # how much of each shared supply it takes

    def hope(self, train: int, one: int, other: int, stops: int) -> int:
        """What `Extras.hope` says, roughly."""
        most = max(self.at_end) * (2 if self.both else 1)
        return most if not self.via or self.via & stops else 0

    def worth(self, one: int, other: int, stops: int) -> int:
        """The most it earns on a route with one end in the first set of stops, the other in the second and no stop
        that is not in the third.

        >>> (
        ...     Load((0, 30, 50), via=0b1).worth(0b110, 0b010, 0b111),
        ...     Load((0, 30, 50), via=0b1).worth(0b100, 0b010, 0b110),
        ... )
        (50, 0)
        """
        if self.via and not self.via & stops:
            return 0
        here = max([self.at_end[stop] for stop in members(one)], default=0)
        there = max([self.at_end[stop] for stop in members(other)], default=0)
        return here + there if self.both else max(here, there)


Share = tuple[Load | None, ...]  # for each train what it may take of the supplies


@dataclass(frozen=True, slots=True)
class Extras:
    """What routes earn beyond their stops.

    `offers(train, stops)` lists the ways in which a route of the train with that index can earn more; a run
    takes one of them or none. They may depend on which stops the route has and on its two ends, not on the
    order in between. No bonus is above `at_most`, and each is a multiple of `unit`; the closer these are, the
    faster the search. `supplies` is what all trains together may use up: the one mail contract is a supply of
    1, the beer of a brewery a supply of as many cubes.

    Answers that may be left out make the search faster: `hope(train, one, other, stops)` is no less than any
    bonus of a route that has one end in the first set of stops, the other in the second and no stop that is not in
    the third. Ends with the same number in `ends` are alike to all offers. Where there is one supply of 1, and every
    route has one offer, of what its two ends are worth together for the whole supply, `at_end` is that worth.

    >>> def mail(train: int, stops: tuple[int, ...]) -> tuple[Offer, ...]:
    ...     return (Offer(10 * len(stops), uses=(1,)),)
    >>> Extras(mail, at_most=50, supplies=(1,), unit=10).offers(0, (3, 1, 4))
    (Offer(bonus=30, uses=(1,)),)
    """

    offers: Callable[[int, tuple[int, ...]], tuple[Offer, ...]]
    at_most: int
    supplies: tuple[int, ...] = ()
    unit: int = 1
    hope: Callable[[int, int, int, int], int] | None = None
    ends: tuple[int, ...] = ()
    at_end: tuple[int, ...] = ()
    loads: Share = ()
    shares: tuple[Share, ...] = ()

    def most_of(self, train: int) -> Load | None:
        """The most that a train could take, if that is told."""
        if self.at_end:
            return Load(self.at_end, both=True, uses=(1,))
        return self.loads[train] if self.loads else None

    def between_two(self) -> tuple[Share, ...]:
        """All ways in which two trains may share the supplies; none if that is not told."""
        if self.at_end:
            all_of_it = Load(self.at_end, both=True, uses=(1,))
            return (all_of_it, None), (None, all_of_it)
        return self.shares


def laden(load: Load | None) -> Extras | None:
    """What a single train earns beyond its stops if this is all it may take."""
    if load is None:
        return None

    def offers(_: int, stops: tuple[int, ...]) -> tuple[Offer, ...]:
        visited = sum([1 << stop for stop in stops])
        bonus = load.worth(1 << stops[0], 1 << stops[-1], visited)
        return (Offer(bonus),) if bonus else ()

    most = max(load.at_end) * (2 if load.both else 1)
    return Extras(offers, at_most=most, hope=load.hope, ends=load.at_end, loads=(load,))
