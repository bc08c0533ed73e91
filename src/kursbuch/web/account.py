"""Accounts with forms: signing up, in and out, one's own settings, a password changed or lost.

What went wrong goes into the address as a short word, never as a sentence: nobody shall make our pages say things.
"""

from __future__ import annotations

import contextlib
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse

from kursbuch.core import BadInput
from kursbuch.store import Conflict, Missing
from kursbuch.store.browsers import Browsers
from kursbuch.store.joining import Joining
from kursbuch.web.auth import Auth, WrongPassword, address_of, as_person, who
from kursbuch.web.digest import EVERY
from kursbuch.web.limits import TooMany
from kursbuch.web.mailboxes import Mailboxes
from kursbuch.web.notify import checked
from kursbuch.web.pages.site import Site, inside
from kursbuch.web.passwords import NoSuchLink, Resets
from kursbuch.web.service import Person
from kursbuch.web.sessions import TOLD
from kursbuch.web.settings import Settings
from kursbuch.words import words

MESSAGES = {
    "wrong": "Name and password do not go together.",
    "old": "The present password is not right.",
    "taken": "This name is taken: choose another.",
    "many": "Too many attempts: wait a few minutes.",
    "name": "A name has 1 to 30 printable characters of one alphabet, no colon, and does not sound official.",
    "password": "A password has 8 to 200 characters.",
    "email": "This is no e-mail address that can be used here.",
    "webhook": "This is no address that can be called from here.",
    "link": "This link has expired or was used already. Ask for a new one.",
    "confirm": "This link has expired or was used already. Sign in and ask for a new one.",
}
DONE = {
    "password": "The password is changed. Browsers elsewhere have been signed out.",
    "notices": "Saved.",
    "asked": "A letter with a link is on its way. It is good for one day.",
    "confirmed": "Letters go to this address from now on.",
    "refused": "No letters will come to this address.",
    "everywhere": "All other browsers have been signed out.",
    "token": "The program has been shut out.",
    "reset": "The password is set. Sign in with it.",
    "sent": "If this account exists and has an e-mail address, a link is on its way. It is good for one hour.",
}


class Visitors:
    """What pages ask about visitors (`kursbuch.web.pages.site.Visitors`)."""

    def __init__(self, auth: Auth) -> None:
        self._auth = auth

    async def person(self, request: Request) -> Person | None:
        return await who(request)

    async def guest(self, request: Request, response: Response, name: str, language: str) -> Person:
        """Make a guest, silently; the session cookie goes out with any response."""
        try:
            person = await self._auth.guest(name[:30], language, address_of(request))
        except BadInput:
            person = await self._auth.guest(words(language)("Guest"), language, address_of(request))
        await self._auth.open_session(request, person)
        return person

    async def speaks(self, request: Request, language: str) -> None:
        """The visitor has switched languages: messages to them follow."""
        person = await who(request)
        if person is not None and person.language != language:
            await self._auth.people.set_language(person.id, language)

    def csrf(self, request: Request) -> str:
        return self._auth.csrf(request)

    async def check(self, request: Request, token: str) -> None:
        """Done before any route runs (`auth.guard`)."""


def account_routes(
    auth: Auth,
    settings: Settings,
    site: Site,
    resets: Resets,
    mailboxes: Mailboxes,
    browsers: Browsers,
    joining: Joining,
) -> APIRouter:
    """The pages and targets of the account forms; `browsers` are told of turns while somebody is signed in there."""
    router = APIRouter(include_in_schema=False)
    router.include_router(_coming_and_going(auth, settings, site, mailboxes, browsers, joining))
    router.include_router(_own(auth))
    router.include_router(_told_where(auth, settings, site, mailboxes))
    router.include_router(_lost(auth, settings, site, resets))
    return router


