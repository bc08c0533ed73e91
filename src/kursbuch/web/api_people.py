"""The part of the JSON API about people: accounts, guests, tokens, notification."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Request

from kursbuch.core import BadInput
from kursbuch.store import Missing
from kursbuch.web.api import PROBLEMS
from kursbuch.web.api_models import (
    SCOPES,
    ConfirmIn,
    ForgottenIn,
    GuestIn,
    LanguageIn,
    NoticeIn,
    NoticeOut,
    PasswordIn,
    PersonOut,
    ResetIn,
    Scope,
    SignIn,
    SignUp,
    TokenInfo,
    TokenOut,
)
from kursbuch.web.auth import Auth, Somebody, address_of, as_person
from kursbuch.web.digest import EVERY
from kursbuch.web.mailboxes import Mailboxes
from kursbuch.web.notify import checked
from kursbuch.web.passwords import NoSuchLink, Resets
from kursbuch.web.service import NotAllowed, NotFound, Person
from kursbuch.web.settings import Settings


def people_routes(auth: Auth, settings: Settings, resets: Resets, mailboxes: Mailboxes) -> APIRouter:
    """Accounts, guests and tokens."""
    router = APIRouter(prefix="/api/v1", responses=PROBLEMS, tags=["people"])
    people = auth.people

    async def given_token(
        person: Person, label: str, scopes: Sequence[Scope] = SCOPES, days: int | None = None
    ) -> TokenOut:
        end = auth.token_end(days)
        token = await people.give_token(person.id, label, scopes, end)
        return TokenOut(token=token, person=PersonOut.of(person), scopes=list(scopes), expires=end)

    @router.post("/people", status_code=201)
    async def sign_up(given: SignUp, request: Request) -> TokenOut:
        """A new account, with a first token."""
        person = await auth.sign_up(given.name, given.password, given.language, address_of(request))
        return await given_token(person, "sign-up")

    @router.post("/guests", status_code=201)
    async def guest(given: GuestIn, request: Request) -> TokenOut:
        """Somebody without an account: enough for bots, one screen, and invitations."""
        person = await auth.guest(given.name, given.language, address_of(request))
        return await given_token(person, "guest")

    @router.post("/tokens", status_code=201)
    async def sign_in(given: SignIn, request: Request) -> TokenOut:
        """A token for a program, for name and password: good for some scopes, and until some day."""
        person = as_person(await auth.sign_in(given.name, given.password, address_of(request)))
        return await given_token(person, given.label, given.scopes, given.days)

    @router.get("/tokens")
    async def tokens(person: Somebody) -> list[TokenInfo]:
        """Your tokens, without the secret itself; expired ones too, until you drop them."""
        return [TokenInfo.of(row) for row in await people.tokens(person.id)]

    @router.delete("/tokens/{token}", status_code=204)
    async def drop_token(person: Somebody, token: Annotated[int, Path(ge=1, le=2**31 - 1)]) -> None:
        """Make a token void, at once and for all processes of the server."""
        try:
            await people.drop_token(person.id, token)
        except Missing as error:
            raise NotFound("you have no such token") from error

    @router.delete("/me/sessions", status_code=204)
    async def sign_out_everywhere(person: Somebody) -> None:
        """Sign all your browsers out. Tokens stay."""
        await people.end_sessions(person.id)

    @router.get("/me")
    async def me(person: Somebody) -> PersonOut:
        """Who you are."""
        return PersonOut.of(person)

    @router.put("/me/language")
    async def set_language(person: Somebody, given: LanguageIn) -> PersonOut:
        """The language you are written to in."""
        await people.set_language(person.id, given.language)
        return PersonOut(name=person.name, guest=person.guest, language=given.language)

    @router.put("/me/password", status_code=204)
    async def change_password(person: Somebody, given: PasswordIn, request: Request) -> None:
        """A new password, for one who knows the old. Browsers are signed out; tokens stay."""
        if person.guest:
            raise NotAllowed("sign up first: guests have no password")
        await auth.change_password(person, given.old, given.password, address_of(request))

    @router.post("/passwords/forgotten", status_code=202)
    async def forgotten(given: ForgottenIn, request: Request) -> None:
        """Have a link for a new password sent to the account's e-mail address, if there are such."""
        if not settings.smtp_host:
            raise NotAllowed("this server sends no e-mail")
        await resets.ask(given.name, address_of(request))

    @router.post("/passwords/reset", status_code=204)
    async def reset(given: ResetIn) -> None:
        """Set a new password by the last part of such a link. All sessions and tokens become void."""
        try:
            await resets.set(given.link, given.password)
        except NoSuchLink as error:
            raise NotFound("this link has expired or was used already") from error

    @router.get("/me/notifications")
    async def notifications(person: Somebody) -> NoticeOut:
        """Where you are told that it is your turn."""
        return NoticeOut.of(await people.notice(person.id))

    @router.put("/me/notifications")
    async def set_notifications(person: Somebody, given: NoticeIn, request: Request) -> NoticeOut:
        """Be told by e-mail or by a call to an address of yours; off until set.

        Another address of either kind, or none, needs the password: whoever has found a token shall not take the
        account, nor learn of its turns, nor keep its owner from a new password. An e-mail address is used once the
        link in the letter sent there has been followed; until then letters go where they went.
        """
        if person.guest:
            raise NotAllowed("sign up first: guests are not notified")
        checked(settings, given.email, given.webhook)
        if given.every not in EVERY:
            raise BadInput("every", "no value for this")
        before = await people.notice(person.id)
        known = {address for address in (before.email, before.wanted) if address} or {""}
        if given.email not in known or given.webhook != before.webhook:
            await auth.sign_in(person.name, given.password, address_of(request))
        await people.set_notice(person.id, webhook=given.webhook, every=given.every)
        await mailboxes.want(person.id, given.email, address_of(request))
        return NoticeOut.of(await people.notice(person.id))

    @router.post("/me/notifications/letter", status_code=202)
    async def ask_again(person: Somebody, request: Request) -> None:
        """Have the letter with the link that confirms your address sent once more."""
        if not (await people.notice(person.id)).wanted:
            raise NotFound("no address of yours waits to be confirmed")
        await mailboxes.ask(person.id, address_of(request))

    @router.post("/mailboxes/answer", status_code=204)
    async def answer(given: ConfirmIn) -> None:
        """Say by the last part of such a link that letters may come to the address, or that none shall."""
        try:
            await mailboxes.answer(given.link, given.yes)
        except NoSuchLink as error:
            raise NotFound("this link has expired or was used already") from error

    return router
