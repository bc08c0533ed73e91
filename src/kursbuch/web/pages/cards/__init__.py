"""Cards of all things of a game: see `card` for what a card is. This is where they are found by kind and name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kursbuch.web.pages.cards import company, depot, privates, sources, tiles
from kursbuch.web.pages.cards.card import (
    Card,
    Facts,
    Gallery,
    Kind,
    Links,
    Picture,
    Says,
    Sheet,
    Text,
    address,
    ref,
)
from kursbuch.web.pages.files import pictures
from kursbuch.web.pages.scene import Scene

__all__ = [
    "Card",
    "Facts",
    "Gallery",
    "Kind",
    "Links",
    "Picture",
    "Says",
    "Sheet",
    "address",
    "card_of",
    "kinds_of",
    "ref",
]


def _one(message: str) -> Callable[[Scene], list[tuple[str, Text]]]:
    """The index of a kind that has one card only."""
    return lambda scene: [("", scene.words(message))]


RAIL: Mapping[str, Kind] = {
    "company": Kind(company.company, "Companies", company.companies),
    "private": Kind(privates.private, "Privates", privates.privates),
    "train": Kind(depot.train, "Trains", depot.trains),
    "phases": Kind(depot.phases, "Phases", _one("Phases")),
    "tiles": Kind(tiles.manifest, "Tiles", _one("All tiles and what may cover them")),
    "field": Kind(depot.field, "Share prices", depot.prices),
    "tile": Kind(tiles.tile),
    "hex": Kind(tiles.hex),
}


COMMON: Mapping[str, Kind] = {
    "pictures": Kind(pictures, "Pictures to keep", _one("Pictures to keep")),
    "sources": Kind(sources.sources, "The box that is played with", sources.in_index),
}


def kinds_of(scene: Scene) -> Mapping[str, Kind]:
    """The kinds of cards of a game: those of its title before those of all railway games."""
    return {**(RAIL if scene.rail is not None else {}), **scene.page.cards, **COMMON}


def card_of(scene: Scene, kind: str, name: str) -> Card | None:
    """A card by its kind and name; a title's own maker is asked first, then the one of all railway games."""
    if kind == "index":
        return index(scene)
    makers = [kinds[kind].make for kinds in (scene.page.cards, RAIL, COMMON) if kind in kinds]
    return next((card for make in makers if (card := make(scene, name)) is not None), None)


def index(scene: Scene) -> Card:
    """Everything that has a card, kind by kind."""
    parts = []
    for id, kind in kinds_of(scene).items():
        found = kind.names(scene) if kind.name else ()
        if found:
            parts.append(Links(scene.words(kind.name), [ref(id, name, label) for name, label in found]))
    without = ", ".join(scene.words(f"without.{help}") for help in sorted(scene.helps_off))
    agreed = scene.words("Agreed at this table: {helps}", helps=without) if without else ""
    return Card(scene.words("Look up"), agreed, list(parts))
