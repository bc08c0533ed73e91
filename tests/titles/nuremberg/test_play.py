"""Whole games: random play, saving, refusing nonsense, keeping secrets."""

import json
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

import kursbuch
from kursbuch.core import Action, BadInput, Chance, Game, IllegalAction
from kursbuch.titles.nuremberg.rules.actions import Bill
from kursbuch.titles.nuremberg.rules.line import Line
from kursbuch.titles.nuremberg.rules.parts import box
from kursbuch.titles.nuremberg.title import TITLE
from tests.titles.nuremberg.helpers import new, random_game, table

BOX = box()

TABLES = [(players, seed) for players in (2, 3, 4) for seed in range(4)]


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_random_play_reaches_the_end_and_nothing_is_lost(players, seed):
    game, rng = new(players, seed), Random(seed)
    while not game.over:
        legal = game.legal_actions()
        assert legal, f"nobody can go on at {game.state.top}"
        assert len(game.acting) == 1
        assert len(set(map(str, legal))) == len(legal), "an action is listed twice"
        game.apply(rng.choice(legal).sample(rng))
        game.audit()
    assert table(game).round == 5
    assert set(game.scores()) == set(game.players)


@pytest.mark.parametrize(("players", "seed"), TABLES[::2])
def test_a_saved_game_goes_on_as_if_nothing_had_happened(players, seed):
    game = random_game(players, seed, moves=80)
    again = kursbuch.load(game.to_json())
    assert again.view(None) == game.view(None)
    assert [str(a) for a in again.legal_actions()] == [str(a) for a in game.legal_actions()]
    for twin in (game, again):
        rng = Random(99)
        while not twin.over:
            twin.apply(rng.choice(twin.legal_actions()).sample(rng))
    assert again.scores() == game.scores()
    assert again.events == game.events


@pytest.mark.parametrize(("players", "seed"), TABLES[::3])
def test_every_listed_action_applies_in_all_its_forms(players, seed):
    game, rng = new(players, seed), Random(seed)
    while not game.over:
        legal = game.legal_actions()
        for action in rng.sample(legal, min(3, len(legal))):
            definite = action.sample(rng)
            results = []
            for form in (
                definite,
                str(definite),
                definite.to_dict(),
                json.loads(json.dumps(definite.to_dict())),
            ):
                twin = game.clone()
                twin.apply(form)
                twin.audit()
                results.append(twin.view(None)["position"])
            assert all(result == results[0] for result in results)
        game.apply(rng.choice(legal).sample(rng))


def mutated(action: Action, rng: Random) -> Action | dict[str, object] | str:
    """The action with something wrong or strange about it."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.choice(
            [str(action)[: rng.randrange(len(str(action)))], str(action) + " twice", "", "A", "red passes"]
        )
    if kind == 1:
        key = rng.choice([*action.to_dict()])
        return {**action.to_dict(), key: rng.choice([None, -1, 10**12, "", "x" * 300, [], {}, True, 1.5])}
    if kind == 2:
        return replace(action, actor=rng.choice(["A", "B", "Nobody", "red"]))
    names = [f.name for f in fields(action) if f.name not in ("actor", "by", "span")]
    if not names:
        return {"do": "unknown"}
    strange = [0, -5, 99, "U9", "T99", "fuerth", "landowner", Bill(build=99), Bill(cubes=-1), Line(("x", "y")),
               Line(rng.sample([*BOX.areas], 4)), None]  # fmt: skip
    changes: dict[str, Any] = {"span": None, rng.choice(names): rng.choice(strange)}
    return replace(action, **changes)


@pytest.mark.parametrize(("players", "seed"), TABLES[1::3])
def test_strange_actions_are_refused_and_change_nothing(players, seed):
    game, rng = new(players, seed), Random(seed)
    refusals = 0
    while not game.over:
        legal = game.legal_actions()
        for _ in range(4):
            wrong = mutated(rng.choice(legal).sample(rng), rng)
            before, twin = game.state, game.clone()
            try:
                twin.apply(wrong)
                twin.audit()  # a mutation may happen to be legal
            except IllegalAction as error:
                assert error.refusal.rule.startswith("FTN-")
                assert error.refusal.text
                assert twin.state is before
                refusals += 1
            except BadInput:
                assert twin.state is before
                refusals += 1
        game.apply(rng.choice(legal).sample(rng))
    assert refusals > 100


def test_the_future_of_the_bag_is_in_no_view():
    """Two games that differ only in the chance to come look the same to everybody, until it comes."""
    game = random_game(4, 31, moves=30)
    other = game.clone()
    other.state = other.state.copy()
    other.state.chance = Chance(game.state.chance.seed + 1, game.state.chance.count)
    rng, twin_rng = Random(5), Random(5)
    first_round = table(game).round
    while table(game).round == first_round:
        for player in (*game.players, None):
            assert json.dumps(game.view(player)) == json.dumps(other.view(player))
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        other.apply(twin_rng.choice(other.legal_actions()).sample(twin_rng))
    assert str(game.seed) not in json.dumps(game.view(None)["position"])


def test_views_are_plain_data():
    for seed in range(3):
        view = random_game(3, seed, moves=50 + 20 * seed).view("A")
        assert json.loads(json.dumps(view)) == view


def test_undo_and_clone_leave_no_trace():
    game = random_game(3, 3, moves=70)
    before = game.view(None)
    twin = game.clone()
    rng = Random(1)
    for _ in range(20):
        twin.apply(rng.choice(twin.legal_actions()).sample(rng))
    assert game.view(None) == before
    for _ in range(20):
        twin.undo()
    assert twin.view(None) == before


def test_the_audit_notices_a_lost_piece():
    for harm in (
        lambda s: s.hand.update(A=s.hand["A"] + 1),
        lambda s: s.depot.update(A=s.depot["A"] - 1),
        lambda s: s.out.update(beer=s.out["beer"] + 1),
        lambda s: s.locomotives.update(A=2),
        lambda s: s.drawn.update(U1="red" if s.drawn["U1"] != "red" else "white"),
    ):
        game = new(2)
        harm(game.state)
        with pytest.raises(AssertionError):
            game.audit()


def test_names_that_look_like_actions_do_no_harm():
    game = Game(TITLE, ["Anna bids 3", "passes"], 2, {})
    rng = Random(2)
    for _ in range(30):
        action = rng.choice(game.legal_actions()).sample(rng)
        assert game.read(str(action)) == action
        game.apply(str(action))
