"""What the game for two adds to box and position of Heat, Sweat & Beer (18DO §8.4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from kursbuch.core import Chance
from kursbuch.core.edition import per_edition
from kursbuch.rail.box import Phase
from kursbuch.rail.loader import load_toml
from kursbuch.rail.paper.market import Cell
from kursbuch.rail.routes.counting import Counting
from kursbuch.titles.dortmund.beer.parts import BREWERIES, RAILWAYS, BeerBox, beer_box
from kursbuch.titles.dortmund.beer.state import BeerState
from kursbuch.titles.dortmund.railway.parts import DATA, TWO


@dataclass(frozen=True, eq=False)
class TwoPlayerBox(BeerBox):
    """The parts of the game for two."""

    minors_in_play: int = 0
    brewery_price: int = 0  # at which the Investor's brewery corporation comes into play
    converts: int = 0  # the stock round of that
    grey_from: int = 0  # the operating round that begins grey at the latest

    @property
    def railway_start(self) -> Cell:
        """Where the marker of the Investor's railway starts (18DO-8.4.1-5)."""
        assert self.investor is not None
        return self._start(RAILWAYS, self.investor.start_price)

    @property
    def brewery_start(self) -> Cell:
        """Where the marker of its brewery corporation starts (18DO-8.2.1.3-4)."""
        return self._start(BREWERIES, self.brewery_price)

    def _start(self, row: int, price: int) -> Cell:
        return next(cell for cell in self.market.pars if (cell.row, cell.price) == (row, price))


@per_edition
def two_player_box(counting: Counting, limits: str = "board") -> TwoPlayerBox:
    """Everything that two players use: what three do, on the smaller map, without the Kronen breweries."""
    beer, block = beer_box(TWO, counting, limits), load_toml(DATA, "beer_game.toml")["investor"]
    out = set(block["without"])
    changed = {
        "companies": {id: c for id, c in beer.companies.items() if id not in out},
        "corporations": beer.corporations - out,
        "minors": {id: minor for id, minor in beer.minors.items() if id not in out},
        "always": "",
        "last_set": block["last_set"],
    }
    return TwoPlayerBox(
        **{part.name: getattr(beer, part.name) for part in fields(beer)} | changed,
        minors_in_play=block["minors"],
        brewery_price=block["price"],
        converts=block["converts"],
        grey_from=block["grey"],
    )


class TwoPlayerState(BeerState):
    """The Investor's companies, and whether the grey phase has begun without a card of type 8.

    Who holds the card "Investor's Brewery" need not be kept: it is always the player without the other card.
    """

    __slots__ = ("grey", "investor_companies")

    box: TwoPlayerBox

    def __init__(self, players: Sequence[str], chance: Chance, box: TwoPlayerBox) -> None:
        super().__init__(players, chance, box)
        self.grey = False
        self.investor_companies: tuple[str, ...] = ()  # its railway and its brewery corporation, for good

    @property
    def phase(self) -> Phase:
        """The phase that limits, tiles and rounds go by. What ages, and which segments open, goes by the cards that
        were taken, so `phase_number` keeps to these (18DO-8.4.5-2).
        """
        return self.box.phases[-1] if self.grey else self.box.phases[self.phase_number]

    def enter_phase(self, number: int) -> None:
        """Once it is grey by the calendar, the first card of a type begins no phase, but has its other effects."""
        if self.grey:
            self.phase_number = number
            self.note("first-card", type=self.box.phases[number].id)
        else:
            super().enter_phase(number)
