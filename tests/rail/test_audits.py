"""The audit of every railway title notices what a fault of its rules would lose or make twice."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.rail.state import RailState


def money(s: Any) -> None:
    s.cash["bank"] += 1


def certificate(s: Any) -> None:
    company = next(iter(s.shares))
    s.shares[company] = s.shares[company][:-1]


def train(s: Any) -> None:
    s.trains["depot"] = s.trains["depot"][1:]


def tile(s: Any) -> None:
    counted = next(id for id, tile in s.box.tiles.items() if not tile.unlimited)
    s.supply[counted] += 1


def token(s: Any) -> None:
    company = next(iter(s.tokens))
    s.tokens[company] = s.tokens[company][1:]


def begun(title: str, players: int) -> kb.Game:
    rng = random.Random(2)
    game = kb.new_game(title, players, seed=2)
    for _ in range(5):
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game


TITLES = [info for info in kb.titles() if isinstance(kb.new_game(info.id, info.players[0]).state, RailState)]


@pytest.mark.parametrize("lost", [money, certificate, train, tile, token])
@pytest.mark.parametrize(
    ("title", "players"), [(t.id, n) for t in TITLES for n in (t.players[0], t.players[-1])]
)
def test_the_audit_notices(title: str, players: int, lost: Any):
    game = begun(title, players)
    game.audit()
    lost(game.state)
    with pytest.raises(AssertionError):
        game.audit()
