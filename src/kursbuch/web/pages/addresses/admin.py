"""Pages for administrators: reports, people, tables, load, and what was done. Nobody else learns that they exist."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from kursbuch.core import BadInput
from kursbuch.store.conduct import SANCTIONS, in_force
from kursbuch.store.people import folded
from kursbuch.store.schema import now
from kursbuch.web.conduct import DAYS, WORDS, Administration
from kursbuch.web.measuring import Measures
from kursbuch.web.pages.shelf import whole
from kursbuch.web.pages.site import Site
from kursbuch.web.sanctions import told
from kursbuch.web.service import NotFound, Person

ON_PAGE = 50
Page = Annotated[int, Query(alias="page", ge=1, le=10_000)]
Words = Annotated[str, Query(max_length=60)]
LARGEST = 2**31 - 1


def admin_routes(site: Site, office: Administration, measures: Measures) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    async def admin(request: Request) -> Person:
        person = await site.visitors.person(request)
        if person is None or not person.admin:
            raise NotFound("Not Found")
        return person

    async def page(request: Request, template: str, **data: Any) -> Response:
        return await site.page(request, f"admin/{template}.html", days=DAYS, most=WORDS, **data)

    @router.get("/admin")
    async def overview(request: Request, page_: Page = 1) -> Response:
        """What waits, and how busy the server is."""
        await admin(request)
        found = await office.conduct.reports(settled=False, limit=ON_PAGE + 1, offset=(page_ - 1) * ON_PAGE)
        settled = await office.conduct.reports(settled=True, limit=10)
        load = await office.conduct.load(now() - timedelta(days=1))
        return await page(
            request,
            "overview",
            reports=found[:ON_PAGE],
            settled=settled,
            load=load,
            machine=[f"{figure:.2f}" for figure in os.getloadavg()],
            streams=measures.open_streams(),
            number=page_,
            more=len(found) > ON_PAGE,
        )

    @router.get("/admin/people")
    async def people(request: Request, q: Words = "", page_: Page = 1, sanctioned: bool = False) -> Response:
        await admin(request)
        found = await office.conduct.people(
            folded(q.strip()), sanctioned=sanctioned, limit=ON_PAGE + 1, offset=(page_ - 1) * ON_PAGE
        )
        moment = now()
        standing = {
            one.id: {kind: told(s) for kind in SANCTIONS if (s := in_force(one.sanctions, kind, moment))}
            for one in found
        }
        return await page(
            request,
            "people",
            q=q,
            sanctioned=sanctioned,
            found=found[:ON_PAGE],
            standing=standing,
            office={one.id for one in found if office.holds_office(one)},
            number=page_,
            more=len(found) > ON_PAGE,
        )

    @router.get("/admin/tables")
    async def tables(request: Request, q: Words = "", page_: Page = 1) -> Response:
        await admin(request)
        found = await office.conduct.tables(
            q.strip().replace("\0", ""), limit=ON_PAGE + 1, offset=(page_ - 1) * ON_PAGE
        )
        return await page(
            request, "tables", q=q, found=found[:ON_PAGE], number=page_, more=len(found) > ON_PAGE
        )

    @router.get("/admin/log")
    async def log(request: Request, page_: Page = 1) -> Response:
        """Everything that was done."""
        await admin(request)
        found = await office.conduct.deeds(ON_PAGE + 1, (page_ - 1) * ON_PAGE)
        return await page(request, "log", deeds=found[:ON_PAGE], number=page_, more=len(found) > ON_PAGE)

    @router.post("/admin/people")
    async def judge(request: Request) -> Response:
        """Mute, shut out, or undo that."""
        fields = await site.form(request)
        who, what = await admin(request), fields.get("what", "")
        person, why = _number(fields, "person"), fields.get("why", "")
        if what in SANCTIONS:
            days = whole(fields, "days")
            await office.sanction(who, person, what, -1 if days is None else days, why)
        elif what.removeprefix("un") in SANCTIONS:
            await office.lift(who, person, what.removeprefix("un"), why)
        else:
            raise BadInput("what", "no value for this")
        return RedirectResponse("/admin/people?sanctioned=true", status_code=303)

    @router.post("/admin/tables")
    async def close(request: Request) -> Response:
        """Close a table, or open it again."""
        fields = await site.form(request)
        who, table = await admin(request), fields.get("table", "")
        if fields.get("what", "") == "close":
            await office.close(who, table, fields.get("why", ""))
        else:
            await office.reopen(who, table, fields.get("why", ""))
        return RedirectResponse(f"/admin/tables?q={table}", status_code=303)

    @router.post("/admin/reports")
    async def settle(request: Request) -> Response:
        fields = await site.form(request)
        who = await admin(request)
        await office.settle(who, _number(fields, "report"), fields.get("why", ""))
        return RedirectResponse("/admin", status_code=303)

    return router


def _number(fields: Mapping[str, str], name: str) -> int:
    found = whole(fields, name)
    if found is None or found > LARGEST:
        raise BadInput(name, "no value for this")
    return found
