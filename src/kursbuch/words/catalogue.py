"""Catalogues: what is said in a language, read from PO files beside the code that says it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import NamedTuple

from babel.messages.pofile import read_po


class Entry(NamedTuple):
    """A message and its words; `context` says where alone they hold, if not everywhere."""

    id: str
    text: str
    context: str = ""


def entries(package: str, language: str) -> Iterator[Entry]:
    """All that a package says in a language: its `de.po`, or every file in its folder `de`."""
    folder = files(package)
    for file in _files(folder, language):
        for message in read_po(BytesIO(file.read_bytes()), locale=language):
            if message.id and message.string:
                yield Entry(str(message.id), str(message.string), message.context or "")


def _files(folder: Traversable, language: str) -> list[Traversable]:
    alone = folder.joinpath(f"{language}.po")
    if alone.is_file():
        return [alone]
    several = folder.joinpath(language)
    found = [file for file in several.iterdir() if file.name.endswith(".po")] if several.is_dir() else []
    return sorted(found, key=lambda file: file.name)
