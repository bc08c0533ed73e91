"""Brewery rounds: every brewery has a turn, then order and market are made ready for the next (18DO §6.5.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kursbuch.core import Frame, Stage, Step
from kursbuch.core.record import quick, replace
from kursbuch.rail.rounds import TurnStep, turn_of
from kursbuch.titles.dortmund.beer.brewery.certificates import deals
from kursbuch.titles.dortmund.beer.brewery.income import (
    CountIncome,
    ShareIncome,
    price_after_nothing,
    price_after_payout,
    shared,
)
from kursbuch.titles.dortmund.beer.brewery.order import reorder
from kursbuch.titles.dortmund.beer.brewery.turn import (
    GAVE_UP,
    BreweryPolicies,
    BreweryTurn,
    BreweryTurnFrame,
    possible,
)
from kursbuch.titles.dortmund.beer.delivery import DeliverBeer
from kursbuch.titles.dortmund.beer.equipment import BuyEquipment
from kursbuch.titles.dortmund.beer.loading import CONSENT, LoadingConsent, LoadTrains, worth_keeping
from kursbuch.titles.dortmund.beer.renewal import renew
from kursbuch.titles.dortmund.beer.state import BeerState, kettles_of, scrap_kettle
from kursbuch.titles.dortmund.railway.market import rounded

ROUND, TURN = "breweries", "brewery-turn"  # names of the stages


@quick
@dataclass(frozen=True, slots=True)
class BreweryRoundFrame(Frame):
    """The breweries that have had their turn; `at` is "start", "turns", "order", "market" or "end"."""

    had: tuple[str, ...] = ()
    at: str = "start"


def in_operation(s: BeerState, brewery: str) -> bool:
    """A minor brewery that somebody owns, a corporation that has floated (18DO-6.5.2-4)."""
    return brewery in s.floated or bool(s.minors.get(brewery))


def scrap_outdated(s: BeerState) -> None:
    """Kettles of a segment that has lost its demand leave the game: one with a marker of the renewal and no cubes. A
    segment that is merely empty or not yet opened does not count (18DO-6.5.2.2-7).
    """
    gone = {n for n in s.beer.dead if not s.beer.wanted(n)}
    for brewery in s.order if gone else ():
        for card in kettles_of(s, brewery):
            if s.box.kettle(card).type in gone:
                scrap_kettle(s, brewery, card)


@dataclass(frozen=True)
class BreweryRound(Stage[BeerState, BreweryRoundFrame]):
    """Breweries operate from left to right on the order track."""

    policies: BreweryPolicies

    def deciders(self, s: BeerState, f: BreweryRoundFrame) -> tuple[str, ...]:
        return ()  # every decision lies in a turn

    def advance(self, s: BeerState, f: BreweryRoundFrame) -> bool:
        if f.at == "start":
            s.swap(replace(f, at="turns"))
            s.note("brewery-round", order=list(s.order))
            scrap_outdated(s)
            self.policies.round_begins(s)
        elif f.at == "turns":
            waiting = [b for b in s.order if b not in f.had and in_operation(s, b)]
            if waiting:
                s.swap(replace(f, had=(*f.had, waiting[0])))
                s.push(BreweryTurnFrame(TURN, waiting[0]))
            else:
                s.swap(replace(f, at="order"))
        elif f.at == "order":
            s.swap(replace(f, at="market"))
            reorder(s)
            self.policies.ordered(s)
        elif f.at == "market":
            s.swap(replace(f, at="end"))
            renew(s)
            self.policies.round_over(s)
        else:
            s.pop()
        return True


def brewery_stages(policies: BreweryPolicies) -> dict[str, Stage[Any, Any]]:
    """The stages of a brewery round, by name."""
    shop = BuyEquipment(policies)
    anytime: tuple[Step[Any, Any], ...] = (*deals(policies), *policies.anytime)

    def worth(s: BeerState, brewery: str, most: int) -> int:
        return worth_keeping(s, policies, most)

    def waits(s: BeerState, step: TurnStep, brewery: str) -> bool:
        """Who has no kettle, and gave none up just now, is asked before the price falls for want of an income; the
        purchase is the last moment at which money of an own certificate helps (18DO-6.5.2.1-4).
        """
        bare = brewery in s.box.corporations and not kettles_of(s, brewery) and GAVE_UP not in turn_of(s).done
        return (step is shop or (step is first and bare)) and possible(s, anytime)

    def kept(s: BeerState, brewery: str) -> None:
        policies.kept(s, brewery)
        price_after_nothing(s, brewery)

    first = DeliverBeer(policies, worth)
    turn = BreweryTurn(
        order=(
            first,
            LoadTrains(policies),
            DeliverBeer(policies, worth, rest=True),
            *policies.before_income,
            CountIncome(policies),
            ShareIncome(shared, price_after_payout, kept, rounded, policies.no_payout),
            shop,
            *policies.last,
        ),
        at_start=policies.turn_begins,
        anytime=anytime,
        decides=policies.decides,
        waits=waits,
    )
    return {ROUND: BreweryRound(policies), TURN: turn, CONSENT: LoadingConsent()}
