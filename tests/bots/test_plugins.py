"""A bot of another package: found by its entry point, it takes a seat like any other."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.installed import install, python

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT = ROOT / "examples" / "thirty-lines"
SOURCE = PROJECT / "src" / "thirty_lines" / "__init__.py"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(PROJECT, tmp_path_factory.mktemp("bots"))


ASKED = """
import json
from kursbuch import bots
from kursbuch.web.levels import seated
print(json.dumps([bots.names()[-1], bots.get("forward:3").moves, seated("forward:3"), bots.known("forward")]))
"""


def test_an_installed_bot_has_a_name_a_setting_and_a_seat(site: Path) -> None:
    assert json.loads(python(site, "-c", ASKED).stdout) == ["forward", 3, "forward:3", True]
    absent = python(site.parent, "-c", "import kursbuch.bots as b; print(b.known('forward'))").stdout
    assert absent.strip() == "False"


SETTING = """
from kursbuch import bots
from kursbuch.core import BadInput
try:
    bots.get("forward:abc")
except BadInput as error:
    print(bots.known("forward:abc"), error)
"""


def test_a_setting_that_it_cannot_read_is_refused_by_name(site: Path) -> None:
    told = python(site, "-c", SETTING).stdout
    assert told.startswith("False") and "there is no bot 'forward:abc': ValueError" in told


BROKEN = '[kursbuch.bots]\nbroken = "nowhere:Bot"\nhouse = "thirty_lines:Forward"\n'.replace('"', "")


def test_one_that_cannot_be_loaded_or_takes_our_name_is_left_out(site: Path, tmp_path: Path) -> None:
    record = tmp_path / "broken-1.dist-info"
    record.mkdir()
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (record / "entry_points.txt").write_text(BROKEN)
    told = python(
        tmp_path, "-c", "import kursbuch.bots as b; print(b.names(), type(b.get('house')).__name__)"
    )
    assert "broken" not in told.stdout and "HouseBot" in told.stdout


def test_it_has_thirty_lines_and_stands_in_the_documentation() -> None:
    text = SOURCE.read_text("utf-8")
    code = [line for line in text.splitlines() if line.strip() and not line.strip().startswith('"""')]
    assert len(code) <= 30
    assert text.strip() in (ROOT / "docs" / "bots" / "bots.md").read_text("utf-8")
    assert re.search(r"`examples/thirty-lines`", (ROOT / "docs" / "bots" / "bots.md").read_text("utf-8"))


STRENGTH = """
from random import Random
import kursbuch as kb
from kursbuch import bots
won = 0
for n in range(4):
    game = kb.new_game("nuremberg", 2, seed=900 + n)
    me = game.players[n // 2]
    bots.play(game, {p: bots.get("forward" if p == me else "house") for p in game.players}, Random(n))
    won += game.scores()[me] > min(game.scores().values())
print(won)
"""


def test_it_beats_the_house(site: Path) -> None:
    """A few games of those that the documentation tells of, each seat twice."""
    assert int(python(site, "-c", STRENGTH).stdout) >= 3
