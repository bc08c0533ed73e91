"""Online tables: my games, public tables, seats, invitations."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

import segno
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup

from kursbuch.web.pages.clock import agreed_on, time_left
from kursbuch.web.pages.shelf import NAMES, on_shelf
from kursbuch.web.pages.site import Site
from kursbuch.web.service import PUBLIC, NotAllowed, Person

ON_PAGE = 50  # of my own games
Page = Annotated[int, Query(ge=1, le=10_000)]
Title = Annotated[str, Query(max_length=40)]


def lobby_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)

    @router.get("/lobby")
    async def lobby(
        request: Request, page: Page = 1, mine: Page = 1, archived: bool = False, title: Title = ""
    ) -> Response:
        """My games and the public tables, each list with pages of its own."""
        person = await site.visitors.person(request)
        start = (page - 1) * PUBLIC
        public = await site.tables.public(PUBLIC + 1, start, person)
        return await site.page(
            request,
            "lobby.html",
            person=person,
            public=public[:PUBLIC],
            page=page,
            more=len(public) > PUBLIC,
            **await _mine(person, mine, archived, title),
        )

    @router.get("/lobby/mine")
    async def my_games(
        request: Request, page: Page = 1, archived: bool = False, title: Title = ""
    ) -> Response:
        """The list of my games alone, for pages that keep it fresh."""
        person = await site.visitors.person(request)
        mine = await _mine(person, page, archived, title)
        return await site.page(request, "parts/mine.html", person=person, **mine)

    async def _mine(person: Person | None, page: int, archived: bool, title: str) -> dict[str, Any]:
        """A page of somebody's own games, those put away or the others, of one title or of all."""
        start = (page - 1) * ON_PAGE
        found = (
            await site.tables.mine(person, ON_PAGE + 1, start, archived=archived, title=title)
            if person
            else []
        )
        chosen = {**({"archived": "true"} if archived else {}), **({"title": title} if title else {})}
        return {
            "mine": found[:ON_PAGE],
            "time_left": time_left,
            "mine_page": page,
            "mine_more": len(found) > ON_PAGE,
            "mine_archived": archived,
            "mine_title": title,
            "mine_query": urlencode(chosen),
            "titles": [(info.id, info.name) for info in on_shelf()[0]],
        }

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
        return await site.page(request, "parts/invitation.html", link=link, qr=qr_code(link))

    @router.get("/invited/{id}/{secret}")
    async def invited(request: Request, id: str, secret: str) -> Response:
        """Where an invitation leads: say a name, take a seat."""
        person = await site.visitors.person(request)
        info = await site.tables.invited(id, person, secret)
        clock = agreed_on(site.words(request, person), info)
        return await site.page(request, "invited.html", info=info, secret=secret, clock=clock)

    return router


def qr_code(link: str) -> Markup:
    """A picture of a link, for the camera of a phone.

    >>> str(qr_code("https://games.example/invited/x/y"))[:4]
    '<svg'
    """
    return Markup(
        segno.make(link, micro=False).svg_inline(scale=4, border=2, dark="#22323a", light="#fffdf6")
    )
