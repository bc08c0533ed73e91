"""How visitors look at a table: what all its addresses begin with."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from kursbuch.web.pages.distance import seen_from
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.table import scene_for
from kursbuch.web.seating import Sight, Visit
from kursbuch.words import summaries


class Looks:
    """Tables as the visitor of a request may see them."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def visited(self, request: Request, id: str) -> Visit:
        """The table, for a visitor who may come there."""
        return await self._site.tables.visit(id, await self._site.visitors.person(request))

    async def at(self, request: Request, id: str, at: int | None = None) -> tuple[Sight, Scene]:
        """The table and the game as the visitor sees it, now or after `at` moves."""
        site = self._site
        person = await site.visitors.person(request)
        sight = await site.tables.look_as(id, person, at)
        return sight, scene_for(sight, site.words(request, person), at, seen_from(request))


def cited(scene: Scene, why: Any) -> dict[str, Any]:
    """A refusal with the summary of its rule point."""
    point = summaries(scene.game.title).get(why.rule) if why else None
    return {"why": why, "point": point.text(scene.words.language) if point else "", "title": scene.game.title}
