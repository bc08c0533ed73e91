"""The best runs of positions from play are the best of all runs there are, found by brute force."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kursbuch.core import Game
from kursbuch.rail.routes.running import best_of
from kursbuch.shelf import find
from kursbuch.soak.players import seated
from kursbuch.soak.tables import Table
from kursbuch.titles.dortmund.beer.export import DUTY
from kursbuch.titles.dortmund.railway import beer
from tests.judges.ground import Ground
from tests.rail.walker import Manners, Place, Reach, Run, TooMany, Walker, Way, best_together

PATIENCE = 8_000  # steps of a finger before a position is left out
SETS = 40_000  # sets of runs
PARTS = 12  # positions of a game
ACTIONS = 1500  # of a game, at most

FAMILIES = {
    "18te": "te18",
    "1889": "shikoku",
    "1830": "northeast",
    "18chesapeake": "chesapeake",
    "1853": "india",
}
WANTED = {  # comparisons, about four seconds a title; seven of ten must be of runs that earn
    "18te": 300,
    "1889": 140,
    "1830": 100,
    "18chesapeake": 100,
    "1853": 150,
    "18do-railway": 90,
    "18do-beer": 180,
    "18do-expert": 120,
    "18do-intro": 500,
}

Together = tuple[Callable[[Way, str], int], Callable[[Sequence[Run | None]], int], int]


def data_of(title: str) -> Path:
    return Path(str(files(f"kursbuch.titles.{FAMILIES.get(title, 'dortmund')}") / "data"))


def read(title: str, name: str) -> dict[str, Any]:
    return tomllib.loads((data_of(title) / f"{name}.toml").read_text(encoding="utf-8"))


# -- positions --------------------------------------------------------------------------------------


def positions(title: str) -> Iterator[Game]:
    """Early, middle and late ones, out of games of investors with more and less money and of random players."""
    numbers = find(title).info.players
    for seed in itertools.count(1):
        kind, gift = (("rich", 0), ("rich", 400), ("random", 0), ("rich", 4000))[seed % 4]
        table = Table(title, numbers[seed % len(numbers)], seed, gift=gift)
        game, rng = table.start(), Random(seed)
        seats = seated(kind, game.players, rng)
        while not game.over and len(game.actions) < ACTIONS:
            player = rng.choice(game.acting)
            game.apply(seats[player](game, player, game.legal_actions(player), rng))
        runs = [n for n, action in enumerate(game.actions) if " runs " in str(action)]
        before = runs or range(len(game.actions))  # trains of the Introduction Game run when it is over
        for part in range(PARTS):
            if before:
                yield game.at(before[(len(before) - 1) * part // (PARTS - 1)])


# -- what titles rule differently -------------------------------------------------------------------


def near(ground: Ground) -> frozenset[frozenset[str]]:
    """18TE: red areas that touch, or have one hex between them, are not on one route."""
    reds = [hex for hex, block in ground.hexes.items() if block.get("colour") == "red"]
    around = {red: {over[0] for edge in range(6) if (over := ground.across(red, edge))} for red in reds}
    pairs = itertools.combinations(reds, 2)
    return frozenset(frozenset((a, b)) for a, b in pairs if b in around[a] or around[a] & around[b])


def manners(title: str, ground: Ground) -> Manners:
    if title == "18te":
        return Manners(apart=near(ground))
    if title == "1853":
        return Manners(towns_apart=True)
    if title == "1889":
        return Manners()
    if title in ("1830", "18chesapeake"):
        pairs = read(title, "board")["one_place"].values()
        return Manners(
            towns_apart=True, cities_apart=True, apart=frozenset(frozenset(pair) for pair in pairs)
        )
    areas = frozenset(frozenset(pair) for pair in read(title, "board")["areas"].values())

    def passes(company: str, place: Place) -> bool:
        """Of HHW, but in the Introduction Game, trains run through full steel mills."""
        mill = ground.hexes[place[0]].get("site") == "steel"
        return company == "HHW" and mill and title != "18do-intro"

    return Manners(hexes_once=True, apart=areas, passes=passes)


@dataclass
class Counted:
    """What the stops and runs of one company earn in one position."""

    title: str
    game: Game
    company: str
    walker: Walker

    def __post_init__(self) -> None:
        self.shown = self.game.view()["position"]
        self.trains = read(self.title, "trains")
        self.red = next(p["red"] for p in self.trains["phases"] if p["phase"] == self.shown["phase"])
        links = self.shown.get("links", {})
        self.links = links if isinstance(links, dict) else {link["hex"]: link["value"] for link in links}

    def kind_of(self, side: str) -> str:
        return next(str(kind) for kind, train in self.trains["trains"].items() if side in train["sides"])

    def stop(self, place: Place, side: str) -> int:
        """What is printed, for red areas by phase or train; in 18DO links, and markers in yards, beside."""
        hex, halt = place[0], self.walker.face(place[0]).halts[place[1]]
        colour = self.trains["trains"][self.kind_of(side)].get("red", self.red)
        if self.title == "18do-intro":  # of the two values at the rim always the higher
            colour = "brown"
        value: int = halt.values[colour] if halt.values else halt.value
        if self.walker.ground.hexes[hex].get("yard"):
            owners = self.walker.owners(place)
            return value + (10 * sum(map(bool, owners)) if self.company in owners else 0)
        return value + int(self.links.get(hex, 0))

    def runs(self, side: str) -> list[tuple[Way, int]]:
        train = self.trains["trains"][self.kind_of(side)]
        ways = self.walker.routes(
            self.company, Reach.read(train["sides"][side]), train.get("gauges", {}).get(side, "")
        )
        return [(way, sum(self.stop(place, side) for place in way.stops)) for way in ways]

    # -- mail and beer ----------------------------------------------------------------------------

    def exported(self, way: Way) -> int:
        """What a cube of beer brings on a run through Dortmund City to a red area."""
        if "E12" not in [hex for hex, _ in way.stops]:
            return 0
        ends = (way.stops[0][0], way.stops[-1][0])
        return max(int(self.walker.ground.hexes[hex].get("beer", 0)) for hex in ends)

    def together(self) -> Together:
        """For each run a mark, what the marks of all runs earn together, and the most that could be."""
        if self.title == "1853":  # one train has the mail of its two ends
            dearest = max((self.stop(place, "2") for place in self.walker.places()), default=0)
            return (
                lambda way, side: self.stop(way.stops[0], side) + self.stop(way.stops[-1], side),
                lambda runs: max((run.mark for run in runs if run), default=0),
                2 * dearest,
            )
        if self.title == "18do-railway":
            return self.shared_beer()
        if self.title in ("18do-beer", "18do-expert"):
            return self.loaded_beer()
        return lambda way, side: 0, lambda runs: 0, 0

    def loaded_beer(self) -> Together:
        """Cubes lie on the trains already and must go where they can, whatever else that costs."""
        own = [load for load in self.shown["loaded"] if load["company"] == self.company]
        if self.company == "HHW":
            own = []  # carries no beer
        sides = self.shown["companies"][self.company]["trains"]

        def earned(runs: Sequence[Run | None]) -> int:
            total = 0
            for side in set(sides):  # the heavier load goes where a cube brings more
                marks = [run.mark for run, of in zip(runs, sides, strict=True) if run and of == side]
                cubes = [load["cubes"] for load in own if load["train"] == side]
                pairs = zip(sorted(marks, reverse=True), sorted(cubes, reverse=True), strict=False)
                total += sum(mark * n + DUTY for mark, n in pairs if mark)
            return total

        return lambda way, side: self.exported(way), earned, sum(50 * load["cubes"] + DUTY for load in own)

    def shared_beer(self) -> Together:
        """The director's cubes may go on any train that has room; how many there are is asked of the program."""
        s: Any = self.game.state
        cubes, bonus = beer.beer_of(s, self.company), beer.premium(s, self.company)
        spare = beer.has_spare_room(s, self.company)
        sides = self.shown["companies"][self.company]["trains"]
        own = [self.trains["trains"][side].get("beer", 0) for side in sides]

        def earned(runs: Sequence[Run | None]) -> int:
            most = 0
            if not cubes:
                return 0
            rooms = [
                range(room + 1 + (spare and side != "2")) if run and run.mark else range(1)
                for run, room, side in zip(runs, own, sides, strict=True)
            ]
            for loads in itertools.product(*rooms):
                helped = sum(load > room for load, room in zip(loads, own, strict=True))
                if sum(loads) <= cubes and helped <= 1:
                    brought = (n * run.mark + bonus for n, run in zip(loads, runs, strict=True) if run and n)
                    most = max(most, sum(brought))
            return most

        return lambda way, side: self.exported(way), earned, len(sides) * (3 * 50 + bonus) if cubes else 0


