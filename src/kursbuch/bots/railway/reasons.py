"""Why a choice in a railway game is good or bad: what it does to incomes, what rusts, what a share will bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from kursbuch.bots.advice import Explain, Reason
from kursbuch.bots.bot import View
from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.plan import Plan
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.station import with_station
from kursbuch.bots.railway.track import laid
from kursbuch.bots.railway.why_paper import Kinds, Value, in_play, issued, paid, paper, withheld
from kursbuch.bots.railway.why_trains import agreed, bought, declined, discarded, run, traded
from kursbuch.core import Action
from kursbuch.rail.actions import (
    Agree,
    BuyTrain,
    Decline,
    Discard,
    Issue,
    Lay,
    Pay,
    Run,
    Station,
    TradeTrain,
    Withhold,
)
from kursbuch.rail.board import Board


def explained(
    lore: Lore,
    kind: type[Seat] = Seat,
    more: Kinds = (),
    value_of: Value = in_play,
) -> Explain:
    """How a title's choices are explained that is played from such seats; `more` are kinds of its own, which take the
    place of those that all railway games have. `value_of` tells what a share is worth, where a title knows more.
    """
    own = {sort for sort, _ in more}
    kinds = [*more, *(known for known in (*_KINDS, *paper(value_of)) if known[0] not in own)]

    def reasons(view: View, legal: Sequence[Action], action: Action) -> Sequence[Reason]:
        seat = kind(view, legal, Random(0), lore)
        found: list[Reason] = []
        for sort, explain in kinds:
            if isinstance(action, sort):
                found += explain(seat, action)
        return found

    return reasons


# -- track and stations ---------------------------------------------------------------------------


def _lay(seat: Seat, lay: Lay) -> Iterator[Reason]:
    """What the company runs on the new track, now and with its next train."""
    company, board = lay.actor, seat.s.board
    if company not in seat.companies:
        return
    after = laid(board, lay.hex, seat.box.tiles[lay.tile].turns[lay.turn], company)
    plan = Plan(seat, company)
    yield from better_board(seat, plan, after)
    before, then = board.reachable(company), after.reachable(company)
    known = {hex for hex, _ in before.stops}
    reached = next((hex for hex, _ in then.stops if hex not in known), None)
    if reached is not None:
        yield Reason("reaches", {"company": company, "hex": reached})
        return
    ahead = set(then.hexes) - set(before.hexes)
    if ahead:
        yield Reason("leads-on", {"company": company, "hex": max(ahead, key=plan.pull)})
    else:
        yield Reason("runs-as-ever", {"company": company, "income": seat.income(company, plan.now, after)})


def _station(seat: Seat, station: Station) -> Iterator[Reason]:
    """What the company runs with a station there, and whether nobody else gets in."""
    company, board = station.actor, seat.s.board
    if company not in seat.companies:
        return
    plan = Plan(seat, company)
    told = list(better_board(seat, plan, with_station(board, station)))
    yield from told
    if list(board.slots((station.hex, station.stop))).count("") == 1:
        yield Reason("last-space", {"company": company, "hex": station.hex})
    elif not told:
        yield Reason("runs-as-ever", {"company": company, "income": seat.income(company, plan.now)})


def better_board(seat: Seat, plan: Plan, board: Board) -> Iterator[Reason]:
    """What a company runs on another board, now and with its next train."""
    company = plan.company
    now, then = seat.income(company, plan.now), seat.income(company, plan.now, board)
    if then > now:
        yield Reason("runs-on", {"company": company, "income": then, "before": now})
    if plan.soon and plan.soon != plan.now:
        now, then = seat.income(company, plan.soon), seat.income(company, plan.soon, board)
        if then > now:
            yield Reason("runs-soon", {"company": company, "income": then, "before": now})


_KINDS: Kinds = (
    (Agree, agreed),
    (Decline, declined),
    (BuyTrain, bought),
    (TradeTrain, traded),
    (Discard, discarded),
    (Lay, _lay),
    (Station, _station),
    (Run, run),
    (Issue, issued),
    (Pay, paid),
    (Withhold, withheld),
)
