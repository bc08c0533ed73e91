"""What happened, as data: a key and its values. Words come from the message catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `to` names the only player who may know of it; empty means everybody.

    >>> Event("paid", {"company": "KHS", "amount": 100}).to_dict()
    {'key': 'paid', 'company': 'KHS', 'amount': 100}
    """

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    to: str = ""

    def visible_to(self, player: str | None) -> bool:
        return not self.to or self.to == player

    def to_dict(self) -> dict[str, Any]:
        return {"key": self.key, **self.values}
