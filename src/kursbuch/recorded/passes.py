"""Passes, where our game and the recorder ask at different moments.

Only real choices are recorded, so a pass must be matched to the step that it ends. Both sides ask by nearly the same
rules: a title's table says where the recorder is known to ask once more. Beyond that a recording need not fail for a
question that had but one answer. What our game alone asks is passed; a pass that nobody of ours is asked for ends
nothing. Both are counted, and neither is ever done where another reading is possible.
"""

from __future__ import annotations

from collections.abc import Callable

from kursbuch.core import Action, Frame, Game
from kursbuch.rail.actions import BuyTrain, Lay, Pass, Run, Station
from kursbuch.rail.rounds import CompanyTurn, StockFrame, TurnFrame
from kursbuch.rail.standard.building import PowerFrame
from kursbuch.rail.standard.selling import SellerFrame
from kursbuch.rail.standard.state import StandardState
from kursbuch.recorded.reading import Recorded
from kursbuch.recorded.table import Table

# the step of a company's turn that recorded actions belong to
STEPS: dict[str, type[Action]] = {
    "lay_tile": Lay,
    "place_token": Station,
    "run_routes": Run,
    "buy_train": BuyTrain,
}


Seat = tuple[type[Frame], str]  # a company's turn or a player's


def only_they_ask(table: Table, s: StandardState, turn: Frame) -> bool:
    """Whether the recorder asks for more track after a tile that was laid in this turn, where ours has gone on."""
    top = s.top
    if not isinstance(turn, TurnFrame):
        return False
    ours_too = isinstance(top, TurnFrame) and (top.company, top.at) == (turn.company, turn.at)
    return not ours_too and table.asks_for_more_track(s, turn.company)


def asked(game: Game) -> str:
    """Whose turn it is and who may be asked to pass: a company, a player, or a private with a power to use or leave;
    "" if something else is decided.
    """
    top = game.state.top
    if game.over or not isinstance(top, TurnFrame | StockFrame | SellerFrame | PowerFrame):
        return ""
    if isinstance(top, SellerFrame | PowerFrame):
        return top.private
    return top.company if isinstance(top, TurnFrame) else top.player


def is_idle(game: Game, company: str, following: Recorded | None) -> bool:
    """Whether a company's pass cannot end the step that our turn is at: its next action belongs to that very step,
    and no new turn of the company comes between.
    """
    turn = game.state.top
    if following is None or following.entity != company or following.kind not in STEPS:
        return False
    stage = game.rules.stages[turn.stage]
    if not isinstance(turn, TurnFrame) or not isinstance(stage, CompanyTurn) or turn.company != company:
        return False
    if stage.order[turn.at].action is not STEPS[following.kind]:
        return False
    if game.why_not(Pass(company)) is not None:
        return True
    after = game.after(Pass(company)).state.top
    begins_anew = isinstance(after, TurnFrame) and after.company == company and after.at <= turn.at
    return not begins_anew


def gone_by(game: Game, action: Action) -> set[str]:
    """Whose turn ended by itself with the last action: who acted without passing, and who was not asked at all."""
    silent = {event.values["player"] for event in game.moves[-1].events if event.key == "passes"}
    if isinstance(action, Pass):
        return silent - {action.actor}
    return silent | ({action.actor} if asked(game) not in ("", action.actor) else set())


def bridge(
    game: Game,
    action: Action,
    sure: bool = False,
    swapped: Callable[[Game, str], bool] = lambda game, player: False,
) -> list[Pass]:
    """The passes that make an action legal: of the steps of one company's turn, or of some players' stock turns, that
    only one side asks for. None if that does not help. `sure`: the action itself is known to be the next.
    `swapped`: whether it is told before what a player does in this position.
    """
    trial = game.clone()
    passes: list[Pass] = []
    seats: list[Seat] = []
    while who := asked(trial):
        top = trial.state.top
        if isinstance(top, TurnFrame | StockFrame):
            seat = (type(top), who)
            if isinstance(top, TurnFrame) and seats and seat != seats[0]:
                return []
            if isinstance(top, StockFrame) and (
                seat in seats or (seats and seats[0][0] is TurnFrame) or swapped(trial, who)
            ):
                return []
            seats.append(seat)
        if trial.why_not(Pass(who)) is not None:
            return []
        trial.apply(Pass(who))
        passes.append(Pass(who))
        if isinstance(action, Pass) and not sure and seats and type(trial.state.top) is not seats[0][0]:
            return []  # a pass says too little to be one of the next round
        if trial.why_not(action) is None:
            return passes
    return []
