"""Tables of 1853 for the page with its rules: terrain by gauge, what cities count in a contract."""

from __future__ import annotations

from markupsafe import Markup

from kursbuch.titles.india.rules.state import StateIndia
from kursbuch.web.pages.cards.card import Part, Sheet
from kursbuch.web.pages.scene import Scene


def terrain(scene: Scene) -> list[Part]:
    """What the first tile on a hex costs, and what the bank pays for developing some."""
    s, words = scene.rail, scene.words
    assert isinstance(s, StateIndia)
    costs = [
        (words(f"terrain.{kind}"), [scene.money(by[gauge]) for gauge in ("broad", "metre")])
        for kind, by in s.box.terrain.items()
    ]
    premiums = [(scene.hex(hex), [scene.money(amount)]) for hex, amount in s.box.premiums.items()]
    return [
        Sheet(words("Cost of terrain"), [words("gauge.broad"), words("gauge.metre")], costs),
        Sheet(words("Premiums for the first tile"), [words("Premium")], premiums),
    ]


def cities(scene: Scene) -> list[Part]:
    """What each city counts towards the loan and whose shares go with it; how many a contract names."""
    s, words = scene.rail, scene.words
    assert isinstance(s, StateIndia)
    named = [
        (name, [str(city.value), Markup(" ").join(scene.company(id) for id in city.companies)])
        for name, city in sorted(s.box.cities.items(), key=lambda found: (-found[1].value, found[0]))
    ]
    seats = [
        (
            str(number),
            [f"{seat.cities[0]}–{seat.cities[1]}", scene.money(seat.least_loan), str(seat.opens_at)],
        )
        for number, seat in s.box.seats.items()
    ]
    heads = [words("Cities in a contract"), words("Least loan"), words("Shares that open a company")]
    return [
        Sheet(words("By number of players"), heads, seats, words("Players")),
        Sheet(words("Cities and what they count"), [words("Value"), words("Companies")], named),
    ]


TABLES = {"terrain": terrain, "cities": cities}
