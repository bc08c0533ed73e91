"""A guided game: a fixed start, and a line of play in which one side is the learner's own clicks.

Each step says something beside one thing of the page after another, asks for one action, and names what the others
answer. Progress is the number of moves: a guided table needs to remember nothing but which lesson it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from kursbuch.core import Action, Game
from kursbuch.shelf import new_game

Texts = Mapping[str, str]
"""What is said, by language."""

KINDS = ("first", "different")
"""A first round for newcomers; what is different here, for those who know such games."""


@dataclass(frozen=True)
class Say:
    """Words beside one thing of the page."""

    at: str  # the anchor; see `anchors`
    text: Texts
    facts: Mapping[str, object] = field(
        default_factory=dict
    )  # figures of the position that it quotes, by path
    rules: tuple[str, ...] = ()  # rule points that it rests on
    figures: tuple[int, ...] = ()  # of the box, or worked out: what no fact and no rule point has


@dataclass(frozen=True)
class Step:
    """One idea: what is said, what is asked for, what the others do then. The last step asks for nothing."""

    says: tuple[Say, ...]
    do: str = ""
    others: tuple[str, ...] = ()  # actions that will do as well
    ask: Texts = field(default_factory=dict)
    then: tuple[str, ...] = ()

    @property
    def line(self) -> tuple[str, ...]:
        return (*((self.do,) if self.do else ()), *self.then)


@dataclass(frozen=True)
class Lesson:
    """A guided game of one title."""

    title: str
    kind: str
    name: Texts
    about: Texts
    minutes: int
    players: tuple[str, ...]
    you: str
    seed: int
    steps: tuple[Step, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    before: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """By which a table knows its lesson."""
        return f"{self.title}/{self.kind}"

    @cached_property
    def line(self) -> tuple[str, ...]:
        """Every action from the start of the game to the end of the lesson."""
        return (*self.before, *(action for step in self.steps for action in step.line))

    @cached_property
    def starts(self) -> Mapping[int, int]:
        """The number of the step that begins after so many moves."""
        out: dict[int, int] = {}
        moves = len(self.before)
        for number, step in enumerate(self.steps):
            out.setdefault(moves, number)
            moves += len(step.line)
        return out

    def step_after(self, moves: int) -> int | None:
        """The number of the step that is open after so many moves; None while others answer, and at the end."""
        return self.starts.get(moves)

    def begin(self) -> Game:
        """The game at the start of the lesson; raises what `Game.apply` raises."""
        game = new_game(self.title, self.players, self.seed, self.options)
        for action in self.before:
            game.apply(action)
        return game


def asked_for(step: Step, game: Game, action: Action) -> bool:
    """Whether a step is done by this action."""
    bare = replace(action, by="")
    return any(replace(game.read(wanted), by="") == bare for wanted in (step.do, *step.others))


def answer(lesson: Lesson, game: Game) -> tuple[str, str] | None:
    """The next action of the line and who does it, if it is another's than the learner's and still legal.

    A rule that has changed since the lesson was written must not stop a table: then it goes on without the line.
    """
    moves = len(game.actions)
    if not len(lesson.before) <= moves < len(lesson.line) or lesson.step_after(moves) is not None:
        return None
    action = game.read(lesson.line[moves])
    for player in game.acting:
        move = replace(action, by=player)
        if player != lesson.you and action.by in ("", player) and game.why_not(move) is None:
            return player, str(move)
    return None


def step_at(lesson: Lesson, game: Game) -> Step | None:
    """The step that is open now; None while others answer, after the end, and if it can no longer be done."""
    number = lesson.step_after(len(game.actions))
    if number is None:
        return None
    step = lesson.steps[number]
    if step.do and game.why_not(replace(game.read(step.do), by=lesson.you)) is not None:
        return None
    return step
