"""The command `new-title`: the skeleton of a package with a title, which plays at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from kursbuch.core import BadInput

SUFFIX = ".template"


def new_title(
    name: Annotated[str, typer.Argument(help='What it is called, such as "Three Valleys".')],
    folder: Annotated[
        Path | None, typer.Option("--in", help="Where its folder is made; else where you are.")
    ] = None,
) -> None:
    """Write the skeleton of a new title: a package of its own that plays at once, with page, bot and tests.

    Put it on the shelf with `python -m pip install -e FOLDER`, and change its data and rules from there.
    """
    made = write_title(name, folder or Path())
    print(f"{made}: a small railway game. On the shelf with:\n\n    python -m pip install -e {made}\n")
    print(f"then `kursbuch playout {made.name}`, and `python -m pytest` in its folder.")


def write_title(name: str, folder: Path) -> Path:
    """Write the package into a new folder, called by the id of the title; raises BadInput if that cannot be."""
    id = id_of(name)
    made = folder / id
    if made.exists():
        raise BadInput("name", "there is something at {folder} already", folder=str(made))
    package = id.replace("-", "_")
    words = {"id": id, "package": package, "name": name.strip(), "book": id.replace("-", "").upper()}
    for path, template in _templates(files("kursbuch.cli").joinpath("skeleton")):
        target = made.joinpath(*(package if part == "package" else part for part in path))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(Template(template).substitute(words), encoding="utf-8")
    return made


def id_of(name: str) -> str:
    """The id of a title by its name: letters and figures, words joined by a hyphen.

    >>> id_of("Three Valleys"), id_of(" Müritz & Elde ")
    ('three-valleys', 'mueritz-elde')
    """
    plain = name.lower()
    for letter, written in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        plain = plain.replace(letter, written)
    id = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not re.fullmatch(r"[a-z][a-z0-9-]{1,30}", id) or not name.strip().isprintable() or '"' in name:
        raise BadInput("name", "a name begins with a letter and has 2 to 31 letters and figures")
    return id


def _templates(folder: Traversable, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every file of the skeleton, by the parts of its path."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _templates(entry, (*above, entry.name))
        elif entry.name.endswith(SUFFIX):
            yield (*above, entry.name.removesuffix(SUFFIX)), entry.read_text(encoding="utf-8")
