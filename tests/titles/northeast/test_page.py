"""The page of 1830: every moment that is its own has its choices, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kursbuch.testing import Table
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.titles.northeast.helpers import northeast, one, opening
from tests.titles.northeast.test_homes import BUFFALO, erie
from tests.web.memory import make_app
from tests.web.test_german import english_in
from tests.web.test_pages import Client


def par_to_set() -> Table:
    table = opening().apply("A bids 225 for BO")
    while table.s.top.stage != "par":
        table.apply(next(line for line in table.legal() if " takes " in line))
    return table


def circle_to_choose() -> Table:
    return erie(BUFFALO).apply("ERIE passes", "C&O lays 59.4 at E11")


def token_to_place() -> Table:
    return one("PRR", privates={"DH": "PRR"}, tiles={"H10": "57.1"}).apply("DH places 57.0 at F16")


def private_wanted() -> Table:
    companies = {"PRR": {"price": 100, "A": 60, "B": 40}}
    return northeast(companies=companies, privates={"SV": "B", "MH": "A"}, phase="3", cash={"A": 500})


def private_offered() -> Table:
    return private_wanted().apply("A acquires SV for 30")


def tile_by_power() -> Table:
    return one("PRR", privates={"CS": "PRR", "DH": "PRR"})


MOMENTS: dict[str, tuple[Callable[[], Table], set[str]]] = {
    "par": (par_to_set, {"par"}),
    "home": (circle_to_choose, {"station"}),
    "token of a power": (token_to_place, {"station"}),
    "stock": (private_wanted, {"acquire", "swap_from", "sell"}),
    "consent to sale": (private_offered, {"agree"}),
    "turn": (tile_by_power, {"build", "lay"}),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_each_moment_has_its_choices(moment):
    made, kinds = MOMENTS[moment]
    game = made().game
    assert game.state.top.stage == moment
    now = decision(scene_of(game, tuple(game.acting), words("en")))
    assert now.mine and kinds <= {group.kind for group in now.groups}
    assert all(group.choices or group.rows for group in now.groups)


@pytest.mark.parametrize("moment", MOMENTS)
def test_each_moment_speaks_german(moment):
    client = Client(make_app(), "de")
    path, _ = client.new("1830", count="3")
    table = client.app.state.tables.kept[path.rpartition("/")[2]]
    table.game = MOMENTS[moment][0]().game
    client.app.state.tables._note(table)
    assert english_in(client.get(path)) == []
