"""The judge of the Expert Game: small investments and special events."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, agree
from tests.judges.dortmund import beer_game
from tests.judges.railway import POOL

BEGINS = {"yellow": "2", "green": "3", "brown": "5", "grey": "8"}  # the phase from which a marker works
EXPORTERS = {5, 6, 8}  # types of kettles with red arrows
WAGON = "C"
TRADE_IN, FAIR, MARKETING = "I", "G", "L"
Kettle = tuple[int, int, int]  # type, cubes, of which for export


class Judge(beer_game.Judge):
    silent: ClassVar[frozenset[str]] = beer_game.Judge.silent | {
        "asks-marker", "binds", "moves-wagon", "pubs-pay",
    }  # fmt: skip

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        figures = self.read("expert")
        self.small_about = figures["small"]
        self.least, self.most = figures["least"], figures["most"]
        self.specials_about = figures["specials"]
        self.small: dict[str, Counter[str]] = defaultdict(Counter)
        self.holder = dict.fromkeys(self.specials_about, "")
        self.parked: dict[str, tuple[str, int]] = {}
        self.idle = 0  # the type of the kettle laid aside in this turn
        self.late = 0  # the segment of a second shift
        self.for_others: tuple[int, ...] = ()  # segments of what was brewed for others

    def works(self, colour: str) -> bool:
        return self.phase >= BEGINS[colour]

    # -- small investments ------------------------------------------------------------------------

    def on_buys_marker(self, company: str, marker: str, price: int, payer: str) -> None:
        """A player pays for the first one of the brewery, then companies pay themselves."""
        agree("who pays", self.minors.get(company) if not self.queued else company, payer)
        self.due(payer, BANK, self.small_about[marker]["price"])
        self.small[company][marker] += 1

    @property
    def queued(self) -> bool:
        """Whether the first stock round has begun."""
        return self.in_stock_round or bool(self.acting)

    def on_returns_marker(self, company: str, marker: str) -> None:
        agree(f"{company} has a marker {marker}", True, self.small[company][marker] > 0)
        self.small[company][marker] -= 1

    def on_takes_over(self, company: str, marker: str, source: str, price: int) -> None:
        """Between half and one and a half times the printed price."""
        printed = self.small_about[marker]["price"]
        fair = printed * self.least <= 100 * price <= printed * self.most
        agree(f"the price of marker {marker} is fair", True, fair)
        self.due(company, source, price)
        self.on_returns_marker(source, marker)
        self.small[company][marker] += 1

    def total(self, brewery: str, kind: str) -> int:
        """The income of all markers of a kind that work."""
        about = [self.small_about[code] for code in self.small[brewery].elements()]
        return sum(a["income"] for a in about if a["kind"] == kind and self.works(a["colour"]))

    def on_brewery_round(self, order: list[str]) -> None:
        """Pubs pay into the treasuries."""
        super().on_brewery_round(order)
        for brewery in order:
            if brewery in self.minors or brewery in self.floated:
                self.due(BANK, brewery, self.total(brewery, "pub"))

    def on_bottled(self, brewery: str, cubes: int, each: int) -> None:
        """More for each cube that one kettle has delivered: the kettle that delivered most."""
        agree("what bottling brings", self.total(brewery, "bottling"), each)
        most = self.most_by_one(brewery)
        agree("cubes of one kettle", most, cubes)
        self.brewing[brewery] += most * each

    def most_by_one(self, brewery: str) -> int:
        cards = self.cards_about()
        kettles = tuple(
            (int(kind.strip("SAB")), cards[kind]["kettle"], cards[kind].get("export", 0))
            for kind in self.kettles[brewery].elements()
        )
        wagons = self.small[brewery][WAGON] if self.works(self.small_about[WAGON]["colour"]) else 0
        if not EXPORTERS & {type for type, _, _ in kettles}:
            wagons = 0
        cubes = tuple(sorted(self.delivered.elements()))
        return max(
            (
                _most(n, kettles, cubes, self.exported, wagons, self.late, self.for_others)
                for n in range(len(kettles))
            ),
            default=0,
        )

    def cards_about(self) -> dict[str, Any]:
        figures = self.read("trains")
        return {**figures["trains"], **figures["start"]}

    # -- special events ---------------------------------------------------------------------------

    def on_takes_event(self, brewery: str, event: str, returns: str) -> None:
        before = next((code for code, holder in self.holder.items() if holder == brewery), "")
        agree(f"what {brewery} returns", before, returns)
        agree(f"event {event} is on display", "", self.holder[event])
        if before:
            self.holder[before] = ""
        self.holder[event] = brewery

    def on_returns_event(self, brewery: str, event: str) -> None:
        agree(f"who has event {event}", self.holder[event], brewery)
        self.holder[event] = ""

    def on_event_used(self, brewery: str, event: str) -> None:
        """It works from its phase on, once; then it lies on display again."""
        self.on_returns_event(brewery, event)
        about = self.specials_about[event]
        agree(f"event {event} works", True, self.works(about["colour"]))
        if event == FAIR:
            self.due(BANK, brewery, about["amount"])
        elif event == MARKETING:
            place = self.order.index(brewery)
            others = [b for b in self.order if b != brewery]
            self.offered_order = [*others[: place - 1], brewery, *others[place - 1 :]]

    def on_advertises(self, brewery: str, customers: str, segment: int) -> None:
        """A cube lies on a kettle until its turn."""
        self.beer.take((segment, customers), 1)
        self.parked[brewery] = (customers, segment)

    def on_brewery_turn(self, brewery: str, owner: str) -> None:
        """A cube on a kettle that is gone goes to the stock."""
        super().on_brewery_turn(brewery, owner)
        self.idle = self.late = 0
        self.for_others = ()
        if brewery in self.parked and max(self.types(brewery), default=0) < self.parked[brewery][1]:
            del self.parked[brewery]
            self.beer.stock += 1

    def on_advertised(self, brewery: str, customers: str, segment: int, income: int) -> None:
        agree("what was advertised", self.parked.pop(brewery), (customers, segment))
        box = (segment, customers)
        self.beer.demand[box] += 1
        self.brewing[brewery] += self.beer.deliver(box, 1)
        self.delivered[segment] += 1
        agree("what advertising brings", self.beer.income(box), income)

    def on_premium(self, brewery: str, customers: str, segment: int, income: int) -> None:
        """The price of the next segment."""
        agree(f"{brewery} has delivered to {segment}", True, self.delivered[segment] > 0)
        more = self.beer.income((segment + 1, customers)) - self.beer.income((segment, customers))
        agree("what premium beer brings", more, income)
        self.brewing[brewery] += more

    def on_contract_brewing(
        self, brewery: str, cubes: int, income: int, supplies: list[dict[str, Any]]
    ) -> None:
        """Half the price of one or two cubes, for which no cube moves; not where there is no demand."""
        agree("cubes brewed for others", True, 1 <= cubes <= self.specials_about["N"]["amount"])
        agree("cubes brewed for others", sum(supply["cubes"] for supply in supplies), cubes)
        marked = self.beer.dead | self.beer.unopened
        agree("segments without demand", set(), marked & {supply["segment"] for supply in supplies})
        boxes = [((supply["segment"], supply["customers"]), supply["cubes"]) for supply in supplies]
        half = sum(n * self.beer.income(box) for box, n in boxes) // 2
        agree("what brewing for others brings", half, income)
        self.brewing[brewery] += half
        self.for_others = tuple(segment for (segment, _), n in boxes for _ in range(n))

    def on_second_shift(self, brewery: str, customers: str, segment: int, income: int) -> None:
        """A cube of the stock, at half the price."""
        half = self.beer.income((segment, customers)) // 2
        agree("what a second shift brings", half, income)
        self.beer.stock -= 1
        self.beer.supply[segment, customers] += 1
        self.brewing[brewery] += half
        self.late = segment

    def on_sells_quietly(self, company: str, percent: int, income: int) -> None:
        """The price does not move."""
        self.due(BANK, company, percent // 10 * self.market.price(company))
        self.hand_over(company, company, POOL, percent)

    def on_lays_aside(self, brewery: str, type: int) -> None:
        self.idle = type

    def kettle_price(self, brewery: str, kettle: str) -> int:
        """A kettle laid aside pays 20 marks for each number of its type, once."""
        off = self.idle * int(self.specials_about[TRADE_IN]["amount"])
        self.idle = 0
        return max(0, super().kettle_price(brewery, kettle) - off)

    # -- what becomes of markers ------------------------------------------------------------------

    def hand_in(self, minor: str, company: str) -> None:
        super().hand_in(minor, company)
        self.small[company].update(self.small.pop(minor, Counter()))
        self.holder = {code: company if owner == minor else owner for code, owner in self.holder.items()}

    def give_back(self, company: str) -> None:
        """To the display."""
        self.small.pop(company, None)
        self.holder = {code: "" if owner == company else owner for code, owner in self.holder.items()}

    def on_closes(self, company: str) -> None:
        super().on_closes(company)
        self.give_back(company)

    def give_up(self, minor: str) -> None:
        super().give_up(minor)
        self.give_back(minor)

    # -- agreeing ---------------------------------------------------------------------------------

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        super().check(view, scores)
        shown = view["position"]
        ours = {company: sorted(held.elements()) for company, held in self.small.items() if +held}
        agree(
            "small investments", ours, {company: sorted(held) for company, held in shown["small_of"].items()}
        )
        agree(
            "special events", self.holder, {code: about["holder"] for code, about in shown["events"].items()}
        )
        parked = {b: (about["customers"], about["segment"]) for b, about in shown["parked"].items()}
        agree("cubes on kettles", self.parked, parked)


def _most(
    chosen: int,
    kettles: tuple[Kettle, ...],
    delivered: tuple[int, ...],
    exported: int,
    wagons: int,
    late: int,
    for_others: tuple[int, ...],
) -> int:
    """The most cubes that a kettle can have delivered, every cube given to every kettle that could have made it."""
    cubes = (*delivered, *for_others)

    @cache
    def best(left: tuple[int, ...], arrows: tuple[int, ...], n: int, loads: int, free: int) -> int:
        if loads:
            found = [-99]
            for k, units in enumerate(left):
                if units:
                    fewer = (*left[:k], units - 1, *left[k + 1 :])
                    if arrows[k]:
                        spent = (*arrows[:k], arrows[k] - 1, *arrows[k + 1 :])
                        found.append(best(fewer, spent, n, loads - 1, free))
                    elif free:
                        found.append(best(fewer, arrows, n, loads - 1, free - 1))
            return max(found)
        if n == len(cubes):
            return 0
        return max(
            (
                best((*left[:k], units - 1, *left[k + 1 :]), arrows, n + 1, 0, free)
                + (k == chosen and n < len(delivered))
                for k, units in enumerate(left)
                if units and kettles[k][0] >= cubes[n]
            ),
            default=-99,
        )

    made = best(tuple(k[1] for k in kettles), tuple(k[2] for k in kettles), 0, exported, wagons)
    return made + (0 < late <= kettles[chosen][0]) if made >= 0 else 0
