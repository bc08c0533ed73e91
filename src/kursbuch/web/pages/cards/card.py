"""A card: all there is to know about one thing of the game, opened by tap or key.

A card is a title and some parts: facts, tables, sentences, pictures. A kind of card says how one of a name is made,
and which names there are for the index. Railway games have their kinds from the kernel; a title adds its own through
its `Page`, and may say more of a kind that all have. Whatever a card shows is read from the visitor's own scene.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from markupsafe import Markup

if TYPE_CHECKING:
    from kursbuch.web.pages.scene import Scene

Text = str | Markup


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values; a value that is empty is left out."""

    lines: Sequence[tuple[Text, Text]]
    layout: ClassVar[str] = "facts"

    @property
    def told(self) -> list[tuple[Text, Text]]:
        return [(name, value) for name, value in self.lines if value != ""]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: what it is of, the heads of its columns, its rows with their name first."""

    name: Text
    heads: Sequence[Text]
    rows: Sequence[tuple[Text, Sequence[Text]]]
    corner: Text = ""  # what the names of the rows are
    layout: ClassVar[str] = "sheet"


@dataclass(frozen=True, slots=True)
class Says:
    """Sentences."""

    lines: Sequence[Text]
    name: Text = ""
    layout: ClassVar[str] = "says"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with what stands below it; `to` is the card that it opens, if any."""

    svg: Markup
    name: Text
    note: Text = ""
    to: str = ""
    faint: bool = False
    then: Sequence[Picture] = ()  # small ones beside it: what may follow


@dataclass(frozen=True, slots=True)
class Gallery:
    """Pictures side by side, or below each other where others stand beside them."""

    name: Text
    pictures: Sequence[Picture]
    layout: ClassVar[str] = "gallery"


@dataclass(frozen=True, slots=True)
class Links:
    """Cards that can be opened from here."""

    name: Text
    refs: Sequence[Markup]
    layout: ClassVar[str] = "links"


@dataclass(frozen=True, slots=True)
class Files:
    """Pictures of the game to keep, each with what it is called."""

    names: Sequence[tuple[str, Text]]
    layout: ClassVar[str] = "files"


Part = Facts | Sheet | Says | Gallery | Links | Files


@dataclass(slots=True)
class Card:
    """What a card shows."""

    title: Text
    note: Text = ""
    parts: list[Part] = field(default_factory=list)
    wide: bool = False  # it needs all the room there is


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card: the card of a name, None for a name that it does not know; and all names for the index."""

    make: Callable[[Scene, str], Card | None]
    name: str = ""  # what such things are called in the index; "" keeps the kind out of it
    names: Callable[[Scene], Sequence[tuple[str, Text]]] = lambda scene: ()  # each with its label


def ref(kind: str, name: str, label: Text) -> Markup:
    """A control that opens a card.

    >>> ref("train", "2+2", "2+2")
    Markup('<button type="button" class="ref" data-ref="train:2+2">2+2</button>')
    """
    return Markup('<button type="button" class="ref" data-ref="{}">{}</button>').format(
        address(kind, name), label
    )


def address(kind: str, name: str) -> str:
    """The kind and the name of a card, as controls carry them."""
    return f"{kind}:{name}"
