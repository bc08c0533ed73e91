"""How a bot that searches looks at the Introduction Game: certificates, a few turns of everybody ahead."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from kursbuch.bots.railway.searching import same_board, seat_of
from kursbuch.bots.search.wisdom import Features, Wisdom, timed
from kursbuch.core import Game
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds.turn import PlayerFrame
from kursbuch.rail.state import OFFER
from kursbuch.titles.dortmund.bot.intro.seat import LORE, IntroSeat

TURNS = 3  # of each player that are played on


def on_display(s: Any) -> int:
    """How many certificates are still to be taken."""
    return sum(owners.count(OFFER) for owners in s.shares.values())


def played_on(first: Any, now: Any) -> bool:
    """Whether everybody has had some turns; one certificate leaves the display in each."""
    return on_display(first) - on_display(now) >= TURNS * len(first.players)


def builders_turn(state: Any) -> Hashable | None:
    """A step of a player's turn, told by the turn, what he has done in it, and the railways he builds for."""
    turn = state.stack[-1] if state.stack else None
    if not isinstance(turn, PlayerFrame):
        return None
    led = tuple(company for company in state.shares if president(state, company) == turn.player)
    return (turn.player, on_display(state), turn.at, len(turn.done), led)


def features(game: Game) -> Mapping[str, Features]:
    """What the railways run today to those who hold them, and how much each holds."""
    seat = seat_of(game, game.players[0], LORE, IntroSeat)  # to all players a railway promises the same
    assert isinstance(seat, IntroSeat)
    out = {player: {"runs": 0.0, "parts": 0.0} for player in game.players}
    for company, about in seat.companies.items():
        train = seat.train_of(company)
        runs = seat.income(company, [train]) if train else 0
        for owner, part in about["shares"].items():
            if owner in out:
                out[owner]["runs"] += part / 100 * runs
                out[owner]["parts"] += part
    return {player: timed(about, seat.time_left) for player, about in out.items()}


WISDOM = Wisdom(
    settled=played_on,
    features=features,
    weights={"runs": 1.0, "parts": 1.0},
    recall=same_board,
    habit=builders_turn,
    relative=True,
)
