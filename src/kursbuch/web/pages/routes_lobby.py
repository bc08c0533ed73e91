"""Online tables: my games, public tables, seats, invitations."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from kursbuch.web.pages.shelf import NAMES
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed, Person


def lobby_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)

    @router.get("/lobby")
    async def lobby(request: Request) -> Response:
        person = await site.visitors.person(request)
        mine = await site.tables.mine(person) if person else []
        public = [info for info in await site.tables.public() if info.id not in {m.id for m in mine}]
        return await site.page(request, "lobby.html", person=person, mine=mine, public=public)

    @router.get("/lobby/mine")
    async def mine(request: Request) -> Response:
        """The list of my games alone, for pages that keep it fresh."""
        person = await site.visitors.person(request)
        found = await site.tables.mine(person) if person else []
        return await site.page(request, "parts/mine.html", person=person, mine=found)

    @router.post("/table/{id}/join")
    async def join(request: Request, id: str) -> Response:
        """Take an empty seat; with an invitation a guest may."""
        fields = await site.form(request)
        answer = RedirectResponse(f"/table/{id}", status_code=303)
        person = await site.visitors.person(request)
        if person is None:
            if not fields.get("invitation"):
                return RedirectResponse(f"/account/sign-in?next=/table/{id}", status_code=303)
            person = await _guest(request, answer, fields.get("name", ""))
        await site.tables.join(id, person, fields.get("invitation", ""))
        return answer

    async def _guest(request: Request, response: Response, name: str) -> Person:
        given = name.strip()[:40] or NAMES[1]
        return await site.visitors.guest(request, response, given, site.words(request).language)

    @router.post("/table/{id}/leave")
    async def leave(request: Request, id: str) -> Response:
        await site.form(request)
        person = await site.visitors.person(request)
        if person is not None:
            await site.tables.leave(id, person)
        return RedirectResponse("/lobby", status_code=303)

    @router.get("/table/{id}/invitation")
    async def invitation(request: Request, id: str) -> Response:
        """The link that lets others join, for the owner to pass on."""
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed
        secret = await site.tables.invitation(id, person)
        link = str(request.base_url).rstrip("/") + f"/invited/{id}/{secret}"
        return await site.page(request, "parts/invitation.html", link=link)

    @router.get("/invited/{id}/{secret}")
    async def invited(request: Request, id: str, secret: str) -> Response:
        """Where an invitation leads: say a name, take a seat."""
        info = await site.tables.invited(id, await site.visitors.person(request), secret)
        return await site.page(request, "invited.html", info=info, secret=secret)

    return router
