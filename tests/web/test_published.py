"""What is published of a box is read once, away from the server's own thread, and not without end."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from kursbuch.editions.changing import new_edition
from kursbuch.shelf import family_of
from kursbuch.store.editions import Draft, EditionStore
from kursbuch.web.workshop import published
from kursbuch.web.workshop.published import Shelf
from tests.store.stores import Stored, opened

FAMILY = family_of("18te")


async def publish(stored: Stored, name: str, text: str, version: int = 0) -> int:
    person = (await stored.people.add(name, "hash", "en")).id
    await EditionStore(stored.database).put(
        Draft(person, FAMILY.package, text, before=("x" * 1000,), version=version, published=True)
    )
    return person


def test_only_what_has_changed_is_read_again_and_by_others_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    real = published._read

    def reading(title: str, text: str) -> object:
        assert threading.current_thread() is not threading.main_thread()
        read.append(text)
        return real(title, text)

    monkeypatch.setattr(published, "_read", reading)

    async def run() -> None:
        async with opened(tmp_path) as stored:
            plain, store = new_edition(FAMILY).text, EditionStore(stored.database)
            texts = [f"{plain}\n# {number}" for number in range(40)]
            people = [await publish(stored, f"Owner {n}", text) for n, text in enumerate(texts)]
            shelf = Shelf(store)
            found = await asyncio.gather(*(shelf.of(FAMILY) for _ in range(5)))
            assert len(read) == 40 and all(len(one.fitting) == 40 for one in found)
            assert not found[0].fitting[0][0].before  # what was before is nobody else's
            mine = await store.get(people[0], FAMILY.package)
            assert mine is not None
            await store.put(mine)
            await shelf.of(FAMILY)
            assert len(read) == 41

    asyncio.run(run())


def test_long_editions_crowd_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published, "ROOM", 100_000)

    async def run() -> None:
        async with opened(tmp_path) as stored:
            plain = new_edition(FAMILY).text
            await publish(stored, "Anna", plain)
            for number in range(3):
                await publish(stored, f"Long {number}", plain + "\n#" + "x" * 60_000)
            found = await Shelf(EditionStore(stored.database)).of(FAMILY)
            assert sorted(draft.name for draft, _ in found.fitting) in (
                ["Anna", "Long 0"], ["Anna", "Long 1"], ["Anna", "Long 2"],
            )  # fmt: skip

    asyncio.run(run())
