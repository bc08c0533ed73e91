"""Worked examples of the books as positions that can be opened and tried out.

An example is a position, what is done there, and what comes of it by the book. Our own words explain it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from kursbuch.core import BadInput, Game, IllegalAction
from kursbuch.lessons.checking import value_at
from kursbuch.lessons.lesson import Texts
from kursbuch.lessons.reading import texts, texts_of
from kursbuch.positions import position, settled
from kursbuch.shelf import family_of, new_game

FOLDER = "examples"


@dataclass(frozen=True)
class Example:
    """A worked example of one title."""

    id: str
    title: str
    name: Texts
    text: Texts  # what it is about, in our own words
    look: Texts  # what to do and to look at
    rules: tuple[str, ...]  # rule points, the most important first
    players: tuple[str, ...]
    start: Mapping[str, Any] = field(default_factory=dict)  # see `kursbuch.positions.position`
    seed: int = 1
    options: Mapping[str, object] = field(default_factory=dict)
    before: tuple[str, ...] = ()  # actions that lead to what is shown
    do: tuple[str, ...] = ()  # what the book has done
    refused: Mapping[str, str] = field(
        default_factory=dict
    )  # what may not be done there, with the rule point
    expect: Mapping[str, object] = field(
        default_factory=dict
    )  # what stands in the position after `do`, by path

    @property
    def address(self) -> str:
        """Where a page shows it, and opens it on a board."""
        return f"/learn/{self.title}#example-{self.id}"

    def build(self) -> Game:
        """The game at the position of the example; raises what `Game.apply` raises."""
        if self.start:
            game = settled(_builder(self.title)(len(self.players), **_given(self.start)))
        else:
            game = new_game(self.title, self.players, self.seed, self.options)
        for action in self.before:
            game.apply(action)
        return game

    def complaints(self) -> Iterator[str]:
        """What does not come out as the book says."""
        try:
            game = self.build()
            yield from self._allowed(game)
            for action in self.do:
                game.apply(action)
        except (BadInput, IllegalAction, AssertionError) as error:
            yield f"{self.id}: {error}"
            return
        found = {**game.view(None)["position"], "scores": game.scores()}
        for path, expected in self.expect.items():
            if value_at(found, path) != expected:
                yield f"{self.id}: {path} is {value_at(found, path)!r}, not {expected!r}"
        if not self.expect:
            yield f"{self.id} expects nothing"

    def _allowed(self, game: Game) -> Iterator[str]:
        """What is not refused by the book's rule."""
        for action, point in self.refused.items():
            refusal = game.why_not(action)
            if refusal is None or refusal.rule != point:
                yield f"{self.id}: {action} is refused by {refusal and refusal.rule}, not by {point}"


def _builder(title: str) -> Callable[..., Game]:
    """What sets positions of a title up: its family's own way, or that of railway games."""
    family = family_of(title)
    name = family.positions.get(title)
    if name is None:
        return partial(position, title)
    own: Callable[..., Game] = family.load(name)
    return own


def _given(start: Mapping[str, Any]) -> dict[str, Any]:
    """The position as `position` takes it: TOML has lists where a market's field is a pair."""
    out = dict(start)
    if "companies" in start:
        out["companies"] = {
            id: {key: tuple(value) if key == "spot" else value for key, value in about.items()}
            for id, about in start["companies"].items()
        }
    return out


@cache
def examples_of(title: str) -> tuple[Example, ...]:
    """The examples of a title by their rule points; none if it has none, or there is no such title.

    >>> from kursbuch.shelf import shelf
    >>> all(e.title == title and e.address for title in shelf() for e in examples_of(title))
    True
    """
    found = [read_example(text, place) for place, text in texts_of(title, FOLDER, ".toml")]
    return tuple(found)


def read_example(text: str, place: str) -> Example:
    """An example from its file; raises BadInput with the place."""
    try:
        data = tomllib.loads(text)
        title, id = place.removesuffix(".toml").split(".", 1)
        return Example(
            id=id,
            title=title,
            name=texts(data["name"]),
            text=texts(data["text"]),
            look=texts(data["look"]),
            rules=tuple(data["rules"]),
            players=tuple(data["players"]),
            start=data.get("position", {}),
            seed=int(data.get("seed", 1)),
            options=data.get("options", {}),
            before=tuple(data.get("before", ())),
            do=tuple(data.get("do", ())),
            refused=data.get("refused", {}),
            expect=data["expect"],
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise BadInput(place, "this example cannot be read: {error}", error=repr(error)) from error
