"""The short version of `make chaos`: every way to break a server once, with half a minute of play around it.

PostgreSQL is for the command alone: on a busy machine its server needs longer to come back than a test may wait.
"""

from __future__ import annotations

import pytest

from tests.chaos.run import chaos

NEVER = ("lost", "doubled", "wrong", "differs", "unreadable")
BUSY = 60.0  # seconds that bots and people may wait where tests share the machine; the command allows ten


@pytest.mark.parametrize("database", ["sqlite"])
def test_whatever_breaks_nothing_promised_is_lost_and_all_go_on(database: str):
    figures = chaos(database, seconds=5, seed=11, tables=3, patience=BUSY)
    assert not any(figures[kind] for kind in NEVER), figures["faults"]
    assert not figures["bots_stuck"] and not figures["waited_too_long"], figures["faults"]
    assert figures["acknowledged_moves"] > 10
    assert sum(figures["kills"].values()) >= 3
