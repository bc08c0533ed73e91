"""The addresses of what has happened at a table: runs, income, charts, rounds, the log, the transcript."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from kursbuch.web.pages import pictures
from kursbuch.web.pages import told as past_runs
from kursbuch.web.pages.addresses.looks import Looks
from kursbuch.web.pages.history import charts
from kursbuch.web.pages.log import entries
from kursbuch.web.pages.outlook import income
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed


def past_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)
    looks = Looks(site)

    @router.get("/table/{id}/told/{move}")
    async def told_runs(request: Request, id: str, move: int, at: int | None = None) -> Response:
        """The runs of a move, to be drawn over the board that is shown: the newest, or that after `at` moves."""
        _, scene = await looks.at(request, id, at)
        past = past_runs.runs_of(scene, move)
        if past is None:
            return HTMLResponse("")
        _, then = await looks.at(request, id, move)
        values = {} if then.too_early else past_runs.worth_of(then, past)
        return await site.page(
            request,
            "parts/told_runs.html",
            t=scene.words,
            scene=scene,
            id=id,
            move=move,
            past=past,
            legs=past_runs.legs_of(scene, past, values),
            picture=pictures.routes(scene, past.runs, values),
        )

    @router.get("/table/{id}/income")
    async def earned(request: Request, id: str, at: int | None = None) -> Response:
        """What companies or players have earned, round by round."""
        _, scene = await looks.at(request, id, at)
        return await site.page(request, "parts/income.html", t=scene.words, earned=income(scene))

    @router.get("/table/{id}/charts")
    async def lines(request: Request, id: str) -> Response:
        """Worth, prices and income over the whole game, once nothing of it is hidden any more."""
        sight, scene = await looks.at(request, id)
        if not (scene.game.over or sight.info.uncovered):
            raise NotAllowed
        return await site.page(request, "parts/charts.html", t=scene.words, charts=charts(scene))

    @router.get("/table/{id}/rounds")
    async def rounds(request: Request, id: str) -> Response:
        """The moves after which the rounds of the game began."""
        _, scene = await looks.at(request, id)
        return JSONResponse(past_runs.rounds(scene))

    @router.get("/table/{id}/log")
    async def whole_log(request: Request, id: str) -> Response:
        sight, scene = await looks.at(request, id)
        log = entries(scene, scene.moves + 1)[::-1]
        ran = {entry.number: past_runs.runs_of(scene, entry.number) for entry in log if entry.runs}
        legs = {move: past_runs.legs_of(scene, past, {}) for move, past in ran.items() if past}
        return await site.page(
            request, "log.html", t=scene.words, scene=scene, info=sight.info, log=log, ran=legs
        )

    @router.get("/table/{id}/transcript")
    async def transcript(request: Request, id: str) -> Response:
        sight, _ = await looks.at(request, id)
        head = {"Content-Disposition": f'attachment; filename="{sight.info.title}-{sight.info.id}.json"'}
        return Response(sight.transcript(), media_type="application/json", headers=head)

    return router
