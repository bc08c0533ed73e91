"""What a review says of runs and track: money that was left lying, and what was left unbuilt."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.bots import advice as advising
from kursbuch.bots import choice, get
from kursbuch.bots.advice import STRICT, advise
from kursbuch.bots.review import CLEAR, compared, in_doubt, mistake, review
from kursbuch.bots.review_track import MOST, Otherwise, is_about_track, otherwise, promising
from kursbuch.bots.search.weighing import Tried
from kursbuch.bots.search.wisdom import Wisdom, wisdom_of
from kursbuch.core import Action, Game
from kursbuch.rail.actions import Lay, Run


def beginning(title: str, players: int, seed: int, moves: int, idle: str = "") -> Game:
    """What the house plays; one who is idle passes wherever track may be laid."""
    game, rng = kb.new_game(title, players, seed=seed), Random(seed)
    while len(game.actions) < moves:
        player = game.acting[0]
        legal = game.legal_actions(player)
        passes = [action for action in legal if str(action).endswith("passes")]
        if player == idle and passes and any(isinstance(action, Lay) for action in legal):
            game.apply(passes[0])
        else:
            game.apply(choice(get("house"), game, player, rng))
    return game


def about_track(game: Game, kind: type[Action]) -> tuple[Game, str, Action]:
    """The last decision at which the house did something of a kind."""
    number = max(n for n, action in enumerate(game.actions) if isinstance(action, kind))
    then = game.at(number)
    return (
        then,
        then.acting[0],
        STRICT.choose(then.view(then.acting[0]), then.legal_actions(then.acting[0]), Random(1)),
    )


def test_whoever_never_builds_is_told_which_tile_would_have_been_better() -> None:
    idle = kb.new_game("18te", 2, seed=12).players[0]
    game = beginning("18te", 2, 12, 70, idle)
    found = review(game, [idle], Random(1), playouts=8).mistakes
    told = [one for one in found if " lays " in one.better.action]
    assert told and all(one.done.endswith("passes") and one.player == idle for one in told)
    assert all(one.loss >= CLEAR * abs(one.better.worth) and one.better.reasons for one in told)


def test_a_run_that_leaves_money_lying_is_a_mistake() -> None:
    game = beginning("1889", 3, 11, 90)
    then, player, house = about_track(game, Run)
    nothing = min(then.legal_actions(player), key=lambda action: len(str(action)))
    poor = then.read(str(nothing)) if isinstance(nothing, Run) else None
    assert poor is not None and poor != house
    seen = otherwise(then, player, poor, house, Random(1))
    assert seen is not None and seen.promise == math.inf
    found = compared(then, player, poor, Random(1), 1.0, playouts=8, least=CLEAR)
    assert found is not None and found.better.action == str(house) and found.loss > 0


def test_track_is_no_matter_of_money() -> None:
    """Whether something is weighed as money is stays as it was: bots ask the same."""
    then, player, house = about_track(beginning("1889", 3, 11, 90), Lay)
    other = next(a for a in then.legal_actions(player) if isinstance(a, Lay) and a != house)
    assert is_about_track(then.legal_actions(player))
    assert not in_doubt(then, player, other, Random(1))
    assert mistake(then, player, other, Random(1), 0.1, playouts=2) is None


def test_what_comes_to_the_same_is_no_other_choice() -> None:
    then, player, house = about_track(beginning("1889", 3, 11, 90), Lay)
    assert otherwise(then, player, house, house, Random(1)) is None


def test_one_tile_instead_of_another_is_left_alone() -> None:
    """What it promises at the end of a set of rounds has not come true at the end of games."""
    then, player, house = about_track(beginning("1889", 3, 11, 90), Lay)
    lays = [one for one in then.legal_actions(player) if isinstance(one, Lay) and one != house]
    passing = next(one for one in then.legal_actions(player) if str(one).endswith("passes"))
    assert lays and all(otherwise(then, player, one, house, Random(1)) is None for one in lays)
    assert otherwise(then, player, passing, house, Random(1)) is not None


def test_a_private_bought_in_the_middle_of_building_is_another_question() -> None:
    then = beginning("1889", 3, 11, 66)
    player = then.acting[0]
    private, tile = (
        next(action for action in then.legal_actions(player) if word in str(action)).sample(Random(1))
        for word in (" acquires ", " lays ")
    )
    assert otherwise(then, player, tile, private, Random(1)) is None
    assert otherwise(then, player, private, tile, Random(1)) is None


def test_those_that_promise_most_are_looked_at() -> None:
    some = [Otherwise(n, "Anna", Action("Anna"), n / 100 - 0.1) for n in range(40)]
    found = promising(some)
    assert [one.move for one in found] == list(range(39, 39 - MOST, -1))
    assert promising(some[:10]) == []


@pytest.mark.parametrize(("kind", "kept"), [(Lay, False), (Run, False)])
def test_lines_of_play_with_other_track_share_no_habits(
    kind: type[Action], kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first line has built later fits its own track; in another line it would be built blindly."""
    used: list[Wisdom] = []

    def watched(imagine: Any, view: Any, options: Any, wisdom: Wisdom, budget: Any, rng: Any) -> list[Tried]:
        used.append(wisdom)
        return [Tried(option) for option in options]

    monkeypatch.setattr(advising, "weighed", watched)
    game = beginning("1889", 3, 11, 90)
    then, player, _ = about_track(game, kind)
    advise(then, player, Random(1))
    assert (used[0].habit is wisdom_of("1889").habit) is kept
    opening = game.at(0)
    advise(opening, opening.acting[0], Random(1))
    assert used[1].habit is wisdom_of("1889").habit
