"""Names that lead nowhere, and words that the rules do not know: a game would stop, or go on as if not told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kursbuch.core.family import Family
from kursbuch.editions.places import SLOTS, Data, Place, known_at, names_in, places_of, told_at
from kursbuch.editions.remarks import Remark

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_MISSING = {
    "hexes": "there is no hex {hex}",
    "companies": "there is no company {name}",
    "phases": "there is no phase {name}",
    "area": "there is no area {name}",
}


def strangers(family: Family, data: Data) -> Iterator[Remark]:
    """Texts that are neither a name of a block nor a word that is known at their place."""
    for pattern, place in places_of(family).items():
        known = known_at(data, place)
        for path, text in told_at(data, pattern):
            at = ".".join(path)
            if place.colour and not _COLOUR.fullmatch(text):
                yield Remark(at, "expected a colour such as {colour}", {"colour": "#2b5fa8"}, grave=True)
            elif place.closed and text not in known:
                yield _stranger(at, text, place, known)
    yield from _slots(family, data)
    money = data.get("game", {}).get("money", "{}")
    if money.replace("{}", "", 1) != re.sub(r"[{}]", "", money) or "{}" not in money:
        yield Remark(
            "game.money", "expected a text with {figure} where the figure goes", {"figure": "{}"}, True
        )


def _stranger(at: str, text: str, place: Place, known: Mapping[str, None]) -> Remark:
    if not place.tables:
        return Remark(
            at, "{kind!r} is not one of {known}", {"kind": text[:40], "known": ", ".join(known)}, grave=True
        )
    table = place.tables[0]
    message = _MISSING.get(table[1], "there is no {name} in {table}")
    return Remark(at, message, {"name": text[:40], "hex": text[:40], "table": ".".join(table)}, grave=True)


def _slots(family: Family, data: Data) -> Iterator[Remark]:
    """A space of a city is nobody's, or kept for a company: "home KHS"."""
    companies = names_in(data, ("companies", "companies"))
    for pattern, place in places_of(family).items():
        for path, text in told_at(data, pattern) if pattern[-1] == SLOTS else ():
            role, _, company = text.partition(" ")
            if text and role not in place.inside:
                values = {"kind": role[:40], "known": ", ".join(place.inside)}
                yield Remark(".".join(path), "{kind!r} is not one of {known}", values, grave=True)
            elif text and company not in companies:
                yield Remark(".".join(path), "there is no company {name}", {"name": company[:40]}, grave=True)
