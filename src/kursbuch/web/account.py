"""Signing up, in and out with forms; the pages show the forms, and say what went wrong."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from kursbuch.core import BadInput
from kursbuch.store import Conflict
from kursbuch.store.people import Notice
from kursbuch.web.auth import Auth, WrongPassword, address_of, as_person, checked_name, who
from kursbuch.web.limits import TooMany
from kursbuch.web.notify import checked
from kursbuch.web.pages.site import inside
from kursbuch.web.service import Person
from kursbuch.web.settings import Settings

WRONG = "Name and password do not go together."
TAKEN = "This name is taken: choose another."
MANY = "Too many attempts: wait a few minutes."


class Visitors:
    """What pages ask about visitors (`kursbuch.web.pages.site.Visitors`)."""

    def __init__(self, auth: Auth) -> None:
        self._auth = auth

    async def person(self, request: Request) -> Person | None:
        return await who(request)

    async def guest(self, request: Request, response: Response, name: str, language: str) -> Person:
        """Make a guest, silently; the session cookie goes out with any response."""
        try:
            name = checked_name(name[:30])
        except BadInput:
            name = "Guest"
        person = await self._auth.guest(name, language, address_of(request))
        await self._auth.open_session(request, person)
        return person

    def csrf(self, request: Request) -> str:
        return self._auth.csrf(request)

    async def check(self, request: Request, token: str) -> None:
        """Done before any route runs (`auth.guard`)."""


def account_routes(auth: Auth, settings: Settings) -> APIRouter:
    """The targets of the account forms."""
    router = APIRouter(include_in_schema=False)

    async def fields(request: Request) -> dict[str, str]:
        return {key: value for key, value in (await request.form()).items() if isinstance(value, str)}

    @router.post("/account/sign-in")
    async def sign_in(request: Request) -> Response:
        form = await fields(request)
        try:
            row = await auth.sign_in(form.get("name", ""), form.get("password", ""), address_of(request))
        except WrongPassword:
            return _again("/account/sign-in", form, WRONG)
        except TooMany:
            return _again("/account/sign-in", form, MANY)
        await auth.open_session(request, as_person(row))
        return _on(form)

    @router.post("/account/sign-up")
    async def sign_up(request: Request) -> Response:
        form = await fields(request)
        email = form.get("email", "").strip()[:254] if settings.smtp_host else ""
        try:
            checked(settings, email, "")
            person = await auth.sign_up(
                form.get("name", ""),
                form.get("password", ""),
                form.get("language", "en"),
                address_of(request),
                await who(request),
            )
        except BadInput as error:
            return _again("/account/sign-up", form, error.reason)
        except Conflict:
            return _again("/account/sign-up", form, TAKEN)
        except TooMany:
            return _again("/account/sign-up", form, MANY)
        if email:
            await auth.people.set_notice(person.id, Notice(email))
        await auth.open_session(request, person)
        return _on(form)

    @router.post("/account/sign-out")
    async def sign_out(request: Request) -> Response:
        form = await fields(request)
        auth.close_session(request)
        return _on(form, "/")

    return router


def _on(form: dict[str, str], home: str = "/lobby") -> Response:
    return RedirectResponse(inside(form.get("next") or home), status_code=303)


def _again(path: str, form: dict[str, str], wrong: str) -> Response:
    query = urlencode({"wrong": wrong, "next": inside(form.get("next") or "/lobby")})
    return RedirectResponse(f"{path}?{query}", status_code=303)
