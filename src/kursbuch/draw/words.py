"""The few words that pictures contain."""

from __future__ import annotations

from kursbuch.core import Game
from kursbuch.words import own_words, words


def word(key: str, language: str, *values: object) -> str:
    """A word in a language ("en" or "de"); a key we do not know is its own word.

    >>> word("goal", "de"), word("tile", "en", 57), word("swamp", "de")
    ('Ziel', 'tile 57', 'swamp')
    """
    text = words(language[:2]).messages.get(f"picture.{key}")
    return text.format(*values) if text else key


def title_of(game: Game, language: str) -> str:
    """What a game is called in a language.

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> title_of(game, "en") == game.info.name
    True
    """
    return own_words(language[:2], game.title)(game.info.name)
