"""Running trains, with export beer or without (18DO §4.5.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic

from kursbuch.core import Refusal, Step, refuse
from kursbuch.rail.actions import Run, Runs
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnStep, next_step, turn_of, update_turn
from kursbuch.rail.routes import has_route
from kursbuch.rail.routes.running import as_train, best_of, income_of, links_of, network_of
from kursbuch.rail.state import OUT
from kursbuch.rail.trains.depot import move_card, trains_of
from kursbuch.titles.dortmund.railway.actions import Carry, Loads
from kursbuch.titles.dortmund.railway.beer import beer_income, beer_of, best_loads
from kursbuch.titles.dortmund.railway.breweries import brewery_of
from kursbuch.titles.dortmund.railway.state import D, State18DO

Plan = tuple[Runs, Loads]


def income_with_beer(s: State18DO, company: str, runs: Runs, loads: Loads) -> int | Refusal:
    """What declared runs and their beer earn together, or why they are not legal."""
    income = income_of(s, company, runs)
    if isinstance(income, Refusal):
        return income
    beer = beer_income(s, company, runs, loads) if loads.loads else 0
    return beer if isinstance(beer, Refusal) else income + beer


def choices(s: State18DO, company: str) -> Iterator[Plan]:
    """The best runs with their beer, then with less of it, last the best runs without any."""
    runs, _ = best_of(s, company)
    full = best_loads(s, company, runs, beer_of(s, company))
    yield runs, full
    for cubes in range(full.total - 1, 0, -1):
        yield runs, best_loads(s, company, runs, cubes)
    if full.total:
        yield best_without_beer(s, company), Loads(())


def best_without_beer(s: State18DO, company: str) -> Runs:
    """The best runs of trains that keep all beer at home."""
    sober = s.copy()
    brewery = brewery_of(s, president(s, company))
    if brewery:
        sober.flipped -= {brewery}
    return best_of(sober, company)[0]


def shipped(s: State18DO, company: str, loads: Loads) -> None:
    """The beer that was carried goes back to the supply (18DO-4.5.5.1-7)."""
    if loads.total:
        s.cubes[brewery_of(s, president(s, company))] -= loads.total
        s.stock_of_beer += loads.total


@dataclass(frozen=True)
class Shipping(Generic[D]):
    """Where the beer on trains comes from, and goes to."""

    choices: Callable[[D, str], Iterator[Plan]] = choices
    income: Callable[[D, str, Runs, Loads], int | Refusal] = income_with_beer
    shipped: Callable[[D, str, Loads], None] = shipped


CARDS: Shipping[State18DO] = Shipping()  # of the brewery cards


def idle_train(s: State18DO, company: str, runs: Runs) -> str:
    """A train that could run beside the declared runs but does not; "" if there is none. A last run is a right, not
    a duty (18DO-4.5.7.3-6).
    """
    left = list(trains_of(s, company))
    for side, _ in runs.runs:
        card = next((c for c in left if s.sides[c] == side), None)
        if card is not None:
            left.remove(card)
    left = [card for card in left if card not in s.last_runs]
    if not left:
        return ""
    graph, network = s.board.tracks.graph, network_of(s, company)
    used = 0
    for _, way in runs.runs:
        for link in links_of(s, company, way):
            used |= network.links[link].mask
    for card in left:
        if has_route(network, as_train(s, graph, company, card), used):
            return s.sides[card]
    return ""


@dataclass(frozen=True)
class RunTrains(TurnStep[D, Carry]):
    """Every train runs once; the list offers the best runs, any other legal ones may be declared."""

    barred: Callable[[D, str, int], Refusal | None] = lambda s, company, income: None
    shipping: Shipping[D] = CARDS
    action = Carry

    def also(self) -> tuple[Step[D, Run], ...]:
        return (RunWithoutBeer(self),)

    def idle(self, s: D, company: str) -> bool:
        return not trains_of(s, company) or best_of(s, company)[1] == 0

    def by_itself(self, s: D, company: str) -> None:
        self.shipping.shipped(s, company, Loads(()))
        last_runs_are_over(s, company)

    def may_pass(self, s: D, company: str) -> Refusal | None:
        return refuse("run.must", "{company} has trains, so they run.", company=company)

    def candidates(self, s: D, player: str) -> Iterable[Carry]:
        company = turn_of(s).company
        for runs, loads in self.shipping.choices(s, company):
            if loads.total:
                yield Carry(company, runs, loads)

    def why_not(self, s: D, player: str, action: Carry) -> Refusal | None:
        return self.judge(s, action.actor, action.runs, action.loads)

    def judge(self, s: D, actor: str, runs: Runs, loads: Loads) -> Refusal | None:
        company = turn_of(s).company
        if actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if not trains_of(s, company):
            return refuse("run.no-train", "{company} has no train.", company=company)
        income = self.shipping.income(s, company, runs, loads)
        if isinstance(income, Refusal):
            return income
        if train := idle_train(s, company, runs):
            return refuse("18DO-4.5.5-1", "Train {train} could run as well.", train=train)
        return self.barred(s, company, income)

    def apply(self, s: D, player: str, action: Carry) -> None:
        self.run(s, action.actor, action.runs, action.loads)

    def run(self, s: D, company: str, runs: Runs, loads: Loads) -> None:
        """The income is counted, the beer goes back to the supply, trains on their last run leave the game."""
        income = self.shipping.income(s, company, runs, loads)
        assert isinstance(income, int)
        s.note("runs", company=company, runs=str(runs), income=income)
        if loads.total:
            s.note("carries", company=company, loads=str(loads), cubes=loads.total)
        self.shipping.shipped(s, company, loads)
        update_turn(s, income=income)
        next_step(s)
        last_runs_are_over(s, company)


@dataclass(frozen=True)
class RunWithoutBeer(Step[D, Run]):
    """The trains run without beer."""

    trains: RunTrains
    action = Run

    def candidates(self, s: D, player: str) -> Iterable[Run]:
        company = turn_of(s).company
        for runs, loads in self.trains.shipping.choices(s, company):
            if not loads.total:
                yield Run(company, runs)
        if s.last_runs.issuperset(trains_of(s, company)):
            yield Run(company, Runs(()))

    def why_not(self, s: D, player: str, action: Run) -> Refusal | None:
        return self.trains.judge(s, action.actor, action.runs, Loads(()))

    def apply(self, s: D, player: str, action: Run) -> None:
        self.trains.run(s, action.actor, action.runs, Loads(()))


def last_runs_are_over(s: State18DO, company: str) -> None:
    """An aged 4 leaves the game after its last run (18DO-4.5.7.3-6)."""
    for card in trains_of(s, company):
        if card in s.last_runs:
            move_card(s, card, company, OUT)
            s.last_runs -= {card}
            s.note("rusts", train=s.sides[card], owner=company)
