"""The tables of all titles that have one: what they name exists, and no two titles are called the same."""

import random

import pytest

import kursbuch as kb
from kursbuch import shelf
from kursbuch.core import BadInput
from kursbuch.core.family import Family
from kursbuch.recorded import Table, export_recorded, import_recorded, recorded_titles, table_called, table_of
from kursbuch.shelf import find

TITLES = recorded_titles()


@pytest.mark.parametrize("title", TITLES)
def test_a_table_is_of_its_title_and_names_options_that_the_title_has(title):
    table = table_of(title)
    assert table.title == title
    assert table_called(table.names[0]) is table
    for key, value in table.options.values():
        assert find(title).options({key: value})[key] == value
    rules = find(title).compose(3, find(title).options({}))
    assert {"recorded.revenue", "recorded.best", *table.unchecked_once} <= set(rules.citations)
    for waiver in table.unchecked_once.values():
        find(title).options(waiver)


def test_no_two_titles_are_called_the_same():
    names = [name for title in TITLES for name in table_of(title).names]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 6), (4, 7)])
def test_games_of_our_own_come_back_as_they_were(title, players, seed):
    game = kb.new_game(title, players=players, seed=seed)
    rng = random.Random(seed)
    while not game.over and len(game.actions) < 700:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    if str(game.state.top.stage).startswith("consent"):
        game.apply(rng.choice(game.legal_actions()))
    result = import_recorded(export_recorded(game))
    assert (result.match, result.unasked) == (True, ())
    assert result.game.view()["position"] == game.view()["position"]


@pytest.mark.parametrize("title", TITLES)
def test_options_are_written_by_their_names(title):
    for theirs, (key, value) in table_of(title).options.items():
        game = kb.new_game(title, players=3, seed=1, options={key: value})
        again = import_recorded(export_recorded(game)).game
        assert again.options[key] == value, theirs


def test_a_title_without_a_table_is_not_read_and_the_known_ones_are_named():
    with pytest.raises(BadInput) as error:
        table_called("18XX")
    assert all(table_of(title).names[0] in str(error.value) for title in TITLES)


def test_a_family_of_somebody_else_brings_its_table_along(monkeypatch):
    own = Table(title="99xx", names=("99XX", "99XX Deluxe"))
    family = Family("tests.recorded", {"99xx": "test_table:TITLE"}, recorded={"99xx": "test_table:OWN"})
    monkeypatch.setattr(Family, "load", lambda self, name: own)
    monkeypatch.setattr(shelf, "shelf", lambda: ("99xx",))
    monkeypatch.setattr(shelf, "family_of", lambda title: family)
    assert recorded_titles() == ("99xx",)
    assert table_called("99XX Deluxe") is own
