"""The words of one title: what all share, its family's, and where it says something in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kursbuch.shelf import family_of
from kursbuch.words.speaking import Words, family_words, shared_words, words


@cache
def own_words(language: str, title: str) -> Words:
    """The words of a language as a title uses them.

    >>> from kursbuch.shelf import shelf
    >>> {own_words("de", title)("Trains") for title in shelf()} == {"Loks", "Züge"}  # as their books say
    True
    """
    code, family = words(language).language, family_of(title)
    own = family_words(family, code)
    found = {**shared_words(code), **own.common}
    for lender in reversed(family.speaks_like.get(title, ())):
        found |= _borrowed(own.common, lender, title)
    return Words(code, {**found, **own.common, **own.special.get(title, {})})


def _borrowed(common: Mapping[str, str], lender: str, title: str) -> dict[str, str]:
    """What a lender has words of its own for, as if the title had said it."""
    return {
        key.replace(f".{lender}.", f".{title}.", 1): text
        for key, text in common.items()
        if f".{lender}." in key
    }
