"""An action is a record, a JSON object, and a line of text: `KHS lays 57.2 at D6`.

A title's actions are frozen dataclasses derived from `Action`. Each declares `form`, its text form with the
fields in braces; the actor always comes first. Reading and writing text and JSON is worked out from the form
and the field types, once per class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, ClassVar, Self, get_type_hints

from kursbuch.core.errors import BadInput
from kursbuch.core.meaning import Party
from kursbuch.core.record import quick


@quick
@dataclass(frozen=True, slots=True)
class Span:
    """The amounts lo, lo + step, ... up to hi: what a ranged action leaves open."""

    lo: int
    hi: int
    step: int = 1

    def __contains__(self, amount: object) -> bool:
        return (
            isinstance(amount, int) and self.lo <= amount <= self.hi and (amount - self.lo) % self.step == 0
        )

    def sample(self, rng: Random) -> int:
        return self.lo + self.step * rng.randrange((self.hi - self.lo) // self.step + 1)


@dataclass(frozen=True, slots=True)
class Action:
    """One decision. `actor` is a player or what the player decides for (a company).

    `by` may name the player who sends it; empty means whoever is to decide. A ranged action stands for
    many: `lo`, `hi` and `step` bound its amount, and `at` or `sample` make it definite.

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> action = game.legal_actions()[-1]
    >>> action.actor in game.players, game.read(str(action)) == action
    (True, True)
    """

    form: ClassVar[str] = ""
    amount: ClassVar[str] = ""  # the field that a ranged action leaves open

    actor: Party
    by: str = field(default="", kw_only=True, compare=False)
    span: Span | None = field(default=None, kw_only=True)

    @property
    def lo(self) -> int | None:
        """Least amount of a ranged action; None if the action is definite.

        >>> from kursbuch.shelf import example
        >>> bid = next(action for action in example().legal_actions() if action.span)
        >>> bid.lo == bid.span.lo, bid.at(bid.lo).lo
        (True, None)
        """
        return self.span.lo if self.span else None

    @property
    def hi(self) -> int | None:
        """Greatest amount of a ranged action; None if the action is definite.

        >>> from kursbuch.shelf import example
        >>> bid = next(action for action in example().legal_actions() if action.span)
        >>> bid.lo <= bid.hi, bid.at(bid.hi).hi
        (True, None)
        """
        return self.span.hi if self.span else None

    @property
    def step(self) -> int | None:
        """Distance between the amounts of a ranged action; None if the action is definite.

        >>> from kursbuch.shelf import example
        >>> bid = next(action for action in example().legal_actions() if action.span)
        >>> (bid.hi - bid.lo) % bid.step, bid.at(bid.lo).step
        (0, None)
        """
        return self.span.step if self.span else None

    def at(self, amount: int) -> Self:
        """The definite action with this amount, which need not be a legal one.

        >>> from kursbuch.shelf import example
        >>> bid = next(action for action in example().legal_actions() if action.span)
        >>> getattr(bid.at(190), bid.amount), bid.at(190).span
        (190, None)
        """
        if not self.amount:
            raise BadInput(type(self).__name__, "this action has no amount to choose")
        cls = type(self)
        fixed: Callable[[Self, int], Self] = _FIXED.get(cls) or _fixed(cls)
        return fixed(self, amount)

    def sample(self, rng: Random) -> Self:
        """A definite action drawn evenly from the range; a definite action stays as it is.

        >>> from kursbuch.shelf import example
        >>> bid = next(action for action in example().legal_actions() if action.span)
        >>> one = bid.sample(Random(1))
        >>> getattr(one, bid.amount) in bid.span, one.sample(Random(1)) is one
        (True, True)
        """
        return self.at(self.span.sample(rng)) if self.span else self

    def __str__(self) -> str:
        values = {name: write(getattr(self, name)) for name, _, write in _plan(type(self)).fields}
        if self.span:
            values[self.amount] = f"{self.span.lo}..{self.span.hi}/{self.span.step}"
        return self.form.format(actor=self.actor, **values)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: `do` names the kind, the other keys are its fields.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> data = game.legal_actions()[-1].to_dict()
        >>> data["do"], data["actor"] == game.acting[0]
        ('pass', True)
        """
        out: dict[str, Any] = {"do": kind_of(type(self)), "actor": self.actor}
        for name, _, write in _plan(type(self)).fields:
            value = getattr(self, name)
            out[name] = value if type(value) in (int, str) else write(value)  # no JSON has sorts of text
        if self.by:
            out["by"] = self.by
        if self.span:
            out["range"] = {"lo": self.span.lo, "hi": self.span.hi, "step": self.span.step}
        return out


_FIXED: dict[type[Action], Callable[[Any, int], Any]] = {}


def _fixed(cls: type[Action]) -> Callable[[Any, int], Any]:
    """How ranged actions of a kind are made definite: legal lists do so by the hundred, so it is written out once."""
    values = {f.name: f"one.{f.name}" for f in fields(cls)} | {"span": "None", cls.amount: "amount"}
    given = ", ".join([f"{name}={value}" for name, value in values.items()])
    known: dict[str, Any] = {"cls": cls}
    exec(f"def at(one, amount): return cls({given})", known)
    fixed: Callable[[Any, int], Any] = known["at"]
    _FIXED[cls] = fixed
    return fixed


