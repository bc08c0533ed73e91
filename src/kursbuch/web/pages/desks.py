"""Titles that are no railway games of shares: what they put on the table in the place of board, market and depot.

Without a desk, such a title is shown as tidy tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from kursbuch.core import Action, Event, Game, Meaning
from kursbuch.draw.plates import Plate

if TYPE_CHECKING:
    from kursbuch.web.pages.choices import Group, Refused
    from kursbuch.web.pages.decision import Decision
    from kursbuch.web.pages.outlook import ByRound, Outlook
    from kursbuch.web.pages.preview import Effect
    from kursbuch.web.pages.scene import Scene
    from kursbuch.web.service import TableInfo


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts of a table page that belong to one title."""

    left: str  # templates: below each other at the left, and at the right below the decision
    right: str
    group: str  # the template of groups whose layout is "own"
    styles: tuple[str, ...]
    scripts: tuple[str, ...]
    show: Callable[[Scene, Decision, TableInfo], dict[str, Any]]  # what the templates show
    groups: Callable[[Scene, list[Action]], list[Group]]  # every legal choice
    finish: Callable[[Scene, Decision], None]  # hint, chips and what is lit
    effects: Callable[[Scene, Action, Game], tuple[list[Effect], list[Markup]]]  # of a choice, tried out
    value: Callable[
        [Scene, Meaning | None, Any], Any
    ]  # a value made readable; None if it is nothing of this title's
    event: Callable[[Scene, Event], Markup | None]  # a sentence, "" for silence, None for the catalogue's
    why_not: Callable[[Scene, str], tuple[str, Refused | None]]  # a place that was clicked, and why nothing
    cover: Callable[[str, bool], str]  # the picture on the shelf, in a language, by day or by night
    outlook: Callable[[Scene], Outlook] | None = None  # what comes next
    income: Callable[[Scene], ByRound | None] | None = None  # what was earned, round by round
    plate: Callable[[Game, str], Plate] | None = None  # what its pictures have in common, in a language
    sheet: Callable[[], str] | None = None  # the style of its pictures, where code makes it
    quiet: tuple[str, ...] = ()  # kinds of actions whose refusals are not listed
