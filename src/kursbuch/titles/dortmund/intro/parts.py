"""The box of the Introduction Game: the parts of 18DO, with what this game takes from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kursbuch.core.edition import per_edition
from kursbuch.rail.box import TrainType
from kursbuch.rail.loader import (
    load_toml,
    read_companies,
    read_phases,
    read_starts,
    read_trains,
)
from kursbuch.rail.paper.market import Market
from kursbuch.rail.routes.counting import Counting
from kursbuch.titles.dortmund.railway.parts import (
    DATA,
    DortmundBox,
    railway_tiles,
    read_board,
    read_breweries,
    read_links,
    read_places,
)

HIGHER = "brown"  # the second value of an edge hex, whatever the phase (18DO-3.3-11)


@dataclass(frozen=True, eq=False)
class IntroBox(DortmundBox):
    """What the Introduction Game reads differently."""

    aged_by: Mapping[str, str] = field(default_factory=dict)  # kind of train -> phase that makes it obsolete
    holding: int = 60  # the part of a railway that one player may hold


@per_edition
def box(counting: Counting) -> IntroBox:
    """Fewer trains, which stay when they are obsolete, and no money (18DO-3.1-2, 18DO-3.1-6, 18DO-3.2.3-6)."""
    game, board = load_toml(DATA, "game.toml"), load_toml(DATA, "board.toml")
    trains = load_toml(DATA, "trains.toml")
    aged = {kind: b.get("rusts_in") or b.get("last_run") for kind, b in trains["trains"].items()}
    return IntroBox(
        map=read_board(board),
        tiles=railway_tiles(),
        market=Market({}, "rules"),  # shares have no price (18DO-3-3)
        trains=_trains(trains),
        phases=tuple(replace(p, red_value=HIGHER, train_limit=1) for p in read_phases(trains)),
        companies=read_companies(load_toml(DATA, "companies.toml")),
        starts=read_starts(game),
        bank=0,
        money="{} M",
        counting=counting,
        breweries=read_breweries(),
        links=read_links(game),
        yard_token=game["yards"]["token"],
        aged_by={kind: phase for kind, phase in aged.items() if phase},
        holding=game["intro"]["holding"],
        **read_places(board),
    )


def _trains(data: Mapping[str, Any]) -> dict[str, TrainType]:
    """The cards in the counts printed in brackets."""
    kinds = read_trains(data).items()
    return {
        kind: replace(train, count=data["trains"][kind]["intro"], rusts_in="", beside=None)
        for kind, train in kinds
    }
