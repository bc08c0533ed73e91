"""What all addresses of the workshop begin with: whose bench it is, its page, the block that is worked on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.editions.box import box_data
from kursbuch.editions.changing import block_of, is_block, is_border, taken_out
from kursbuch.shelf import family_of, find
from kursbuch.store.work import Crew
from kursbuch.web.limits import Limits
from kursbuch.web.pages.shelf import NAMES
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotFound, Person
from kursbuch.web.workshop.bench import KINDS, Voices, bench, shown_block
from kursbuch.web.workshop.desk import Drafts
from kursbuch.web.workshop.forms import field_at, read_form, shape_at
from kursbuch.web.workshop.telling import in_words, where
from kursbuch.web.workshop.tongue import ReadersTongue
from kursbuch.web.workshop.trials import Trials
from kursbuch.words import Words, own_words

Path = tuple[str, ...]


class Workbench:
    """Editions of the visitor of a request, and what shows them."""

    def __init__(self, site: Site, drafts: Drafts, trials: Trials, limits: Limits) -> None:
        self.site, self.drafts, self.trials, self.limits = site, drafts, trials, limits
        self.crew = Crew("workshop", hands=1, waiting=100)

    def family(self, title: str) -> Family:
        """The family of a title; raises NotFound."""
        try:
            found = family_of(title)
            find(title)
        except BadInput as error:
            raise NotFound(error.message, **error.values) from error
        return found

    async def page(
        self,
        request: Request,
        title: str,
        at: str = "",
        error: BadInput | None = None,
        typed: Mapping[str, str] | None = None,
    ) -> Response:
        """The whole page, with one block open beside the board and what was wrong with what was typed there."""
        of = self.family(title)
        person = await self.site.visitors.person(request)
        words = own_words(self.site.words(request, person).language, title)
        edition, draft = await self.drafts.edition(person, of, title)
        voices = await self.drafts.voices(of)
        seen = await self.crew.do(bench, of, title, edition, words, voices)
        block = await self.part(of, title, edition, at, words, voices) if at else None
        return await self.site.page(
            request,
            "workshop/page.html",
            400 if error else 200,
            t=words,
            person=person,
            info=find(title).info,
            bench=seen,
            edition=edition,
            draft=draft,
            at=at,
            block=block,
            wrong=wrong_in(error, words),
            wrong_at=where(words, str(error.place)) if error else "",
            wrong_field=field_at(fields_of(typed or {}), at, str(error.place)) if error else "",
            typed=typed or {},
            kinds=KINDS,
            voices=voices,
            others=[d for d, _ in await self.drafts.published(of) if person is None or d.person != person.id],
            trial=self.trials.of(edition),
            taken_out=[".".join(path) for path in taken_out(edition)],
        )

    async def part(
        self, of: Family, title: str, edition: Edition, at: str, words: Words, voices: Voices
    ) -> Any:
        """The form of a block; raises NotFound."""
        try:
            path = path_of(of, edition, at)
            return await self.crew.do(shown_block, of, title, edition, path, words, voices)
        except BadInput as error:
            raise NotFound(error.message, **error.values) from error

    async def visitor(self, request: Request, response: Response) -> Person:
        """Who changes something; a guest is made silently. Raises TooMany."""
        person = await self.site.visitors.person(request)
        if person is None:
            person = await self.site.visitors.guest(
                request, response, NAMES[0], self.site.words(request).language
            )
        await self.limits.spend("workshop", person)
        return person


def back(title: str, at: str = "") -> RedirectResponse:
    where = f"?at={quote(at, safe='')}#block" if at else ""
    return RedirectResponse(f"/workshop/{quote(title)}{where}", status_code=303)


def path_of(of: Family, edition: Edition, at: str) -> Path:
    """The block of this name; names of blocks may hold dots themselves. Raises BadInput."""
    parts = at.split(".", 2)
    for path in (tuple(parts), tuple(at.split(".", 1))):
        if is_block(of, edition, path) or is_border(of, edition, path):
            return path
    raise BadInput("at", "there is no such block in the box")


def any_path_of(of: Family, edition: Edition, at: str) -> Path:
    """The block of this name, also one that was taken out."""
    gone = next((path for path in taken_out(edition) if ".".join(path) == at), None)
    return gone or path_of(of, edition, at)


def values_of(
    of: Family, edition: Edition, path: Path, fields: Mapping[str, str], words: Words
) -> dict[str, Any]:
    """What a form says, typed in the reader's words."""
    block = block_of(box_data(of, edition), path)
    return read_form(shape_at(of, path), block, fields_of(fields), ReadersTongue(of, edition, words))


def fields_of(given: Mapping[str, str]) -> dict[str, str]:
    """What was typed, by the names of the fields."""
    return {name.removeprefix("f:"): text for name, text in given.items() if name.startswith("f:")}


def wrong_in(error: BadInput | None, words: Words) -> str:
    return in_words(words, error.message, error.values) if error else ""
