"""Corrections laid over data: what is said replaces what was there, all else stays.

An overlay has the shape of the data. A table is corrected value by value; any other value is replaced. A list of
tables, each with a name of its own (its `id`, `phase`, `between` ...), is corrected by these names:

    [board.borders."A7 B6"]       # the river between A7 and B6
    cost = 40

`drop` names values of a table that are not there, `gone = true` takes a whole entry out. `source` says where the
values of a table come from.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

DROP = "drop"
GONE = "gone"
SOURCE = "source"
SOURCES = ("box", "rules", "public", "reconstructed")
LISTS = {"borders": "between"}  # lists that a box may have none of yet, and what names their entries
_NAMES = ("id", "phase", "between", "name")  # the first that all entries have, and differ in, is their name


def corrected(data: Mapping[str, Any], overlay: Mapping[str, Any]) -> dict[str, Any]:
    """The data with the overlay laid over it.

    >>> corrected({"bank": 4000, "players": {"2": {"cash": 500}}}, {"players": {"2": {"cash": 450}}})
    {'bank': 4000, 'players': {'2': {'cash': 450}}}
    >>> corrected({"hexes": {"A1": {"cost": 50}, "A3": {}}}, {"hexes": {"A3": {"gone": True}}})
    {'hexes': {'A1': {'cost': 50}}}
    >>> corrected({}, {"borders": {"A1 A3": {"kind": "wall"}}})
    {'borders': [{'between': ['A1', 'A3'], 'kind': 'wall'}]}
    """
    return _table(data, overlay, says_in_a_word(data))


def says_in_a_word(data: Mapping[str, Any]) -> bool:
    """Whether the blocks of a data file have a word for their source, not a table with notes."""
    said = [data.get(SOURCE), *(one.get(SOURCE) for one in data.values() if isinstance(one, Mapping))]
    return not any(isinstance(one, Mapping) for one in said)


def _table(data: Mapping[str, Any], overlay: Mapping[str, Any], plain_source: bool) -> dict[str, Any]:
    out = dict(data)
    for key in overlay.get(DROP, ()):
        out.pop(key, None)
    for key, value in overlay.items():
        if key == DROP:
            continue
        if key == SOURCE:
            out[key] = source_as_written(value, plain_source)
        elif isinstance(value, Mapping) and value.get(GONE) is True:
            out.pop(key, None)
        elif isinstance(value, Mapping):
            out[key] = _inner(key, out.get(key), value, plain_source)
        else:
            out[key] = value
    return out


def _inner(key: str, old: Any, overlay: Mapping[str, Any], plain_source: bool) -> Any:
    name = name_in_list(key, old)
    if name:
        return _entries(old or [], overlay, name, plain_source)
    return _table(old if isinstance(old, Mapping) else {}, overlay, plain_source)


def _entries(
    old: list[Mapping[str, Any]], overlay: Mapping[str, Any], name: str, plain_source: bool
) -> list[Any]:
    out = {called(entry[name]): dict(entry) for entry in old}
    for given, value in overlay.items():
        key = entry_key(given, out)
        if value.get(GONE) is True:
            out.pop(key, None)
        else:
            start = out.get(key) or {name: key.split(" ") if name == "between" else key}
            out[key] = _table(start, value, plain_source)
    return list(out.values())


def source_as_written(given: Any, plain: bool) -> Any:
    """As the data files have it: a word, or where the file says more a table."""
    if plain or not isinstance(given, Mapping):
        return kind_of_source(given) if plain else {"kind": given}
    return {key: said for key, said in given.items() if key not in ("by", "values")}


def kind_of_source(given: Any) -> str:
    """The word for where a block comes from.

    >>> kind_of_source("rules"), kind_of_source({"kind": "box", "by": "Anna"}), kind_of_source(None)
    ('rules', 'box', '')
    """
    return str(given.get("kind", "")) if isinstance(given, Mapping) else str(given or "")


def name_of_entries(value: Any) -> str:
    """The field that names the entries of a list of tables; nothing if it is no such list.

    >>> (
    ...     name_of_entries([{"phase": "2"}, {"phase": "3"}]),
    ...     name_of_entries([{"slots": 1}]),
    ...     name_of_entries([3]),
    ... )
    ('phase', '', '')
    """
    if not isinstance(value, list) or not value or not all(isinstance(one, Mapping) for one in value):
        return ""
    for name in _NAMES:
        if all(name in one for one in value) and len({called(one[name]) for one in value}) == len(value):
            return name
    return ""


def name_in_list(key: str, value: Any) -> str:
    """The field that names the entries of the list of this key, also while there are none.

    >>> name_in_list("borders", None), name_in_list("phases", [{"phase": "2"}]), name_in_list("hexes", None)
    ('between', 'phase', '')
    """
    return name_of_entries(value) or ("" if value else LISTS.get(key, ""))


def entry_key(given: str, entries: Container[str]) -> str:
    """The name of an entry as the list has it: a border is the same from either side.

    >>> entry_key("A7 B6", {"B6 A7": {}})
    'B6 A7'
    """
    turned = " ".join(reversed(given.split(" ")))
    return turned if given not in entries and turned in entries else given


def called(name: Any) -> str:
    """The name of an entry as a key.

    >>> called(["B6", "A7"]), called("2")
    ('B6 A7', '2')
    """
    return " ".join(map(str, name)) if isinstance(name, (list, tuple)) else str(name)
