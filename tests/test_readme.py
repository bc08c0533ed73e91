"""What the README shows is so: its Python runs, its commands are there, its table is the shelf."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

import kursbuch as kb

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def test_the_game_in_ten_lines_runs():
    (code,) = blocks("python")
    assert len(code.strip().splitlines()) <= 10
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, names)
    lines = printed.getvalue().splitlines()
    game = names["game"]
    assert isinstance(game, kb.Game) and game.over
    assert lines[:-1] == list(map(str, game.actions)) and lines[-1] == str(game.scores())


def test_what_it_says_of_a_game_can_be_called():
    game = kb.new_game("18te", players=["Anna", "Ben"], seed=7)
    for call in re.findall(r"`game\.(\w+)\(", README):
        assert callable(getattr(game, call)), call
    (line,) = re.findall(r'game\.why_not\("(.*?)"\)', README)
    refusal = game.why_not(line)
    assert refusal is not None and refusal.section.startswith("18TE §")


@pytest.mark.parametrize("line", [line for block in blocks("sh") for line in block.splitlines()])
def test_commands_are_there(line: str):
    program, *words = shlex.split(line, comments=True)
    if program == "make":
        assert re.search(rf"^{words[0]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    else:
        assert (program, words) == ("uvx", ["kursbuch"])  # tests/release plays it


def test_the_table_of_titles_is_the_shelf():
    rows = re.findall(r"^\| `([^`]+)` \|.*\| (\d)-(\d) \|$", README, flags=re.MULTILINE)
    assert {(id, int(least), int(most)) for id, least, most in rows} == {
        (info.id, min(info.players), max(info.players)) for info in kb.titles()
    }
    players = (ROOT / "docs/players/index.md").read_text(encoding="utf-8")
    assert all(f"| `{info.id}` |" in players for info in kb.titles())


def test_pictures_are_small():
    assert sum(file.stat().st_size for file in (ROOT / "docs/pictures").iterdir()) < 1_500_000
