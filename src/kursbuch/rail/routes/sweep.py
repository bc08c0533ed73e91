"""The best set of routes on a board with so many of them that they cannot be told one by one.

A line is swept over the board, stop by stop. Of all ways to run behind the line that leave the same crossing it (see
`crossings`), the dearest is kept. So the work grows with the width of the board and not with the number of routes.

What could not beat the best set known is left out. No set earns more than if all track ahead were run over; and where
the meshes of all trains are known (see `mesh`), none earns more than each train could by itself, after tolls, and
the tolls of all track that is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.crossings import NONE, Crossings
from kursbuch.rail.routes.mesh import Ahead, Mesh, as_route
from kursbuch.rail.routes.parts import CHANGE, FAR, Route

WIDTHS = (60, 250, 1000, FAR)  # crossings kept at a stop: few while only a good set is looked for

# What a train can do at a stop: what is lost by it, the track it takes, its crossing then, what it earns, two links
Losing = tuple[int, int, int, int, int, int]
Move = tuple[int, int, int, int]  # to which crossing, which train it was before, two links


class Behind:
    """What trains have done up to a stop: what they earned, and for each who it was before and the links it took."""

    __slots__ = ("before", "earned", "moves")

    def __init__(self, earned: int, before: Behind | None, moves: tuple[Move, ...]) -> None:
        self.earned = earned
        self.before = before
        self.moves = moves


class Sweep:
    """Finds the best set of routes of the trains whose kinds are given, if it earns more than `floor`.

    `meshes` are those of all kinds, or none; `held` are pieces of track with what each adds to the tolls of all links
    that run over it.
    """

    def __init__(
        self,
        crossings: Crossings,
        trains: Sequence[int],
        floor: int,
        grain: int = 1,
        meshes: Sequence[Mesh] = (),
        tolls: Sequence[int] = (),
        held: Sequence[tuple[int, int]] = (),
        most: int = FAR,
    ) -> None:
        self.crossings = crossings
        self.network = crossings.network
        self.front = crossings.front
        self.trains = sorted(trains)
        self.floor = floor
        self.grain = grain  # every total is a multiple of it
        self.most = most  # crossings in all, when more are too many
        self.explored = 0
        self.found: list[Route] = []  # the best set met, by the kinds of the trains in ascending order
        self.meshes = meshes
        self.hoped = self.front.hoped()
        self.tolls = [*(tolls or [0] * len(self.network.links)), 0]
        self.ahead: list[Ahead] = [mesh.ahead(self.tolls) for mesh in meshes]
        self.held = self._held_ahead(held)
        self._held_beside: dict[tuple[int, int], int] = {}
        self._losing: list[dict[int, list[Losing]]] = [{} for _ in self.front.order]

    def best_routes(self) -> list[Route] | None:
        """The routes of the best set, by the kinds of the trains in ascending order; an empty list if none earns more
        than the floor, None if there is too much to look at.
        """
        limit = self._limit() // self.grain * self.grain
        tried = -1
        for width in WIDTHS:
            # Where much track meets, all of it can be run over as a rule: who looks for nothing less finds it soonest
            for high in (True, False):
                floor = max(self.floor, limit - self.grain) if high else self.floor
                if not high and floor == tried:
                    continue
                tried = floor
                best, whole = self._pass_all(width, floor)
                if best is not None and best.earned > self.floor:
                    self.floor = best.earned
                    self.found = self._routes(best)
                if whole:
                    limit = max(floor, self.floor)
                if self.floor >= limit:
                    return self.found
                if self.explored > self.most:
                    return None
        return None

    def _limit(self) -> int:
        """No set of routes earns more."""
        start = [self.crossings.start(kind) for kind in self.trains]
        return self._hope(0, 0, start, 0) // CHANGE

    def _pass_all(self, width: int, floor: int) -> tuple[Behind | None, bool]:
        """Move the line over the whole board, and say whether all was looked at that can earn more than the floor."""
        whole = True
        start = [self.crossings.start(kind) for kind in self.trains]
        least = (floor + self.grain) * CHANGE
        states: dict[tuple[int, ...], Behind] = {(0, *sorted(start)): Behind(0, None, ())}
        for i in range(len(self.front.order)):
            after: dict[tuple[int, ...], Behind] = {}
            for key, behind in states.items():
                spare = self._hope_apart(i, key[0], key[1:], behind.earned) - least
                self._pass(i, key, behind, 0, key[0], behind.earned, spare, [], after, least, 0)
                if self.explored + min(len(after), width) > self.most:
                    self.explored = self.most + 1
                    return None, False
            if len(after) > width:
                whole = False
                by_hope = sorted(
                    after.items(),
                    key=lambda item: -self._hope(i + 1, item[0][0], item[0][1:], item[1].earned),
                )
                after = dict(by_hope[:width])
            self.explored += len(after)
            states = after
        best: Behind | None = None
        for key, behind in states.items():
            if best is not None and best.earned >= behind.earned:
                continue
            if all([self.crossings.is_done(number) for number in key[1:]]):
                best = behind
        return best, whole

    def _hope(self, i: int, taken: int, numbers: Sequence[int], earned: int) -> int:
        """What a set with this behind the line can earn at most, in small change."""
        hopes, ends_of = self.crossings.hopes, self.crossings.ends
        most, ends = 2 * earned, 0
        for number in numbers:
            most += hopes[number]
            ends += ends_of[number]
        most = (most + self.hoped[i][ends]) * (CHANGE // 2)
        return min(most, self._hope_apart(i, taken, numbers, earned))

    def _hope_apart(self, i: int, taken: int, numbers: Sequence[int], earned: int) -> int:
        """The same as far as meshes and tolls tell."""
        if not self.meshes:
            return FAR
        most = earned * CHANGE + self._held(i, taken)
        for number in numbers:
            most += self.ahead[self.crossings.kind_of(number)][i][number]
        return most

    def _pass(
        self, i: int, key: tuple[int, ...], behind: Behind, train: int, taken: int, earned: int, spare: int,
        done: list[Move], after: dict[tuple[int, ...], Behind], least: int, first: int,
    ) -> None:  # fmt: skip
        """Try all that the trains from this one on can do at a stop, and note what then crosses the line.

        `spare` is what may still be lost.
        """
        if train == len(key) - 1:
            moved = sorted(done)
            new_key = (taken & self.front.track_ahead[i + 1], *[move[0] for move in moved])
            known = after.get(new_key)
            if known is not None and known.earned >= earned:
                return
            if self._hope(i + 1, new_key[0], new_key[1:], earned) >= least:
                after[new_key] = Behind(earned, behind, tuple(moved))
            return
        number = key[train + 1]
        doings = self._losing[i].get(number)
        if doings is None:
            doings = self._losing[i][number] = self._losses(i, number)
        # of trains that are alike the next does the same or what comes later
        alike = train + 2 < len(key) and key[train + 2] == number
        for n in range(first, len(doings)):
            loss, mask, becomes, earns, one, other = doings[n]
            if loss > spare:
                return
            if not mask & taken:
                done.append((becomes, train, one, other))
                self._pass(
                    i, key, behind, train + 1, taken | mask, earned + earns, spare - loss, done, after,
                    least, n if alike else 0,
                )  # fmt: skip
                done.pop()

    def _losses(self, i: int, number: int) -> list[Losing]:
        """All that a train can do at a stop, with what it loses by it; what loses least comes first."""
        if not self.meshes:
            return [(0, *doing) for doing in self.crossings.doings(i, number)]
        kind = self.crossings.kind_of(number)
        ahead, tolls = self.ahead[kind], self.tolls
        most, beyond = ahead[i][number], ahead[i + 1]
        found: list[Losing] = []
        for doing in self.meshes[kind].threads[i][number]:
            _, becomes, earns, one, other = doing
            left = earns * CHANGE - tolls[one] - tolls[other] + beyond[becomes]
            found.append((most - left, *doing))
        found.sort(key=lambda doing: doing[0])
        return found

    def _held_ahead(self, held: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
        """For each place of the line the pieces of track ahead that have a toll."""
        found: list[list[tuple[int, int]]] = [[]]
        ahead = 0
        for outs in reversed(self.front.outs):
            for link in outs:
                ahead |= self.network.links[link].mask
            found.append([(piece, toll) for piece, toll in held if toll and piece & ahead])
        found.reverse()
        return found

    def _held(self, i: int, taken: int) -> int:
        """The tolls of all track ahead that is not taken."""
        found = self._held_beside.get((i, taken))
        if found is None:
            found = self._held_beside[i, taken] = sum(
                [toll for piece, toll in self.held[i] if not piece & taken]
            )
        return found

    def _routes(self, behind: Behind) -> list[Route]:
        """The routes that led to this, in the order of kinds."""
        found: list[tuple[int, Route]] = []
        for train, _ in enumerate(behind.moves):
            links: list[int] = []
            at: Behind = behind
            was = train
            while at.before is not None:
                _, was, one, other = at.moves[was]
                links += [link for link in (one, other) if link != NONE]
                at = at.before
            kind = self.trains[was]
            found.append((was, as_route(self.network, self.crossings.kinds[kind], links)))
        found.sort(key=lambda pair: pair[0])
        return [route for _, route in found]
