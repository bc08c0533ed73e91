"""Positions for tests, set up in a few readable lines, with short ways to read them.

    table = position("18te", companies={"KHS": {"price": 100, "A": 50, "pool": 20}}, turn="KHS issue")
    table.apply("KHS issues 2")
    assert table.price("KHS") == 80

Everything not named is as at the start: money in the bank, shares with their company, trains in the depot. The
players sit in the order A, B, C and A holds the priority. `audit` holds for every position made here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import kursbuch as kb
from kursbuch.core import BANK, Event, Game, Refusal, State, Title
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import percent, president
from kursbuch.rail.paper.market import Prices, Spot
from kursbuch.rail.rounds import CompanyTurn, OperatingFrame, SetFrame, StockFrame, TurnFrame
from kursbuch.rail.state import DEPOT, OUT, RailState
from kursbuch.rail.steps.lay import put_tile
from kursbuch.rail.steps.station import place_home, place_token, token_for
from kursbuch.rail.trains.depot import move_card

SEATS = "ABCDEF"
STEPS = ("lay", "station", "run", "pay", "trains", "issue")


class Table:
    """A game in a test: the position and short ways to look at it."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def s(self) -> Any:
        """The state, for what has no shorter way."""
        return self.game.state

    def apply(self, *actions: str) -> Table:
        """Carry actions out, audited after each."""
        for action in actions:
            self.game.apply(action)
            self.game.audit()
        return self

    def refused(self, action: str) -> str:
        """The rule point that forbids an action; fails if it is legal."""
        refusal = self.refusal(action)
        assert refusal is not None, f"legal: {action}"
        assert refusal.text, "a refusal says why"
        return refusal.rule

    def refusal(self, action: str) -> Refusal | None:
        return self.game.why_not(action)

    def allows(self, action: str) -> bool:
        return self.game.why_not(action) is None

    def legal(self, player: str | None = None) -> list[str]:
        """The legal list as text."""
        return [str(action) for action in self.game.legal_actions(player)]

    @property
    def acting(self) -> str:
        """The one player who decides."""
        (player,) = self.game.acting
        return player

    def cash(self, purse: str) -> int:
        cash: int = self.s.cash[purse]
        return cash

    def price(self, company: str) -> int:
        price: int = self.s.price(company)
        return price

    def spot(self, company: str) -> Spot:
        """Row and column of a price marker."""
        spot: Spot = self.s.prices.spots[company]
        return spot

    def stack(self, company: str) -> tuple[str, ...]:
        """The markers on a company's field, upper first."""
        stack: tuple[str, ...] = self.s.prices.stacks[self.spot(company)]
        return stack

    def percent(self, owner: str, company: str) -> int:
        return percent(self.s, owner, company)

    def president(self, company: str) -> str:
        return president(self.s, company)

    def trains(self, owner: str) -> list[str]:
        """The trains of an owner by the side in use (by kind in the depot)."""
        return [self.s.sides.get(card, kind_of_card(card)) for card in self.s.trains.get(owner, ())]

    def tile(self, hex: str) -> str:
        return str(self.s.board.faces[hex])

    def station_at(self, place: str) -> tuple[str, ...]:
        """Who stands in each space of a city, such as "G5.0"."""
        hex, _, stop = place.partition(".")
        slots: tuple[str, ...] = self.s.board.slots((hex, int(stop)))
        return slots

    @property
    def phase(self) -> str:
        phase: str = self.s.phase.id
        return phase

    @property
    def round(self) -> str:
        """ "SR 2" or "OR 2.1": the round under way."""
        if any(isinstance(f, StockFrame) for f in self.s.stack):
            return f"SR {self.s.stock_round}"
        return f"OR {self.s.stock_round}.{self.s.operating_round}"

    def events(self, key: str) -> list[Event]:
        """What the last action told under this key."""
        return [event for event in self.game.events_of(len(self.game.actions)) if event.key == key]


def position(
    title: str | Title,
    players: int = 2,
    *,
    companies: Mapping[str, Mapping[str, Any]] | None = None,
    cash: Mapping[str, int] | None = None,
    bank: int | None = None,
    phase: str = "",
    depot: str = "",
    pool_trains: Sequence[str] = (),
    tiles: Mapping[str, str] | None = None,
    turn: str = "",
    income: int = 0,
    stock: str = "",
    stock_round: int = 2,
    operating_round: int = 1,
    options: Mapping[str, object] | None = None,
    **fields: Any,
) -> Table:
    """A position.

    companies: for each company in play a mapping with any of
        price (the first field of that price, top row first, issue fields before others) or spot (row, column);
        cash; trains (side names, taken from the depot or from what left it); tokens (places "D6.0" beside the
        home token; the home token is placed unless home=False); new=True if its first turn is not over;
        and holdings in per cent by owner: A, B, C, pool. The rest is with the company. The president is the
        largest holder, or the one named by president.
    phase: the phase reached; depot: the kind of train on top of the depot (cheaper ones are out of the game).
    tiles: what lies on the board, "57.2" by hex, laid in order without asking for connections.
    turn: a company and the step it is at, "KHS run" (lay, station, run, pay, trains, issue); income: what it ran.
    stock: the player whose stock turn it is.
    """
    seats = list(SEATS[:players])
    if isinstance(title, Title):  # one that stands on no shelf
        game = Game(title, seats, 1, options or {})
    else:
        game = kb.new_game(title, seats, seed=1, options=options or {})
    rules = game.rules
    s: RailState = rules.start(game.players, game.state.chance.copy())
    s.players = game.players
    s.priority = "A"
    _set_phase(s, phase, depot)
    for hex, face in (tiles or {}).items():
        tile, _, rotation = face.rpartition(".")
        put_tile(s, hex, s.box.tiles[tile].turns[int(rotation)])
    for id, about in (companies or {}).items():
        _set_company(s, id, about)
    for id, about in (companies or {}).items():
        _set_tokens(s, id, about)
        _set_trains(s, id, about.get("trains", ()))
    _set_trains(s, "pool", pool_trains)
    _set_money(
        s, {**(cash or {}), **{c: a["cash"] for c, a in (companies or {}).items() if "cash" in a}}, bank
    )
    s.stock_round = stock_round
    for name, value in fields.items():
        setattr(s, name, value)
    _set_stack(s, rules, turn, income, stock, operating_round)
    s.fresh.clear()
    game.state = s
    game.audit()
    return Table(game)


