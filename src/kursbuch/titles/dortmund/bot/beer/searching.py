"""How a bot that searches looks at Heat, Sweat & Beer: railways and breweries at the end of a set of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from kursbuch.bots.railway.searching import same_board, seat_of, set_over
from kursbuch.bots.search.options import ROUTINE, weighable
from kursbuch.bots.search.wisdom import Wisdom
from kursbuch.core import Game
from kursbuch.titles.dortmund.bot.beer.outlook import minor_value
from kursbuch.titles.dortmund.bot.beer.seat import LORE, BeerSeat
from kursbuch.titles.dortmund.bot.beer.stock import Ledger

HOUSE_KNOWS = ROUTINE | {"deliver", "load", "advertise", "sell_premium", "work_late", "brew_for_others"}


def worth(game: Game) -> Mapping[str, float]:
    """Scores, what shares bring beyond their price, and what minor breweries still earn."""
    out = {player: float(score) for player, score in game.scores().items()}
    ledgers: dict[str, Ledger] = {}

    def ledger(player: str) -> Ledger:
        if player not in ledgers:
            seat = seat_of(
                game, player if player in game.players else game.players[0], LORE, BeerSeat, "table"
            )
            assert isinstance(seat, BeerSeat)
            ledgers[player] = Ledger(seat)
        return ledgers[player]

    seat = ledger(game.players[0]).seat
    for company in (*seat.in_play, *seat.corporations):
        about = seat.companies[company]
        more = ledger(about["president"]).value(company) - seat.price(company)
        for owner, part in about["shares"].items():
            if owner in out:
                out[owner] += part / 10 * more
    for minor, about in seat.minors.items():
        if about["owner"] in out:
            out[about["owner"]] += minor_value(ledger(about["owner"]).brewing, minor) - about["price"]
    return out


WISDOM = Wisdom(
    options=partial(weighable, routine=HOUSE_KNOWS), settled=set_over, worth=worth, recall=same_board
)
