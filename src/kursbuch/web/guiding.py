"""A table with a lesson: the learner does what is asked, the others play their prepared line.

Which lesson it is stands in what the table has agreed on; how far it has come is the number of moves. Whoever leaves
the lesson, or comes to its end, sits at a table like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core import Game
from kursbuch.lessons import Lesson, Step, lesson
from kursbuch.lessons.lesson import answer, asked_for, step_at
from kursbuch.web.service import NotAllowed

KEY = "lesson"


class NotAsked(NotAllowed):
    """The lesson asks for something else now; nothing has happened."""


def lesson_of(agreed: Mapping[str, Any]) -> Lesson | None:
    """The lesson of a table, if it has one."""
    id = agreed.get(KEY)
    return lesson(id) if id else None


def open_step(agreed: Mapping[str, Any], game: Game) -> Step | None:
    """What the lesson of a table asks for now, if anything."""
    guide = lesson_of(agreed)
    return step_at(guide, game) if guide else None


def check_asked(agreed: Mapping[str, Any], game: Game, action: str | Mapping[str, Any]) -> None:
    """Raise NotAsked unless the action is what a lesson asks for now; tables without one ask for nothing."""
    if KEY not in agreed:
        return
    step = open_step(agreed, game)
    if step is not None and step.do and not asked_for(step, game, game.read(action)):
        raise NotAsked("Nothing has happened: the lesson waits for something else. {ask}", ask=step.ask)


def check_back(agreed: Mapping[str, Any], moves: int) -> None:
    """Raise NotAllowed if nobody may go back so far: a lesson begins in the middle of a game."""
    guide = lesson_of(agreed)
    if guide is not None and moves < len(guide.before):
        raise NotAllowed("the lesson begins here")


def waits(agreed: Mapping[str, Any], game: Game) -> bool:
    """Whether the lesson of a table waits for its learner: where all decide at once, nobody goes before them."""
    guide = lesson_of(agreed)
    return guide is not None and guide.you in game.acting and step_at(guide, game) is not None


def prepared(agreed: Mapping[str, Any], game: Game, bots: Sequence[str]) -> tuple[str, str] | None:
    """The player and the action that the line of a lesson has for one of these bots now."""
    guide = lesson_of(agreed)
    found = answer(guide, game) if guide else None
    return found if found and found[0] in bots else None
