"""What happened, as data: a key and its values. Words come from the message catalogues."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


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
        return not self.to or self.to == player

    def to_dict(self) -> dict[str, Any]:
        return {"key": self.key, **self.values}


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
