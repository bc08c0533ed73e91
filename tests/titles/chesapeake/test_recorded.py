"""Recorded games: real ones replayed to the dollar, ours written and read again."""

import json
from pathlib import Path
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.recorded import Unplayable, export_recorded, import_recorded, meanings
from kursbuch.titles.chesapeake.recorded import our_company, their_company, their_seed
from tests.titles.chesapeake.games import WHOLE, ending, played

# what is known of the real ones: the company drawn, the bank at the end, the trains that left the game
FILES = {
    "game-a.json": ("C&O", -4562, {"2#7", "3#3", "3#6", "4#3"}),
    "game-b.json": ("C&A", -2445, {"2#4", "3#3", "4#4"}),
}


@pytest.mark.parametrize("name", FILES)
def test_real_games_match_to_the_dollar(shared: Path, name):
    file = shared / "recorded" / "18chesapeake" / name
    if not file.is_file():
        pytest.skip(f"needs the recorded game {name} beside the checkout")
    text = file.read_text(encoding="utf-8")
    data = json.loads(text)
    result = import_recorded(text)
    assert result.match and result.scores == data["result"]
    assert (result.end, result.actions, result.waived) == (data["game_end_reason"], len(data["actions"]), ())
    result.game.audit()
    s: Any = result.game.state
    drawn, bank, exported = FILES[name]
    assert (s.drawn, s.cash["bank"]) == (drawn, bank)
    assert [event.values["train"] for event in result.game.events if event.key == "exported"] == sorted(
        card[0] for card in exported
    )
    assert exported <= set(s.trains["out"])


@pytest.mark.parametrize("name", FILES)
def test_real_games_come_back_as_they_were(shared: Path, name):
    file = shared / "recorded" / "18chesapeake" / name
    if not file.is_file():
        pytest.skip(f"needs the recorded game {name} beside the checkout")
    game = import_recorded(file.read_text(encoding="utf-8")).game
    again = import_recorded(export_recorded(game))
    assert again.match
    assert again.game.view()["position"] == game.view()["position"]


@pytest.mark.parametrize(("players", "seed"), WHOLE)
def test_our_games_come_back_as_they_were(players, seed):
    game = played(players, seed)
    result = import_recorded(export_recorded(game))
    assert result.match
    assert result.end == ending(game)
    assert result.game.view()["position"] == game.view()["position"]


@pytest.mark.parametrize("most", [7, 60, 143, 301])
def test_a_game_under_way_comes_back_too(most):
    game = played(4, 112, most=most)
    result = import_recorded(export_recorded(game))
    assert (result.match, result.end) == (True, "")


def test_the_drawn_company_is_imposed_either_way():
    assert [their_company(seed) for seed in (3055, 1905)] == ["C&O", "C&A"]
    for seed in range(8):
        game = kb.new_game("18chesapeake", players=3, seed=seed)
        drawn = game.view()["position"]["drawn"]
        assert their_company(their_seed(game)) == our_company(seed) == drawn


def recording():
    return json.loads(export_recorded(played(3, 116)))


@pytest.mark.rule("18CH-R-8")
def test_a_run_that_earns_something_else_is_refused_with_its_number():
    data = recording()
    action = next(a for a in data["actions"] if a.get("routes"))
    action["routes"][0]["revenue"] += 10
    with pytest.raises(Unplayable) as error:
        import_recorded(json.dumps(data))
    assert (error.value.number, error.value.refusal.rule) == (action["id"], "18CH-R-8")


@pytest.mark.rule("18CH-R-9")
def test_a_run_that_earns_more_than_the_best_one_found_is_refused(monkeypatch):
    data = recording()
    action = next(a for a in data["actions"] if a.get("routes"))
    monkeypatch.setattr(meanings, "best_of", lambda s, company: ((), 0))
    with pytest.raises(Unplayable) as error:
        import_recorded(json.dumps(data))
    assert (error.value.number, error.value.refusal.rule) == (action["id"], "18CH-R-9")


def test_a_game_drawn_from_the_number_of_its_id_is_found_though_another_seed_is_set():
    """Before games had a seed of their own for draws, the seed in their settings was that of the seats."""
    players, seed = WHOLE[0]
    data = json.loads(export_recorded(played(players, seed)))
    drawn = data["settings"]["seed"]
    other = next(n for n in range(99) if their_company(n) != their_company(drawn))
    data |= {"id": drawn, "settings": {**data["settings"], "seed": other}}
    result = import_recorded(json.dumps(data))
    assert result.match
    # what is wrong later is named, not what the other seed would have drawn
    n = max(n for n, action in enumerate(data["actions"]) if action["type"] == "lay_tile")
    data["actions"][n]["hex"] = "A3"
    with pytest.raises(Unplayable) as error:
        import_recorded(json.dumps(data))
    assert error.value.number == data["actions"][n]["id"]
    del data["id"]
    with pytest.raises(Unplayable) as error:
        import_recorded(json.dumps(data))
    assert error.value.recorded.kind == "par"
