"""The small table that a title brings along so that recorded games of it can be read and written.

A family names the table of each of its titles in its record (`Family.recorded`); most of a table is what the title
and its options are called there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kursbuch import shelf
from kursbuch.core import Action, BadInput, Game
from kursbuch.core.rules import Choice
from kursbuch.rail.standard.state import StandardState

if TYPE_CHECKING:
    from kursbuch.recorded.reading import Recorded, Recording
    from kursbuch.recorded.replay import Replay
    from kursbuch.recorded.writing import Writer

# the actions of ours that a recorded one stands for
Meaning = Callable[["Replay", "Recorded"], Iterable[Action]]
Fields = dict[str, Any]
# an action of ours as recorded, with the position before it
Form = Callable[["Writer", StandardState, Action], Fields]


@dataclass(frozen=True, kw_only=True)
class Table:
    """What differs from title to title in recorded games.

    >>> Table(title="99xx", names=("99XX",), options={"long": ("rounds", 3)}).option("long")
    ('rounds', 3)
    """

    title: str  # our id
    names: tuple[str, ...]  # what the title is called in files; the first is written
    options: Mapping[str, tuple[str, Choice]] = field(default_factory=dict)  # by their names: ours, its value
    our_seed: Callable[[Recording], int] = lambda recording: 0  # a seed with which we draw as they did
    their_seed: Callable[[Game], int] = lambda game: game.seed  # one with which they would draw as we did
    # whether the recorder still asks a company for track after its tile, though our turn has gone on
    asks_for_more_track: Callable[[StandardState, str], bool] = lambda s, company: False
    # rules that nobody checked when the oldest recordings were made, and the options that waive them
    unchecked_once: Mapping[str, Mapping[str, Choice]] = field(default_factory=dict)
    meanings: Mapping[str, Meaning] = field(
        default_factory=dict
    )  # of recorded kinds, in place of the usual ones
    forms: Mapping[type[Action], Form] = field(default_factory=dict)  # of actions that only this title has

    def option(self, theirs: str) -> tuple[str, Choice]:
        """Our option and its value for one of their optional rules; raises BadInput if we have none."""
        found = self.options.get(theirs)
        if found is None:
            raise BadInput("settings.optional_rules", "unknown: {rule}", rule=theirs[:80])
        return found


def recorded_titles() -> tuple[str, ...]:
    """The titles on the shelf of which recorded games can be read and written.

    >>> 0 < len(recorded_titles()) < len(shelf.shelf())
    True
    """
    return tuple(title for title in shelf.shelf() if title in shelf.family_of(title).recorded)


def table_of(title: str) -> Table:
    """The table of one of our titles; raises BadInput if it has none.

    >>> title = recorded_titles()[0]
    >>> table_of(title).title == title
    True
    """
    family = shelf.family_of(title)
    if title not in family.recorded:
        raise BadInput("title", "recorded games are of {known}", known=", ".join(recorded_titles()))
    found: Table = family.load(family.recorded[title])
    return found


def table_called(name: object) -> Table:
    """The table of the title that files call by this name; raises BadInput if there is none.

    >>> table = table_of(recorded_titles()[0])
    >>> table_called(table.names[0]) is table
    True
    """
    tables = [table_of(title) for title in recorded_titles()]
    found = next((table for table in tables if name in table.names), None)
    if found is None:
        known = ", ".join(table.names[0] for table in tables)
        raise BadInput("title", "expected a game of {known}, not {name!r}", known=known, name=str(name)[:40])
    return found
