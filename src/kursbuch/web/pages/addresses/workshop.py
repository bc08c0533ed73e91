"""The workshop: the board of a box large, each block with its form, confirmed or set right by whoever owns it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import UploadFile

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.editions.box import box_data
from kursbuch.editions.changing import (
    add_block,
    block_of,
    is_block,
    is_border,
    put_back,
    renamed,
    set_block,
    take_out,
    taken_out,
)
from kursbuch.editions.comparing import whole_edition
from kursbuch.editions.reading import LONGEST
from kursbuch.editions.shared import agreed
from kursbuch.shelf import edition_for, family_of, find
from kursbuch.store.work import Crew
from kursbuch.web.auth import address_of
from kursbuch.web.limits import Limits
from kursbuch.web.pages.shelf import NAMES
from kursbuch.web.pages.site import Site
from kursbuch.web.service import NotFound, Person
from kursbuch.web.workshop.bench import KINDS, Voices, bench, remarks_on, shown_block
from kursbuch.web.workshop.compared import compared
from kursbuch.web.workshop.desk import Drafts
from kursbuch.web.workshop.forms import field_at, read_form, shape_at
from kursbuch.web.workshop.pictures import block_picture
from kursbuch.web.workshop.telling import in_words, where
from kursbuch.web.workshop.tongue import ReadersTongue
from kursbuch.web.workshop.trials import Trials
from kursbuch.words import Words, own_words

Path = tuple[str, ...]


def workshop_routes(site: Site, drafts: Drafts, trials: Trials, limits: Limits) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
    bench_crew = Crew("workshop", hands=1, waiting=100)

    def family(title: str) -> Family:
        try:
            found = family_of(title)
            find(title)
        except BadInput as error:
            raise NotFound(error.message, **error.values) from error
        return found

    async def page(
        request: Request,
        title: str,
        at: str = "",
        error: BadInput | None = None,
        typed: Mapping[str, str] | None = None,
    ) -> Response:
        of = family(title)
        person = await site.visitors.person(request)
        words = own_words(site.words(request, person).language, title)
        edition, draft = await drafts.edition(person, of, title)
        voices = await drafts.voices(of)
        seen = await bench_crew.do(bench, of, title, edition, words, voices)
        block = await part(of, title, edition, at, words, voices) if at else None
        return await site.page(
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
            wrong=_wrong(error, words),
            wrong_at=where(words, str(error.place)) if error else "",
            wrong_field=field_at(_fields(typed or {}), at, str(error.place)) if error else "",
            typed=typed or {},
            kinds=KINDS,
            voices=voices,
            others=[d for d, _ in await drafts.published(of) if person is None or d.person != person.id],
            trial=trials.of(edition),
            taken_out=[".".join(path) for path in taken_out(edition)],
        )

    async def part(of: Family, title: str, edition: Edition, at: str, words: Words, voices: Voices) -> Any:
        try:
            path = _path(of, edition, at)
            return await bench_crew.do(shown_block, of, title, edition, path, words, voices)
        except BadInput as error:
            raise NotFound(error.message, **error.values) from error

    @router.get("/workshop/{title}")
    async def show(request: Request, title: str, at: str = "") -> Response:
        return await page(request, title, at)

    @router.get("/workshop/{title}/block")
    async def one_block(request: Request, title: str, at: str) -> Response:
        """The form of a block, to be put beside the board."""
        of = family(title)
        person = await site.visitors.person(request)
        words = own_words(site.words(request, person).language, title)
        edition, _ = await drafts.edition(person, of, title)
        voices = await drafts.voices(of)
        return await site.page(
            request,
            "workshop/block.html",
            t=words,
            person=person,
            info=find(title).info,
            edition=edition,
            at=at,
            block=await part(of, title, edition, at, words, voices),
            kinds=KINDS,
            wrong="",
            wrong_at="",
            wrong_field="",
            typed={},
            voices=voices,
        )

    async def visitor(request: Request, response: Response) -> Person:
        """Who changes something; a guest is made silently. Raises TooMany."""
        person = await site.visitors.person(request)
        if person is None:
            person = await site.visitors.guest(request, response, NAMES[0], site.words(request).language)
        await limits.spend("workshop", person)
        return person

    def back(title: str, at: str = "") -> RedirectResponse:
        where = f"?at={quote(at, safe='')}#block" if at else ""
        return RedirectResponse(f"/workshop/{quote(title)}{where}", status_code=303)

    @router.post("/workshop/{title}/set")
    async def set_values(request: Request, title: str) -> Response:
        """A block as the form says; "Exactly so" confirms what it says with the box as its source."""
        of, fields = family(title), await site.form(request)
        at, answer = fields.get("at", ""), back(title, fields.get("at", ""))
        person = await visitor(request, answer)
        words = own_words(site.words(request, person).language, title)

        def change(edition: Edition) -> Edition:
            path = _path(of, edition, at)
            values = _values(of, edition, path, fields, words)
            said = "box" if "exactly" in fields else fields.get("source", "box")
            source = {"kind": said, "by": fields.get("by", "")[:60], "note": fields.get("note", "")[:500]}
            return edition_for(title, set_block(of, edition, path, values, source))

        try:
            await drafts.change(person, of, title, change)
        except BadInput as error:
            return await page(request, title, at, error, fields)
        return answer

    @router.post("/workshop/{title}/preview")
    async def preview(request: Request, title: str) -> Response:
        """The drawn hex or tile as it changes, and what is wrong with a value, while it is typed."""
        of, fields = family(title), await site.form(request)
        person = await site.visitors.person(request)
        if person is not None:
            await limits.spend("workshop", person)
        else:
            await limits.spend_from("workshop", address_of(request))
        words = own_words(site.words(request, person).language, title)
        edition, _ = await drafts.edition(person, of, title)
        picture, error, remarks = "", None, []

        def typed() -> tuple[Path, dict[str, Any], Edition]:
            path = _path(of, edition, fields.get("at", ""))
            values = _values(of, edition, path, fields, words)
            return path, values, edition_for(title, set_block(of, edition, path, values, {"kind": "box"}))

        try:
            path, values, after = await bench_crew.do(typed)
            picture = await bench_crew.do(block_picture, of, title, after, path, values, words)
            remarks = await bench_crew.do(remarks_on, of, title, edition, after, path, words)
        except BadInput as wrong:
            error = wrong
        return await site.page(
            request,
            "workshop/preview.html",
            t=words,
            picture=picture,
            remarks=[(one, field_at(_fields(fields), fields["at"], one.at)) for one in remarks],
            wrong=_wrong(error, words),
            wrong_at=where(words, str(error.place)) if error else "",
            wrong_field=field_at(_fields(fields), fields.get("at", ""), str(error.place)) if error else "",
        )

    @router.post("/workshop/{title}/put-back")
    async def put_it_back(request: Request, title: str) -> Response:
        of, fields = family(title), await site.form(request)
        at, answer = fields.get("at", ""), back(title, fields.get("at", ""))
        person = await visitor(request, answer)
        await drafts.change(
            person, of, title, lambda edition: put_back(of, edition, _any_path(of, edition, at))
        )
        return answer

    @router.post("/workshop/{title}/add")
    async def add(request: Request, title: str) -> Response:
        """Another block like one that is there, under a name of its own."""
        of, fields = family(title), await site.form(request)
        at, name = fields.get("at", ""), fields.get("name", "").strip()[:60]
        answer = back(
            title, f"{at.rpartition('.')[0] if at.count('.') < 3 else '.'.join(at.split('.')[:2])}.{name}"
        )
        person = await visitor(request, answer)

        def change(edition: Edition) -> Edition:
            after, _ = add_block(of, edition, _path(of, edition, at), name, {"kind": "box"})
            return edition_for(title, after)

        try:
            await drafts.change(person, of, title, change)
        except BadInput as error:
            return await page(request, title, at, error)
        return answer

    @router.post("/workshop/{title}/take-out")
    async def remove(request: Request, title: str) -> Response:
        """The box does not have this block."""
        of, fields = family(title), await site.form(request)
        at, answer = fields.get("at", ""), back(title)
        person = await visitor(request, answer)
        try:
            await drafts.change(
                person, of, title, lambda edition: take_out(of, edition, _path(of, edition, at))
            )
        except BadInput as error:
            return await page(request, title, at, error)
        return answer

    @router.post("/workshop/{title}/undo")
    async def undo(request: Request, title: str) -> Response:
        of, fields = family(title), await site.form(request)
        answer = back(title, fields.get("at", ""))
        await drafts.undo(await visitor(request, answer), of)
        return answer

    @router.post("/workshop/{title}/redo")
    async def redo(request: Request, title: str) -> Response:
        of, fields = family(title), await site.form(request)
        answer = back(title, fields.get("at", ""))
        await drafts.redo(await visitor(request, answer), of)
        return answer

    @router.post("/workshop/{title}/name")
    async def name(request: Request, title: str) -> Response:
        of, fields = family(title), await site.form(request)
        answer = back(title)
        called, by = fields.get("name", "").strip()[:80], fields.get("by", "").strip()[:60]
        person = await visitor(request, answer)
        await drafts.change(person, of, title, lambda edition: renamed(edition, called, by))
        return answer

    @router.post("/workshop/{title}/publish")
    async def publish(request: Request, title: str) -> Response:
        of, fields = family(title), await site.form(request)
        answer = back(title)
        person = await visitor(request, answer)
        try:
            await drafts.publish(person, of, fields.get("published") == "yes")
        except BadInput as error:
            return await page(request, title, "", error)
        return answer

    @router.post("/workshop/{title}/import")
    async def bring(request: Request, title: str) -> Response:
        """An edition from a file takes the place of the one on the bench; undo brings that back."""
        of = family(title)
        await site.form(request)
        upload = (await request.form()).get("file")
        answer = back(title)
        try:
            if not isinstance(upload, UploadFile):
                raise BadInput("file", "no file was chosen")
            text = (await upload.read(4 * LONGEST)).decode("utf-8", "replace")
            await upload.close()
            person = await visitor(request, answer)  # counted first: to read takes longer than to send
            brought = await bench_crew.do(edition_for, title, text)
            await drafts.change(person, of, title, lambda _: brought)
        except BadInput as error:
            return await page(request, title, "", error)
        return answer

    @router.get("/workshop/{title}/edition.toml")
    async def export(request: Request, title: str) -> Response:
        of = family(title)
        person = await site.visitors.person(request)
        edition, _ = await drafts.edition(person, of, title)
        return _as_file(f"{title}-edition.toml", edition)

    @router.get("/workshop/{title}/whole.toml")
    async def export_whole(request: Request, title: str) -> Response:
        """Everything in the box, every value of it, with one's own corrections."""
        of = family(title)
        edition, _ = await drafts.edition(await site.visitors.person(request), of, title)
        name = edition.name or find(title).info.name
        return _as_file(f"{title}-whole.toml", await bench_crew.do(whole_edition, of, title, name, edition))

    @router.get("/workshop/{title}/agreed.toml")
    async def export_agreed(title: str) -> Response:
        """What enough owners have confirmed, as one edition."""
        of = family(title)
        voices = await drafts.voices(of)
        return _as_file(f"{title}-agreed.toml", await bench_crew.do(agreed, of, voices))

    @router.get("/workshop/{title}/compare")
    async def compare(request: Request, title: str, other: str = "") -> Response:
        """What is other in one's own edition: than in the built-in data, or in somebody else's."""
        of = family(title)
        person = await site.visitors.person(request)
        edition, _ = await drafts.edition(person, of, title)
        published = await drafts.published(of)
        theirs = next(((d, e) for d, e in published if d.name == other), None)
        words = own_words(site.words(request, person).language, title)
        found = await bench_crew.do(compared, of, title, theirs[1] if theirs else None, edition, words)
        return await site.page(
            request,
            "workshop/compare.html",
            t=words,
            person=person,
            info=find(title).info,
            found=found,
            other=theirs[0] if theirs else None,
            others=[d for d, _ in published if person is None or d.person != person.id],
        )

    @router.post("/workshop/{title}/trial")
    async def begin_trial(request: Request, title: str) -> Response:
        of = family(title)
        await site.form(request)
        answer = back(title)
        edition, _ = await drafts.edition(await visitor(request, answer), of, title)
        if not trials.start(edition):
            busy = BadInput("trial", "another edition is being tried out; please try again in a few minutes")
            return await page(request, title, "", busy)
        return answer

    @router.post("/workshop/{title}/trial/stop")
    async def stop_trial(request: Request, title: str) -> Response:
        of = family(title)
        await site.form(request)
        answer = back(title)
        edition, _ = await drafts.edition(await visitor(request, answer), of, title)
        await trials.break_off(edition)
        return answer

    @router.get("/workshop/{title}/trial")
    async def trial(request: Request, title: str) -> Response:
        of = family(title)
        person = await site.visitors.person(request)
        edition, _ = await drafts.edition(person, of, title)
        return await site.page(
            request, "workshop/trial.html", info=find(title).info, trial=trials.of(edition)
        )

    return router


