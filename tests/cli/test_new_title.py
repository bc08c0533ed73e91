"""`kursbuch new-title` writes a package that is installed and played at once."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kursbuch.cli.main import app
from kursbuch.cli.new_title import write_title
from kursbuch.core import BadInput
from tests.installed import install, python

NAME = "Müritz & Elde"  # letters that an id and a package cannot have
ID = "mueritz-elde"
KURSBUCH = "from kursbuch.cli.start import main; main()"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new")
    said = CliRunner().invoke(app, ["new-title", NAME, "--in", str(folder)])
    assert said.exit_code == 0, said.output
    assert "python -m pip install -e" in said.output and f"kursbuch playout {ID}" in said.output
    return folder / ID


@pytest.fixture(scope="module")
def site(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(project, tmp_path_factory.mktemp("site"))


def test_nothing_is_left_to_fill_in(project: Path):
    files = [file for file in project.rglob("*") if file.is_file()]
    assert {"README.md", "pyproject.toml", "rules.py", "title.py", "board.toml", "de.po", "en.po"} <= {
        file.name for file in files
    }
    assert not [file for file in files if "$" in file.read_text(encoding="utf-8")]
    for file in project.rglob("*.py"):
        ast.parse(file.read_text(encoding="utf-8"))


def test_it_is_on_the_shelf_and_plays(site: Path):
    ids = json.loads(python(site, "-c", KURSBUCH, "titles", "--json").stdout)
    assert (ID, NAME) in [(about["id"], about["name"]) for about in ids]
    played = json.loads(python(site, "-c", KURSBUCH, "playout", ID, "--games", "2", "--json").stdout)
    assert played["games"] == 2


def test_its_own_tests_pass(project: Path, site: Path):
    """They ask all that is asked of a title: random games, words in both languages, the page, the house bot."""
    python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", where=project)


@pytest.mark.parametrize("name", ["", "7", "1846!", "..", "x" * 40, 'a "b"', "two\nlines"])
def test_a_name_that_makes_no_package_is_refused(name: str, tmp_path: Path):
    with pytest.raises(BadInput):
        write_title(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path: Path):
    write_title("Once", tmp_path)
    with pytest.raises(BadInput, match="something at"):
        write_title("Once", tmp_path)
