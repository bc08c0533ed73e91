"""What a title is to the core: facts for the shelf, and the rules for one number of players and set of options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from importlib import import_module
from random import Random
from threading import RLock
from types import MappingProxyType
from typing import Any, Generic, TypeGuard, TypeVar

from kursbuch.core.action import Action, Grammar
from kursbuch.core.chance import Chance
from kursbuch.core.edition import Edition, per_edition, using
from kursbuch.core.errors import BadInput, Refusal
from kursbuch.core.event import MONEY, Event, Told, told
from kursbuch.core.meaning import Hint, Meaning, Party, Player, meaning
from kursbuch.core.secret import Secret
from kursbuch.core.state import Frame, State
from kursbuch.core.step import Stage

S = TypeVar("S", bound=State)

Choice = bool | int | str
Composing = Callable[[int, Mapping[str, Choice]], "Rules[Any]"]  # for so many players and these options

# Games of one make-up share their box: were it made by two threads at once, there would be two.
_COMPOSING = RLock()


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a title: its values, the one in force if nothing is said, and what it changes.

    >>> option = Option("loans", False, (False, True), "Whether the bank lends.")
    >>> option.default in option.choices
    True
    """

    key: str
    default: Choice
    choices: tuple[Choice, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class TitleInfo:
    """What the shelf says about a title.

    >>> info = TitleInfo("own", "My own", players=range(2, 5))
    >>> list(info.players), info.revision
    ([2, 3, 4], 1)
    """

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
    # boxes by the outcome of a draw, where set-up by lot decides which one a game is played with
    parts: Mapping[str, object] = MappingProxyType({})
    told: Told = told(MONEY)  # every kind of event that can happen, with what its fields mean
    glossary: Mapping[str, Hint] = MappingProxyType({"player": Player, "actor": Party, "who": Party})
    # what the values of refusals mean, by their names
    entities: tuple[str, ...] = ()  # in whose name players act, beside their own: companies
    secrets: tuple[Secret[S], ...] = ()  # what not all may know, beside what chance will bring

    def kind_of(self, frame: Frame) -> str:
        """What kind of stage is in charge of a frame: titles may name their stages as they like."""
        return self.stages[frame.stage].kind or frame.stage

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

        What chance will bring is nobody's to know; the secrets of the title are taken out as well.
        """
        twin = s.copy()
        twin.chance.seed = 0
        for secret in self.secrets:
            secret.hide(twin, players)
        return twin

    def imagined(self, s: S, player: str | None, rng: Random, clues: Sequence[Event] = ()) -> S:
        """A position that this player could be in: what is hidden and what chance will bring are drawn anew.

        `clues` are those events that the player was told of and that tell something about secrets.
        """
        twin = self.veiled(s, () if player is None else (player,))
        twin.chance = Chance(rng.getrandbits(64), twin.chance.count)
        for secret in self.secrets:
            secret.imagine(twin, player, rng, clues)
        return twin

    @cached_property
    def clues(self) -> frozenset[str]:
        """The keys of events that tell something about secrets."""
        return frozenset().union(*(secret.clues for secret in self.secrets))

    def audit(self, s: S) -> None:
        """Raise AssertionError if anything was lost or made from nothing."""
        raise NotImplementedError

    def cite(self, refusal: Refusal) -> Refusal:
        """The refusal with the title's own rule point in place of the kernel's name for the rule."""
        point = self.citations.get(refusal.rule)
        return refusal.by(point) if point else refusal

    @cached_property
    def refusal_meanings(self) -> Mapping[str, Meaning | None]:
        """What the values of refusals mean."""
        return {name: meaning(hint) for name, hint in self.glossary.items()}

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
    """Marks how a title's rules are composed: once for each number of players, set of options and edition.

    >>> @made_once
    ... def compose(players, options):
    ...     return Rules()
    >>> compose(3, {"short": True}) is compose(3, {"short": True})
    True
    >>> compose(3, {"short": True}) is compose(4, {"short": True})
    False
    """

    @per_edition
    def made(players: int, options: tuple[tuple[str, Choice], ...]) -> R:
        return make(players, dict(options))

    @wraps(make)
    def compose(players: int, options: Mapping[str, Choice]) -> R:
        return made(players, tuple(sorted(options.items())))

    return compose


@dataclass(frozen=True)
class Title:
    """A title on the shelf: its description, and how its rules are composed for a table.

    Rules that are named, as `module:function`, are read when they are first needed: the shelf can be listed without.
    """

    info: TitleInfo
    composing: Composing | str

    @cached_property
    def composed(self) -> Composing:
        """The function that composes the rules.

        >>> Title(TitleInfo("toy", "Toy", range(2, 3)), "kursbuch.core.rules:Rules").composed is Rules
        True
        """
        if not isinstance(self.composing, str):
            return self.composing
        module, _, name = self.composing.partition(":")
        found: Composing = getattr(import_module(module), name)
        return found

    def compose(
        self, players: int, options: Mapping[str, Choice], edition: Edition | None = None
    ) -> Rules[Any]:
        """The rules for so many players and these options; the same ones each time, in whatever thread."""
        with _COMPOSING, using(edition):
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
