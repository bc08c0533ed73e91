"""Standing orders at the table page: one's own list, a new one, withdrawing. They are nobody else's business."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.core import BadInput
from kursbuch.web.orders.giving import Orders
from kursbuch.web.orders.telling import round_name, said, wrong
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.table import scene_for
from kursbuch.web.service import NotAllowed, NotFound

OrderId = Annotated[int, Path(ge=1, le=2**31 - 1)]


def order_routes(site: Site, orders: Orders) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    async def shown(request: Request, id: str, error: BadInput | None = None) -> Response:
        person = await site.visitors.person(request)
        sight, mine, offers = await orders.look(id, person)
        scene = scene_for(sight, site.words(request, person))
        listed = [said(scene, order) for order in mine]
        return await site.page(
            request,
            "parts/orders.html",
            t=scene.words,
            scene=scene,
            info=sight.info,
            orders=listed,
            offers={one.kind.name: one.offer.choices for one in offers},
            round_name=round_name,
            wrong=wrong(error, scene) if error else "",
        )

    @router.get("/table/{id}/orders")
    async def mine(request: Request, id: str) -> Response:
        return await shown(request, id)

    @router.post("/table/{id}/orders")
    async def give(request: Request, id: str) -> Response:
        """A new order, as the form says."""
        fields = await site.form(request)
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed("you do not sit at this table")
        try:
            await orders.give(id, person, fields.get("kind", ""), fields)
        except BadInput as error:
            return await shown(request, id, error)
        return await shown(request, id)

    @router.post("/table/{id}/orders/{order}/withdraw")
    async def withdraw(request: Request, id: str, order: OrderId) -> Response:
        await site.form(request)
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed("you do not sit at this table")
        with suppress(NotFound):  # pressed twice
            await orders.withdraw(id, person, order)
        return await shown(request, id)

    return router
