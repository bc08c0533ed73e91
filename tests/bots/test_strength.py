"""The house bot beats chance, and games between house bots come to a proper end.

A few games here; many with `python -m kursbuch.bots`.
"""

import pytest

from kursbuch.bots import get
from kursbuch.bots.contest import contest

TABLES = [
    ("18te", 2, 2),
    ("18te", 3, 2),
    ("1889", 2, 1),
    ("1889", 4, 1),
    ("1889", 6, 1),
    ("nuremberg", 2, 2),
    ("nuremberg", 3, 2),
    ("nuremberg", 4, 2),
]


@pytest.mark.parametrize(("title", "players", "games"), TABLES)
def test_the_house_beats_chance(title, players, games):
    house, chance = get("house"), get("random")
    tally = contest(title, [house, *[chance] * (players - 1)], games, seed=503)
    assert tally.won == games, tally.report()
    assert tally.worst < 4.0, "no decision takes long"


@pytest.mark.parametrize(("title", "players"), [("18te", 2), ("18te", 3), ("1889", 3), ("nuremberg", 2)])
def test_games_among_house_bots_end_as_games_do(title, players):
    tally = contest(title, [get("house")] * players, 1, seed=500)
    assert set(tally.ends) <= {"bank", "price", "end"}, tally.ends
