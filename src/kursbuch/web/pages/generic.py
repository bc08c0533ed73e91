"""The position of any title as tidy tables, until it brings panels of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from kursbuch.web.pages.scene import Scene


@dataclass(slots=True)
class Table:
    """A table: its name, the heads of its columns, its rows with their name first."""

    name: str
    heads: list[str] = field(default_factory=list)
    rows: list[tuple[str, list[str]]] = field(default_factory=list)


# what the panels of railway games show in ways of their own
_SHOWN = frozenset(
    {
        *("seats", "cash", "priority", "bankrupt", "ending", "stage", "companies", "privates", "bids"),
        *("stock_round", "operating_round", "phase", "train_limit"),
        *("market", "board", "supply", "depot", "pool"),
    }
)


def tables(scene: Scene) -> list[Table]:
    """All that the viewer may know, table by table; single figures come first in one table."""
    return _tables(scene, scene.position)


def extras(scene: Scene, covered: Collection[str] = ()) -> list[Table]:
    """What a railway title adds to the position, beyond what the common panels show."""
    own = scene.page.customs.covers
    left = {k: v for k, v in scene.position.items() if k not in (*_SHOWN, *covered, *own)}
    return _tables(scene, left)


def _tables(scene: Scene, data: Mapping[str, Any]) -> list[Table]:
    loose = Table(scene.words("At a glance"))
    out = []
    for key, value in data.items():
        name = _word(scene, key)
        if isinstance(value, dict) and value:
            out.append(_of_dict(scene, name, value))
        elif isinstance(value, list) and value and isinstance(value[0], list | dict):
            out.append(Table(name, [], [(str(i + 1), [_text(scene, v)]) for i, v in enumerate(value)]))
        elif value not in (None, "", [], {}):
            loose.rows.append((name, [_text(scene, value)]))
    return [loose, *out] if loose.rows else out


def _of_dict(scene: Scene, name: str, data: dict[str, Any]) -> Table:
    """A record of records becomes columns; a record of values one column."""
    if all(isinstance(v, dict) for v in data.values()):
        heads = list(dict.fromkeys(k for v in data.values() for k in v))
        if 0 < len(heads) <= 12:
            rows = [(_word(scene, k), [_text(scene, v.get(h, "")) for h in heads]) for k, v in data.items()]
            return Table(name, [_word(scene, h) for h in heads], rows)
    rows = [(_word(scene, k), [_text(scene, v)]) for k, v in data.items() if v not in (None, [], {}, 0, "")]
    return Table(name, [], rows)


def _word(scene: Scene, key: object) -> str:
    text = str(key)
    if text in scene.game.players:
        return text
    if scene.words.has(f"field.{text}"):
        return scene.words(f"field.{text}")
    return text.replace("_", " ").capitalize() if text.islower() else text


def _text(scene: Scene, value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return scene.words("yes" if value else "no")
    if isinstance(value, int):
        return scene.words.number(value)
    if isinstance(value, dict):
        return ", ".join(
            f"{_word(scene, k)} {_text(scene, v)}" for k, v in value.items() if v not in (0, None, [], "")
        )
    if isinstance(value, list | tuple):
        counted = (
            {str(v): value.count(v) for v in value}
            if not any(isinstance(v, list | dict) for v in value)
            else {}
        )
        if counted and len(counted) < len(value):
            return ", ".join(
                f"{_word(scene, k)} ×{n}" if n > 1 else _word(scene, k) for k, n in counted.items()
            )
        return " · ".join(_text(scene, v) for v in value)
    return _word(scene, value)