def _coming_and_going(
    auth: Auth, settings: Settings, site: Site, mailboxes: Mailboxes, browsers: Browsers, joining: Joining
) -> APIRouter:
    router = APIRouter()

    @router.get("/account/sign-in")
    async def sign_in_page(
        request: Request, next: str = "/lobby", wrong: str = "", done: str = ""
    ) -> Response:
        return await _show(site, request, "account.html", wrong, done, new=False, next=inside(next))

    @router.get("/account/sign-up")
    async def sign_up_page(request: Request, next: str = "/lobby", wrong: str = "") -> Response:
        mail = bool(settings.smtp_host)
        return await _show(site, request, "account.html", wrong, new=True, next=inside(next), mail=mail)

    @router.post("/account/sign-in")
    async def sign_in(request: Request) -> Response:
        form, before = await _fields(request), await who(request)
        try:
            row = await auth.sign_in(form.get("name", ""), form.get("password", ""), address_of(request))
        except WrongPassword:
            return _again("/account/sign-in", "wrong", form)
        except TooMany:
            return _again("/account/sign-in", "many", form)
        await browsers.sign_out(_told(request))
        if before is not None and before.guest:
            await joining.move_in(before.id, row.id)
        await auth.open_session(request, as_person(row))
        return _on(form)

    @router.post("/account/sign-up")
    async def sign_up(request: Request) -> Response:
        form = await _fields(request)
        email = form.get("email", "").strip()[:254] if settings.smtp_host else ""
        try:
            checked(settings, email, "")
            name, password = form.get("name", ""), form.get("password", "")
            language, before = form.get("language", "en"), await who(request)
            person = await auth.sign_up(name, password, language, address_of(request), before)
        except BadInput as error:
            return _again("/account/sign-up", error.place, form)
        except Conflict:
            return _again("/account/sign-up", "taken", form)
        except TooMany:
            return _again("/account/sign-up", "many", form)
        with contextlib.suppress(TooMany):  # the account's page offers to send the letter again
            await mailboxes.want(person.id, email, address_of(request))
        if before is None or before.id != person.id:
            await browsers.sign_out(_told(request))
        await auth.open_session(request, person)
        return _on(form)

    @router.post("/account/sign-out")
    async def sign_out(request: Request) -> Response:
        form = await _fields(request)
        await browsers.sign_out(_told(request))
        await auth.close_session(request)
        return _on(form, "/")

    return router


def _own(auth: Auth) -> APIRouter:
    """Settings of somebody who is signed in."""
    router = APIRouter()

    @router.post("/account/sign-out-everywhere")
    async def sign_out_everywhere(request: Request) -> Response:
        person = await who(request)
        if person is None:
            return RedirectResponse("/account/sign-in?next=/account", status_code=303)
        await auth.people.end_sessions(person.id, _told(request))
        await auth.open_session(request, person)  # this browser stays signed in, and is the only one
        return RedirectResponse("/account?done=everywhere", status_code=303)

    @router.post("/account/tokens/{token}")
    async def drop_token(request: Request, token: Annotated[int, Path(ge=1, le=2**31 - 1)]) -> Response:
        """Make the token of a program void."""
        person = await who(request)
        if person is None:
            return RedirectResponse("/account/sign-in?next=/account", status_code=303)
        with contextlib.suppress(Missing):  # pressed twice
            await auth.people.drop_token(person.id, token)
        return RedirectResponse("/account?done=token", status_code=303)

    @router.post("/account/password")
    async def password(request: Request) -> Response:
        form, person = await _fields(request), await who(request)
        if person is None or person.guest:
            return RedirectResponse("/account/sign-in?next=/account", status_code=303)
        try:
            old, new = form.get("old", ""), form.get("password", "")
            await auth.change_password(person, old, new, address_of(request), _told(request))
        except BadInput as error:
            return _again("/account", error.place)
        except WrongPassword:
            return _again("/account", "old")
        except TooMany:
            return _again("/account", "many")
        await auth.open_session(request, person)
        return RedirectResponse("/account?done=password", status_code=303)

    return router


