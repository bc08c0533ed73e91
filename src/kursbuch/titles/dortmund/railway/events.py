"""What happens by itself in the Railway Game: rounds begin, phases change, the game ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kursbuch.core import Step
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import president, raise_sold_out
from kursbuch.rail.rounds import SetFrame, TurnStep, turn_of
from kursbuch.rail.state import DEPOT, OUT, POOL
from kursbuch.rail.steps.lay import LayTrack
from kursbuch.rail.steps.station import BuildStation
from kursbuch.rail.trains.depot import move_card
from kursbuch.titles.dortmund.railway import breweries
from kursbuch.titles.dortmund.railway.links import MakeLink
from kursbuch.titles.dortmund.railway.state import ON_CARD, State18DO
from kursbuch.titles.dortmund.railway.trains import BuyTrains, EarlyTrain

LAST_ROUNDS = 3  # operating rounds after a bank that broke in a stock round (18DO-4.6-3)


def turn_begins(s: State18DO, company: str) -> None:
    """KWE gets its marker at the start of its first turn (18DO-4.3.2.1-4)."""
    if s.box.charters[company].free_link and company not in s.veterans:
        s.free_links |= {company}


def link_gains(s: State18DO, company: str, cubes: int) -> None:
    breweries.gain_beer(s, president(s, company), cubes)


def phase_begins(s: State18DO) -> None:
    """What a new phase sets off beside what the kernel does."""
    if s.phase_number >= s.box.phase_number[breweries.CLOSING]:
        breweries.turn_all_over(s)
    if "grey" in s.phase.colours and s.reserved:
        s.reserved = False  # 18DO-4.5.3-12
        s.note("reservation-ends", hex=s.box.dortmund)
    for owner, cards in list(s.trains.items()):
        for card in cards:
            phase = s.box.last_run.get(kind_of_card(card))
            if owner == OUT or not phase or s.box.phase_number[phase] > s.phase_number:
                continue
            if owner in (POOL, DEPOT):  # 18DO-4.5.7.3-8
                move_card(s, card, owner, OUT)
                s.note("rusts", train=kind_of_card(card), owner=owner)
            elif card not in s.last_runs:
                s.last_runs |= {card}
                s.note("last-run", train=kind_of_card(card), owner=owner)


def operating_rounds(s: State18DO) -> int:
    """As many as the phase says, or three more after a bank that broke in the stock round (18DO-4.6-3)."""
    return LAST_ROUNDS if s.ending else s.phase.operating_rounds


def over(s: State18DO, f: SetFrame) -> bool:
    """The game ends when the next stock round would begin (18DO-4.6-2)."""
    return bool(s.ending) and 0 < f.of < f.done


def stock_round_over(s: State18DO, asks: Callable[[State18DO, str], bool]) -> None:
    """Railways wholly in players' hands rise. If nobody can do anything and nothing has changed since the last
    stock round, nothing ever would: the game ends there. The book does not foresee it.
    """
    raise_sold_out(s)  # railways wholly in players' hands (18DO-4.4.6-3)
    if any(asks(s, player) for player in s.people):
        s.quiet = None
        return
    spots = tuple(sorted(s.prices.spots.items()))
    now = (tuple(s.cash.items()), spots, tuple(s.supply.values()), tuple(sorted(s.trains.items())))
    if s.quiet == now:
        s.end("standstill")
        s.finished = True
        s.note("over", reason=s.ending)
    s.quiet = now


def waits(s: State18DO, step: TurnStep, company: str, deals_in: tuple[Step[Any, Any], ...]) -> bool:
    """A step asks though nothing is possible if selling an own certificate or a brewery marker would help, and
    before the run and at the end of the turn whenever such a deal, or the use of a brewery, is possible at all.
    """
    if isinstance(step, MakeLink | BuyTrains):
        return breweries.usable(s, president(s, company)) or any(deal.possible(s) for deal in deals_in)
    if isinstance(step, BuildStation) and _marker_would_help(s, company):
        return True
    return isinstance(step, EarlyTrain | LayTrack | BuildStation) and any(
        _would_help(s, step, company, deal) for deal in deals_in
    )


def _would_help(s: State18DO, step: TurnStep, company: str, deal: Step[Any, Any]) -> bool:
    """Whether the step could be taken after a deal, which brings the railway money (18DO-4.5-11)."""
    for action in deal.candidates(s, ""):
        if deal.why_not(s, "", action) is None:
            after = s.copy()
            deal.apply(after, "", action)
            richer = company in after.founded and after.cash[company] > s.cash[company]
            if richer and not step.idle(after, company):
                return True
    return False


def _marker_would_help(s: State18DO, company: str) -> bool:
    """Whether the director could assign a marker that is for a station in Dortmund City, and it is in reach."""
    brewery = breweries.brewery_of(s, president(s, company))
    if s.markers.get(brewery) != ON_CARD or s.box.breweries[brewery].marker not in ("reserve", "half price"):
        return False
    city = (s.box.dortmund, 0)
    reached = city in s.board.reachable(company).stops and not s.board.has_token(company, city[0])
    return reached and turn_of(s).company == company and len(s.tokens[company]) > 0
