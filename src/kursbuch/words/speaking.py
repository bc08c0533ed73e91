"""Words in German and English: catalogues read at start, numbers and money in the language's style.

A message is looked up by its English text, or by a key such as `event.lays` where the engine gives no text.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any

from markupsafe import Markup

from kursbuch.core import Refusal
from kursbuch.core.family import Family
from kursbuch.shelf import families
from kursbuch.words.catalogue import entries

log = logging.getLogger(__name__)

LANGUAGES = {"de": "Deutsch", "en": "English"}


class _Values(dict[str, Any]):
    """A value that a message asks for and nobody gave shows as an ellipsis rather than breaking the page."""

    def __missing__(self, key: str) -> str:
        return "…"


class Words:
    """All words of one language.

    >>> english = words("en")
    >>> english("There is no train {train}.", train="9"), english.number(2840), words("de").number(2840)
    ('There is no train 9.', '2,840', '2.840')
    """

    def __init__(self, language: str, messages: Mapping[str, str]) -> None:
        self.language = language
        self.messages = messages

    def __call__(self, message: str, **values: Any) -> str:
        """The message as plain text."""
        text = self.find(message)
        return text.format_map(_Values(values)) if values else text

    def html(self, message: str, **values: Any) -> Markup:
        """The message as markup; values are escaped unless they are markup themselves."""
        return Markup(Markup.escape(self.find(message))).format_map(_Values(values))

    def find(self, message: str) -> str:
        """The template for a message; English texts stand for themselves, unknown keys become words.

        >>> words("en").find("Saved."), words("en").find("no.such_key")
        ('Saved.', 'such key')
        """
        found = self.messages.get(message)
        if found:
            return found
        last = message.rpartition(".")[2]  # of a key; a sentence ends with its dot
        return last.replace("_", " ") if last and " " not in message else message

    def has(self, message: str) -> bool:
        return message in self.messages

    def number(self, value: int) -> str:
        """A whole number with the language's separator of thousands, and a real minus sign."""
        text = f"{abs(value):,}".replace(",", "." if self.language == "de" else ",")
        return f"−{text}" if value < 0 else text

    def signed(self, value: int) -> str:
        """A change, always with its sign."""
        return f"+{self.number(value)}" if value > 0 else self.number(value)

    def decimal(self, value: float, places: int) -> str:
        """A number with so many places behind the language's mark.

        >>> words("de").decimal(2.5, 2), words("en").decimal(2.5, 2)
        ('2,50', '2.50')
        """
        text = f"{value:.{places}f}"
        return text.replace(".", ",") if self.language == "de" else text

    def day(self, when: date) -> str:
        """A day of the calendar, of a moment too.

        >>> words("de").day(date(2026, 3, 7)), words("en").day(date(2026, 3, 7))
        ('7.3.2026', '2026-03-07')
        """
        return f"{when.day}.{when.month}.{when.year}" if self.language == "de" else f"{when:%Y-%m-%d}"

    def moment(self, when: datetime) -> str:
        """A moment, by the world's clock: where its reader is, nobody knows.

        >>> words("de").moment(datetime(2026, 3, 7, 9, 5)), words("en").moment(datetime(2026, 3, 7, 9, 5))
        ('7.3.2026, 09:05 UTC', '2026-03-07 09:05 UTC')
        """
        return f"{self.day(when)}{',' if self.language == 'de' else ''} {when:%H:%M} UTC"


def sentence(language: Words, refusal: Refusal) -> str:
    """A refusal in words, without its section; values stand as the engine gives them."""
    return language.find(refusal.message).format(**refusal.values)


def told(language: Words, message: str, values: Mapping[str, object]) -> str:
    """What an error says, in a language; a refusal among its values is told in it as well.

    >>> told(words("de"), "there are moves 0 to {last}", {"last": 7})
    'es gibt die Züge 0 bis 7'
    """
    return language(message, **{key: _readable(language, value) for key, value in values.items()})


def _readable(language: Words, value: object) -> object:
    if isinstance(value, Refusal):
        return f"{sentence(language, value)} ({value.section})"
    if isinstance(value, Mapping):  # the same in several languages
        return value.get(language.language, value.get("en", ""))
    return value


@cache
def words(language: str) -> Words:
    """The words of a language, for pages beside the tables; English for one that we do not have.

    Every title's words are among them, for lists and errors that speak of several; at a table `own_words` speaks.
    """
    code = language if language in LANGUAGES else "en"
    found: dict[str, str] = {}
    for family in reversed(families()):
        found |= family_words(family, code).common
    return Words(code, {**found, **shared_words(code)})


@cache
def shared_words(language: str) -> Mapping[str, str]:
    """What the kits say: pages, railway games in general, pictures."""
    return {entry.id: entry.text for entry in entries("kursbuch.words", language)}


@dataclass(frozen=True, slots=True)
class FamilyWords:
    """The catalogue of a family."""

    common: Mapping[str, str]  # of all its titles
    special: Mapping[str, Mapping[str, str]]  # what one title says otherwise
    rules: Mapping[str, str]  # the rules in our own words, by point


@cache
def family_words(family: Family, language: str) -> FamilyWords:
    """What a family says; nothing if its catalogue cannot be read, which must not silence the others."""
    common: dict[str, str] = {}
    special: dict[str, dict[str, str]] = {}
    rules: dict[str, str] = {}
    try:
        for id, text, context in entries(f"{family.package}.{family.words}", language):
            part = rules if context == "rule" else special.setdefault(context, {}) if context else common
            part[id] = text
    except Exception:
        log.exception("the words of %s cannot be read", family.package)
    return FamilyWords(common, special, rules)


def preferred(accepted: str) -> str:
    """The language of a browser's `Accept-Language` line.

    >>> preferred("de-AT,de;q=0.9,en;q=0.8"), preferred("fr"), preferred("")
    ('de', 'en', 'en')
    """
    for part in accepted.split(","):
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"
