"""What a turn remembers of what was done in it, for rules that ask about it later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kursbuch.core.record import quick, record


@record()
@quick
@dataclass(frozen=True, slots=True)
class Deed:
    """Something done in a turn: what, with which company, hex or train, for how much or how many, and from where.

    >>> Deed("sell", "KHS") in (Deed("lay"), Deed("sell", "KHS"))
    True
    """

    what: str
    of: str = ""
    amount: int = 0
    source: str = ""

    @staticmethod
    def read(text: str) -> Deed:
        """The deed that a line of text stands for, as positions had it once: first what, in small letters.

        >>> Deed.read("sell KHS"), Deed.read("new train")
        (Deed(what='sell', of='KHS', amount=0, source=''), Deed(what='new train', of='', amount=0, source=''))
        >>> Deed.read("director sells DUB at 60").amount, Deed.read("mail 3M 40").of
        (60, '3M')
        """
        words = text.split()
        named = next((n for n, word in enumerate(words) if not word.islower()), len(words))
        what, names = " ".join(words[:named]), words[named:]
        amount = int(names[-1]) if len(names) > 1 and names[-1].isdecimal() else 0
        return Deed(what, names[0] if names else "", amount)


def stored_deeds(given: dict[str, Any], field: str) -> dict[str, Any]:
    """The fields of a frame out of a stored position; deeds may be texts in it."""
    if field not in given:
        return given
    return {
        **given,
        field: tuple(Deed.read(deed) if isinstance(deed, str) else deed for deed in given[field]),
    }
