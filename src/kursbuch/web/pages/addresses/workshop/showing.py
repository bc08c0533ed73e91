"""The addresses at which a box is looked at, block by block, and compared with another."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.shelf import find
from kursbuch.web.pages.addresses.workshop.workbench import Workbench
from kursbuch.web.workshop.bench import KINDS
from kursbuch.web.workshop.compared import compared
from kursbuch.words import own_words


def showing_routes(work: Workbench) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
    site = work.site

    @router.get("/workshop/{title}")
    async def show(request: Request, title: str, at: str = "") -> Response:
        return await work.page(request, title, at)

    @router.get("/workshop/{title}/block")
    async def one_block(request: Request, title: str, at: str) -> Response:
        """The form of a block, to be put beside the board."""
        of = work.family(title)
        person = await site.visitors.person(request)
        words = own_words(site.words(request, person).language, title)
        edition, _ = await work.drafts.edition(person, of, title)
        voices = await work.drafts.voices(of)
        return await site.page(
            request,
            "workshop/block.html",
            t=words,
            person=person,
            info=find(title).info,
            edition=edition,
            at=at,
            block=await work.part(of, title, edition, at, words, voices),
            kinds=KINDS,
            wrong="",
            wrong_at="",
            wrong_field="",
            typed={},
            voices=voices,
        )

    @router.get("/workshop/{title}/compare")
    async def compare(request: Request, title: str, other: str = "") -> Response:
        """What is other in one's own edition: than in the built-in data, or in somebody else's."""
        of = work.family(title)
        person = await site.visitors.person(request)
        edition, _ = await work.drafts.edition(person, of, title)
        published = await work.drafts.published(of)
        theirs = next(((d, e) for d, e in published if d.name == other), None)
        words = own_words(site.words(request, person).language, title)
        found = await work.crew.do(compared, of, title, theirs[1] if theirs else None, edition, words)
        return await site.page(
            request,
            "workshop/compare.html",
            t=words,
            person=person,
            info=find(title).info,
            found=found,
            other=theirs[0] if theirs else None,
            others=[d for d, _ in published if person is None or d.person != person.id],
        )

    return router
