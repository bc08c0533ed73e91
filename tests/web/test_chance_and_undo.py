"""Nobody can choose, know or try out what chance will bring; nobody sees a secret and chooses again."""

from __future__ import annotations

import asyncio
import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core.chance import Chance
from kursbuch.web.pages.log import entries
from kursbuch.web.pages.table import scene_of
from kursbuch.web.service import NotAllowed, Person, Seat
from kursbuch.words import words
from tests.store.stores import Stored, opened

SECRET = 2**100  # a seed of the operating system is larger, but once in 2**28 times


async def people(stored: Stored, *names: str) -> list[Person]:
    return [Person((await stored.people.add(name, None, "en")).id, name) for name in names]


async def online(stored: Stored, title: str, *names: str) -> tuple[list[Person], str]:
    """People at an online table."""
    crowd = await people(stored, *names)
    seats = [Seat(names[0], crowd[0].id), *[Seat("") for _ in names[1:]]]
    info = await stored.live.create(crowd[0], title, "online", seats, visibility="public")
    for person in crowd[1:]:
        await stored.live.join(info.id, person)
    return crowd, info.id


async def play_until_uncovered(stored: Stored, crowd: list[Person], table: str) -> int:
    """Random moves until one has drawn or shown something; gives how many moves there were before it."""
    rng = random.Random(3)
    by_name = {person.name: person for person in crowd}
    for _ in range(300):
        game = await stored.live.game(table)
        player = game.acting[0]
        action = rng.choice(game.legal_actions(player)).sample(rng)
        person = by_name.get(player, crowd[0])
        await stored.live.act(table, person, f"{player}: {action}", len(game.actions))
        if (await stored.live.game(table)).uncovered_since(len(game.actions)):
            return len(game.actions)
    raise AssertionError("nothing was drawn")


# -- seeds ----------------------------------------------------------------------------------------


