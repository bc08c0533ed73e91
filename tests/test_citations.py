"""Every rule that the kernel can refuse by is a rule point of the title, and every cited point has its summary."""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from types import ModuleType
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import game as core_game
from kursbuch.rail import running
from kursbuch.rail.rounds import CompanyTurn
from kursbuch.titles import find

KEY = re.compile(r'refuse\(\s*f?"([^"]+)"')
POINT = re.compile(r"^[0-9A-Z]+-[0-9A-Z.]+-\d+$")


def modules_of(rules: Any) -> Iterable[ModuleType]:
    """The source files that judge for a title."""
    seen = {core_game}
    for stage in rules.stages.values():
        for part in (stage, *stage.every_step()):
            for base in type(part).__mro__:
                if base.__module__.startswith("kursbuch."):
                    seen.add(sys.modules[base.__module__])
        if isinstance(stage, CompanyTurn):
            seen.add(running)
    return seen


def keys_of(rules: Any) -> set[str]:
    return {key for module in modules_of(rules) for key in KEY.findall(inspect.getsource(module))}


def rules_of(title: str) -> Any:
    shelf = find(title)
    return shelf.compose(shelf.info.players[0], shelf.options({}))


TITLES = [info.id for info in kb.titles()]


@pytest.mark.parametrize("title", TITLES)
def test_every_kernel_rule_is_cited(title: str):
    rules = rules_of(title)
    missing = []
    for key in keys_of(rules):
        fixed = key.partition("{")[0]
        if POINT.match(key) or (fixed != key and any(k.startswith(fixed) for k in rules.citations)):
            continue
        if key not in rules.citations:
            missing.append(key)
    assert not missing


@pytest.mark.parametrize("title", TITLES)
def test_every_cited_point_has_a_summary_in_both_languages(title: str):
    rules = rules_of(title)
    folder = files(find(title).composed.__module__.rpartition(".")[0])
    path = next(p for p in (folder / "data" / "summaries.toml", folder / "summaries.toml") if p.is_file())
    summaries = tomllib.loads(path.read_text(encoding="utf-8"))
    cited = {point for point in (*rules.citations.values(), *keys_of(rules)) if POINT.match(point)}
    assert cited
    for point in cited:
        assert summaries[point]["en"] and summaries[point]["de"], point
