"""The server is killed again and again in the middle of play: what it has acknowledged is there, and only once."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import time
from pathlib import Path

import kursbuch as kb
from tests.chaos.people import Ledger, Playing
from tests.web.backend import Player, Process, sqlite, wait_for

KILLS = 8  # a long row of them is for `make chaos`
TABLES = 3


def acknowledged(playing: list[Playing]) -> int:
    return sum(len(p.ledger.promises) for p in playing)


def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path):
    process = Process(sqlite(tmp_path))
    process.start()
    rng = random.Random(1)
    with Player(process.url, "Anna") as anna:
        tables = [anna.table(seed=n)["id"] for n in range(TABLES)]
        playing = [
            Playing(process.url, anna.token, Ledger(table, "18te"), n, rough=False)
            for n, table in enumerate(tables)
        ]
    threads = [threading.Thread(target=p.run, daemon=True) for p in playing]
    try:
        for thread in threads:
            thread.start()
        for _ in range(KILLS):
            enough = acknowledged(playing) + rng.randrange(1, 12)
            wait_for(lambda enough=enough: acknowledged(playing) >= enough)
            time.sleep(rng.random() * 0.05)  # at any moment of the next ones
            process.kill()
            _check_the_file(tmp_path, playing)
            process.start()
        process.kill()
    finally:
        for p in playing:
            p.stop.set()
        for thread in threads:
            thread.join(30)
    assert acknowledged(playing) > KILLS
    _check_the_file(tmp_path, playing)
    process.start()
    try:
        with Player(process.url, "Anna", playing[0].token) as anna:
            for p in playing:
                info = anna.get(f"/tables/{p.ledger.table}")
                assert info["version"] == info["moves"] >= max(p.versions)
                game = kb.load(json.dumps(anna.get(f"/tables/{p.ledger.table}/transcript")))
                game.audit()
                assert len(game.actions) == info["moves"]
    finally:
        process.close()


def _check_the_file(folder: Path, playing: list[Playing]) -> None:
    """Each acknowledged line is in the log once, the log has no gaps, and the table agrees with its log."""
    told = [p.versions for p in playing]
    with sqlite3.connect(folder / "games.sqlite3") as file:
        for p, seen in zip(playing, told, strict=True):
            assert len(set(seen)) == len(seen), "one number was acknowledged twice"
            rows = file.execute(
                'select number from actions where "table" = ? order by number', (p.ledger.table,)
            )
            numbers = [number for (number,) in rows]
            assert numbers == list(range(1, len(numbers) + 1))
            assert set(seen) <= set(numbers), "an acknowledged action is missing"
            (version,) = file.execute("select version from tables where id = ?", (p.ledger.table,)).fetchone()
            assert version == len(numbers)
    file.close()
