"""What trains can do at each stop while a line is swept over the board, and how they cross the line then.

Whatever lies behind the line matters only by what crosses it: to which stops ahead the pieces of a route go on, and
what the train may not do any more. A train can have several pieces of its route behind the line, which come together
ahead of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.front import Front
from kursbuch.rail.routes.parts import FAR, Network, Train

END = -1  # instead of a stop: the end of a route
NONE = -1  # instead of a link

Piece = tuple[
    int, int
]  # of a route, with nothing but its two ends: the stops ahead of the line that it goes to
# A train at the line: its kind, pieces of its route, whether they have a station, what is closed to it, and how many
# cities and stops of any kind it may still have. Without pieces it has not set out yet.
Crossing = tuple[int, tuple[Piece, ...], bool, int, int, int]
# What a train can do at a stop: the track it takes, the number of its crossing then, what it earns, two links taken
Doing = tuple[int, int, int, int, int]
# Links by which it leaves a stop, the piece of its route this makes, and what is closed to it by them
Way = tuple[int, int, Piece, int]
ARRIVED: tuple[Piece, ...] = ((END, END),)


class Crossings:
    """All crossings that were met, by number, and what can be done next from each."""

    def __init__(self, network: Network, kinds: Sequence[Train], front: Front) -> None:
        self.network = network
        self.kinds = kinds
        self.front = front
        self.known: list[Crossing] = []
        self.hopes: list[int] = []  # for each crossing twice what its links earn where they come in
        self.ends: list[int] = []  # for each crossing the ends that the route has not got yet
        self._numbers: dict[Crossing, int] = {}
        self._through = [network.through(train) for train in kinds]
        self._ways: list[dict[int, tuple[list[Way], list[Way]]]] = [{} for _ in kinds]
        self._doings: list[dict[int, list[Doing]]] = [{} for _ in front.order]

    def start(self, kind: int) -> int:
        """The crossing of a train that has not set out yet."""
        return self._number((kind, (), False, 0, *_reach(self.kinds[kind])))

    def kind_of(self, number: int) -> int:
        return self.known[number][0]

    def is_done(self, number: int) -> bool:
        """Whether the train is at home, or has its whole route behind the line."""
        return self.known[number][1] in ((), ARRIVED)

    def doings(self, i: int, number: int) -> list[Doing]:
        """All that a train can do at the stop that the line passes then."""
        found = self._doings[i].get(number)
        if found is None:
            found = self._doings[i][number] = self._all_doings(i, self.known[number])
        return found

    def _all_doings(self, i: int, crossing: Crossing) -> list[Doing]:
        front, network = self.front, self.network
        kind, pieces, station, closed, cities, room = crossing
        stop, ahead, stations_ahead = front.order[i], front.closed_ahead[i + 1], front.stations_ahead[i + 1]
        coming = [piece for piece in pieces if stop in piece]
        found: list[Doing] = []
        if not coming:
            if station or stations_ahead or not pieces:
                passed = (kind, pieces, station, closed & ahead, cities, room)
                found.append((0, self._number(passed), 0, NONE, NONE))
            if pieces == ARRIVED:
                return found
        town = network.towns >> stop & 1
        if closed & front.place[i] or not room or not (town or cities):
            return found
        station = station or network.tokens >> stop & 1 == 1
        if not station and not stations_ahead:
            return found
        closed |= front.closed_by[i]
        if not town and cities < FAR:
            cities -= 1
        if room < FAR:
            room -= 1
        earns = self.kinds[kind].values[stop]
        others = [piece for piece in pieces if piece not in coming] if coming else list(pieces)
        for one, other, loose, closing in self._ways_on(i, kind, closed, pieces, coming):
            if loose == ARRIVED[0]:
                if others or not station:
                    continue
                became: Crossing = (kind, ARRIVED, True, 0, 0, 0)
            else:
                became = (
                    kind,
                    tuple(sorted([*others, loose])),
                    station,
                    (closed | closing) & ahead,
                    cities,
                    room,
                )
                if room < FAR and self._is_too_far(became):
                    continue
            found.append((closing >> front.above, self._number(became), earns, one, other))
        return found

    def _is_too_far(self, crossing: Crossing) -> bool:
        """Whether the train cannot even come to all stops that the pieces of its route go on to."""
        _, pieces, _, _, cities, room = crossing
        stops = 0
        for one, other in pieces:
            stops |= (1 << one if one != END else 0) | 1 << other
        towns = (stops & self.network.towns).bit_count()
        return stops.bit_count() > room or stops.bit_count() - towns > cities

    def _ways_on(
        self, i: int, kind: int, closed: int, pieces: tuple[Piece, ...], coming: list[Piece]
    ) -> list[Way]:
        """The links by which a train that calls at a stop can leave it, and the piece of its route this makes."""
        if len(coming) > 2:
            return []
        stop, (outs, both_ways) = self.front.order[i], self._ways_from(i, kind)
        through = self._through[kind] >> stop & 1
        ends, full = 0, self._full(kind, pieces)
        for piece in pieces:
            ends += piece[0] == END
        ways: list[Way] = []
        if not coming:
            for way in both_ways:
                if not (way[3] & closed or full >> way[2][0] & 1 or full >> way[2][1] & 1):
                    ways.append(way)
            for way in outs if ends < 2 else ():
                if not (way[3] & closed or full >> way[2][1] & 1):
                    ways.append(way)
            return ways
        # where what comes in is to go on
        far = [piece[1] if piece[0] == stop else piece[0] for piece in coming]
        if len(coming) == 2:
            if through and (far[0] != far[1] or far[0] == END):
                ways.append((NONE, NONE, _piece(far[0], far[1]), 0))
            return ways
        for link, _, piece, closing in outs if through else ():
            if piece[1] != far[0] and not (closing & closed or full >> piece[1] & 1):
                ways.append((link, NONE, _piece(far[0], piece[1]), closing))
        if ends < 2 or far[0] == END:
            ways.append((NONE, NONE, (END, far[0]), 0))
        return ways

    def _full(self, kind: int, pieces: tuple[Piece, ...]) -> int:
        """The stops ahead where nothing is left to be done beside the pieces that go on to them."""
        once = full = 0
        for one, other in pieces:
            if other != END:
                bit = 1 << other
                full |= once & bit
                once |= bit
            if one != END:
                bit = 1 << one
                full |= once & bit
                once |= bit
        return full | once & ~self._through[kind]

    def _ways_from(self, i: int, kind: int) -> tuple[list[Way], list[Way]]:
        """The ways to set out from a stop over one link ahead, and over two of them."""
        found = self._ways[kind].get(i)
        if found is None:
            front, train = self.front, self.kinds[kind]
            outs: list[Way] = [
                (link, NONE, (END, front.head[link]), front.closing[link])
                for link in front.outs[i]
                if train.runs_on(self.network.links[link])
            ]
            both: list[Way] = []
            if self._through[kind] >> front.order[i] & 1:
                for n, (link, _, (_, to), closing) in enumerate(outs):
                    for other, _, (_, there), theirs in outs[n + 1 :]:
                        if to != there and not closing & theirs:
                            both.append((link, other, _piece(to, there), closing | theirs))
            found = self._ways[kind][i] = (outs, both)
        return found

    def _number(self, crossing: Crossing) -> int:
        number = self._numbers.get(crossing)
        if number is None:
            number = self._numbers[crossing] = len(self.known)
            self.known.append(crossing)
            most, through = self.front.most, self.front.through
            hope = ends = 0
            for piece in crossing[1]:
                for stop in piece:
                    if stop == END:
                        ends += 1
                    elif through >> stop & 1:
                        hope += most[stop]
            self.hopes.append(hope)
            self.ends.append(2 - ends)
        return number


def _piece(one: int, other: int) -> Piece:
    return (one, other) if one < other else (other, one)


def _reach(train: Train) -> tuple[int, int]:
    """How many cities and how many stops of any kind a train goes to; `FAR` is without limit."""
    reach = train.reach
    cities = FAR if reach.stops is None else reach.stops
    return cities, FAR if reach.stops is None or reach.towns is None else reach.stops + reach.towns
