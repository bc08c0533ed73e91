"""Tables that are played with an edition: stored by content, loaded again, undone, upgraded."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import kursbuch as kb
from kursbuch.core import edition as core_edition
from kursbuch.core.overlay import corrected
from kursbuch.editions import box, read_edition, schema
from kursbuch.editions.box import box_data
from kursbuch.shelf import family_of
from kursbuch.store import boxes as store_boxes
from kursbuch.store import games as store_games
from kursbuch.store.boxes import BEGUN, as_begun, todays_box
from kursbuch.store.schema import boxes, tables
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
                found = await connection.execute(sa.select(boxes.c.digest))
                assert set(found.scalars()) == {info.edition, todays_box("18te").digest}
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


# -- a later release has other built-in data --------------------------------------------------------


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Lets the built-in data of 18TE be corrected, as a later release may."""

    def forget() -> None:
        for made in (box._built_in, schema._schema, store_boxes._todays_box, store_boxes.as_begun):
            made.cache_clear()
        store_games.fixed_parts.cache_clear()

    def correct(**files: dict[str, Any]) -> None:
        parsed = core_edition._parsed.__wrapped__
        built = box._built_in.__wrapped__

        def own(package: str, name: str) -> Any:
            return corrected(
                parsed(package, name), files.get(name.removesuffix(".toml").rpartition("/")[2], {})
            )

        @lru_cache
        def all_of(package: str) -> Any:
            return {name: corrected(data, files.get(name, {})) for name, data in built(package).items()}

        monkeypatch.setattr(core_edition, "_parsed", own)
        monkeypatch.setattr(core_edition, "_BUILT_IN", {})
        forget()
        monkeypatch.setattr(box, "_built_in", all_of)

    yield correct
    monkeypatch.undo()
    forget()


COSTLIER = {
    "board": {"hexes": {"D6": {"cost": 70}, "C5": {"drop": ["cost", "terrain"]}}},
    "game": {"bank": 4400},
}


def test_corrected_built_in_data_changes_no_running_game(tmp_path: Path, released: Any) -> None:
    async def begin() -> tuple[str, str, str]:
        async with opened(tmp_path) as stored:
            row = await stored.people.add("Anna", None, "en")
            person = Person(row.id, row.name)
            seats = [Seat("Anna"), Seat("Ben")]
            plain = await stored.live.create(person, "18te", "hotseat", seats, seed=11)
            own = await stored.live.create(person, "18te", "hotseat", seats, seed=11, edition=OWN)
            await stored.play(person, plain.id, 15)
            unnoted = await stored.live.create(person, "18te", "hotseat", seats, seed=11)
            async with stored.database.write() as connection:  # as tables were stored before this was noted
                await connection.execute(tables.update().where(tables.c.id == unnoted.id).values(begun=""))
            await stored.tables.keep_boxes()
            return plain.id, own.id, unnoted.id

    async def go_on(plain: str, own: str, unnoted: str) -> None:
        async with opened(tmp_path) as stored:
            game = await stored.live.game(plain)
            assert (box_of(game).bank, box_of(game).map.hexes["D6"].cost) == (4000, 50)
            assert box_of(game).map.hexes["C5"].cost == 50
            assert game.edition is not None and game.edition.name == BEGUN
            assert kb.load(game.to_json()).view("Anna")["position"] == game.view("Anna")["position"]
            await stored.play(Person(1, "Anna"), plain, 5, seed=2)
            assert box_of(await stored.live.game(unnoted)).bank == 4000
            game = await stored.live.game(own)
            assert (box_of(game).bank, box_of(game).map.hexes["D6"].cost) == (5000, 60)
            assert box_of(game).map.hexes["C5"].cost == 50  # not what the edition says, but what was built in
            assert game.edition is not None and game.edition.name == "Second printing"
            new = await stored.live.create(
                Person(1, "Anna"), "18te", "hotseat", [Seat("Anna"), Seat("Ben")], seed=1
            )
            assert box_of(await stored.live.game(new.id)).bank == 4400

    ids = asyncio.run(begin())
    released(**COSTLIER)
    assert box_of(kb.new_game("18te", 2)).bank == 4400
    asyncio.run(go_on(*ids))


def test_figures_that_a_later_program_needs_are_taken_from_todays_data() -> None:
    """The data of then lacks a figure that no game can be set up without."""
    then = {name: dict(table) for name, table in todays_box("18te").files.items()}
    then["game"] = {**then["game"], "bank": 3800}
    del then["game"]["holding_limit"]
    own = as_begun("18te", 2, (), read_edition(then), None)
    data = box_data(family_of("18te"), own)["game"]
    assert (data["bank"], data["holding_limit"]) == (3800, 70)


def test_data_of_then_that_cannot_be_used_any_more_keeps_no_game_from_being_played() -> None:
    then = {name: dict(table) for name, table in todays_box("18te").files.items()}
    then["board"] = {**then["board"], "hexes": "none"}
    assert as_begun("18te", 2, (), read_edition(then), None) is None
