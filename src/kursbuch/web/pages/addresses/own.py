"""What is one's own at a table: notes, whether it is put away; and another game of the same people."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from kursbuch.core import BadInput
from kursbuch.store.errors import Full
from kursbuch.store.keepsakes import TOGETHER, Keepsakes
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed, Person
from kursbuch.web.tables.rematch import Rematches

LONGEST = 20_000  # letters of notes
FULL = "all your notes together have {most} letters at most: shorten those at another table first"


def own_routes(site: Site, tables: Rematches, keepsakes: Keepsakes) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    async def visitor(request: Request, id: str) -> Person:
        """Somebody who may look at the table, and is known."""
        person = await site.visitors.person(request)
        await site.tables.visit(id, person)
        if person is None:
            raise NotAllowed("sign in to keep something")
        return person

    async def shown(request: Request, id: str, person: Person, saved: bool) -> Response:
        notes = (await keepsakes.of(person.id, id)).notes
        return await site.page(request, "parts/notes.html", id=id, notes=notes, saved=saved, longest=LONGEST)

    @router.get("/table/{id}/notes")
    async def notes(request: Request, id: str) -> Response:
        """Notes that nobody else reads."""
        return await shown(request, id, await visitor(request, id), False)

    @router.post("/table/{id}/notes")
    async def keep(request: Request, id: str) -> Response:
        fields = await site.form(request)
        person = await visitor(request, id)
        text = fields.get("notes", "").replace("\0", "")
        if len(text) > LONGEST:
            raise BadInput("notes", "notes have {most} letters at most", most=LONGEST)
        try:
            await keepsakes.keep(person.id, id, notes=text)
        except Full as error:
            raise BadInput("notes", FULL, most=TOGETHER) from error
        return await shown(request, id, person, True)

    @router.post("/table/{id}/archive")
    async def archive(request: Request, id: str) -> Response:
        """Put a table out of one's list, or take it out again."""
        fields = await site.form(request)
        person = await visitor(request, id)
        await keepsakes.keep(person.id, id, archived=fields.get("on") == "yes")
        return RedirectResponse("/lobby", status_code=303)

    @router.post("/table/{id}/rematch")
    async def rematch(request: Request, id: str) -> Response:
        """Another game of the same people; whoever comes takes the seat that is kept for them."""
        await site.form(request)
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed("you do not sit at this table")
        info = await tables.rematch(id, person)
        if not info.started:
            await site.tables.join(info.id, person)
        return RedirectResponse(f"/table/{info.id}", status_code=303)

    return router
