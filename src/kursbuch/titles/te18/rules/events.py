"""What happens by itself in 18TE: price moves, exports, liquidation, the end."""

from __future__ import annotations

from kursbuch.core import BANK
from kursbuch.rail.board.grid import opposite
from kursbuch.rail.board.tile import Face
from kursbuch.rail.paper.holdings import move, raise_sold_out
from kursbuch.rail.paper.market import Spot
from kursbuch.rail.state import DEPOT, OUT, POOL
from kursbuch.rail.steps.trains import push_discards
from kursbuch.rail.trains.depot import export_train, move_card, trains_of
from kursbuch.titles.te18.rules.founding import least_bid, next_company
from kursbuch.titles.te18.rules.state import State18TE


def to_field(s: State18TE, company: str, spot: Spot) -> None:
    """Move a marker and see what the new field brings (18TE-7.6-6, 18TE-8-3)."""
    s.move_price(company, spot)
    cell = s.prices.cell(company)
    if cell.closes:
        liquidate(s, company)
    if cell.ends_game:
        s.end("price")


def sold(s: State18TE, company: str, shares: int) -> None:
    """One row down for each share, at most to the lowest field of the column (18TE-6.2-8, 18TE-6.2-9)."""
    to_field(s, company, s.box.market.down(s.prices.spots[company], shares))


def nothing_paid(s: State18TE, company: str) -> None:
    """One field left, or down where an arrow says so (18TE-7.6-3 to 18TE-7.6-5)."""
    to_field(s, company, s.box.market.left(s.prices.spots[company]))


def paid(s: State18TE, company: str, income: int) -> None:
    """One field right, or up at an arrow, if the income reaches the price (18TE-7.6-10 to 18TE-7.6-12)."""
    if income >= s.price(company):
        to_field(s, company, s.box.market.right(s.prices.spots[company]))


def stock_round_over(s: State18TE) -> None:
    """Sold-out companies rise (18TE-6.7-4 to 18TE-6.7-7). If no company is in play and nobody can pay for the next
    one, nothing could ever happen again: the game ends there. The book does not foresee it.
    """
    raise_sold_out(s)
    dearest = max(s.cash[player] for player in s.players)
    if not s.founded and (next_company(s) is None or dearest < least_bid(s)):
        s.end("standstill")
        s.finished = True
        s.note("over", reason=s.ending)


def dividend_purse(owner: str, company: str) -> str:
    """Shares in the treasury pay the company, shares in the pool nobody (18TE-7.6-8, 18TE-7.6-9)."""
    return "" if owner in (POOL, OUT) else owner


def liquidate(s: State18TE, company: str) -> None:
    """Cash and trains to the bank; charter, tokens and certificates out of the game (18TE §7.7)."""
    s.note("liquidated", company=company)
    s.transfer(company, BANK, s.cash[company], "liquidation")
    for card in trains_of(s, company):
        move_card(s, card, company, POOL)
    s.board = s.board.without(company)
    s.prices = s.prices.removed(company)
    move(s, company, range(len(s.shares[company])), OUT)
    s.founded = tuple(c for c in s.founded if c != company)
    s.closed |= {company}


def set_export_marker(s: State18TE) -> None:
    """The marker lies on the factory at the start of a round in phases 2 and 3 (18TE-7.1-1)."""
    s.export_marker = "export" in s.phase.features


def train_bought(s: State18TE, company: str, source: str) -> None:
    """A train bought from the factory takes the marker away; others leave it (18TE-7.1-2, 18TE-7.1-3)."""
    if source == DEPOT:
        s.export_marker = False


def export(s: State18TE) -> None:
    """With the marker still there the top train leaves the game (18TE §7.11); from phase 4 on it never lies."""
    if s.export_marker and "export" in s.phase.features and export_train(s, s.box.trains):
        push_discards(s, "discards")
    s.export_marker = False


def unpaid(s: State18TE, company: str, hex: str, old: Face, new: Face) -> str:
    """Whether a company lacks the money for the terrain, or only for crossing the Ems as well."""
    terrain = s.board.map.hexes[hex].cost if new.tile.colour == "yellow" else 0
    return "lay.cash" if terrain > s.cash[company] else "lay.crossing"


def track_cost(s: State18TE, hex: str, old: Face, new: Face, river_on_upgrade: bool) -> int:
    """Terrain of the hex and Ems crossings that the tile joins; upgrades are free (18TE-7.3-11, 18TE-7.3-12,
    18TE-7.3-27). Whether an upgrade that first joins a crossing pays is an option; by the book it does not.
    """
    upgrade = new.tile.colour != "yellow"
    if upgrade and not river_on_upgrade:
        return 0
    board = s.board
    cost = 0 if upgrade else board.map.hexes[hex].cost
    for edge in range(6):
        price = board.map.border_cost.get((hex, edge))
        if not price or not new.exits >> edge & 1 or old.exits >> edge & 1:
            continue
        beyond = board.map.beside[hex][edge]
        if beyond and board.faces[beyond].exits >> opposite(edge) & 1:
            cost += price
    return cost
