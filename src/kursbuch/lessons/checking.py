"""Whether a lesson still holds: every action of its line legal, every figure that it quotes true, every anchor known.

A change of the rules shows here as the step that it breaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from kursbuch.core import BadInput, Game, IllegalAction
from kursbuch.lessons.anchors import attribute
from kursbuch.lessons.lesson import Lesson, Say, Step

NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]*(?:%|\b)")


def complaints(lesson: Lesson, languages: Iterable[str], summaries: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with a lesson, by step. `summaries` are the rule points by id, whose figures may be quoted."""
    spoken = tuple(languages)
    yield from _words(lesson, spoken)
    try:
        game = lesson.begin()
    except (BadInput, IllegalAction) as error:
        yield f"before: {error}"
        return
    if lesson.you not in game.players:
        yield f"nobody is called {lesson.you}"
    for number, step in enumerate(lesson.steps, start=1):
        for say in step.says:
            yield from (f"step {number}: {wrong}" for wrong in _untrue(lesson, step, say, game, summaries))
        if step.do:
            if (wrong := _not_yours(lesson, game, step.do)) is not None:
                yield f"step {number}: {wrong}"
                return
            for other in step.others:
                yield from (f"step {number}: {wrong}" for wrong in _not_instead(lesson, game, number, other))
        elif number < len(lesson.steps):
            yield f"step {number} asks for nothing"
        for action in step.line:
            try:
                game.apply(action)
            except (BadInput, IllegalAction) as error:
                yield f"step {number}: {action}: {error}"
                return
    if lesson.steps[-1].do:
        yield "the last step has no words to close with"
    elif not game.over and lesson.you not in game.acting:  # bots go on at once where the line ends
        yield f"the last words are gone before they are read: {', '.join(game.acting)} decides after them"


def _words(lesson: Lesson, languages: tuple[str, ...]) -> Iterator[str]:
    told = [("name", lesson.name), ("about", lesson.about)]
    for number, step in enumerate(lesson.steps, start=1):
        told += [(f"step {number}", say.text) for say in step.says]
        if step.do:
            told.append((f"step {number} ask", step.ask))
        if not step.says:
            yield f"step {number} says nothing"
    for where, text in told:
        yield from (f"{where}: nothing in {code}" for code in languages if not text.get(code, "").strip())
        yield from (f"{where}: unknown language {code}" for code in text if code not in languages)


def _untrue(lesson: Lesson, step: Step, say: Say, game: Game, summaries: Mapping[str, str]) -> Iterator[str]:
    """What is said beside a thing that is not there, or with figures that are not so."""
    if attribute(say.at) is None:
        yield f"no such anchor: {say.at}"
    position = game.view(lesson.you)["position"]
    for path, expected in say.facts.items():
        if (found := value_at(position, path)) != expected:
            yield f"{path} is {found!r}, not {expected!r}"
    yield from (f"there is no rule point {point}" for point in say.rules if point not in summaries)
    just_now = [str(action) for action in game.actions[-6:]]
    known = numbers(" ".join(map(str, (*say.facts.values(), *say.figures, *step.line, *just_now))))
    for point in say.rules:
        known |= numbers(summaries.get(point, ""))
    for code, text in say.text.items():
        for number in sorted(numbers(text) - known):
            yield f"{code}: where does {number} come from? say it in facts or rules"


def numbers(text: str) -> set[str]:
    """The figures of a text, as digits alone; small ones are words.

    >>> sorted(numbers("The bank has 4,000, that is 4.000 M; 50% for 2 players"))
    ['4000', '50']
    """
    found = (re.sub(r"\D", "", match.group()) for match in NUMBER.finditer(text))
    return {number for number in found if len(number) > 1}


def value_at(position: Mapping[str, Any], path: str) -> Any:
    """What lies in a view at a path of names with points between.

    >>> value_at({"cash": {"Anna": 5}}, "cash.Anna")
    5
    """
    found: Any = position
    for name in path.split("."):
        if isinstance(found, list):
            found = found[int(name)] if int(name) < len(found) else None
        else:
            found = found.get(name) if isinstance(found, Mapping) else None
    return found


def _not_yours(lesson: Lesson, game: Game, action: str) -> str | None:
    if lesson.you not in game.acting:
        return f"{action}: it is not {lesson.you} who decides but {', '.join(game.acting)}"
    try:
        refusal = game.why_not(replace(game.read(action), by=lesson.you))
    except (BadInput, IllegalAction) as error:
        return f"{action}: {error}"
    return None if refusal is None else f"{action} is not legal: {refusal.section}: {refusal.text}"


def _not_instead(lesson: Lesson, game: Game, number: int, other: str) -> Iterator[str]:
    """Why the line cannot go on after another action that is said to do as well."""
    if (wrong := _not_yours(lesson, game, other)) is not None:
        yield wrong
        return
    after, line = game.after(other), lesson.line[len(game.actions) + 1 :]
    for action in line:
        try:
            after.apply(action)
        except (BadInput, IllegalAction) as error:
            yield f"after {other}: {action}: {error}"
            return
