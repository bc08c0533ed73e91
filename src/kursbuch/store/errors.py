"""What can go wrong in the store."""

from __future__ import annotations


class Conflict(Exception):
    """Somebody else has written first; look again."""


class Full(Exception):
    """This person has as many of these as one may have."""


class Missing(Exception):
    """There is no such row."""


class Unavailable(Exception):
    """The database cannot be used; the text says what to do."""


class CannotRead(ValueError):
    """The bytes are no position that this program can go on from."""
