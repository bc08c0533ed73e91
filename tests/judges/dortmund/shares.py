"""What the Railway Game and the beer games share beside paper: building, running, trains that age."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.judges.books import BANK, Disagreement, agree
from tests.judges.dortmund.forced import ForcedBooks
from tests.judges.dortmund.network import LINK_STEP, Network
from tests.judges.railway import DEPOT, OUT, POOL

LAST_RUN = "4"  # trains that run once more when the first 8 is there
LINK = 30  # marks


class ShareGame(ForcedBooks):
    """Operating rounds of the railways."""

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.phase = self.newest = "2"  # as tiles and limits go by it, and by the cards that were taken
        self.rusting: Counter[tuple[str, str]] = Counter()  # train, owner: announced, not yet gone
        self.last_runs: Counter[str] = Counter()  # company: trains that run once more
        self.network = Network(data)
        self.free_link: set[str] = set()  # who has used its marker for a free link
        self.running = ""  # the runs of the railway that operates
        self.earned: dict[str, int] = {}  # what a company's trains brought, not yet paid or kept
        self.declared: list[tuple[str, int, int]] = []  # company, income by us, income as told
        self.queue: list[str] = []  # railways that have yet to operate in this round
        self.rounds = self.round = 0  # operating rounds of this set, and which of them is played
        self.bought = 0  # new trains in this turn
        self.phases = {about["phase"]: about for about in self.read("trains")["phases"]}

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        """After the action aged trains are gone, and incomes agree."""
        self.declared.clear()
        super().hear(events)
        for company, ours, told in self.declared:
            agree(f"the income of {company}", ours, told)
        agree("trains that should have aged", Counter(), +self.rusting)

    # -- turns ------------------------------------------------------------------------------------

    def on_stock_round(self, number: int) -> None:
        super().on_stock_round(number)
        self.round_over()
        agree("operating rounds", self.rounds, self.round)

    def on_operating_round(self, set: int, number: int) -> None:
        """The dearest operates first; the order stands for the round."""
        self.round_over()
        if number == 1:
            self.rounds = self.rounds_to_come()
        self.round = number
        self.queue = self.market.in_order(company for company in self.markers if company in self.floated)

    def rounds_to_come(self) -> int:
        """As many as the phase says when they begin."""
        return int(self.phases[self.phase]["operating_rounds"])

    def round_over(self) -> None:
        """Every railway has had its turn, but for those closed since."""
        agree("railways that have not operated", [], [c for c in self.queue if c in self.floated])
        self.queue = []

    def on_turn(self, company: str, president: str) -> None:
        self.appoint()
        agree(f"who leads {company}", self.presidents[company], president)
        agree(f"{company} operates", True, company in self.floated)
        while self.queue[0] not in self.floated:  # closed since
            self.queue.pop(0)
        agree("the next railway", self.queue.pop(0), company)
        self.acting = company
        self.operated.add(company)
        self.bought = 0
        self.earned.pop(company, None)

    # -- building ---------------------------------------------------------------------------------

    def on_lays(self, company: str, cost: int, **about: Any) -> None:
        self.due(company, BANK, self.network.lay(about["hex"], about["tile"]))

    def on_station(self, company: str, role: str, **about: Any) -> None:
        self.network.homes(company, about["hex"])
        self.due(company, BANK, self.station_cost(company, about["hex"], role))

    def station_cost(self, company: str, hex: str, role: str) -> int:
        return int(self.markers[company][role])

    def on_links(self, company: str, hex: str, value: int, cost: int) -> None:
        """30 marks; one new coal link of the KWE is free, if it does not pay and keep its marker."""
        agree(f"the link of {hex}", self.network.link(hex), value)
        free = cost != LINK and self.frees_link(company, hex, value)
        self.due(company, BANK, 0 if free else LINK)
        self.link_made(company, value)

    def frees_link(self, company: str, hex: str, value: int) -> bool:
        new_coal = self.network.hexes[hex]["site"] == "coal" and value == LINK_STEP
        if not new_coal or company in self.free_link or not self.charters()[company].get("free_link"):
            return False
        self.free_link.add(company)
        return True

    def link_made(self, company: str, value: int) -> None:
        raise NotImplementedError

    # -- income -----------------------------------------------------------------------------------

    def on_runs(self, company: str, runs: str, income: int) -> None:
        """Trains on their last run leave the game with it."""
        ours = self.network.income(company, runs, late=self.phase >= "5")
        self.running = runs
        self.declared.append((company, ours, income))
        self.earned[company] = income

    def on_carries(self, company: str, loads: str, cubes: int) -> None:
        """Beer earns more."""
        carried = self.network.beer(self.running, loads)
        agree("cubes carried", sum(n for n, _ in carried), cubes)
        name, ours, told = self.declared.pop()
        more = sum(n * each for n, each in carried) + self.premium(company) * len(carried)
        self.declared.append((name, ours + more, told))
        self.beer_carried(company, cubes)

    def premium(self, company: str) -> int:
        """What a railway gets more for each train with beer."""
        return 0

    def beer_carried(self, company: str, cubes: int) -> None:
        raise NotImplementedError

    def on_pays(self, company: str, income: int) -> None:
        """Full tens are shared, the rest stays; own paper pays the company, the pool nobody."""
        earned = self.earned.pop(company, 0)
        self.share(company, earned)
        agree("what is paid out", earned // 10 * 10, income)
        self.due(BANK, company, earned - income)
        self.after_dividend(company, income)
        agree(f"last runs of {company}", 0, self.last_runs[company])

    def share(self, company: str, earned: int) -> None:
        for holder, percent in self.held(company).items():
            if holder in self.seats or holder == company:
                self.due(BANK, holder, earned // 10 * 10 * percent // 100)

    def after_dividend(self, company: str, dividend: int) -> None:
        """Nothing moves below the price, but the marker goes under others; thrice the price moves twice."""
        price = self.market.price(company)
        if not dividend:
            self.nothing_paid(company)
        elif dividend < price:
            spot = self.market.at[company]
            self.market.remove(company)
            self.market.place(company, spot)
        else:
            self.rise(company, 2 if dividend >= 3 * price else 1)

    def rise(self, company: str, fields: int) -> None:
        raise NotImplementedError

    def nothing_paid(self, company: str) -> None:
        raise NotImplementedError

    def on_withholds(self, company: str, income: int) -> None:
        self.kept = self.earned.pop(company, 0)
        agree("what is kept", self.kept, income)
        self.due(BANK, company, income)
        self.nothing_paid(company)

    def on_earns_nothing(self, company: str) -> None:
        agree(f"{company} has earned nothing", 0, self.earned.pop(company, 0))
        self.nothing_paid(company)

    # -- trains and phases ------------------------------------------------------------------------

    def on_buys_train(self, company: str, train: str, side: str, source: str, price: int) -> None:
        """In need, what the company lacks comes from its director, once own paper and treasury are spent."""
        kind, of_the_bank = self.card[train], source in (DEPOT, POOL)
        if of_the_bank:
            agree(f"the price of a {train}", self.printed[kind], price)
        if source == DEPOT:
            self.may_be_bought(kind)
        self.move_train(kind, source, company)
        limit = self.phases[self.phase]["train_limit"]
        agree(f"{company} has {limit} trains at most", True, self.trains[company].total() <= limit)
        self.settle_need(company)
        self.due(company, BANK if of_the_bank else source, price)
        if source == DEPOT:
            self.left_depot(kind)

    def may_be_bought(self, kind: str) -> None:
        """In ascending order, the 8s beside the 6s once two of these are gone; one or two in a turn."""
        agree("what is on sale", True, kind in self.on_sale())
        self.bought += 1
        most = self.phases[self.phase]["new_trains"]
        agree(f"{most} new trains in a turn", True, self.bought <= most)

    def on_sale(self) -> list[str]:
        """The kinds of new cards that can be had, the newest last."""
        left = [kind for kind, n in self.trains[DEPOT].items() if n]
        both = left[:2] == ["6", "8"] and self.trains_about["6"]["count"] - self.trains[DEPOT]["6"] >= 2
        return left[: 2 if both else 1]

    def left_depot(self, kind: str) -> None:
        """The first card of a type begins its phase."""
        if kind[0] > self.newest:
            self.newest = kind[0]
            self.phase = max(self.phase, self.newest)
            self.phase_begins()

    def phase_begins(self) -> None:
        """Trains age: some leave at once, the 4s run once more unless nobody owns them."""
        for owner, trains in self.trains.items():
            for kind, n in trains.items():
                about = self.trains_about[kind]
                gone = about.get("rusts_in") == self.newest or (
                    about.get("last_run") == self.newest and owner in (POOL, DEPOT)
                )
                if n and owner != OUT and gone:
                    self.rusting[kind, owner] += n
                elif n and owner != OUT and about.get("last_run") == self.newest:
                    self.last_runs[owner] += n

    @property
    def trains_about(self) -> dict[str, dict[str, Any]]:
        return dict(self.read("trains")["trains"])

    def on_phase(self, phase: str) -> None:
        agree("the phase", self.phase, phase)

    def on_last_run(self, train: str, owner: str) -> None:
        agree(f"a last run of {owner}", True, self.last_runs[owner] > 0)

    def on_rusts(self, train: str, owner: str) -> None:
        """By a new phase, or after the last run."""
        kind = self.card[train]
        if self.rusting[kind, owner]:
            self.rusting[kind, owner] -= 1
        elif self.last_runs[owner] and kind == LAST_RUN:
            self.last_runs[owner] -= 1
        else:
            raise Disagreement(f"a train {train} of {owner} does not age now")
        self.move_train(kind, owner, OUT)

    # -- agreeing ---------------------------------------------------------------------------------

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        super().check(view, scores)
        shown = view["position"]
        agree("the phase", self.phase, shown["phase"])
        agree("companies in operation", self.floated, set(shown["floated"]))
        agree("loans", dict(+self.loans), shown["loans"])
        agree("the depot", +self.trains[DEPOT], Counter(shown["depot"]))
        agree("last runs", +self.last_runs, Counter(run["company"] for run in shown["last_runs"]))
        agree("links", self.network.links, {link["hex"]: link["value"] for link in shown["links"]})
        for company, about in shown["companies"].items():
            agree(f"{company} is founded", company in self.presidents, about["in_play"])
