"""The data files of a family of titles, as they lie in its folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.core.overlay import corrected

DATA = "data"  # the folder of a family where its box lies
BESIDE = frozenset({"reasons", "sources", "vocabulary"})  # files about the data: no part of the box


@cache
def _built_in(package: str) -> dict[str, dict[str, Any]]:
    folder = files(package).joinpath(DATA)
    if not folder.is_dir():
        return {}
    found = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda e: e.name
    )
    return {
        entry.name.removesuffix(".toml"): tomllib.loads(entry.read_text(encoding="utf-8"))
        for entry in found
        if entry.name.removesuffix(".toml") not in BESIDE
    }


@cache
def beside(package: str, name: str) -> Mapping[str, Any]:
    """A file about a family's data, such as `reasons`; nothing where there is none."""
    file = files(package).joinpath(DATA).joinpath(f"{name}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def built_in(family: Family) -> Mapping[str, Mapping[str, Any]]:
    """Every data file of the box by its name, without corrections. It is shared: read it, do not change it."""
    return _built_in(family.package)


def box_data(family: Family, edition: Edition | None = None) -> dict[str, dict[str, Any]]:
    """Every data file of the box by its name, with the edition's corrections."""
    overlays = edition.files if edition else {}
    return {name: corrected(data, overlays.get(name, {})) for name, data in built_in(family).items()}
