"""Standing orders for programs: what the sheet of orders at the table does, as JSON."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from markupsafe import Markup
from pydantic import BaseModel, Field

from kursbuch.core import BadInput
from kursbuch.web.api import PROBLEMS, TableId
from kursbuch.web.auth import Somebody, asked_language
from kursbuch.web.orders.giving import Orders
from kursbuch.web.orders.kind import WouldStop
from kursbuch.web.orders.telling import said, wrong
from kursbuch.web.pages.table import scene_for
from kursbuch.words import words

OrderId = Annotated[int, Path(ge=1, le=2**31 - 1, description="The order's id.")]


class OrderIn(BaseModel):
    """An order to give: a kind out of `offers`, and its fields as texts."""

    kind: str = Field(max_length=20)
    fields: dict[str, Annotated[str, Field(max_length=80)]] = Field(default_factory=dict, max_length=20)


class OrderOut(BaseModel):
    """An order of yours. `stopped` says why it stands no longer; empty while it does."""

    id: int
    kind: str
    data: dict[str, Any]
    text: str
    acted: int
    stopped: str


class OrdersOut(BaseModel):
    """Your orders at a table, and the kinds that you could give now with what can be chosen for them."""

    orders: list[OrderOut]
    offers: dict[str, dict[str, list[Any]]]


def api_order_routes(orders: Orders) -> APIRouter:
    """One's own orders at a table."""
    router = APIRouter(prefix="/api/v1/tables/{table}", responses=PROBLEMS, tags=["orders"])

    async def listed(table: str, person: Somebody, request: Request) -> OrdersOut:
        sight, mine, offers = await orders.look(table, person)
        scene = scene_for(sight, words(asked_language(request)))
        told = [(order, said(scene, order)) for order in mine]
        return OrdersOut(
            orders=[
                OrderOut(
                    id=order.id,
                    kind=order.kind,
                    data=dict(order.data),
                    text=one.text.striptags(),
                    acted=order.acted,
                    stopped=one.stopped.striptags(),
                )
                for order, one in told
            ],
            offers={
                one.kind.name: {name: list(values) for name, values in one.offer.choices.items()}
                for one in offers
            },
        )

    @router.get("/orders")
    async def mine(table: TableId, person: Somebody, request: Request) -> OrdersOut:
        """Your standing orders; nobody else can see them."""
        return await listed(table, person, request)

    @router.post("/orders", status_code=201)
    async def give(table: TableId, person: Somebody, given: OrderIn, request: Request) -> OrdersOut:
        """Give an order. It moves for you until it stops or is withdrawn."""
        try:
            await orders.give(table, person, given.kind, given.fields)
        except WouldStop as error:
            sight, *_ = await orders.look(table, person)
            told = wrong(error, scene_for(sight, words(asked_language(request))))
            raise BadInput(error.place, "{why}", why=Markup(told).striptags()) from error
        return await listed(table, person, request)

    @router.delete("/orders/{order}", status_code=204)
    async def withdraw(table: TableId, order: OrderId, person: Somebody) -> None:
        """Withdraw an order, or put one away that has stopped."""
        await orders.withdraw(table, person, order)

    return router
