"""The course of the beer game: six operating rounds of pairs of a railway round and a brewery round (18DO §6.2)."""

from __future__ import annotations

from kursbuch.rail.rounds import SetFrame
from kursbuch.titles.dortmund.beer.brewery.round import BreweryRoundFrame
from kursbuch.titles.dortmund.beer.state import BeerState


def stock_turns(s: BeerState) -> tuple[str, ...]:
    """The first stock round goes by the cash left after the starting round, later ones by seats (18DO-6.2.2-12)."""
    return s.start_order if s.stock_round == 1 else ()


def railway_order(s: BeerState) -> list[str]:
    """Railways by their prices, the highest first."""
    return [company for company in s.prices.order() if company not in s.box.corporations]


def railway_round_begins(s: BeerState) -> None:
    """The sixth operating round is the last (18DO-6.6-1)."""
    s.set_number = next(f.number for f in s.stack if isinstance(f, SetFrame))
    if s.set_number == s.box.last_set:
        s.end("rounds")


def brewery_round(s: BeerState) -> None:
    """Each railway round is followed by a brewery round (18DO-6.2-3)."""
    s.push(BreweryRoundFrame("breweries"))


def over(s: BeerState, f: SetFrame) -> bool:
    """The game ends with the last brewery round of the last operating round (18DO-6.2-2)."""
    return f.number == s.box.last_set and 0 < f.of < f.done
