"""Transcripts are played through in a process that can be ended: whatever somebody has changed about a box."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from kursbuch.core import BadInput
from kursbuch.editions import read_edition
from kursbuch.shelf import example, load, new_game
from kursbuch.web import transcripts
from kursbuch.web.limits import TooMany
from kursbuch.web.service import Person
from kursbuch.web.transcripts import LOST, MOST, ONE_AT_A_TIME, Transcripts
from tests.web.backend import WAIT, Player, serving, sqlite
from tests.web.test_auth import submit, token_of

OWN = '[edition]\ntitle = "1889"\nname = "Second printing"\n'


def run(crowd: Callable[[Transcripts], object]) -> None:
    async def crowded() -> None:
        read = Transcripts()
        try:
            await crowd(read)  # type: ignore[misc]
        finally:
            await read.stop()

    asyncio.run(crowded())


def test_a_game_that_takes_too_long_is_ended_and_the_next_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed box can make every move slow: nobody's transcript waits for minutes behind it."""
    monkeypatch.setattr(transcripts, "LIMIT", 0.0)
    text = new_game("1889", 2, seed=1, edition=read_edition(OWN)).to_json()
    with serving(sqlite(tmp_path)) as url, httpx.Client(base_url=url, timeout=WAIT) as browser:
        browser.headers["accept-language"] = "de"
        browser.get("/")
        submit(browser, "/new", title="nuremberg", mode="hotseat", count="2", name0="Anna")
        token = {"x-csrf-token": token_of(browser), "accept": "text/html"}
        answer = browser.post("/load", files={"file": ("x.json", text)}, headers=token)
        assert answer.status_code == 400 and "dauert länger als 0 Sekunden" in answer.text
        with Player(url, "Ben") as ben:
            told = ben.post("/transcripts", {"transcript": text, "mode": "hotseat"}, 422)
            assert told["place"] == "transcript" and "longer than 0 seconds" in told["detail"]
    monkeypatch.setattr(transcripts, "LIMIT", 60.0)
    with serving(sqlite(tmp_path)) as url, Player(url, "Ben") as ben:
        assert ben.post("/transcripts", {"transcript": text, "mode": "hotseat"}, 201)["title"] == "1889"


def test_a_table_comes_back_whole_and_so_does_what_is_wrong() -> None:
    own = new_game("1889", ["Anna", "Ben"], seed=1, edition=read_edition(OWN))
    wrong = json.loads(example(moves=5).to_json())
    del wrong["check"]
    wrong["actions"][3] = wrong["actions"][0]

    async def crowd(read: Transcripts) -> None:
        row, _, _ = await read.read(Person(1, "Anna"), own.to_json(), "hotseat", reseed=False)
        assert row.own is own.edition and row.owner == 1
        row, entries, positions = await read.read(
            Person(1, "Anna"), example(moves=5).to_json(), "hotseat", reseed=False
        )
        assert len(entries) == row.moves == 5 and positions
        with pytest.raises(BadInput) as here:
            load(json.dumps(wrong))
        with pytest.raises(BadInput) as there:
            await read.read(Person(1, "Anna"), json.dumps(wrong), "hotseat", reseed=False)
        assert str(there.value) == str(here.value) and there.value.values == here.value.values

    run(crowd)


def test_one_of_a_person_at_a_time_and_few_of_all() -> None:
    text = example(moves=5).to_json()

    async def crowd(read: Transcripts) -> None:
        def one(number: int) -> asyncio.Task[object]:
            return asyncio.create_task(read.read(Person(number, "Anna"), text, "hotseat", reseed=False))

        under_way = [one(number) for number in range(MOST)]
        await asyncio.sleep(0)
        for number, why in ((0, ONE_AT_A_TIME), (MOST, "")):
            with pytest.raises(TooMany) as found:
                await one(number)
            assert not why or found.value.message == why
        assert len(await asyncio.gather(*under_way)) == MOST
        await one(0)

    run(crowd)


def test_a_process_that_dies_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    text = new_game("1889", 2, seed=1).to_json()

    async def crowd(read: Transcripts) -> None:
        reading = asyncio.create_task(read.read(Person(1, "Anna"), text, "hotseat", reseed=False))
        while not read._thinkers.processes:
            await asyncio.sleep(0.001)
        for thinker in read._thinkers._all:
            thinker.kill()
        with pytest.raises(BadInput) as found:
            await reading
        assert found.value.message == LOST

    run(crowd)


def test_errors_go_through_a_pipe() -> None:
    error = BadInput("seats", "there are only {seats}", seats=4)
    again = pickle.loads(pickle.dumps(error))
    assert (again.place, again.reason, again.values) == ("seats", "there are only 4", {"seats": 4})
