"""Tables of the box with any number of players: what differs is told with the numbers for which it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from markupsafe import Markup

from kursbuch.rail.state import RailState
from kursbuch.shelf import find
from kursbuch.web.pages.cards.card import Part, Sheet, Text
from kursbuch.web.pages.rulebook.tables import scene_of
from kursbuch.web.pages.scene import Scene

Table = Callable[[Scene, RailState], list[Part]]
Values = Mapping[int, Text]
"""What something is, by the number of players."""


def by_players(scene: Scene, table: Table, values: bool) -> list[Part]:
    """The parts of a table with the most players; in its sheets which rows others lack, and their other values.

    Without `values` those of the most players stand: what a company is made of may have been drawn.
    """
    shown: dict[int, list[Part]] = {}
    for players in find(scene.game.title).info.players:
        at = scene_of(scene.game.title, scene.words.language, players)
        shown[players] = table(at, at.rail) if at.rail is not None else []
    most = list(shown.values())[-1]
    return [
        _merged(scene, _sheets(shown, place), values) if isinstance(part, Sheet) else part
        for place, part in enumerate(most)
    ]


def _sheets(shown: Mapping[int, list[Part]], place: int) -> dict[int, Sheet]:
    return {
        n: found
        for n, parts in shown.items()
        if place < len(parts) and isinstance(found := parts[place], Sheet)
    }


def _merged(scene: Scene, sheets: Mapping[int, Sheet], values: bool) -> Sheet:
    most = list(sheets.values())[-1]
    held = {n: _cells(sheet) for n, sheet in sheets.items()}
    if not values:
        last = held[max(held)]
        held = {
            n: {label: last.get(label, cells) for label, cells in rows.items()} for n, rows in held.items()
        }
    if all(cells == held[max(held)] for cells in held.values()):
        return most
    labels = {str(label): label for sheet in (most, *sheets.values()) for label, _ in sheet.rows}
    rows = [
        (_told_of(label, [n for n in held if id in held[n]], list(held)), [
            _told({n: rows[id].get(str(head), "") for n, rows in held.items() if id in rows})
            for head in most.heads
        ])
        for id, label in labels.items()
    ]  # fmt: skip
    name = scene.words("{table}, in brackets the number of players", table=most.name)
    return Sheet(name, most.heads, rows, most.corner)


def _cells(sheet: Sheet) -> dict[str, dict[str, Text]]:
    return {
        str(label): {str(head): cell for head, cell in zip(sheet.heads, cells, strict=True)}
        for label, cells in sheet.rows
    }


def _told(values: Values) -> Text:
    """One value if it is always the same, else each with its numbers of players."""
    if len({str(value) for value in values.values()}) == 1:
        return next(iter(values.values()))
    numbers: dict[Text, list[int]] = {}
    for players, value in values.items():
        numbers.setdefault(value, []).append(players)
    return Markup("<br>").join(_told_of(value, found, ()) for value, found in numbers.items())


def _told_of(text: Text, numbers: Sequence[int], every: Iterable[int]) -> Text:
    """A text with the numbers of players for which it holds, unless those are all."""
    return text if list(every) == list(numbers) else Markup("{} ({})").format(text, span(numbers))


def span(numbers: Sequence[int]) -> str:
    """Numbers in a row are told by the first and the last.

    >>> span([2, 3]), span([4]), span([2, 4, 5])
    ('2–3', '4', '2, 4–5')
    """
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return ", ".join(str(row[0]) if len(row) == 1 else f"{row[0]}–{row[-1]}" for row in rows)
