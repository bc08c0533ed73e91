"""What is said in a form, in the reader's words: data is the same in all languages, forms speak the reader's.

A text at a place is a word that the rules know, a name of a block, or notation with words in it; see
`kursbuch.editions.places`. Each is shown as the reader calls it, and what is typed is read back, whether it is the
reader's word or the data's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.editions.box import box_data
from kursbuch.editions.comparing import by_name
from kursbuch.editions.places import Data, Place, known_at, place_of
from kursbuch.editions.schema import Shape
from kursbuch.words import Words

_WORD = re.compile(r"[^\W\d_]+")  # one of a notation


def inner_shape(shape: Shape, key: str) -> Shape:
    """The shape of what lies in a table, or a list, under a key; one that says nothing if it is not known."""
    if shape.is_blocks or (shape.each is not None and not shape.fields):
        return shape.each or Shape()
    return shape.fields.get(key) or Shape()


class Tongue:
    """How forms speak; this one as the data does."""

    def is_chosen(self, shape: Shape) -> bool:
        """Whether a value is one out of a few words, to be chosen and not typed."""
        return False

    def is_colour(self, shape: Shape) -> bool:
        """Whether a value is a colour, such as #2b5fa8."""
        return False

    def choices(self, shape: Shape) -> Iterator[tuple[str, str]]:
        """What could stand there, as the data and as the reader says it."""
        return iter(())

    def told(self, shape: Shape, value: Any) -> Any:
        """A value of the data in the reader's words."""
        return value

    def meant(self, shape: Shape, value: Any) -> Any:
        """What was typed in the data's words."""
        return value


DATA = Tongue()


class ReadersTongue(Tongue):
    """How forms of a box speak to a reader."""

    def __init__(self, family: Family, edition: Edition | None, words: Words) -> None:
        self._family, self._words = family, words
        self._data: Data = box_data(family, edition)
        self._called: dict[tuple[str, ...], Mapping[str, str]] = {}

    def is_chosen(self, shape: Shape) -> bool:
        place = place_of(self._family, shape.at)
        return shape.kinds == {"text"} and bool(place.words) and not place.tables

    def is_colour(self, shape: Shape) -> bool:
        return shape.kinds == {"text"} and place_of(self._family, shape.at).colour

    def choices(self, shape: Shape) -> Iterator[tuple[str, str]]:
        yield from self._names(shape).items()

    def told(self, shape: Shape, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: self.told(inner_shape(shape, key), one) for key, one in value.items()}
        if isinstance(value, list) and shape.each is not None and shape.each.at != shape.at:
            return [self.told(shape.each, one) for one in value]
        return self._turned(shape, value, self._names(shape))

    def meant(self, shape: Shape, value: Any) -> Any:
        texts = {name.casefold(): text for text, name in self._names(shape).items()}
        return self._turned(shape, value, texts, str.casefold)

    def _names(self, shape: Shape) -> Mapping[str, str]:
        """What may stand at a place, and what readers call it; two that they call the same keep the data's words."""
        if shape.at not in self._called:
            place = place_of(self._family, shape.at)
            called = {text: self._name(text, place) for text in (*known_at(self._data, place), *place.inside)}
            names = list(called.values())
            self._called[shape.at] = {
                text: name if names.count(name) == 1 else text for text, name in called.items()
            }
        return self._called[shape.at]

    def _name(self, text: str, place: Place) -> str:
        for file, key in place.tables:
            entries = self._data.get(file, {}).get(key)
            if isinstance(entries, list):  # the ids of such blocks are our own: boards have their names
                return str(by_name(entries).get(text, {}).get("name", text))
        return self._words.messages.get(f"value.{text}") or text

    def _turned(
        self, shape: Shape, value: Any, into: Mapping[str, str], key: Callable[[str], str] = str
    ) -> Any:
        """A text, or each of a list, in other words; of a notation only the words in it."""
        if isinstance(value, list):
            return [self._turned(shape, one, into, key) for one in value]
        if not isinstance(value, str):
            return value
        if place_of(self._family, shape.at).inside:
            return _WORD.sub(lambda found: into.get(key(found[0]), found[0]), value)
        return into.get(key(value), value)
