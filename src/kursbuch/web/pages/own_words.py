"""Words a family of titles has of its own where railway games share one: a train that is a Zug, not a Lok.

Its catalogues lie in `i18n/<language>/own/`, named by how the ids of its titles begin.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO

from babel.messages.pofile import read_po

from kursbuch.web.pages.page import page_of
from kursbuch.web.pages.words import Words, words


def _borrowed(common: Words, title: str) -> dict[str, str]:
    """A title says as others do what it has no words of its own for; the first lender that has them is asked."""
    out = {}
    for lender in reversed(page_of(title).speaks_like):
        for key, text in common.messages.items():
            if f".{lender}." in key:
                out[key.replace(f".{lender}.", f".{title}.", 1)] = text
    return out


@cache
def own_words(language: str, title: str) -> Words:
    """The words of a language as a title uses them.

    >>> words("de")("Trains"), own_words("de", "18do-railway")("Trains"), own_words("de", "18te")("Trains")
    ('Loks', 'Züge', 'Loks')
    """
    common = words(language)
    found: dict[str, str] = {}
    folder = files("kursbuch.web.i18n").joinpath(common.language, "own")
    for file in folder.iterdir() if folder.is_dir() else ():
        name, dot, kind = file.name.rpartition(".")
        if dot and kind == "po" and title.startswith(name):
            catalogue = read_po(BytesIO(file.read_bytes()), locale=common.language)
            found |= {str(m.id): str(m.string) for m in catalogue if m.id and m.string}
    borrowed = _borrowed(common, title)
    return Words(common.language, {**borrowed, **common.messages, **found}) if found or borrowed else common
