"""The code of the pages can be read: no script, no template has lines that nobody sees the end of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kursbuch

HOUSE = Path(kursbuch.__file__).parent


def pages(ending: str) -> Iterator[Path]:
    for file in HOUSE.rglob(f"*.{ending}"):
        if "vendor" not in file.parts:
            yield file


@pytest.mark.parametrize(("ending", "most"), [("js", 160), ("html", 300), ("css", 400)])
def test_no_line_is_too_long(ending: str, most: int) -> None:
    files = list(pages(ending))
    assert files
    long = [
        f"{file.name}:{number} has {len(line)} characters"
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if len(line) > most
    ]
    assert long == []


# a browser ends a paragraph before these, and what follows falls out of it
ENDS_PARAGRAPHS = re.compile(r"<p[ >](?:(?!</p>).)*?<(?:form|ul|ol|div|details|table|dl)\b", re.DOTALL)


def test_no_paragraph_holds_what_would_end_it() -> None:
    found = [file.name for file in pages("html") if ENDS_PARAGRAPHS.search(file.read_text("utf-8"))]
    assert found == []


def test_what_our_scripts_ask_for_things_is_there_before_them() -> None:
    """They run in the order of the page: on a slow machine news came in before htmx, and could not be fetched."""
    page = next(file for file in pages("html") if file.name == "base.html").read_text("utf-8")
    scripts = re.findall(r"<script[^>]*static\('([^']+)'\)|{% block (head) %}", page)
    assert scripts[0][0] == "vendor/htmx.min.js" and ("", "head") in scripts
