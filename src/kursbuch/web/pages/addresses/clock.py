"""Coming back to one's seat, and asking the others about one that stays empty."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.web.pages.addresses.all_panels import all_panels
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed, Person, PositionChanged
from kursbuch.web.tables.absence import Absences

Work = Callable[[Person, Mapping[str, str]], Awaitable[object]]


def clock_routes(site: Site, tables: Absences) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    async def done(request: Request, id: str, work: Work) -> Response:
        """Do something about a seat, and show the panels as they are then."""
        fields = await site.form(request)
        person = await site.visitors.person(request)
        wrong: NotAllowed | None = None
        try:
            if person is None:
                raise NotAllowed("you do not sit at this table")
            await work(person, fields)
        except PositionChanged:
            wrong = NotAllowed("The position has changed. Please look again.")
        except NotAllowed as error:
            wrong = error
        sight = await site.tables.look_as(id, person)
        notice = {"message": wrong.message, "values": wrong.values} if wrong else None
        return await all_panels(site, request, sight, notice=notice)

    @router.post("/table/{id}/back")
    async def back(request: Request, id: str) -> Response:
        return await done(request, id, lambda who, form: tables.come_back(id, who))

    @router.post("/table/{id}/motion")
    async def ask(request: Request, id: str) -> Response:
        return await done(
            request,
            id,
            lambda who, form: tables.propose(id, who, form.get("kind", ""), form.get("player", "")),
        )

    @router.post("/table/{id}/motion/answer")
    async def answer(request: Request, id: str) -> Response:
        return await done(
            request, id, lambda who, form: tables.answer_proposal(id, who, form.get("agree") == "yes")
        )

    return router
