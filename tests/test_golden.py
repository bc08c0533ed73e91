"""The engine does what it did when the golden files were written; `python -m tests.goldens` writes them anew."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import pytest

from tests.goldens import HERE, TABLES, counts, transcript

NOTE = "behaviour has changed; if that is meant, run `uv run python -m tests.goldens` and look at the diff"


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_a_seeded_game_goes_as_it_went(title: str, players: int):
    golden = (HERE / f"{title}-{players}.txt").read_text(encoding="utf-8").splitlines()
    now = transcript(title, players).splitlines()
    for line, (before, after) in enumerate(zip(golden, now, strict=False), start=1):
        assert before == after, f"line {line}: {NOTE}"
    assert len(golden) == len(now), NOTE


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_as_many_positions_as_before(title: str, players: int):
    golden = json.loads((HERE / "counts.json").read_text(encoding="utf-8"))
    assert counts(title, players) == golden[f"{title}-{players}"], NOTE


def test_a_game_does_not_depend_on_how_python_hashes():
    largest = list(dict(TABLES).items())  # of each title
    code = f"from tests.goldens import transcript; print(*(digest(transcript(*t)) for t in {largest}))"
    code = f"import hashlib\ndigest = lambda t: hashlib.sha256(t.encode()).hexdigest()\n{code}"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        cwd=HERE.parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    golden = [(HERE / f"{title}-{players}.txt").read_bytes() for title, players in largest]
    assert run.stdout.split() == [hashlib.sha256(text).hexdigest() for text in golden], NOTE
