"""What the documentation promises: every part of the public contract is explained by an example that runs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kursbuch
from tools.documenting import commands, routes

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs").rglob("*.md")) + sorted(ROOT.glob("*.md"))


def contract() -> Iterator[tuple[str, object]]:
    """Every name of the library, and every public method and property of its classes."""
    for name in kursbuch.__all__:
        thing = getattr(kursbuch, name)
        yield name, thing
        if inspect.isclass(thing):
            own = (key for cls in thing.__mro__ if cls.__module__.startswith("kursbuch") for key in vars(cls))
            for key in dict.fromkeys(own):
                member = inspect.getattr_static(thing, key)
                if not key.startswith("_") and (
                    isinstance(member, property) or callable(getattr(thing, key))
                ):
                    yield f"{name}.{key}", member


@pytest.mark.parametrize(
    ("name", "thing"), [*contract()], ids=lambda one: one if isinstance(one, str) else ""
)
def test_every_part_of_the_contract_has_an_example(name: str, thing: object):
    text = inspect.getdoc(thing) or ""
    assert ">>> " in text, f"{name} has no example in its docstring"


def test_every_method_of_a_game_is_on_the_site():
    page = (ROOT / "docs/reference/game.md").read_text(encoding="utf-8")
    assert ".. autoclass:: Game()\n   :members:" in page
    library = (ROOT / "docs/reference/library.md").read_text(encoding="utf-8")
    missing = [name for name in kursbuch.__all__ if f":: {name}" not in library and name != "Game"]
    assert not missing


def test_every_route_and_command_says_what_it_does():
    told = routes.described()
    silent = [f"{method} {path}" for path, ways in told["paths"].items() for method, one in ways.items()
              if not one.get("description")]  # fmt: skip
    assert not silent
    chapters = re.split(r"^## ", commands.page(), flags=re.MULTILINE)[1:]
    assert not [one.splitlines()[0] for one in chapters if not one.splitlines()[2].strip()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere_in_the_repository_too(page: Path):
    """Sphinx looks at docs/ alone; these are read on the repository's page as well."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    near = [link for link in links if not re.match(r"[a-z]+:", link)]
    assert not [link for link in near if not (page.parent / link).exists()]


def test_each_folder_of_the_documentation_has_a_first_page():
    folders = {page.parent for page in PAGES if (ROOT / "docs") in page.parents}
    missing = [folder for folder in folders if not (folder / "index.md").exists() and folder.name != "made"]
    assert not missing
