"""Data as TOML that reads like our data files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_WIDTH = 100  # a longer list has a line for each entry


def edition_text(files: Mapping[str, Mapping[str, Any]]) -> str:
    """An edition in the one form in which editions are written.

    >>> print(edition_text({"edition": {"title": "x"}, "board": {"hexes": {"A1": {"cost": 50}}}}), end="")
    [edition]
    title = "x"
    <BLANKLINE>
    [board.hexes]
    A1 = { cost = 50 }
    """
    names = ["edition", *sorted(name for name in files if name != "edition")]
    return "\n".join("\n".join(_tables((name,), files[name])) for name in names if name in files).lstrip("\n")


def _tables(path: tuple[str, ...], table: Mapping[str, Any]) -> Iterator[str]:
    """A table with its values first, then the tables in it."""
    own = {key: value for key, value in table.items() if not _is_table(key, value)}
    inner = {key: value for key, value in table.items() if _is_table(key, value)}
    if own or not inner:
        yield f"[{'.'.join(map(_key, path))}]"
        yield from (f"{_key(key)} = {toml_value(value)}" for key, value in own.items())
        yield ""
    for key, value in inner.items():
        yield from _tables((*path, key), value)


def _is_table(key: str, value: Any) -> bool:
    """Small tables of plain values stand in one line."""
    if not isinstance(value, Mapping):
        return False
    return key != "source" and (
        not value or any(isinstance(one, Mapping) for one in value.values()) or len(value) > 4
    )


def _key(key: str) -> str:
    return key if _BARE.match(key) else toml_value(key)


def toml_value(value: Any) -> str:
    """A value as TOML has it.

    >>> toml_value([{"value": 20, "slots": ["home A"]}])
    '[{ value = 20, slots = ["home A"] }]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {toml_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return _list([toml_value(one) for one in value])
    raise TypeError(f"{type(value).__name__} has no place in a data file")


def _list(entries: list[str]) -> str:
    line = f"[{', '.join(entries)}]"
    if len(line) <= _WIDTH or len(entries) < 2:
        return line
    return "[\n" + "".join(f"    {entry},\n" for entry in entries) + "]"


def _string(text: str) -> str:
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04X}" for c in out) + '"'
