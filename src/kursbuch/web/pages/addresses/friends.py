"""Friends, people one does not want to meet, places kept for people, and looking for tables and players."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from kursbuch.core import BadInput
from kursbuch.store import Missing, People, PersonRow
from kursbuch.store.people import folded
from kursbuch.store.results import Results
from kursbuch.store.searching import PeopleSearch, Wanted
from kursbuch.store.ties import Ties
from kursbuch.web.limits import Limits
from kursbuch.web.pages.shelf import on_shelf
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotAllowed, NotFound, Person
from kursbuch.web.tables.inviting import Inviting
from kursbuch.words import LANGUAGES, told

ON_PAGE = 50
CLOCKS = ("live", "days", "none")
Page = Annotated[int, Query(ge=1, le=10_000)]
Word = Annotated[str, Query(max_length=40)]
Few = Annotated[int, Query(ge=0, le=20)]
NOBODY = "nobody of this name shows themselves here"


def friend_routes(site: Site, people: People, ties: Ties, results: Results, limits: Limits) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    async def account(request: Request) -> Person:
        person = await site.visitors.person(request)
        if person is None or person.guest:
            raise NotAllowed("with an account you have friends: sign in, or sign up")
        return person

    async def named(name: str) -> PersonRow:
        try:
            return await people.named(name[:80])
        except Missing as error:
            raise NotFound(NOBODY) from error

    @router.get("/friends")
    async def friends(request: Request) -> Response:
        """Who they are, who would like to be, whom one does not want to meet, which tables wait."""
        return await shown(request, await account(request))

    async def shown(
        request: Request, person: Person, what: str = "", typed: str = "", wrong: NotFound | None = None
    ) -> Response:
        """The page, with the name that nobody is known by in the form where it was typed."""
        circle = await ties.of(person.id)
        invited = await ties.invitations(person.id)
        return await site.page(
            request,
            "friends.html",
            404 if wrong else 200,
            what=what,
            typed=typed,
            wrong=told(site.words(request, person), wrong.message, wrong.values) if wrong else "",
            person=person,
            circle=circle,
            invited=invited,
            asking=(),  # they have a part of this page
        )

    @router.get("/lobby/invitations")
    async def invitations(request: Request) -> Response:
        """The tables that wait for whoever looks, and who would like to be their friend, for the page with all
        tables.
        """
        person = await site.visitors.person(request)
        invited = await ties.invitations(person.id) if person else []
        asking = (await ties.of(person.id)).asking if person else []
        return await site.page(request, "parts/invited.html", person=person, invited=invited, asking=asking)

    @router.post("/friends")
    async def change(request: Request) -> Response:
        fields = await site.form(request)
        person = await account(request)
        try:
            await change_tie(person, fields.get("name", ""), fields.get("what", ""))
        except NotFound as error:
            return await shown(request, person, fields.get("what", ""), fields.get("name", ""), error)
        return RedirectResponse("/friends", status_code=303)

    async def change_tie(person: Person, name: str, what: str) -> None:
        other = await named(name)
        if other.id == person.id:
            raise BadInput("name", "this is your own name")
        _, theirs = await ties.between(person.id, other.id)
        # who hides is not found out: neither by asking nor by blocking whom one has never met
        known = theirs == "friend" if what == "ask" else await ties.met(person.id, other.id)
        if not known and await results.hidden(other.id):
            raise NotFound(NOBODY)
        if what == "ask":
            await limits.spend("friends", person)
            await ties.befriend(person.id, other.id)
        elif what == "part":
            await ties.part(person.id, other.id)
        elif what == "block":
            await limits.spend("friends", person)
            await ties.block(person.id, other.id)
        elif what == "unblock":
            await ties.unblock(person.id, other.id)
        else:
            raise BadInput("what", "no value for this")

    return router


def place_routes(site: Site, tables: Inviting, people: People, ties: Ties) -> APIRouter:
    """Places kept at tables that wait."""
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    async def owner(request: Request, id: str) -> Person:
        person = await site.visitors.person(request)
        if (await site.tables.visit(id, person)).info.owner != (person.id if person else None):
            raise NotAllowed("only the owner of a table invites to it")
        assert person is not None
        return person

    @router.get("/table/{id}/places")
    async def places(request: Request, id: str) -> Response:
        """For the owner: who has a place, and whom to give one."""
        person = await owner(request, id)
        info = (await site.tables.visit(id, person)).info
        friends = [] if person.guest else (await ties.of(person.id)).friends
        kept = info.keeping.get("kept", {})
        free = [s for s in info.seats if s.person is None and not s.bot and not s.player]
        return await site.page(
            request, "parts/places.html", info=info, kept=kept, friends=friends, free=len(free)
        )

    @router.post("/table/{id}/places")
    async def keep(request: Request, id: str) -> Response:
        """A friend is invited; anybody else comes by the link under the name."""
        fields = await site.form(request)
        person = await owner(request, id)
        name = fields.get("name", "").strip()
        if fields.get("what", "") == "release":
            await tables.release(id, person, name)
        elif (friend := await _friend(person, name)) is not None:
            await tables.invite(id, person, friend)
        else:
            await tables.keep_place(id, person, name)
        return RedirectResponse(f"/table/{id}", status_code=303)

    async def _friend(person: Person, name: str) -> PersonRow | None:
        try:
            other = await people.named(name[:80])
        except Missing:
            return None
        return other if await ties.between(person.id, other.id) == ("friend", "friend") else None

    @router.post("/table/{id}/decline")
    async def decline(request: Request, id: str) -> Response:
        """Do not take the place that is kept for one."""
        await site.form(request)
        person = await site.visitors.person(request)
        if person is None:
            raise NotAllowed("you are not invited")
        await site.tables.visit(id, person)
        await tables.decline(id, person)
        return RedirectResponse("/friends", status_code=303)

    return router


def search_routes(site: Site, search: PeopleSearch) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)

    def shelf() -> list[tuple[str, str]]:
        return [(info.id, info.name) for info in on_shelf()[0]]

    @router.get("/tables")
    async def tables(
        request: Request,
        q: Word = "",
        title: Word = "",
        players: Few = 0,
        free: bool = False,
        clock: Word = "",
        language: Word = "",
        friends: bool = False,
        page: Page = 1,
    ) -> Response:
        """Public tables that are as somebody wants them."""
        person = await site.visitors.person(request)
        wanted = Wanted(
            q.strip().replace("\0", ""),
            title.replace("\0", ""),
            players,
            free,
            clock if clock in CLOCKS else "",
            language if language in LANGUAGES else "",
            person.id if friends and person else None,
            person.id if person else None,
        )
        found = await site.tables.public(ON_PAGE + 1, (page - 1) * ON_PAGE, person, wanted)
        chosen: dict[str, Any] = {"q": q, "title": title, "players": players or "", "clock": clock}
        chosen |= {"language": language, "free": free and "true", "friends": friends and "true"}
        return await site.page(
            request,
            "tables.html",
            person=person,
            wanted=wanted,
            friends=friends,
            found=found[:ON_PAGE],
            titles=shelf(),
            clocks=CLOCKS,
            query=urlencode({key: value for key, value in chosen.items() if value}),
            page=page,
            more=len(found) > ON_PAGE,
        )

    @router.get("/people")
    async def people(
        request: Request,
        q: Word = "",
        title: Word = "",
        language: Word = "",
        friends: bool = False,
        page: Page = 1,
    ) -> Response:
        """Accounts whose name begins so, or who play a title; nobody is listed who was not looked for."""
        person = await site.visitors.person(request)
        start = folded(q.strip()).replace("\0", "")
        speaks = language if language in LANGUAGES else ""
        mine = person.id if friends and person else None
        asked = bool(start or title or speaks or mine is not None)
        found = (
            await search.find(
                start,
                title=title.replace("\0", ""),
                language=speaks,
                friends=mine,
                limit=ON_PAGE + 1,
                offset=(page - 1) * ON_PAGE,
            )
            if asked
            else []
        )
        chosen = {"q": q, "title": title, "language": language, "friends": "true" if friends else ""}
        return await site.page(
            request,
            "people.html",
            person=person,
            q=q,
            title=title,
            language=language,
            friends=friends,
            asked=asked,
            found=found[:ON_PAGE],
            titles=shelf(),
            query=urlencode({key: value for key, value in chosen.items() if value}),
            page=page,
            more=len(found) > ON_PAGE,
        )

    return router
