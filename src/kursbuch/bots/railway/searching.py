"""What railway games have in common for a bot that searches: sets of rounds, and what paper is worth at their end."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, cast

from kursbuch.bots.bot import View
from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.prospects import value
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.table import IMAGINED, board_of
from kursbuch.bots.railway.trying import Value, by_merit
from kursbuch.bots.search.options import Options, weighable
from kursbuch.bots.search.wisdom import Features, Wisdom, timed
from kursbuch.core import Action, Game
from kursbuch.core.built import know
from kursbuch.rail.rounds.turn import TurnFrame
from kursbuch.rail.state import DEPOT, POOL


def set_over(first: Any, now: Any) -> bool:
    """Whether the next stock round has begun; an auction before the first belongs to the first set."""
    return bool(now.stock_round > max(1, first.stock_round))


def round_over(first: Any, now: Any) -> bool:
    """Whether an operating round is over that began after the first position, or the set is."""
    return set_over(first, now) or bool(now.operating_round > first.operating_round + 1)


def same_board(game: Game, view: View) -> None:
    """Let a position have the board that was made for the same view before, with all that is known about it.

    Bots need not put an imagined position together again: it goes along with its view.
    """
    state: Any = game.state
    if _MET not in state.board.known:
        state.board = board_of(state.box, view["position"]["board"])
        state.board.known[_MET] = True
    cast(dict[str, Any], view)[IMAGINED] = state


_MET = "met"  # a mark on boards that views of the same track lead to


def company_turn(state: Any) -> Hashable | None:
    """A step of a company's turn, told by the round, the company, its trains and what it has done in the turn."""
    turn = state.stack[-1] if state.stack else None
    if not isinstance(turn, TurnFrame) or not turn.company:
        return None
    sides = tuple(state.sides[card] for card in state.trains.get(turn.company, ()))
    return (
        state.stock_round,
        state.operating_round,
        turn.stage,
        turn.company,
        turn.at,
        len(turn.done),
        sides,
    )


def company_affairs(state: Any) -> Hashable | None:
    """What counts when a company runs, pays or buys trains: what it has done in its turn, what it owns, the board,
    and the trains on sale. In 99 of 100 such decisions the house chooses alike, whatever else is different.
    """
    turn = company_turn(state)
    if turn is None:
        return None
    frame, company = state.stack[-1], state.stack[-1].company
    on_sale = (state.phase_number, len(state.trains.get(DEPOT, ())), state.trains.get(POOL, ()))
    return (turn, frame, state.board, state.cash[company], on_sale)


def seat_of(
    game: Game,
    player: str,
    lore: Lore,
    kind: type[Seat] = Seat,
    table: str = "s",
    legal: Sequence[Action] = (),
) -> Seat:
    """A player's place at an imagined table, whoever is to decide there; `table` is where it keeps the position, and
    `legal` what may be done, where that is of any account.
    """
    view = game.view(player)
    view["acting"] = [player]
    seat = kind(view, legal, Random(0), lore)
    know(seat, table, game.state)  # what would be put together from the view
    return seat


SHARED = (
    "in_play",
    "next_kind",
    "pace",
    "rounds_left",
    "thrift",
)  # what all see alike, by the names in a seat


def seats_of(
    game: Game, lore: Lore, kind: type[Seat] = Seat, table: str = "s", legal: Sequence[Action] = ()
) -> Mapping[str, Seat]:
    """Everybody's place at an imagined table; where nothing is secret what all see alike is worked out once."""
    first, *others = game.players
    public = seat_of(game, first, lore, kind, table, legal)
    seats = {first: public}
    for player in others:
        if game.rules.secrets:
            seats[player] = seat_of(game, player, lore, kind, table, legal)
            continue
        seat = seats[player] = kind({**public.view, "acting": [player]}, legal, Random(0), lore)
        know(seat, table, game.state)
        for name in SHARED:
            know(seat, name, getattr(public, name))
    return seats


