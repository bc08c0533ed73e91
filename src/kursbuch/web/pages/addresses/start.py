"""The start page, new tables, transcripts, language, day and night, static files."""

from __future__ import annotations

import hashlib
import mimetypes
from typing import cast

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from kursbuch.core import BadInput
from kursbuch.draw import ZOOMS
from kursbuch.shelf import family_of, find, shelf
from kursbuch.store.work import Crew
from kursbuch.web.agreed import from_form
from kursbuch.web.pages import plates
from kursbuch.web.pages.opponents import characters, strengths
from kursbuch.web.pages.shelf import NAMES, cards, drawn_cover, on_shelf, options_of, seats_of, whole
from kursbuch.web.pages.site import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    YEAR,
    Site,
    inside,
    packed_file,
    static_file,
)
from kursbuch.web.service import Mode, Person
from kursbuch.words import LANGUAGES, told

MODES = ("bots", "hotseat", "online")
FOR_EVER = f"public, max-age={YEAR}"


def package_of(title: str) -> str:
    """The family that a title belongs to."""
    return family_of(title).package


def start_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)
    covers = Crew("covers", hands=1, waiting=200)
    plating = Crew("plates", hands=1, waiting=200)  # whoever asks for all of them holds up nobody

    async def front(
        request: Request, error: BadInput | None = None, status: int = 200, place: str = ""
    ) -> Response:
        """The page, and above it what was wrong with a form; of a file also where."""
        person = await site.visitors.person(request)
        t = site.words(request, person)
        wrong = told(t, error.message, error.values) if error else ""
        if place:
            wrong = f"{place}: {wrong}"
        mine = await site.tables.mine(person, 6) if person else []
        good, broken = on_shelf()
        return await site.page(
            request,
            "start.html",
            status,
            t=t,
            person=person,
            cards=cards(good, t),
            broken=broken,
            names=NAMES,
            strengths=strengths,
            characters=characters(t),
            mine=mine,
            wrong=wrong,
            editions=await site.drafts.choices(person) if site.drafts else None,
            confirmed=await site.drafts.confirmed() if site.drafts else {},
            package_of=package_of,
        )

    async def visitor(request: Request, response: Response, name: str) -> Person:
        """Who is here; a guest is made silently."""
        person = await site.visitors.person(request)
        if person is not None:
            return person
        return await site.visitors.guest(request, response, name, site.words(request).language)

    @router.get("/")
    async def start(request: Request) -> Response:
        return await front(request)

    @router.post("/new")
    async def new(request: Request) -> Response:
        """Set a table up as the form says, and go there."""
        fields = await site.form(request)
        answer = RedirectResponse("/", status_code=303)
        title = fields.get("title", "")
        mode = cast(Mode, fields["mode"] if fields.get("mode") in MODES else "bots")
        name = (fields.get("name0", "") or "").strip()[:40] or NAMES[0]
        try:
            find(title)
            options = options_of(title, fields)
            person = await visitor(request, answer, name)
            seats = seats_of(title, mode, fields, person.id, person.name if mode == "online" else name)
            info = await site.tables.create(
                person,
                title,
                mode,
                seats,
                name=fields.get("table", "").strip()[:60],
                options=options,
                agreed=from_form(fields, online=mode == "online"),
                visibility="public" if fields.get("visibility") == "public" else "private",
                seed=whole(fields, "seed") if mode != "online" else None,
                edition=await site.drafts.chosen(person, title, fields.get("edition", ""))
                if site.drafts
                else "",
            )
        except BadInput as error:
            return await front(request, error, 400)
        answer.headers["location"] = f"/table/{info.id}"
        return answer

    @router.post("/load")
    async def load(request: Request) -> Response:
        """Go on from a transcript."""
        fields = await site.form(request)
        upload = (await request.form()).get("file")
        mode = cast(Mode, fields["mode"] if fields.get("mode") in MODES else "hotseat")
        answer = RedirectResponse("/", status_code=303)
        try:
            if not isinstance(upload, UploadFile):
                raise BadInput("file", "no file was chosen")
            text = (await upload.read(5_000_000)).decode("utf-8", "replace")
            await upload.close()
            person = await visitor(request, answer, NAMES[0])
            info = await site.tables.load(person, text, mode)
        except BadInput as error:
            return await front(request, error, 400, str(error.place))
        answer.headers["location"] = f"/table/{info.id}"
        return answer

    @router.get("/language/{code}")
    async def language(request: Request, code: str, next: str = "/") -> Response:
        answer = RedirectResponse(inside(next), status_code=303)
        if code in LANGUAGES:
            await site.visitors.speaks(request, code)
            answer.set_cookie(LANGUAGE_COOKIE, code, max_age=YEAR, samesite="lax")
        return answer

    @router.get("/theme/{name}")
    async def theme(name: str, next: str = "/") -> Response:
        answer = RedirectResponse(inside(next), status_code=303)
        if name in THEMES:
            answer.set_cookie(THEME_COOKIE, name, max_age=YEAR, samesite="lax")
        return answer

    @router.get("/cover/{title}/{language}/{theme}.svg")
    async def cover(request: Request, title: str, language: str, theme: str) -> Response:
        """The picture of a title, for the browser to keep: it asks again after a day."""
        if title not in shelf() or language not in LANGUAGES or theme not in ("light", "dark"):
            raise HTTPException(404, "Not Found")
        picture = await covers.do(drawn_cover, title, language, theme == "dark")
        mark = f'"{hashlib.sha256(picture).hexdigest()[:20]}"'
        headers = {"Cache-Control": "public, max-age=86400", "ETag": mark}
        if request.headers.get("if-none-match") == mark:
            return Response(status_code=304, headers=headers)
        return Response(picture, media_type="image/svg+xml", headers=headers)

    @router.get("/plate/{title}/{players}/{language}/{zoom}/{id}.js")
    async def plate(title: str, players: int, language: str, zoom: int, id: str) -> Response:
        """What the pictures of a title have in common; the address changes with its content."""
        if title not in shelf() or language not in LANGUAGES or zoom not in range(len(ZOOMS)):
            raise HTTPException(404, "Not Found")
        try:
            found = await plating.do(plates.script, title, players, language, zoom, id)
        except BadInput:  # so many cannot play it
            found = ""
        if not found:
            raise HTTPException(404, "Not Found")
        headers = {"Cache-Control": f"{FOR_EVER}, immutable"}
        return Response(found, media_type="text/javascript", headers=headers)

    @router.get("/static/{name:path}")
    async def static(request: Request, name: str) -> Response:
        """Style sheets, scripts and pictures; their address changes with their content."""
        found = static_file(name)
        if found is None:
            raise HTTPException(404, "Not Found")
        kind = mimetypes.guess_type(name)[0] or "text/plain"
        kind = "text/javascript" if name.endswith(".js") else kind
        headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
        if kind.startswith("text/") and "gzip" in request.headers.get("accept-encoding", ""):
            found, headers["Content-Encoding"] = packed_file(name), "gzip"
        return Response(found, media_type=kind, headers=headers)

    return router
