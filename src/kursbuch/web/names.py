"""Which names people may take: readable, not to be mistaken for another alphabet's, and nobody sounds official."""

from __future__ import annotations

import re
import unicodedata

from kursbuch.core import BadInput
from kursbuch.store.people import folded

POSTS = ("administrator", "administration", "admin", "moderator", "moderation", "kursbuch")
"""What is no word of any name."""
OFFICIAL = (*POSTS, "system", "support", "root", "server", "service", "team", "staff", "official", "mod")
"""What no name may consist of, whatever figures and signs stand around it."""
_TOGETHER = ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC")
"""What is written with them is mistaken for no letters, and they stand beside others in many names."""


def checked_name(name: str, forbidden: str = "") -> str:
    """A name that can also be a player's; `forbidden` are words, with commas, that none may contain. Raises BadInput.

    >>> checked_name("  Anna   Lena ")
    'Anna Lena'
    >>> checked_name("Аnna")  # the first letter is Russian
    Traceback (most recent call last):
    kursbuch.core.raised.BadInput: name: a name has letters of one alphabet
    """
    name = " ".join(name.split())
    if not 1 <= len(name) <= 30 or not name.isprintable() or ":" in name:
        raise BadInput("name", "a name has 1 to 30 printable characters and no colon")
    if len(_alphabets(name)) > 1:
        raise BadInput("name", "a name has letters of one alphabet")
    if not any(c.isalnum() for c in name) or any(unicodedata.combining(c) for c in _composed(name)):
        raise BadInput("name", "a name has letters or figures, and no signs laid over them")
    plain = folded(name)
    words = [word.strip() for word in folded(forbidden).split(",") if word.strip()]
    if _sounds_official(plain) or any(word in plain for word in words):
        raise BadInput("name", "this name cannot be taken here")
    return name


def _sounds_official(name: str) -> bool:
    """Whether somebody could be taken for one of those who run the server.

    >>> [
    ...     _sounds_official(name)
    ...     for name in ("ad.min", "kursbuch team", "mod 2", "anna root", "system of a down")
    ... ]
    [True, True, True, False, False]
    """
    words = re.findall(r"[^\W\d_]+", name)
    all_of_it = "".join(words) in OFFICIAL or all(word in OFFICIAL for word in words)
    return bool(words) and (all_of_it or any(word in POSTS for word in words))


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _alphabets(name: str) -> set[str]:
    """The alphabets that a name uses, by their names; letters in other dress, such as wide ones, are themselves."""
    plain = unicodedata.normalize("NFKC", name)
    found = {unicodedata.name(c, "").partition(" ")[0] for c in plain if c.isalpha()}
    return found - set(_TOGETHER)
