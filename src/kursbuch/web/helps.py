"""Helps of the table that its people may do without: many groups want to find their routes themselves.

What is switched off when a table is set up is off for everybody who sits there, on every page and in the API, until
the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kursbuch.core import Action, BadInput

HELPS = ("best_runs", "worth", "previews", "coach")


def helps_off(given: object) -> list[str]:
    """The helps that a table does without, each once and in our order; raises BadInput.

    >>> helps_off(["coach", "worth", "coach"])
    ['worth', 'coach']
    """
    if not isinstance(given, list | tuple):
        raise BadInput("agreed", "expected a list of helps")
    for help in given:
        if help not in HELPS:
            raise BadInput("agreed", "there is no help {name!r}", name=str(help)[:40])
    return [help for help in HELPS if help in given]


def off_at(agreed: Mapping[str, Any], over: bool) -> frozenset[str]:
    """What a table does without now: nothing any more once its game is over.

    A board of one's own does without what the game does that it was made from, which its own end does not end.

    >>> (
    ...     sorted(off_at({"helps_off": ["worth"]}, over=False)),
    ...     sorted(off_at({"helps_off": ["worth"]}, over=True)),
    ... )
    (['worth'], [])
    >>> sorted(off_at({"helps_off": ["worth"], "what_if": {"table": "a", "move": 3}}, over=True))
    ['worth']
    """
    return frozenset() if over and "what_if" not in agreed else frozenset(agreed.get("helps_off", ()))


def chosen(fields: Iterable[str]) -> list[str] | None:
    """What the form of a new table switches off: it names the helps that are wanted, and that it has asked.

    >>> chosen(["helps", "help.worth", "help.previews", "help.coach"]), chosen([])
    (['best_runs'], None)
    """
    named = set(fields)
    off = [help for help in HELPS if f"help.{help}" not in named]
    return off if "helps" in named and off else None


def without_best_runs(agreed: Mapping[str, Any], over: bool) -> bool:
    """Whether the people at a table find the best runs for themselves.

    >>> without_best_runs({"helps_off": ["best_runs"]}, over=False), without_best_runs({}, over=False)
    (True, False)
    """
    return "best_runs" in off_at(agreed, over)


def names_runs(action: Action) -> bool:
    """Whether an action of the legal list says which runs are the best."""
    runs = getattr(action, "runs", None)
    return runs is not None and bool(getattr(runs, "runs", ()))
