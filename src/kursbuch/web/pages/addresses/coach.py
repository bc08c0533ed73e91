"""Asking the coach: about a decision, about a game that is over; and playing on from a move of one."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from sse_starlette import EventSourceResponse

from kursbuch.bots.advice import Advice
from kursbuch.bots.review import Review
from kursbuch.core import BadInput
from kursbuch.core.save import shortened
from kursbuch.web.coach import Coach
from kursbuch.web.limits import TooMany
from kursbuch.web.pages.advice import advice_view, review_view
from kursbuch.web.pages.shelf import whole
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.table import scene_for
from kursbuch.web.seating import Sight
from kursbuch.web.service import NotAllowed, NotFound
from kursbuch.web.thinkers import Failed, Lost, NotStarted, Overdue
from kursbuch.words import told as told_in

log = logging.getLogger(__name__)

NO_COACH = "There is no coach here."


def coach_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)

    def coach() -> Coach:
        if site.coach is None:
            raise NotFound(NO_COACH)
        return site.coach

    @router.get("/table/{id}/coach")
    async def advice(request: Request, id: str, at: int | None = None) -> Response:
        """The best choices at the position looked at, as a stream: how far the coach is, then what it says."""
        sight = await site.tables.look_as(id, await site.visitors.person(request), at)
        return EventSourceResponse(answers(request, sight, coach().advise(sight), at))

    @router.get("/table/{id}/review")
    async def review(request: Request, id: str) -> Response:
        """The same about a whole game that is over, for the visitor's own players, or for all."""
        sight = await site.tables.look_as(id, await site.visitors.person(request))
        players = sight.players or tuple(sight.game.players)
        return EventSourceResponse(answers(request, sight, coach().review(sight, players), None))

    async def answers(
        request: Request,
        sight: Sight,
        answer: AsyncIterator[float | Advice | Review],
        at: int | None,
    ) -> AsyncIterator[dict[str, str]]:
        scene = scene_for(sight, site.words(request, sight.person), at)
        yield {"event": "share", "data": "0"}  # the question has been heard
        try:
            async for told in answer:
                if isinstance(told, float):
                    yield {"event": "share", "data": f"{told:.2f}"}
                    continue
                template, said = (
                    ("parts/advice.html", advice_view(scene, told))
                    if isinstance(told, Advice)
                    else ("parts/review.html", review_view(scene, told))
                )
                page = await site.page(
                    request, template, t=scene.words, person=sight.person, said=said, id=sight.info.id
                )
                yield {"event": "said", "data": bytes(page.body).decode()}
        except TooMany as error:  # a page cannot read the refusal of a stream, only what a stream says
            yield {"event": "busy", "data": told_in(scene.words, error.message, error.values)}
        except (Lost, NotStarted, Overdue, Failed) as error:  # the page says that there is no answer
            log.warning("the coach at table %s: %s", sight.info.id, error)

    @router.post("/table/{id}/play-on")
    async def play_on(request: Request, id: str) -> Response:
        """A copy of the game as it stood at a move, for one screen: what would have come of something else?"""
        fields = await site.form(request)
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed("Sign in to play on")
        sight = await site.tables.look_as(id, person)
        move = whole(fields, "move")
        if move is None or move > sight.moves:
            raise BadInput("move", "there are moves 0 to {last}", last=sight.moves)
        info = await site.tables.load(person, shortened(sight.transcript(), move), "hotseat")
        return RedirectResponse(f"/table/{info.id}", status_code=303)

    return router
