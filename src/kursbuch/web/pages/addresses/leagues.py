"""Leagues: all of them, one with its standings and rounds, and what people and organisers do there."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from kursbuch.core import BadInput
from kursbuch.shelf import find
from kursbuch.store.leagues import LeagueStore
from kursbuch.web.agreed import from_form
from kursbuch.web.leagues.running import ROUNDS, Leagues
from kursbuch.web.pages.shelf import on_shelf, options_of, whole
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed, Person, Told
from kursbuch.words import told

ON_PAGE = 50
Page = Annotated[int, Query(ge=1, le=10_000)]


def league_routes(site: Site, leagues: Leagues, store: LeagueStore) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    async def account(request: Request) -> Person:
        person = await site.visitors.person(request)
        if person is None or person.guest:
            raise NotAllowed("leagues are for accounts: sign in, or sign up")
        return person

    @router.get("/leagues")
    async def every(request: Request, page: Page = 1) -> Response:
        person = await site.visitors.person(request)
        found = await store.every(ON_PAGE + 1, (page - 1) * ON_PAGE)
        return await site.page(
            request,
            "leagues.html",
            person=person,
            found=found[:ON_PAGE],
            titles=[(info.id, info.name, list(info.players)) for info in on_shelf()[0]],
            most=ROUNDS,
            page=page,
            more=len(found) > ON_PAGE,
        )

    @router.post("/leagues")
    async def new(request: Request) -> Response:
        """Set a league up, and take part in it."""
        fields = await site.form(request)
        person = await account(request)
        title = fields.get("title", "")
        find(title)
        made = await leagues.found(
            person,
            fields.get("name", "").strip(),
            title,
            size=whole(fields, "size") or 0,
            rounds=min(whole(fields, "rounds") or 0, 10**6),
            options=options_of(title, fields),
            agreed=from_form(fields, online=True),
        )
        await leagues.enter(made, person)
        return RedirectResponse(f"/leagues/{made}", status_code=303)

    @router.get("/leagues/{league}")
    async def one(request: Request, league: str) -> Response:
        return await shown_to(request, league, await site.visitors.person(request))

    async def shown_to(
        request: Request, league: str, person: Person | None, wrong: Told | None = None, typed: str = ""
    ) -> Response:
        """A league, with what could not be done there and the name that was typed for it."""
        shown = await leagues.shown(league)
        gone = {one.person for one in shown.entrants if one.left}
        here = person is not None and any(e.person == person.id and not e.left for e in shown.entrants)
        mine = person is not None and person.id == shown.league.organiser
        return await site.page(
            request,
            "league.html",
            403 if wrong else 200,
            person=person,
            shown=shown,
            gone=gone,
            takes_part=here,
            mine=mine,
            wrong=told(site.words(request, person), wrong.message, wrong.values) if wrong else "",
            typed=typed,
        )

    @router.post("/leagues/{league}")
    async def change(request: Request, league: str) -> Response:
        fields = await site.form(request)
        person = await account(request)
        what, name = fields.get("what", ""), fields.get("name", "").strip()
        try:
            await do(league, person, what, name)
        except NotAllowed as error:
            return await shown_to(request, league, person, error, name if what == "bring" else "")
        return RedirectResponse(f"/leagues/{league}", status_code=303)

    async def do(league: str, person: Person, what: str, name: str) -> None:
        if what == "enter":
            await leagues.enter(league, person)
        elif what == "leave":
            await leagues.leave(league, person.id)
        elif what == "bring":
            await leagues.bring(league, person, name)
        elif what == "remove":
            await leagues.remove(league, person, name)
        elif what == "start":
            await leagues.start(league, person)
        elif what == "end":
            await leagues.end(league, person)
        else:
            raise BadInput("what", "no value for this")

    return router
