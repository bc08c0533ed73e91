"""The addresses of one table: its page and panels, chat, news as they come."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import closing, suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse
from sse_starlette import EventSourceResponse, ServerSentEvent

from kursbuch.core import BadInput
from kursbuch.draw import ZOOMS
from kursbuch.web.auth import address_of
from kursbuch.web.pages import plates
from kursbuch.web.pages.addresses.all_panels import all_panels, chat_at
from kursbuch.web.pages.addresses.looks import Looks
from kursbuch.web.pages.clock import agreed_on
from kursbuch.web.pages.distance import seen_from
from kursbuch.web.pages.kept import Kept
from kursbuch.web.pages.opponents import bots_at
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.table import newest_board, scene_for, table
from kursbuch.web.seating import Sight
from kursbuch.web.service import NotAllowed

Distance = Annotated[int | None, Query(ge=0, lt=len(ZOOMS))]  # read by `seen_from`


def table_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)
    looks = Looks(site)

    @router.get("/table/{id}")
    async def page(request: Request, id: str, at: int | None = None, pictures: str = "") -> Response:
        visit = await site.tables.come(id, await site.visitors.person(request), at)
        lines = await chat_at(site, visit)
        if not isinstance(visit, Sight):
            return await site.page(
                request,
                "waiting.html",
                info=visit.info,
                mine=visit.players,
                bots=bots_at(visit.info, site.words(request, visit.person)),
                chat=lines,
                person=visit.person,
                clock=agreed_on(site.words(request, visit.person), visit.info),
            )
        fetched = frozenset[str]() if pictures == "whole" else plates.EVERY  # where no script runs
        scene = scene_for(visit, site.words(request, visit.person), at, seen_from(request, fetched))
        return await site.page(
            request,
            "table.html",
            plate=plates.address(scene) if fetched else "",
            t=scene.words,
            chat=lines,
            notice=None,
            kept=Kept(table=id),
            **table(scene, visit.info),
        )

    @router.get("/table/{id}/panels")
    async def refresh(request: Request, id: str, at: int | None = None) -> Response:
        sight, _ = await looks.at(request, id, at)
        return await all_panels(site, request, sight, at)

    @router.get("/table/{id}/board")
    async def redrawn(request: Request, id: str, at: int | None = None, zoom: Distance = None) -> Response:
        """The board alone, for a page that looks at it from another distance."""
        _, scene = await looks.at(request, id, at)
        if scene.rail is None:
            raise BadInput("board", "there is no such picture")
        board = newest_board(scene)
        return await site.page(
            request, "parts/redrawn.html", t=scene.words, board=board, oob=True, kept=Kept(table=id)
        )

    @router.post("/table/{id}/say")
    async def say(request: Request, id: str) -> Response:
        fields = await site.form(request)
        visit = await looks.visited(request, id)
        if visit.person is None:
            raise NotAllowed("Sign in to write")
        if fields.get("text", "").strip():
            await site.tables.say(id, visit.person, fields["text"].strip()[:500])
        return await chat(request, id)

    @router.get("/table/{id}/chat")
    async def chat(request: Request, id: str) -> Response:
        visit = await looks.visited(request, id)
        lines = await site.tables.chat(visit)
        return await site.page(request, "parts/chat.html", info=visit.info, chat=lines)

    @router.get("/table/{id}/live")
    async def live(request: Request, id: str) -> EventSourceResponse:
        """What has changed, as it changes."""
        visit = await looks.visited(request, id)

        async def stamp() -> str:
            """The table's as it is now; the page carries the one it shows."""
            return (await site.tables.revisit(id, visit.person)).info.stamp

        follower = site.tables.follow(visit, address_of(request))

        async def stream() -> AsyncIterator[dict[str, str]]:
            with closing(follower), suppress(NotAllowed):  # somebody has left a private table
                yield {"event": "hello", "data": await stamp()}  # what happened while nobody was listening
                async for what in follower:
                    if what == "tables":  # for lists of tables
                        continue
                    yield {"event": what, "data": await stamp()}

        # pings are events of their own, so that a page knows a silent connection from a lost one
        return EventSourceResponse(
            stream(), ping=20, ping_message_factory=lambda: ServerSentEvent(event="ping", data="")
        )

    return router
