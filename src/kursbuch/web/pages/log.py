"""The log: each action with what it brought about, newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from jinja2 import Template
from markupsafe import Markup

from kursbuch.core import Event
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.told import has_runs

_TAKEN_BACK = "Taken back although something had been drawn or shown since."


@dataclass(slots=True)
class Entry:
    """What one action brought about. `number` is the move after which it can be seen."""

    number: int
    lines: list[tuple[str, Markup]] = field(default_factory=list)  # kind and sentence
    runs: bool = False  # whether there are runs that the board can show
    written: dict[bool, Markup] = field(
        default_factory=dict
    )  # as it stands in a log: new to the reader, or not


def entries(scene: Scene, last: int = 25, first: int = 0) -> list[Entry]:
    """The newest entries, newest first; `first` cuts off what came before a move."""
    game, out = scene.game, []
    moves = len(game.actions)
    for number in range(moves, max(-1, moves - last, first - 1), -1):
        entry = _worded(scene, number)
        if entry.lines:
            out.append(entry)
    return out


_REMEMBERED: dict[tuple[int, int, str, str | None, bool], tuple[object, Entry]] = {}
_MOST = 20_000  # moves whose sentences are remembered: a page shows the same ones again and again


def _worded(scene: Scene, number: int) -> Entry:
    """What is said of a move. The source of its events is remembered with it, so that its id is nobody else's."""
    game = scene.game
    if not number or number in game.remarks:
        return _say(scene, number)
    source = game.moves[number - 1].source
    key = (id(source), number, scene.words.language, scene.viewer, len(scene.seats) > 1)
    found = _REMEMBERED.get(key)
    if found is None or found[0] is not source:
        if len(_REMEMBERED) >= _MOST:
            _REMEMBERED.clear()
        found = _REMEMBERED[key] = (source, _say(scene, number))
    return found[1]


def _say(scene: Scene, number: int) -> Entry:
    events = scene.game.events_of(number)
    return Entry(number, lines(scene, events), has_runs(scene, events))


def written(scene: Scene, entry: Entry, new: bool, template: Callable[[], Template]) -> Markup:
    """An entry as it stands in a log, written once for all who read it in this language."""
    if new not in entry.written:
        entry.written[new] = Markup(template().render(t=scene.words, entry=entry, new=new).strip())
    return entry.written[new]


def lines(scene: Scene, events: Iterable[Event]) -> list[tuple[str, Markup]]:
    """The sentences of some events; dividends are gathered into the sentence on the payout."""
    # round one screen a secret in the log would be seen by the others, too
    shared = len(scene.seats) > 1
    visible = [e for e in events if e.visible_to(scene.viewer) and not (e.to and shared)]
    out: list[tuple[str, Markup]] = []
    for n, event in enumerate(visible):
        kind = scene.game.rules.told.get(event.key)
        if kind is not None and kind.silent:
            continue
        line = scene.words.html(_TAKEN_BACK) if event.key == "taken-back" else scene.event(event)
        if not line:
            continue
        if event.key == "pays":
            parts = Markup(" · ").join(
                Markup("{} {}").format(scene.place(v["dst"]), scene.words.number(v["amount"]))
                for v in _shares(visible[n + 1 :])
            )
            if parts:
                line = Markup("{}: {}").format(line, parts)
        out.append((event.key if kind is not None and kind.heading else "", line))
    return out


def _shares(after: Sequence[Event]) -> list[Mapping[str, Any]]:
    """The dividends of a payout among the events after it; those after the next one are its own."""
    own = takewhile(lambda e: e.key != "pays", after)
    return [e.values for e in own if e.key == "money" and e.values["why"] == "dividend"]


def last_decision(scene: Scene) -> int:
    """The number of the viewer's own last action; 0 if there is none."""
    game = scene.game
    for number in range(len(game.actions), 0, -1):
        action = game.actions[number - 1]
        own = action.actor if action.actor in game.players else ""
        if (action.by or own or next(iter(game.acting_at(number - 1)), "")) == scene.viewer:
            return number
    return 0