SOON = 3.0  # rounds; trains that last no longer need successors


def owed(seat: Seat) -> float:
    """What a player's companies lack for the trains that they will need, whoever is to pay in the end."""
    total = 0.0
    for company in seat.mine:
        sides = seat.trains(company)
        if not seat.lore.floated(seat, company) or seat.lasting(sides, SOON) or seat.rounds_left < SOON:
            continue
        lasting = [train for train in seat.box.trains.values() if seat.life(next(iter(train.sides))) > SOON]
        price = min((train.price for train in lasting), default=0)
        turns = min((seat.life(side) for side in sides), default=0.0)
        total += max(0.0, price - seat.purse(company) - turns * seat.income(company))
    return total


def lasting_income(seat: Seat, company: str) -> int:
    """What a company runs today with those of its trains that will not rust soon."""
    sides = seat.trains(company)
    kept = seat.lasting(sides, SOON)
    return seat.income(company, None if kept == sides else kept)


def features(
    game: Game, lore: Lore, kind: type[Seat] = Seat, value_of: Value = value, table: str = "s"
) -> Mapping[str, Features]:
    """What can be said of each player's prospects, in money: see `USUAL` for what each part usually counts.

    Each company is looked at with the eyes of whoever leads it.
    """
    seats = seats_of(game, lore, kind, table)
    public = seats[game.players[0]]
    out: dict[str, dict[str, float]] = {}
    for player, score in game.scores().items():
        out[player] = {
            "score": score,
            "cash": public.purse(player),
            "outlook": 0.0,
            "runs": 0.0,
            "lasts": 0.0,
            "owed": owed(seats[player]),
            "treasury": 0.0,
            "led": len(seats[player].mine),
        }
    for company in public.in_play:
        about = public.companies[company]
        seat = seats.get(about["president"], public)
        more = value_of(seat, company) - public.price(company)
        if not lore.floated(seat, company):
            more = min(more, (UNFLOATED - 1) * public.price(company))
        earns, lasts = seat.income(company) / 10, lasting_income(seat, company) / 10
        for owner, part in about["shares"].items():
            if owner in out:
                out[owner]["outlook"] += part / 10 * more
                out[owner]["runs"] += part / 10 * earns
                out[owner]["lasts"] += part / 10 * lasts
                out[owner]["treasury"] += part / 100 * public.purse(company)
    return {player: timed(about, public.rounds_left / 10) for player, about in out.items()}


LEAST = 0.01  # of what players have: departures that promised less did not pay
UNFLOATED = 0.5  # of its price that a share of a company is worth for which nobody has found the money yet


USUAL = {"score": 1.0, "outlook": 0.15, "owed": -1.0, "treasury": 0.2}  # far less is certain than is foreseen


# Departures that did well in games played on from both choices (tools/check_search.py), in most railway games; what
# starts companies did badly: the value at the end of a set says too little of who will find the money for them.
SOUND = frozenset(
    {
        "pass > sell",
        "buy > sell",
        "withhold > pay",
        "pass > issue",
        "pay > issue",
        "pass > take_train",
        "buy_train > take_train",
    }
)


def wisdom(
    lore: Lore,
    kind: type[Seat] = Seat,
    value_of: Value = value,
    table: str = "s",
    weights: Mapping[str, float] = USUAL,
    least: float = LEAST,
    options: Options = weighable,
    **more: Any,
) -> Wisdom:
    """How a railway game is searched whose seats and shares are valued this way."""
    seen = partial(features, lore=lore, kind=kind, value_of=value_of, table=table)
    sat = partial(kind, lore=lore)
    return Wisdom(
        options=partial(by_merit, known=options, seat=sat, value_of=value_of),
        settled=set_over,
        features=seen,
        weights=weights,
        recall=same_board,
        habit=company_turn,
        alike=company_affairs,
        relative=True,
        least=least,
        **more,
    )
