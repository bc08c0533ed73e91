"""Rules to read: the shelf of rules, a title's book, its summary to print, its pictures; the glossary."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from starlette.exceptions import HTTPException

from kursbuch.core import BadInput, TitleInfo
from kursbuch.shelf import find, shelf
from kursbuch.store.work import Crew
from kursbuch.web.pages.rulebook.reading import drawn, picture_names, reading
from kursbuch.web.pages.rulebook.summary import summary
from kursbuch.web.pages.shelf import on_shelf
from kursbuch.web.pages.site import Site, environment, without_styles
from kursbuch.web.service import NotFound
from kursbuch.words import LANGUAGES, own_words, words
from kursbuch.words.book import book
from kursbuch.words.glossary import glossary

DAY = 24 * 3600


def rule_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)
    scribes = Crew("rules", hands=1, waiting=200)

    async def written(request: Request, title: str, what: Callable[[str, str], Markup]) -> dict[str, Any]:
        """A page's body, the same for all who read the language: made by the first who asks."""
        info = known(title)
        person = await site.visitors.person(request)
        t = site.words(request, person)
        body = await scribes.do(what, title, t.language)
        return {"info": info, "body": body, "t": t, "person": person}

    @router.get("/rules")
    async def all_rules(request: Request) -> Response:
        """The rules of every title on the shelf."""
        return await site.page(request, "rulebook/shelf.html", infos=on_shelf()[0], book=book)

    @router.get("/rules/{title}")
    async def rules(request: Request, title: str) -> Response:
        """A title's rules with pictures, tables and examples; each point is a place that can be linked to."""
        return await site.page(request, "rulebook/page.html", **await written(request, title, rules_body))

    @router.get("/rules/{title}/summary")
    async def short(request: Request, title: str) -> Response:
        """A title's rules on one page, to be printed."""
        return await site.page(
            request, "rulebook/on_one_page.html", **await written(request, title, summary_body)
        )

    @router.get("/rules/{title}/picture/{picture}/{language}/{theme}.svg")
    async def picture(request: Request, title: str, picture: str, language: str, theme: str) -> Response:
        """A picture of the rules, for the browser to keep: it asks again after a day."""
        known(title)
        if language not in LANGUAGES or theme not in ("light", "dark"):
            raise HTTPException(404, "Not Found")
        if picture not in await scribes.do(pictures_of, title):
            raise HTTPException(404, "Not Found")
        svg = await scribes.do(drawn, title, picture, language, theme == "dark")
        mark = f'"{hashlib.sha256(svg).hexdigest()[:20]}"'
        headers = {"Cache-Control": f"public, max-age={DAY}", "ETag": mark}
        if request.headers.get("if-none-match") == mark:
            return Response(status_code=304, headers=headers)
        return Response(svg, media_type="image/svg+xml", headers=headers)

    @router.get("/glossary")
    async def words_of_the_games(request: Request) -> Response:
        """What the games' words mean, in both languages."""
        return await site.page(request, "rulebook/glossary.html", parts=glossary())

    return router


def known(title: str) -> TitleInfo:
    """What the shelf says about a title that it has."""
    if title not in shelf():
        try:
            find(title)
        except BadInput as error:
            raise NotFound(error.message, **error.values) from error
    return find(title).info


@lru_cache(maxsize=128)
def pictures_of(title: str) -> frozenset[str]:
    """The names of the pictures of a title's rules."""
    return frozenset(picture_names(title))


@lru_cache(maxsize=128)
def rules_body(title: str, language: str) -> Markup:
    """The rules of a title in a language as markup."""
    read = reading(title, language)
    base = (
        Markup('<a href="/rules/{}">{}</a>').format(read.base, _name(read.base, language))
        if read.base
        else ""
    )
    return _body("rulebook/book.html", title, language, book=read, base=base)


@lru_cache(maxsize=128)
def summary_body(title: str, language: str) -> Markup:
    """The summary of a title's rules as markup."""
    return _body("rulebook/summary.html", title, language, digest=summary(title, language))


def _name(title: str, language: str) -> str:
    return own_words(language, title)(find(title).info.name)


def _body(template: str, title: str, language: str, **data: object) -> Markup:
    html = (
        environment()
        .get_template(template)
        .render(info=find(title).info, t=words(language), own=own_words(language, title), **data)
    )
    return Markup(without_styles(html))
