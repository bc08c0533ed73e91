"""What came of many games, title by title: figures that can be written down, read back and added up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from kursbuch.core import BadInput
from kursbuch.soak.faults import Fault
from kursbuch.soak.playing import REACHED, Played
from kursbuch.soak.reach import reachable
from kursbuch.soak.tables import Table

FORMAT = 1


@dataclass
class Found:
    """A fault by what it has in common in all games where it showed, with the shortest line that was found."""

    sign: str
    games: int
    table: Table
    kind: str
    spec: str
    number: int
    lines: tuple[str, ...]
    check: str
    message: str
    action: dict[str, Any] | None = None
    twin: tuple[str, tuple[str, ...]] | None = None
    test: str = ""  # once it has been shrunk

    @property
    def fault(self) -> Fault:
        return Fault(self.check, self.message, self.action, self.twin)

    def add(self, other: Found) -> Found:
        """Both together: a shrunk line before others, a short one before a long one."""
        best = min(self, other, key=lambda found: (not found.test, len(found.lines)))
        return replace(best, games=self.games + other.games)


@dataclass
class TitleTally:
    """The games of one title."""

    figures: dict[str, Counter[str]] = field(default_factory=dict)  # by kind and players: "rich 3"
    reached: dict[str, Counter[str]] = field(default_factory=lambda: {what: Counter() for what in REACHED})
    faults: dict[str, Found] = field(default_factory=dict)
    bot_faults: Counter[str] = field(default_factory=Counter)

    def total(self, what: str) -> int:
        """Games, actions or milliseconds of all tables together."""
        return sum(figures[what] for figures in self.figures.values())

    def missing(self, title: str) -> dict[str, list[str]]:
        """What the title's rules can bring about and no game has."""
        known = reachable(title)
        return {what: known.missing(what, self.reached[what]) for what in REACHED}


@dataclass
class Tally:
    """The games of a soak. `runs` says how far each has come: game 0 to the one before `games` are in."""

    titles: dict[str, TitleTally] = field(default_factory=dict)
    runs: list[dict[str, Any]] = field(default_factory=list)

    @property
    def faults(self) -> list[Found]:
        """Every kind of fault once."""
        return [found for title in self.titles.values() for found in title.faults.values()]

    def done_of(self, seed: int) -> int:
        """How many games of the soaks with this seed are in."""
        return sum(run["games"] - run["first"] for run in self.runs if run["seed"] == seed)

    def add(self, played: Played, spec: str) -> None:
        """Count one game in."""
        table = played.job.table
        tally = self.titles.setdefault(table.title, TitleTally())
        figures = tally.figures.setdefault(f"{played.job.kind} {table.players}", Counter())
        figures.update(games=1, actions=len(played.lines), milliseconds=round(1000 * played.seconds))
        for what, counts in played.reached.items():
            tally.reached[what].update(counts)
        tally.bot_faults.update(played.bot_faults)
        if played.fault is not None:
            fault = played.fault
            action = dict(fault.action) if fault.action is not None else None
            found = Found(
                fault.sign, 1, table, played.job.kind, spec, played.job.number, tuple(played.lines),
                fault.check, fault.message, action, fault.twin,
            )  # fmt: skip
            _add_found(tally.faults, found)

    def merge(self, other: Tally) -> None:
        """Add the games of another soak."""
        for title, theirs in other.titles.items():
            ours = self.titles.setdefault(title, TitleTally())
            for name, figures in theirs.figures.items():
                ours.figures.setdefault(name, Counter()).update(figures)
            for what in REACHED:
                ours.reached[what].update(theirs.reached[what])
            ours.bot_faults.update(theirs.bot_faults)
            for found in theirs.faults.values():
                _add_found(ours.faults, found)
        self.runs += other.runs

    # -- as JSON ----------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; what was never reached is worked out anew."""
        return {
            "soak": FORMAT,
            "runs": self.runs,
            "titles": {title: _title(title, tally) for title, tally in self.titles.items()},
        }

    def to_json(self) -> str:
        """One JSON object."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def write(self, file: Path) -> None:
        """Write it down, all or nothing."""
        new = file.with_name(file.name + ".new")
        new.write_text(json.dumps(self.to_dict(), ensure_ascii=False, indent=1), encoding="utf-8")
        new.replace(file)


def _add_found(faults: dict[str, Found], found: Found) -> None:
    known = faults.get(found.sign)
    faults[found.sign] = known.add(found) if known else found


def _title(title: str, tally: TitleTally) -> dict[str, Any]:
    return {
        "games": tally.total("games"),
        "actions": tally.total("actions"),
        "seconds": round(tally.total("milliseconds") / 1000, 1),
        "figures": {name: dict(figures) for name, figures in sorted(tally.figures.items())},
        "reached": {what: dict(sorted(counts.items())) for what, counts in tally.reached.items()},
        "never": tally.missing(title),
        "faults": [asdict(found) for found in tally.faults.values()],
        "bot_faults": dict(tally.bot_faults),
    }


def read(file: Path) -> Tally:
    """A tally that was written down; raises BadInput."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data.get("soak") != FORMAT:
            raise ValueError("format")
        return Tally({title: _read_title(about) for title, about in data["titles"].items()}, data["runs"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadInput(str(file), "is not what a soak has written") from error


def _read_title(about: Mapping[str, Any]) -> TitleTally:
    tally = TitleTally(
        {name: Counter(figures) for name, figures in about["figures"].items()},
        {what: Counter(about["reached"][what]) for what in REACHED},
        bot_faults=Counter(about["bot_faults"]),
    )
    for data in about["faults"]:
        twin = data["twin"] and (data["twin"][0], tuple(data["twin"][1]))
        changed = {"table": Table(**data["table"]), "lines": tuple(data["lines"]), "twin": twin}
        _add_found(tally.faults, Found(**{**data, **changed}))
    return tally


def summed(files: Iterable[Path]) -> Tally:
    """Several soaks as one."""
    out = Tally()
    for file in files:
        out.merge(read(file))
    return out
