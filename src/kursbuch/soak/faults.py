"""What can go wrong in a soaked game, by the check that found it."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any


class Fault(Exception):
    """A check failed. `check` names it, `message` says what was found.

    `action` is what was sent when it failed, as JSON, if the check sent something; `twin` are the actions of
    another game that this one should have looked like, with the player who knows the difference.
    """

    def __init__(
        self,
        check: str,
        message: str,
        action: Mapping[str, Any] | None = None,
        twin: tuple[str, tuple[str, ...]] | None = None,
    ) -> None:
        super().__init__(f"{check}: {message}")
        self.check, self.message, self.action, self.twin = check, message, action, twin

    def __reduce__(self) -> tuple[type[Fault], tuple[Any, ...]]:
        """Faults travel between processes."""
        return Fault, (self.check, self.message, self.action, self.twin)

    @property
    def sign(self) -> str:
        """What two finds of one fault have in common: the check and the message without its figures.

        >>> Fault("audit", "money: 8990 instead of 9000").sign
        'audit: money: # instead of #'
        """
        return re.sub(r"\d+", "#", str(self))


class TooSlow(BaseException):
    """A game has used up its time. No check may take it for a fault of its own."""


@contextmanager
def finding(check: str, action: Mapping[str, Any] | None = None) -> Iterator[None]:
    """Whatever goes wrong inside is a fault that this check has found, on sending this action."""
    try:
        yield
    except Fault:
        raise
    except Exception as error:
        raise Fault(check, told(error), action) from error


def told(error: Exception) -> str:
    """An exception in one line: what it says and where it was raised.

    A failed assertion that says what is wrong speaks for itself.
    """
    text = str(error).partition("\n")[0][:200]
    if type(error) is AssertionError and text:
        return text
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}: {text}{place}"
