"""The judge of Heat, Sweat & Beer: investment cards, kettles, deliveries, export beer, the order of breweries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.judges.books import BANK, agree
from tests.judges.dortmund.beer_market import BeerMarket
from tests.judges.dortmund.conversion import ConversionBooks
from tests.judges.railway import DEPOT, OUT

EXPORT = 100  # for each cube loaded on a train
COMPARED = 2  # kettles decide on the order


class Judge(ConversionBooks):
    """Brewery rounds."""

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.beer = BeerMarket(self.read("beer_market"), self.count)
        self.card_due = False  # whether a link must still take a card
        self.wanted: list[tuple[int, str, int]] = []  # cubes that it brings
        self.loaded: Counter[str] = Counter()  # cubes by kind of train
        self.outdated: set[int] = set()  # segments that have lost their demand
        self.had: set[str] = set()  # breweries that have had their turn
        self.brewing: Counter[str] = Counter()  # the income of the brewery on turn
        self.delivered: Counter[int] = Counter()  # ... its cubes by segment
        self.exported = 0  # ... and on trains

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        super().hear(events)
        for segment, _, cubes in self.wanted:
            agree("cubes that a link should have brought", 0, self.beer.borrow(segment, cubes))
        self.wanted.clear()
        agree("cards that a link should have taken", False, self.card_due)
        for brewery in self.order if self.outdated else ():
            agree(f"kettles of {brewery} without demand", set(), self.outdated & set(self.types(brewery)))
        self.outdated.clear()

    # -- cards and phases -------------------------------------------------------------------------

    def phase_begins(self) -> None:
        super().phase_begins()
        self.beer.phase_begins(self.newest, self.phase >= "8")

    def on_phase(self, phase: str) -> None:
        """At a table of two it gets grey with the fifth operating round, whatever cards were taken."""
        if self.investor and phase == "8" and self.newest < "8":
            self.phase = "8"
            self.beer.phase_begins(self.newest, grey=True)
        super().on_phase(phase)

    def on_segment_opens(self, segment: int) -> None:
        agree(f"segment {segment} is open", False, segment in self.beer.unopened)

    def on_export_opens(self, cubes: int) -> None:
        agree("cubes for export", 0, self.beer.export)

    def link_made(self, company: str, value: int) -> None:
        """The next card is used up, unless only those for export are left."""
        self.card_due = any(n for kind, n in self.trains[DEPOT].items() if kind != "8")

    def on_card_used(self, card: str) -> None:
        """Its cubes become demand of its segment."""
        left = [kind for kind, n in self.trains[DEPOT].items() if n]
        agree("the card for a link", left[0], card)
        self.card_due = False
        self.move_train(card, DEPOT, OUT)
        self.left_depot(card)
        about = self.trains_about[card]
        self.wanted = [
            (about["segment"], customers, cubes)
            for customers, cubes in zip(("regular", "new"), about["link"], strict=True)
            if cubes
        ]

    def on_demand(self, segment: int, customers: str, cubes: int) -> None:
        for_segment, who, wanted = self.wanted.pop(0)
        agree("whose demand grows", (for_segment, who), (segment, customers))
        found = self.beer.borrow(segment, wanted)
        agree("cubes of a link", found, cubes)
        self.beer.demand[segment, customers] += found

    # -- brewery rounds ---------------------------------------------------------------------------

    def types(self, brewery: str) -> list[int]:
        """Of its kettles, the highest first."""
        return sorted((int(kind.strip("SAB")) for kind in self.kettles[brewery].elements()), reverse=True)

    def on_brewery_round(self, order: list[str]) -> None:
        """Kettles for which there is no demand any more leave the game."""
        self.round_over()
        agree("the order of the breweries", self.order, order)
        self.outdated = {
            n for n in self.beer.dead if not self.beer.demand[n, "regular"] + self.beer.demand[n, "new"]
        }
        self.had.clear()

    def on_kettle_scrapped(self, brewery: str, kettle: str) -> None:
        """Told of breweries that nobody bought as well."""
        if self.kettles[brewery]:
            agree(f"{brewery} has a kettle {kettle}", True, self.kettles[brewery][kettle] > 0)
            self.kettles[brewery] -= Counter([kettle])

    def on_brewery_turn(self, brewery: str, owner: str) -> None:
        self.nothing_owed()
        self.appoint()
        waiting = [b for b in self.order if b not in self.had and (b in self.minors or b in self.floated)]
        agree("the next brewery", waiting[0], brewery)
        agree(f"who decides for {brewery}", self.minors.get(brewery) or self.presidents[brewery], owner)
        self.had.add(brewery)
        self.acting = brewery
        self.operated.add(brewery)
        self.bought = 0
        self.brewing.clear()
        self.exported = 0
        self.delivered.clear()
        self.earned.pop(brewery, None)

    def on_delivers(
        self, brewery: str, supplies: list[dict[str, Any]], cubes: int, keeps: int, income: int
    ) -> None:
        earned = 0
        for supply in supplies:
            box = (supply["segment"], supply["customers"])
            earned += self.beer.deliver(box, supply["cubes"])
            self.delivered[box[0]] += supply["cubes"]
        agree(f"what {brewery} earns", earned, income)
        self.brewing[brewery] += earned
        self.within_capacity(brewery)

    def within_capacity(self, brewery: str) -> None:
        """A kettle makes beer for its segment and those below; what is loaded is not delivered."""
        made = [(int(kind.strip("SAB")), self.capacity(kind)) for kind in self.kettles[brewery].elements()]
        for n in range(1, 7):
            able = sum(cubes for type, cubes in made if type >= n)
            used = sum(cubes for segment, cubes in self.delivered.items() if segment >= n)
            agree(f"{brewery} can deliver to {n}", True, used <= able)
        whole = sum(cubes for _, cubes in made)
        agree(f"{brewery} makes so much", True, self.delivered.total() + self.exported <= whole)

    def capacity(self, kind: str) -> int:
        cards = super().read("capex")
        return int((cards["start"] if kind.startswith("S") else cards["trains"])[kind]["kettle"])

    def on_loads(
        self, brewery: str, cubes: int, train: str, railway: str, from_demand: int, income: int
    ) -> None:
        """100 marks for each cube, from the stock or the cheapest demand."""
        agree("cubes from demand", max(0, cubes - self.beer.stock), from_demand)
        self.beer.for_export(cubes)
        self.loaded[train] += cubes
        self.exported += cubes
        self.brewing[brewery] += EXPORT * cubes
        self.within_capacity(brewery)

    def on_unloads(self, train: str, cubes: int) -> None:
        """Beer that has arrived, or whose train is gone, goes back to the stock."""
        agree(f"beer on trains {train}", True, self.loaded[train] >= cubes)
        self.loaded[train] -= cubes
        self.beer.stock += cubes

    def beer_carried(self, company: str, cubes: int) -> None:
        """Unloading follows."""

    def on_brewery_income(self, brewery: str, delivered: int, export: int, income: int) -> None:
        agree("income of export", EXPORT * self.exported, export)
        agree(f"the income of {brewery}", self.brewing[brewery], income)
        self.earned[brewery] = self.brewing[brewery]

    def share(self, company: str, earned: int) -> None:
        """The owner of a minor brewery gets half."""
        if company in self.minors:
            self.due(BANK, self.minors[company], earned // 10 * 10 // 2)
            self.due(BANK, company, earned // 10 * 10 // 2)
        else:
            super().share(company, earned)

    def after_dividend(self, company: str, dividend: int) -> None:
        if company not in self.minors:
            super().after_dividend(company, dividend)

    def on_brewery_order(self, order: list[str], before: list[str]) -> None:
        """By the best kettle, then the second; who is equal keeps the place."""
        self.order.sort(key=lambda brewery: (*self.types(brewery), 0, 0)[:COMPARED], reverse=True)
        agree("the order of the breweries", self.order, order)

    def on_market_renewed(self, **_: Any) -> None:
        self.beer.renew()

    def on_no_demand(self, segment: int) -> None:
        """Told before the renewal, which works it out."""

    # -- kettles ----------------------------------------------------------------------------------

    def on_forced_kettle(self, brewery: str, player: str, kettle: str, price: int) -> None:
        self.on_forced_purchase(brewery, player, kettle, price)

    def on_buys_kettle(self, brewery: str, kettle: str, price: int, help: int) -> None:
        """The owner of a minor brewery adds what its whole treasury lacks, half the price at most."""
        agree(f"the price of a kettle {kettle}", self.kettle_price(brewery, kettle), price)
        self.purchase_made(brewery)
        if brewery in self.minors:
            missing = max(0, price - self.cash[brewery])
            agree("what the owner adds", missing, help)
            half = not self.kettles[brewery] or 2 * missing <= price
            agree("half the price at most", True, half)
            self.due(self.minors[brewery], brewery, missing)
        self.may_be_bought(kettle)
        agree("minor breweries have no kettles above 5", False, brewery in self.minors and kettle > "5")
        self.settle_need(brewery)
        self.due(brewery, BANK, price)
        self.trains[DEPOT] -= Counter([kettle])
        self.kettles[brewery][kettle] += 1
        self.left_depot(kettle)

    def kettle_price(self, brewery: str, kettle: str) -> int:
        return int(self.printed[kettle])

    # -- agreeing ---------------------------------------------------------------------------------

    def owned(self, owner: str) -> Counter[str]:
        """Cards 2A and 2B are the same train."""
        return self.cards(super().owned(owner).elements())

    def cards(self, trains: Iterable[str]) -> Counter[str]:
        return Counter(train[0] for train in trains)

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        super().check(view, scores)
        shown = view["position"]
        self.beer.check(shown["beer_market"])
        owners = {id: about["owner"] for id, about in shown["minors"].items() if about["owner"]}
        agree("minor breweries", self.minors, owners)
        agree("the order of the breweries", self.order, shown["order"])
        breweries = {**shown["corporations"], **shown["minors"]}
        for brewery in self.order:
            ours = +self.kettles[brewery]
            agree(f"kettles of {brewery}", ours, Counter(k["card"] for k in breweries[brewery]["kettles"]))
        loads: Counter[str] = Counter()
        for load in shown["loaded"]:
            loads[load["card"].partition("#")[0]] += load["cubes"]
        agree("beer on trains", +self.loaded, loads)
        agree("the Investor's card", self.investor_card, shown["investor_card"])
