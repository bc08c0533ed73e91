"""The example of a title in a package of its own: installed beside ours and played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.installed import install, python

PROJECT = Path(__file__).resolve().parent.parent / "examples" / "three-valleys"
MOST = 200  # lines of Python that a small title takes


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(PROJECT, tmp_path_factory.mktemp("site"))


def test_a_package_of_its_own_is_on_the_shelf_and_moves_nobody(site: Path):
    ours = json.loads(python(site.parent, "-c", SHELF).stdout)
    assert json.loads(python(site, "-c", SHELF).stdout) == [*ours, "three-valleys"]


SHELF = "import json, kursbuch; print(json.dumps([info.id for info in kursbuch.titles()]))"


def test_its_own_tests_pass(site: Path):
    """They ask all that is asked of a title: random games, words in both languages, the page, the house bot."""
    python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", where=PROJECT)


def test_it_is_small():
    sources = (PROJECT / "src").rglob("*.py")
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in sources) <= MOST
