"""Taking one's data along, and leaving for good."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from kursbuch.store import TableStore
from kursbuch.store.conduct import Conduct
from kursbuch.store.leaving import Leaving
from kursbuch.web.auth import Auth, WrongPassword, address_of
from kursbuch.web.botplay import Bots
from kursbuch.web.limits import TooMany
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed
from kursbuch.web.tables.absence import stand_in
from kursbuch.web.tables.closing import Closings


def leaving_routes(
    site: Site,
    auth: Auth,
    leaving: Leaving,
    store: TableStore,
    bots: Bots,
    tables: Closings,
    conduct: Conduct,
) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    @router.get("/account/data")
    async def data(request: Request) -> Response:
        """All that is kept of a visitor, as a file."""
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed("sign in to keep something")
        text = json.dumps(await leaving.data(person.id), ensure_ascii=False, indent=1)
        head = {"Content-Disposition": 'attachment; filename="kursbuch-data.json"'}
        return Response(text, media_type="application/json", headers=head)

    @router.post("/account/delete")
    async def delete(request: Request) -> Response:
        """Leave; who has a password must say it."""
        form = await site.form(request)
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed("sign in to keep something")
        if auth.named_in_settings(person):  # who signed up under this name next would hold the office
            raise NotAllowed("the settings name you as an administrator: have that taken out first")
        if not person.guest:
            try:
                await auth.sign_in(person.name, form.get("old", ""), address_of(request))
            except WrongPassword:
                return RedirectResponse("/account?wrong=old", status_code=303)
            except TooMany:
                return RedirectResponse("/account?wrong=many", status_code=303)
        for table in await conduct.seated(person.id):  # its clocks are set right at that
            await tables.stand_in_for(table, person.id)
        touched = await leaving.leave(person.id, stand_in())
        await auth.close_session(request)
        for table in touched:
            bots.look(await store.get(table))
        return RedirectResponse("/", status_code=303)

    return router
