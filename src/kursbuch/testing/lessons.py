"""Its lessons and examples still hold, if it has any."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.lessons import lessons_of
from kursbuch.lessons.checking import complaints
from kursbuch.lessons.examples import examples_of
from kursbuch.testing.trial import Trial
from kursbuch.words import LANGUAGES, summaries


def lessons(trial: Trial) -> Iterator[str]:
    """Each step of a lesson is legal and true, each example comes out as it says; a title without any is fine."""
    points = {id: point.en for id, point in summaries(trial.title).items()}
    for lesson in lessons_of(trial.title):
        for complaint in complaints(lesson, LANGUAGES, points):
            yield f"the lesson {lesson.kind}: {complaint}"
    for example in examples_of(trial.title):
        yield from (f"the example {complaint}" for complaint in example.complaints())
