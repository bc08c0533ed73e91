"""What to look at in a corrected board: borders of areas that are not there, areas that nothing touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Found = tuple[str, str, Mapping[str, Any], bool]


def unknown_areas(data: Mapping[str, Any]) -> Iterator[Found]:
    """Borders of areas that are not there: no game can start with them."""
    areas = {area["id"] for area in data["areas"]["area"]}
    for border in data["borders"]["border"]:
        for area in border["between"]:
            if area not in areas:
                at = f"borders.border.{' '.join(border['between'])}"
                yield at, "there is no area {name}", {"name": area}, True


def check(data: Mapping[str, Any]) -> Iterator[Found]:
    """Everything that looks wrong on the board."""
    yield from unknown_areas(data)
    yield from _figures(data)
    touched = {area for border in data["borders"]["border"] for area in border["between"]}
    for area in data["areas"]["area"]:
        if area["id"] not in touched:
            yield f"areas.area.{area['id']}", "nothing touches this area", {}, False
        if area["kind"] == "city" and not area.get("colours"):
            yield f"areas.area.{area['id']}", "a city belongs to a company", {}, False


def _figures(data: Mapping[str, Any]) -> Iterator[Found]:
    """Boxes of the influence display that lie in a row, and drawings of points."""
    for box in data["influence"]["box"]:
        if "row" not in box:
            yield f"influence.box.{box['id']}.row", "missing", {}, True
    size = data["areas"]["size"]
    if len(size) != 2:
        yield "areas.size", "a point has two numbers", {}, True
    elif min(size) < 1:
        yield "areas.size", "expected a number of at least {least}", {"least": 1}, True
    for area in data["areas"]["area"]:
        if len(area.get("centre", (0, 0))) != 2:
            yield f"areas.area.{area['id']}.centre", "a point has two numbers", {}, True
        if len(area.get("polygon", ((), (), ()))) < 3:
            yield f"areas.area.{area['id']}.polygon", "an area has three corners or more", {}, True
