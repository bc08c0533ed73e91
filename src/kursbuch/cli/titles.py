"""The list of titles, for people and for programs. It needs no rules of any of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import kursbuch as kb


def show_titles(as_json: bool) -> None:
    """Print what is on the shelf.

    >>> show_titles(as_json=True)  # doctest: +ELLIPSIS
    [{"id": ...}]
    """
    rows = [_about(info) for info in kb.titles()]
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    lines = [("id", "name", "players", "minutes", "options")]
    for row in rows:
        players = f"{min(row['players'])}-{max(row['players'])}"
        options = ", ".join(option["key"] for option in row["options"])
        lines.append((row["id"], row["name"], players, str(row["minutes"]), options))
    _print_columns(lines)


def _about(info: kb.TitleInfo) -> dict[str, Any]:
    return {
        "id": info.id,
        "name": info.name,
        "players": list(info.players),
        "minutes": info.minutes,
        "designer": info.designer,
        "reconstructed": list(info.reconstructed),
        "options": [
            {"key": o.key, "default": o.default, "choices": list(o.choices), "summary": o.summary}
            for o in info.options
        ],
    }


def _print_columns(lines: Sequence[tuple[str, ...]]) -> None:
    """Rows of a table, the first being its headings."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(map(str.ljust, line, widths)).rstrip())
