"""Lessons as they lie in a family's folder: TOML that a translator can edit, both languages side by side."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from kursbuch.core import BadInput
from kursbuch.lessons.lesson import KINDS, Lesson, Say, Step, Texts
from kursbuch.shelf import family_of

FOLDER = "lessons"


def lesson(id: str) -> Lesson | None:
    """The lesson that a table names; None if there is none any more."""
    title, _, kind = id.partition("/")
    return next((found for found in lessons_of(title) if found.kind == kind), None)


@cache
def lessons_of(title: str) -> tuple[Lesson, ...]:
    """The lessons of a title, for newcomers first; none if there is no such title.

    >>> from kursbuch.shelf import shelf
    >>> all(lesson.title == title for title in shelf() for lesson in lessons_of(title))
    True
    """
    found = (
        read_lesson(text, place) for kind in KINDS for place, text in texts_of(title, FOLDER, f".{kind}.toml")
    )
    return tuple(found)


def texts_of(title: str, folder: str, ending: str) -> Iterator[tuple[str, str]]:
    """The files of a title in a folder of its family, with their names."""
    try:
        package = family_of(title).package
    except BadInput:
        return
    for file in sorted(_files(package, folder), key=lambda file: file.name):
        if file.name.startswith(f"{title}.") and file.name.endswith(ending):
            yield file.name, file.read_text(encoding="utf-8")


def _files(package: str, folder: str) -> list[Traversable]:
    lies = files(package).joinpath(folder)
    return list(lies.iterdir()) if lies.is_dir() else []


def read_lesson(text: str, place: str) -> Lesson:
    """A lesson from its file; raises BadInput with the place."""
    try:
        data = tomllib.loads(text)
        title, kind = place.removesuffix(".toml").rpartition(".")[::2]
        return Lesson(
            title=title,
            kind=kind,
            name=texts(data["name"]),
            about=texts(data["about"]),
            minutes=int(data["minutes"]),
            players=tuple(data["players"]),
            you=data["you"],
            seed=int(data["seed"]),
            options=data.get("options", {}),
            before=tuple(data.get("before", ())),
            steps=tuple(_step(step) for step in data["step"]),
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise BadInput(place, "this lesson cannot be read: {error}", error=repr(error)) from error


def _step(data: Mapping[str, Any]) -> Step:
    return Step(
        says=tuple(_say(say) for say in data["say"]),
        do=data.get("do", ""),
        others=tuple(data.get("or", ())),
        ask=texts(data.get("ask", {})),
        then=tuple(data.get("then", ())),
    )


def _say(data: Mapping[str, Any]) -> Say:
    words = {key: value for key, value in data.items() if key not in ("at", "facts", "rules", "figures")}
    return Say(
        data.get("at", "decision"),
        texts(words),
        data.get("facts", {}),
        tuple(data.get("rules", ())),
        tuple(data.get("figures", ())),
    )


def texts(data: Mapping[str, Any]) -> Texts:
    """Words by language, each paragraph on one line.

    >>> texts({"en": "One\\n  two.", "de": "Eins"})
    {'en': 'One two.', 'de': 'Eins'}
    """
    return {language: " ".join(str(text).split()) for language, text in data.items()}
