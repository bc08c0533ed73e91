"""A company whose price marker comes to the red field is closed (18DO §6.4.8)."""

from __future__ import annotations

from kursbuch.core import BANK
from kursbuch.rail.paper.holdings import move
from kursbuch.rail.state import OFFER, OUT
from kursbuch.rail.trains.depot import move_card, trains_of
from kursbuch.titles.dortmund.beer.parts import BANKRUPT
from kursbuch.titles.dortmund.beer.state import BeerState, kettles_of, scrap_kettle, unload


def check(s: BeerState, company: str) -> None:
    """Close the company if its marker lies on the red field (18DO-6.4.8-1)."""
    if company in s.founded and s.prices.spots[company][1] == BANKRUPT:
        _close(s, company)


def _close(s: BeerState, company: str) -> None:
    """All its paper goes back to the display, its money to the bank, its cards leave the game; the marker stays."""
    s.note("closes", company=company)
    move(s, company, [n for n, owner in enumerate(s.shares[company]) if owner != OUT], OFFER)
    s.transfer(company, BANK, s.cash[company], "bankrupt")
    s.loans.pop(company, None)  # what a company itself owes is lost to the bank
    for card in trains_of(s, company):
        unload(s, card)
        move_card(s, card, company, OUT)
        s.last_runs -= {card}
    for card in kettles_of(s, company):
        scrap_kettle(s, company, card)
    s.return_markers(company)
    s.free_links -= {company}  # founded again, it gets its marker again as it may buy an early train again
    _clear_stations(s, company)
    s.founded = tuple(c for c in s.founded if c != company)
    s.floated = tuple(c for c in s.floated if c != company)
    s.order = tuple(b for b in s.order if b != company)  # 18DO-6.4.8-6
    s.veterans -= {company}
    s.last_dividend.pop(company, None)
    s.traded -= {company}
    s.bust[company] = s.stock_round + 1  # 18DO-6.4.9-1


def _clear_stations(s: BeerState, company: str) -> None:
    """Its stations leave the game; the home marker lies face down again and waits (18DO-6.4.8-5)."""
    charter, again = s.box.companies[company], {hex for area in s.box.map.areas for hex in area[1:]}
    placed = sum(hex not in again for hex, _ in s.board.tokens_of(company))
    if not placed:
        return
    s.board = s.board.without(company)
    home = [token for token in charter.tokens if token.role == "home"]
    s.lost[company] = s.lost.get(company, 0) + placed - len(home)
    s.tokens[company] = (*home, *s.tokens[company])