def by_brute_force(title: str, game: Game, company: str, walker: Walker) -> int:
    counted = Counted(title, game, company, walker)
    mark, together, hope = counted.together()
    trains = []
    for side in counted.shown["companies"][company]["trains"]:
        runs = counted.runs(side)
        trains.append([Run(value, way.track, mark(way, side)) for way, value in runs])
    return best_together(trains, together, hope, SETS)


@pytest.mark.parametrize(("title", "wanted"), WANTED.items())
def test_best_runs_are_the_best_of_all(title: str, wanted: int):
    ground = Ground.read(data_of(title))
    rules = manners(title, ground)
    compared = earning = left_out = 0
    seen = set()
    for game in positions(title):
        shown = game.view()["position"]
        for company, about in shown["companies"].items():
            key = (
                company,
                str(about["trains"]),
                str(shown["board"]),
                shown["phase"],
                str(shown.get("links")),
            )
            if not about["trains"] or key in seen:
                continue
            seen.add(key)
            walker = Walker(ground, shown["board"]["tiles"], shown["board"]["tokens"], rules, PATIENCE)
            try:
                most = by_brute_force(title, game, company, walker)
            except TooMany:
                left_out += 1
                continue
            best = best_of(game.state, company)[1]  # type: ignore[arg-type]  # a railway game
            assert best == most, f"{title}, seed {game.seed}, action {len(game.actions)}, {company}"
            compared += 1
            earning += best > 0
        if compared >= wanted or left_out > wanted:
            break
    print(f"{title}: {compared} compared, {earning} of them earn, {left_out} left out")
    assert compared >= wanted
    assert earning >= 0.7 * compared
