"""How a bot that searches looks at the Introduction Game: certificates, a few turns of everybody ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kursbuch.bots.railway.searching import same_board, seat_of
from kursbuch.bots.search.wisdom import Features, Wisdom
from kursbuch.core import Game
from kursbuch.rail.state import OFFER
from kursbuch.titles.dortmund.bot.intro.seat import LORE, IntroSeat

TURNS = 3  # of each player that are played on


def on_display(s: Any) -> int:
    """How many certificates are still to be taken."""
    return sum(owners.count(OFFER) for owners in s.shares.values())


def played_on(first: Any, now: Any) -> bool:
    """Whether everybody has had some turns; one certificate leaves the display in each."""
    return on_display(first) - on_display(now) >= TURNS * len(first.players)


def features(game: Game) -> Mapping[str, Features]:
    """What railways are likely to pay at the end, to those who hold them."""
    out = dict.fromkeys(game.players, 0.0)
    seats: dict[str, IntroSeat] = {}
    for player in game.players:
        seat = seat_of(game, player, LORE, IntroSeat)
        assert isinstance(seat, IntroSeat)
        seats[player] = seat
    table = seats[game.players[0]]
    for company, about in table.companies.items():
        final = seats.get(about["president"], table).final(company)
        for owner, part in about["shares"].items():
            if owner in out:
                out[owner] += part / 100 * final
    return {player: {"final": worth} for player, worth in out.items()}


WISDOM = Wisdom(
    settled=played_on, features=features, weights={"final": 1.0}, recall=same_board, relative=True
)
