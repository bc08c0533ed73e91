"""The addresses at which something is done at a table: an action, a whole turn, taking back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.core import BadInput, IllegalAction, Refusal
from kursbuch.web.pages.addresses.all_panels import all_panels
from kursbuch.web.pages.addresses.looks import Looks, cited
from kursbuch.web.pages.choices import explained
from kursbuch.web.pages.shelf import whole
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.turn_plan import MOST
from kursbuch.web.seating import Sight
from kursbuch.web.service import NotAllowed, Person, PositionChanged


def acting_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)
    looks = Looks(site)

    async def changed(request: Request, id: str, what: Any) -> Response:
        """Do something at the table, and show the panels with it done, or why it was not."""
        fields = await site.form(request)
        person = await site.visitors.person(request)
        notice: dict[str, Any] = {}
        refusal: Refusal | None = None
        try:
            if person is None:
                raise NotAllowed
            sight = await what(person, fields, whole(fields, "moves") or 0)
            return await all_panels(site, request, sight)
        except IllegalAction as error:
            refusal = error.refusal
        except PositionChanged:
            notice = said("The position has changed. Please look again.")
        except NotAllowed as error:
            notice = said(error.message or "This is not yours to decide.", error.values)
        except BadInput as error:
            notice = said(error.message, error.values)
        sight, scene = await looks.at(request, id)
        if refusal is not None:
            notice = cited(scene, explained(scene, "", refusal))
        return await all_panels(site, request, sight, notice=notice)

    @router.post("/table/{id}/act")
    async def act(request: Request, id: str) -> Response:
        return await changed(
            request, id, lambda who, form, n: site.tables.act(id, who, form.get("action", ""), n)
        )

    @router.post("/table/{id}/turn")
    async def take_turn(request: Request, id: str) -> Response:
        """What the plan said, one action after the other; it ends where one of them cannot be done any more."""

        async def each(who: Person, form: Mapping[str, str], moves: int) -> Sight:
            lines = form.get("actions", "").splitlines()[:MOST]
            if not lines:
                raise BadInput("actions", "expected an action")
            for number, line in enumerate(lines):
                sight = await site.tables.act(id, who, line, moves + number)
            return sight

        return await changed(request, id, each)

    @router.post("/table/{id}/undo")
    async def undo(request: Request, id: str) -> Response:
        return await changed(request, id, lambda who, form, n: site.tables.undo(id, who, n))

    @router.post("/table/{id}/redo")
    async def redo(request: Request, id: str) -> Response:
        return await changed(request, id, lambda who, form, n: site.tables.redo(id, who, n))

    @router.post("/table/{id}/answer-undo")
    async def answer(request: Request, id: str) -> Response:
        return await changed(
            request, id, lambda who, form, n: site.tables.answer_undo(id, who, form.get("agree") == "yes")
        )

    return router


def said(message: str, values: Mapping[str, object] | None = None) -> dict[str, Any]:
    """A notice; its words are looked up when it is shown."""
    return {"message": message, "values": values or {}}
