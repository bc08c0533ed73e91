"""A league as it goes: people come, its organiser starts it, a round follows when the last one is played."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from itertools import combinations, groupby
from random import Random
from typing import Any

from kursbuch.core import BadInput
from kursbuch.shelf import find
from kursbuch.store import Conflict, Missing, People, PersonRow
from kursbuch.store.counters import Bound, Counters, Exceeded
from kursbuch.store.errors import Full
from kursbuch.store.leagues import Entrant, League, LeagueStore, Pairing, Played
from kursbuch.store.ties import Ties
from kursbuch.web import setup
from kursbuch.web.agreed import checked
from kursbuch.web.leagues.pairing import Past, Round, paired
from kursbuch.web.leagues.standing import Came, Line, standings
from kursbuch.web.limits import Limits
from kursbuch.web.sanctions import check_may_write
from kursbuch.web.service import NotAllowed, NotFound, Person
from kursbuch.web.tables import LiveTables

log = logging.getLogger(__name__)

MOST = 128  # people in a league
ROUNDS = 20
LEASE = 300  # seconds in which a process that has begun to make a round's tables is left to it
PAUSE = 30.0  # seconds between two looks at whether a round is played


@dataclass(frozen=True, slots=True)
class Shown:
    """A league as its page shows it."""

    league: League
    entrants: list[Entrant]
    names: Mapping[int, str]
    lines: list[Line]
    rounds: list[
        tuple[int, list[tuple[str, list[int]]], list[int]]
    ]  # number, tables with people, who sits out
    tables: Mapping[str, Played]


class Leagues:
    """Runs them. Every process may: of several who would make a round's tables one does."""

    def __init__(
        self,
        store: LeagueStore,
        tables: LiveTables,
        people: People,
        ties: Ties,
        counters: Counters,
        limits: Limits,
    ) -> None:
        self._store, self._tables, self._people, self._ties = store, tables, people, ties
        self._counters, self._limits = counters, limits
        self._tasks: set[asyncio.Task[None]] = set()

    # -- what people do ---------------------------------------------------------------------------

    async def found(
        self,
        organiser: Person,
        name: str,
        title: str,
        *,
        size: int,
        rounds: int,
        options: Mapping[str, object],
        agreed: Mapping[str, object],
    ) -> str:
        """Set a league up; raises BadInput, TooMany."""
        box = find(title)
        if size not in box.info.players:
            raise BadInput("size", "a table of this title does not have so many seats")
        if not 1 <= rounds <= ROUNDS:
            raise BadInput("rounds", "a league has 1 to {most} rounds", most=ROUNDS)
        chosen, terms = box.options(options), checked(agreed)
        if name:
            check_may_write(organiser)
        named = setup.table_name(name, box.info.name)
        await self._limits.spend("leagues", organiser)
        return await self._store.add(
            organiser.id, named, title, terms, size=size, rounds=rounds, options=dict(chosen)
        )

    async def enter(self, league: str, person: Person | PersonRow) -> None:
        """Take part; raises NotAllowed, NotFound."""
        row = await self.get(league)
        if await self._ties.kept_out(person.id, [row.organiser]):
            raise NotAllowed("the organiser of this league does not want to play with you")
        try:
            await self._store.enter(league, person.id, person.name, MOST)
        except Conflict as error:
            raise NotAllowed("this league has begun") from error
        except Full as error:
            raise NotAllowed("this league is full") from error

    async def bring(self, league: str, organiser: Person, name: str) -> None:
        """The organiser names a friend as taking part."""
        self._check_organiser(await self.get(league), organiser)
        try:
            other = await self._people.named(name[:80])
        except Missing:
            other = None  # is told as one who is no friend: nobody is found out here
        if other is None or await self._ties.between(organiser.id, other.id) != ("friend", "friend"):
            raise NotAllowed("only friends are brought along; others come by themselves")
        await self._limits.spend("friends", organiser)
        await self.enter(league, other)

    async def leave(self, league: str, person: int) -> None:
        """Take part no more: bots play on in the games that run, and no new table is made for them."""
        await self.get(league)
        await self._store.leave(league, person)
        tables = await self._store.tables(league)
        for pairing in await self._store.pairings(league):
            if pairing.person == person and pairing.table and not tables[pairing.table].over:
                await self._tables.stand_in_for(pairing.table, person)

    async def remove(self, league: str, organiser: Person, name: str) -> None:
        """The organiser strikes somebody off."""
        self._check_organiser(await self.get(league), organiser)
        found = [
            one.person for one in await self._store.entrants(league) if one.name == name and not one.left
        ]
        if not found:
            raise BadInput("name", "{name} does not take part", name=name[:40])
        await self.leave(league, found[0])

    async def start(self, league: str, organiser: Person) -> None:
        """Make the first round."""
        row = await self.get(league)
        self._check_organiser(row, organiser)
        if row.round or row.ended:
            raise NotAllowed("this league has begun")
        if not await self._next_round(row):
            raise NotAllowed("too few take part for a table of this title")

    async def end(self, league: str, organiser: Person) -> None:
        """No further round; games that run may be played to their end, and still count."""
        self._check_organiser(await self.get(league), organiser)
        await self._store.end(league)

    async def get(self, league: str) -> League:
        try:
            return await self._store.get(league[:16].replace("\0", ""))
        except Missing as error:
            raise NotFound("there is no such league") from error

    def _check_organiser(self, league: League, person: Person) -> None:
        if league.organiser != person.id and not person.admin:
            raise NotAllowed("only the organiser of a league does that")

    # -- standings --------------------------------------------------------------------------------

    async def shown(self, league: str) -> Shown:
        """All that a page shows; raises NotFound."""
        row = await self.get(league)
        entered = await self._store.entrants(row.id)
        seated = await self._store.pairings(row.id)
        names = {one.person: one.name for one in entered} | await self._store.names([row.organiser])
        lines = await self._lines(row, [one.person for one in entered], seated)
        rounds = []
        for number, part in groupby(seated, key=lambda pairing: pairing.round):
            tables: dict[str, list[int]] = {}
            resting = []
            for pairing in part:
                if pairing.table:
                    tables.setdefault(pairing.table, []).append(pairing.person)
                else:
                    resting.append(pairing.person)
            rounds.append((number, list(tables.items()), resting))
        return Shown(row, entered, names, lines, rounds[::-1], await self._store.tables(row.id))

    async def _lines(self, league: League, people: list[int], seated: list[Pairing]) -> list[Line]:
        known = set(people)
        found = [
            [Came(person if person in known else None, place, worth) for person, place, worth in table]
            for table in (await self._store.results(league.id)).values()
        ]
        return standings(people, found, _out(seated))

    # -- rounds -----------------------------------------------------------------------------------

    async def go_on(self, league: str) -> None:
        """If the round is played, begin the next, or end."""
        row = await self._store.get(league)
        if row.state != "running":
            return
        tables = await self._store.tables(row.id)
        if not all(table.settled for table in tables.values()):
            return
        if row.round >= row.rounds or not await self._next_round(row):
            await self._store.end(row.id)

    async def _next_round(self, league: League) -> bool:
        """Make the tables of the next round; False if there are too few people. One process does it."""
        seated = await self._store.pairings(league.id)
        here = [one for one in await self._store.entrants(league.id) if one.left is None]
        lines = await self._lines(league, [one.person for one in here], seated)
        rng = Random(f"{league.id} {league.round}")
        order = [line.person for line in lines]
        if not league.round:
            rng.shuffle(order)
        allowed = find(league.title).info.players
        made = paired(order, league.seats, allowed, _past(seated), rng, await self._apart(order))
        if not made.tables:
            return False
        try:
            await self._counters.take(Bound(f"league {league.id} round {league.round + 1}", 1, LEASE))
        except Exceeded:
            return True  # another process is at it
        await self._seat(league, made, {one.person: one.name for one in here})
        return True

    async def _apart(self, people: list[int]) -> set[frozenset[int]]:
        """Pairs of which one does not want to meet the other."""
        blocks = {person: await self._ties.blocked_by(person) for person in people}
        return {frozenset((a, b)) for a, b in combinations(people, 2) if b in blocks[a] or a in blocks[b]}

    async def _seat(self, league: League, made: Round, names: Mapping[int, str]) -> None:
        row = await self._people.get(league.organiser)
        organiser = Person(row.id, row.name, row.guest, row.language)
        pairings = [Pairing(league.round + 1, person, None, -1) for person in made.out]
        for number, people in enumerate(made.tables, start=1):
            info = await self._tables.seat_all(
                organiser,
                league.title,
                [(person, names[person]) for person in people],
                name=f"{league.name[:45]} {league.round + 1}.{number}",
                options=league.options,
                agreed=league.agreed,
            )
            pairings += [Pairing(league.round + 1, p, info.id, seat) for seat, p in enumerate(people)]
        await self._store.seat(league, pairings)

    # -- by itself --------------------------------------------------------------------------------

    async def start_watching(self) -> None:
        self._begin(self._watch())

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look(self, table: str) -> None:
        """Called when the result of a table has been noted, or none will be."""
        self._begin(self._look(table))

    async def _look(self, table: str) -> None:
        try:
            if league := await self._store.of_table(table):
                await self.go_on(league)
        except Exception as error:  # the watch looks again
            log.warning("a league could not go on after table %s: %s", table, error)

    async def _watch(self) -> None:
        while True:
            try:
                for league in await self._store.running():
                    await self.go_on(league)
            except Exception as error:  # the database may be away for a moment
                log.warning("cannot look whether rounds are played: %s", error)
            await asyncio.sleep(PAUSE)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _out(seated: list[Pairing]) -> dict[int, int]:
    """How often somebody sat out."""
    return dict(Counter(pairing.person for pairing in seated if pairing.table is None))


def _past(seated: list[Pairing]) -> Past:
    tables: dict[str, list[int]] = {}
    for pairing in sorted(seated, key=lambda p: p.seat):
        if pairing.table:
            tables.setdefault(pairing.table, []).append(pairing.person)
    return Past(list(tables.values()), _out(seated))
