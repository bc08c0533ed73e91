"""What a title is to the core: facts for the shelf, and the rules for one number of players and set of options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, wraps
from threading import RLock
from typing import Any, Generic, TypeGuard, TypeVar

from kursbuch.core.action import Action, Grammar
from kursbuch.core.chance import Chance
from kursbuch.core.errors import BadInput, Refusal
from kursbuch.core.state import State
from kursbuch.core.step import Stage

S = TypeVar("S", bound=State)

Choice = bool | int | str

# Games of one make-up share their box: were it made by two threads at once, there would be two.
_COMPOSING = RLock()


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a title: its values, the one in force if nothing is said, and what it changes."""

    key: str
    default: Choice
    choices: tuple[Choice, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class TitleInfo:
    """What the shelf says about a title."""

    id: str
    name: str
    players: range
    options: tuple[Option, ...] = ()
    designer: str = ""
    summary: str = ""
    minutes: int = 120
    difficulty: int = 2  # 1 easy to 5 hard
    reconstructed: tuple[str, ...] = ()  # the blocks of data that are our reconstruction
    revision: int = 1  # of the rules as programmed; a transcript says under which it was played


@dataclass(frozen=True, slots=True)
class Score:
    """What one player is worth, with the parts that add up to it."""

    worth: int
    parts: Mapping[str, int] = field(default_factory=dict)


class Rules(Generic[S]):
    """The rules of one title for one table: stateless, shared by all games of that make-up."""

    stages: Mapping[str, Stage[S, Any]]
    citations: Mapping[str, str]  # from the kernel's names of rules to the title's rule points
    entities: tuple[str, ...] = ()  # in whose name players act, beside their own: companies

    def start(self, players: Sequence[str], chance: Chance) -> S:
        """The position before the first decision, first frames on the stack."""
        raise NotImplementedError

    def scores(self, s: S) -> dict[str, int]:
        raise NotImplementedError

    def view(self, s: S, player: str | None) -> dict[str, Any]:
        """All of the position that this player may know, as plain JSON data; None is a spectator."""
        raise NotImplementedError

    def veiled(self, s: S, players: Collection[str]) -> S:
        """A copy of the position without what nobody who holds these players may know.

        What chance will bring is nobody's to know; a title with secrets of its own takes them out as well.
        """
        twin = s.copy()
        twin.chance.seed = 0
        return twin

    def audit(self, s: S) -> None:
        """Raise AssertionError if anything was lost or made from nothing."""
        raise NotImplementedError

    def cite(self, refusal: Refusal) -> Refusal:
        """The refusal with the title's own rule point in place of the kernel's name for the rule."""
        point = self.citations.get(refusal.rule)
        return refusal.by(point) if point else refusal

    @cached_property
    def grammar(self) -> Grammar:
        kinds: dict[type[Action], None] = {}
        for stage in self.stages.values():
            for step in stage.every_step():
                kinds[step.action] = None
        return Grammar(kinds)


R = TypeVar("R", bound=Rules[Any])


def made_once(
    make: Callable[[int, Mapping[str, Choice]], R],
) -> Callable[[int, Mapping[str, Choice]], R]:
    """Marks how a title's rules are composed: once for each number of players and set of options.

    >>> @made_once
    ... def compose(players, options):
    ...     return Rules()
    >>> compose(3, {"short": True}) is compose(3, {"short": True})
    True
    >>> compose(3, {"short": True}) is compose(4, {"short": True})
    False
    """

    @cache
    def made(players: int, options: tuple[tuple[str, Choice], ...]) -> R:
        return make(players, dict(options))

    @wraps(make)
    def compose(players: int, options: Mapping[str, Choice]) -> R:
        return made(players, tuple(sorted(options.items())))

    return compose


@dataclass(frozen=True)
class Title:
    """A title on the shelf: its description, and how its rules are composed for a table."""

    info: TitleInfo
    composed: Callable[[int, Mapping[str, Choice]], Rules[Any]]

    def compose(self, players: int, options: Mapping[str, Choice]) -> Rules[Any]:
        """The rules for so many players and these options; the same ones each time, in whatever thread."""
        with _COMPOSING:
            return self.composed(players, options)

    def known(self, given: Mapping[str, object]) -> dict[str, object]:
        """Those options that the title still has, with values that they still take: of a game stored long ago."""
        known = {option.key: option.choices for option in self.info.options}
        return {key: value for key, value in given.items() if _among(value, known.get(key, ()))}

    def options(self, given: Mapping[str, object]) -> dict[str, Choice]:
        """All options with their values; raises BadInput for one that the title does not know."""
        known = {option.key: option for option in self.info.options}
        out: dict[str, Choice] = {key: option.default for key, option in known.items()}
        for key, value in given.items():
            if key not in known:
                raise BadInput(f"options.{str(key)[:40]}", "{title} has no such option", title=self.info.name)
            choices = known[key].choices
            if not _among(value, choices):
                allowed = ", ".join(map(str, choices))
                raise BadInput(
                    f"options.{key}",
                    "{value!r} is not one of {allowed}",
                    value=str(value)[:40],
                    allowed=allowed,
                )
            out[key] = value
        return out


def _among(value: object, choices: Collection[Choice]) -> TypeGuard[Choice]:
    """Whether a value is one of the choices; True is not 1."""
    return any(value == choice and type(value) is type(choice) for choice in choices)
