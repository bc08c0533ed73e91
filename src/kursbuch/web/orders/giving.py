"""Giving orders, looking at one's own, withdrawing them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kursbuch.core import BadInput
from kursbuch.store import Missing
from kursbuch.store.errors import Full
from kursbuch.store.orders import OrderRow, OrderStore
from kursbuch.web.orders.kind import Offer, OrderKind, Stop, WouldStop
from kursbuch.web.orders.kinds import kinds_at
from kursbuch.web.orders.standing import Standing
from kursbuch.web.seating import Sight
from kursbuch.web.service import NotAllowed, NotFound, Person, Tables

MOST = 20  # orders of a person at a table
NONE_HERE = "orders are for tables where you hold one player"


@dataclass(frozen=True, slots=True)
class Offered:
    """A kind of order that can be given now, and what can be chosen for it."""

    kind: OrderKind
    offer: Offer


@dataclass(frozen=True)
class Orders:
    """What pages and programs ask about orders. Everybody meets none but their own."""

    tables: Tables
    store: OrderStore
    standing: Standing

    async def look(self, table: str, person: Person | None) -> tuple[Sight, list[OrderRow], list[Offered]]:
        """The table, the visitor's orders there, and those that could be given; raises NotAllowed, NotFound."""
        sight = await self.tables.look_as(table, person)
        player = _player(sight)
        assert person is not None
        mine = await self.store.of(table, person.id)
        offers = []
        if not sight.info.over:
            for kind in kinds_at(sight.info, sight.game).values():
                offer = kind.offer(sight.game, player)
                if offer is not None:
                    offers.append(Offered(kind, offer))
        return sight, mine, offers

    async def give(self, table: str, person: Person, name: str, given: Mapping[str, str]) -> None:
        """A new order; one of the same kind about the same thing is replaced. Raises BadInput, NotAllowed."""
        sight = await self.tables.look_as(table, person)
        player, game = _player(sight), sight.game
        kind = kinds_at(sight.info, game).get(name)
        if kind is None or game.over or sight.info.over:
            raise BadInput("kind", "this title knows no such order")
        data = kind.read(game, player, given)
        order = OrderRow(table, player, person.id, name, data, sight.info.version, sight.moves)
        verdict = kind.decide(game, player, data, sight.moves)
        if isinstance(verdict, Stop):
            raise WouldStop(verdict)
        earlier = await self.store.of(table, person.id)
        same = [
            o.id
            for o in earlier
            if o.kind == name and (not o.standing or kind.about(o.data) == kind.about(data))
        ]
        try:
            await self.store.add(order, MOST, same)
        except Full as error:
            raise BadInput(
                "kind", "you have given {most} orders here: withdraw some first", most=MOST
            ) from error
        self.standing.wake(table)

    async def withdraw(self, table: str, person: Person, order: int) -> None:
        """Take an order away; raises NotFound for one that is not there, or not the person's."""
        _player(await self.tables.look_as(table, person))
        try:
            await self.store.withdraw(table, person.id, order)
        except Missing as error:
            raise NotFound("there is no such order") from error


def _player(sight: Sight) -> str:
    if len(sight.players) != 1:
        raise NotAllowed(NONE_HERE)
    return sight.players[0]
