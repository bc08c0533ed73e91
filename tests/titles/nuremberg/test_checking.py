"""What looks wrong in a corrected board of areas, and whether a game could start with it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from kursbuch.rail.loader import load_toml
from kursbuch.titles.nuremberg.rules.checking import check

PARTS = ("areas", "borders", "influence")
Data = dict[str, Any]


def box() -> Data:
    return {
        part: deepcopy(dict(load_toml("kursbuch.titles.nuremberg.data", f"{part}.toml"))) for part in PARTS
    }


def area(data: Data, id: str) -> Data:
    found: Data = next(area for area in data["areas"]["area"] if area["id"] == id)
    return found


def alone(data: Data) -> None:
    borders = data["borders"]["border"]
    data["borders"]["border"] = [border for border in borders if "fuerth" not in border["between"]]


def nobodys(data: Data) -> None:
    city = next(area for area in data["areas"]["area"] if area["kind"] == "city")
    data["areas"]["area"].remove(city)
    data["areas"]["area"].insert(0, {**city, "id": "city", "colours": []})
    data["borders"]["border"].append({"between": ["city", "fuerth"]})


def without_row(data: Data) -> None:
    del data["influence"]["box"][0]["row"]


def test_nothing_is_wrong_with_the_box() -> None:
    assert list(check(box())) == []


@pytest.mark.parametrize(
    ("change", "place", "message", "stops"),
    [
        (alone, "areas.area.fuerth", "nothing touches this area", False),
        (nobodys, "areas.area.city", "a city belongs to a company", False),
        (without_row, "influence.box.{row}.row", "missing", True),
        (lambda data: data["areas"].update(size=[3]), "areas.size", "a point has two numbers", True),
        (
            lambda data: data["areas"].update(size=[0, 3]),
            "areas.size",
            "expected a number of at least {least}",
            True,
        ),
        (
            lambda data: area(data, "fuerth").update(centre=[3]),
            "areas.area.fuerth.centre",
            "a point has two numbers",
            True,
        ),
        (
            lambda data: area(data, "fuerth").update(polygon=[[1, 1], [2, 2]]),
            "areas.area.fuerth.polygon",
            "an area has three corners or more",
            True,
        ),
    ],
)
def test_what_is_wrong_is_found_at_its_place(
    change: Callable[[Data], None], place: str, message: str, stops: bool
) -> None:
    data = box()
    place = place.format(row=data["influence"]["box"][0]["id"])
    change(data)
    found = list(check(data))
    assert (place, message, stops) in [(at, text, stop) for at, text, _, stop in found]
    assert [values for at, _, values, _ in found if at == place] == [
        {"least": 1} if "{least}" in message else {}
    ]


def test_a_board_may_be_a_point_wide_and_an_area_a_triangle() -> None:
    data = box()
    data["areas"]["size"] = [1, 1]
    area(data, "fuerth")["polygon"] = [[1, 1], [2, 2], [1, 2]]
    assert list(check(data)) == []
