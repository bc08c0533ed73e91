"""The rulebook's list of components: how many of each there are in the box, and where the data counts them.

[[counts]]
what = "tiles"
number = 97
at = ["tiles.tiles.*.count"]
point = "18TE-2-1"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kursbuch.core.family import Family
from kursbuch.editions.box import beside
from kursbuch.editions.comparing import by_name


@dataclass(frozen=True, slots=True)
class Count:
    """So many of one kind of part."""

    what: str
    number: int
    at: tuple[str, ...]
    point: str = ""
    entries: bool = False  # numbers are not added up: each is one part, as certificates of several sizes are
    fields: bool = False  # rows of words are counted word by word, a dot is none: the fields of a price table
    where: Mapping[str, Any] = field(default_factory=dict)  # only of blocks with these values

    def found(self, data: Mapping[str, Any]) -> int:
        """How many the data has: numbers are added up, anything else counts as one.

        >>> tiles = {"7": {"count": 2, "colour": "yellow"}, "8": {"count": 3}}
        >>> Count("tiles", 5, ("tiles.*.count",)).found({"tiles": tiles})
        5
        >>> Count("yellow tiles", 2, ("tiles.*.count",), where={"colour": "yellow"}).found({"tiles": tiles})
        2
        >>> Count("certificates", 3, ("shares.*",), entries=True).found({"shares": [20, 10, 10]})
        3
        >>> Count("fields", 3, ("rows.*",), fields=True).found({"rows": [". 90", "70 80"]})
        3
        """
        return sum(
            self._so_many(value)
            for path in self.at
            for *above, last in [path.split(".")]
            for block in at_path(data, above)
            if not isinstance(block, Mapping) or self.where.items() <= block.items()
            for value in at_path(block, [last])
        )

    def _so_many(self, value: Any) -> int:
        if self.fields:
            return sum(word != "." for word in str(value).split())
        return value if type(value) is int and not self.entries else 1


def at_path(data: Any, path: list[str]) -> Iterator[Any]:
    """Every value at a path, in which a star stands for any name."""
    if not path:
        yield data
        return
    table = by_name(data)
    if isinstance(table, Mapping):
        for key in table if path[0] == "*" else [path[0]] if path[0] in table else []:
            if key != "source":
                yield from at_path(table[key], path[1:])
    elif isinstance(table, list) and path[0] == "*":
        for one in table:
            yield from at_path(one, path[1:])


def reasons(package: str) -> Mapping[str, Any]:
    """The file `reasons.toml` of a family: why its data is as it is, and what the rulebook counts."""
    return beside(package, "reasons")


def counts_of(family: Family) -> list[Count]:
    """What the list of components says."""
    return [
        Count(
            one["what"],
            one["number"],
            tuple(one["at"]),
            one.get("point", ""),
            one.get("entries", False),
            one.get("fields", False),
            one.get("where", {}),
        )
        for one in reasons(family.package).get("counts", ())
    ]
