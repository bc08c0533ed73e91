"""Errors as people and programs are told them, in their language: a page, or problem+json.

What happened is an English sentence with its values; the catalogues have it in other languages.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from kursbuch.core import BadInput, IllegalAction, Refusal
from kursbuch.store import Conflict
from kursbuch.store.errors import Unavailable
from kursbuch.store.work import Busy
from kursbuch.web.auth import Forged, NotSignedIn, WrongPassword, asked_language
from kursbuch.web.limits import TooLarge, TooMany
from kursbuch.web.pages.site import Site
from kursbuch.web.plain import sendable
from kursbuch.web.sanctions import ShutOut
from kursbuch.web.service import NotAllowed, NotFound, Person, PositionChanged, Told
from kursbuch.words import Words, sentence, told, words

log = logging.getLogger(__name__)

MEDIA = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is told. `more` are further fields for programs."""

    status: int
    title: str
    message: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def detail(self, language: Words) -> str:
        return told(language, self.message or self.title, self.values)


def refusal_data(refusal: Refusal, language: str) -> dict[str, Any]:
    """A refusal in the asked language; the rule is the same in all."""
    text = sentence(words(language), refusal)
    return {"rule": refusal.rule, "section": refusal.section, "text": text}


# -- each kind of error ---------------------------------------------------------------------------


def _illegal(error: IllegalAction, language: Words) -> Problem:
    refusal = error.refusal
    more = refusal_data(refusal, language.language)
    return Problem(422, "against the rules", "{why}", {"why": refusal}, more=more)


def _bad_input(error: BadInput, language: Words) -> Problem:
    return Problem(422, "not understood", error.message, error.values, more={"place": error.place})


def _invalid(error: RequestValidationError, language: Words) -> Problem:
    first = error.errors()[0] if error.errors() else {}
    place = ".".join(str(part) for part in first.get("loc", ()))
    # the exact words of the checker are English
    why = str(first.get("msg", "invalid")) if language.language == "en" else "no value for this"
    return Problem(422, "not understood", why, more={"place": place})


def _changed(error: PositionChanged, language: Words) -> Problem:
    return Problem(
        409, "the position has changed", "Somebody acted first. Fetch the table again, then decide."
    )


def _said(status: int, title: str, **headers: str) -> Callable[[Told, Words], Problem]:
    return lambda error, language: Problem(status, title, error.message, error.values, headers)


def _not_signed_in(error: NotSignedIn, language: Words) -> Problem:
    return Problem(401, "not signed in", error.message, error.values, {"WWW-Authenticate": "Bearer"})


def _wrong_password(error: WrongPassword, language: Words) -> Problem:
    return Problem(401, "wrong name or password", headers={"WWW-Authenticate": "Bearer"})


def _forged(error: Forged, language: Words) -> Problem:
    return Problem(
        403, "form expired", "Reload the page and try again (programs: use a token, or send X-CSRF-Token)."
    )


def _too_many(error: TooMany, language: Words) -> Problem:
    return Problem(429, "too many attempts", error.message, error.values, {"Retry-After": str(error.wait)})


def _too_large(error: TooLarge, language: Words) -> Problem:
    # what is left of the body is not read
    return Problem(
        413, "too large", "send less than {limit} bytes", {"limit": error.limit}, {"Connection": "close"}
    )


def _taken(error: Conflict, language: Words) -> Problem:
    return Problem(409, "taken", "This name is taken: choose another.")


def _http(error: HTTPException, language: Words) -> Problem:
    title = str(error.detail)
    if language.language != "en" and not language.has(title):
        title = "Something went wrong"
    return Problem(error.status_code, title, headers=dict(error.headers or {}))


def _away(error: Exception, language: Words) -> Problem:
    log.error("the database does not answer: %s", error)
    return Problem(
        503,
        "the server does not answer in time",
        "The database cannot be reached just now. Please try again in a moment.",
        headers={"Retry-After": "5"},
    )


def _database(error: DBAPIError, language: Words) -> Problem:
    """A full disk or a broken line, unless we have asked for something that makes no sense."""
    if isinstance(error, DataError | IntegrityError | ProgrammingError):
        log.error("the database refuses: %s", error, exc_info=error)
        return _failed(error, language)
    return _away(error, language)


def _gone(error: ClientDisconnect, language: Words) -> Problem:
    """Whoever sent half a request hears nothing any more."""
    return Problem(400, "not understood")


def _failed(error: Exception, language: Words) -> Problem:
    """Our own mistake. It goes to the server's log; the visitor learns that nothing was lost."""
    return Problem(
        500,
        "Something went wrong",
        "The fault is ours, not yours. Every move made so far is kept; please try again.",
        headers={"Cache-Control": "no-store"},  # told outside of what puts headers on all other answers
    )


_HANDLERS: dict[type[Exception], Callable[[Any, Words], Problem]] = {
    IllegalAction: _illegal,
    BadInput: _bad_input,
    RequestValidationError: _invalid,
    PositionChanged: _changed,
    NotAllowed: _said(403, "not allowed"),
    NotFound: _said(404, "not found"),
    NotSignedIn: _not_signed_in,
    WrongPassword: _wrong_password,
    Forged: _forged,
    TooMany: _too_many,
    TooLarge: _too_large,
    Conflict: _taken,
    ClientDisconnect: _gone,
    Unavailable: _away,
    PoolTimeout: _away,
    DBAPIError: _database,
    OSError: _away,  # no way to the database's machine, or no answer in time
    Busy: _away,
    HTTPException: _http,
    Exception: _failed,
}

Handler = Callable[[Request, Exception], Awaitable[Response]]


def install(app: FastAPI) -> None:
    """Have the app tell all these errors so."""
    for kind, tell in _HANDLERS.items():

        async def handle(
            request: Request, error: Exception, tell: Callable[[Any, Words], Problem] = tell
        ) -> Response:
            site: Site = request.app.state.site
            program = request.url.path.startswith("/api/")
            language = words(asked_language(request)) if program else site.words(request)
            problem = tell(error, language)
            if program or "text/html" not in request.headers.get("accept", ""):  # or a script of our pages
                return _json(problem, language)
            return await site.page(
                request,
                "error.html",
                problem.status,
                t=language,
                person=await _known(site, request),
                shut_out=isinstance(error, ShutOut),
                heading=problem.title,
                text=problem.detail(language),
                headers=problem.headers,
            )

        app.add_exception_handler(kind, handle)


async def _known(site: Site, request: Request) -> Person | None:
    """Who is told of it: nobody, where that itself cannot be found out (a void token, a database that is away)."""
    try:
        return await site.visitors.person(request)
    except Exception:
        return None


def _json(problem: Problem, language: Words) -> Response:
    detail = problem.detail(language)
    if place := problem.more.get("place"):  # what programs call it; people do not
        detail = f"{place}: {detail}"
    body = {"title": language(problem.title), "status": problem.status, "detail": detail, **problem.more}
    told = {name: sendable(value) if isinstance(value, str) else value for name, value in body.items()}
    return JSONResponse(told, problem.status, dict(problem.headers), media_type=MEDIA)
