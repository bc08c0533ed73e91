"""Pages of standard titles: what the auction, par, powers and offers need is there in both languages."""

from __future__ import annotations

from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.testing import Table, position
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.web.memory import make_app
from tests.web.test_german import english_in
from tests.web.test_pages import Client


def chesapeake(**more: Any) -> Table:
    """A position of 18Chesapeake in phase 3; PRR, led by A, is on turn or about to be."""
    prr = {"price": 80, "par": 80, "A": 60, "cash": 500, "trains": ["3"]}
    return position("18chesapeake", 3, companies={"PRR": prr}, phase="3", **more)


def owned(**by_id: str) -> dict[str, str]:
    """Owners of the privates; those not named are closed."""
    ids = {"D&R": "DR", "C-P": "CP", "B&S": "BS", "C&OC": "COC", "B&OR": "BOR", "CV": "CV"}
    return {id: by_id.get(short, "out") for id, short in ids.items()}


def in_the_opening() -> Table:
    return Table(kb.new_game("18chesapeake", list("ABC"), seed=1))


def par_to_set() -> Table:
    table = in_the_opening().apply("A bids 205 for CV")
    while table.s.top.stage != "par":
        table.apply(next(line for line in table.legal() if " takes " in line))
    return table


def pair_begun() -> Table:
    table = chesapeake(turn="PRR lay", privates=owned(CP="PRR"))
    first = next(line for line in table.legal() if line.startswith("C-P places"))
    return table.apply(first)


def token_to_place() -> Table:
    table = chesapeake(turn="PRR lay", privates=owned(COC="PRR"))
    return table.apply(next(line for line in table.legal() if line.startswith("C&OC places")))


def private_offered() -> Table:
    return chesapeake(turn="PRR lay", privates=owned(BS="B")).apply("PRR acquires B&S for 50")


MOMENTS = {
    "opening": (in_the_opening, {"take", "bid_for"}),
    "par": (par_to_set, {"par"}),
    "tiles together": (pair_begun, {"build"}),
    "token of a power": (token_to_place, {"station"}),
    "consent to private": (private_offered, {"agree"}),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_each_moment_has_its_choices(moment: str) -> None:
    made, kinds = MOMENTS[moment]
    game = made().game
    scene = scene_of(game, tuple(game.acting), words("en"))
    now = decision(scene)
    assert now.mine and kinds <= {group.kind for group in now.groups}
    assert all(group.choices or group.rows for group in now.groups)
    assert scene.words.has(scene.key("step", moment)), "the decision has a name"


@pytest.mark.parametrize("moment", MOMENTS)
def test_each_moment_speaks_german(moment: str) -> None:
    made, _ = MOMENTS[moment]
    page = shown(made().game)
    assert not english_in(page)
    for word in ("kind.", "step.", "hint.", "event."):
        assert f">{word}" not in page


def shown(game: Game) -> str:
    """The page of a table with this game, for whoever is to decide."""
    client = Client(make_app(), "de")
    path, _ = client.new(game.title, count=str(len(game.players)))
    kept = client.app.state.tables.kept[path.rpartition("/")[2]]
    kept.game = game
    client.app.state.tables._note(kept)
    return client.get(path)


def test_a_share_of_the_offering_is_shown_at_par_and_one_of_the_pool_at_its_price() -> None:
    table = chesapeake(stock="B", privates=owned())
    table.s.prices = table.s.prices.to("PRR", table.s.box.market.right(table.s.prices.spots["PRR"]))
    table.s.shares["PRR"] = (*table.s.shares["PRR"][:-1], "pool")
    game = table.game
    assert table.price("PRR") != 80
    scene = scene_of(game, ("B",), words("en"))
    group = next(g for g in decision(scene).groups if g.kind == "buy")
    labels = {str(choice.label) for row in group.rows for choice in row.choices}
    assert labels == {"from the offer $80", f"from the bank ${table.price('PRR')}"}
