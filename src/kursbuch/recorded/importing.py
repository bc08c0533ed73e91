"""A recorded game read, played through our rules, and compared with what the recording says of its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kursbuch import shelf
from kursbuch.core import BadInput, Game
from kursbuch.core.rules import Choice
from kursbuch.recorded.going_on import with_box_of
from kursbuch.recorded.reading import Recording, read
from kursbuch.recorded.replay import Replay, Unplayable
from kursbuch.recorded.table import Table, table_called

STOPPED = ("manually_ended", "dnf")  # why a game ended that its rules would let go on


@dataclass(frozen=True)
class Import:
    """A recorded game as we played it: worth by player id beside what the recording says."""

    game: Game
    scores: dict[str, int]
    recorded: dict[str, int]
    actions: int  # recorded actions carried out, standing orders' included
    end: str  # "bank", "bankrupt", "manually_ended", "dnf", or "" if the game goes on
    recorded_end: str
    waived: tuple[str, ...] = ()  # the rules that the recording breaks and that were not held against it
    unasked: tuple[int, ...] = ()  # numbers of actions at which one side asked what the other did not

    @property
    def match(self) -> bool:
        """Whether the game ended as the recording says; one that tells no result has only its actions judged."""
        return not self.differences

    @property
    def differences(self) -> list[str]:
        """In what the end is another than the recording says, in sentences."""
        found = [
            f"player {id} is worth {self.scores.get(id)}, the recording says {self.recorded.get(id)}"
            for id in dict.fromkeys([*self.recorded, *self.scores])
            if self.recorded and self.scores.get(id) != self.recorded.get(id)
        ]
        if self.recorded_end not in ("", self.end):
            found.append(f"the end is {self.end or 'not reached'}, the recording says {self.recorded_end}")
        return found

    def to_dict(self) -> dict[str, Any]:
        return {
            "title": self.game.title,
            "scores": self.scores,
            "recorded": self.recorded,
            "match": self.match,
            "actions": self.actions,
            "end": self.end,
        }


def import_recorded(text: str) -> Import:
    """Play a recorded game through our rules; the file says of which title it is.

    Raises BadInput with the place for what cannot be read, Unplayable with the number of the action and the rule for
    the first action that our rules refuse. What nobody checked when the oldest recordings were made is waived for
    those alone: see `waived`.

    >>> from kursbuch import shelf
    >>> from kursbuch.recorded import export_recorded, recorded_titles
    >>> game = shelf.new_game(recorded_titles()[0], players=["Ann", "Bob"], seed=1)
    >>> game.apply(game.legal_actions()[0])
    >>> result = import_recorded(export_recorded(game))
    >>> (
    ...     result.game.title == game.title,
    ...     result.actions,
    ...     list(result.scores.values()) == list(game.scores().values()),
    ... )
    (True, 1, True)
    """
    recording = read(text)
    table = table_called(recording.title)
    played: Import | None = None
    refused: Unplayable | None = None
    for drawn in _draws(recording, table):
        try:
            result = _judged(drawn, table)
        except Unplayable as error:
            refused = error if refused is None or error.number > refused.number else refused
            continue
        if result.match:
            return result
        played = played or result
    if played is not None:
        return played
    assert refused is not None
    raise refused


def _draws(recording: Recording, table: Table) -> list[Recording]:
    """The recording with its seed, and with that of its id where the game would be drawn otherwise: before games
    had a seed of their own, that of their seats was no seed of draws.
    """
    by_id = recording if recording.other_seed is None else replace(recording, seed=recording.other_seed)
    same = table.our_seed(recording) == table.our_seed(by_id)
    return [recording] if same else [recording, by_id]


def _judged(recording: Recording, table: Table) -> Import:
    """Play a recording whose seed is known; the oldest need not keep the rules that nobody checked then."""
    game = _started(recording, table, {})
    replay = Replay(game, table, recording)
    try:
        return _played(replay)
    except Unplayable as error:
        rule = error.refusal.rule
        waivers = _waivers(table, game) if recording.oldest else {}
        if rule not in waivers:
            raise
    lenient = _started(recording, table, waivers[rule])
    return _gone_on(replay, lenient, rule) or _played(Replay(lenient, table, recording), (rule,))


def _gone_on(replay: Replay, lenient: Game, rule: str) -> Import | None:
    """Play on without a rule from where it was broken; None unless what the recording says of its end bears that out:
    then the game is to be played from its start without the rule.
    """
    game = with_box_of(lenient, replay.game) if replay.as_if_begun_without else None
    if game is None:
        return None
    replay.game = game
    try:
        result = _played(replay, (rule,))
    except Unplayable:
        return None
    return result if result.recorded and result.match else None


def _waivers(table: Table, game: Game) -> dict[str, Mapping[str, Choice]]:
    """The options that waive a rule for the oldest recordings, by the title's own rule points."""
    return {game.rules.citations.get(rule, rule): options for rule, options in table.unchecked_once.items()}


def _played(replay: Replay, waived: tuple[str, ...] = ()) -> Import:
    """Play all actions of a recording; raises Unplayable at the first that our rules refuse."""
    played, recording = replay.run(), replay.recording
    game = replay.game
    worth = game.scores()
    return Import(
        game=game,
        scores={id: worth[name] for id, name in replay.names.items()},
        recorded=dict(recording.result),
        actions=played,
        end=replay.s.ending if game.over else _stopped(recording),
        recorded_end=recording.end_reason,
        waived=waived,
        unasked=tuple(replay.unasked),
    )


def _stopped(recording: Recording) -> str:
    """How a game was stopped before its end: as the file says, or by an action; "" if it goes on."""
    if recording.end_reason in STOPPED:
        return recording.end_reason
    return "manually_ended" if any(action.kind == "end_game" for action in recording.actions) else ""


def _started(recording: Recording, table: Table, waivers: Mapping[str, Choice]) -> Game:
    """A new game with the recording's players and options, drawn as the recorder drew."""
    title = shelf.find(table.title)
    allowed = title.info.players
    if len(recording.players) not in allowed:
        raise BadInput("players", f"{title.info.id} is for {allowed.start} to {allowed.stop - 1} players")
    options = dict(table.option(rule) for rule in recording.optional_rules) | dict(waivers)
    seed = table.our_seed(recording)
    try:
        return Game(title, list(recording.players.values()), seed, options)
    except BadInput:  # names that we do not allow become numbers
        return Game(title, [f"Player {n}" for n in range(1, len(recording.players) + 1)], seed, options)
