"""The panels of a table, as every route answers that has changed something there."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from kursbuch.web.pages.distance import seen_from
from kursbuch.web.pages.kept import HEADER, Kept, had
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.table import scene_for, table
from kursbuch.web.seating import Sight, Visit
from kursbuch.web.service import Line
from kursbuch.words import told


async def chat_at(site: Site, visit: Visit) -> list[Line]:
    """What is said at a table; its page shows nothing of that where all sit round one screen or against bots."""
    return await site.tables.chat(visit) if visit.info.mode == "online" else []


async def all_panels(
    site: Site, request: Request, sight: Sight, at: int | None = None, notice: Any = None
) -> Response:
    """All panels, each of which the page puts in the place of the old one; a notice has a message and its values."""
    scene = scene_for(sight, site.words(request, sight.person), at, seen_from(request))
    lines = await chat_at(site, sight)
    data = table(scene, sight.info)
    if notice and "message" in notice:
        notice = {"text": told(scene.words, notice["message"], notice["values"])}
    kept = Kept(had(request.headers.get(HEADER, "")), sight.info.id)
    return await site.page(
        request, "panels.html", t=scene.words, chat=lines, notice=notice, kept=kept, **data
    )
