"""Reporting a person, a line of chat or a table to those who run the server."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.core import BadInput
from kursbuch.store import Missing, People
from kursbuch.store.results import Results
from kursbuch.web.conduct import WORDS, Reporting
from kursbuch.web.pages.shelf import whole
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed, NotFound, Person

Name = Annotated[str, Query(max_length=40)]
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]


def report_routes(site: Site, reporting: Reporting, people: People, results: Results) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    async def reporter(request: Request) -> Person:
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed("sign in to report something")
        return person

    async def check_shown(name: str, person: Person) -> None:
        """Raise NotFound for one whose profile this person cannot see: nobody is found out by reporting."""
        try:
            row = await people.named(name[:80])
        except Missing as error:
            raise NotFound("nobody of this name shows themselves here") from error
        if row.id != person.id and await results.hidden(row.id):
            raise NotFound("nobody of this name shows themselves here")

    @router.get("/report")
    async def form(request: Request, person: Name = "", table: Name = "", line: Number = 0) -> Response:
        """What it is about, and a place for words."""
        me = await reporter(request)
        quoted = ""
        if person:
            await check_shown(person, me)
        else:
            info = (await site.tables.visit(table, me)).info
            quoted = await reporting.quoted(info.id, line) if line else ""
        return await site.page(
            request,
            "report.html",
            about=person,
            table=table,
            line=line,
            quoted=quoted,
            most=WORDS,
            done=False,
        )

    @router.post("/report")
    async def send(request: Request) -> Response:
        fields = await site.form(request)
        me = await reporter(request)
        words, line = fields.get("words", ""), whole(fields, "line") or 0
        if about := fields.get("person", ""):
            await check_shown(about, me)
            await reporting.about_person(me, about, words)
        else:
            info = (await site.tables.visit(fields.get("table", ""), me)).info
            if line > 2**31 - 1:
                raise BadInput("line", "no value for this")
            if line:
                await reporting.about_line(me, info.id, line, words)
            else:
                await reporting.about_table(me, info.id, words)
        return await site.page(
            request,
            "report.html",
            about="",
            table=fields.get("table", ""),
            line=0,
            quoted="",
            most=WORDS,
            done=True,
        )

    return router
