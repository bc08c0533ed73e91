"""The box that a table is played with: what its edition has other than the built-in data."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.shelf import family_of
from kursbuch.store.work import Crew
from kursbuch.web.pages.site import Site
from kursbuch.web.seating import Sight
from kursbuch.web.service import NotFound
from kursbuch.web.workshop.compared import compared
from kursbuch.words import own_words


def box_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
    drawing = Crew("editions", hands=1, waiting=100)

    @router.get("/table/{id}/edition")
    async def edition(request: Request, id: str) -> Response:
        """For whoever may look at the table: every figure that the edition has changed."""
        visit = await site.tables.come(id, await site.visitors.person(request))
        played = visit.game.edition if isinstance(visit, Sight) else None
        if played is None:
            raise NotFound("this table is played with the built-in data")
        title = visit.info.title
        words = own_words(site.words(request, visit.person).language, title)
        found = await drawing.do(compared, family_of(title), title, None, played, words)
        return await site.page(
            request,
            "edition.html",
            t=words,
            person=visit.person,
            info=visit.info,
            edition=played,
            found=found,
        )

    return router
