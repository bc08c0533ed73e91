"""A judge beside a game: it hears what every action brought about and looks at what everybody is shown."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import kursbuch as kb

Choose = Callable[[kb.Game], kb.Action]


@dataclass
class Moment:
    """What one action brought about, and what is shown after it."""

    action: str
    events: list[dict[str, Any]]
    view: dict[str, Any]
    scores: Mapping[str, int]


def moment(game: kb.Game) -> Moment:
    number = len(game.actions)
    action = str(game.actions[-1]) if number else "the start"
    events = [event.to_dict() for event in game.events_of(number)]
    return Moment(action, events, game.view(), game.scores())


def moments(game: kb.Game, choose: Choose) -> Iterable[Moment]:
    """Those of a game, from its start to its end."""
    yield moment(game)
    while not game.over:
        game.apply(choose(game))
        yield moment(game)


def judge_of(make: Callable[..., Any], family: str, start: Moment) -> Any:
    """A judge, with the rules' figures in hand."""
    return make(start.view, Path(str(files(f"kursbuch.titles.{family}") / "data")))


def listen(judge: Any, now: Moment, gift: int = 0) -> None:
    """Let a judge hear an action and see what is shown. `gift` is money that players have beside their capital."""
    judge.hear(now.events)
    if gift and any(judge.cash[player] for player in judge.players):
        for player in judge.players:
            judge.cash[player] += gift
    judge.check(now.view, now.scores)


def judged(make: Callable[..., Any], family: str, story: Iterable[Moment], gift: int = 0) -> int:
    """Let a judge follow a game; how many actions it saw. A disagreement says after which action it arose."""
    judge: Any = None
    number = -1
    for number, now in enumerate(story):
        judge = judge or judge_of(make, family, now)
        try:
            listen(judge, now, gift if number == 0 else 0)
        except AssertionError as error:
            raise AssertionError(f"action {number}, {now.action}: {error}") from error
    return number


def told(tale: list[Moment], key: str, **values: Any) -> Iterator[tuple[Moment, dict[str, Any]]]:
    """The events of a kind, with these values, in moments that may be changed."""
    for number, now in enumerate(tale):
        for place, event in enumerate(now.events):
            if event["key"] == key and all(event[name] == value for name, value in values.items()):
                changed = tale[number] = copy.deepcopy(now)
                yield changed, changed.events[place]
                tale[number] = now
