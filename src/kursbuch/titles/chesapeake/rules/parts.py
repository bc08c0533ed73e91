"""The box of 18Chesapeake, read from its data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kursbuch.core.edition import per_edition
from kursbuch.rail.box import Certificate
from kursbuch.rail.loader import load_toml
from kursbuch.rail.standard.parts import StandardBox, read_box

DATA = "kursbuch.titles.chesapeake.data"


@per_edition
def box(players: int) -> StandardBox:
    """Everything in the box that this number of players uses."""
    return read_box(DATA, players)


@per_edition
def boxes_for_two() -> Mapping[str, StandardBox]:
    """The box of two players by the company drawn: every other has a larger president's certificate (18CH-27-1)."""
    sizes = load_toml(DATA, "companies.toml")["two_players"]["shares"]
    paper = tuple(Certificate(percent, n == 0) for n, percent in enumerate(sizes))
    whole = box(2)
    return {
        drawn: replace(
            whole,
            companies={
                id: company if id == drawn else replace(company, certificates=paper)
                for id, company in whole.companies.items()
            },
        )
        for drawn in whole.companies
    }
