"""Running trains, and other players pointing out better runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Pass, PointOut, Run, Runs
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnStep, next_step, turn_of, update_turn
from kursbuch.rail.routes.running import best_of, income_of
from kursbuch.rail.state import S
from kursbuch.rail.trains.depot import trains_of

NOTHING = Runs(())


@dataclass(frozen=True)
class RunTrains(TurnStep[S, Run]):
    """The company's trains run. The list offers the best runs; any other legal ones may be declared.

    `objections` names the stage in which other players may point out better runs; "" if there is none.
    """

    objections: str = ""
    may_stay: bool = False  # trains that could run may stay at home
    best: Callable[[S, str], tuple[Runs, int]] = best_of  # what the list offers
    barred: Callable[[S, str, Runs], Refusal | None] = lambda s, company, runs: None
    ran: Callable[[S, str, Runs], None] = lambda s, company, runs: None
    action = Run

    def idle(self, s: S, company: str) -> bool:
        return not trains_of(s, company) or self.best(s, company)[1] == 0

    def candidates(self, s: S, player: str) -> Iterable[Run]:
        company = turn_of(s).company
        best = self.best(s, company)[0]
        yield Run(company, best)
        if self.may_stay and best.runs:
            yield Run(company, NOTHING)

    def why_not(self, s: S, player: str, action: Run) -> Refusal | None:
        company = turn_of(s).company
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if not trains_of(s, company):
            return refuse("run.no-train", "{company} has no train.", company=company)
        if not self.may_stay and not action.runs.runs and best_of(s, company)[1]:
            return self.may_pass(s, company)
        income = income_of(s, company, action.runs)
        return income if isinstance(income, Refusal) else self.barred(s, company, action.runs)

    def may_pass(self, s: S, company: str) -> Refusal | None:
        if self.may_stay:
            return refuse("run.say", "Say what {company} runs, be it nothing.", company=company)
        return refuse("run.must", "{company} has trains, so they run.", company=company)

    def apply(self, s: S, player: str, action: Run) -> None:
        company = action.actor
        income = income_of(s, company, action.runs)
        assert isinstance(income, int)
        s.note("runs", company=company, runs=str(action.runs), income=income)
        update_turn(s, income=income)
        next_step(s)
        if self.objections and income < best_of(s, company)[1]:
            others = s.clockwise_from(president(s, company))[1:]
            s.push(ObjectionFrame(self.objections, company, others))
        self.ran(s, company, action.runs)


@dataclass(frozen=True, slots=True)
class ObjectionFrame(Frame):
    """A declared income below the best, and the players who may still say so."""

    company: str
    asked: tuple[str, ...]


class ShowBetter(Step[S, PointOut]):
    """Point out a run that earns more; it must then be used."""

    action = PointOut

    def candidates(self, s: S, player: str) -> Iterable[PointOut]:
        yield PointOut(player, best_of(s, turn_of(s).company)[0])

    def why_not(self, s: S, player: str, action: PointOut) -> Refusal | None:
        turn = turn_of(s)
        income = income_of(s, turn.company, action.runs)
        if isinstance(income, Refusal):
            return income
        if income <= turn.income:
            return refuse(
                "run.not-better", "This earns {income}, not more than {now}.", income=income, now=turn.income
            )
        return None

    def apply(self, s: S, player: str, action: PointOut) -> None:
        company = turn_of(s).company
        income = income_of(s, company, action.runs)
        assert isinstance(income, int)
        s.note("points-out", player=player, company=company, runs=str(action.runs), income=income)
        update_turn(s, income=income)


class LetStand(Step[S, Pass]):
    """Say nothing, though a better run exists."""

    action = Pass

    def candidates(self, s: S, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: S, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: S, player: str, action: Pass) -> None:
        f = s.frame(ObjectionFrame)
        s.swap(replace(f, asked=f.asked[1:]))


class Objections(Stage[S, ObjectionFrame]):
    """The other players in turn may point out a better run, or let the declared one stand."""

    kind = "objections"

    steps = (ShowBetter(), LetStand())

    def deciders(self, s: S, f: ObjectionFrame) -> tuple[str, ...]:
        return f.asked[:1]

    def advance(self, s: S, f: ObjectionFrame) -> bool:
        if f.asked and turn_of(s).income < best_of(s, f.company)[1]:
            return False
        s.pop()
        return True

    def not_now(self, s: S, f: ObjectionFrame, action: Action) -> Refusal:
        return refuse("run.objections", "First the others may point out a better run.")

    def not_yours(self, s: S, f: ObjectionFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
