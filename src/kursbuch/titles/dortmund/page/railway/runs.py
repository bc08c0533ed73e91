"""Runs of 18DO on the page: how values come about, and the beer that each run carries, cube by cube."""

from __future__ import annotations

from dataclasses import dataclass, field

from kursbuch.core import Action, BadInput, Refusal
from kursbuch.draw import Mark
from kursbuch.rail.actions import Run, Runs
from kursbuch.rail.state import RailState
from kursbuch.titles.dortmund.railway.actions import Carry, Loads
from kursbuch.titles.dortmund.railway.beer import beer_income, beer_of, best_loads, premium, room_of
from kursbuch.titles.dortmund.railway.parts import DortmundBox
from kursbuch.titles.dortmund.railway.state import State18DO
from kursbuch.web.pages.customs import Cargo
from kursbuch.web.pages.runs import aligned
from kursbuch.web.pages.scene import Scene

MARK_COLOURS = {"coal": "#1d1d1b", "steel": "#b3261e"}  # as the location markers of the box


@dataclass(frozen=True, slots=True)
class Target:
    """A red area at an end of a run: what a cube brings there, and the loads that go there instead."""

    name: str
    value: str
    chosen: bool
    loads: str


@dataclass(slots=True)
class Load:
    """The beer of one run: its cubes, the loads with one less and one more, where it may go, what it earns."""

    runs: str
    train: int
    cubes: int
    room: int
    sum: str
    value: str
    less: str = ""
    more: str = ""
    targets: list[Target] = field(default_factory=list)


def cargo(scene: Scene, company: str, runs: Runs, text: str) -> Cargo | None:
    """The beer on these runs as the player chose it, or as much as pays most; None if none can be carried."""
    s = scene.rail
    assert isinstance(s, State18DO)
    usable = beer_of(s, company)
    loads = chosen(runs, text) or best_loads(s, company, runs, usable)
    income = beer_income(s, company, runs, loads)
    why_not = income if isinstance(income, Refusal) else None
    if not usable and not loads.total:
        return None
    action: Action = Carry(company, runs, loads) if loads.total else Run(company, runs)
    legs = _legs(scene, s, company, runs, loads)
    if not legs:
        return None
    return Cargo(
        str(loads), action, income if isinstance(income, int) else 0, why_not, "dortmund/load.html", legs
    )


def chosen(runs: Runs, text: str) -> Loads | None:
    """Loads as they come back from the page, one for each run; None if nothing was chosen."""
    if not text:
        return None
    loads = Loads.read(text, "cargo")
    if len(loads.loads) != len(runs.runs):
        raise BadInput("cargo", "expected loads such as '1 to I20 | -'")
    return loads


def _legs(scene: Scene, s: State18DO, company: str, runs: Runs, loads: Loads) -> dict[int, object]:
    """The controls of each run that passes Dortmund City to a red area, by its train's place."""
    left, out, run = beer_of(s, company) - loads.total, {}, 0
    for number, (train, way) in enumerate(aligned(s, company, runs)):
        if not way:
            continue
        hexes = [word.partition(".")[0] for word in way]
        ends = [hex for hex in dict.fromkeys((hexes[0], hexes[-1])) if hex in s.box.beer]
        room = room_of(s, company, train)
        if ends and room and s.box.dortmund in hexes:
            out[number] = _load(scene, s, company, runs, loads, run, number, ends, room, left)
        run += 1
    return out


def _load(
    scene: Scene,
    s: State18DO,
    company: str,
    runs: Runs,
    loads: Loads,
    run: int,
    number: int,
    ends: list[str],
    room: int,
    left: int,
) -> object:
    cubes, target = loads.loads[run]
    target = target or max(ends, key=lambda hex: s.box.beer[hex])
    each, extra = s.box.beer[target], premium(s, company)
    earned = cubes * each + extra if cubes else 0
    text = f"{cubes} × {each}" + (f" + {extra}" if extra else "") if cubes else ""
    out = Load(str(runs), number, cubes, room, text, scene.words.signed(earned) if earned else "")
    if cubes:
        out.less = with_load(loads, run, cubes - 1, target)
    if left and cubes < room:
        out.more = with_load(loads, run, cubes + 1, target)
    for hex in ends:
        name, worth = s.box.map.hexes[hex].name or hex, scene.money(s.box.beer[hex])
        out.targets.append(Target(name, worth, hex == target, with_load(loads, run, max(cubes, 1), hex)))
    return out


def with_load(loads: Loads, run: int, cubes: int, target: str) -> str:
    """The loads with those of one run changed."""
    changed = list(loads.loads)
    changed[run] = (cubes, target) if cubes else (0, "")
    return str(Loads(tuple(changed)))


def worth(scene: Scene, company: str, stop: str) -> str:
    """How a stop's value comes about where a link or station markers add to the print: `15+30`."""
    s = scene.rail
    assert s is not None and s.box.counting.more is not None
    hex, _, n = stop.partition(".")
    place = (hex, int(n))
    more = s.box.counting.more(s, company, place)
    number = s.board.tracks.graph.number.get(place)
    if not more or number is None:
        return ""
    return f"{s.board.tracks.values(s.phase.red_value)[number]}+{more}"


def marks(scene: Scene) -> dict[str, Mark]:
    """The location markers on the board: what the link of a mine or mill adds."""
    s = scene.rail
    assert s is not None
    made = getattr(s, "links", {})
    return {hex: _mark(scene, s, hex, value) for hex, value in made.items()}


def _mark(scene: Scene, s: RailState, hex: str, value: int) -> Mark:
    assert isinstance(s.box, DortmundBox)
    site = s.box.sites[hex]
    title = scene.words("{place}: link of {value}", place=s.box.map.hexes[hex].name or hex, value=value)
    return Mark(f"+{value}", MARK_COLOURS[site], title)
