"""What the Railway Game and the beer games share: companies founded, bought, sold and run, phases, trains, loans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, Disagreement, agree
from tests.judges.dortmund.network import Network
from tests.judges.railway import DEPOT, OFFER, OUT, POOL, RailwayBooks

HALF = 50  # per cent with which a company goes into operation, and which the Investor buys at once
LAST_RUN = "4"  # trains that run once more when the first 8 is there
LINK = 30  # marks


class ShareGame(RailwayBooks):
    """Everything about shares and trains in which the games do not differ, or only in how prices move."""

    silent: ClassVar[frozenset[str]] = frozenset(
        (RailwayBooks.silent | {"gives", "dealt", "points-out"})
        - {"phase", "price", "runs", "priority", "turn", "ending", "stock-round"}
    )

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.seats = list(self.players)  # with the Investor, in their order
        self.investor = ""
        self.certificates = {id: about["shares"] for id, about in self.charters().items()}
        for company, sizes in self.certificates.items():
            self.paper[company][OFFER] = sum(sizes)
        self.floated: set[str] = set()
        self.loans: Counter[str] = Counter()
        self.phase = self.newest = "2"  # as tiles and limits go by it, and by the cards that were taken
        self.rusting: Counter[tuple[str, str]] = Counter()  # train, owner: announced, not yet gone
        self.last_runs: Counter[str] = Counter()  # company: trains that run once more
        self.network = Network(data)
        self.free_link: dict[str, bool] = {}  # KWE: whether it has used its marker
        self.earned: dict[str, int] = {}  # what a company's trains brought, not yet paid or kept
        self.told: dict[str, int] = {}  # prices that the events of this action tell
        self.newly: set[str] = set()  # founded in this action
        self.declared: list[tuple[str, int, int]] = []  # company, income by us, income as told
        self.first_player = ""
        self.dealer = ""  # who has bought or sold last in the stock round
        self.in_stock_round = False
        self.queue: list[str] = []  # railways that have yet to operate in this round
        self.acting = ""  # the company on turn
        self.need: dict[str, int] = {}  # company in a forced purchase: what it still lacks
        self.needed: dict[str, int] = {}  # ... and the price of what it must buy

    def charters(self) -> dict[str, Any]:
        """The companies of the box, with the certificates of each."""
        return dict(self.read("companies")["companies"])

    # -- the course of the game -------------------------------------------------------------------

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        """After the action, directors are those who must be, aged trains are gone, incomes and prices agree."""
        self.declared.clear()
        self.told.clear()
        before = {company: self.market.price(company) for company in self.market.at}
        super().hear(events)
        self.prices_told(before)
        for company, ours, told in self.declared:
            agree(f"the income of {company}", ours, told)
        agree("trains that should have aged", Counter(), +self.rusting)
        self.appoint()

    def prices_told(self, before: Mapping[str, int]) -> None:
        """Whatever moves is told, with where it went; a new company is told to be founded."""
        for company, price in before.items():
            now = self.market.price(company)
            if company in self.told or (now != price and company not in self.newly):
                agree(f"the price told of {company}", now, self.told.get(company))
        self.newly.clear()

    def on_price(self, company: str, before: int, price: int) -> None:
        self.told[company] = price

    def on_seats(self, players: list[str], priority: str, dealt: Mapping[str, str]) -> None:
        """Who was dealt the lowest card begins; at a table of two the Investor gets the same capital."""
        self.seats = list(players)
        lowest = min(dealt, key=lambda player: dealt[player])
        agree("who begins", lowest, priority)
        self.first_player = priority
        for name in players:
            if name not in self.players:
                self.investor = name
                self.due(BANK, name, self.figures["players"]["2"]["cash"])

    def on_stock_round(self, number: int) -> None:
        self.in_stock_round = True
        self.acting = ""
        self.dealer = ""

    def after(self, player: str) -> list[str]:
        """The others, clockwise."""
        place = self.seats.index(player)
        return [*self.seats[place + 1 :], *self.seats[:place]]

    def on_priority(self, player: str) -> None:
        """The end of a stock round: left of the last to deal sits who begins the next."""
        if self.in_stock_round:
            self.in_stock_round = False
            if self.dealer:
                self.first_player = self.after(self.dealer)[0]
            agree("who begins the next stock round", self.first_player, player)
            self.stock_round_over()

    def stock_round_over(self) -> None:
        """What rises when a stock round is over."""

    def on_operating_round(self, set: int, number: int) -> None:
        """The dearest operates first; the order stands for the round."""
        self.queue = self.market.in_order(company for company in self.markers if company in self.floated)

    def on_turn(self, company: str, president: str) -> None:
        self.appoint()
        agree(f"who leads {company}", self.presidents[company], president)
        agree(f"{company} operates", True, company in self.floated)
        while self.queue[0] not in self.floated:  # closed since
            self.queue.pop(0)
        agree("the next railway", self.queue.pop(0), company)
        self.acting = company
        self.earned.pop(company, None)

    def on_ending(self, reason: str) -> None:
        """A title knows how games end."""

    # -- stock rounds -----------------------------------------------------------------------------

    def on_founds(self, player: str, company: str, price: int) -> None:
        self.found(player, company, price, self.certificates[company][0])

    def found(self, player: str, company: str, price: int, paid_for: int) -> None:
        """The director's certificate is paid into the treasury, the others go onto the charter."""
        self.dealer = player
        self.newly.add(company)
        self.set_price(company, price)
        size = self.certificates[company][0]
        self.due(player, company, paid_for // 10 * price)
        self.hand_over(company, OFFER, company, self.paper[company][OFFER])
        self.hand_over(company, company, player, size)
        self.presidents[company] = player
        if player == self.investor:  # half of its company at once
            self.due(player, company, (HALF - size) // 10 * price)
            self.hand_over(company, company, player, HALF - size)
        self.float_if_due(company)

    def set_price(self, company: str, price: int) -> None:
        """Where the marker of a new company goes: to the coloured field of this price."""
        spots = [s for s, mark in self.market.marks.items() if "p" in mark and self.market.prices[s] == price]
        self.market.place(company, spots[0])

    def float_if_due(self, company: str) -> None:
        if sum(self.paper[company][holder] for holder in self.seats) >= HALF:
            self.floated.add(company)

    def on_floats(self, company: str) -> None:
        agree(f"{company} floats", True, company in self.floated)

    def on_buys(self, player: str, percent: int, company: str, source: str, price: int) -> None:
        self.purchase(player, percent, company, source)

    def on_trades_up(self, player: str, percent: int, company: str, source: str, price: int) -> None:
        """A certificate of 10 % is part of the payment and goes where the bigger one came from."""
        self.hand_over(company, player, company if source == "company" else POOL, 10)
        self.purchase(player, percent, company, source, part=10)

    def purchase(self, player: str, percent: int, company: str, source: str, part: int = 0) -> None:
        """At the current price, to the company for its own paper, to the bank for the pool's; part of it is paid for
        with something else.
        """
        place = company if source == "company" else POOL
        cost = (percent - part) // 10 * self.market.price(company)
        self.due(player, company if source == "company" else BANK, cost)
        self.hand_over(company, place, player, percent)
        self.dealer = player
        self.float_if_due(company)

    def on_sells(self, player: str, percent: int, company: str, price: int) -> None:
        """Paid at the price of before."""
        self.appoint()
        if self.in_stock_round:
            self.dealer = player
        for purchase, missing in self.need.items():
            self.sold_in_need(purchase, missing, player, percent, company)
        self.due(BANK, player, percent // 10 * self.price_of_sale(player, company))
        falls = self.sale_moves(player, company)
        self.hand_over(company, player, POOL, percent)
        if falls:
            self.fall_by_player(company, percent // 10)

    def price_of_sale(self, player: str, company: str) -> int:
        return self.market.price(company)

    def sale_moves(self, player: str, company: str) -> bool:
        return True

    def fall_by_player(self, company: str, shares: int) -> None:
        raise NotImplementedError

    def fall_by_company(self, company: str, shares: int) -> None:
        raise NotImplementedError

    def appoint(self) -> None:
        """Directors are those who must be."""
        for company in self.presidents:
            self.presidents[company] = self.rightful(company)

    def rightful(self, company: str) -> str:
        """The director stays until somebody holds more; among equals the next clockwise."""
        best = self.presidents[company]
        holds = self.paper[company]
        for other in self.after(best):
            if holds[other] > holds[best]:
                best = other
        return best

    def on_president(self, company: str, player: str, before: str) -> None:
        """Told before the paper has moved; who directs is worked out after the action."""
        agree("who was president", self.presidents[company], before)

    # -- own certificates -------------------------------------------------------------------------

    def on_issues(self, company: str, shares: int, price: int) -> None:
        """The bank pays the price of before; then it falls."""
        self.due(BANK, company, shares * self.market.price(company))
        if company in self.need:
            self.issued_in_need(company, shares)
        self.hand_over(company, company, POOL, 10 * shares)
        self.fall_by_company(company, shares)

    def on_redeems(self, company: str, shares: int, price: int) -> None:
        self.due(company, BANK, shares * self.market.price(company))
        self.hand_over(company, POOL, company, 10 * shares)

    # -- building ---------------------------------------------------------------------------------

    def on_lays(self, company: str, tile: str, turn: int, hex: str, cost: int) -> None:
        self.due(company, BANK, self.network.lay(hex, tile))

    def on_station(self, company: str, hex: str, stop: int, role: str) -> None:
        self.network.homes(company, hex)
        self.due(company, BANK, self.station_cost(company, hex, role))

    def station_cost(self, company: str, hex: str, role: str) -> int:
        return int(self.markers[company][role])

    def on_links(self, company: str, hex: str, value: int, cost: int) -> None:
        """30 marks; the first coal link of the KWE is free."""
        agree(f"the link of {hex}", self.network.link(hex), value)
        free = cost == 0 and self.frees_link(company, hex, value)
        self.due(company, BANK, 0 if free else LINK)
        self.link_made(company, value)

    def frees_link(self, company: str, hex: str, value: int) -> bool:
        coal = self.network.hexes[hex]["site"] == "coal"
        has = self.charters()[company].get("free_link", False) and not self.free_link.get(company)
        self.free_link[company] = True
        return bool(has and coal and value == 10)

    def link_made(self, company: str, value: int) -> None:
        raise NotImplementedError

    # -- income -----------------------------------------------------------------------------------

    def on_runs(self, company: str, runs: str, income: int) -> None:
        """Trains on their last run leave the game with it."""
        ours = self.network.income(company, runs, late=self.phase >= "5")
        self.running = runs
        self.declared.append((company, ours, income))
        self.earned[company] = income

    running = ""  # the runs of the railway that operates

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
        self.move_train(kind, source, company)
        self.settle_need(company)
        self.due(company, BANK if of_the_bank else source, price)
        if source == DEPOT:
            self.left_depot(kind)

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

    # -- forced purchases -------------------------------------------------------------------------

    def on_forced_purchase(self, company: str, player: str, train: str, price: int) -> None:
        agree(f"who leads {company}", self.presidents[company], player)
        self.need[company] = price - self.cash[company]
        self.needed[company] = price

    def issued_in_need(self, company: str, shares: int) -> None:
        """Own paper is sold first, no more of it than needed; the Investor's companies sell all."""
        price = self.market.price(company)
        if self.presidents[company] != self.investor:
            self.no_more_than_needed(company, shares, price, self.need[company])
        self.need[company] -= shares * price

    def no_more_than_needed(self, company: str, shares: int, price: int, need: int) -> None:
        single = set(self.certificates[company][1:]) == {10}
        less = shares - (1 if single else 2)  # a certificate of 20 % may bring more than is needed
        if less * price >= need:
            raise Disagreement(f"{shares} shares of {company} at {price} are sold for {need}")

    def sold_in_need(self, company: str, need: int, player: str, percent: int, sold: str) -> None:
        """A director sells paper of this company only, when his cash does not do; without losing the post."""
        agree("who sells in need", self.presidents[company], player)
        if player != self.investor:
            agree("what is sold in need", company, sold)
            gap = need - self.cash[player]
            self.no_more_than_needed(company, percent // 10, self.market.price(company), gap)

    def on_loan(self, player: str, amount: int) -> None:
        """The bank lends what is missing when all else is spent: to a player, or to the Investor's company."""
        (company,) = self.need
        director = self.presidents[company]
        if director == self.investor:  # which has given all its money before
            agree("who borrows", company, player)
            agree("what the Investor has", 0, self.cash[director])
            agree("the loan", self.needed[company] - self.cash[company], amount)
            self.need[company] -= amount
        else:
            agree("who borrows", director, player)
            agree("the loan", self.need[company] - self.cash[director], amount)
        self.lent(player, amount)

    def lent(self, player: str, amount: int) -> None:
        self.loans[player] += amount
        self.due(BANK, player, amount)

    def settle_need(self, company: str) -> None:
        """The director pays the rest."""
        missing = self.need.pop(company, 0)
        if missing > 0:
            if self.presidents[company] != self.investor:
                agree(f"own paper of {company} is sold first", 0, self.paper[company][company])
            self.due(self.presidents[company], company, missing)

    def on_repays(self, company: str, amount: int, left: int) -> None:
        """The Investor's company repays from the income of its turn."""
        agree("what is repaid", min(self.loans[company], self.kept), amount)
        self.loans[company] -= amount
        agree("what is still owed", self.loans[company], left)
        self.due(company, BANK, amount)

    kept = 0  # the income that was kept last

    # -- agreeing ---------------------------------------------------------------------------------

    def worth(self, player: str) -> int:
        """Loans count twice."""
        return super().worth(player) - 2 * self.loans[player]

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
