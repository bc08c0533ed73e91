"""Games that an earlier program has stored go on in this one, from where they stood."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import BadInput
from kursbuch.store.codec import decode
from kursbuch.store.games import fixed_parts
from kursbuch.web.service import Person
from tests.store.stores import Stored, opened
from tests.stored.games import NAMES, as_json, moments, put, stored

# What later rules show otherwise, on purpose: title -> keys of the position. Nothing else may differ.
CHANGED: dict[str, frozenset[str]] = {}
SCORED_OTHERWISE = {"1853"}  # unpaid shares count what they are worth less what is unpaid


def agree(now: Any, then: Any, where: str, changed: frozenset[str] = frozenset()) -> None:
    """Everything that could be seen then is there now, and the same; there may be more of it."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key, value in then.items():
            if key not in changed:
                assert key in now, f"{where}.{key} is gone"
                agree(now[key], value, f"{where}.{key}", changed)
    else:
        assert now == then, f"{where}: {now} was {then}"


@pytest.mark.parametrize("name", NAMES)
def test_every_stored_position_is_read_as_it_was(name: str):
    title = stored(name)["table"]["title"]
    for moment in moments(name):
        game = kb.new_game(title, moment.players, 1, moment.table["options"])
        state = decode(
            moment.state, fixed_parts(title, len(game.players), tuple(sorted(game.options.items())))
        )
        game.state = state
        seen = moment.seen
        assert state.chance.count == seen["draws"] and state.chance.form == 1
        assert game.scores() == seen["scores"] or title in SCORED_OTHERWISE, moment.id
        for player in (None, *game.players):
            then = seen["views"][player or ""]
            assert list(game.acting) == then["acting"]
            now = as_json(game.rules.view(state, player))
            agree(now, then["position"], moment.id, CHANGED.get(title, frozenset()))
        game.audit()


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_game_goes_on(name: str, tmp_path: Path):
    """Loaded from rows as they were: page data, log, a few moves, undo and redo, over a restart."""

    async def run() -> None:
        *early, last = moments(name)
        for moment in [random.Random(name).choice(early), last]:
            folder = tmp_path / str(moment.version)
            folder.mkdir(exist_ok=True)
            async with opened(folder) as place:
                table = await put(place.database, moment)
                game = await place.live.game(table)
                then = moment.seen["views"][""]
                assert len(game.actions) == then["moves"] and list(game.acting) == then["acting"]
                assert game.scores() == moment.seen["scores"] or game.title in SCORED_OTHERWISE
                if game.over:
                    continue
                made = await go_on(place, table, 5)
                after = (await place.live.game(table)).view()
            async with opened(folder) as place:
                assert (await place.live.game(table)).view() == after
                info, _ = await place.live.look(table)
                if not info.undo_asked_by and len({s.person for s in info.seats if s.person}) == 1:
                    await back_and_forth(place, table, made)

    asyncio.run(run())


async def go_on(place: Stored, table: str, moves: int) -> int:
    """Some random moves of whoever is to decide; gives how many there were."""
    rng = random.Random(7)
    for number in range(moves):
        info, game = await place.live.look(table)
        if game.over:
            return number
        player = game.acting[0]
        action = str(rng.choice(game.legal_actions(player)).sample(rng))
        seat = next(s for s in info.seats if s.player == player)
        if seat.bot:
            await place.live.act_for_bot(table, player, action, info.version)
        else:
            person = Person(seat.person or 0, player)
            await place.live.act(table, person, f"{player}: {action}", info.moves)
        (await place.live.game(table)).audit()
    return moves


async def back_and_forth(place: Stored, table: str, made: int) -> None:
    info, game = await place.live.look(table)
    person = Person(info.owner, info.seats[0].player)
    own = {s.player for s in info.seats if s.person}
    if not made or not any(a.by in own for a in game.actions[-made:]):
        return
    before = game.view()["position"]
    back = await place.live.undo(table, person, info.moves)
    assert back.moves < info.moves
    again = await place.live.redo(table, person, back.moves)
    assert again.moves == info.moves
    assert (await place.live.game(table)).view()["position"] == before


# Old transcripts that today's rules let pass to the end. The others were played under rules that have been mended
# since: they replay up to the first action at which that matters, and the error says why.
WHOLE = {"1889-2", "1889-3", "1889-4", "18do-intro-3", "18do-intro-4", "18do-intro-5", "18te-3"}


@pytest.mark.parametrize("name", NAMES)
def test_an_old_transcript_replays_as_far_as_the_rules_are_the_same(name: str):
    finished = stored(name)["finished"]
    then = json.loads(finished["transcript"])
    try:
        game = kb.load(finished["transcript"])
    except BadInput as error:
        assert name not in WHOLE
        now = kb.new_game(then["title"], then["players"]).info.revision
        assert then["revision"] < now
        assert error.values["then"] == then["revision"] and error.values["now"] == now
        del then["check"]
        sound = int(error.place[len("actions[") : -1]) - 1
        begun = kb.load(json.dumps({**then, "actions": then["actions"][:sound]}))
        assert begun.form == 1 and len(begun.actions) == sound
    else:
        assert game.form == 1 and game.over
        assert game.scores() == finished["scores"] or then["title"] in SCORED_OTHERWISE
        assert json.loads(game.to_json())["actions"] == then["actions"]
