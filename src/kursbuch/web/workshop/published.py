"""What owners have published of a box: read, compared and counted once for everybody, and again when one changes.

Anybody may publish, and an edition takes longer to read than a page to make. So nothing is read in the server's own
thread, nothing twice, and of a box no more than `ROOM` letters.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.editions.shared import Voice, voices
from kursbuch.editions.sources import title_of
from kursbuch.shelf import edition_for
from kursbuch.store.editions import Draft, EditionStore
from kursbuch.store.work import Crew

ROOM = 3_000_000  # letters of all published editions of a box together: fifty times the largest box

Known = tuple[int, int]  # a person and the version of their edition


@dataclass(frozen=True)
class Published:
    """All that is published of a box, the newest first, and what its owners say of each block."""

    editions: Mapping[Known, tuple[Draft, Edition | None]] = field(
        default_factory=dict
    )  # None: it does not fit
    voices: dict[str, list[Voice]] = field(default_factory=dict)

    @property
    def fitting(self) -> list[tuple[Draft, Edition]]:
        """Those that fit the box of today."""
        return [(draft, own) for draft, own in self.editions.values() if own is not None]

    def with_these(self, family: Family, drafts: Sequence[Draft]) -> Self:
        """The same with what is published now; only what is new is read."""
        title = title_of(family)
        editions = {}
        for draft in drafts:
            key = draft.person, draft.version
            editions[key] = self.editions.get(key) or (draft, _read(title, draft.text))
        fitting = [(draft.name, own) for draft, own in editions.values() if own is not None]
        return type(self)(editions, voices(family, fitting))


def _read(title: str, text: str) -> Edition | None:
    try:
        return edition_for(title, text)
    except BadInput:
        return None


class Shelf:
    """What is published of each box."""

    def __init__(self, store: EditionStore) -> None:
        self._store = store
        self._crew = Crew("editions", hands=1, waiting=50)
        self._found: dict[str, Published] = {}
        self._reading: dict[str, asyncio.Lock] = {}

    async def of(self, family: Family) -> Published:
        """All that is published of a box now."""
        async with self._reading.setdefault(family.package, asyncio.Lock()):
            found = self._found.get(family.package, Published())
            known = await self._store.published_versions(family.package, ROOM)
            if set(known) != set(found.editions):
                drafts = await self._store.published(family.package, [person for person, _ in known])
                found = await self._crew.do(found.with_these, family, drafts)
                self._found[family.package] = found
            return found
