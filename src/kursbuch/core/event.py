"""What happened, as data: a key and its values. Words come from the message catalogues."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kursbuch.core.meaning import Hint, Meaning, Money, Place, Why, fits, meaning, optional
from kursbuch.core.record import quick


@quick
@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `to` names the only player who may know of it; empty means everybody.

    `uncovers` says that with it all learn what only some had known.

    >>> Event("paid", {"company": "KHS", "amount": 100}).to_dict()
    {'key': 'paid', 'company': 'KHS', 'amount': 100}
    """

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    to: str = ""
    uncovers: bool = False

    def visible_to(self, player: str | None) -> bool:
        """Whether a player may know of it; None is a spectator.

        >>> drawn = Event("draws", {"card": 4}, to="Anna")
        >>> drawn.visible_to("Anna"), drawn.visible_to("Ben"), drawn.visible_to(None)
        (True, False, False)
        """
        return not self.to or self.to == player

    def to_dict(self) -> dict[str, Any]:
        """As JSON data.

        >>> Event("draws", {"card": 4}, to="Anna").to_dict()
        {'key': 'draws', 'card': 4}
        """
        return {"key": self.key, **self.values}


class EventKind:
    """What one kind of event tells: its key, its fields and what their values mean. Rules say so in `Rules.told`.

    A field that may be missing says `| None`. `foretold` events are put in words where a choice is tried out before
    it is made; `heading`s begin something new in the log; `silent` ones do not stand in it.

    >>> FOUND = EventKind("finds", player=str, amount=Money, hidden=bool | None)
    >>> FOUND.fault(Event("finds", {"player": "Anna", "amount": 40}))
    ''
    >>> FOUND.fault(Event("finds", {"player": "Anna", "amount": "much"}))
    "finds: amount is 'much'"
    """

    __slots__ = ("fields", "foretold", "heading", "key", "meanings", "silent")

    def __init__(
        self,
        key: str,
        /,
        *,
        foretold: bool = False,
        heading: bool = False,
        silent: bool = False,
        **fields: Hint,
    ) -> None:
        self.key = key
        self.fields: Mapping[str, Hint] = fields
        self.meanings: Mapping[str, Meaning | None] = {name: meaning(hint) for name, hint in fields.items()}
        self.foretold, self.heading, self.silent = foretold, heading, silent

    def telling(self) -> EventKind:
        """The same, but foretold: for a title where it is not plain what a choice sets off."""
        return EventKind(self.key, foretold=True, heading=self.heading, silent=self.silent, **self.fields)

    def fault(self, event: Event) -> str:
        """What in an event of this kind is not as declared; empty if nothing is."""
        missing = [
            name for name, hint in self.fields.items() if name not in event.values and not optional(hint)
        ]
        extra = [name for name in event.values if name not in self.fields]
        if missing or extra:
            return f"{self.key}: without {missing}, with {extra}"
        wrong = [name for name, value in event.values.items() if not fits(self.fields[name], value)]
        return f"{self.key}: {wrong[0]} is {event.values[wrong[0]]!r}" if wrong else ""


Told = Mapping[str, EventKind]


def told(*kinds: EventKind) -> Told:
    """Kinds of events by their keys.

    >>> told(MONEY)["money"].meanings["amount"].name
    'money'
    """
    return {kind.key: kind for kind in kinds}


MONEY = EventKind("money", silent=True, src=Place, dst=Place, amount=Money, why=Why)


def events_text(events: Iterable[Event]) -> str:
    """Events as JSON, for a log that is kept.

    >>> events_text([Event("phase", {"phase": "2"})])
    '[{"key":"phase","values":{"phase":"2"},"to":""}]'
    """
    rows = []
    for event in events:
        row = {"key": event.key, "values": dict(event.values), "to": event.to}
        rows.append({**row, "uncovers": True} if event.uncovers else row)
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"), default=_plain)


def read_events(text: str) -> tuple[Event, ...]:
    """The events that a log tells of."""
    return tuple(
        Event(row["key"], row["values"], row["to"], row.get("uncovers", False)) for row in json.loads(text)
    )


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, (set, frozenset)) else str(value)
