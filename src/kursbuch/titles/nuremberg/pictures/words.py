"""The words in pictures of the Nuremberg board."""

from __future__ import annotations

from functools import cache

from kursbuch.words import own_words


@cache
def term(name: str, language: str) -> str:
    """A word in a language.

    >>> term("red_piece", "de"), term("hop", "en"), term("beer_piece", "en")
    ('roter Passagier', 'hop area', 'beer')
    """
    found = own_words(language[:2], "nuremberg").messages.get(f"label.nuremberg.{name}")
    return found or name
