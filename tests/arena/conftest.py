"""Bots of another package, for commands that play in processes or on machines of their own."""

import os

import pytest

QUITTER = """
import os
from pathlib import Path

class Quitter:
    '''The machine that it plays on is lost at its first decision.'''
    name = "quitter"

    def __init__(self, setting):
        pass

    def choose(self, view, legal, rng):
        lost = Path(os.environ["LOST"])
        if not lost.exists():
            lost.touch()
            os._exit(1)
        return legal[0].sample(rng)

class Failing(Quitter):
    name = "failing"

    def choose(self, view, legal, rng):
        raise LookupError("no plan")
"""


@pytest.fixture
def abroad(tmp_path):
    """What the environment of a command must be that knows these bots, wherever it plays."""
    site = tmp_path / "site"
    record = site / "quitter-1.dist-info"
    record.mkdir(parents=True)
    (site / "quitter.py").write_text(QUITTER)
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: quitter\nVersion: 1\n")
    entries = "[kursbuch.bots]\nquitter = quitter:Quitter\nfailing = quitter:Failing\n"
    (record / "entry_points.txt").write_text(entries)
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {
        **os.environ,
        "PYTHONPATH": path,
        "LOST": str(tmp_path / "lost"),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",  # the workers are of this environment already
    }
