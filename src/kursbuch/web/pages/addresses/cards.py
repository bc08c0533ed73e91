"""The route of things to look up."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.web.pages.cards import address, card_of
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.table import scene_for
from kursbuch.web.service import NotFound


def card_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)

    @router.get("/table/{id}/card/{kind}")
    async def card(request: Request, id: str, kind: str, name: str = "", at: int | None = None) -> Response:
        """A card, as the visitor may know it at the moment looked at."""
        person = await site.visitors.person(request)
        sight = await site.tables.look_as(id, person, at)
        scene = scene_for(sight, site.words(request, person), at)
        found = card_of(scene, kind, name)
        if found is None:
            raise NotFound("there is nothing of this name to look up")
        of = address(kind, name)
        return await site.page(request, "parts/card.html", t=scene.words, card=found, of=of, id=id, at=at)

    return router
