"""What railway games have in common for a bot that searches: sets of rounds, and what paper is worth at their end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.prospects import value
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.search.wisdom import Wisdom
from kursbuch.core import Game

Value = Callable[[Any, str], float]
"""What a share of ten per cent of a company is likely to bring, in the eyes of a seat."""


def set_over(first: Any, now: Any) -> bool:
    """Whether the next stock round has begun; an auction before the first belongs to the first set."""
    return bool(now.stock_round > max(1, first.stock_round))


def seat_of(game: Game, player: str, lore: Lore, kind: type[Seat] = Seat) -> Seat:
    """A player's place at an imagined table, whoever is to decide there."""
    view = game.view(player)
    view["acting"] = [player]
    seat = kind(view, (), Random(0), lore)
    seat.__dict__["s"] = game.state  # what would be put together from the view
    return seat


def with_outlook(
    game: Game, lore: Lore, kind: type[Seat] = Seat, value_of: Value = value
) -> Mapping[str, float]:
    """Scores, and what shares are likely to bring beyond their price, each company seen by whoever leads it."""
    worth = {player: float(score) for player, score in game.scores().items()}
    table = seat_of(game, game.players[0], lore, kind)
    seats = {game.players[0]: table}
    for company in table.in_play:
        chief = table.companies[company]["president"]
        player = chief if chief in game.players else game.players[0]
        if player not in seats:
            seats[player] = seat_of(game, player, lore, kind)
        more = value_of(seats[player], company) - table.price(company)
        for owner, part in table.companies[company]["shares"].items():
            if owner in worth:
                worth[owner] += part / 10 * more
    return worth


def wisdom(lore: Lore, kind: type[Seat] = Seat, value_of: Value = value, **more: Any) -> Wisdom:
    """How a railway game is searched whose seats and shares are valued this way."""
    return Wisdom(
        settled=set_over, worth=partial(with_outlook, lore=lore, kind=kind, value_of=value_of), **more
    )
