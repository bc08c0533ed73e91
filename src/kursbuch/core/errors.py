"""The two ways an input can be wrong: against the rules, or not readable at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kursbuch.core.raised import BadInput, IllegalAction
from kursbuch.core.record import quick

__all__ = ["BadInput", "IllegalAction", "Refusal", "refuse", "section_of"]


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
        """The book's section, as players cite it.

        >>> Refusal("BOX-6.2-3", "Too many.").section
        'BOX §6.2'
        """
        return section_of(self.rule)

    @property
    def text(self) -> str:
        """The sentence in English, with its values filled in.

        >>> Refusal("BOX-6.2-3", "At most {limit} %.", {"limit": 50}).text
        'At most 50 %.'
        """
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
