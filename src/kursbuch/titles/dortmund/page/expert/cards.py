"""Cards of the Expert Game: small investments and special events."""

from __future__ import annotations

from markupsafe import Markup

from kursbuch.titles.dortmund.page.beer.cards import CARDS as BEER
from kursbuch.titles.dortmund.page.expert.choices import (
    event_chip,
    event_mark,
    from_when,
    position,
    small_mark,
    small_words,
)
from kursbuch.web.pages.cards import Card, Facts, Kind, Says, ref
from kursbuch.web.pages.cards.card import Text
from kursbuch.web.pages.scene import Scene


def small(scene: Scene, code: str) -> Card | None:
    """A small investment: what it brings, its price, copies, who has one."""
    s, words = position(scene), scene.words
    if code not in s.box.small:
        return None
    marker, facts = s.box.small[code], scene.position["small"][code]
    name, does = small_words(scene, code)
    holders = [company for company, held in s.small.items() for one in held if one == code]
    lines: list[tuple[Text, Text]] = [
        (words("Printed price"), scene.money(facts["price"])),
        (words("Left"), f"{facts['left']}/{marker.count}"),
        (words("Owners"), Markup(" ").join(ref("company", id, scene.company(id)) for id in holders)),
    ]
    later = from_when(scene, marker.colour)
    return Card(Markup("{} {}").format(small_mark(scene, code), name), later, [Says([does]), Facts(lines)])


def event(scene: Scene, code: str) -> Card | None:
    """A special event: what it does, who holds it, who has used it in this round."""
    s, words = position(scene), scene.words
    if code not in s.box.specials:
        return None
    holder = s.specials[code]
    used = [brewery for brewery, done in sorted(s.used) if done == code]
    lines: list[tuple[Text, Text]] = [
        (words("Owner"), ref("company", holder, scene.company(holder)) if holder else words("on display")),
        (words("Used in this round by"), Markup(" ").join(scene.company(id) for id in used)),
    ]
    does, later = words(f"sem.{code}.does"), from_when(scene, s.box.specials[code].colour)
    return Card(event_mark(scene, code), later, [Says([does]), Facts(lines)])


CARDS = {
    **BEER,
    "small": Kind(
        small,
        "Small investments",
        lambda scene: [(c, small_mark(scene, c)) for c in position(scene).box.small],
    ),
    "event": Kind(
        event,
        "Special events",
        lambda scene: [(c, event_chip(scene, c)) for c in position(scene).box.specials],
    ),
}
