"""What is different with two players (section 27): what floats feeds the pool, and shares leave the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.core import Refusal, Step
from kursbuch.core.record import replace
from kursbuch.rail.actions import Buy
from kursbuch.rail.paper.holdings import held, move, president
from kursbuch.rail.rounds import dealt
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.standard.floating import FULL
from kursbuch.rail.standard.moves import SoldOutRise
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.standard.trading import Trading
from kursbuch.rail.state import OFFER, OUT, POOL
from kursbuch.rail.steps.shares import BuyShare


def capital(s: StandardState, company: str) -> None:
    """A company that floats gets its capital, and the rest of its offering goes to the pool (18CH-27-2)."""
    FULL.on_float(s, company)
    left = held(s, OFFER, company)
    if left:
        move(s, company, left, POOL)
        s.note("to-pool", company=company, percent=10 * len(left))


def sold_out(s: StandardState) -> Iterable[str]:
    """Companies that float and of which the pool has nothing (18CH-27-5)."""
    return [company for company in s.floated if not held(s, POOL, company)]


def trading_of_two(usual: Trading) -> Trading:
    """The usual policies of stock turns as they are with two players."""
    moves = replace(usual.moves, stock_round_ends=SoldOutRise(sold_out))
    return replace(usual, moves=moves, capital=replace(FULL, on_float=capital))


@dataclass(frozen=True)
class BuyOrBurn(Step[StandardState, Buy]):
    """A player who does not lead a company buys of it: the newest share in the pool leaves the game (18CH-27-3).

    Shares are alike, and the oldest is the one that is bought. If there is but one, it is the very share that leaves:
    nothing is paid and nothing got, but the turn's purchase is made (18CH-27-4).
    """

    usual: BuyShare
    action = Buy

    def candidates(self, s: StandardState, player: str) -> Iterable[Buy]:
        return self.usual.candidates(s, player)

    def why_not(self, s: StandardState, player: str, action: Buy) -> Refusal | None:
        return self.usual.why_not(s, player, action)

    def apply(self, s: StandardState, player: str, action: Buy) -> None:
        pool = held(s, POOL, action.company)
        burns = bool(pool) and president(s, action.company) != player
        if burns:
            move(s, action.company, pool[-1:], OUT)
            s.note("burns", player=player, company=action.company)
        if burns and action.source == POOL and len(pool) == 1:
            dealt(s, Deed("buy"))  # which ends the turn: nothing more is bought or sold in it
        else:
            self.usual.apply(s, player, action)
