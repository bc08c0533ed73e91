"""An action in parts: its line of text, letter by letter, wherever the legal lines part.

The list of all actions of a title has no end (amounts, routes), but each is a line of text. Whoever chooses is asked
for the next byte of the line only where the legal lines differ; what follows from that is written by itself. So every
title has the same 256 choices, masked by what is legal, and a choice means the same in every position. A wide amount
is chosen after its action, digit by digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kursbuch.core import Action

SIZE = 256  # choices: the bytes of a line
END = 10  # of a line that another goes on from


class Spelling:
    """One action being chosen.

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> spelling = Spelling(game.legal_actions(game.acting[0]))
    >>> while spelling.action is None:
    ...     spelling.choose(spelling.options[0])
    >>> game.why_not(spelling.action) is None
    True
    """

    def __init__(self, legal: Sequence[Action]) -> None:
        assert legal, "something is legal as long as a game is not over"
        self.said = ""  # so far, as far as it is sure
        self.action: Action | None = None
        self._open: Action | None = None  # an amount is still to be chosen
        self._lines: dict[bytes, Action | int] = {_line(str(action)): action for action in legal}
        self._at = 0
        self._go_on()

    @property
    def options(self) -> list[int]:
        """The bytes that may come next, in order."""
        return sorted({line[self._at] for line in self._lines})

    def choose(self, byte: int) -> None:
        """Say the next byte; raises ValueError for one that is no option."""
        if self.action is not None or byte not in self.options:
            raise ValueError(f"{byte} is none of the choices {self.options}")
        self._lines = {line: what for line, what in self._lines.items() if line[self._at] == byte}
        self._at += 1
        self._go_on()

    def _go_on(self) -> None:
        """Write on as long as there is only one way."""
        while len(self._lines) > 1 and len(self.options) == 1:
            self._at += 1
        line, found = next(iter(self._lines.items()))
        if len(self._lines) > 1:
            self.said = self._before() + line[: self._at].decode(errors="ignore")
            return
        if isinstance(found, int):
            assert self._open is not None
            self.action = self._open.at(found)
        elif found.span is None:
            self.action = found
        else:
            span = found.span
            self._open, self._at = found, 0
            self._lines = {_line(str(amount)): amount for amount in range(span.lo, span.hi + 1, span.step)}
            self._go_on()
            return
        self.said = str(self.action)

    def _before(self) -> str:
        return f"{self._open} " if self._open is not None else ""


def _line(text: str) -> bytes:
    return text.encode() + bytes([END])


def mask(options: Iterable[int]) -> list[int]:
    """1 for what may be chosen, else 0.

    >>> sum(mask([3, 5]))
    2
    """
    open_ones = set(options)
    return [int(n in open_ones) for n in range(SIZE)]
