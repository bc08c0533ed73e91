"""What stands beside the table for somebody who learns: the words of a lesson, or of an example on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kursbuch.core import Action, section_of
from kursbuch.lessons import Lesson, Say, Step
from kursbuch.lessons.anchors import selector
from kursbuch.lessons.examples import Example, examples_of
from kursbuch.lessons.lesson import step_at
from kursbuch.web.guiding import lesson_of
from kursbuch.web.pages.choices import text_of
from kursbuch.web.pages.scene import Scene
from kursbuch.web.service import TableInfo


@dataclass(frozen=True, slots=True)
class Words:
    """Something said beside a thing of the page, with the rule points that it rests on."""

    at: str
    text: str
    rules: list[tuple[str, str]]  # id and section


@dataclass(frozen=True, slots=True)
class Guide:
    """The lesson as it stands: the words of a step, or that the others are about to answer."""

    name: str
    number: int
    of: int
    says: list[Words] = field(default_factory=list)
    ask: str = ""
    wanted: str = ""  # the control that does what is asked, if there is one
    waiting: bool = False
    open: bool = True  # whether there is anything to show


def learning(scene: Scene, info: TableInfo) -> dict[str, Any]:
    """For the templates of the table page."""
    guide = lesson_of(info.agreed)
    return {
        "lesson": guided(scene, guide) if guide else None,
        "example": example_at(info.title, info.agreed),
        "by_section": by_section,
    }


def guided(scene: Scene, lesson: Lesson) -> Guide:
    """A lesson at the moment that is looked at: only the newest one goes on."""
    language, moves = scene.words.language, len(scene.game.actions)
    name, of = lesson.name[language], len(lesson.steps)
    step = step_at(lesson, scene.game)
    if not scene.live or (step is None and moves >= len(lesson.line)):
        return Guide(name, of, of, open=False)
    if step is None:
        number = max((n for start, n in lesson.starts.items() if start <= moves), default=0)
        return Guide(name, number + 1, of, waiting=True)
    return Guide(
        name,
        lesson.steps.index(step) + 1,
        of,
        [_words(say, language) for say in step.says],
        step.ask.get(language, ""),
        _wanted(scene, step),
    )


def _words(say: Say, language: str) -> Words:
    return Words(selector(say.at), say.text[language], by_section(say.rules))


def by_section(points: Sequence[str]) -> list[tuple[str, str]]:
    """Rule points to cite, each with its section: a section once, by its first point.

    >>> by_section(["BOX-6.5-4", "BOX-6.5-2", "BOX-8-1"])
    [('BOX-6.5-4', 'BOX §6.5'), ('BOX-8-1', 'BOX §8')]
    """
    first: dict[str, str] = {}
    for point in points:
        first.setdefault(section_of(point), point)
    return [(point, section) for section, point in first.items()]


def _wanted(scene: Scene, step: Step) -> str:
    """The button of what is asked for, or the hex that is to be clicked."""
    if not step.do:
        return ""
    asked = scene.game.read(step.do)
    button = selector(f"choice:{_begun(scene, asked)}")
    hex = getattr(asked, "hex", "")
    return f"{button}, {selector(f'hex:{hex}')}" if hex else button


def _begun(scene: Scene, asked: Action) -> str:
    """The action as its control has it: where an amount is to be set, with the least."""
    for action in scene.legal if asked.amount else ():
        if action.span and action.at(getattr(asked, asked.amount)) == asked:
            return text_of(action.at(action.span.lo))
    return str(asked)


def example_at(title: str, agreed: Mapping[str, Any]) -> Example | None:
    """The example that a board began with."""
    id = agreed.get("what_if", {}).get("example")
    return next((e for e in examples_of(title) if e.id == id), None) if id else None