def _as_file(name: str, edition: Edition) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(edition.text, media_type="application/toml; charset=utf-8", headers=headers)


def _path(of: Family, edition: Edition, at: str) -> Path:
    """The block of this name; names of blocks may hold dots themselves. Raises BadInput."""
    parts = at.split(".", 2)
    for path in (tuple(parts), tuple(at.split(".", 1))):
        if is_block(of, edition, path) or is_border(of, edition, path):
            return path
    raise BadInput("at", "there is no such block in the box")


def _any_path(of: Family, edition: Edition, at: str) -> Path:
    """The block of this name, also one that was taken out."""
    gone = next((path for path in taken_out(edition) if ".".join(path) == at), None)
    return gone or _path(of, edition, at)


def _values(
    of: Family, edition: Edition, path: Path, fields: Mapping[str, str], words: Words
) -> dict[str, Any]:
    """What a form says, typed in the reader's words."""
    block = block_of(box_data(of, edition), path)
    return read_form(shape_at(of, path), block, _fields(fields), ReadersTongue(of, edition, words))


def _fields(given: Mapping[str, str]) -> dict[str, str]:
    """What was typed, by the names of the fields."""
    return {name.removeprefix("f:"): text for name, text in given.items() if name.startswith("f:")}


def _wrong(error: BadInput | None, words: Words) -> str:
    return in_words(words, error.message, error.values) if error else ""
