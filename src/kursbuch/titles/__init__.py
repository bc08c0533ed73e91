"""The shelf: every title by its id, loaded when first asked for."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module

from kursbuch.core import BadInput, Game, Title, TitleInfo
from kursbuch.core.chance import FORM
from kursbuch.core.save import checked_seed, replay

# id -> module that holds the title as TITLES[id]
_SHELF = {
    "18te": "kursbuch.titles.te18",
    "18do-intro": "kursbuch.titles.dortmund.intro",
    "18do-railway": "kursbuch.titles.dortmund",
    "18do-beer": "kursbuch.titles.dortmund",
    "18do-expert": "kursbuch.titles.dortmund",
    "1853": "kursbuch.titles.india",
    "1889": "kursbuch.titles.shikoku",
    "nuremberg": "kursbuch.titles.nuremberg",
}

_NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix")


@cache
def find(title: str) -> Title:
    """The title with this id; raises BadInput if there is none."""
    module = _SHELF.get(title)
    if module is None:
        raise BadInput(
            "title",
            "there is no title {title!r}; known are {known}",
            title=title[:40],
            known=", ".join(_SHELF),
        )
    found: Title = import_module(module).TITLES[title]
    return found


def shelf() -> tuple[str, ...]:
    """The ids of all titles, none of which is loaded for it.

    >>> "18te" in shelf()
    True
    """
    return tuple(_SHELF)


def titles() -> list[TitleInfo]:
    """What is on the shelf.

    >>> [info.id for info in titles()][:1]
    ['18te']
    """
    return [find(title).info for title in _SHELF]


def new_game(
    title: str,
    players: Sequence[str] | int,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """Start a game. `players` are names, or just how many; without a seed one is drawn.

    >>> game = new_game("18te", players=["Anna", "Ben"], seed=7)
    >>> game.title, game.players, game.over
    ('18te', ('Anna', 'Ben'), False)
    """
    if isinstance(players, bool) or not isinstance(players, int | list | tuple):
        raise BadInput("players", "expected names, or a number of players")
    if isinstance(players, int):
        players = _NAMES[: max(players, 0)] if players <= len(_NAMES) else ("",) * players
    drawn = secrets.randbits(128) if seed is None else seed
    return started(title, players, drawn, options or {}, FORM)


def started(title: str, players: Sequence[str], seed: int, options: Mapping[str, object], form: int) -> Game:
    """A new game with the chance of an earlier form, for what was begun in it."""
    return Game(find(title), players, checked_seed(seed), options, form)


def load(text: str) -> Game:
    """Rebuild a game from its transcript, every action checked.

    >>> game = new_game("18te", players=2, seed=7)
    >>> load(game.to_json()).state.cash == game.state.cash
    True
    """
    if not isinstance(text, str):
        raise BadInput("file", "expected text")
    return replay(text, started)
