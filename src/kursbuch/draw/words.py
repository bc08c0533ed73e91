"""The few words that pictures contain."""

from __future__ import annotations

from kursbuch.words import words


def word(key: str, language: str, *values: object) -> str:
    """A word in a language ("en" or "de"); a key we do not know is its own word.

    >>> word("goal", "de"), word("tile", "en", 57), word("swamp", "de")
    ('Ziel', 'tile 57', 'swamp')
    """
    text = words(language[:2]).messages.get(f"picture.{key}")
    return text.format(*values) if text else key
