"""Every refusal in the code tells its rule; that each is a point with a summary, `check_title` sees to."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.shelf import find
from kursbuch.testing import check_title
from kursbuch.testing.refusals import (
    SOURCE,
    handed_in,
    keys_in,
    named_by,
    refusals_in,
    sources,
    tree_of,
)

TITLES = [info.id for info in kb.titles()]
ENGINE = sources("core", "rail", "titles")
# where a refusal is made from one that has been found already
PASSED_ON = {"core/errors.py", "core/rules.py"}


def rules_of(title: str) -> Any:
    shelf = find(title)
    return shelf.compose(shelf.info.players[0], shelf.options({}))


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: file.relative_to(SOURCE).as_posix())
def test_every_refusal_tells_its_rule(file: Path):
    hidden = [
        f"line {call.lineno}: {ast.unparse(call)[:80]}"
        for call, around in refusals_in(file)
        if not named_by(call, around) and not handed_in(call, around)
    ]
    assert not hidden or file.relative_to(SOURCE).as_posix() in PASSED_ON


def test_a_rule_without_a_point_and_a_point_without_a_summary_are_found(monkeypatch: pytest.MonkeyPatch):
    """The check itself: a title that forgets a citation, and one that cites what nobody has summed up."""
    title = TITLES[0]
    rules = rules_of(title)
    key = next(key for key in rules.citations if key.startswith("lay."))
    monkeypatch.setattr(type(rules), "citations", {**rules.citations, key: "99XX-1-1"})
    with pytest.raises(AssertionError, match="99XX-1-1"):
        check_title(title, ["rules"], players=[2])
    monkeypatch.setattr(type(rules), "citations", {k: v for k, v in rules.citations.items() if k != key})
    with pytest.raises(AssertionError, match=key):
        check_title(title, ["rules"], players=[2])


def test_a_refusal_is_seen_however_it_is_written(tmp_path: Path):
    """The reader of sources itself: names, choices, lookups, parts filled in, attributes."""
    file = tmp_path / "written.py"
    file.write_text(
        'RULE = "99XX-1-9"\n'
        "def why(s, rule):\n"
        '    if s: return refuse("99XX-1-1", "")\n'
        '    other = "99XX-1-2" if s else "99XX-1-3"\n'
        '    if s: return refuse(other, "")\n'
        '    if s: return refuse({1: "99XX-1-4"}.get(s, "99XX-1-5"), "")\n'
        '    if s: return refuse(f"99XX-2-{s}", "")\n'
        '    verb = "lay" if s == "yellow" else "upgrade"\n'
        '    if s: return refuse(f"{verb}.kind.{s}", "")\n'
        '    if s: return refuse(RULE, "")\n'
        '    return refuse(rule, "")\n'
        "class Step:\n"
        '    def why_not(self, s): return refuse(self.policies.rule(s), "")\n'
        '    def else_why_not(self, s): return refuse(s.policies.rule(s), "")\n'
    )
    calls = refusals_in(file)
    assert [sorted(named_by(*call)) for call in calls] == [
        ["99XX-1-1"],
        ["99XX-1-2", "99XX-1-3"],
        ["99XX-1-4", "99XX-1-5"],
        ["99XX-2-*"],
        ["lay.kind.*", "upgrade.kind.*"],
        ["99XX-1-9"],
        [],
        [],
        [],
    ]
    assert [handed_in(*call) for call in calls[-3:]] == ["rule", "rule", ""]
    assert set(keys_in(tree_of(file))) == set()
