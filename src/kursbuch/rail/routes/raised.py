"""What a search raises. Apart from what it works with, since errors are never compiled, nor a module that has one."""

from __future__ import annotations


class TooLong(Exception):
    """A search has taken more steps than it was given."""
