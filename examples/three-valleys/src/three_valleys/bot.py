"""How the house plays Three Valleys: as any standard title, with an eye on the lake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from kursbuch.bots import Character, View
from kursbuch.bots.railway import standard
from kursbuch.bots.railway.seat import Seat
from kursbuch.core import Action
from kursbuch.shelf import rules_of
from three_valleys.rules import Rules


def excursion(seat: Seat, company: str) -> Mapping[str, int]:
    """What reaching the lake is worth to a company beyond what the stop earns."""
    open_to = seat.view["options"]["excursions"] and company not in seat.position["visited"]
    rules = rules_of(seat.view)
    assert isinstance(rules, Rules)
    return {rules.trip.hex: rules.trip.pays} if open_to else {}


LORE = replace(standard.LORE, goals=excursion)


def choose(view: View, legal: Sequence[Action], rng: Random, *, character: Character) -> Action:
    """What the house bot does."""
    return standard.choose(view, legal, rng, LORE, character=character)
