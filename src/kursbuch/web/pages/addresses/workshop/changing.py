"""The addresses at which blocks are set right: set, previewed, added, taken out, put back, undone."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.editions.changing import add_block, put_back, renamed, set_block, take_out
from kursbuch.shelf import edition_for
from kursbuch.web.auth import address_of
from kursbuch.web.pages.addresses.workshop.workbench import (
    Path,
    Workbench,
    any_path_of,
    back,
    fields_of,
    path_of,
    values_of,
    wrong_in,
)
from kursbuch.web.workshop.bench import remarks_on
from kursbuch.web.workshop.forms import field_at
from kursbuch.web.workshop.pictures import block_picture
from kursbuch.web.workshop.telling import where
from kursbuch.words import own_words


def changing_routes(work: Workbench) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
    site = work.site

    @router.post("/workshop/{title}/set")
    async def set_values(request: Request, title: str) -> Response:
        """A block as the form says; "Exactly so" confirms what it says with the box as its source."""
        of, fields = work.family(title), await site.form(request)
        at, answer = fields.get("at", ""), back(title, fields.get("at", ""))
        person = await work.visitor(request, answer)
        words = own_words(site.words(request, person).language, title)

        def change(edition: Edition) -> Edition:
            path = path_of(of, edition, at)
            values = values_of(of, edition, path, fields, words)
            said = "box" if "exactly" in fields else fields.get("source", "box")
            source = {"kind": said, "by": fields.get("by", "")[:60], "note": fields.get("note", "")[:500]}
            return edition_for(title, set_block(of, edition, path, values, source))

        try:
            await work.drafts.change(person, of, title, change)
        except BadInput as error:
            return await work.page(request, title, at, error, fields)
        return answer

    @router.post("/workshop/{title}/preview")
    async def preview(request: Request, title: str) -> Response:
        """The drawn hex or tile as it changes, and what is wrong with a value, while it is typed."""
        of, fields = work.family(title), await site.form(request)
        person = await site.visitors.person(request)
        if person is not None:
            await work.limits.spend("workshop", person)
        else:
            await work.limits.spend_from("workshop", address_of(request))
        words = own_words(site.words(request, person).language, title)
        edition, _ = await work.drafts.edition(person, of, title)
        picture, error, remarks = "", None, []

        def typed() -> tuple[Path, dict[str, Any], Edition]:
            path = path_of(of, edition, fields.get("at", ""))
            values = values_of(of, edition, path, fields, words)
            return path, values, edition_for(title, set_block(of, edition, path, values, {"kind": "box"}))

        try:
            path, values, after = await work.crew.do(typed)
            picture = await work.crew.do(block_picture, of, title, after, path, values, words)
            remarks = await work.crew.do(remarks_on, of, title, edition, after, path, words)
        except BadInput as wrong:
            error = wrong
        return await site.page(
            request,
            "workshop/preview.html",
            t=words,
            picture=picture,
            remarks=[(one, field_at(fields_of(fields), fields["at"], one.at)) for one in remarks],
            wrong=wrong_in(error, words),
            wrong_at=where(words, str(error.place)) if error else "",
            wrong_field=field_at(fields_of(fields), fields.get("at", ""), str(error.place)) if error else "",
        )

    @router.post("/workshop/{title}/put-back")
    async def put_it_back(request: Request, title: str) -> Response:
        of, fields = work.family(title), await site.form(request)
        at, answer = fields.get("at", ""), back(title, fields.get("at", ""))
        person = await work.visitor(request, answer)
        await work.drafts.change(
            person, of, title, lambda edition: put_back(of, edition, any_path_of(of, edition, at))
        )
        return answer

    @router.post("/workshop/{title}/add")
    async def add(request: Request, title: str) -> Response:
        """Another block like one that is there, under a name of its own."""
        of, fields = work.family(title), await site.form(request)
        at, name = fields.get("at", ""), fields.get("name", "").strip()[:60]
        answer = back(
            title, f"{at.rpartition('.')[0] if at.count('.') < 3 else '.'.join(at.split('.')[:2])}.{name}"
        )
        person = await work.visitor(request, answer)

        def change(edition: Edition) -> Edition:
            after, _ = add_block(of, edition, path_of(of, edition, at), name, {"kind": "box"})
            return edition_for(title, after)

        try:
            await work.drafts.change(person, of, title, change)
        except BadInput as error:
            return await work.page(request, title, at, error)
        return answer

    @router.post("/workshop/{title}/take-out")
    async def remove(request: Request, title: str) -> Response:
        """The box does not have this block."""
        of, fields = work.family(title), await site.form(request)
        at, answer = fields.get("at", ""), back(title)
        person = await work.visitor(request, answer)
        try:
            await work.drafts.change(
                person, of, title, lambda edition: take_out(of, edition, path_of(of, edition, at))
            )
        except BadInput as error:
            return await work.page(request, title, at, error)
        return answer

    @router.post("/workshop/{title}/undo")
    async def undo(request: Request, title: str) -> Response:
        of, fields = work.family(title), await site.form(request)
        answer = back(title, fields.get("at", ""))
        await work.drafts.undo(await work.visitor(request, answer), of)
        return answer

    @router.post("/workshop/{title}/redo")
    async def redo(request: Request, title: str) -> Response:
        of, fields = work.family(title), await site.form(request)
        answer = back(title, fields.get("at", ""))
        await work.drafts.redo(await work.visitor(request, answer), of)
        return answer

    @router.post("/workshop/{title}/name")
    async def name(request: Request, title: str) -> Response:
        of, fields = work.family(title), await site.form(request)
        answer = back(title)
        called, by = fields.get("name", "").strip()[:80], fields.get("by", "").strip()[:60]
        person = await work.visitor(request, answer)
        await work.drafts.change(person, of, title, lambda edition: renamed(edition, called, by))
        return answer

    return router