def _set_phase(s: RailState, phase: str, depot: str) -> None:
    kinds = list(s.box.trains)
    s.phase_number = s.box.phase_number[phase] if phase else 0
    top = depot or next((k for k in reversed(kinds) if s.box.trains[k].starts == phase and phase), kinds[0])
    for card in s.trains[DEPOT]:
        if kinds.index(kind_of_card(card)) < kinds.index(top):
            move_card(s, card, DEPOT, OUT)
    if phase and not depot and s.box.trains[top].starts == phase:  # its first train has left
        move_card(s, s.trains[DEPOT][0], DEPOT, OUT)


def _set_company(s: RailState, id: str, about: Mapping[str, Any]) -> None:
    owners = [*s.players, "pool"]
    holdings = {owner: int(about.get(owner, 0)) for owner in owners}
    paper = s.box.companies[id].certificates
    chief = about.get("president") or max(s.players, key=lambda p: holdings[p])
    holdings[chief] = max(holdings[chief], paper[0].percent)
    out = [chief]
    holdings[chief] -= paper[0].percent
    for certificate in paper[1:]:
        owner = next((o for o in owners if holdings[o] >= certificate.percent), id)
        if owner != id:
            holdings[owner] -= certificate.percent
        out.append(owner)
    assert not any(holdings.values()), f"holdings of {id} do not fit its certificates: {holdings}"
    s.shares[id] = tuple(out)
    s.founded = (*s.founded, id)
    if not about.get("new"):
        s.veterans |= {id}
    spot = about.get("spot") or _field(s.prices, int(about.get("price", 60)))
    s.prices = s.prices.placed(id, spot)


def _field(prices: Prices, price: int) -> Spot:
    cells = [cell for cell in prices.market.cells.values() if cell.price == price]
    assert cells, f"no field of {price}"
    best = min(cells, key=lambda cell: (not cell.par, cell.row, cell.column))
    return best.row, best.column


def _set_tokens(s: RailState, id: str, about: Mapping[str, Any]) -> None:
    if about.get("home", True):
        place_home(s, id)
    for text in about.get("tokens", ()):
        hex, _, stop = str(text).partition(".")
        place = (hex, int(stop))
        token = token_for(s, id, place)
        assert token is not None, f"{id} has no token for {hex}"
        stop_ = s.board.stop(place)
        slots = s.board.slots(place)
        meant = [i for i, owner in enumerate(slots) if not owner and stop_.slots[i].endswith(id)]
        free = [i for i, owner in enumerate(slots) if not owner]
        place_token(s, id, place, (meant or free)[0], token)


def _set_trains(s: RailState, owner: str, sides: Sequence[str]) -> None:
    for side in sides:
        for source in (OUT, DEPOT):
            card = next(
                (c for c in s.trains.get(source, ()) if side in s.box.trains[kind_of_card(c)].sides), None
            )
            if card is not None:
                move_card(s, card, source, owner)
                s.sides[card] = side
                break
        else:
            raise AssertionError(f"no train {side} left")


def _set_money(s: RailState, cash: Mapping[str, int], bank: int | None) -> None:
    for purse, amount in cash.items():
        s.cash[purse] = amount
    if bank is not None:  # what is missing lies with companies that are not in play
        s.cash[BANK] = bank
        spare = next(c for c in reversed(list(s.box.companies)) if c not in cash)
        s.cash[spare] += s.box.bank - sum(s.cash.values())
    else:
        s.cash[BANK] += s.box.bank - sum(s.cash.values())


def _set_stack(s: RailState, rules: Any, turn: str, income: int, stock: str, operating_round: int) -> None:
    s.stack.clear()
    if turn:
        company, _, step = turn.partition(" ")
        stage = rules.stages["turn"]
        assert isinstance(stage, CompanyTurn)
        s.operating_round = operating_round
        s.push(SetFrame("cycle", number=s.stock_round, done=1 + operating_round, of=2))
        s.push(OperatingFrame("operating", operated=(company,), at="turns"))
        s.push(TurnFrame("turn", company, at=STEPS.index(step) if step else -1, income=income))
    else:
        s.push(SetFrame("cycle", number=s.stock_round, done=1))
        s.push(StockFrame("stock", stock or "A"))


def settle(table: Table) -> Table:
    """Let happen what needs no decision, as after an action."""
    s: State = table.game.state.copy()
    table.game._run_on(s)
    s.fresh.clear()
    table.game.state = s
    return table
