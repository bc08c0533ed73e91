"""How a bot that searches looks at Heat, Sweat & Beer: railways and breweries at the end of a set of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import cast

from kursbuch.bots.railway.searching import (
    LEAST,
    company_affairs,
    company_turn,
    lasting_income,
    owed,
    round_over,
    same_board,
    seats_of,
)
from kursbuch.bots.railway.trying import by_merit
from kursbuch.bots.search.options import ROUTINE, weighable
from kursbuch.bots.search.wisdom import Features, Wisdom, timed
from kursbuch.core import Game
from kursbuch.titles.dortmund.bot.beer.outlook import minor_value
from kursbuch.titles.dortmund.bot.beer.seat import LORE, BeerSeat
from kursbuch.titles.dortmund.bot.beer.stock import Ledger

HOUSE_KNOWS = ROUTINE | {"deliver", "load", "advertise", "sell_premium", "work_late", "brew_for_others"}


def features(game: Game) -> Mapping[str, Features]:
    """Scores, what shares bring beyond their price, and what minor breweries still earn."""
    seats = seats_of(game, LORE, BeerSeat, "table", game.legal_actions())
    ledgers = {player: Ledger(cast(BeerSeat, seat)) for player, seat in seats.items()}
    public = ledgers[game.players[0]]
    seat = public.seat
    out: dict[str, dict[str, float]] = {}
    for player, score in game.scores().items():
        eyes = ledgers[player].seat
        out[player] = {
            "score": score,
            "outlook": 0.0,
            "brewing": 0.0,
            "runs": 0.0,
            "lasts": 0.0,
            "owed": owed(eyes),
            "cash": seat.purse(player),
            "led": len(eyes.mine),
        }
    for company in (*seat.in_play, *seat.corporations):
        about = seat.companies[company]
        more = ledgers.get(about["president"], public).value(company) - seat.price(company)
        railway = company in seat.in_play
        runs = seat.income(company) / 10 if railway else 0.0
        lasts = lasting_income(seat, company) / 10 if railway else 0.0
        for owner, part in about["shares"].items():
            if owner in out:
                out[owner]["outlook"] += part / 10 * more
                out[owner]["runs"] += part / 10 * runs
                out[owner]["lasts"] += part / 10 * lasts
    for minor, about in seat.minors.items():
        if about["owner"] in out:
            worth = minor_value(ledgers[about["owner"]].brewing, minor)
            out[about["owner"]]["brewing"] += worth - about["price"]
    return {player: timed(about, seat.rounds_left / 10) for player, about in out.items()}


def _share(seat: BeerSeat, company: str) -> float:
    return Ledger(seat).value(company)


OPTIONS = partial(
    by_merit,
    known=partial(weighable, routine=HOUSE_KNOWS),
    seat=partial(BeerSeat, lore=LORE),
    value_of=_share,
)

# Departures that did well in games played on from both choices (tools/check_search.py): bids for breweries and what
# is founded with them decide much of a game; what keeps or issues did not pay.
LEAVES = frozenset(
    {
        "pass > sell",
        "buy > sell",
        "withhold > pay",
        "bid_for > bid_for",
        "found > found",
        "found > buy",
        "found_with > found_with",
    }
)
WISDOM = Wisdom(
    options=OPTIONS,
    settled=round_over,  # to the end of a set half a second is not enough for four games
    features=features,
    recall=same_board,
    habit=company_turn,
    alike=company_affairs,
    relative=True,
    least=LEAST,
    leaves=LEAVES,
)
EXPERT = replace(WISDOM, leaves=LEAVES | {"pass > buy_small", "buy > buy"})
