"""The parts a position is set up from. `position` uses all of them; a title with a start of its own may use some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core import BANK
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.market import Prices, Spot
from kursbuch.rail.state import DEPOT, OUT, POOL, RailState
from kursbuch.rail.steps.lay import put_tile
from kursbuch.rail.steps.station import place_home, place_token, token_for
from kursbuch.rail.trains.depot import move_card

About = Mapping[str, Any]  # what is said about a company
PRICE = 60  # of a share, if nothing is said


def reach_phase(s: RailState, phase: str = "", depot: str = "") -> None:
    """A phase, with the trains that lead to it out of the depot; `depot` is the kind on top, if not the next."""
    kinds = list(s.box.trains)
    s.phase_number = s.box.phase_number[phase] if phase else 0
    top = depot or next((k for k in reversed(kinds) if s.box.trains[k].starts == phase and phase), kinds[0])
    for card in s.trains[DEPOT]:
        if kinds.index(kind_of_card(card)) < kinds.index(top):
            move_card(s, card, DEPOT, OUT)
    if phase and not depot and s.box.trains[top].starts == phase:  # its first train has left
        move_card(s, s.trains[DEPOT][0], DEPOT, OUT)


def put_tiles(s: RailState, tiles: Mapping[str, str]) -> None:
    """Tiles by hex, such as "57.2", laid in order without asking for connections."""
    for hex, face in tiles.items():
        tile, _, rotation = face.rpartition(".")
        put_tile(s, hex, s.box.tiles[tile].turns[int(rotation)])


def put_company(s: RailState, id: str, about: About) -> None:
    """A company in play: its certificates with their owners, its price marker on the market.

    What nobody is said to hold stays where it is at the start of the game, with the company or on offer, unless
    `rest` says where it lies.
    """
    s.shares[id] = hand_out(s, id, {o: int(about.get(o, 0)) for o in (*s.players, POOL)}, about)
    s.founded = (*s.founded, id)
    if not about.get("new"):
        s.veterans |= {id}
    spot = about.get("spot") or field_of(s.prices, int(about.get("price", PRICE)))
    s.prices = s.prices.placed(id, spot)


def hand_out(s: RailState, id: str, holdings: dict[str, int], about: About) -> tuple[str, ...]:
    """Who has each certificate, by what each owner holds of it in per cent; the largest holder presides."""
    paper, unsold = s.box.companies[id].certificates, s.shares[id]
    chief = about.get("president") or max(s.players, key=lambda p: holdings[p])
    holdings[chief] = max(holdings[chief], paper[0].percent) - paper[0].percent
    out = [chief]
    for certificate, rest in zip(paper[1:], unsold[1:], strict=True):
        owner = next((o for o in holdings if holdings[o] >= certificate.percent), "")
        if owner:
            holdings[owner] -= certificate.percent
        out.append(owner or about.get("rest", rest))
    assert not any(holdings.values()), f"holdings of {id} do not fit its certificates: {holdings}"
    return tuple(out)


def field_of(prices: Prices, price: int) -> Spot:
    """The first field of a price, top row first, fields of par before others."""
    cells = [cell for cell in prices.market.cells.values() if cell.price == price]
    assert cells, f"no field of {price}"
    best = min(cells, key=lambda cell: (not cell.par, cell.row, cell.column))
    return best.row, best.column


def put_tokens(s: RailState, id: str, about: About) -> None:
    """The home token, and one at each of `tokens`."""
    if about.get("home", about.get("floats", True)):
        place_home(s, id)
    for text in about.get("tokens", ()):
        hex, _, stop = str(text).partition(".")
        place = (hex, int(stop or 0))
        token = token_for(s, id, place)
        assert token is not None, f"{id} has no token for {hex}"
        printed = s.board.stop(place).slots
        free = [i for i, owner in enumerate(s.board.slots(place)) if not owner]
        assert free, f"no room for {id} at {text}"
        meant = [i for i in free if printed[i].endswith(id)]
        place_token(s, id, place, (meant or free)[0], token)


def give_trains(s: RailState, owner: str, sides: Sequence[str], places: Sequence[str] = (OUT, DEPOT)) -> None:
    """Trains by their sides, taken from what has left the depot, else from the depot."""
    for side in sides:
        cards = [(card, place) for place in places for card in s.trains.get(place, ())]
        fitting = ((c, place) for c, place in cards if side in s.box.trains[kind_of_card(c)].sides)
        card, place = next(fitting, ("", ""))
        assert card, f"no train {side} left"
        move_card(s, card, place, owner)
        s.sides[card] = side


def share_out(s: RailState, cash: Mapping[str, int], bank: int | None = None) -> None:
    """Purses as told, the rest in the bank; if the bank is told too, the rest lies with a company not in play."""
    s.cash.update(cash)
    if bank is None:
        s.cash[BANK] += s.box.bank - sum(s.cash.values())
        return
    s.cash[BANK] = bank
    spare = next(c for c in reversed(list(s.box.companies)) if c not in cash)
    s.cash[spare] += s.box.bank - sum(s.cash.values())
