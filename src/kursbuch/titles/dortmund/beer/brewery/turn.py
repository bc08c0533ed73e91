"""A brewery's turn: what it remembers, who decides in it, and where variants differ (18DO §6.5.2.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic

from kursbuch.core import Action, Refusal, Step, refuse
from kursbuch.core.record import quick, replace
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import CompanyTurn, TurnFrame, TurnStep, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.titles.dortmund.beer.brewery.actions import BuyKettle, Deliver, Scrap, Supply
from kursbuch.titles.dortmund.beer.demand import Boxes
from kursbuch.titles.dortmund.beer.parts import SEGMENTS, Kettle
from kursbuch.titles.dortmund.beer.prices import moved_left
from kursbuch.titles.dortmund.beer.state import B, BeerState, kettle_limit, kettles_of, owner_of
from kursbuch.titles.dortmund.railway.forced import Falls, fewest_of_railway, raise_for

BOUGHT = Deed("kettle")  # what a turn remembers of a purchase from the bank
GAVE_UP = Deed("scrap")  # ... of kettles given up


@quick
@dataclass(frozen=True, slots=True)
class BreweryTurnFrame(TurnFrame):
    """Beside what every turn remembers: what was delivered in Dortmund, and how many cubes went on trains."""

    supplies: tuple[Supply, ...] = ()
    loaded: int = 0

    @property
    def delivered(self) -> Boxes:
        """Cubes delivered to each segment."""
        out = [0] * len(SEGMENTS)
        for cubes, _, segment in self.supplies:
            out[segment - 1] += cubes
        return tuple(out)


def brewery_turn(s: BeerState) -> BreweryTurnFrame:
    """The brewery's turn under way."""
    f = turn_of(s)
    assert isinstance(f, BreweryTurnFrame)
    return f


def allowed(s: BeerState, *about: Any) -> Refusal | None:
    """No further condition."""
    return None


def nothing(s: BeerState) -> None:
    """Nothing happens."""


def all_kettles(s: BeerState, brewery: str) -> tuple[Kettle, ...]:
    """What a brewery works with: all its kettles, as printed."""
    return tuple([s.box.kettle(card) for card in kettles_of(s, brewery)])


def _fewest(s: BeerState, company: str) -> str:
    """The rule by which no more is sold than is needed, for a train or for a kettle."""
    return fewest_of_railway(s, company) if company in s.box.charters else "18DO-6.5.2.7-7"


FALLS: Falls[BeerState] = Falls(
    moved_left, moved_left, _fewest
)  # every sale moves the price left (18DO-6.5.2.7-6)


def forced(s: BeerState, purchase: BuyKettle) -> None:
    """The money for equipment is raised as for a train."""
    raise_for(s, purchase, purchase.price, FALLS)


