"""Cards of the beer games: breweries small and large, their kettles."""

from __future__ import annotations

from markupsafe import Markup

from kursbuch.titles.dortmund.beer.parts import Kettle
from kursbuch.titles.dortmund.beer.state import BeerState, kettle_limit, kettles_of
from kursbuch.titles.dortmund.page.beer.panels import kettle_words, position
from kursbuch.web.pages.cards import Card, Facts, Kind, Says
from kursbuch.web.pages.cards.card import Text
from kursbuch.web.pages.cards.company import company as railway
from kursbuch.web.pages.scene import Scene


def company(scene: Scene, id: str) -> Card | None:
    """A minor brewery by its charter; a corporation is a company with kettles."""
    s = position(scene)
    if id in s.box.minors:
        return _minor(scene, s, id)
    card = railway(scene, id)
    if card is not None and id in s.box.corporations:
        card.parts[1:1] = [_kettles(scene, s, id)]
    return card


def _minor(scene: Scene, s: BeerState, id: str) -> Card:
    words, charter = scene.words, s.box.minors[id]
    owner = s.minors.get(id)
    lines: list[tuple[Text, Text]] = [
        (words("Owner"), owner or ""),
        (words("row.cash"), scene.money(s.cash[id]) if owner else ""),
        (words("Printed price"), scene.money(charter.price)),
        (words("Capital"), scene.money(charter.capital)),
        (words("Worth when traded in"), f"{charter.worth} %"),
    ]
    note = "" if id in s.minors else words("not in play")
    return Card(
        Markup("{} {}").format(scene.company(id), charter.name), note, [Facts(lines), _kettles(scene, s, id)]
    )


def _kettles(scene: Scene, s: BeerState, id: str) -> Says:
    """What a brewery brews with, one kettle a line."""
    found: list[Kettle] = [s.box.kettle(card) for card in kettles_of(s, id)]
    lines = [kettle_words(scene.words, kettle) for kettle in found] or [scene.words("none")]
    limit = f"{len(found)}/{kettle_limit(s, id)}" if id in s.minors or id in s.founded else ""
    return Says(lines, f"{scene.words('Kettles')} {limit}".strip())


def minors(scene: Scene) -> list[tuple[str, Text]]:
    """The minor breweries of the box, then every company."""
    s = position(scene)
    return [(id, scene.company(id)) for id in (*s.box.minors, *s.box.companies)]


CARDS = {"company": Kind(company, "Companies", minors)}
