"""What a family of titles brings along, named but not loaded.

A family is one folder. Its record says where in that folder its titles are, and what it has for pages, bots and
pictures; each is imported when it is first needed, so that the engine never loads a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Lazy names are `module:name`, with the module below the family's own package; keys are ids of titles."""

    package: str
    titles: Mapping[str, str]  # the `Title`, in the order of the shelf
    pages: Mapping[str, str] = field(default_factory=dict)  # the `Page`; without one the page is made for it
    bots: Mapping[str, str] = field(default_factory=dict)  # how the house bot chooses
    reasons: Mapping[str, str] = field(default_factory=dict)  # how a coach explains a choice
    searches: Mapping[str, str] = field(default_factory=dict)  # the `Wisdom` of bots that search
    pictures: Mapping[str, Mapping[str, str]] = field(
        default_factory=dict
    )  # by name, where a title draws its own
    recorded: Mapping[str, str] = field(default_factory=dict)  # the table by which recorded games are read
    positions: Mapping[str, str] = field(
        default_factory=dict
    )  # how a position is set up, where that takes more than in railway games
    checks: str = ""  # what to look at in the data of its own; see `kursbuch.editions.checks`
    words: str = "words"  # the package with its catalogues
    speaks_like: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # titles whose words it borrows
    rank: int = 100  # low stands first on the shelf

    @property
    def name(self) -> str:
        """The last part of the package.

        >>> Family("railways.alpine", {}).name
        'alpine'
        """
        return self.package.rpartition(".")[2]

    def load(self, name: str) -> Any:
        """What a lazy name stands for.

        >>> Family("kursbuch.core", {}).load("family:Family").__name__
        'Family'
        """
        module, _, thing = name.partition(":")
        return getattr(import_module(f"{self.package}.{module}"), thing)