def _told_where(auth: Auth, settings: Settings, site: Site, mailboxes: Mailboxes) -> APIRouter:
    """Addresses at which somebody wants to be told, and how they are confirmed."""
    router = APIRouter()

    @router.get("/account")
    async def mine(request: Request, wrong: str = "", done: str = "") -> Response:
        person = await who(request)
        if person is None:
            return RedirectResponse("/account/sign-in?next=/account", status_code=303)
        tokens = await auth.people.tokens(person.id)
        if person.guest:
            return await _show(site, request, "guest.html", wrong, done, tokens=tokens)
        told = {
            "mail": bool(settings.smtp_host),
            "hooks": settings.webhooks,
            "notice": await auth.people.notice(person.id),
            "intervals": EVERY,
        }
        return await _show(site, request, "mine.html", wrong, done, tokens=tokens, **told)

    @router.post("/account/notices")
    async def notices(request: Request) -> Response:
        form, person = await _fields(request), await who(request)
        if person is None or person.guest:
            return RedirectResponse("/account/sign-in?next=/account", status_code=303)
        before = await auth.people.notice(person.id)
        shown = before.wanted or before.email
        email = form.get("email", "").strip()[:254] if settings.smtp_host else shown
        webhook = form.get("webhook", "").strip()[:500] if settings.webhooks else before.webhook
        given = form.get("every", "")
        every = int(given) if given in {str(minutes) for minutes in EVERY} else before.every
        try:
            if (email, webhook) != (shown, before.webhook):
                # a lost password is mailed there: whoever finds an open browser shall not take the account
                await auth.sign_in(person.name, form.get("old", ""), address_of(request))
                checked(settings, email if settings.smtp_host else "", webhook if settings.webhooks else "")
            await auth.people.set_notice(person.id, webhook=webhook, every=every)
            if email != shown:
                await mailboxes.want(person.id, email, address_of(request))
        except BadInput as error:
            return _again("/account", error.place)
        except WrongPassword:
            return _again("/account", "old")
        except TooMany:
            return _again("/account", "many")
        after = await auth.people.notice(person.id)
        asked = bool(after.wanted) and after.word != before.word
        return RedirectResponse(f"/account?done={'asked' if asked else 'notices'}", status_code=303)

    @router.post("/account/notices/again")
    async def ask_again(request: Request) -> Response:
        """The letter with the link once more."""
        person = await who(request)
        if person is None or person.guest:
            return RedirectResponse("/account/sign-in?next=/account", status_code=303)
        try:
            await mailboxes.ask(person.id, address_of(request))
        except TooMany:
            return _again("/account", "many")
        return RedirectResponse("/account?done=asked", status_code=303)

    @router.get("/account/confirm/{token}")
    async def confirm_page(request: Request, token: str) -> Response:
        """Asks only: programs that look at mail open links, too."""
        try:
            wish = await mailboxes.wish(token)
        except NoSuchLink:
            return await _home(request, "wrong=confirm")
        return await _show(
            site, request, "confirm.html", "", token=token, name=wish.row.name, address=wish.address
        )

    @router.post("/account/confirm/{token}")
    async def confirm(request: Request, token: str) -> Response:
        yes = (await _fields(request)).get("answer") == "yes"
        try:
            await mailboxes.answer(token, yes)
        except NoSuchLink:
            return await _home(request, "wrong=confirm")
        return await _home(request, f"done={'confirmed' if yes else 'refused'}")

    async def _home(request: Request, said: str) -> Response:
        """To the own page of whoever is signed in here, who need not be the one whom the letter is about."""
        person = await who(request)
        own = person is not None and not person.guest
        return RedirectResponse(
            f"/account?{said}" if own else f"/account/sign-in?next=/account&{said}", status_code=303
        )

    return router


def _lost(auth: Auth, settings: Settings, site: Site, resets: Resets) -> APIRouter:
    """For those who cannot sign in."""
    router = APIRouter()

    @router.get("/account/forgot")
    async def forgot_page(request: Request, wrong: str = "", done: str = "") -> Response:
        return await _show(site, request, "forgot.html", wrong, done, mail=bool(settings.smtp_host))

    @router.post("/account/forgot")
    async def forgot(request: Request) -> Response:
        form = await _fields(request)
        try:
            if settings.smtp_host:
                await resets.ask(form.get("name", ""), address_of(request))
        except TooMany:
            return _again("/account/forgot", "many")
        return RedirectResponse("/account/forgot?done=sent", status_code=303)

    @router.get("/account/reset/{token}")
    async def reset_page(request: Request, token: str, wrong: str = "") -> Response:
        try:
            row = await resets.account(token)
        except NoSuchLink:
            return _again("/account/forgot", "link")
        return await _show(site, request, "reset.html", wrong, token=token, name=row.name)

    @router.post("/account/reset/{token}")
    async def reset(request: Request, token: str) -> Response:
        form = await _fields(request)
        try:
            await resets.set(token, form.get("password", ""))
        except NoSuchLink:
            return _again("/account/forgot", "link")
        except BadInput as error:
            return _again(f"/account/reset/{token}", error.place)
        await auth.close_session(request)
        return RedirectResponse("/account/sign-in?done=reset", status_code=303)

    return router


async def _show(
    site: Site, request: Request, template: str, wrong: str, done: str = "", **data: Any
) -> Response:
    return await site.page(request, template, wrong=MESSAGES.get(wrong, ""), done=DONE.get(done, ""), **data)


def _told(request: Request) -> str:
    """The digest of the browser, if it is told of turns; "" if not."""
    return str(request.session.get(TOLD, ""))


async def _fields(request: Request) -> dict[str, str]:
    return {key: value for key, value in (await request.form()).items() if isinstance(value, str)}


def _on(form: dict[str, str], home: str = "/lobby") -> Response:
    return RedirectResponse(inside(form.get("next") or home), status_code=303)


def _again(path: str, wrong: str, form: dict[str, str] | None = None) -> Response:
    query = {"wrong": wrong}
    if form is not None:
        query["next"] = inside(form.get("next") or "/lobby")
    return RedirectResponse(f"{path}?{urlencode(query)}", status_code=303)
