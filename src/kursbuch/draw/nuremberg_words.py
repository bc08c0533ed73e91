"""The words in pictures of the Nuremberg board, from the title's own list where that has them."""

from __future__ import annotations

from functools import cache

from kursbuch.titles.nuremberg.box import BUILDING, data

_OWN = {
    "city": ("city", "Stadt"),
    "station": ("station", "Station"),
    "post": ("post area", "Postgebiet"),
    "hop": ("hop area", "Hopfengebiet"),
    "estate": ("post area with an estate", "Postgebiet mit Landsitz"),
    "neutral": ("neutral", "neutral"),
    "costs": ("link {link}, over a river {river}", "Streckenteil {link}, über einen Fluss {river}"),
    "points_label": ("Points", "Punkte"),
    "profit_label": ("Profit", "Gewinn"),
    "tracks": ("Tracks", "Leisten"),
}
_PIECES = {"red_piece": "red_passenger", "green_piece": "green_passenger"}


@cache
def term(name: str, language: str) -> str:
    """A word in a language.

    >>> term("red_piece", "de"), term("hop", "en"), term("beer_piece", "en")
    ('roter Passagier', 'hop area', 'beer')
    """
    german = language.startswith("de")
    if name in _OWN:
        return _OWN[name][german].format(link=BUILDING["link"], river=BUILDING["river"])
    found = data("words")["terms"].get(_PIECES.get(name, name.removesuffix("_piece")))
    return str(found["de" if german else "en"]) if found else name
