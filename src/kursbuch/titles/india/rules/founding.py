"""Companies go into operation: capital, stations, price; in the first round at its end (1853 §2.6 to §3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.core import BANK
from kursbuch.rail.board import Place, best_space
from kursbuch.rail.board.tile import STOP
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.state import DEPOT, OUT
from kursbuch.rail.steps.station import place_token
from kursbuch.rail.trains.depot import move_card, trains_of
from kursbuch.titles.india.rules.holding import appoint, director, issued
from kursbuch.titles.india.rules.state import StateIndia

BBCI = "BBCI"
LARGE_BY = ("Ajmer", "Bombay")  # the cities of a contract that make it a large company


def check_opening(s: StateIndia, company: str) -> None:
    """Enough shares issued: the company goes into operation, in the first share round with its end only."""
    if company in s.founded or company in s.opened:
        return
    if issued(s, company) < s.box.seats[len(s.players)].opens_at:
        return
    if s.stock_round > 1:
        found(s, company)
    else:
        s.opened = (*s.opened, company)
        s.chances[company] = frozenset(s.players)
        s.note("opens", company=company)


def found(s: StateIndia, company: str) -> None:
    """Ten times the issue price, whatever was sold; home stations and the price cube at once (1853 §3.3)."""
    price = s.box.issue_price(company)
    s.founded = tuple(c for c in s.box.companies if c in s.founded or c == company)
    s.started_in[company] = s.stock_round
    cell = next(cell for cell in s.box.market.pars if cell.price == price)
    s.open_price(company, cell)
    s.transfer(BANK, company, 10 * price, "capital")
    appoint(s, company)
    s.note("founded", company=company, price=price, large=s.is_large(company))
    place_homes(s, company)


def home_place(s: StateIndia, company: str, hex: str) -> Place:
    """The city of a hex that is a company's home: where stations are separate, the one its edge leads to."""
    edge = s.box.charters[company].home_edges.get(hex)
    if edge is None:
        return hex, 0
    return hex, next(end - STOP for end, _ in s.board.faces[hex].beyond[edge] if end >= STOP)


def homes(s: StateIndia, company: str) -> Iterator[Place]:
    """The home cities of a company; BBCI has Bombay only as a large one."""
    for token in s.box.companies[company].tokens:
        if token.role == "home":
            yield home_place(s, company, token.hex)
    second = s.box.charters[company].second_home
    if second and s.is_large(company):
        yield home_place(s, company, second)


def place_homes(s: StateIndia, company: str) -> None:
    """The free markers; the second one of a large BBCI is the last of its charter."""
    for place in homes(s, company):
        tokens = s.tokens[company]
        token = next((t for t in tokens if t.role == "home" and t.hex == place[0]), tokens[-1])
        slot = best_space(s.board.stop(place), list(s.board.slots(place)), company)
        place_token(s, company, place, slot, token)


def first_round_ends(s: StateIndia) -> None:
    """Directors, then BBCI's form, then the trains of small companies (1853 §2.9, §2.6, §2.8.4)."""
    opened, s.opened = s.opened, ()
    s.chances.clear()
    for company in s.box.companies:
        if company in opened:
            if company == BBCI:
                _settle_bbci(s)
            found(s, company)
    if any(not s.is_large(company) for company in s.founded):
        s.small_trains = True
        for kind, count in s.box.with_small.items():
            deal(s, kind, count - s.box.trains[kind].at_start)


def _settle_bbci(s: StateIndia) -> None:
    """BBCI is large if its director's contract names Ajmer and Bombay, which must be shown (1853 §2.6.2)."""
    appoint(s, BBCI)
    chief = director(s, BBCI)
    if chief and all(city in s.contracts[chief] for city in LARGE_BY):
        s.large |= {BBCI}
        s.shown[chief] = LARGE_BY
        s.uncover("shows", player=chief, cities=list(LARGE_BY))


def deal(s: StateIndia, kind: str, count: int) -> None:
    """Put further cards of a kind into the depot, before the dearer ones."""
    fresh = [c for c in s.trains.get(OUT, ()) if kind_of_card(c) == kind and c not in s.sides][:count]
    for card in fresh:
        move_card(s, card, OUT, DEPOT)
    order = {card: n for n, card in enumerate(s.box.cards)}
    s.trains[DEPOT] = tuple(sorted(trains_of(s, DEPOT), key=order.__getitem__))
