"""Tables that are played with an edition: stored by content, loaded again, undone, upgraded."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import sqlalchemy as sa

import kursbuch as kb
from kursbuch.store.schema import boxes
from kursbuch.web.service import Person, Seat
from tests.editions.test_editions import OWN
from tests.store.stores import opened


def box_of(game: Any) -> Any:
    return game.state.box


def test_a_table_keeps_its_edition(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as stored:
            row = await stored.people.add("Anna", None, "en")
            person = Person(row.id, row.name)
            seats = [Seat("Anna"), Seat("Ben")]
            info = await stored.live.create(person, "18te", "hotseat", seats, seed=11, edition=OWN)
            again = await stored.live.create(person, "18te", "hotseat", seats, seed=12, edition=OWN)
            plain = await stored.live.create(person, "18te", "hotseat", seats, seed=11)
            assert info.edition == again.edition != plain.edition == ""
            await stored.play(person, info.id, 15)
            before = await stored.live.game(info.id)
            assert before.edition is not None
            async with stored.database.read() as connection:
                assert (await connection.execute(sa.select(sa.func.count()).select_from(boxes))).scalar() == 1
        async with opened(tmp_path) as stored:  # another process
            game = await stored.live.game(info.id)
            assert game.edition is not None and game.edition.name == "Second printing"
            assert (box_of(game).bank, box_of(game).map.hexes["D6"].cost) == (5000, 60)
            assert game.view("Anna") == before.view("Anna")
            await stored.play(person, info.id, 5, seed=2)
            game = await stored.live.game(info.id)
            early = await stored.live.look_as(info.id, person, at=3)
            assert box_of(early.game) is box_of(game)
            assert box_of(await stored.live.game(plain.id)).bank == 4000

    asyncio.run(run())


def test_a_table_that_waits_for_players_starts_with_its_edition(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as stored:
            anna, ben = [
                Person(r.id, r.name)
                for r in [await stored.people.add(n, None, "en") for n in ("Anna", "Ben")]
            ]
            seats = [Seat("", anna.id), Seat("")]
            info = await stored.live.create(anna, "18te", "online", seats, visibility="public", edition=OWN)
            await stored.live.join(info.id, ben)
            assert box_of(await stored.live.game(info.id)).bank == 5000

    asyncio.run(run())


def test_a_transcript_becomes_a_table_with_its_edition(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as stored:
            row = await stored.people.add("Anna", None, "en")
            text = kb.new_game("18te", 2, seed=3, edition=OWN).to_json()
            info = await stored.live.load(Person(row.id, row.name), text, "hotseat")
            assert info.edition
            assert box_of(await stored.live.game(info.id)).bank == 5000

    asyncio.run(run())
