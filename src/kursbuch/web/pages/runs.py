"""Running trains: the sum of each run stop by stop, and runs that a player puts together by clicking stops."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from kursbuch.core import Action, BadInput, IllegalAction
from kursbuch.core.action import kind_of
from kursbuch.draw.palette import TRAIN_COLOURS, text_on
from kursbuch.rail.actions import Pass, Pay, PointOut, Run, Runs, Withhold
from kursbuch.rail.rounds import TurnFrame, turn_of
from kursbuch.rail.routes.running import best_of, income_of, network_of, stop_values
from kursbuch.rail.state import RailState
from kursbuch.rail.trains.depot import trains_of
from kursbuch.web.pages.choices import Refused, explained
from kursbuch.web.pages.customs import Cargo, Carried
from kursbuch.web.pages.preview import Effect, preview
from kursbuch.web.pages.scene import Scene

Way = tuple[str, ...]
NOTHING = Runs(())


@dataclass(slots=True)
class Leg:
    """A train with the stops it runs to, in order, and what they are worth."""

    number: int
    side: str
    colour: str
    on: str
    stops: list[tuple[str, int, str]] = field(default_factory=list)  # name, value, how a sum comes about
    value: int = 0


@dataclass(slots=True)
class RunPlan:
    """The runs as they stand on the page."""

    runs: Runs
    legs: list[Leg]
    total: int
    best: int
    best_runs: Runs
    why_not: Refused | None = None
    train: int = 0  # the train being changed
    editing: bool = False
    forecast: list[tuple[str, list[Effect]]] = field(default_factory=list)  # what follows: pay, or keep
    carried: list[Carried] = field(default_factory=list)  # what the runs earn beyond their stops
    cargo: Cargo | None = None  # what they carry by choice
    helped: bool = True  # whether the best runs are told at this table

    @property
    def earned(self) -> int:
        """All that the runs bring in."""
        return self.income + sum(part.value for part in self.carried)

    @property
    def income(self) -> int:
        """What can be paid out of it."""
        return self.total + (self.cargo.value if self.cargo else 0)


def plan(
    scene: Scene, runs: Runs | None = None, train: int = 0, editing: bool = False, cargo: str = ""
) -> RunPlan:
    """The runs of the company on turn, the best ones if none are given, with their sums."""
    s = scene.rail
    assert s is not None
    company = turn_of(s).company
    best_runs, best = best_now(scene, s, company) if scene.helps("best_runs") else (NOTHING, 0)
    runs = best_runs if runs is None else runs
    ways = aligned(s, company, runs)
    legs = []
    running = 0  # colours go by the runs that are drawn; trains at home have none
    for n, (side, way) in enumerate(ways):
        legs.append(
            _leg(
                scene,
                s,
                company,
                n,
                side,
                way,
                TRAIN_COLOURS[running % len(TRAIN_COLOURS)] if way else "#8a8a8a",
            )
        )
        running += bool(way)
    shown = Runs(tuple((side, way) for side, way in ways if way))
    income = income_of(s, company, shown)
    out = RunPlan(
        shown, legs, income if isinstance(income, int) else 0, best, best_runs, None, train, editing
    )
    out.helped = scene.helps("best_runs")
    customs = scene.page.customs
    if customs.carried is not None and isinstance(income, int):
        out.carried = customs.carried(scene, company, shown)
    if customs.cargo is not None and isinstance(income, int):
        out.cargo = customs.cargo(scene, company, shown, cargo)
    if not isinstance(income, int):
        out.why_not = explained(scene, "", scene.game.rules.cite(income))
    elif out.cargo is not None and out.cargo.why_not is not None:
        out.why_not = explained(scene, "", scene.game.rules.cite(out.cargo.why_not))
    elif (refusal := scene.game.why_not(declared(scene, out))) and shown.runs:
        out.why_not = explained(scene, "", refusal)
    elif out.earned:
        out.forecast = forecast(scene, declared(scene, out))
    return out


def best_now(scene: Scene, s: RailState, company: str) -> tuple[Runs, int]:
    """The best runs as the turn's own step finds them: a title may have runs that must lead somewhere."""
    own = scene.page.customs.best
    if own is not None:
        return own(scene, s, company)
    turn = next(f for f in reversed(s.stack) if isinstance(f, TurnFrame))
    for step in getattr(scene.game.rules.stages[turn.stage], "order", ()):
        if step.action is Run and hasattr(step, "best"):
            found: tuple[Runs, int] = step.best(s, company)
            return found
    return best_of(s, company)


def forecast(scene: Scene, action: Action) -> list[tuple[str, list[Effect]]]:
    """What paying the income out or keeping it would bring, were these runs declared."""
    if isinstance(action, PointOut) or not scene.helps("previews"):
        return []
    try:
        later = scene.trial.after(action)
    except IllegalAction:
        return []
    next_up = later.legal_actions()
    ways = [a for a in next_up if isinstance(a, Pay | Withhold)]
    between = [a for a in next_up if isinstance(a, Pass)]
    if between and not ways:  # something is decided before the income is
        later.apply(between[0])
        ways = [a for a in later.legal_actions() if isinstance(a, Pay | Withhold)]
    after = Scene(later, scene.viewer, scene.seats, scene.words, len(later.actions), scene.helps_off)
    return [(scene.words(f"do.{kind_of(type(a))}"), preview(after, a).effects) for a in ways]


