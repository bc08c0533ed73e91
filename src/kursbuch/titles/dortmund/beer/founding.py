"""Founding railways and brewery corporations, for the first time or again (18DO §6.4.1, §6.4.9)."""

from __future__ import annotations

from kursbuch.core import Refusal, refuse
from kursbuch.rail.paper.holdings import held, move
from kursbuch.rail.paper.market import Cell
from kursbuch.rail.state import OFFER, OUT
from kursbuch.titles.dortmund.beer.floating import check_float
from kursbuch.titles.dortmund.beer.state import BeerState
from kursbuch.titles.dortmund.railway import stock

HANDICAP = 2  # certificates of 10 % that a brewery loses by a bankruptcy


def start_prices(s: BeerState, company: str) -> list[Cell]:
    """The coloured fields of this phase and of earlier ones, on the line of the company's kind (18DO-6.4.1-3)."""
    return s.box.pars(s.box.line(company), s.phase.colours)


def why_not_open(s: BeerState, company: str) -> Refusal | None:
    """Breweries wait for the green phase, some railways for others, bankrupt companies for a stock round."""
    if s.bust.get(company, 0) > s.stock_round:
        return refuse("18DO-6.4.9-1", "{company} went bankrupt just now.", company=company)
    if company not in s.box.corporations:
        before = s.box.charters[company].after  # founded once is enough, whatever became of it
        return None if before in s.bust else stock.why_not_open(s, company)
    if s.stock_round == 1:
        return refuse("18DO-6.2.3-3", "No brewery is founded in the first stock round.")
    if "green" not in s.phase.colours:
        return refuse("18DO-6.3.2.2-1", "Breweries are founded from the green phase on.")
    return None


def found(s: BeerState, player: str, company: str, cell: Cell, discount: int = 0) -> None:
    """As in the Railway Game; a brewery takes the last place of their order (18DO-6.4.1-4)."""
    if company in s.prices:  # its marker has lain on the red field (18DO-6.4.8-3)
        s.prices = s.prices.removed(company)
    if company in s.box.corporations:
        _lose_shares(s, company)
        s.order = (*s.order, company)
    stock.found(s, player, company, cell, discount)


def _lose_shares(s: BeerState, company: str) -> None:
    """A brewery that was bankrupt has two shares less, once and for all (18DO-6.4.9-4)."""
    if company not in s.bust or company in s.refounded:
        return
    s.refounded |= {company}
    small = [n for n in held(s, OFFER, company)[1:] if s.box.percents[company][n] == 10]
    move(s, company, small[-HANDICAP:], OUT)


FOUNDING = stock.Founding(start_prices, why_not_open, found, check_float)
