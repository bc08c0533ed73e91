"""Learning a title: its lessons and examples on one page, each begun from there, and how a lesson is left."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from kursbuch.core import BadInput, TitleInfo
from kursbuch.lessons import lesson, lessons_of
from kursbuch.lessons.examples import examples_of
from kursbuch.shelf import find
from kursbuch.web.pages.guide import by_section
from kursbuch.web.pages.shelf import NAMES
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed, NotFound, Person
from kursbuch.web.tables.learning import Learning


def learn_routes(site: Site, tables: Learning) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    def known(title: str) -> TitleInfo:
        try:
            return find(title).info
        except BadInput as error:
            raise NotFound(error.message, **error.values) from error

    async def learner(request: Request, answer: Response) -> Person:
        """Who is here; a guest is made silently."""
        person = await site.visitors.person(request)
        if person is not None:
            return person
        return await site.visitors.guest(request, answer, NAMES[0], site.words(request).language)

    @router.get("/learn/{title}")
    async def learn(request: Request, title: str) -> Response:
        return await site.page(
            request,
            "learn.html",
            info=known(title),
            lessons=lessons_of(title),
            examples=examples_of(title),
            by_section=by_section,
        )

    @router.post("/learn/{title}/lesson/{lesson_kind}")
    async def begin(request: Request, title: str, lesson_kind: str) -> Response:
        """A table at which a lesson begins."""
        await site.form(request)
        found = lesson(f"{known(title).id}/{lesson_kind}")
        if found is None:
            raise NotFound("there is no such lesson")
        answer = RedirectResponse("/", status_code=303)
        person = await learner(request, answer)
        info = await tables.begin_lesson(found, person, site.words(request, person).language)
        answer.headers["location"] = f"/table/{info.id}"
        return answer

    @router.post("/learn/{title}/example/{example}")
    async def open_example(request: Request, title: str, example: str) -> Response:
        """A board of the visitor's own with the position of an example."""
        await site.form(request)
        found = next((e for e in examples_of(known(title).id) if e.id == example), None)
        if found is None:
            raise NotFound("there is no such example")
        answer = RedirectResponse("/", status_code=303)
        person = await learner(request, answer)
        info = await tables.open_example(found, person, site.words(request, person).language)
        answer.headers["location"] = f"/table/{info.id}"
        return answer

    @router.post("/table/{id}/lesson/leave")
    async def leave(request: Request, id: str) -> Response:
        """From here on alone: the same table, without the lesson."""
        await site.form(request)
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed("you do not sit at this table")
        await tables.leave_lesson(id, person)
        return RedirectResponse(f"/table/{id}", status_code=303)

    return router
