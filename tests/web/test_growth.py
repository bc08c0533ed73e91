"""What must not grow: the room that a table takes in memory, the pages, the figures that say so."""

from __future__ import annotations

import asyncio
import gc
import random
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.core.history import packed, unpacked
from kursbuch.shelf import find, new_game
from kursbuch.store import TableStore
from kursbuch.testing.pages import rendered
from kursbuch.web.app import create_app
from kursbuch.web.bench_growth import growth, long_game
from kursbuch.web.pages.plates import EVERY
from kursbuch.web.pages.site import without_styles
from kursbuch.web.service import NotAllowed
from tests.web.backend import sqlite
from tests.web.test_browser_board import some_way_into

MOST = 80_000  # bytes of a table page, of any title at any time


def test_a_long_game_takes_less_than_a_mebibyte(tmp_path: Path) -> None:
    """Loaded from the store and played on until all positions that are kept are there."""

    async def weigh() -> int:
        app = create_app(sqlite(tmp_path))
        async with app.router.lifespan_context(app):
            tables = app.state.tables
            anna = await app.state.auth.guest("Anna", "en", "127.0.0.1")
            info = await tables.load(anna, long_game("", 1200).to_json(), "hotseat")
            rng = random.Random(3)

            async def play(moves: int) -> None:
                for _ in range(moves):
                    game = await tables.game(info.id)
                    action = rng.choice(game.legal_actions()).sample(rng)
                    await tables.act(info.id, anna, str(action), len(game.actions))

            await play(3)  # fills what is filled once
            tables._games.forget(info.id)
            gc.collect()
            tracemalloc.start()
            await tables.game(info.id)
            await play(35)
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            tables._games.forget(info.id)
            gc.collect()
            freed = before - tracemalloc.get_traced_memory()[0]
            tracemalloc.stop()
            return freed

    freed = asyncio.run(weigh())
    assert 50_000 < freed < 2**20


def test_moves_of_long_ago_tell_what_they_told() -> None:
    game = some_way_into("18te", 60)
    told = [game.events_of(number) for number in range(61)]
    game.keep_last(10)
    assert [game.events_of(number) for number in range(61)] == told
    assert all(isinstance(move.source, bytes) for move in game.moves[:49])


def test_packing_keeps_every_letter() -> None:
    for text in ("[]", '[{"key":"phase","values":{"phase":"Ä€"},"to":"Anna"}]', "x" * 10_000):
        assert unpacked(packed(text)) == text


@pytest.mark.parametrize("title", [info.id for info in kb.titles()])
def test_a_table_page_is_small(title: str) -> None:
    """With the most players, all over a game to its end, for who decides for everybody: as large as it gets."""
    players = max(find(title).info.players)
    rng = random.Random(3)
    game, sizes = new_game(title, players, seed=3), list[int]()
    while not game.over and len(game.actions) < 700:
        if len(game.actions) % 60 == 29:
            sizes.append(size(game))
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    assert max([*sizes, size(game)]) < MOST


def size(game: Game) -> int:
    return len(without_styles(rendered(game, game.players, "de", EVERY)).encode())


def test_all_who_hear_the_same_news_share_one_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = 0
    get = TableStore.get

    async def reading(store: TableStore, *args: Any, **more: Any) -> Any:
        nonlocal reads
        reads += 1
        return await get(store, *args, **more)

    async def follow() -> None:
        app = create_app(sqlite(tmp_path))
        async with app.router.lifespan_context(app):
            tables = app.state.tables
            anna = await app.state.auth.guest("Anna", "en", "127.0.0.1")
            info = await tables.load(anna, new_game("18te", 2, seed=1).to_json(), "hotseat")
            monkeypatch.setattr(TableStore, "get", reading)
            seen = await asyncio.gather(*(tables.revisit(info.id, anna) for _ in range(200)))
            assert reads == 1
            assert {visit.info.version for visit in seen} == {info.version}
            with pytest.raises(NotAllowed):  # who asks along is still asked who they are
                await tables.revisit(info.id, None)
            early = asyncio.create_task(tables.revisit(info.id, anna))
            await asyncio.sleep(0.2)
            game = await tables.game(info.id)
            move = game.legal_actions()[0].sample(random.Random(1))
            after = await tables.act(info.id, anna, str(move), 0)
            assert (await early).info.version == info.version
            assert (await tables.revisit(info.id, anna)).info.version == after.info.version

    asyncio.run(follow())


def test_the_figures_can_be_made_again() -> None:
    found = growth("18te", lengths=(10, 20), tables=(2,), followers=(1, 3), moves=2)
    assert [row["length"] for row in found["length"]] == [10, 20]
    assert all(row["move_ms"] >= 0 and row["page_bytes"] > 10_000 for row in found["length"])
    assert [row["followers"] for row in found["followers"]] == [1, 3]
    assert found["tables"][0]["server_mib"] > 10
