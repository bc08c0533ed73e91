"""Names that lead nowhere, and words that the rules do not know: a game would stop, or go on as if not told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kursbuch.core.family import Family
from kursbuch.editions.box import beside, built_in
from kursbuch.editions.places import SLOTS, Data, Place, in_file, known_at, names_in, places_of, told_at
from kursbuch.editions.remarks import Remark
from kursbuch.editions.unreadable import prints
from kursbuch.rail.vocabulary import FIXED, NOTATION

STOPS = ("city", "town", "red")  # what has spaces for stations
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
            at = ".".join(path).replace(".[", "[")
            if place.colour and not _COLOUR.fullmatch(text):
                yield Remark(at, "expected a colour such as {colour}", {"colour": "#2b5fa8"}, grave=True)
            elif place.closed and text not in known:
                yield _stranger(at, text, place, known)
    yield from _slots(family, data)
    yield from _called_by_name(family, data)
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
    places = (place.inside for at, place in places_of(family).items() if at[-1] == SLOTS)
    roles = dict.fromkeys((*NOTATION[SLOTS], *(role for inside in places for role in inside)))
    for at, text in _kept_places(data):
        role, _, company = text.partition(" ")
        if text and role not in roles:
            values = {"kind": role[:40], "known": ", ".join(roles)}
            yield Remark(at, "{kind!r} is not one of {known}", values, grave=True)
        elif text and company not in companies:
            yield Remark(at, "there is no company {name}", {"name": company[:40]}, grave=True)


def _kept_places(data: Data) -> Iterator[tuple[str, str]]:
    """The spaces of all that is printed, whether or not any of them is kept in the built-in data."""
    for file, key, blocks in prints(data):
        for id, block in blocks.items():
            for kind in STOPS:
                for number, stop in enumerate(block.get(kind, ())):
                    slots = stop.get(SLOTS, ())
                    at = f"{file}.{key}.{id}.{kind}[{number}].{SLOTS}"
                    yield from (
                        ((at, slot) for slot in slots if isinstance(slot, str))
                        if isinstance(slots, list)
                        else ()
                    )


def _called_by_name(family: Family, data: Data) -> Iterator[Remark]:
    """Blocks that the rules call by name are there; where they call all of a table so, no other is read."""
    own, box = beside(family.package, "vocabulary"), built_in(family)
    needed = {in_file(name, ""): blocks for name, blocks in own.get("needed", {}).items()}
    fixed = [in_file(name, file) for name in (*FIXED, *own.get("fixed", ())) for file in box]
    for table in dict.fromkeys((*needed, *fixed)):
        there, usual = names_in(data, table), names_in(box, table)
        for name in needed.get(table, usual):
            if name not in there:
                at = ".".join((*table, name))
                yield Remark(at, "the rules call it by name: it cannot be taken out", grave=True)
        for name in there if table in fixed else ():
            if name not in usual:
                at, known = ".".join((*table, name)), {"kind": name[:40], "known": ", ".join(usual)}
                yield Remark(at, "{kind!r} is not one of {known}", known, grave=True)
