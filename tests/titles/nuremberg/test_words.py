"""What the title says: every refusal and event has words in both languages, with the same values."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from kursbuch.titles import nuremberg
from kursbuch.titles.nuremberg.rules.box import COLOURS, PIECES
from kursbuch.words import own_words, summaries
from tests.titles.nuremberg.helpers import new, random_game

FOLDER = Path(nuremberg.__file__).parent / "rules"
VALUE = re.compile(r"\{(\w+)\}")


def calls(name: str) -> Iterator[ast.Call]:
    """Every call of a function or method of this name in the title."""
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and name in (
                getattr(node.func, "id", ""),
                getattr(node.func, "attr", ""),
            ):
                yield node


def said(call: ast.Call, place: int) -> str:
    argument = call.args[place]
    assert isinstance(argument, ast.Constant)
    return str(argument.value)


def test_every_refusal_has_a_german_sentence_with_the_same_values():
    german = own_words("de", "nuremberg").messages
    refusals = {said(call, 1): {k.arg for k in call.keywords} for call in calls("refuse")}
    assert refusals
    for english, values in refusals.items():
        assert set(VALUE.findall(english)) == values
        assert set(VALUE.findall(german[english])) <= values


def test_every_event_has_words_for_values_it_carries():
    events = {said(call, 0): {k.arg for k in call.keywords} for call in calls("note")}
    assert events
    for language in ("en", "de"):
        words = own_words(language, "nuremberg").messages
        for key, values in events.items():
            assert set(VALUE.findall(words[f"event.nuremberg.{key}"])) <= values


def test_terms_cover_colours_pieces_and_phases():
    wanted = {*COLOURS, *(f"{piece}_piece" for piece in PIECES), *(f"phase_{n}" for n in range(1, 11))}
    for language in ("en", "de"):
        assert {
            name for name in wanted if not own_words(language, "nuremberg").has(f"label.nuremberg.{name}")
        } == set()


def test_every_rule_point_has_words_in_both_languages(shared):
    lines = (shared / "rules/points/nuremberg.jsonl").read_text("utf-8").splitlines()
    points = [json.loads(line) for line in lines]
    words = summaries("nuremberg")
    assert list(words) == [point["id"] for point in points]
    # a chain may close, as the book reads; two points name the table that stands beside them on our page
    ruled = {"FTN-22-7", "FTN-12-3", "FTN-12-4"}
    assert all(words[p["id"]].en == p["text"] for p in points if p["id"] not in ruled)
    german = [words[point["id"]].de for point in points]
    assert all(text.endswith(".") and len(text) > 20 for text in german)
    assert len(set(german)) == len(german)


def test_refusals_cite_rule_points_that_exist():
    known = set(summaries("nuremberg"))
    game, rng = new(3, 5), Random(5)
    cited = set()
    everything = [str(a) for seed in range(3) for a in random_game(3, seed).actions]
    while not game.over:
        for line in rng.sample(everything, 10):
            no = game.why_not(line)
            if no:
                cited.add(no.rule)
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    assert len(cited) > 10
    assert cited <= known


def test_every_cited_point_in_the_source_exists():
    known = set(summaries("nuremberg"))
    for file in FOLDER.glob("*.py"):
        cited = set(re.findall(r"FTN-\d+-\d+", file.read_text(encoding="utf-8")))
        assert cited <= known, f"{file.name}: {cited - known}"
