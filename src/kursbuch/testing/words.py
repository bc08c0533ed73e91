"""Every sentence and every name that a title needs has words in both languages."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator

from kursbuch.core.action import kind_of
from kursbuch.shelf import find
from kursbuch.soak import reachable
from kursbuch.testing.trial import Trial
from kursbuch.words import LANGUAGES, Words, own_words

SILENT = frozenset({"money", "seats"})  # events that no log tells of


def words(trial: Trial) -> Iterator[str]:
    """Events, actions, decisions, ends and refusals, what the shelf says: all of them, reached or not."""
    can = reachable(trial.title)
    info = find(trial.title).info
    said = {info.summary, *(option.summary for option in info.options)} - {""}
    for language in LANGUAGES:
        own = own_words(language, trial.title)
        needed = {
            "event": {*can.events, *trial.told} - SILENT,
            "action": can.actions,
            "reason": can.ends,
            "step": _decisions(trial),
        }
        for prefix, names in needed.items():
            for name in _unsaid(own, trial.title, prefix, names):
                yield f"{language}: no words for {prefix}.{name}"
        if language != "en":  # an English sentence stands for itself
            for sentence in sorted({*can.sentences, *said}):
                if not own.has(sentence):
                    yield f"{language}: no words for {sentence!r}"
    yield from _values(trial.title)
    yield from _undeclared(trial)


def _undeclared(trial: Trial) -> Iterator[str]:
    """Every event of the random games is declared with the rules, as it was told: pages go by that."""
    for players in trial.sizes:
        game = trial.game(players)
        for event in game.events:
            kind = game.rules.told.get(event.key)
            if kind is None:
                yield f"the event {event.key} is not declared in the rules' `told`"
            elif fault := kind.fault(event):
                yield f"an event is not as declared: {fault}"


def _unsaid(own: Words, title: str, prefix: str, names: Iterable[str]) -> Iterator[str]:
    """The names for which neither the title nor its kit has a word; one with a star stands for several."""
    for name in sorted(names):
        keys = (f"{prefix}.{name}", f"{prefix}.{title}.{name}")
        begun = tuple(key.partition("*")[0] for key in keys)
        if "*" in name and any(key.startswith(begun) for key in own.messages):
            continue
        if not any(own.has(key) for key in keys):
            yield name


def _decisions(trial: Trial) -> set[str]:
    """What the decisions of the random games are called."""
    out = set()
    for players in trial.sizes:
        for game in trial.positions(players, wanted=40):
            if game.over:
                continue
            top = game.state.top
            stage = game.rules.stages[top.stage]
            order, at = getattr(stage, "order", ()), getattr(top, "at", -1)
            out.add(kind_of(order[at].action) if order and 0 <= at < len(order) else top.stage)
    return out


def _values(title: str) -> Iterator[str]:
    """A translation asks for no value that its message has not."""
    english, german = own_words("en", title), own_words("de", title)
    for message, text in german.messages.items():
        extra = _fields(text) - _fields(english.messages.get(message, message))
        if extra:
            yield f"de: {message!r} asks for {', '.join(sorted(extra))}, which nobody gives"


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}
