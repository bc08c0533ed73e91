"""Telling a browser of turns: its keys, the bell of a table."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from kursbuch.store.people import digest
from kursbuch.web.pages.site import Site
from kursbuch.web.push import Pushes
from kursbuch.web.service import NotAllowed, Person
from kursbuch.web.sessions import TOLD


def push_routes(site: Site, pushes: Pushes) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    async def somebody(request: Request) -> Person:
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed("sign in to be told")
        return person

    async def seated(request: Request, id: str) -> Person:
        """Somebody who sits at the table."""
        person = await somebody(request)
        if not (await site.tables.visit(id, person)).players:
            raise NotAllowed("you do not sit at this table")
        return person

    @router.get("/push/key")
    async def key() -> JSONResponse:
        """What a browser needs to know before it can be told."""
        return JSONResponse({"key": await pushes.public_key() if pushes.settings.push else ""})

    @router.post("/push/browser")
    async def add(request: Request) -> JSONResponse:
        """This browser wants to be told."""
        form = await site.form(request)
        person = await somebody(request)
        endpoint = form.get("endpoint", "")
        await pushes.add(person.id, endpoint, form.get("p256dh", ""), form.get("auth", ""))
        request.session[TOLD] = digest(endpoint)
        return JSONResponse({"told": True})

    @router.get("/table/{id}/bell")
    async def bell(request: Request, id: str) -> JSONResponse:
        person = await seated(request, id)
        return JSONResponse({"on": await pushes.browsers.rings(person.id, id)})

    @router.post("/table/{id}/bell")
    async def ring(request: Request, id: str) -> JSONResponse:
        """Whether one wants to be told of this table."""
        form = await site.form(request)
        person = await seated(request, id)
        on = form.get("on") == "yes"
        await pushes.browsers.ring(person.id, id, on)
        return JSONResponse({"on": on})

    return router
