"""A minor brewery is traded in for a certificate of a brewery corporation, in three ways (18DO §6.4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import BANK, Refusal, Step, refuse
from kursbuch.rail.actions import Buy
from kursbuch.rail.paper.holdings import held, move
from kursbuch.rail.rounds import dealt, end_turn
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.steps.shares import BuyShare, holder_of, pays_treasury
from kursbuch.titles.dortmund.beer.actions import FoundWith, SwapMinor
from kursbuch.titles.dortmund.beer.floating import check_float
from kursbuch.titles.dortmund.beer.kettle_discards import push_kettle_discards
from kursbuch.titles.dortmund.beer.placing import PlaceFrame
from kursbuch.titles.dortmund.beer.state import (
    B,
    BeerState,
    add_kettle,
    kettles_of,
    scrap_kettle,
)
from kursbuch.titles.dortmund.railway.stock import FoundRailway, director_cost

WORTH = 10  # per cent that a minor brewery pays for when it is traded in for a share


Heir = Callable[[B, str, str], None]  # what else a corporation gets from a minor brewery


def nothing_else(s: BeerState, minor: str, company: str) -> None:
    """Money and kettles are all that a minor brewery has."""


def why_not_traded(s: BeerState, player: str, minor: str, company: str) -> Refusal | None:
    """What holds for every trade-in."""
    if s.minors.get(minor) != player:
        return refuse("18DO-6.4.5-1", "{player} does not own {minor}.", player=player, minor=minor)
    if "green" not in s.phase.colours:
        return refuse("18DO-6.3.2.1-12", "Minor breweries are traded in from the green phase on.")
    if company in s.box.companies and company not in s.box.corporations:
        return refuse("18DO-6.4.1-1", "{company} is no brewery.", company=company)
    return None


def minors_of(s: BeerState, player: str) -> list[str]:
    return [minor for minor, owner in s.minors.items() if owner == player]


# -- for the director's certificate ----------------------------------------------------------------


@dataclass(frozen=True)
class FoundByTrade(Step[BeerState, FoundWith]):
    """A corporation is founded with a minor brewery, which pays for part of the director's certificate."""

    founding: FoundRailway
    handed_in: Heir = nothing_else
    action = FoundWith

    def candidates(self, s: BeerState, player: str) -> Iterable[FoundWith]:
        if "green" not in s.phase.colours:
            return
        for minor in minors_of(s, player):
            for company in s.box.corporations_in_order:
                if company not in s.founded:
                    for cell in self.founding.founding.prices(s, company):
                        yield FoundWith(player, company, cell.price, minor)

    def why_not(self, s: BeerState, player: str, action: FoundWith) -> Refusal | None:
        company, minor = action.company, action.minor
        if refusal := why_not_traded(s, player, minor, company):
            return refusal
        return self.founding.judge(s, player, company, action.price, discount(s, action))

    def apply(self, s: BeerState, player: str, action: FoundWith) -> None:
        s.note("trades-in", player=player, minor=action.minor, company=action.company)
        self.founding.settle(s, player, action.company, action.price, discount(s, action))
        s.traded |= {action.company}
        hand_in(s, action.minor, action.company, self.handed_in)


def discount(s: BeerState, action: FoundWith) -> int:
    """A minor brewery stands for one share, the Quellen-Brauerei for two (18DO-6.4.5-4, 18DO-6.4.5-5)."""
    if action.company not in s.box.corporations:
        return 0
    worth = s.box.minors[action.minor].worth // 10 * action.price
    return min(worth, director_cost(s, action.company, action.price))


# -- for a share -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class SwapForShare(Step[BeerState, SwapMinor]):
    """A minor brewery goes for a share of a corporation, out of its own holding or out of the pool."""

    purchase: BuyShare
    handed_in: Heir = nothing_else
    action = SwapMinor

    def candidates(self, s: BeerState, player: str) -> Iterable[SwapMinor]:
        if "green" not in s.phase.colours:
            return
        for minor in minors_of(s, player):
            for buy in self.purchase.on_offer(s, player):
                if buy.company in s.box.corporations:
                    yield SwapMinor(player, minor, buy.percent, buy.company, buy.source)

    def why_not(self, s: BeerState, player: str, action: SwapMinor) -> Refusal | None:
        company, minor = action.company, action.minor
        if refusal := why_not_traded(s, player, minor, company):
            return refusal
        if company not in s.founded:
            return refuse("buy.unfounded", "{company} is not founded.", company=company)
        given = s.copy()  # judged as a purchase for which the brewery pays one share
        del given.minors[minor]
        given.cash[player] += WORTH // 10 * s.price(company)
        return self.purchase.why_not(given, player, Buy(player, action.percent, company, action.source))

    def apply(self, s: BeerState, player: str, action: SwapMinor) -> None:
        company, minor, source = action.company, action.minor, holder_of(action.source, action.company)
        sizes = s.box.percents[company]
        wanted = next(n for n in held(s, source, company) if sizes[n] == action.percent)
        s.note(
            "trades-in",
            player=player,
            minor=minor,
            company=company,
            percent=action.percent,
            source=action.source,
        )
        extra = (action.percent - WORTH) // 10 * s.price(company)  # 18DO-6.4.5-19
        s.transfer(player, pays_treasury(action.source, company), extra, "share bought")
        move(s, company, [wanted], player)
        self.purchase.overtaken(s, company)
        dealt(s, Deed("buy"))
        end_turn(s)
        if source == company:
            hand_in(s, minor, company, self.handed_in)
        else:
            give_up(s, minor)
        check_float(s, company)  # 18DO-6.4.5-20


# -- what becomes of the brewery -------------------------------------------------------------------


def hand_in(s: BeerState, minor: str, company: str, handed_in: Heir) -> None:
    """All that the minor brewery has goes to the corporation (18DO-6.4.5-6, 18DO-6.4.5-13)."""
    s.transfer(minor, company, s.cash[minor], "brewery traded in")
    for card in kettles_of(s, minor):
        add_kettle(s, company, card)
    s.kettles[minor] = ()
    place = s.order.index(minor)
    _gone(s, minor)
    if s.order.index(company) != place:
        s.push(PlaceFrame("place", company, place + 1))
    push_kettle_discards(s)
    handed_in(s, minor, company)


def give_up(s: BeerState, minor: str) -> None:
    """Its money goes to the bank, its kettles leave the game (18DO-6.4.5-16)."""
    s.transfer(minor, BANK, s.cash[minor], "brewery traded in")
    for card in kettles_of(s, minor):
        scrap_kettle(s, minor, card)
    s.return_markers(minor)
    _gone(s, minor)


def _gone(s: BeerState, minor: str) -> None:
    """Charter and order marker leave the game (18DO-6.4.5-7, 18DO-6.4.5-17)."""
    del s.minors[minor]
    s.order = tuple(b for b in s.order if b != minor)
