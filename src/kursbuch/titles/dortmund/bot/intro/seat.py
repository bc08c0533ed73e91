"""One decision in the Introduction Game of 18DO, and what railways are likely to pay at its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.seat import Seat
from kursbuch.rail.actions import Lay
from kursbuch.rail.state import OFFER
from kursbuch.titles.dortmund.bot.railway.plan import DortmundPlan
from kursbuch.titles.dortmund.bot.railway.seat import RuhrSeat
from kursbuch.titles.dortmund.bot.railway.table import rebuild_intro
from kursbuch.titles.dortmund.intro.parts import IntroBox
from kursbuch.titles.dortmund.intro.state import IntroState

TURNS = 60  # certificates on display at the start, one for every turn
LATER = "5"  # the train that stands for those of later on

# What 84 railways paid at the end of games among house bots, by what could be seen of them on the way: early on the
# income of today tells little, and who directs a railway and how much he has of it tells most.
TODAY = 0.9  # what the income of today counts at the end of the game
FADING = 0.8  # by how much less at its start
GROWTH = 320.0  # what a railway may gain while all turns are still to come
STAKE = 430.0  # how much more if all of it were its director's
SPREAD = 36.0  # how much less for each railway that he directs
TO_DORTMUND = 600


def goals(seat: Seat, company: str) -> Mapping[str, int]:
    """The city where most is earned, as long as the railway does not reach it."""
    board = seat.s.board
    city = max(board.faces, key=lambda hex: max((stop.value for stop in board.faces[hex].stops), default=0))
    return {} if (city, 0) in board.reachable(company).stops else {city: TO_DORTMUND}


LORE = Lore(goals=goals)


class IntroSeat(RuhrSeat):
    """A place at the table of the Introduction Game."""

    box: IntroBox

    @cached_property
    def s(self) -> IntroState:
        return rebuild_intro(self.view, self.box)

    @cached_property
    def time_left(self) -> float:
        """The part of the game that is still to come."""
        return sum(owners.count(OFFER) for owners in self.s.shares.values()) / TURNS

    def part(self, company: str) -> float:
        """What I hold of a railway, as a fraction."""
        return self.share(self.me, company) / 100

    def stake(self, company: str) -> float:
        """How much more of a railway is mine than an opponent's on average; never nothing while I direct it."""
        others = [self.share(player, company) for player in self.view["players"] if player != self.me]
        return max(0.05, self.part(company) - sum(others) / 100 / len(others))

    def plans(self) -> list[IntroPlan]:
        """The railways worth building for: mine, or those I hold most of; the best first."""
        held = self.mine or [c for c in self.in_play if self.part(c)]
        ranked = sorted(held, key=lambda c: (self.part(c), self.stake(c)), reverse=True)
        return [IntroPlan(self, company) for company in ranked]

    def looks(self, plans: Iterable[IntroPlan]) -> int:
        """How many boards there is time to rate for all these railways."""
        return min((plan.looks() for plan in plans), default=0)

    def train_of(self, company: str) -> str:
        """Its train, or the one it would begin with."""
        return next(iter((*self.trains(company), *(t for t, n in self.position["depot"].items() if n))), "")

    @cached_property
    def renewals(self) -> float:
        """How likely an early train is to be replaced by the end."""
        spare = sum(self.position["depot"].values()) - sum(not a["in_play"] for a in self.companies.values())
        return min(0.8, max(0.0, spare / 6)) if self.time_left > 0 else 0.0

    def final(self, company: str, more: int = 0) -> float:
        """What a railway is likely to pay at the end, were so many per cent more of it mine."""
        train = self.train_of(company)
        if not train:
            return 0.0
        now = self.income(company, [train])
        later = self.income(company, [LATER])
        better = self.renewals if later > now else 0.0
        expected = (1 - better) * now + better * later
        return (TODAY - FADING * self.time_left) * expected + self.time_left * self._growth(company, more)

    def _growth(self, company: str, more: int) -> float:
        """What track and trains may add while all turns are still to come: a director builds for what is his."""
        chief = self.me if self.leads_with(company, more) else self.companies[company]["president"]
        if not chief:
            return GROWTH
        stake = self.share(chief, company) + (more if chief == self.me else 0)
        led = {c for c, about in self.companies.items() if about["president"] == chief} | {company}
        return GROWTH + STAKE * stake / 100 - SPREAD * len(led)

    def leads_with(self, company: str, more: int) -> bool:
        """Whether so many per cent more make me director."""
        chief = self.companies[company]["president"]
        if not chief:
            return more > 0  # the director's certificate lies on top
        return chief != self.me and self.share(self.me, company) + more > self.share(chief, company)


class IntroPlan(DortmundPlan):
    """What a railway aims at: its train now, and a later one if its own may be replaced."""

    seat: IntroSeat

    def __init__(self, seat: IntroSeat, company: str) -> None:
        super().__init__(seat, company)
        self.now = (seat.train_of(company),) if seat.train_of(company) else ()

    def _soon(self) -> tuple[str, ...]:
        own = self.seat.train_of(self.company)
        return (own,) if not self.seat.renewals or not own or own >= LATER else (LATER,)

    def promise(self, lay: Lay) -> float:
        """About how much a tile could bring, without a search: dearer stops, and where it leads."""
        board = self.seat.s.board
        face, old = self.seat.box.tiles[lay.tile].turns[lay.turn], board.faces[lay.hex]
        more = sum(stop.value for stop in face.stops) - sum(stop.value for stop in old.stops)
        opened = face.exits & ~old.exits
        beside = board.map.beside[lay.hex]
        return 3 * more + sum(self.pull(hex) for n, hex in enumerate(beside) if hex and opened >> n & 1)
