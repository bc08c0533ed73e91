"""The addresses at which editions come and go: published, brought as a file, handed out as one."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from starlette.datastructures import UploadFile

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.editions.comparing import whole_edition
from kursbuch.editions.reading import LONGEST
from kursbuch.editions.shared import agreed
from kursbuch.shelf import edition_for, find
from kursbuch.web.pages.addresses.workshop.workbench import Workbench, back


def file_routes(work: Workbench) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
    site = work.site

    @router.post("/workshop/{title}/publish")
    async def publish(request: Request, title: str) -> Response:
        of, fields = work.family(title), await site.form(request)
        answer = back(title)
        person = await work.visitor(request, answer)
        try:
            await work.drafts.publish(person, of, fields.get("published") == "yes")
        except BadInput as error:
            return await work.page(request, title, "", error)
        return answer

    @router.post("/workshop/{title}/import")
    async def bring(request: Request, title: str) -> Response:
        """An edition from a file takes the place of the one on the bench; undo brings that back."""
        of = work.family(title)
        await site.form(request)
        upload = (await request.form()).get("file")
        answer = back(title)
        try:
            if not isinstance(upload, UploadFile):
                raise BadInput("file", "no file was chosen")
            text = (await upload.read(4 * LONGEST)).decode("utf-8", "replace")
            await upload.close()
            person = await work.visitor(request, answer)  # counted first: to read takes longer than to send
            brought = await work.crew.do(edition_for, title, text)
            await work.drafts.change(person, of, title, lambda _: brought)
        except BadInput as error:
            return await work.page(request, title, "", error)
        return answer

    @router.get("/workshop/{title}/edition.toml")
    async def export(request: Request, title: str) -> Response:
        of = work.family(title)
        person = await site.visitors.person(request)
        edition, _ = await work.drafts.edition(person, of, title)
        return _as_file(f"{title}-edition.toml", edition)

    @router.get("/workshop/{title}/whole.toml")
    async def export_whole(request: Request, title: str) -> Response:
        """Everything in the box, every value of it, with one's own corrections."""
        of = work.family(title)
        edition, _ = await work.drafts.edition(await site.visitors.person(request), of, title)
        name = edition.name or find(title).info.name
        return _as_file(f"{title}-whole.toml", await work.crew.do(whole_edition, of, title, name, edition))

    @router.get("/workshop/{title}/agreed.toml")
    async def export_agreed(title: str) -> Response:
        """What enough owners have confirmed, as one edition."""
        of = work.family(title)
        voices = await work.drafts.voices(of)
        return _as_file(f"{title}-agreed.toml", await work.crew.do(agreed, of, voices))

    return router


def _as_file(name: str, edition: Edition) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(edition.text, media_type="application/toml; charset=utf-8", headers=headers)
