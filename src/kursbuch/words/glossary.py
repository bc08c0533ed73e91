"""The glossary: what the games' words mean, in both languages.

Words of all railway games stand in `glossary.toml` beside this module, those of a title in its family's
`chapters/glossary.toml`. The page, the links in the rules and docs/players/glossary.md are made from these files.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from markupsafe import Markup

from kursbuch.core.family import Family
from kursbuch.shelf import families, family_of
from kursbuch.words.book import Said

_ENDINGS = {"en": "(?:s|es)?", "de": "(?:e|n|en|s|es|er|ern)?"}


@dataclass(frozen=True, slots=True)
class Term:
    """A word with what it means; `finds` are the forms by which it is known in a sentence."""

    id: str
    word: Said
    means: Said
    finds: Said  # regular expressions

    def pattern(self, language: str) -> str:
        return self.finds.text(language)


@dataclass(frozen=True, slots=True)
class Part:
    """The terms of all railway games, or of one family."""

    id: str
    name: Said
    terms: tuple[Term, ...]
    alone: bool = False  # a game of its own kind, in which the words that all share mean something else


@cache
def glossary() -> tuple[Part, ...]:
    """Every part: what all share first, then families in the order of the shelf.

    >>> [term.word.de for term in glossary()[0].terms if term.id == "par"]
    ['Ausgabekurs, Startkurs']
    """
    common = _part("all", files("kursbuch.words").joinpath("glossary.toml"))
    assert common is not None
    return (common, *filter(None, (_of(family) for family in families())))


def terms_for(title: str) -> list[Term]:
    """The terms that a title's rules may use: its own before those of all."""
    own = _of(family_of(title))
    shared = () if own and own.alone else glossary()[0].terms
    return [*(own.terms if own else ()), *shared]


@cache
def _of(family: Family) -> Part | None:
    return _part(family.name, files(family.package).joinpath("chapters", "glossary.toml"))


def _part(id: str, file: Traversable) -> Part | None:
    if not file.is_file():
        return None
    data = tomllib.loads(file.read_text("utf-8"))
    terms = []
    for about in data["term"]:
        word = Said(about["en"], about["de"])
        finds = about.get("finds", {})
        found = Said(
            *(finds.get(language, _forms(word.text(language), language)) for language in Said._fields)
        )
        terms.append(Term(about["id"], word, Said(about["means"]["en"], about["means"]["de"]), found))
    name = Said(data["name"]["en"], data["name"]["de"])
    return Part(id, name, tuple(terms), data.get("alone", False))


def _forms(word: str, language: str) -> str:
    """How a word looks in a sentence: any of those that commas part, with the endings of the language."""
    several = [re.sub(r"\s*\(.*?\)", "", one).strip() for one in word.split(",")]
    return "|".join(re.escape(one) + _ENDINGS[language] for one in several if one)


def as_markdown() -> str:
    """The glossary as a page of the documentation.

    >>> as_markdown().splitlines()[0]
    '# Glossary, German and English'
    """
    out = [
        "# Glossary, German and English",
        "",
        "Written by `tools/glossary_page.py` from `words/glossary.toml` and the titles' `chapters/glossary.toml`;",
        "change those. The games are mostly German, the code is English: this is what we call things.",
    ]
    for part in glossary():
        out += ["", f"## {part.name.en}", "| German | English | what it is |", "|---|---|---|"]
        terms = sorted(part.terms, key=lambda term: term.word.de.casefold())
        out += [f"| {term.word.de} | {term.word.en} | {term.means.en} |" for term in terms]
    return "\n".join(out) + "\n"


class Linking:
    """Links to the glossary in sentences: each term once, until `anew`."""

    def __init__(self, terms: list[Term], language: str, address: Callable[[Term], str]) -> None:
        self._terms = [term for term in terms if term.pattern(language)]
        self._address, self._seen = address, set[str]()
        groups = "|".join(f"(?P<t{n}>{term.pattern(language)})" for n, term in enumerate(self._terms))
        flags = 0 if language == "de" else re.IGNORECASE  # German nouns are known by their capital
        self._finds = re.compile(rf"(?<![\w-])(?:{groups})(?![\w-])", flags) if groups else None

    def anew(self) -> None:
        """Another chapter begins."""
        self._seen.clear()

    def __call__(self, sentence: str) -> Markup:
        """The sentence as markup."""
        return Markup("").join(self._parts(sentence))

    def _parts(self, sentence: str) -> Iterator[Markup]:
        end = 0
        for match in self._finds.finditer(sentence) if self._finds else ():
            term = self._terms[int(str(match.lastgroup)[1:])]
            if term.id in self._seen:
                continue
            self._seen.add(term.id)
            yield Markup.escape(sentence[end : match.start()])
            yield Markup('<a class="term" href="{}">{}</a>').format(self._address(term), match[0])
            end = match.end()
        yield Markup.escape(sentence[end:])
