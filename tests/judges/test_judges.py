"""Every judge agrees with the program after each action: in the golden games and in soaked ones."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.soak import drawn
from kursbuch.soak.players import seated
from tests.judges import chesapeake, india, northeast, nuremberg, shikoku, te18
from tests.judges.dortmund import beer_game, expert, intro, railway_game
from tests.judges.following import Moment, judged, moments
from tests.soak.test_soak import seed_of_the_commit

JUDGES: dict[str, tuple[Any, str]] = {
    "18te": (te18.Judge, "te18"),
    "1889": (shikoku.Judge, "shikoku"),
    "1830": (northeast.Judge, "northeast"),
    "18chesapeake": (chesapeake.Judge, "chesapeake"),
    "1853": (india.Judge, "india"),
    "nuremberg": (nuremberg.Judge, "nuremberg"),
    "18do-intro": (intro.Judge, "dortmund"),
    "18do-railway": (railway_game.Judge, "dortmund"),
    "18do-beer": (beer_game.Judge, "dortmund"),
    "18do-expert": (expert.Judge, "dortmund"),
}

TABLES = [(info.id, players) for info in kb.titles() for players in info.players if info.id in JUDGES]
SECONDS = {"random": 0.3, "house": 0.6, "rich": 1.0}  # of processor time, for each title and kind of players


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_the_judge_agrees_in_the_golden_game(title: str, players: int):
    rng = random.Random(1)
    game = kb.new_game(title, players, seed=1)
    judged(*JUDGES[title], moments(game, lambda game: rng.choice(game.legal_actions()).sample(rng)))
    assert game.over


@pytest.mark.parametrize("kind", SECONDS)
@pytest.mark.parametrize("title", JUDGES)
def test_the_judge_agrees_in_games_with_a_seed_of_this_commit(title: str, kind: str):
    """Games by the rules of the box, one after another until the time is up; the last one breaks off."""
    seed, end, number, actions = seed_of_the_commit(), time.process_time() + SECONDS[kind], -1, 0
    while time.process_time() < end:
        number += 1
        actions += judge_soaked(title, kind, seed, number, end)
    print(f"{title} {kind}, seed {seed}: {number + 1} games, {actions} actions")


def judge_soaked(title: str, kind: str, seed: int, number: int, end: float) -> int:
    """One game of a soak, without its options, up to a moment of processor time."""
    table = replace(drawn(title, number, seed, [kind]).table, options={})
    rng = random.Random(table.seed)
    game = table.start()
    seats = seated(kind, game.players, rng)

    def choose(game: kb.Game) -> kb.Action:
        player = rng.choice(game.acting)
        return seats.get(player, seats[game.players[0]])(game, player, game.legal_actions(player), rng)

    try:
        return judged(*JUDGES[title], until(end, moments(game, choose)), table.gift)
    except AssertionError as error:
        raise AssertionError(f"{title}, {kind}, seed {seed}, game {number}, {table}: {error}") from error


def until(end: float, story: Iterable[Moment]) -> Iterator[Moment]:
    for now in story:
        yield now
        if time.process_time() > end:
            return