def test_seeds_come_from_the_operating_system_and_are_long(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            _, table = await online(stored, "nuremberg", "Anna", "Ben")
            game = await stored.live.game(table)
            assert game.seed > SECRET and game.state.chance.form == 2
            _, other = await online(stored, "nuremberg", "Anna", "Ben")
            assert (await stored.live.game(other)).seed != game.seed

    asyncio.run(run())
    assert kb.new_game("18te", 2).seed > SECRET


@pytest.mark.parametrize("moves", [0, 40])
def test_whoever_loads_a_transcript_cannot_foretell_an_online_table(tmp_path: Path, moves: int):
    """Anna plays a game at home, loads it as an online table, and knows what her copy would draw next."""

    async def run() -> None:
        at_home = kb.new_game("nuremberg", ["Anna", "Ben"], seed=5)
        rng = random.Random(1)
        for _ in range(moves):
            at_home.apply(rng.choice(at_home.legal_actions()).sample(rng))
        async with opened(tmp_path) as stored:
            anna, ben = await people(stored, "Anna", "Ben")
            info = await stored.live.load(anna, at_home.to_json(), "online")
            link = await stored.live.invitation(info.id, anna)
            await stored.live.join(info.id, ben, link)
            game = await stored.live.game(info.id)
            assert game.rules.view(game.state, None) == at_home.rules.view(at_home.state, None)
            assert game.state.chance.seed > SECRET
            assert len(game.actions) == moves
        async with opened(tmp_path) as stored:  # nor after a restart
            game = await stored.live.game(info.id)
            assert game.state.chance.seed > SECRET
            if moves:  # what was taken over stands: nobody goes back to where the draws are known
                with pytest.raises(kb.BadInput, match="taken over"):
                    await stored.live.undo(info.id, anna, moves)
            before = await play_until_uncovered(stored, [anna, ben], info.id)
            drawn = await stored.live.game(info.id)
            assert before >= moves
            # the whole game can still be told, and replays
            again = kb.load(drawn.to_json())
            assert again.state.chance.seed == drawn.state.chance.seed
            assert again.rules.view(again.state, None) == drawn.rules.view(drawn.state, None)

    asyncio.run(run())


def test_a_reseeded_game_draws_otherwise():
    one, other = (kb.new_game("nuremberg", 2, seed=5) for _ in range(2))
    other.reseed(2**127 + 1)
    assert one.state.chance.copy().shuffled(range(100)) != other.state.chance.copy().shuffled(range(100))
    assert not other.can_undo and other.reseeded == ((0, 2**127 + 1),)


def test_at_home_a_transcript_goes_on_as_it_would(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            (anna,) = await people(stored, "Anna")
            text = kb.new_game("nuremberg", ["Anna", "Ben"], seed=5).to_json()
            for mode in ("hotseat", "bots"):
                info = await stored.live.load(anna, text, mode)
                assert (await stored.live.game(info.id)).state.chance.seed == 5

    asyncio.run(run())


def test_transcripts_say_which_form_of_chance_they_have():
    game = kb.new_game("nuremberg", 2, seed=7)
    data = json.loads(game.to_json())
    assert data["kursbuch"] == 2
    old = kb.load(json.dumps({**{k: v for k, v in data.items() if k != "check"}, "kursbuch": 1}))
    assert json.loads(old.to_json())["kursbuch"] == 1 and old.state.chance.form == 1
    assert old.events != game.events  # other draws
    by_hand = kb.load('{"title": "nuremberg", "players": ["Anna", "Ben"], "seed": 7, "actions": []}')
    assert by_hand.form == 1, "as it always was"
    for wrong in (0, 3, "2", True, None):
        with pytest.raises(kb.BadInput, match="formats 1 to 2"):
            kb.load(json.dumps({**{k: v for k, v in data.items() if k != "check"}, "kursbuch": wrong}))


@pytest.mark.parametrize(
    "wrong",
    [5, [[1]], [[1, 2]], [[0, "x"]], [[0, True]], [[-1, 5]], [[0, 2**5000]], [[0, 1]] * 1001],
)
def test_a_transcript_with_odd_seeds_is_refused(wrong: Any):
    data = json.loads(kb.new_game("18te", 2, seed=7).to_json())
    del data["check"]
    with pytest.raises(kb.BadInput):
        kb.load(json.dumps({**data, "reseeded": wrong}))


def test_draws_are_even_and_keyed():
    """Each value as often as the others; another seed or count gives something unrelated."""
    counts = [0] * 10
    chance = Chance(2**127 + 3)
    for _ in range(20_000):
        counts[chance.below(10)] += 1
    assert all(1800 < n < 2200 for n in counts)
    first = [Chance(seed).below(2**60) for seed in range(200)]
    flips = [bin(a ^ b).count("1") for a, b in pairwise(first)]
    assert 25 < sum(flips) / len(flips) < 35
    assert Chance(7).below(10**18) == Chance(7).below(10**18) != Chance(7, 1).below(10**18)


def test_the_first_form_of_chance_draws_as_it_did():
    chance = Chance(7, form=1)
    assert [chance.below(1000) for _ in range(5)] == FIRST_FORM


FIRST_FORM = [487, 804, 346, 203, 674]


# -- undo -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "names"), [("nuremberg", 2), ("1853", 3)])
def test_online_nobody_sees_a_draw_or_a_secret_and_chooses_again(title: str, names: int, tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            crowd, table = await online(stored, title, *("Anna", "Ben", "Clara")[:names])
            await play_until_uncovered(stored, crowd, table)
            game = await stored.live.game(table)
            for person in crowd:
                with pytest.raises(NotAllowed, match="drawn or shown"):
                    await stored.live.undo(table, person, len(game.actions))
            assert not (await stored.live.look(table))[0].undo_asked_by
        assert words("de")(
            "something was drawn or shown since: nobody may see it and choose again"
        ).startswith("seither wurde etwas gezogen")

    asyncio.run(run())


def test_what_uncovers_nothing_can_be_taken_back_online(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            crowd, table = await online(stored, "1853", "Anna", "Ben", "Clara")
            await stored.live.act(table, crowd[0], "Anna lends 300", 0)  # sealed: nobody has seen it
            await stored.live.undo(table, crowd[0], 1)
            for person in crowd[1:]:
                await stored.live.answer_undo(table, person, True)
            assert (await stored.live.look(table))[0].moves == 0

    asyncio.run(run())


@pytest.mark.parametrize(("title", "names"), [("nuremberg", 2), ("1853", 3)])
def test_at_one_screen_it_is_possible_and_the_log_says_so(title: str, names: int, tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            person, table = await stored.hotseat(title, names)
            before = await play_until_uncovered(stored, [person], table)
            seen = (await stored.live.game(table)).view()
            await stored.live.undo(table, person, before + 1)
            await says_so(stored, table, before)
        async with opened(tmp_path) as stored:  # and it still does after a restart, further back, and again
            await says_so(stored, table, before)
            await stored.live.undo(table, person, before)
            await says_so(stored, table, before - 1)
            await stored.live.redo(table, person, before - 1)
            await stored.live.redo(table, person, before)
            now = (await stored.live.game(table)).view()
            assert now["position"] == seen["position"], "played again, it is the same"
            assert [e for e in now["events"] if e["key"] != "taken-back"] == seen["events"]
            assert [e["key"] for e in now["events"]].count("taken-back") == 1
        async with opened(tmp_path) as stored:
            assert (await stored.live.game(table)).view() == now

    asyncio.run(run())


async def says_so(stored: Stored, table: str, moves: int) -> None:
    game = await stored.live.game(table)
    assert len(game.actions) == moves
    for language, said in (("en", "Taken back although"), ("de", "Zurückgenommen, obwohl")):
        told = entries(scene_of(game, ("Anna", "Ben", "Clara"), words(language)))
        assert said in str(told[0].lines)


@pytest.mark.parametrize("info", kb.titles(), ids=lambda info: info.id)
def test_every_title_tells_when_something_was_drawn_or_shown(info: kb.TitleInfo):
    """What all may know grows by what only some knew, or by a draw: then the move says so."""
    game = kb.new_game(info.id, info.players.start, seed=3)
    rng = random.Random(5)
    secrets = ("loans", "shown_contracts", "fulfilled")
    for number in range(400):
        if game.over:
            break
        before, draws = game.view()["position"], game.state.chance.count
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        after = game.view()["position"]
        shown = any(before.get(key) != after.get(key) for key in secrets)
        if shown or game.state.chance.count != draws:
            assert game.uncovered_since(number), str(game.actions[-1])
