"""People as others see them: their games by title, how well they play; unless they hide it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from kursbuch.store import Missing, People
from kursbuch.store.results import Results
from kursbuch.store.ties import Ties
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed, NotFound


def profile_routes(site: Site, people: People, results: Results, ties: Ties) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    @router.get("/people/{name}")
    async def profile(request: Request, name: str) -> Response:
        """One of them. Who hides cannot be told from who is not there."""
        visitor = await site.visitors.person(request)
        try:
            row = await people.named(name[:80])
        except Missing as error:
            raise NotFound("nobody of this name shows themselves here") from error
        mine = visitor is not None and visitor.id == row.id
        hidden = await results.hidden(row.id)
        if hidden and not mine:
            raise NotFound("nobody of this name shows themselves here")
        records, ratings = await results.of(row.id)
        return await site.page(
            request,
            "profile.html",
            name=row.name,
            mine=mine,
            is_hidden=hidden,
            tie=await ties.between(visitor.id, row.id) if visitor else ("", ""),
            records=records,
            ratings=ratings,
            since=row.created.date(),
        )

    @router.post("/account/profile")
    async def hide(request: Request) -> Response:
        """Whether one shows oneself."""
        form = await site.form(request)
        person = await site.visitors.person(request)
        if person is None or person.guest:
            raise NotAllowed("sign in to keep something")
        await results.hide(person.id, form.get("hidden") == "yes")
        return RedirectResponse("/account?done=notices", status_code=303)

    return router
