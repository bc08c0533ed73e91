"""How long a bot may think."""

from __future__ import annotations

import time
from collections.abc import Callable


class Enough(Exception):
    """The time is over, or the answer is no longer wanted."""


class Budget:
    """Counts time from its making on: that of this process, so that a busy machine does not make anybody weaker.

    Where a number of playouts is given it alone counts.

    >>> budget = Budget(10.0, 2, lambda: True)
    >>> budget.spend()
    >>> budget.share, budget.left
    (0.5, True)
    """

    def __init__(self, seconds: float, playouts: int | None, wanted: Callable[[], bool]) -> None:
        self._begun, self._seconds = time.process_time(), seconds
        self._playouts, self._wanted = playouts, wanted
        self._checked = self._begun
        self._longest = 0.0  # seconds between two checks
        self.spent = 0  # playouts

    @property
    def left(self) -> bool:
        """Whether thinking may go on."""
        return self.share < 1.0 and self._wanted()

    @property
    def share(self) -> float:
        """How much of it is used up; 1 is all."""
        if self._playouts is not None:
            return self.spent / self._playouts
        return (time.process_time() - self._begun) / self._seconds

    def spend(self) -> None:
        """A playout has been made."""
        self.spent += 1

    def check(self) -> None:
        """Raise Enough in the middle of a playout when the time is over, or would be after a step like the longest.

        A number of playouts lets each come to its end.
        """
        if not self._wanted():
            raise Enough
        if self._playouts is None:
            now = time.process_time()
            self._longest = max(self._longest, now - self._checked)
            self._checked = now
            if now - self._begun + self._longest / 2 >= self._seconds:
                raise Enough
