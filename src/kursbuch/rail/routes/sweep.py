"""The best set of routes on a board with so many of them that they cannot be told one by one.

A line is swept over the board, stop by stop. Whatever lies behind it matters only by what crosses it: which links a
train runs over there, which of them belong to one piece of its route, and what the train may not do any more. Of all
ways to run behind the line that leave the same crossing it, the dearest is kept. So the work grows with the width of
the board and not with the number of its routes.

A train can have several pieces of its route behind the line, which come together ahead of it. What could not beat the
best set known is left out, even if all track ahead were run over.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.front import Front
from kursbuch.rail.routes.parts import FAR, HOME, Network, Route, Train

WIDTHS = (60, 250, 1000, FAR)  # crossings kept at a stop: few while only a good set is looked for
MOST = 150_000  # crossings in all, when more are too many
END = -1  # instead of a link: the end of a route

Piece = tuple[int, int]  # of a route, with nothing but its two ends: the links by which it crosses the line
# A train at the line: its kind, pieces of its route, whether they have a station, what is closed to it, and how many
# cities and stops of any kind it may still have. Without pieces it has not set out yet.
Crossing = tuple[int, tuple[Piece, ...], bool, int, int, int]
# What a train can do at a stop: the track it takes, the number of its crossing then, what it earns, the links taken
Doing = tuple[int, int, int, tuple[int, ...]]
ARRIVED: tuple[Piece, ...] = ((END, END),)


class Behind:
    """What trains have done up to a stop: what they earned, and for each who it was before and the links it took."""

    __slots__ = ("before", "earned", "moves")

    def __init__(
        self, earned: int, before: Behind | None, moves: tuple[tuple[int, tuple[int, ...]], ...]
    ) -> None:
        self.earned = earned
        self.before = before
        self.moves = moves


class Sweep:
    """Finds the best set of routes of the trains whose kinds are given, if it earns more than `floor`."""

    def __init__(
        self, network: Network, kinds: Sequence[Train], trains: Sequence[int], floor: int, grain: int = 1
    ) -> None:
        self.network = network
        self.kinds = kinds
        self.trains = sorted(trains)
        self.floor = floor
        self.grain = grain  # every total is a multiple of it
        self.front = Front(network, kinds, len(trains))
        self.explored = 0
        self.numbers: dict[Crossing, int] = {}
        self.crossings: list[Crossing] = []
        self.hopes: list[int] = []  # for each crossing twice what its links earn where they come in
        self.ends: list[int] = []  # for each crossing the ends that the route has not got yet
        self.doings: dict[int, list[Doing]] = {}  # at the stop that the line passes now

    def best_routes(self) -> list[Route] | None:
        """The routes of the best set, by the kinds of the trains in ascending order; an empty list if none earns more
        than the floor, None if there is too much to look at.
        """
        found: Behind | None = None
        limit = self.front.hoped[0][2 * len(self.trains)] // 2 // self.grain * self.grain
        for width in WIDTHS:
            # Where much track meets, all of it can be run over as a rule: who looks for nothing less finds it soonest
            for high in (True, False):
                floor = max(self.floor, limit - self.grain) if high else self.floor
                best, whole = self._pass_all(width, floor)
                if best is not None and best.earned > self.floor:
                    self.floor = best.earned
                    found = best
                if whole:
                    limit = max(floor, self.floor)
                if self.floor >= limit:
                    return self._routes(found) if found else []
                if self.explored > MOST:
                    return None
        return None

    def _pass_all(self, width: int, floor: int) -> tuple[Behind | None, bool]:
        """Move the line over the whole board, and say whether all was looked at that can earn more than the floor."""
        whole = True
        ready = [self._number((kind, (), False, 0, *_reach(self.kinds[kind]))) for kind in self.trains]
        start = Behind(0, None, ())
        states: dict[tuple[int, ...], Behind] = {(0, *sorted(ready)): start}
        for i in range(len(self.front.order)):
            self.doings = {}
            after: dict[tuple[int, ...], Behind] = {}
            hoped = self.front.hoped[i + 1]
            for key, behind in states.items():
                self._pass(i, key, behind, 0, key[0], behind.earned, [], after, hoped, 2 * floor, 0)
            if len(after) > width:
                whole = False
                by_hope = sorted(after.items(), key=lambda item: -self._hope(item[0], item[1].earned, hoped))
                after = dict(by_hope[:width])
            self.explored += len(after)
            if self.explored > MOST:
                return None, False
            states = after
        best: Behind | None = None
        for key, behind in states.items():
            if best is not None and best.earned >= behind.earned:
                continue
            if all([self.crossings[number][1] in ((), ARRIVED) for number in key[1:]]):
                best = behind
        return best, whole

    def _hope(self, key: tuple[int, ...], earned: int, hoped: list[int]) -> int:
        """Twice what a set with this behind the line can earn at most."""
        hopes, ends_of = self.hopes, self.ends
        most, ends = 2 * earned, 0
        for number in key[1:]:
            most += hopes[number]
            ends += ends_of[number]
        return most + hoped[ends]

    def _pass(
        self, i: int, key: tuple[int, ...], behind: Behind, train: int, taken: int, earned: int,
        done: list[tuple[int, int, tuple[int, ...]]], after: dict[tuple[int, ...], Behind], hoped: list[int],
        above: int, first: int,
    ) -> None:  # fmt: skip
        """Try all that the trains from this one on can do at a stop, and note what then crosses the line."""
        if train == len(key) - 1:
            moved = sorted(done)
            new_key = (taken & self.front.track_ahead[i + 1], *[number for number, _, _ in moved])
            known = after.get(new_key)
            if known is not None and known.earned >= earned:
                return
            if self._hope(new_key, earned, hoped) > above:
                after[new_key] = Behind(earned, behind, tuple([(was, links) for _, was, links in moved]))
            return
        number = key[train + 1]
        doings = self.doings.get(number)
        if doings is None:
            doings = self.doings[number] = self._doings(i, self.crossings[number])
        # of trains that are alike the next does the same or what comes later
        alike = train + 2 < len(key) and key[train + 2] == number
        for n in range(first, len(doings)):
            mask, becomes, earns, links = doings[n]
            if not mask & taken:
                done.append((becomes, train, links))
                self._pass(
                    i, key, behind, train + 1, taken | mask, earned + earns, done, after, hoped, above,
                    n if alike else 0,
                )  # fmt: skip
                done.pop()

    def _doings(self, i: int, crossing: Crossing) -> list[Doing]:
        """All that a train can do at a stop."""
        front, network = self.front, self.network
        kind, pieces, station, closed, cities, room = crossing
        train, stop = self.kinds[kind], front.order[i]
        ahead = front.closed_ahead[i + 1]
        coming, ins = [], front.ins[i]
        for piece in pieces:
            if piece[0] in ins or piece[1] in ins:
                coming.append(piece)
        found: list[Doing] = []
        if not coming:
            if station or front.stations_ahead[i + 1] or not pieces:
                passed = (kind, pieces, station, closed & ahead, cities, room)
                found.append((0, self._number(passed), 0, ()))
            if pieces == ARRIVED:
                return found
        place = 1 << stop | network.hex_of(stop) << network.stops
        town = network.towns >> stop & 1
        if closed & place or not room or not (town or cities):
            return found
        station = station or network.tokens >> stop & 1 == 1
        if not station and not front.stations_ahead[i + 1]:
            return found
        closed |= network.exclude[stop] | network.hex_of(stop) << network.stops
        if not town and cities < FAR:
            cities -= 1
        if room < FAR:
            room -= 1
        others = [piece for piece in pieces if piece not in coming]
        for links, loose in self._ways_on(i, train, closed, pieces, coming):
            if loose == ARRIVED[0] and (others or not station):
                continue
            mask, shut = 0, closed
            for link in links:
                mask |= front.masks[link]
                shut |= front.hexes[link]
            if loose == ARRIVED[0]:
                became = (kind, ARRIVED, True, 0, 0, 0)
            else:
                became = (kind, tuple(sorted([*others, loose])), station, shut & ahead, cities, room)
            found.append((mask, self._number(became), train.values[stop], links))
        return found

    def _ways_on(
        self, i: int, train: Train, closed: int, pieces: tuple[Piece, ...], coming: list[Piece]
    ) -> list[tuple[tuple[int, ...], Piece]]:
        """The links by which a train that calls at a stop can leave it, and the piece of its route this makes."""
        front, network = self.front, self.network
        ins = front.ins[i]
        through = network.through(train) >> front.order[i] & 1
        ends = sum([piece[0] == END for piece in pieces])
        outs = []
        for link in front.outs[i]:
            if train.runs_on(network.links[link]) and not front.hexes[link] & closed:
                outs.append(link)
        if not coming:
            ways: list[tuple[tuple[int, ...], Piece]] = []
            for n, link in enumerate(outs):
                if ends < 2:
                    ways.append(((link,), (END, link)))
                if through:
                    for other in outs[n + 1 :]:
                        if front.masks[link] & front.masks[other]:
                            continue
                        if not front.hexes[link] & front.hexes[other]:
                            ways.append(((link, other), (link, other)))
            return ways
        if len(coming) > 2 or any([piece[0] in ins and piece[1] in ins for piece in coming]):
            return []
        far = [
            piece[1] if piece[0] in ins else piece[0] for piece in coming
        ]  # the other ends of what comes in
        if len(coming) == 2:
            return [((), (min(far), max(far)))] if through else []
        ways = [((link,), (min(far[0], link), max(far[0], link))) for link in outs] if through else []
        if ends < 2 or far[0] == END:
            ways.append(((), (END, far[0])))
        return ways

    def _number(self, crossing: Crossing) -> int:
        number = self.numbers.get(crossing)
        if number is None:
            number = self.numbers[crossing] = len(self.crossings)
            self.crossings.append(crossing)
            pieces = crossing[1]
            head, most, through = self.front.head, self.front.most, self.front.through
            hope = 0
            for piece in pieces:
                for link in piece:
                    if link != END and through >> head[link] & 1:
                        hope += most[head[link]]
            self.hopes.append(hope)
            self.ends.append(2 - sum([link == END for piece in pieces for link in piece]))
        return number

    def _routes(self, behind: Behind) -> list[Route]:
        """The routes that led to this, in the order of kinds."""
        found: list[tuple[int, Route]] = []
        for train, _ in enumerate(behind.moves):
            links: list[int] = []
            at: Behind = behind
            was = train
            while at.before is not None:
                was, taken = at.moves[was]
                links += taken
                at = at.before
            found.append((was, self._route(links, self.kinds[self.trains[was]])))
        found.sort(key=lambda pair: pair[0])
        return [route for _, route in found]

    def _route(self, links: list[int], train: Train) -> Route:
        """The route that runs over these links."""
        if not links:
            return HOME
        at: dict[int, list[int]] = {}
        for number in sorted(links):
            at.setdefault(self.network.links[number].a, []).append(number)
            at.setdefault(self.network.links[number].b, []).append(number)
        stops = [min([stop for stop in at if len(at[stop]) == 1])]
        run: list[int] = []
        mask = 0
        while len(run) < len(links):
            number = next(n for n in at[stops[-1]] if n not in run)
            link = self.network.links[number]
            run.append(number)
            stops.append(link.b if link.a == stops[-1] else link.a)
            mask |= link.mask
        return Route(tuple(stops), tuple(run), mask, (), sum([train.values[stop] for stop in stops]))


def _reach(train: Train) -> tuple[int, int]:
    """How many cities and how many stops of any kind a train goes to; `FAR` is without limit."""
    reach = train.reach
    cities = FAR if reach.stops is None else reach.stops
    return cities, FAR if reach.stops is None or reach.towns is None else reach.stops + reach.towns
