"""The page of a title: what it brings to the table beyond what all titles share, in one record.

A family names the record of each of its titles; it is loaded when the first table of the title is shown. A title
without one has a page all the same: controls, panels and sentences made from its rules and its words.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from kursbuch.core import Action
from kursbuch.shelf import family_of
from kursbuch.web.pages.customs import Customs

if TYPE_CHECKING:
    from kursbuch.rail.state import RailState
    from kursbuch.web.orders.kind import OrderKind
    from kursbuch.web.pages.cards.card import Kind, Part
    from kursbuch.web.pages.choices import Group
    from kursbuch.web.pages.desks import Desk
    from kursbuch.web.pages.panels import Panel
    from kursbuch.web.pages.scene import Scene

Maker = Callable[["Scene", "RailState", list[Action]], "Group"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Page:
    """All that a title has of its own on the table page."""

    panels: tuple[Panel, ...] = ()  # beside those it has by its kind
    makers: Mapping[type[Action], Maker] = field(
        default_factory=dict
    )  # controls for its own kinds of actions
    customs: Customs = field(default_factory=Customs)  # its ways on the panels that railway games share
    cards: Mapping[str, Kind] = field(default_factory=dict)  # things of its own to look up, by kind
    tables: Mapping[str, Callable[[Scene], list[Part]]] = field(
        default_factory=dict
    )  # of its own, on the page with its rules
    desk: Desk | None = None  # in the place of board, market and depot
    orders: tuple[OrderKind, ...] | None = None  # standing orders; None: those that its steps have room for


PLAIN = Page()


@cache
def page_of(title: str) -> Page:
    """The page of a title. One that cannot be loaded must not stop play: the plain page does for any title."""
    family = family_of(title)
    name = family.pages.get(title)
    if name is None:
        return PLAIN
    try:
        found: Page = family.load(name)
    except Exception:
        log.exception("the page of %s cannot be shown as it is meant", title)
        return PLAIN
    return found
