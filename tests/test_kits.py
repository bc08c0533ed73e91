"""Kits name no title: no id, name, family, rulebook or company of one, neither in code nor in examples."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import kursbuch
from kursbuch.shelf import families, find, new_game
from kursbuch.words import summaries

ROOT = Path(kursbuch.__file__).parent
KITS = (
    "core",
    "rail",
    "positions",
    "lessons",
    "words",
    "draw",
    "bots",
    "soak",
    "store",
    "web",
    "cli",
    "recorded",
    "testing",
)
TEXTS = {".py", ".html", ".css", ".js", ".json", ".toml", ".po", ".template"}
# what positions were written like before records had short names of their own
HISTORY = {"store/first_form.py", "store/first_form.json"}
FILES = [
    file
    for kit in (*KITS, "shelf.py")
    for file in sorted((ROOT / kit).rglob("*") if (ROOT / kit).is_dir() else [ROOT / kit])
    if file.suffix in TEXTS
    and "vendor" not in file.parts
    and file.relative_to(ROOT).as_posix() not in HISTORY
]


@cache
def names() -> re.Pattern[str]:
    """Whatever a title is known by: its id, its name, its family, its book, its companies in full."""
    found: set[str] = set()
    for family in families():
        found |= {family.name, *family.titles}
        for title in family.titles:
            info = find(title).info
            found |= {info.name, *(point.partition("-")[0] for point in summaries(title))}
            box = getattr(new_game(title, info.players[-1], seed=1).state, "box", None)
            for part in ("companies", "privates", "minors"):
                found |= {about.name for about in getattr(box, part, {}).values()}
    longest_first = "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
    return re.compile(rf"(?<![a-z0-9])({longest_first})(?![a-z0-9])", re.IGNORECASE)


@cache
def letters() -> frozenset[str]:
    """The letters of companies, privates and minors of all titles."""
    found: set[str] = set()
    for family in families():
        for title in family.titles:
            game = new_game(title, find(title).info.players[-1], seed=1)
            box = getattr(game.state, "box", None)
            for part in ("companies", "privates", "minors"):
                found |= set(getattr(box, part, {}))
    return frozenset(found)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_a_kit_names_no_title(file: Path):
    text = file.read_text(encoding="utf-8")
    found = [
        f"line {n}: {match.group()}: {line.strip()[:80]}"
        for n, line in enumerate(text.splitlines(), start=1)
        for match in names().finditer(line)
    ]
    if file.suffix == ".py":
        found += [f"line {n}: the company {word}" for n, word in constants(text) if word in letters()]
    assert not found


def constants(text: str) -> Iterator[tuple[int, str]]:
    """The texts in a source, documentation aside."""
    tree = ast.parse(text)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


def test_names_are_seen_wherever_they_stand():
    family = families()[0]
    title = next(iter(family.titles))
    assert names().search(f"if game.title == '{title}':") and names().search(f"titles.{family.name}.rules")
    assert not names().search(f"a{title}b")
    company = next(iter(letters()))
    assert company in [word for _, word in constants(f'"""{company}"""\nx = "{company}"\n')]
    assert [word for _, word in constants(f'"""{company}"""\n')] == []
