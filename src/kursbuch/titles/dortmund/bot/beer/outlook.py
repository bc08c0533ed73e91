"""What breweries are likely to earn: the beer market played on for a few rounds, everybody delivering his best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from kursbuch.bots.railway.prospects import worth
from kursbuch.rail.trains.depot import new_kinds
from kursbuch.titles.dortmund.beer.brewery.actions import Deliver
from kursbuch.titles.dortmund.beer.brewery.capacity import exportable, filled, units_of
from kursbuch.titles.dortmund.beer.brewery.order import rank
from kursbuch.titles.dortmund.beer.delivery import wishes
from kursbuch.titles.dortmund.beer.demand import BeerMarket
from kursbuch.titles.dortmund.beer.equipment import BEST_OF_MINORS
from kursbuch.titles.dortmund.beer.parts import BeerBox, Kettle
from kursbuch.titles.dortmund.beer.renewal import NOTHING, renewed
from kursbuch.titles.dortmund.bot.beer.seat import BeerSeat
from kursbuch.titles.dortmund.bot.beer.table import opened

AHEAD = 2  # rounds that are played on: the second shows what regular customers are worth
MAYBE = 0.5  # how often others agree to have their trains loaded
TRUST = 0.7  # how far others are trusted to run a brewery well
MANY = 3  # kettles that a brewery is expected to buy at most

Kettles = tuple[Kettle, ...]


def sell_beer(box: BeerBox, market: BeerMarket, kettles: Kettles, on_trains: int) -> tuple[BeerMarket, int]:
    """A brewery delivers its best: the market afterwards, and what it has earned."""
    income = on_trains * box.export_income
    for (n, kind), cubes in filled(market, units_of(kettles, on_trains), NOTHING, wishes(box)[0]).items():
        market = market.supplied(n, kind, cubes)
        income += cubes * box.segments[n].income(kind)
    return market, income


class Brewing:
    """The breweries at work on the market, from the position at the table on."""

    def __init__(self, seat: BeerSeat) -> None:
        self.seat, self.box = seat, seat.box
        self.order = tuple(b for b in seat.position["order"] if seat.works(b))
        self.equipment = {brewery: seat.kettles(brewery) for brewery in self.order}
        self.now, self.market = self._rest_of_round()
        self._found: dict[tuple[str, Kettles, int], float] = {}

    def _rest_of_round(self) -> tuple[str, BeerMarket]:
        """Who is on turn, and the market of the next round once the others have delivered, too."""
        seat, market = self.seat, self.seat.table.beer
        now = seat.legal[0].actor if "brewery-turn" in seat.stages else ""
        if now not in self.order:
            return "", market
        done = not seat.of_kind(Deliver)
        for brewery in self.order[self.order.index(now) + done :]:
            market, _ = sell_beer(self.box, market, self.equipment[brewery], 0)
        return now, market

    @cached_property
    def squares(self) -> int:
        """How many cubes trains are likely to take from a brewery of mine."""
        seat, room = self.seat, 0.0
        wagons = seat.position.get("wagons", {})  # of the Expert Game
        for railway in seat.in_play:
            if seat.box.charters[railway].beer:
                sure = 1.0 if railway in seat.mine else MAYBE
                room += sure * sum(seat.box.carries[seat.kind(side).id] for side in seat.trains(railway))
                room += sure * sum(map(bool, wagons.get(railway, ())))
        return int(room)

    def earns(self, brewery: str, kettles: Kettles, phase: int | None = None) -> float:
        """What a brewery would earn in a round with these kettles."""
        phase = self.seat.s.phase_number if phase is None else phase
        key = (brewery, kettles, phase)
        if key not in self._found:
            self._found[key] = self._play(brewery, kettles, phase) if kettles else 0.0
        return self._found[key]

    def _play(self, brewery: str, kettles: Kettles, phase: int) -> float:
        equipment = tuple({**self.equipment, brewery: kettles}.items())
        on_trains = min(exportable(kettles), self.squares)
        return played_on(self.box, self.market, bool(self.now), phase, equipment, brewery, on_trains)

    # -- kettles ----------------------------------------------------------------------------------

    def on_sale(self, brewery: str) -> list[str]:
        """The kinds of cards that a brewery may buy now."""
        minor = brewery in self.seat.minors
        kinds = new_kinds(self.seat.s)
        return [k for k in kinds if not minor or self.box.kettles[k].type <= BEST_OF_MINORS]

    def phase_with(self, kind: str) -> int:
        """The phase once a card of this kind has left the display."""
        starts = self.box.trains[kind].starts
        return max(self.seat.s.phase_number, self.box.phase_number[starts] if starts else 0)

    def adds(self, brewery: str, kettles: Kettles, kind: str, limit: int) -> tuple[float, Kettles]:
        """What one more kettle brings a round, the worst going if there is no room; and the kettles then."""
        phase = self.phase_with(kind)
        limits = self.box.kettle_limits[self.box.phases[phase].id]
        limit = min(limit, limits[brewery not in self.seat.minors])
        after = best_first((*kettles, self.box.kettles[kind]))[:limit]
        return self.earns(brewery, after, phase) - self.earns(brewery, kettles), after


@lru_cache(maxsize=4096)
def played_on(
    box: BeerBox,
    market: BeerMarket,
    begun: bool,
    phase: int,
    equipped: tuple[tuple[str, Kettles], ...],
    brewery: str,
    on_trains: int,
) -> float:
    """What a brewery earns in a round on average, the breweries delivering in this order and with these kettles; with
    `begun` from the next renewal of the market on. In a stock round it is the same for turn after turn.
    """
    equipment = dict(equipped)
    order = tuple(equipment)
    market = opened(renewed(market, box.segments) if begun else market, box, phase)
    total = 0
    for _ in range(AHEAD):
        for who in order:
            market, income = sell_beer(box, market, equipment[who], on_trains if who == brewery else 0)
            total += income if who == brewery else 0
        order = ranked(order, equipment)
        market = renewed(market, box.segments)
    return total / AHEAD


def ranked(order: Sequence[str], equipment: Mapping[str, Kettles]) -> tuple[str, ...]:
    """The order of the next round."""
    return tuple(sorted(order, key=lambda b: rank(tuple(k.type for k in equipment[b])), reverse=True))


def best_first(kettles: Sequence[Kettle]) -> Kettles:
    return tuple(sorted(kettles, key=lambda kettle: (-kettle.type, -kettle.cubes)))


# -- years to come ----------------------------------------------------------------------------------


def growing(
    brewing: Brewing, brewery: str, kettles: Kettles, cash: int, kept: float, limit: int
) -> list[float]:
    """What a brewery earns from round to round if it buys kettles whenever it can pay for them; of its income the
    part `kept` goes to its treasury.
    """
    seat, money, bought = brewing.seat, float(cash), 0
    kinds = brewing.on_sale(brewery)[:1]
    out = []
    for _ in range(max(1, round(seat.rounds_left))):
        out.append(brewing.earns(brewery, kettles))
        money += kept * out[-1]
        for kind in kinds:
            price = seat.box.trains[kind].price
            if bought < MANY and money >= price:
                more, after = brewing.adds(brewery, kettles, kind, limit)
                if more > 0:
                    money, kettles, bought = money - price, after, bought + 1
    return out


def share_value(brewing: Brewing, corporation: str, extra: int = 0) -> float:
    """What a share of a founded corporation is likely to bring; `extra` money would flow into it."""
    seat = brewing.seat
    own = seat.share(corporation, corporation) / 100
    cash = seat.purse(corporation) + extra
    incomes = growing(brewing, corporation, seat.kettles(corporation), cash, own, seat.limit(corporation))
    if corporation in seat.brewing:
        return worth(seat, incomes, seat.s.prices.spots[corporation], 0.95)
    incomes = [TRUST * income for income in incomes]
    thrift = 0.5 + 0.5 * seat.thrift.get(corporation, 0.8)
    return worth(seat, incomes, seat.s.prices.spots[corporation], thrift)


def minor_value(brewing: Brewing, minor: str) -> float:
    """What a minor brewery of mine still brings: half its income, and its printed price at the end."""
    seat = brewing.seat
    incomes = growing(brewing, minor, seat.kettles(minor), seat.purse(minor), 0.5, seat.limit(minor))
    return sum(incomes) / 2 + float(seat.minors[minor]["price"])
