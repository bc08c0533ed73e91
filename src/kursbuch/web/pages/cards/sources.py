"""The card of the box: which parts of it are reconstructed, and where whoever owns one can set them right."""

from __future__ import annotations

from markupsafe import Markup

from kursbuch.web.pages.cards.card import Card, Says, Text
from kursbuch.web.pages.scene import Scene

NAME = "Partly reconstructed"


def sources(scene: Scene, name: str) -> Card | None:
    """What is not known for sure; None for a box that is."""
    parts = scene.game.info.reconstructed
    if not parts:
        return None
    link = Markup('<a href="/workshop/{}">{}</a>').format(scene.game.title, scene.words("Workshop"))
    return Card(scene.words(NAME), link, [Says([scene.words(part) for part in parts])])


def in_index(scene: Scene) -> list[tuple[str, Text]]:
    return [("", scene.words(NAME))] if scene.game.info.reconstructed else []
