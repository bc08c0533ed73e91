"""What a value means: money, a player, a word of the catalogue.

A type says what Python may do with a value; a meaning says what it is at the table. Both stand in one annotation,
`Money = Annotated[int, Meaning("money")]`, which events, actions and refusals share, so that pages, bots and logs
read what a value is where it is declared and never guess it from the name of a field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class Meaning:
    """What values of one kind are. `words`: where the catalogue names them. `on_board`: places that a board shows."""

    name: str
    words: str = ""
    on_board: bool = False


Money = Annotated[int, Meaning("money")]
Player = Annotated[str, Meaning("player")]  # empty: nobody
Party = Annotated[str, Meaning("party")]  # in whose name one acts: a player or a company
Place = Annotated[str, Meaning("place")]  # where money or paper lies: with a party, in the bank
Why = Annotated[str, Meaning("word", "why")]  # what money was paid for

Hint = Any  # an annotation, such as `Money`, `list[Player]`, `Money | None`


def meaning(hint: Hint) -> Meaning | None:
    """What a value so annotated means, or each part of a list of them; None if it is a plain number or text.

    >>> meaning(Money)
    Meaning(name='money', words='', on_board=False)
    >>> meaning(list[Player]) == meaning(Player | None) == meaning(Player)
    True
    >>> meaning(int) is None
    True
    """
    origin: object = get_origin(hint)
    if origin is Annotated:
        return next((note for note in hint.__metadata__ if isinstance(note, Meaning)), None)
    if origin is list:
        return meaning(get_args(hint)[0])
    if origin in (Union, UnionType):
        return next(filter(None, map(meaning, get_args(hint))), None)
    return None


def optional(hint: Hint) -> bool:
    """Whether the annotation says that there may be none."""
    origin: object = get_origin(hint)
    return origin in (Union, UnionType) and NoneType in get_args(hint)


def fits(hint: Hint, value: Any) -> bool:
    """Whether a value is of the annotated type.

    >>> (
    ...     fits(Money, 40),
    ...     fits(Money, True),
    ...     fits(list[Player], ["Anna"]),
    ...     fits(dict[Player, Money], {"Anna": "40"}),
    ... )
    (True, False, True, False)
    """
    origin: object = get_origin(hint)
    parts = get_args(hint)
    if origin is Annotated:
        return fits(hint.__origin__, value)
    if origin is list:
        return isinstance(value, list) and all(fits(parts[0], one) for one in value)
    if origin is dict:
        return isinstance(value, dict) and all(
            fits(parts[0], key) and fits(parts[1], one) for key, one in value.items()
        )
    if origin in (Union, UnionType):
        return any(fits(part, value) for part in parts)
    if hint is Any:
        return True
    return isinstance(value, hint) and (hint is bool or not isinstance(value, bool))


def meanings_of(record: type[Any]) -> Mapping[str, Meaning]:
    """What the fields of a record mean, as far as they are annotated with it: of a kind of action, say.

    >>> @dataclass
    ... class Bid:
    ...     price: Money
    ...     rounds: int
    >>> list(meanings_of(Bid))
    ['price']
    """
    known = _MEANINGS.get(record)
    if known is None:
        known = _MEANINGS[record] = _annotated(record)
    return known


_MEANINGS: dict[type[Any], Mapping[str, Meaning]] = {}


def _annotated(record: type[Any]) -> Mapping[str, Meaning]:
    hints = get_type_hints(record, include_extras=True)
    found = {one.name: meaning(hints[one.name]) for one in fields(record)}
    return MappingProxyType({name: what for name, what in found.items() if what is not None})
