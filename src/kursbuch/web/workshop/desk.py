"""Whose edition is on the bench: read from the store, changed, undone, published."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.editions.changing import new_edition
from kursbuch.editions.fitting import what_fits
from kursbuch.editions.reading import edition_of_text
from kursbuch.editions.shared import ENOUGH, Voice, confirmed
from kursbuch.shelf import edition_for, families, family_of
from kursbuch.store.editions import Draft, EditionStore
from kursbuch.store.errors import Conflict
from kursbuch.store.work import Crew
from kursbuch.web.sanctions import check_may_write
from kursbuch.web.service import Person, PositionChanged
from kursbuch.web.workshop.published import Shelf

BY = "by:"  # before the name of an account whose edition a form chooses; no name has a colon
KEPT = 300.0  # seconds for which the start page need not count anew what others have confirmed


@dataclass(frozen=True)
class Drafts:
    """The editions that people are making."""

    store: EditionStore
    shelf: Shelf
    _confirmed: dict[str, tuple[float, Mapping[str, tuple[int, int]]]] = field(default_factory=dict)
    _crew: Crew = field(default_factory=lambda: Crew("drafts", hands=1, waiting=100))

    async def edition(
        self, person: Person | None, family: Family, title: str
    ) -> tuple[Edition, Draft | None]:
        """Somebody's edition of a box, or one that changes nothing."""
        draft = await self.store.get(person.id, family.package) if person else None
        if draft is None:
            return new_edition(family), None
        return await self._crew.do(_read, family, title, draft.text), draft

    async def change(
        self, person: Person, family: Family, title: str, change: Callable[[Edition], Edition]
    ) -> Edition:
        """Change somebody's edition; raises BadInput, and then nothing has changed."""
        edition, draft = await self.edition(person, family, title)
        after = await self._crew.do(change, edition)  # to read a box takes longer than to make a page
        if after.text != edition.text or draft is None:
            before = draft or Draft(person.id, family.package, edition.text)
            past = (*before.before, edition.text)
            await self._put(person, replace(before, text=after.text, before=past, after=()))
        return after

    async def undo(self, person: Person, family: Family) -> None:
        """Take the last change back."""
        draft = await self.store.get(person.id, family.package)
        if draft is not None and draft.before:
            undone = (*draft.after, draft.text)
            back = replace(draft, text=draft.before[-1], before=draft.before[:-1], after=undone)
            await self._put(person, back)

    async def redo(self, person: Person, family: Family) -> None:
        """Make the change again that was taken back last."""
        draft = await self.store.get(person.id, family.package)
        if draft is not None and draft.after:
            past = (*draft.before, draft.text)
            again = replace(draft, text=draft.after[-1], before=past, after=draft.after[:-1])
            await self._put(person, again)

    async def publish(self, person: Person, family: Family, published: bool) -> None:
        """Let others see the edition, or no longer; raises BadInput for guests."""
        if person.guest:
            raise BadInput("publish", "sign up to publish an edition: others want to know whose it is")
        draft = await self.store.get(person.id, family.package)
        if draft is not None:
            await self._put(person, replace(draft, published=published))

    async def _put(self, person: Person, draft: Draft) -> None:
        if draft.published:  # its names and notes are read by others
            check_may_write(person)
        self._confirmed.clear()
        try:
            await self.store.put(draft)
        except Conflict as error:
            raise PositionChanged from error

    # -- others -----------------------------------------------------------------------------------

    async def published(self, family: Family) -> list[tuple[Draft, Edition]]:
        """What others have published of a box; what does not fit it any more is left out."""
        return (await self.shelf.of(family)).fitting

    async def voices(self, family: Family) -> dict[str, list[Voice]]:
        """What owners say of each block."""
        return (await self.shelf.of(family)).voices

    async def confirmed(self) -> Mapping[str, tuple[int, int]]:
        """Of each box how many blocks are confirmed, and how many it has; by family."""
        when, before = self._confirmed.get("", (0.0, {}))
        if before and time.monotonic() - when < KEPT:
            return before
        now = await self._count()
        self._confirmed[""] = (time.monotonic(), now)
        return now

    async def _count(self) -> Mapping[str, tuple[int, int]]:
        out = {}
        for family in families():
            found = await self.shelf.of(family)
            out[family.package] = confirmed(family, found.voices if len(found.fitting) >= ENOUGH else {})
        return out

    async def choices(self, person: Person | None) -> Mapping[str, list[tuple[str, str]]]:
        """The editions that a table can be set up with, by family: what the form sends, and the name."""
        out: dict[str, list[tuple[str, str]]] = {}
        for draft in await self.store.named(person.id if person else None):
            mine = person is not None and draft.person == person.id
            choice = ("mine", "") if mine else (f"{BY}{draft.name}", draft.name)
            out.setdefault(draft.family, []).append(choice)
        return out

    async def chosen(self, person: Person, title: str, choice: str) -> str:
        """The text of the edition that a form has chosen; nothing is the built-in data. Raises BadInput."""
        if not choice:
            return ""
        family = family_of(title)
        draft: Draft | None = None
        if choice == "mine":
            draft = await self.store.get(person.id, family.package)
        elif choice.startswith(BY):
            draft = await self.store.published_by(choice.removeprefix(BY), family.package)
        if draft is None:
            raise BadInput("edition", "there is no such edition")
        return draft.text


def _read(family: Family, title: str, text: str) -> Edition:
    try:
        return edition_for(title, text)
    except BadInput:  # made for the data of an earlier release
        return what_fits(family, edition_of_text(text))
