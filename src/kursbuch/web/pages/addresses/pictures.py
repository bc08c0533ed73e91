"""Pictures of a game to keep or to pass on: board, market, tiles, charts, each as a file of its own."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.draw import draw
from kursbuch.store.work import Crew
from kursbuch.web.pages.files import pictures_at
from kursbuch.web.pages.history import charts_by_name
from kursbuch.web.pages.png import png_of
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.table import scene_for
from kursbuch.web.service import NotFound


def picture_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)
    drawing = Crew("pictures", hands=1, waiting=8)

    @router.get("/table/{id}/picture/{what}")
    async def picture(request: Request, id: str, what: str, at: int | None = None) -> Response:
        """A picture of what the visitor may see, as an SVG file that needs nothing else."""
        person = await site.visitors.person(request)
        sight = await site.tables.look_as(id, person, at)
        scene = scene_for(sight, site.words(request, person), at)
        name = what.removesuffix(".svg")
        if name not in pictures_at(scene):
            raise NotFound("there is no such picture")
        made = charts_by_name(scene) if scene.game.over and scene.live else {}
        svg = made[name] if name in made else draw(scene.game, name, language=scene.words.language)
        head = {"Content-Disposition": f'inline; filename="{sight.info.title}-{name}-{scene.moves}.svg"'}
        return Response(str(svg), media_type="image/svg+xml", headers=head)

    @router.get("/table/{id}/link.png")
    async def link(request: Request, id: str) -> Response:
        """What a link to a table shows where it is posted: its board as everybody may see it, whoever asks."""
        sight = await site.tables.look_as(id, None)
        scene = scene_for(sight, site.words(request))
        made = await drawing.do(png_of, draw(scene.game, "board", language=scene.words.language))
        return Response(made, media_type="image/png", headers={"Cache-Control": "public, max-age=300"})

    return router