@dataclass(frozen=True)
class BreweryPolicies(Generic[B]):
    """Where the Expert Game and the game for two differ from Heat, Sweat & Beer."""

    decides: Callable[[B, str], str] = owner_of  # for a brewery
    answers: Callable[[B, str], str] = president  # for a railway whose train shall be loaded
    unasked: Callable[[B, str, str], bool] = lambda s, brewery, railway: (
        False
    )  # whether a railway's consent is dispensed with
    working: Callable[[B, str], tuple[Kettle, ...]] = all_kettles
    # the ways in which they can be used, where not all kettles work as printed; `working` is the one that leaves most
    arrangements: Callable[[B, str], Iterable[tuple[Kettle, ...]]] = lambda s, brewery: [
        all_kettles(s, brewery)
    ]
    squares: Callable[[B, str], int] = lambda s, card: s.box.carries[card.partition("#")[0]]
    more_income: Callable[[B, str], int] = lambda s, brewery: 0  # beside deliveries and export
    price: Callable[[B, str, str], int] = lambda s, brewery, kind: s.box.trains[kind].price
    new_kettles: Callable[[B, str], int] = lambda s, brewery: s.box.new_trains[s.phase.id]
    has_room: Callable[[B, str], bool] = lambda s, brewery: (
        len(kettles_of(s, brewery)) < kettle_limit(s, brewery)
    )
    no_scrapping: Callable[[B, str, str], Refusal | None] = allowed  # a kettle
    delivers_rest: bool = (
        False  # whether capacity kept for trains and not loaded goes to Dortmund, or is lost
    )
    no_payout: Callable[[B, str, Action], Refusal | None] = allowed
    kept: Callable[[B, str], None] = lambda s, brewery: None  # income, before the price falls for it
    no_purchase: Callable[[B, str, str], Refusal | None] = allowed
    must_more: Callable[[B, str], Refusal | None] = allowed  # further duties to buy
    no_own_sale: Callable[[B, str, int], Refusal | None] = allowed
    no_buy_back: Callable[[B, str, int], Refusal | None] = allowed
    rescue: Callable[[B, BuyKettle], None] = forced
    bought: Callable[[B, str, str], None] = lambda s, brewery, card: None
    round_begins: Callable[[B], None] = nothing  # after kettles without demand are gone
    turn_begins: Callable[[B, str], None] = lambda s, brewery: None
    ordered: Callable[[B], None] = nothing  # the new order stands, the market is not yet prepared
    round_over: Callable[[B], None] = nothing
    deliveries: tuple[Step[Any, Any], ...] = ()  # further choices beside delivering
    loadings: tuple[Step[Any, Any], ...] = ()  # ... beside loading
    purchases: tuple[Step[Any, Any], ...] = ()  # ... beside buying equipment
    before_income: tuple[TurnStep, ...] = ()  # steps before the income is added up
    anytime: tuple[Step[Any, Any], ...] = ()
    last: tuple[TurnStep, ...] = ()  # steps after the purchase


def possible(s: BeerState, steps: Iterable[Step[Any, Any]]) -> bool:
    """Whether any of these steps could be taken now."""
    return any(step.possible(s) for step in steps)


# which point of a brewery's turn stands behind a rule of turns in general
CITED = {
    "turn.order": "18DO-6.5.2.1-1",
    "turn.other-company": "18DO-6.5.2-2",
    "turn.president": "18DO-6.5-2",
    "turn.not-yours": "18DO-6.5.2-2",
    "operating.only": "18DO-6.5.2-2",
    "dividend.must": "18DO-6.5.2.5-4",
}


def cited(refusal: Refusal) -> Refusal:
    """A refusal with the point for breweries in place of the general one."""
    return replace(refusal, rule=CITED.get(refusal.rule, refusal.rule))


def not_its_turn(s: BeerState, actor: str) -> Refusal | None:
    """Why a brewery that is not on turn may not act (18DO-6.5.2-2)."""
    brewery = turn_of(s).company
    return refuse("18DO-6.5.2-2", "It is {company}'s turn.", company=brewery) if actor != brewery else None


@dataclass(frozen=True)
class BreweryTurn(CompanyTurn):
    """A company's turn for breweries: a minor one has an owner and no shares, a corporation may go bankrupt."""

    kind = "brewery-turn"

    def advance(self, s: Any, f: TurnFrame) -> bool:
        if not owner_of(s, f.company):  # bankrupt in its own turn
            s.pop()
            return True
        if f.at < 0:
            s.swap(replace(f, at=0))
            s.note("brewery-turn", brewery=f.company, owner=owner_of(s, f.company))
            self.at_start(s, f.company)
            return True
        return super().advance(s, f)

    def not_now(self, s: Any, f: TurnFrame, action: Action) -> Refusal:
        if isinstance(action, Deliver | Scrap):  # what would be wrong with it does not matter any more
            return refuse("18DO-6.5.2.1-1", "The steps of a brewery's turn have a fixed order.")
        return cited(super().not_now(s, f, action))

    def not_yours(self, s: Any, f: TurnFrame, action: Action) -> Refusal:
        return cited(super().not_yours(s, f, action))
