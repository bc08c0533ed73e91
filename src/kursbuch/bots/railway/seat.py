"""One decision in a railway game: what the bot sees, and what it can work out from that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeVar

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.table import box_of, give_trains, kind_of_side, rebuild
from kursbuch.core import Action
from kursbuch.rail.board import Board
from kursbuch.rail.box import TrainType
from kursbuch.rail.routes.running import best_of
from kursbuch.rail.state import RailState

A = TypeVar("A", bound=Action)

LATELY = 2  # operating rounds that tell how fast trains are sold
DIVIDENDS = frozenset({"pays", "withholds"})
TOLD = 3  # dividends of a company by which it is judged
THRIFTS = 256  # that are remembered
WATCHED = 0.5  # how much of what is expected comes from them


class Seat:
    """A place at the table. Everything here comes from the view, the legal list and the box."""

    def __init__(
        self,
        view: View,
        legal: Sequence[Action],
        rng: Random,
        lore: Lore,
        character: Character = STEADY,
    ) -> None:
        self.view = view
        self.legal = list(legal)
        self.rng = rng
        self.lore = lore
        self.character = character
        self.position: Mapping[str, Any] = view["position"]
        self.companies: Mapping[str, Mapping[str, Any]] = self.position["companies"]
        self.box = box_of(view)
        self.me = self._who(legal)
        self.valued: dict[tuple[str, int], float] = {}  # shares by company and further money: see `prospects`
        self._lives: dict[str, float] = {}  # of trains, by their sides

    def _who(self, legal: Sequence[Action]) -> str:
        """Whose seat this is: the only player who decides, or the one in whose name the list speaks."""
        if len(self.view["acting"]) == 1:
            return str(self.view["acting"][0])
        actor = legal[0].actor
        return actor if actor in self.view["players"] else str(self.companies[actor]["president"])

    @cached_property
    def s(self) -> RailState:
        """The position, put together again."""
        return rebuild(self.view, self.box)

    def of_kind(self, kind: type[A]) -> list[A]:
        """The legal actions of one kind."""
        return [action for action in self.legal if isinstance(action, kind)]

    @property
    def stages(self) -> Sequence[str]:
        """The kinds of the stages under way, the one that asks last."""
        stages: Sequence[str] = self.view["stages"]
        return stages

    @property
    def stage(self) -> str:
        """What kind of stage asks."""
        return self.stages[-1]

    # -- people and money -------------------------------------------------------------------------

    @property
    def cash(self) -> int:
        """My money."""
        return self.purse(self.me)

    def purse(self, owner: str) -> int:
        amount: int = self.position["cash"][owner]
        return amount

    def share(self, owner: str, company: str) -> int:
        """What an owner holds of a company, in per cent."""
        part: int = self.companies[company]["shares"].get(owner, 0)
        return part

    def price(self, company: str) -> int:
        return int(self.companies[company]["price"] or 0)

    @cached_property
    def in_play(self) -> list[str]:
        return [c for c, about in self.companies.items() if about["in_play"]]

    @cached_property
    def mine(self) -> list[str]:
        """The companies I lead."""
        return [c for c in self.in_play if self.companies[c]["president"] == self.me]

    def trains(self, company: str) -> tuple[str, ...]:
        """A company's trains by the sides in use."""
        return tuple(self.companies[company]["trains"])

    # -- trains -----------------------------------------------------------------------------------

    def kind(self, side: str) -> TrainType:
        """The kind of train with such a side."""
        return self.box.trains[kind_of_side(self.box, side)]

    @cached_property
    def next_kind(self) -> TrainType | None:
        """The cheapest new train, which is the next to leave the depot."""
        return next((self.box.trains[k] for k in self.box.trains if self.position["depot"].get(k)), None)

    @cached_property
    def cheapest(self) -> int | None:
        """The least that any train of the bank costs."""
        kinds = [*self.position["pool"], *([self.next_kind.id] if self.next_kind else ())]
        return min((self.box.trains[kind].price for kind in kinds), default=None)

    def cards_before(self, phase: str) -> int | None:
        """How many new trains are sold before the one that starts a phase; None if that is past or unknown."""
        if self.box.phase_number[phase] <= self.s.phase_number:
            return None
        count = 0
        for kind, train in self.box.trains.items():
            if train.starts and self.box.phase_number[train.starts] >= self.box.phase_number[phase]:
                return count
            count += self.position["depot"].get(kind, 0)
        return None

    @cached_property
    def pace(self) -> float:
        """How many new trains are likely to leave the depot in an operating round: as usual, and as of late."""
        usual = 0.6 * len(self.in_play)
        sold, rounds = self._lately
        part = WATCHED * self.character.watch if rounds == LATELY else 0.0
        return max(1.0, (1 - part) * usual + part * sold / max(1, rounds))

    @cached_property
    def _lately(self) -> tuple[int, int]:
        """How many new trains were sold in the last operating rounds, and how many rounds those were."""
        sold = rounds = 0
        for event in reversed(self.view["events"]):
            sold += event["key"] == "buys-train" and event["source"] == "depot"
            rounds += event["key"] == "operating-round"
            if rounds == LATELY:
                break
        return sold, rounds

    def life(self, side: str) -> float:
        """For how many operating rounds a train is likely to run, the game's end aside."""
        if side not in self._lives:
            self._lives[side] = self._life(side)
        return self._lives[side]

    def _life(self, side: str) -> float:
        phase = self.kind(side).rusts_in
        left = self.cards_before(phase) if phase else None
        return 99.0 if left is None else (left + 0.5) / self.pace

    def lasting(self, sides: Iterable[str], rounds: float = 1.0) -> tuple[str, ...]:
        """Those of the trains that are likely to be there after so many rounds."""
        return tuple(side for side in sides if self.life(side) > rounds)

    # -- income -----------------------------------------------------------------------------------

    def income(
        self,
        company: str,
        sides: Sequence[str] | None = None,
        board: Board | None = None,
        phase: int | None = None,
    ) -> int:
        """The best a company could run, with other trains, on another board or in another phase if wanted."""
        s = self.s
        if sides is None and board is None and phase is None:
            return best_of(s, company)[1] if s.trains.get(company) else 0
        scratch, cards = self._scratch, s.trains.get(company, ())
        scratch.board = board or s.board
        scratch.phase_number = s.phase_number if phase is None else phase
        if sides is not None:
            give_trains(scratch, company, tuple(sides))
        try:
            return best_of(scratch, company)[1] if scratch.trains.get(company) else 0
        finally:  # others are looked at next
            scratch.trains[company] = cards
            scratch.sides.update((card, s.sides[card]) for card in cards)

    @cached_property
    def _scratch(self) -> RailState:
        """A copy to try trains, boards and phases out on."""
        return self.s.copy()

    # -- time -------------------------------------------------------------------------------------

    @cached_property
    def rounds_left(self) -> float:
        """How many operating rounds are likely to come, counting the one under way."""
        of = self.s.phase.operating_rounds
        in_stock = "stock" in self.stages or not self.s.operating_round
        if self.position["ending"]:
            return of if in_stock else of - self.s.operating_round + 1
        flow = sum(self.income(c) for c in self.in_play)
        guess = max(0, self.purse("bank")) / (1.2 * flow + 60)
        return max(2.0, min(10.0, guess))

    @cached_property
    def last_round(self) -> bool:
        """Whether the game ends with the operating round under way."""
        return bool(self.position["ending"]) and self.rounds_left <= 1 and self.s.operating_round > 0

    @cached_property
    def unrest(self) -> Mapping[str, int]:
        """For each company how many shares others have sold since the last stock round but one began."""
        out: dict[str, int] = {}
        rounds = 0
        for event in reversed(self.view["events"]):
            rounds += event["key"] == "stock-round"
            if rounds == 2:
                break
            if event["key"] == "sells" and event["player"] != self.me:
                out[event["company"]] = out.get(event["company"], 0) + int(event["percent"]) // 10
        return out

    @cached_property
    def thrift(self) -> Mapping[str, float]:
        """For each company how much of its income it has lately paid out, by what was told at the table."""
        events = self.view["events"]
        last = len(events) - 1
        while last >= 0 and events[last]["key"] not in DIVIDENDS:
            last -= 1
        return _thrift(events, last) if last >= 0 else {}


_THRIFTS: dict[tuple[int, int], tuple[object, Mapping[str, float]]] = {}


def _thrift(events: Sequence[Mapping[str, Any]], last: int) -> Mapping[str, float]:
    """What the dividends up to the last one tell. Views of positions that follow one another share what was told, so
    that the same event in the same place has the same ones before it.
    """
    told = events[last]
    key = (last, id(told))
    found = _THRIFTS.get(key)
    if found is None:
        if len(_THRIFTS) >= THRIFTS:
            _THRIFTS.pop(next(iter(_THRIFTS)), None)
        found = _THRIFTS[key] = told, _counted(events[: last + 1])  # what is kept keeps its id
    return found[1]


def _counted(events: Sequence[Mapping[str, Any]]) -> Mapping[str, float]:
    paid: dict[str, list[bool]] = {}
    for event in reversed(events):
        if event["key"] in DIVIDENDS:
            told = paid.setdefault(event["company"], [])
            if len(told) < TOLD:
                told.append(event["key"] == "pays")
    return {company: sum(told) / len(told) for company, told in paid.items()}
