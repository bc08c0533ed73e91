"""Tables of First Train to Nuremberg for the page with its rules: trains and influence boxes as printed."""

from __future__ import annotations

from kursbuch.titles.nuremberg.page import words as say
from kursbuch.web.pages.cards.card import Part, Sheet
from kursbuch.web.pages.scene import Scene

_COLOURS = ("white", "brown", "red", "green")


def trains(scene: Scene) -> list[Part]:
    """What each train costs, what a passenger in it is worth, and its places."""
    words = scene.words
    rows = [
        (train.id, [str(train.price), str(train.worth), str(train.passengers), str(train.goods)])
        for train in say.box_of(scene).trains.values()
    ]
    heads = [
        *(words("Brown influence"), words("VP a passenger")),
        *(words("Places for passengers"), words("Places for goods")),
    ]
    return [Sheet(words("Trains"), heads, rows)]


def boxes(scene: Scene) -> list[Part]:
    """The printed markers of each influence box and its lowest bid."""
    words = scene.words
    rows = [
        (box.id, [*(str(box.printed.get(colour, "")) for colour in _COLOURS), str(box.least)])
        for box in say.box_of(scene).boxes.values()
    ]
    heads = [*(say.word(scene, colour) for colour in _COLOURS), words("Least bid")]
    return [Sheet(words("Influence boxes"), heads, rows)]


TABLES = {"trains": trains, "boxes": boxes}
