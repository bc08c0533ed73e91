"""Rules, wordings and views may change: a running game goes on from its stored position, its log is history."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import kursbuch as kb
from kursbuch.core import BadInput, Game
from kursbuch.core.history import Past
from kursbuch.store.schema import actions, positions, tables
from kursbuch.web.pages.history import charts
from kursbuch.web.pages.log import entries, last_decision
from kursbuch.web.pages.table import scene_for, scene_of, table
from kursbuch.web.seating import Sight
from kursbuch.web.service import Person
from kursbuch.words import words
from tests.store.stores import Stored, opened
from tests.stored.games import moments, put


async def reworded(stored: Stored, id: str) -> None:
    """As after a change of the rules and of every wording: no line of the log can be read any more."""
    async with stored.database.write() as connection:
        await connection.execute(actions.update().where(actions.c.table == id).values(text="Anna declines"))


async def shown(stored: Stored, id: str, seats: tuple[str, ...], at: int | None = None) -> dict[str, Any]:
    """All panels of the page."""
    info, game = await stored.live.look(id)
    then = None if at is None else await stored.live.game_at(id, at)
    return table(scene_for(Sight(info, None, seats, game, then), words("de"), at), info)


def test_a_game_goes_on_whatever_became_of_the_wording(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, id = await stored.hotseat()
            await stored.play(person, id, 60)
            before = kb.load((await stored.live.game(id)).to_json())  # with all its positions
            await reworded(stored, id)
        async with opened(tmp_path) as stored:
            game = await stored.live.game(id)
            assert game.view("Anna") == before.view("Anna")
            assert str(game.actions[3]) == "Anna declines" and isinstance(game.actions[3], Past)
            data = await shown(stored, id, ("Anna", "Ben"))
            assert data["log"] and data["moves"] == 60
            for number in (0, 17, 59):
                then = await shown(stored, id, ("Anna",), number)
                assert then["at"] == number
                assert then["scene"].position == before.at(number).rules.view(before.at(number).state, "Anna")
            await stored.play(person, id, 5)
            for moves in range(65, 50, -1):
                await stored.live.undo(id, person, moves)
            assert (await stored.live.game(id)).view("Ben") == {
                **before.at(50).view("Ben"),
                "events": (await stored.live.game(id)).view("Ben")["events"],
            }
            await stored.live.redo(id, person, 50)
        async with opened(tmp_path) as stored:
            await stored.live.redo(id, person, 51)
            assert (await stored.live.game(id)).state.cash == before.at(52).state.cash

    asyncio.run(run())


def test_the_page_of_a_resumed_game_opens_for_every_player(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, id = await stored.hotseat()
            await stored.play(person, id, 40)
            async with stored.database.write() as connection:  # an illegal action: the log does not replay
                await connection.execute(
                    actions.update().where(actions.c.number == 12).values(player="", text="Anna bids 5")
                )
        async with opened(tmp_path) as stored:
            for seat in ("Anna", "Ben"):
                assert (await shown(stored, id, (seat,)))["log"]
                scene = scene_of(await stored.live.game(id), (seat,), words("en"))
                assert 0 < last_decision(scene) <= 40

    asyncio.run(run())


def test_the_newest_position_is_the_truth_hidden_state_included(tmp_path: Path):
    """Today's rules would draw once more, and deal otherwise: what is stored counts, seen or not."""

    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, id = await stored.hotseat("nuremberg", 2)
            await stored.play(person, id, 30)
            before = await stored.live.game(id)
            async with stored.database.write() as connection:
                await connection.execute(tables.update().values(seed="12"))
        async with opened(tmp_path) as stored:
            game = await stored.live.game(id)
            assert vars_of(game) == vars_of(before)

    asyncio.run(run())


def vars_of(game: Game) -> tuple[Any, ...]:
    chance = game.state.chance
    return chance.seed, chance.count, chance.form, game.rules.view(game.state, None)


def test_a_view_that_fails_on_the_position_does_not_change_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, id = await stored.hotseat()
            await stored.play(person, id, 30)
            cash = (await stored.live.game(id)).state.cash
            async with stored.database.write() as connection:
                await connection.execute(tables.update().values(seed="12"))  # replay would lead elsewhere

        def fails(*_: object) -> None:
            raise KeyError("new field")

        monkeypatch.setattr(type(kb.new_game("18te", 2, 1).rules), "view", fails)
        async with opened(tmp_path) as stored:
            assert (await stored.live.game(id)).state.cash == cash

    asyncio.run(run())


def test_nothing_is_replayed_when_a_game_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, id = await stored.hotseat()
            await stored.play(person, id, 30)

        def never(*_: object) -> None:
            raise AssertionError("played again")

        async with opened(tmp_path) as stored:
            monkeypatch.setattr(Game, "apply", never)
            monkeypatch.setattr(Game, "read", never)
            assert len((await stored.live.game(id)).actions) == 30

    asyncio.run(run())


def test_before_the_first_kept_position_there_is_only_the_log(tmp_path: Path):
    """A game that an earlier program has stored: of its positions only the newest is there."""

    async def run() -> None:
        moment = next(m for m in moments("18te-2") if m.version > 200)
        async with opened(tmp_path) as stored:
            id = await put(stored.database, moment)
            person = Person(1, "Anna")
            moves = moment.seen["views"][""]["moves"]
            data = await shown(stored, id, ("Anna", "Ben"), 10)
            assert data["at"] == moves and data["scene"].too_early and data["log"]
            text = data["scene"].words(
                "positions are kept from move {first} on; of what came before there is only the log",
                first=moves,
            )
            assert text.startswith(f"Stellungen sind ab Zug {moves} aufgehoben")
            with pytest.raises(BadInput, match=f"positions are kept from move {moves} on"):
                await stored.live.undo(id, person, moves)
            await stored.play(person, id, 4)
            await stored.live.undo(id, person, moves + 4)
            assert (await shown(stored, id, ("Anna", "Ben"), 10))["at"] == moves
            whole = entries(data["scene"], moves + 1)
            assert whole[-1].number <= 1, "the log goes back to the start"

    asyncio.run(run())


def test_a_finished_game_has_charts_over_its_whole_course(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, id = await stored.hotseat()
            game = await stored.live.game(id)
            while not game.over:
                await stored.play(person, id, 1, seed=len(game.actions))
                game = await stored.live.game(id)
            data = await shown(stored, id, ("Anna", "Ben"))
            numbers = [number for number, _ in game.positions()]
            assert numbers[0] == 0 and numbers[-1] == len(game.actions) and len(numbers) > 50
            assert len(charts(data["scene"])) == 3

    asyncio.run(run())


def test_every_position_is_kept_in_little_room(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, id = await stored.hotseat()
            await stored.play(person, id, 100)
            async with stored.database.read() as connection:
                kept = (await connection.execute(sa.select(positions))).all()
            whole = [row for row in kept if row.base is None]
            assert len(kept) == 101 and [row.number for row in whole] == [0, 32, 64, 96]
            assert sum(len(row.data) for row in kept) < 101 * len(whole[-1].data) / 3

    asyncio.run(run())


def test_a_game_goes_on_when_an_option_or_one_of_its_values_is_gone(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, id = await stored.hotseat()
            await stored.play(person, id, 20)
            before = (await stored.live.game(id)).view("Anna")
            odd = {**before["options"], "gone": True, next(iter(before["options"])): "no longer a choice"}
            async with stored.database.write() as connection:
                await connection.execute(tables.update().values(options=odd))
        async with opened(tmp_path) as stored:
            assert (await stored.live.game(id)).view("Anna") == before
            await stored.play(person, id, 5)

    asyncio.run(run())
