"""The addresses at which games are played with an edition, to see whether it can be."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.core import BadInput
from kursbuch.shelf import find
from kursbuch.web.pages.addresses.workshop.workbench import Workbench, back


def trial_routes(work: Workbench) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
    site = work.site

    @router.post("/workshop/{title}/trial")
    async def begin_trial(request: Request, title: str) -> Response:
        of = work.family(title)
        await site.form(request)
        answer = back(title)
        edition, _ = await work.drafts.edition(await work.visitor(request, answer), of, title)
        if not work.trials.start(edition):
            busy = BadInput("trial", "another edition is being tried out; please try again in a few minutes")
            return await work.page(request, title, "", busy)
        return answer

    @router.post("/workshop/{title}/trial/stop")
    async def stop_trial(request: Request, title: str) -> Response:
        of = work.family(title)
        await site.form(request)
        answer = back(title)
        edition, _ = await work.drafts.edition(await work.visitor(request, answer), of, title)
        await work.trials.break_off(edition)
        return answer

    @router.get("/workshop/{title}/trial")
    async def trial(request: Request, title: str) -> Response:
        of = work.family(title)
        person = await site.visitors.person(request)
        edition, _ = await work.drafts.edition(person, of, title)
        return await site.page(
            request, "workshop/trial.html", info=find(title).info, trial=work.trials.of(edition)
        )

    return router
