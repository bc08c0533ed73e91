"""Errors as the API tells them: problem+json with what happened, and the rule if there is one."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from kursbuch.core import BadInput, IllegalAction, Refusal
from kursbuch.store import Conflict
from kursbuch.web.auth import Forged, NotSignedIn, WrongPassword, asked_language
from kursbuch.web.limits import TooMany
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.words import words
from kursbuch.web.service import NotAllowed, NotFound, PositionChanged

MEDIA = "application/problem+json"


def problem(
    status: int, title: str, detail: str = "", headers: dict[str, str] | None = None, **more: Any
) -> Response:
    body = {"title": title, "status": status, "detail": detail or title, **more}
    return JSONResponse(body, status, headers, media_type=MEDIA)


def refusal_data(refusal: Refusal, language: str) -> dict[str, Any]:
    """A refusal in the asked language; the rule is the same in all."""
    return {
        "rule": refusal.rule,
        "section": refusal.section,
        "text": words(language).find(refusal.message).format(**refusal.values),
    }


def _illegal(request: Request, error: IllegalAction) -> Response:
    told = refusal_data(error.refusal, asked_language(request))
    return problem(422, "against the rules", f"{told['text']} ({told['section']})", **told)


def _bad_input(request: Request, error: BadInput) -> Response:
    return problem(422, "not understood", str(error), place=error.place)


def _invalid(request: Request, error: RequestValidationError) -> Response:
    first = error.errors()[0] if error.errors() else {}
    place = ".".join(str(part) for part in first.get("loc", ()))
    return problem(422, "not understood", f"{place}: {first.get('msg', 'invalid')}", place=place)


def _changed(request: Request, error: PositionChanged) -> Response:
    return problem(
        409, "the position has changed", "Somebody acted first. Fetch the table again, then decide."
    )


def _not_allowed(request: Request, error: NotAllowed) -> Response:
    return problem(403, "not allowed", str(error))


def _not_found(request: Request, error: NotFound) -> Response:
    return problem(404, "not found", str(error))


def _not_signed_in(request: Request, error: NotSignedIn) -> Response:
    return problem(401, "not signed in", str(error), {"WWW-Authenticate": "Bearer"})


def _wrong_password(request: Request, error: WrongPassword) -> Response:
    return problem(401, "wrong name or password", "", {"WWW-Authenticate": "Bearer"})


def _forged(request: Request, error: Forged) -> Response:
    return problem(
        403, "form expired", "Reload the page and try again (programs: use a token, or send X-CSRF-Token)."
    )


def _too_many(request: Request, error: TooMany) -> Response:
    return problem(429, "too many attempts", str(error), {"Retry-After": str(error.wait)})


def _taken(request: Request, error: Conflict) -> Response:
    return problem(409, "taken", "This name is taken: choose another.")


def _http(request: Request, error: HTTPException) -> Response:
    headers = dict(error.headers) if error.headers else None
    return problem(error.status_code, str(error.detail), headers=headers)


_HANDLERS: dict[type[Exception], Any] = {
    IllegalAction: _illegal,
    BadInput: _bad_input,
    RequestValidationError: _invalid,
    PositionChanged: _changed,
    NotAllowed: _not_allowed,
    NotFound: _not_found,
    NotSignedIn: _not_signed_in,
    WrongPassword: _wrong_password,
    Forged: _forged,
    TooMany: _too_many,
    Conflict: _taken,
    HTTPException: _http,
}

Handler = Callable[[Request, Exception], Awaitable[Response]]


def install(app: FastAPI) -> None:
    """Have the app tell all these errors so."""
    for kind, tell in _HANDLERS.items():

        async def handle(request: Request, error: Exception, tell: Any = tell) -> Response:
            told = cast(JSONResponse, tell(request, error))
            if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
                return told
            data = json.loads(bytes(told.body))
            site: Site = request.app.state.site
            return await site.page(
                request, "error.html", told.status_code, heading=data["title"], text=data["detail"]
            )

        app.add_exception_handler(kind, handle)
