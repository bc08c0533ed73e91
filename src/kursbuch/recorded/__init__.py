"""Recorded games of 1889: read, played through our rules with every action checked, and written.

result = import_recorded(text)
result.match, result.scores
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kursbuch.core import BadInput, Game
from kursbuch.recorded.export import export_recorded
from kursbuch.recorded.recording import Recording, read
from kursbuch.recorded.replay import Replay, Unplayable
from kursbuch.titles.shikoku.rules import beginner
from kursbuch.titles.shikoku.rules.citations import CITATIONS
from kursbuch.titles.shikoku.title import TITLE

__all__ = ["Import", "Unplayable", "export_recorded", "import_recorded"]

FULL_CITY = CITATIONS["run.blocked"]


@dataclass(frozen=True)
class Import:
    """A recorded game as we played it: worth by player id beside what the recording says."""

    game: Game
    scores: dict[str, int]
    recorded: dict[str, int]
    actions: int  # recorded actions carried out, standing orders' included
    end: str  # "bank", "bankrupt", "manually_ended", or "" if the game goes on
    recorded_end: str

    @property
    def match(self) -> bool:
        return self.scores == self.recorded and self.recorded_end in ("", self.end)

    @property
    def waived(self) -> tuple[str, ...]:
        """The rules that the recording breaks and that were not held against it."""
        return () if self.game.options["full_cities"] == "closed" else (FULL_CITY,)

    def to_dict(self) -> dict[str, Any]:
        return {
            "scores": self.scores,
            "recorded": self.recorded,
            "match": self.match,
            "actions": self.actions,
            "end": self.end,
        }


def import_recorded(text: str) -> Import:
    """Play a recorded game through our rules.

    Raises BadInput with the place for what cannot be read, Unplayable with the number of the action and the rule for
    the first action that our rules refuse. One rule can be waived, for the oldest recordings only: see `waived`.
    """
    if not isinstance(text, str):
        raise BadInput("file", "expected text")
    recording = read(text)
    try:
        return play_through(recording)
    except Unplayable as error:
        # the oldest recordings were made when nobody checked that trains stop at full cities
        if error.refusal.rule == FULL_CITY and oldest_routes(recording):
            return play_through(recording, full_cities="open to trains")
        raise


def oldest_routes(recording: Recording) -> bool:
    """Whether the recording tells routes by hexes alone, with a revenue that the recorder did not work out again."""
    routes = [route for a in recording.actions if a.kind == "run_routes" for route in a.objects("routes")]
    return bool(routes) and not any("connections" in route for route in routes)


def play_through(recording: Recording, full_cities: str = "closed") -> Import:
    """Play all actions of a recording; raises Unplayable at the first that our rules refuse."""
    game = start(recording, full_cities)
    replay = Replay(game, dict(zip(recording.players, game.players, strict=True)))
    played, ended = 0, ""
    for action in recording.actions:
        if action.kind == "end_game":
            ended = "manually_ended"
            played += 1
            break
        replay.play(action)
        played += 1
    replay.finish()
    worth = game.scores()
    state: Any = game.state
    return Import(
        game=game,
        scores={id: worth[name] for id, name in replay.names.items()},
        recorded=dict(recording.result),
        actions=played,
        end=(state.ending if game.over else "") or ended,
        recorded_end=recording.end_reason,
    )


def start(recording: Recording, full_cities: str = "closed") -> Game:
    """A new game with the recording's players and options."""
    title = TITLE
    allowed = title.info.players
    if len(recording.players) not in allowed:
        raise BadInput("players", f"1889 is for {allowed.start} to {allowed.stop - 1} players")
    unknown = set(recording.optional_rules) - {"beginner_game"}
    if unknown:
        raise BadInput("settings.optional_rules", f"unknown: {', '.join(sorted(unknown))[:80]}")
    easy = "beginner_game" in recording.optional_rules
    seed = beginner.our_seed(len(recording.players), recording.seed) if easy else 0
    options = {"beginner": easy, "full_cities": full_cities}
    try:
        return Game(title, list(recording.players.values()), seed, options)
    except BadInput:  # names that we do not allow become numbers
        return Game(title, [f"Player {n}" for n in range(1, len(recording.players) + 1)], seed, options)
