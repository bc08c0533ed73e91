"""What is in the box: trains, phases, companies, certificates. Immutable, shared by every game of a title."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from kursbuch.rail.board.map import Map
from kursbuch.rail.board.tile import Tile
from kursbuch.rail.paper.market import Market
from kursbuch.rail.routes import Reach
from kursbuch.rail.routes.counting import PLAIN, Counting

SINGLE = 10  # per cent of a single share


@dataclass(frozen=True, slots=True)
class TrainType:
    """A kind of train card: what it costs, its sides with their reach, how many there are, when it goes."""

    id: str
    price: int
    count: int
    sides: Mapping[str, Reach]  # by the name printed on the side; most cards have one
    rusts_in: str = ""  # the phase that scraps it
    starts: str = ""  # the phase that starts when the first one leaves the depot
    from_phase: str = ""  # from which phase it is on sale beside cheaper ones
    discounts: Mapping[str, int] = field(default_factory=dict)  # for a train of these kinds handed in
    red_value: str = ""  # which of a red area's values it counts, if not that of the phase
    beside: tuple[str, int] | None = (
        None  # on sale beside this cheaper kind once so many of it have been sold
    )
    gauges: Mapping[str, str] = field(default_factory=dict)  # of each side; none if it runs on any track
    side_prices: Mapping[str, int] = field(default_factory=dict)  # of sides that cost something else
    unlimited: bool = False  # as many as are wanted; `count` is then more than can ever be in use
    dealt: int | None = None  # at the start of a game, if others join it later

    @property
    def at_start(self) -> int:
        """How many there are to begin with."""
        return self.count if self.dealt is None else self.dealt

    def price_as(self, side: str) -> int:
        """What the card costs to be used on this side."""
        return self.side_prices.get(side, self.price)


@dataclass(frozen=True, slots=True)
class Phase:
    """What a phase allows."""

    id: str
    colours: tuple[str, ...]
    red_value: str  # which of a red area's values counts
    train_limit: int
    operating_rounds: int = 2
    features: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Certificate:
    """A share certificate; the president's is the first of its company."""

    percent: int
    president: bool = False


@dataclass(frozen=True, slots=True)
class TokenKind:
    """A station token on a charter: "home", "goal" or plain, what it costs, where it must go."""

    role: str
    cost: int
    hex: str = ""


@dataclass(frozen=True, slots=True)
class Company:
    """A company's charter."""

    id: str
    name: str
    colour: str
    home: str
    tokens: tuple[TokenKind, ...]
    certificates: tuple[Certificate, ...]
    home_stop: int | None = None  # where several stops are printed on the home hex
    chooses_home: bool = False  # it may choose among them, once there is track
    goal: Mapping[str, object] = field(default_factory=dict)
    source: str = "rules"


@dataclass(frozen=True, slots=True)
class Start:
    """What depends on the number of players."""

    cash: int
    certificates: int


@dataclass(frozen=True, eq=False)
class Box:
    """All parts of one title."""

    map: Map
    tiles: Mapping[str, Tile]
    market: Market
    trains: Mapping[str, TrainType]  # cheapest first
    phases: tuple[Phase, ...]
    companies: Mapping[str, Company]
    starts: Mapping[int, Start]
    bank: int
    money: str = "{} M"  # how an amount is written
    markets: Mapping[str, Market] = field(default_factory=dict)
    full_cities_stop_trains: bool = True  # cities without room for one's own station cannot be run through
    counting: Counting = PLAIN

    @cached_property
    def kept_circles(self) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """For each hex with several stops the companies whose home is one of them, and which as printed."""
        out: dict[str, tuple[tuple[str, int], ...]] = {}
        for id, company in self.companies.items():
            if company.home_stop is not None:
                out[company.home] = (*out.get(company.home, ()), (id, company.home_stop))
        return out

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Every train card, cheapest first: kind and number, such as "2+2/3#4"."""
        return tuple(f"{train.id}#{n}" for train in self.trains.values() for n in range(1, train.count + 1))

    @cached_property
    def percents(self) -> Mapping[str, tuple[int, ...]]:
        """The size of each certificate, company by company."""
        return {id: tuple(c.percent for c in company.certificates) for id, company in self.companies.items()}

    @cached_property
    def in_singles(self) -> Mapping[str, int]:
        """The companies that have single shares beside the president's certificate and nothing else, and how much
        more than a single share that one is: what somebody holds of them need only be counted.
        """
        out: dict[str, int] = {}
        for id, company in self.companies.items():
            paper = company.certificates
            plain = all(c.percent == SINGLE and not c.president for c in paper[1:])
            if paper and paper[0].president and plain:
                out[id] = paper[0].percent - SINGLE
        return out

    @cached_property
    def early_trains(self) -> tuple[TrainType, ...]:
        """Trains that from some phase or sale on are sold beside cheaper ones."""
        return tuple(train for train in self.trains.values() if train.from_phase or train.beside)

    @cached_property
    def phase_number(self) -> Mapping[str, int]:
        return {phase.id: n for n, phase in enumerate(self.phases)}


@lru_cache(maxsize=4096)
def kind_of_card(card: str) -> str:
    """The kind of train that a card is of.

    >>> kind_of_card("2+2/3#4")
    '2+2/3'
    """
    return card.partition("#")[0]
