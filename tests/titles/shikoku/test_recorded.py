"""Recorded games: real ones replayed to the yen, ours written and read again, broken ones refused with the place."""

import json
import random
from functools import cache
from pathlib import Path

import pytest

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.recorded import (
    Recording,
    Replay,
    Table,
    Unplayable,
    export_recorded,
    import_recorded,
    importing,
)
from tests.titles.shikoku.games import WHOLE, ending, played


def test_a_real_game_ran_through_a_full_city_when_the_recorder_did_not_look(shared: Path):
    file = shared / "recorded" / "1889" / "game-a.json"
    if not file.is_file():
        pytest.skip("needs the recorded game game-a beside the checkout")
    result = import_recorded(file.read_text(encoding="utf-8"))
    assert (result.match, result.waived) == (True, ("1889-R-5",))
    assert set(result.to_dict()) == {"title", "scores", "recorded", "match", "actions", "end"}


@pytest.mark.parametrize(("players", "seed", "beginner"), WHOLE)
def test_our_games_come_back_as_they_were(players, seed, beginner):
    game = played(players, seed, beginner)
    result = import_recorded(export_recorded(game))
    assert result.match
    assert result.end == ending(game)
    assert result.scores == {str(n): worth for n, worth in enumerate(game.scores().values(), start=1)}
    assert result.game.view()["position"] == game.view()["position"]


@pytest.mark.parametrize("most", [7, 60, 143, 301])
def test_a_game_under_way_comes_back_too(most):
    game = played(4, 7, most=most)
    result = import_recorded(export_recorded(game))
    assert (result.match, result.end) == (True, "")
    ours, theirs = game.view()["position"], result.game.view()["position"]
    if ours["stage"][-1:] != ["consent"] and ours["stage"][-1:] != ["consent to private"]:
        assert theirs == ours


def recording(players=3, seed=9, **more):
    return json.loads(export_recorded(played(players, seed, **more)))


def older(data, form):
    """The same recording with its routes in an older form, connections turned and shuffled."""
    rng = random.Random(1)
    for action in data["actions"]:
        for route in action.get("routes", ()):
            chain = route.pop("connections")
            revenue = route.pop("revenue")
            train = route.pop("train")
            route.clear()
            route["train"] = train
            if form == "hexes":
                route["revenue"] = revenue
                parts = [part if rng.random() < 0.5 else part[::-1] for part in chain]
                hexes = [hex for part in parts for hex in part]
                route["hexes"] = [hex for n, hex in enumerate(hexes) if n == 0 or hexes[n - 1] != hex]
            else:
                rng.shuffle(chain)
                route["connections"] = [part if rng.random() < 0.5 else part[::-1] for part in chain]
    return data


@cache
def lenient_game():
    """A random game in which some train has run through a full city."""
    for seed in range(50):
        game = kb.new_game("1889", players=3, seed=seed, options={"full_cities": "open to trains"})
        rng = random.Random(seed)
        while not game.over and len(game.actions) < 400:
            game.apply(rng.choice(game.legal_actions()).sample(rng))
        if import_recorded(export_recorded(game)).waived:
            return game
    raise AssertionError("no game ran through a full city")


def test_only_the_oldest_recordings_may_run_through_full_cities():
    data = json.loads(export_recorded(lenient_game()))
    result = import_recorded(json.dumps(data))
    assert (result.match, result.waived) == (True, ("1889-R-5",))
    for action in data["actions"]:
        for route in action.get("routes", ()):
            route.setdefault("connections", [])  # a form whose routes the recorder has judged
    with pytest.raises(Unplayable) as error:
        import_recorded(json.dumps(data))
    assert error.value.refusal.rule == "1889-R-5"


def test_what_is_played_on_without_a_rule_is_as_if_it_had_been_played_so_from_the_start(
    monkeypatch: pytest.MonkeyPatch,
):
    text = export_recorded(lenient_game())
    readings: list[Replay] = []

    class Counted(Replay):
        def __init__(self, game: Game, table: Table, recording: Recording) -> None:
            super().__init__(game, table, recording)
            readings.append(self)

    monkeypatch.setattr(importing, "Replay", Counted)
    went_on = import_recorded(text)
    assert len(readings) == 1
    monkeypatch.setattr(importing, "with_box_of", lambda other, game: None)
    anew = import_recorded(text)
    assert len(readings) == 3
    assert (went_on.scores, went_on.waived, went_on.end) == (anew.scores, ("1889-R-5",), anew.end)
    assert went_on.game.to_json() == anew.game.to_json()
    assert went_on.game.events == anew.game.events == kb.load(went_on.game.to_json()).events
    halfway = len(anew.game.actions) // 2
    assert went_on.game.at(halfway).legal_actions() == anew.game.at(halfway).legal_actions()
    assert {s.box for _, s in went_on.game.positions()} == {anew.game.state.box}  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", ["hexes", "connections"])
def test_all_generations_of_routes_are_read(form):
    data = older(recording(3, 9), form)
    assert any(action.get("routes") for action in data["actions"])
    result = import_recorded(json.dumps(data))
    assert result.match
    # an older form can leave the order of a run's stops open, not what it earns
    assert result.game.view()["position"] == played(3, 9).view()["position"]


def test_the_first_refused_action_is_named_with_its_rule():
    data = recording(3, 9)
    n, action = next((n, a) for n, a in enumerate(data["actions"]) if a["type"] == "lay_tile")
    data["actions"].insert(n, {**action, "hex": "F3", "tile": "6-1"})
    with pytest.raises(Unplayable) as error:
        import_recorded(json.dumps(data))
    assert error.value.number == action["id"]
    assert error.value.refusal.rule.startswith("1889-")
