"""The two ways an input can be wrong: against the rules, or not readable at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kursbuch.core.record import quick


@quick
@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal now: the rule point, and a sentence with its values.

    The sentence is an English template; other languages look the template up in their catalogue.

    >>> no = Refusal("BOX-6.2-3", "The bank may hold at most {limit} %.", {"limit": 50})
    >>> no.section, no.text
    ('BOX §6.2', 'The bank may hold at most 50 %.')
    """

    rule: str
    message: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def by(self, rule: str) -> Refusal:
        """The same refusal by another rule.

        >>> Refusal("buy.cash", "Too dear.").by("18XX-6.4-1").rule
        '18XX-6.4-1'
        """
        return self if rule == self.rule else Refusal(rule, self.message, self.values)

    @property
    def section(self) -> str:
        """The book's section, as players cite it."""
        return section_of(self.rule)

    @property
    def text(self) -> str:
        """The sentence in English, with its values filled in."""
        return self.message.format(**self.values)

    def __str__(self) -> str:
        return f"{self.text} ({self.section})"


def section_of(rule: str) -> str:
    """The section that a rule point belongs to.

    >>> section_of("BOX-7.10-4")
    'BOX §7.10'
    """
    book, _, rest = rule.partition("-")
    section = rest.rpartition("-")[0] or rest
    return f"{book} §{section}" if section else book


def refuse(rule: str, message: str, **values: Any) -> Refusal:
    """A refusal in one line, the way rules are written down.

    >>> refuse("BOX-6.2-2", "No sales in stock round {n}.", n=1).text
    'No sales in stock round 1.'
    """
    return Refusal(rule, message, values)


class IllegalAction(ValueError):
    """A player tried what the rules forbid; nothing has changed."""

    def __init__(self, refusal: Refusal, action: object = None) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.action = action


class BadInput(ValueError):
    """Data that cannot be read: names the place and what is wrong there; nothing has changed.

    The reason is an English template with its values, like that of a refusal.

    >>> str(BadInput("seats", "{title} is for {least} players and more", title="Railways", least=2))
    'seats: Railways is for 2 players and more'
    """

    def __init__(self, place: str, message: str, **values: object) -> None:
        self.place = place
        self.message = message
        self.values: Mapping[str, object] = values
        super().__init__(f"{place}: {self.reason}")

    @property
    def reason(self) -> str:
        """What is wrong, in English."""
        return self.message.format(**self.values) if self.values else self.message

    def at(self, place: str) -> BadInput:
        """The same complaint about another place."""
        return BadInput(place, self.message, **self.values)
