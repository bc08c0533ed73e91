"""What has happened, to be looked at: the runs of a move, and what is new since one has last decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kursbuch.core import BadInput, Event, IllegalAction
from kursbuch.draw.palette import TRAIN_COLOURS, text_on
from kursbuch.rail.actions import Runs
from kursbuch.rail.routes.running import stop_values
from kursbuch.web.pages.runs import Leg
from kursbuch.web.pages.scene import Scene


@dataclass(frozen=True, slots=True)
class PastRuns:
    """Runs that were made: by which company, which, and what they brought in all."""

    company: str
    runs: Runs
    income: int | None


def runs_of(scene: Scene, move: int) -> PastRuns | None:
    """The runs of a move, as its events tell them; of an old game that tells none, as its action names them."""
    if not 0 < move <= len(scene.game.actions):
        return None
    for event in seen(scene, [move]):
        company = event.values.get("company")
        if event.key not in ("runs", "points-out") or not isinstance(company, str):
            continue
        runs = _read(event.values.get("runs")) or _declared(scene, move)
        if runs is not None and runs.runs:
            return PastRuns(company, runs, event.values.get("income"))
    return None


def has_runs(scene: Scene, events: Iterable[Event]) -> bool:
    """Whether some events tell of runs that can be drawn."""
    return scene.rail is not None and any(
        e.key in ("runs", "points-out") and e.values.get("runs", "") != "nothing" for e in events
    )


def _read(text: object) -> Runs | None:
    try:
        return Runs.read(text, "runs")
    except BadInput:
        return None


def _declared(scene: Scene, move: int) -> Runs | None:
    try:
        found = getattr(scene.game.read(str(scene.game.actions[move - 1])), "runs", None)
    except (BadInput, IllegalAction):
        return None
    return found if isinstance(found, Runs) else None


def worth_of(then: Scene, past: PastRuns) -> dict[str, int]:
    """What each stop of the runs was worth, from the position in which they were made."""
    s = then.rail
    if s is None:
        return {}
    graph = s.board.tracks.graph
    values = stop_values(s, graph, company=past.company)
    out = {}
    for word in (word for _, way in past.runs.runs for word in way):
        hex, _, stop = word.partition(".")
        number = graph.number.get((hex, int(stop))) if stop.isdecimal() else None
        if number is not None:
            out[word] = values[number]
    return out


def legs_of(scene: Scene, past: PastRuns, values: Mapping[str, int]) -> list[Leg]:
    """The runs train by train, with the names of their stops."""
    s = scene.rail
    assert s is not None
    legs = []
    for number, (side, way) in enumerate(past.runs.runs):
        colour = TRAIN_COLOURS[number % len(TRAIN_COLOURS)]
        leg = Leg(number, side, colour, text_on(colour))
        for word in way:
            hex, dot, _ = word.partition(".")
            if dot and hex in s.box.map.hexes:
                leg.stops.append((s.box.map.hexes[hex].name or hex, values.get(word, 0), ""))
                leg.value += values.get(word, 0)
        legs.append(leg)
    return legs


# -- what is new ----------------------------------------------------------------------------------


@dataclass(slots=True)
class Fresh:
    """What has changed not long ago: on the board, on the market, on the sheet of players and companies."""

    hexes: list[str] = field(default_factory=list)
    prices: set[str] = field(default_factory=set)  # companies
    paper: set[tuple[str, str]] = field(default_factory=set)  # holder and company
    trains: set[str] = field(default_factory=set)  # companies


def seen(scene: Scene, moves: Iterable[int]) -> list[Event]:
    """The events of some moves that the viewer is told of; round one screen nothing that is told to one alone."""
    shared = len(scene.seats) > 1
    return [
        event
        for move in moves
        for event in scene.game.events_of(move)
        if event.visible_to(scene.viewer) and not (event.to and shared)
    ]


def fresh(scene: Scene, since: int) -> Fresh:
    """What the moves after `since` have changed, up to the one that is shown."""
    out = Fresh()
    last = len(scene.game.actions)
    told = scene.game.rules.told
    for event in seen(scene, range(since + 1, last + 1)):
        values, kind = event.values, told.get(event.key)
        for name, meaning in (kind.meanings if kind else {}).items():
            if meaning is not None and meaning.on_board and values.get(name):
                places = values[name] if isinstance(values[name], list) else [str(values[name])]
                out.hexes.extend(hex for hex in places if hex not in out.hexes)
        company = values.get("company")
        if not isinstance(company, str):
            continue
        if isinstance(values.get("player"), str) and event.key not in ("asks", "points-out"):
            out.paper.add((values["player"], company))
        if event.key in ("buys-train", "trades-train", "discards"):
            out.trains.add(company)
        if event.key == "price":
            out.prices.add(company)
    return out


def answered(scene: Scene, since: int) -> bool:
    """Whether what came after the viewer's last move answers an offer it made."""
    asked = any(event.key == "asks" for event in seen(scene, [since]))
    after = range(since + 1, len(scene.game.actions) + 1)
    return asked and any(event.key in ("agrees", "declines") for event in seen(scene, after))


def rounds(scene: Scene) -> list[int]:
    """The moves after which a round began: where the log has a heading that speaks of nobody in particular."""
    told = scene.game.rules.told
    opening = {key for key, kind in told.items() if kind.heading and not any(kind.meanings.values())}
    return [
        move
        for move in range(len(scene.game.actions) + 1)
        if any(event.key in opening for event in scene.game.events_of(move))
    ]