def aligned(s: RailState, company: str, runs: Runs) -> list[tuple[str, Way]]:
    """For each train of the company, in the order it holds them, its way; an empty one stays at home."""
    left = list(runs.runs)
    out: list[tuple[str, Way]] = []
    for card in trains_of(s, company):
        side = s.sides[card]
        found = next((run for run in left if run[0] == side), None)
        if found is not None:
            left.remove(found)
        out.append((side, found[1] if found else ()))
    return out


def _leg(scene: Scene, s: RailState, company: str, number: int, side: str, way: Way, colour: str) -> Leg:
    leg = Leg(number, side, colour, text_on(colour))
    worth = scene.page.customs.worth
    graph = s.board.tracks.graph
    values = stop_values(s, graph, company=company)
    for word in way:
        hex, dot, n = word.partition(".")
        if not dot:
            continue
        stop = graph.number.get((hex, int(n))) if n.isdecimal() else None
        value = values[stop] if stop is not None else 0
        sum = worth(scene, company, word) if worth is not None else ""
        leg.stops.append((s.box.map.hexes[hex].name or hex, value, sum))
        leg.value += value
    return leg


def read(scene: Scene, declared: str) -> Runs:
    """Runs as the page sends them back; raises BadInput for stops that are not on this board."""
    s = scene.rail
    assert s is not None
    runs = Runs.read(declared, "runs")
    for _, way in runs.runs:
        for n, word in enumerate(way):
            hex, dot, number = word.partition(".")
            stop = dot or n in (0, len(way) - 1)
            known = (hex, int(number)) in s.board.tracks.graph.number if number.isdecimal() else not stop
            if hex not in s.box.map.hexes or not known:
                raise BadInput("runs", "there is no such hex")
    return runs


def clicked(scene: Scene, runs: Runs, train: int, hex: str) -> Runs:
    """The runs after a click on a hex: a new stop at the end, or the way cut back to a stop that is on it."""
    s = scene.rail
    assert s is not None
    company = turn_of(s).company
    ways = aligned(s, company, runs)
    if not 0 <= train < len(ways):
        raise BadInput("train", "no such train")
    side, way = ways[train]
    ways[train] = (side, _extended(s, company, way, hex, [w for n, (_, w) in enumerate(ways) if n != train]))
    return Runs(tuple((side, way) for side, way in ways if way))


def _extended(s: RailState, company: str, way: Way, hex: str, others: list[Way]) -> Way:
    stops = [i for i, word in enumerate(way) if word.startswith(f"{hex}.")]
    if stops:
        last = len(way) - 1
        if stops[0] == last:  # the end is clicked: take it off
            keep = max((i for i in range(last) if "." in way[i]), default=-1)
            return way[: keep + 1]
        if stops[0] == 0:  # the start is clicked: begin one stop later
            return way[next(i for i in range(1, len(way)) if "." in way[i]) :]
        return way[: stops[0] + 1]
    graph = s.board.tracks.graph
    here = [n for place, n in graph.number.items() if place[0] == hex]
    if not here:
        return way
    if not way:
        own = [n for n in here if network_of(s, company).tokens >> n & 1]
        return (_word(graph.places[(own or here)[0]]),)
    for at_end in (True, False):
        end = way[-1] if at_end else way[0]
        joint = graph.number[_place(end)]
        links = [
            (len(link.path), link.path if link.a == joint else link.path[::-1], there)
            for link in graph.links
            for there in here
            if {link.a, link.b} == {joint, there}
        ]
        links = [link for link in links if not _used(link[1], others)] or links
        if links:
            _, path, there = min(links, key=lambda link: (link[0], link[1]))
            new = (*path[1:-1], _word(graph.places[there]))
            return (*way, *new) if at_end else (*new[::-1], *way)
    return way


def _used(path: Way, others: list[Way]) -> bool:
    """Whether another run goes along the same hexes."""
    steps = {frozenset(pair) for pair in itertools.pairwise(path)}
    for way in others:
        hexes = [word.partition(".")[0] for word in way]
        if steps & {frozenset(pair) for pair in itertools.pairwise(hexes)}:
            return True
    return False


def _place(word: str) -> tuple[str, int]:
    hex, _, number = word.partition(".")
    return hex, int(number)


def _word(place: tuple[str, int]) -> str:
    return f"{place[0]}.{place[1]}"


def declared(scene: Scene, run: RunPlan) -> Action:
    """The action that declares the runs with what they carry, or points them out to a president who declared
    less.
    """
    s = scene.rail
    assert s is not None
    if run.cargo is not None:
        return run.cargo.action
    company = turn_of(s).company
    return (
        Run(company, run.runs) if isinstance(s.top, TurnFrame) else PointOut(scene.game.acting[0], run.runs)
    )
