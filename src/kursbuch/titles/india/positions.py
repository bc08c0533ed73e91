"""Positions of 1853 in a few lines, for tests and examples.

Holdings are numbers of shares. Everything not named is as at the start; loans and contracts are none. The players
sit in the order A, B, C and A holds the elephant. A company's homes stand unless homes=False.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core import BANK, Frame, Game
from kursbuch.positions import SEATS, setting, stood
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import change_certificate
from kursbuch.rail.rounds import OperatingFrame, SetFrame, TurnFrame
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import DEPOT, OFFER, OUT
from kursbuch.rail.trains.depot import move_card
from kursbuch.titles.india.rules.founding import deal, place_homes
from kursbuch.titles.india.rules.holding import name_manager
from kursbuch.titles.india.rules.state import StateIndia, loan_purse
from kursbuch.titles.india.rules.stock import ShareTurn
from kursbuch.titles.india.title import TITLE

STEPS = ("option", "lay", "station", "run", "mail", "pay", "trains")


def india(
    players: int = 3,
    *,
    companies: Mapping[str, Mapping[str, Any]] | None = None,
    cash: Mapping[str, int] | None = None,
    bank: int | None = None,
    loans: Mapping[str, int] | None = None,
    named: Mapping[str, Sequence[str]] | None = None,
    phase: str = "2",
    small: bool = False,
    pool_trains: Sequence[str] = (),
    sold_out: Sequence[str] = (),
    tiles: Mapping[str, str] | None = None,
    turn: str = "",
    income: int = 0,
    done: Sequence[str] = (),
    stock: str = "",
    stage: str = "",
    stock_round: int = 2,
    operating_round: int = 1,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Game:
    """A position.

    companies: holdings by owner (A, B, pool), price, cash, trains (sides), tokens (places beside the homes),
        unpaid and contract (shares by player), option (1 or 2), large=True for BBCI, founded=False for one not in
        operation, opened=True for one in operation in the first share round, since (holders, longest first).
    small: a small company opened in the first share round; sold_out: kinds of train that have left the depot.
    turn: a company and its step (option, lay, station, run, mail, pay, trains); stock: whose share turn it is.
    """
    game = Game(TITLE, list(SEATS[:players]), 1, options or {})
    s: StateIndia = game.rules.start(game.players, game.state.chance.copy())
    s.players, s.stock_round = game.players, stock_round
    s.priority = fields.get("priority", "A")  # who manages companies that no player has a share of
    _set_phase(s, phase, small)
    setting.put_tiles(s, tiles or {})
    s.drawn = frozenset(s.box.companies)
    for id, about in (companies or {}).items():
        _set_company(s, id, about)
    for kind in sold_out:
        for card in [c for c in s.trains[DEPOT] if kind_of_card(c) == kind]:
            move_card(s, card, DEPOT, OUT)
    setting.give_trains(s, "pool", pool_trains, (DEPOT, OUT))
    for player, loan in (loans or {}).items():
        s.loans[player] = s.cash[loan_purse(player)] = loan
    s.contracts = {player: tuple(cities) for player, cities in (named or {}).items()}
    s.cash.update(cash or {})
    _balance(s, bank)
    for name, value in fields.items():
        setattr(s, name, value)
    _set_stack(s, turn, income, done, stock, stage, operating_round)
    return stood(game, s)


def _set_phase(s: StateIndia, phase: str, small: bool) -> None:
    if small:
        s.small_trains = True
        for kind, count in s.box.with_small.items():
            deal(s, kind, count - s.box.trains[kind].at_start)
    s.phase_number = s.box.phase_number[phase]
    for card in s.trains[DEPOT]:
        kind = kind_of_card(card)
        scrapped = s.box.trains[kind].rusts_in
        if (kind in "2345" and kind < phase) or (scrapped and scrapped <= phase):  # sold, or gone unsold
            move_card(s, card, DEPOT, OUT)
    if phase != "2":  # its first train has left
        move_card(s, s.trains[DEPOT][0], DEPOT, OUT)


def _set_company(s: StateIndia, id: str, about: Mapping[str, Any]) -> None:
    held = {owner: about[owner] for owner in (*s.players, "pool") if owner in about}
    founded = about.get("founded", True) and not about.get("opened")
    since = [p for p in about.get("since", s.players) if held.get(p)]
    s.holders[id] = tuple(since)
    most = max((held[p] for p in since), default=0)
    chief = about.get("director") or next((p for p in since if held[p] == most), "")
    owners = [OFFER] * 9
    if founded and chief and held[chief] >= 2:
        owners[0] = chief
        held[chief] -= 2
    singles = [owner for owner, count in held.items() for _ in range(count)]
    s.shares[id] = tuple(owners)
    if len(singles) > 8 and owners[0] == OFFER:  # the shares of the certificate are sold singly
        change_certificate(s, id)
    owners = list(s.shares[id])
    assert len(singles) < len(owners), f"too many shares of {id}"
    owners[1 : 1 + len(singles)] = singles
    s.shares[id] = tuple(owners)
    for player, count in about.get("unpaid", {}).items():
        s.unpaid[player, id] = count
    for player, count in about.get("contract", about.get("unpaid", {})).items():
        s.contract_shares[player, id] = count
    if about.get("opened"):
        s.opened = (*s.opened, id)
        s.chances[id] = frozenset(s.players)
    if not founded:
        return
    s.founded = tuple(c for c in s.box.companies if c in s.founded or c == id)
    s.started_in[id] = 1
    if about.get("large"):
        s.large |= {id}
    price = about.get("price", s.box.issue_price(id))
    spot = next(spot for spot, cell in s.box.market.cells.items() if cell.price == price)
    s.prices = s.prices.placed(id, spot)
    if owners[0] not in s.players:
        s.former[id] = about.get("former", "")
        name_manager(s, id)
    if s.is_large(id) and about.get("option", 1):
        s.options[id] = about.get("option", 1)
    if about.get("homes", True):
        place_homes(s, id)
    setting.put_tokens(s, id, {"home": False, "tokens": about.get("tokens", ())})
    s.cash[id] = about.get("cash", 0)
    setting.give_trains(s, id, about.get("trains", ()), (DEPOT, OUT))


def _balance(s: StateIndia, bank: int | None) -> None:
    spare = next(c for c in reversed(list(s.box.companies)) if c not in s.founded or bank is None)
    if bank is not None:  # the rest lies with a company that is not in play
        s.cash[BANK] = bank
        s.cash[spare] += s.box.bank - sum(s.cash.values())
    else:
        s.cash[BANK] += s.box.bank - sum(s.cash.values())


def _set_stack(
    s: StateIndia, turn: str, income: int, done: Sequence[str], stock: str, stage: str, operating_round: int
) -> None:
    s.stack.clear()
    if turn:
        company, _, step = turn.partition(" ")
        s.operating_round = operating_round
        s.push(SetFrame("cycle", number=s.stock_round, done=1 + operating_round, of=s.phase.operating_rounds))
        before = tuple(s.box.companies)[: list(s.box.companies).index(company) + 1]
        s.push(OperatingFrame("operating", operated=before, at="turns"))
        s.push(
            TurnFrame(
                "turn",
                company,
                at=STEPS.index(step) if step else -1,
                income=income,
                done=tuple(map(Deed.read, done)),
            )
        )
        return
    s.push(SetFrame("cycle", number=max(1, s.stock_round), done=0 if stage == "contracts" else 1))
    if stage:
        s.push(Frame(stage))
    else:
        s.push(ShareTurn("stock", stock or "A", opened=s.opened))
