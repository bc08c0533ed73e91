"""The shelf: every title by its id, loaded when first asked for.

Families of titles are found by the entry point group `kursbuch.titles`, ours like anybody's: an installed package
that names its `Family` there is on the shelf.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from typing import Any

from kursbuch.core import BadInput, Game, Rules, Title, TitleInfo
from kursbuch.core.chance import FORM
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.core.save import checked_seed, replay
from kursbuch.editions import reading

GROUP = "kursbuch.titles"

_NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix")
_LOG = logging.getLogger(__name__)


@cache
def families() -> tuple[Family, ...]:
    """Every installed family, in the order of the shelf. One that cannot be read does not take the others with it.

    >>> families()[0].rank <= families()[-1].rank
    True
    """
    found = []
    for entry in _entries():
        try:
            found.append(entry.load())
        except Exception:
            _LOG.exception("the titles of %s cannot be read", entry.value)
    return tuple(sorted(found, key=lambda family: (family.rank, family.package)))


def _entries() -> list[EntryPoint]:
    """What is entered in the group; our own folders stand for themselves where this package runs uninstalled."""
    found = list(entry_points(group=GROUP))
    if not any(entry.module.startswith(GROUP) for entry in found):
        own = iter_modules(import_module(GROUP).__path__)
        found += [EntryPoint(folder.name, f"{GROUP}.{folder.name}:FAMILY", GROUP) for folder in own]
    return found


@cache
def _owners() -> dict[str, Family]:
    """Which family an id belongs to; the first on the shelf if two claim it."""
    out: dict[str, Family] = {}
    for family in families():
        for title in family.titles:
            out.setdefault(title, family)
    return out


def shelf() -> tuple[str, ...]:
    """The ids of all titles, none of which is loaded for it.

    >>> all(title in shelf() for family in families() for title in family.titles)
    True
    """
    return tuple(_owners())


def family_of(title: str) -> Family:
    """The family of a title; raises BadInput if there is no such title."""
    family = _owners().get(title)
    if family is None:
        raise BadInput(
            "title",
            "there is no title {title!r}; known are {known}",
            title=title[:40],
            known=", ".join(_owners()),
        )
    return family


@cache
def find(title: str) -> Title:
    """The title with this id; raises BadInput if there is none."""
    family = family_of(title)
    found: Title = family.load(family.titles[title])
    return found


def titles() -> list[TitleInfo]:
    """What is on the shelf.

    >>> [info.id for info in titles()] == list(shelf())
    True
    """
    return [find(title).info for title in shelf()]


def new_game(
    title: str,
    players: Sequence[str] | int,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    edition: Edition | Path | str | None = None,
) -> Game:
    """Start a game. `players` are names, or just how many; without a seed one is drawn.

    `edition` is the box with an owner's corrections: the path of its file, its text, or an edition read before.

    >>> game = new_game(shelf()[0], players=["Anna", "Ben"], seed=7)
    >>> game.players, game.over
    (('Anna', 'Ben'), False)
    """
    if isinstance(players, bool) or not isinstance(players, int | list | tuple):
        raise BadInput("players", "expected names, or a number of players")
    if isinstance(players, int):
        players = _names(title, players)
    drawn = secrets.randbits(128) if seed is None else seed
    own = reading.read_edition(edition) if edition else None
    return started(title, players, drawn, options or {}, FORM, own)


def _names(title: str, players: int) -> Sequence[str]:
    """Names for so many players; never for many more than can play the title, as the number may come from anybody."""
    enough = (*_NAMES, *("",) * find(title).info.players.stop)
    return enough[: max(players, 0)]


def example(players: int = 2, moves: int = 0, seed: int = 7) -> Game:
    """A game of the first title on the shelf after so many random moves: to try things on, and for examples.

    >>> game = example(moves=3)
    >>> game.title == shelf()[0], game.players, len(game.actions)
    (True, ('Anna', 'Ben'), 3)
    """
    game, rng = new_game(shelf()[0], players, seed), Random(seed)
    for _ in range(moves):
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game


def started(
    title: str,
    players: Sequence[str],
    seed: int,
    options: Mapping[str, object],
    form: int,
    edition: Edition | str | None = None,
    under_way: bool = False,
) -> Game:
    """A new game with the chance of an earlier form, for what was begun in it; an edition or its text.

    One that is `under_way` goes on with whatever it was begun with.
    """
    if not edition:
        return Game(find(title), players, checked_seed(seed), options, form)
    own = edition_for(title, edition)
    from kursbuch.editions import fitting  # noqa: PLC0415  (needs the kernel, which the list of titles does without)

    if not under_way:
        fitting.check_plays(family_of(title), own)
    return fitting.set_up(
        family_of(title),
        own,
        lambda box: fitting.look_at(Game(find(title), players, checked_seed(seed), options, form, box)),
    )


def edition_for(title: str, edition: Edition | str) -> Edition:
    """An edition, or its text, that fits the title; raises BadInput."""
    from kursbuch.editions import fitting  # noqa: PLC0415  (needs the kernel, which the list of titles does without)

    own = reading.edition_of_text(edition) if isinstance(edition, str) else edition
    fitting.check_fits(family_of(title), own)
    return own


def rules_of(view: Mapping[str, Any]) -> Rules[Any]:
    """The rules of the game that a view is of, with its edition."""
    text = view.get("edition")
    edition = edition_for(view["title"], text) if text else None
    return find(view["title"]).compose(len(view["players"]), view["options"], edition)


def load(text: str) -> Game:
    """Rebuild a game from its transcript, every action checked.

    >>> game = new_game(shelf()[0], players=2, seed=7)
    >>> load(game.to_json()).state.cash == game.state.cash
    True
    """
    if not isinstance(text, str):
        raise BadInput("file", "expected text")
    return replay(text, started)
