"""A title as it stands on the shelf: described, and all that its family names is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kursbuch.shelf import family_of, find
from kursbuch.soak.faults import told
from kursbuch.testing.trial import Trial
from kursbuch.words import LANGUAGES
from kursbuch.words.catalogue import entries


def shelf(trial: Trial) -> Iterator[str]:
    """The record of the family can be loaded, its words be read; the title says what it is."""
    family, info = family_of(trial.title), find(trial.title).info
    if info.id != trial.title:
        yield f"the title calls itself {info.id!r}"
    if not info.name or not info.summary or not len(info.players):
        yield "a title has a name, a summary and numbers of players"
    for option in info.options:
        if option.default not in option.choices:
            yield f"the option {option.key} is {option.default!r} if nothing is said, which is none of its choices"
    named: Mapping[str, str] = {
        "bot": family.bots.get(trial.title, ""),
        "page": family.pages.get(trial.title, ""),
        **{f"picture {what}": name for what, name in family.pictures.get(trial.title, {}).items()},
    }
    for what, name in named.items():
        try:
            if name:
                family.load(name)
        except Exception as error:
            yield f"the {what} {name!r} cannot be loaded: {told(error)}"
    for language in LANGUAGES:
        try:
            if not list(entries(f"{family.package}.{family.words}", language)):
                yield f"there are no words in {language}"
        except Exception as error:
            yield f"the words in {language} cannot be read: {told(error)}"
