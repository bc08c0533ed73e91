"""Every title plays random legal games to the end, and whatever is thrown at it is refused in good order."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.soak import Care, Played, drawn, play
from kursbuch.soak.digest import digest
from kursbuch.soak.playing import again

TABLES = [(info.id, players) for info in kb.titles() for players in info.players]


# players who draw their bids at random can tie up all money in the opening of 1889 and go on so for 12,000 actions
CARE = Care(every=17, save=1.0, patience=50_000)


@cache
def random_game(title: str, players: int, number: int = 0) -> Played:
    """A random game to its end, checked after every action by the soak."""
    return play(drawn(f"{title}:{players}", number, 3, ["random"]), CARE)


@pytest.mark.parametrize("number", range(1))
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_a_random_game_ends_with_everything_in_order(title: str, players: int, number: int):
    """Audited after every action; listed actions, views, secrets, undo and refusals now and then; saved half-way."""
    played = random_game(title, players, number)
    assert played.fault is None, played.fault
    assert sum(played.reached["ends"].values()) == 1


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_undo_all_the_way_and_redo(title: str, players: int):
    played = random_game(title, players)
    game = again(played.job.table, played.lines)
    end = digest(game)
    start = game.at(0)
    assert digest(start) == digest(played.job.table.start())
    for _ in played.lines:
        start.redo()
    assert digest(start) == end


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_the_same_seed_and_actions_give_the_same_game(title: str, players: int):
    played = random_game(title, players)
    one, two = (again(played.job.table, played.lines) for _ in range(2))
    assert one.to_json() == two.to_json()
    assert one.scores() == two.scores()
    assert one.view() == two.view()


# -- what no player should send -------------------------------------------------------------------


@cache
def whole(title: str, players: int) -> Game:
    """A random game at its end."""
    played = random_game(title, players)
    return again(played.job.table, played.lines)


def position(where: tuple[tuple[str, int], int]) -> Game:
    """A position of a table, so many sixths of its game played."""
    game = whole(*where[0])
    return game.at(len(game.actions) * where[1] // 6)


# all over each title, to throw things at
POSITIONS = st.tuples(st.sampled_from(TABLES), st.integers(0, 5)).map(position)
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.text(max_size=20),
    st.lists(st.integers(), max_size=3),
)


def refused_or_done(game: Game, action: Any) -> None:
    """The action is carried out or refused in good order; refused, it changes nothing."""
    twin = game.clone()
    before = json.dumps(twin.view())
    try:
        twin.apply(action)
    except (kb.IllegalAction, kb.BadInput) as error:
        assert str(error)
        assert json.dumps(twin.view()) == before
        assert twin.actions == game.actions
    else:
        twin.audit()


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(POSITIONS, st.randoms(use_true_random=False), st.data())
def test_mutated_actions_are_refused_in_good_order(game: Game, rng: random.Random, data: st.DataObject):
    legal = game.legal_actions()
    if not legal:
        return
    action = rng.choice(legal).sample(rng).to_dict()
    key = data.draw(st.sampled_from(sorted(action)))
    others = [a.sample(rng).to_dict() for a in legal]
    pool = [value for other in others for value in other.values()]
    action[key] = data.draw(st.one_of(JUNK, st.sampled_from(pool)))
    refused_or_done(game, action)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(POSITIONS, st.randoms(use_true_random=False), st.data())
def test_mutated_texts_are_refused_in_good_order(game: Game, rng: random.Random, data: st.DataObject):
    legal = game.legal_actions()
    if not legal:
        return
    words = str(rng.choice(legal).sample(rng)).split()
    spare = [word for action in legal[:20] for word in str(action.sample(rng)).split()]
    i = data.draw(st.integers(0, len(words) - 1))
    words[i] = data.draw(
        st.one_of(st.text(max_size=8), st.sampled_from(spare), st.integers(-99, 9999).map(str))
    )
    refused_or_done(game, " ".join(words))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(POSITIONS, POSITIONS, st.randoms(use_true_random=False))
def test_actions_of_another_moment_are_refused_in_good_order(here: Game, there: Game, rng: random.Random):
    legal = there.legal_actions()
    if legal:
        refused_or_done(here, str(rng.choice(legal).sample(rng)))


FILES = POSITIONS.map(Game.to_json)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(FILES, st.data())
def test_damaged_files_are_bad_input(text: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(len(text), start + 40)))
    patch = data.draw(
        st.one_of(st.just(""), st.text(max_size=6), st.sampled_from(["{", "]", '"', "null", "-1"]))
    )
    damaged = text[:start] + patch + text[stop:]
    if data.draw(st.booleans()):
        damaged = damaged[: data.draw(st.integers(0, len(damaged)))]
    try:
        game = kb.load(damaged)
    except kb.BadInput as error:
        assert error.place and error.reason
    else:
        game.audit()


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_a_saved_file_cut_in_half_is_bad_input(title: str, players: int):
    text = kb.new_game(title, players, seed=1).to_json()
    for cut in range(0, len(text) - 1, 7):
        with pytest.raises(kb.BadInput):
            kb.load(text[:cut])
