"""What bots did not get on with and went on without: counted each time, logged once."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

_LOG = logging.getLogger("kursbuch.bots")
_TOLD: set[str] = set()
_LISTENING: list[Counter[str]] = []


def tell(title: str, stage: str, error: Exception) -> None:
    """A bot failed at a decision; with its trace the first time.

    >>> with counted() as found:
    ...     tell("some title", "stock", LookupError("no plan"))
    >>> dict(found)
    {'some title: stock: LookupError: no plan': 1}
    """
    text = f"{title}: {stage}: {type(error).__name__}: {error}"
    for counter in _LISTENING:
        counter[text] += 1
    if text not in _TOLD:
        _TOLD.add(text)
        _LOG.warning("%s", text, exc_info=error)


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count what bots fail at meanwhile."""
    counter: Counter[str] = Counter()
    _LISTENING.append(counter)
    try:
        yield counter
    finally:
        _LISTENING.remove(counter)
