"""Positions, set up in a few readable lines.

Everything not named is as at the start: money in the bank, shares unsold, trains in the depot. The players sit in the
order A, B, C, unless other names are given, and the first holds the priority. `audit` holds for every position made
here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core import Frame, Game, State, Title
from kursbuch.positions.setting import (
    About,
    give_trains,
    put_company,
    put_tiles,
    put_tokens,
    reach_phase,
    share_out,
)
from kursbuch.positions.steps import step_number
from kursbuch.rail.rounds import (
    CompanyTurn,
    Cycle,
    OperatingFrame,
    OperatingRound,
    SetFrame,
    StockFrame,
    TurnFrame,
)
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import OUT, RailState
from kursbuch.shelf import new_game

SEATS = "ABCDEF"


def begun(title: str | Title, players: int | Sequence[str], seed: int, options: Mapping[str, object]) -> Game:
    """A game that has just begun, of a title by its id or of one on no shelf; players by name, or how many."""
    seats = list(SEATS[:players]) if isinstance(players, int) else list(players)
    if isinstance(title, Title):
        return Game(title, seats, seed, options)
    return new_game(title, seats, seed=seed, options=options)


def position(
    title: str | Title,
    players: int | Sequence[str] = 2,
    *,
    companies: Mapping[str, About] | None = None,
    privates: Mapping[str, str] | None = None,
    cash: Mapping[str, int] | None = None,
    bank: int | None = None,
    phase: str = "",
    depot: str = "",
    pool_trains: Sequence[str] = (),
    tiles: Mapping[str, str] | None = None,
    turn: str = "",
    steps: Sequence[str] = (),
    income: int = 0,
    done: Sequence[str | Deed] = (),
    stock: str = "",
    dealt: Sequence[str | Deed] = (),
    stack: Sequence[Frame] = (),
    stock_round: int = 2,
    operating_round: int = 1,
    rounds: int = 0,
    options: Mapping[str, object] | None = None,
    **fields: Any,
) -> Game:
    """A position of a railway title.

    - companies: for each company in play a mapping with any of
      price (the first field of that price, top row first, par fields before others) or spot (row, column);
      par, if the title keeps it (without it the price, if that is a par, else the lowest); cash; trains (sides,
      taken from what left the depot or from the depot); tokens (places "D6.0" beside the home token); new=True if
      its first turn is not over; floats=False if it has not floated (then its home token is not placed; home=True
      or False says otherwise); and holdings in per cent by owner: A, B, C, pool. The rest lies where it does at
      the start, or where rest says. The president is the largest holder, or the one named by president.
    - privates: owner by private company; those not named are closed.
    - phase: the phase reached; depot: the kind of train on top of the depot (cheaper ones are out of the game).
    - tiles: what lies on the board, "57.2" by hex, laid in order without asking for connections.
    - turn: a company and the step it is at, "KHS run" (lay, station, run, pay, trains, issue, privates: the kinds of
      actions of the title's steps, or the names given in steps); income: what it ran; done: what it has done.
    - stock: the player whose stock turn it is; dealt: what was dealt in it. stack: the frames, where neither will do.
    - rounds: how many operating rounds the set has, if not as many as the phase says.

    Further names are fields of the title's own state.
    """
    companies = companies or {}
    game = begun(title, players, 1, options or {})
    s: RailState = game.rules.start(game.players, game.state.chance.copy())
    s.players, s.priority, s.stock_round = game.players, game.players[0], stock_round
    reach_phase(s, phase, depot)
    put_tiles(s, tiles or {})
    for id, about in companies.items():
        put_company(s, id, about)
    for id, about in companies.items():
        put_tokens(s, id, about)
        give_trains(s, id, about.get("trains", ()))
    give_trains(s, "pool", pool_trains)
    share_out(s, {**(cash or {}), **{c: a["cash"] for c, a in companies.items() if "cash" in a}}, bank)
    for name, value in {**_standard(s, companies, privates), **fields}.items():
        assert hasattr(s, name), f"{game.title} knows no {name}"
        setattr(s, name, value)
    s.stack.clear()
    if turn:
        _in_a_turn(s, game, turn, steps, income, done, operating_round, rounds)
    else:
        s.push(SetFrame("cycle", number=s.stock_round, done=1))
        s.push(StockFrame("stock", stock or game.players[0], _deeds(dealt)))
    if stack:
        s.stack[:] = stack
    return stood(game, s)


def stood(game: Game, s: State) -> Game:
    """The game with this position, which must be in order."""
    s.fresh.clear()
    game.state = s
    game.audit()
    return game


def _standard(
    s: RailState, companies: Mapping[str, About], privates: Mapping[str, str] | None
) -> dict[str, Any]:
    """What most titles with par prices and private companies keep, where this one does."""
    floated = tuple(id for id, about in companies.items() if about.get("floats", True))
    pars = [cell.price for cell in s.box.market.pars]
    kept: dict[str, Any] = {
        "floated": floated,
        "running": frozenset(floated),
        "pars": {id: _par(about, pars) for id, about in companies.items()},
        "privates": {id: (privates or {}).get(id, OUT) for id in getattr(s, "privates", ())},
    }
    assert privates is None or set(privates) <= set(kept["privates"]), "no such private company"
    return {name: value for name, value in kept.items() if hasattr(s, name)}


def _par(about: About, pars: Sequence[int]) -> int:
    price: int = about.get("par") or about.get("price", 0)
    return price if "par" in about or price in pars else min(pars, default=0)


def _in_a_turn(
    s: RailState,
    game: Game,
    turn: str,
    steps: Sequence[str],
    income: int,
    done: Sequence[str | Deed],
    operating_round: int,
    rounds: int,
) -> None:
    """The frames of a company's turn in an operating round, in which nobody has operated before."""
    company, _, step = turn.partition(" ")
    stages = game.rules.stages
    cycle, operating, own = stages["cycle"], stages["operating"], stages["turn"]
    assert isinstance(cycle, Cycle) and isinstance(operating, OperatingRound) and isinstance(own, CompanyTurn)
    s.operating_round = operating_round
    of = rounds or max(cycle.operating_rounds(s), operating_round)
    s.push(SetFrame("cycle", number=s.stock_round, done=1 + operating_round, of=of))
    order = tuple(operating.order(s)) if operating.fixed_order else ()
    s.push(OperatingFrame("operating", operated=(company,), at="turns", order=order))
    s.push(TurnFrame("turn", company, at=step_number(own, step, steps), income=income, done=_deeds(done)))


def _deeds(told: Sequence[str | Deed]) -> tuple[Deed, ...]:
    """Deeds, which a test may write as lines: "sell KHS"."""
    return tuple(Deed.read(deed) if isinstance(deed, str) else deed for deed in told)


def settled(game: Game) -> Game:
    """Let happen what needs no decision, as after an action."""
    s: State = game.state.copy()
    game._run_on(s)
    s.fresh.clear()
    game.state = s
    return game
