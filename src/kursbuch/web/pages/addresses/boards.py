"""Boards of one's own: what if? Also the names of tables, and who may look at them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from kursbuch.web.pages.shelf import NAMES
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed, Person

At = Annotated[int | None, Query(ge=0, le=10**6)]


def board_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)

    async def owner(request: Request) -> Person:
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed
        return person

    @router.post("/table/{id}/what-if")
    async def what_if(request: Request, id: str, at: At = None) -> Response:
        """A board of the visitor's own from what they look at; who is nobody yet becomes a guest."""
        fields = await site.form(request)
        answer = RedirectResponse("/", status_code=303)
        person = await site.visitors.person(request)
        await site.tables.visit(id, person)  # strangers to a private table leave no guest behind
        if person is None:
            person = await site.visitors.guest(request, answer, NAMES[0], site.words(request).language)
        info = await site.tables.what_if(id, person, at, fields.get("table", "").strip()[:60])
        answer.headers["location"] = f"/table/{info.id}"
        return answer

    @router.post("/table/{id}/rename")
    async def rename(request: Request, id: str) -> Response:
        """Another name for a table of the visitor's own."""
        fields = await site.form(request)
        await site.tables.rename(id, await owner(request), fields.get("table", "").strip()[:60])
        return RedirectResponse(f"/table/{id}", status_code=303)

    @router.post("/table/{id}/share")
    async def share(request: Request, id: str) -> Response:
        """Let whoever knows its address look at a board of the visitor's own."""
        await site.form(request)
        await site.tables.share(id, await owner(request))
        return RedirectResponse(f"/table/{id}", status_code=303)

    return router
