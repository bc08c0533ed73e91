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


@pytest.mark.parametrize("hash_seed", ["1"])
def test_a_game_does_not_depend_on_how_python_hashes(hash_seed: str):
    code = "from tests.goldens import TABLES, transcript; print(*(digest(transcript(*t)) for t in TABLES))"
    code = f"import hashlib\ndigest = lambda t: hashlib.sha256(t.encode()).hexdigest()\n{code}"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=HERE.parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    here = [hashlib.sha256(transcript(*table).encode()).hexdigest() for table in TABLES]
    assert run.stdout.split() == here
