"""What recorded runs earn is worked out again, in every title."""

import json
import random
from functools import cache
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.rail.actions import Pay, Withhold
from kursbuch.recorded import Unplayable, export_recorded, import_recorded, meanings, recorded_titles
from kursbuch.shelf import find


@cache
def running(title: str) -> str:
    """A recording of a random game in which a train has run and earned."""
    for seed in range(50):
        game, rng = kb.new_game(title, players=3, seed=seed), random.Random(seed)
        while not game.over and len(game.actions) < 600:
            game.apply(rng.choice(game.legal_actions()).sample(rng))
            if isinstance(game.actions[-1], Pay | Withhold):
                return export_recorded(game)
    raise AssertionError("no train has run")


def run_of(data: Any) -> Any:
    return next(action for action in data["actions"] if action.get("routes"))


def point(title: str, rule: str) -> str:
    return find(title).compose(3, find(title).options({})).citations[rule]


@pytest.mark.rule("1889-R-8", "1830-R-8", "18CH-R-8")
@pytest.mark.parametrize("title", recorded_titles())
def test_a_run_that_earns_something_else_is_refused_with_its_number(title):
    data = json.loads(running(title))
    assert import_recorded(json.dumps(data)).match
    run_of(data)["routes"][0]["revenue"] += 10
    with pytest.raises(Unplayable) as error:
        import_recorded(json.dumps(data))
    assert error.value.number == run_of(data)["id"]
    assert error.value.refusal.rule == point(title, "recorded.revenue")
    assert error.value.refusal.rule.endswith("-R-8")


@pytest.mark.rule("1889-R-9", "1830-R-9", "18CH-R-9")
@pytest.mark.parametrize("title", recorded_titles())
def test_a_run_that_earns_more_than_the_best_one_found_is_refused(title, monkeypatch):
    monkeypatch.setattr(meanings, "best_of", lambda s, company: ((), 0))
    with pytest.raises(Unplayable) as error:
        import_recorded(running(title))
    assert error.value.number == run_of(json.loads(running(title)))["id"]
    assert error.value.refusal.rule == point(title, "recorded.best")
    assert error.value.refusal.rule.endswith("-R-9")


@pytest.mark.parametrize("title", recorded_titles())
def test_a_run_over_track_that_is_not_there_is_refused(title):
    data = json.loads(running(title))
    route = run_of(data)["routes"][0]
    route["connections"][0] = [*route["connections"][0][:1], "A99"]
    with pytest.raises(Unplayable) as error:
        import_recorded(json.dumps(data))
    assert error.value.number == run_of(data)["id"]
