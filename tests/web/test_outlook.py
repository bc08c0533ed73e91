"""What next: the order of companies, rounds to come, limits that are near, income by round."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.rail.rounds import OperatingFrame, SetFrame
from kursbuch.rail.rounds.ahead import Ahead, operating_order, rounds_ahead
from kursbuch.rail.state import RailState
from kursbuch.rail.trains.depot import trains_of
from kursbuch.shelf import new_game
from kursbuch.web.pages.depot import depot
from kursbuch.web.pages.matrix import matrix
from kursbuch.web.pages.outlook import income, outlook
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.web.test_happened import played

ENGLISH = words("en")


def operating(game: Game) -> bool:
    """Whether the second company of an operating round is on turn."""
    f = game.state.under_way(OperatingFrame)
    return f is not None and len(f.operated) == 2 and len(game.actions) > 60


def test_the_order_says_who_has_run_who_runs_and_who_follows() -> None:
    game = played(operating)
    s = game.state
    assert isinstance(s, RailState)
    order = operating_order(game.rules.stages, s)
    f = s.under_way(OperatingFrame)
    assert f is not None
    assert [(place.company, place.state) for place in order[:2]] == [
        (f.operated[0], "done"),
        (f.operated[1], "now"),
    ]
    assert {place.state for place in order[2:]} <= {"next"}
    assert [place.company for place in order[2:]] == [c for c in s.prices.order() if c not in f.operated]
    table = matrix(scene_of(game, ("Anna",), ENGLISH))
    assert table.turns[f.operated[1]] == (2, "now")


def test_rounds_to_come_end_with_the_game_once_its_end_has_come_about() -> None:
    game = played(operating)
    s = game.state
    assert isinstance(s, RailState)
    f = s.under_way(SetFrame)
    assert f is not None
    ahead = rounds_ahead(game.rules.stages, s)
    assert ahead[-1] == Ahead("stock", number=f.number + 1)
    assert [a.number for a in ahead[:-1]] == list(range(f.done, f.of + 1))
    s.ending = "bank"
    assert rounds_ahead(game.rules.stages, s)[-1] == Ahead("end")


def test_limits_are_told_before_they_bite() -> None:
    game = played(operating)
    s = game.state
    assert isinstance(s, RailState)
    company = next(c for c in s.founded if trains_of(s, c))

    def told(train_limit: int) -> list[str]:
        now = replace(s.phase, train_limit=train_limit)
        s.box = replace(s.box, phases=tuple(now if p is s.phase else p for p in s.box.phases))
        return [line for line in outlook(scene_of(game, ("Anna",), ENGLISH)).limits if "no room" in line]

    assert not told(1 + max(len(trains_of(s, c)) for c in s.founded))
    assert any(f">{company}<" in line for line in told(len(trains_of(s, company))))


def test_income_is_told_by_round_with_the_best_of_each_company() -> None:
    game = played(lambda g: len(g.actions) > 110)
    shown = income(scene_of(game, ("Anna",), ENGLISH))
    earned = [
        (e.values["company"], e.values.get("income", 0))
        for n in range(len(game.actions) + 1)
        for e in game.events_of(n)
        if e.key in ("pays", "withholds", "earns-nothing")
    ]
    assert shown and shown.rows and "<svg" in shown.chart
    for row in shown.rows:
        made = [amount for company, amount in earned if f">{company}<" in row.who]
        assert (row.last, row.best) == (made[-1], max(made))


def test_how_many_trains_are_sold_before_the_next_phase() -> None:
    scene = scene_of(new_game("18te", 3, seed=1), ("Player 1",), ENGLISH)
    shown = depot(scene).next
    assert shown is not None
    kinds = list(scene.position["depot"])
    first = kinds[: kinds.index(shown.train)]
    assert shown.before == sum(scene.position["depot"][kind] for kind in first) > 0


@pytest.mark.parametrize("title", [info.id for info in kb.titles()])
def test_every_railway_title_has_an_outlook(title: str) -> None:
    game = new_game(title, 3, seed=1)
    if isinstance(game.state, RailState):
        scene = scene_of(game, (game.players[0],), ENGLISH)
        assert outlook(scene) is not None
        assert income(scene) is None


def test_a_title_without_companies_has_an_outlook_of_its_own() -> None:
    """Nuremberg: three orders of players, phases and rounds to come, who runs short, points by round."""
    game, rng = new_game("nuremberg", ["Anna", "Ben"], seed=1), random.Random(1)
    while game.rules.view(game.state, None)["round"] < 2:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    scene = scene_of(game, ("Anna",), ENGLISH)
    desk = scene.page.desk
    assert desk and desk.outlook
    ahead = desk.outlook(scene)
    assert [order.heading for order in ahead.orders] == [
        "Player order",
        "Order for building",
        "Order for trains",
    ]
    on_turn = [mark for state, mark in ahead.orders[0].places if state == "now"]
    assert on_turn and all(game.acting[0] in mark for mark in on_turn)
    assert ahead.rounds[0].startswith("3 · ") and ahead.rounds[-1] == "End of the game"
    assert any("cubes left to take" in line for line in ahead.limits) == any(
        facts["cubes"]["supply"] < 12 for facts in scene.position["players"].values()
    )
    shown = income(scene)
    assert shown and shown.heading == "Points by round"
    scored = {
        e.values["player"]: e.values["points"]
        for n in range(len(game.actions) + 1)
        for e in game.events_of(n)
        if e.key == "scored"
    }
    assert sorted(row.last for row in shown.rows) == sorted(scored.values())