def kind_of(cls: type[Action]) -> str:
    """The name of an action's kind in JSON: the class name in lower case, words joined by `_`.

    >>> class LayTile(Action): ...
    >>> kind_of(LayTile)
    'lay_tile'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


class Grammar:
    """Reads the actions of one title from text and from JSON.

    >>> @dataclass(frozen=True, slots=True)
    ... class Bid(Action):
    ...     form = "{actor} bids {price}"
    ...     amount = "price"
    ...     price: int
    >>> grammar = Grammar([Bid])
    >>> grammar.read("Anna bids 190", ["Anna", "Ben"])
    Bid(actor='Anna', by='', span=None, price=190)
    >>> grammar.read({"do": "bid", "actor": "Ben", "price": 200}, ["Anna", "Ben"]).price
    200
    >>> grammar.read("Anna bids much", ["Anna"])
    Traceback (most recent call last):
    kursbuch.core.raised.BadInput: action: not understood: 'Anna bids much'
    """

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self.kinds = {kind_of(cls): quick(cls) for cls in kinds}

    def read(self, source: Action | Mapping[str, Any] | str, actors: Iterable[str]) -> Action:
        """The action that a record, a JSON object or a line of text stands for."""
        if isinstance(source, Action):
            if type(source) not in self.kinds.values():
                raise BadInput("action", "this title knows no {kind}", kind=type(source).__name__)
            _check_fields(source)
            return source
        if isinstance(source, str):
            return self._from_text(source, actors)
        if isinstance(source, Mapping):
            return self._from_dict(source)
        raise BadInput(
            "action", "expected an action, a text or an object, not {kind}", kind=type(source).__name__
        )

    def _from_text(self, line: str, actors: Iterable[str]) -> Action:
        text, by = line.strip(), ""
        known = sorted(actors, key=len, reverse=True)
        for name in known:
            if text.startswith(name + ": "):
                by, text = name, text[len(name) + 2 :].strip()
                break
        for name in known:
            if text.startswith(name + " "):
                rest = text[len(name) + 1 :]
                for cls in self.kinds.values():
                    action = _plan(cls).match(cls, name, rest, by)
                    if action is not None:
                        return action
        raise BadInput("action", "not understood: {line!r}", line=line[:120])

    def _from_dict(self, data: Mapping[str, Any]) -> Action:
        cls = self.kinds.get(str(data.get("do")))
        if cls is None:
            raise BadInput("action.do", "unknown kind of action: {kind!r}", kind=str(data.get("do"))[:40])
        plan = _plan(cls)
        extra = set(map(str, data)) - {"do", "actor", "by", *(name for name, _, _ in plan.fields)}
        if extra:
            raise BadInput(f"action.{min(extra)}", "{kind} has no such field", kind=kind_of(cls))
        values: dict[str, Any] = {}
        for key in ("actor", "by"):
            value = data.get(key, "" if key == "by" else None)
            if not isinstance(value, str):
                raise BadInput(f"action.{key}", "expected a name")
            values[key] = value
        for name, read, _ in plan.fields:
            if name not in data:
                raise BadInput(f"action.{name}", "missing")
            values[name] = read(data[name], f"action.{name}")
        return cls(**values)


Reader = Callable[[Any, str], Any]
Writer = Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class _Plan:
    """How one kind of action is read and written: its fields in order, and the pattern of its text."""

    fields: tuple[tuple[str, Reader, Writer], ...]
    pattern: re.Pattern[str]

    def match(self, cls: type[Action], actor: str, rest: str, by: str) -> Action | None:
        found = self.pattern.fullmatch(rest)
        if found is None:
            return None
        values = {name: read(found[name], f"action.{name}") for name, read, _ in self.fields}
        return cls(actor=actor, by=by, **values)


_CONTROL = re.compile(r"[\x00-\x1f]")


def _read_int(value: Any, place: str) -> int:
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
        return value
    raise BadInput(place, "expected a whole number, not {value!r}", value=str(value)[:40])


def _read_str(value: Any, place: str) -> str:
    if isinstance(value, str) and 0 < len(value) <= 200 and not _CONTROL.search(value):
        return value
    raise BadInput(place, "expected a short text, not {value!r}", value=str(value)[:40])


_PLANS: dict[type[Action], _Plan] = {}


def _plan(cls: type[Action]) -> _Plan:
    """The plan of a kind of action, worked out once."""
    plan = _PLANS.get(cls)
    if plan is None:
        plan = _PLANS[cls] = _make_plan(cls)
    return plan


def _make_plan(cls: type[Action]) -> _Plan:
    hints = get_type_hints(cls)
    plan: list[tuple[str, Reader, Writer]] = []
    patterns: dict[str, str] = {}
    for f in fields(cls):
        if f.name in ("actor", "by", "span"):
            continue
        hint = hints[f.name]
        if hint is int:
            plan.append((f.name, _read_int, str))
            patterns[f.name] = r"-?[0-9]{1,9}"
        elif hint is str:
            plan.append((f.name, _read_str, str))
            patterns[f.name] = r"\S+"
        else:  # a field type of its own reads and writes itself
            plan.append((f.name, hint.read, str))
            patterns[f.name] = getattr(hint, "pattern", r".+")
    head = "{actor} "
    assert cls.form.startswith(head), f"{cls.__name__}.form must start with the actor"
    parts = re.split(r"\{(\w+)\}", cls.form[len(head) :])
    pattern = "".join(
        re.escape(part) if i % 2 == 0 else f"(?P<{part}>{patterns[part]})" for i, part in enumerate(parts)
    )
    return _Plan(tuple(plan), re.compile(pattern))


def _check_fields(action: Action) -> None:
    """A record built in Python gets the same checks as one read from JSON."""
    for name in ("actor", "by"):
        if not isinstance(getattr(action, name), str):
            raise BadInput(f"action.{name}", "expected a name")
    for name, read, _ in _plan(type(action)).fields:
        read(getattr(action, name), f"action.{name}")
