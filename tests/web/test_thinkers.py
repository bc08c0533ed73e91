"""Thinkers on a real PostgreSQL: they find every table that waits, and take over from those that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from kursbuch.core import BadInput
from kursbuch.web.beside import beside
from kursbuch.web.settings import Settings
from kursbuch.web.thinker import run
from tests.web.backend import Player, serving, wait_for
from tests.web.odd_bots import begins
from tests.web.postgres import postgres

SEATS = [{"player": "Anna", "mine": True}, {"bot": "random"}, {"bot": "random"}]
LOTS = begins(1, 3)  # both bots move before Anna


@pytest.fixture(scope="module")
def settings() -> Iterator[Settings]:
    with postgres() as url:
        yield Settings(database=url, bot_pause=3.0, bot_processes=1, chosen_seeds=True, new_people=1000)


def test_a_thinker_needs_postgresql():
    with pytest.raises(BadInput, match="need PostgreSQL"):
        run(Settings(database="sqlite:///x"))


def test_another_thinker_takes_over_from_one_that_was_killed(settings: Settings):
    """Each holds its tables for longer than the test lasts: three seconds between the moves of two bots."""
    with serving(settings) as url, Player(url, "Anna") as anna:
        tables = [anna.table("bots", SEATS, seed=LOTS)["id"] for _ in range(3)]

        def moves(table: str) -> int:
            return int(anna.get(f"/tables/{table}")["moves"])

        with beside(settings, 1) as first:
            wait_for(lambda: all(moves(table) for table in tables))  # they were put in before it came
            with beside(settings, 1):
                os.kill(first[0].pid, signal.SIGKILL)
                for table in tables:
                    wait_for(lambda table=table: moves(table) >= 2)
        for table in tables:
            info = anna.get(f"/tables/{table}")
            assert info["version"] == info["moves"]


def test_tables_that_no_job_tells_of_are_found(settings: Settings):
    """A server that is killed between its commit and the queue, or a queue that was emptied, loses no table."""
    with serving(settings) as url, Player(url, "Anna") as anna:
        table = anna.table("bots", SEATS, seed=LOTS)["id"]
        time.sleep(0.5)
        subprocess.run([sys.executable, "-c", _EMPTY, settings.database], check=True, timeout=60)
        with beside(settings, 1):
            wait_for(lambda: anna.get(f"/tables/{table}")["moves"])


_EMPTY = """
import sys, psycopg
with psycopg.connect(sys.argv[1]) as connection:
    connection.execute("truncate kursbuch_queue.procrastinate_jobs cascade")
"""
