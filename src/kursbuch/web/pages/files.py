"""Which pictures there are of a game at the moment looked at, and the card that offers them."""

from __future__ import annotations

from kursbuch.draw import pictures_of
from kursbuch.web.pages.cards.card import Card, Files
from kursbuch.web.pages.history import CHARTS
from kursbuch.web.pages.scene import Scene


def pictures_at(scene: Scene) -> tuple[str, ...]:
    """The names of the pictures; the charts tell the whole game, and are there when it is over."""
    found = tuple(
        name
        for name in pictures_of(scene.game)
        if name != "market" or scene.rail is None or scene.rail.box.market.cells
    )
    charts = CHARTS if scene.rail is not None else CHARTS[:1]
    return (*found, *charts) if scene.game.over and scene.live else found


def pictures(scene: Scene, name: str) -> Card | None:
    """Everything that can be kept as a picture."""
    words = scene.words
    files = [(what, words(f"picture-file.{what}")) for what in pictures_at(scene)]
    return Card(words("Pictures to keep"), words("As they are at the moment that is shown."), [Files(files)])
