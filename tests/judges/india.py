"""The judge of 1853. It hears all events, also those told to one player only: contracts are secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, Disagreement, agree
from tests.judges.india_track import Track
from tests.judges.india_trains import PHASES, TrainBooks
from tests.judges.market import LEFT, RIGHT
from tests.judges.railway import DEPOT, POOL


class Judge(TrainBooks):
    # managers and unpaid shares are worked out from what caused them, and compared with what is shown
    silent: ClassVar[frozenset[str]] = frozenset(
        {"asks", "agrees", "passes", "manager", "unpaid", "points-out", "ending"}
    )

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        options = view["options"]  # without its notes of 500 a bank of any size has 7,500
        self.cash[BANK] = 7500 if options["short"] else options["bank"]
        self.track = Track(data, self.figures)
        self.cities = self.read("contracts")["cities"]
        self.loans: dict[str, int] = {}
        self.contracts: dict[str, list[str]] = {player: [] for player in self.players}
        self.taken: Counter[tuple[str, str]] = Counter()  # shares of contracts, until all are paid for
        self.complete: list[str] = []
        self.fulfilled: set[str] = set()
        self.options: dict[str, int] = {}
        self.premium: Counter[str] = Counter()  # hexes whose premium is still to come in this turn
        self.tiles_of_turn = 0
        self.offer: tuple[str, int] = ("", 0)
        self.bought: Counter[str] = Counter()  # stations beyond the homes
        self.ran: dict[str, list[tuple[int, int]]] = {}
        self.over = ""

    # -- loans and contracts ----------------------------------------------------------------------

    def on_writes_loan(self, player: str, loan: int) -> None:
        self.loans[player] = loan

    def on_loans(self, loans: Mapping[str, int], elephant: str) -> None:
        """The highest loan sits first and has the elephant; among equals the lot decides."""
        agree("the loans", self.loans, dict(loans))
        agree("the seats", sorted(loans.values(), reverse=True), list(loans.values()))
        agree("the elephant", next(iter(loans)), elephant)
        self.elephant, self.order = elephant, list(loans)
        for player, loan in loans.items():
            self.due(player, f"loan:{player}", loan)

    def on_names(self, player: str, city: str, company: str) -> None:
        if company not in self.cities[city]["companies"]:
            raise Disagreement(f"{city} gives no share of {company}")
        self.contracts[player].append(city)
        if sum(self.cities[name]["value"] for name in self.contracts[player]) > self.loans[player]:
            raise Disagreement(f"the loan of {player} does not cover {self.contracts[player]}")

    def on_takes_share(self, player: str, company: str) -> None:
        self.get(player, company, "offer")
        self.taken[player, company] += 1
        self.drawn.add(company)

    def on_bid_complete(self, player: str) -> None:
        """When all are complete everybody pays, company 1 first, as far as the money goes (2.7)."""
        self.complete.append(player)
        if len(self.complete) < len(self.players):
            return
        self.unpaid.update(self.taken)
        for buyer in self.order:
            purse = self.cash[buyer]
            for company in self.companies:
                while self.unpaid[buyer, company] and purse >= self.issue_price(company):
                    purse -= self.issue_price(company)
                    self.unpaid[buyer, company] -= 1
                    self.due(buyer, BANK, self.issue_price(company))
                if self.unpaid[buyer, company]:
                    break

    def on_fulfils(self, player: str, cities: list[str], loan: int) -> None:
        agree(f"the contract of {player}", self.contracts[player], cities)
        agree(f"the loan of {player}", self.loans[player], loan)
        self.fulfilled.add(player)
        self.due(f"loan:{player}", player, loan)

    def check_contracts(self) -> None:
        """Whose cities are all joined has got the loan back, at once; nobody else has."""
        joined = self.track.joined()
        done = {
            player
            for player, cities in self.contracts.items()
            if player in self.fulfilled or joined(self.cities[city]["hex"] for city in cities)
        }
        agree("contracts fulfilled", done, self.fulfilled)

    # -- share rounds -----------------------------------------------------------------------------

    def on_stock_round(self, number: int) -> None:
        if number > 1:
            agree("operating rounds", self.rounds_due, self.rounds_done)
        self.not_over_by_bank()
        self.share_round = number
        self.sold.clear()
        for company in self.companies:
            if number == 1:
                self.start_if_due(company)

    def on_opens(self, company: str) -> None:
        agree(f"{company} opens", True, company in self.opened)

    def on_elephant(self, player: str) -> None:
        """Left of the last buyer, or sold; with the first share round's end its companies start."""
        buyer, price = self.offer
        if buyer == player:
            self.due(player, self.elephant, price)
        elif self.last_buyer:
            at = self.order.index(self.last_buyer)
            agree("the elephant", self.order[(at + 1) % len(self.order)], player)
        else:
            agree("the elephant", self.elephant, player)
        self.elephant, self.offer, self.last_buyer = player, ("", 0), ""
        if self.share_round == 1 and self.opened:
            self.first_round_ends()

    last_buyer = ""

    def on_buys(self, player: str, percent: int, company: str, source: str, price: int) -> None:
        super().on_buys(player, percent, company, source, price)
        self.last_buyer = player

    def first_round_ends(self) -> None:
        """BBCI is large if its director's contract has Ajmer and Bombay (2.6); small ones bring trains (2.8.4)."""
        opened, self.opened = self.opened, []
        for company in self.companies:
            if company in opened:
                self.start(company)
        chief = self.directors.get("BBCI")
        if chief and {"Ajmer", "Bombay"} <= set(self.contracts[chief]):
            self.large.add("BBCI")
        if any(company not in self.large for company in self.founded):
            self.trains[DEPOT].update({"2": 1, "2M": 1, "3M": 1})
            self.small_trains = True

    def on_shows(self, player: str, cities: list[str]) -> None:
        agree("who leads BBCI", self.directors["BBCI"], player)

    def on_founded(self, company: str, price: int, large: bool) -> None:
        agree(f"{company} starts", True, company in self.founded)
        agree(f"the first price of {company}", self.issue_price(company), price)
        agree(f"{company} is large", company in self.large, large)

    def on_offers_elephant(self, player: str, buyer: str, price: int) -> None:
        agree("who has the elephant", self.elephant, player)
        self.offer = (buyer, price)

    def on_declines(self, player: str) -> None:
        self.offer = ("", 0)

    # -- operating rounds -------------------------------------------------------------------------

    rounds_due = 0
    acted: tuple[str, ...] = ()  # companies in this round
    income = 0  # of the company on turn

    def on_operating_round(self, set: int, number: int) -> None:
        """One, two or three by the phase at the share round's end; companies without holders follow the elephant."""
        self.not_over_by_bank()
        if number == 1:
            self.rounds_due = (1, 2, 3, 3)[self.phase]
            for company in self.managers:
                self.name_manager(company)
        agree("the number of the operating round", True, number <= self.rounds_due)
        self.acted = ()
        self.rounds_done = number

    def on_another_round(self, player: str) -> None:
        agree("who calls another round", self.elephant, player)
        agree("rounds before", self.rounds_due, self.rounds_done)
        self.rounds_due += 1

    def on_turn(self, company: str, president: str) -> None:
        """From 1 to 8, whatever their prices."""
        waiting = [c for c in self.companies if c in self.founded and c not in self.acted]
        agree("whose turn it is", waiting[0], company)
        self.acted += (company,)
        self.tiles_of_turn = 0
        self.ran, self.income = {}, 0

    def on_option(self, company: str, option: int) -> None:
        self.options[company] = option

    def on_lays(self, company: str, cost: int, **lay: Any) -> None:
        """Table 4 and the fee of option 2; the premium comes when all tiles of the turn lie."""
        price, premium = self.track.lay(company, lay["tile"], lay["turn"], lay["hex"], company in self.large)
        agree(f"the cost of {lay['hex']}", price, cost)
        self.due(company, BANK, price)
        self.tiles_of_turn += 1
        if self.tiles_of_turn == 2 and self.options.get(company) == 2:
            self.due(company, BANK, 50 if company == "EIR" else 20)
        if premium:
            self.premium[lay["hex"]] = premium
        self.track_changed = True

    track_changed = False

    def on_premium(self, company: str, hex: str, amount: int) -> None:
        agree(f"the premium of {hex}", self.premium.pop(hex), amount)
        self.due(BANK, company, amount)

    def on_station(self, company: str, role: str, **where: Any) -> None:
        """Homes are free, the next costs 40, the others 100 each."""
        hex = where["hex"]
        self.track.mark(company, hex)
        free = [token["hex"] for token in self.companies[company]["tokens"] if token["role"] == "home"]
        if company == "BBCI" and company in self.large:
            free.append("M9")
        if hex not in free:
            self.bought[company] += 1
            self.due(company, BANK, 40 if self.bought[company] == 1 else 100)

    def on_runs(self, company: str, runs: str, income: int) -> None:
        self.ran = self.track.earned(company, runs)
        self.income = sum(all for ran in self.ran.values() for all, _ in ran)
        agree(f"what {company} earns", self.income, income)

    def on_earns_nothing(self, company: str) -> None:
        agree(f"what {company} has run", self.income, 0)
        super().on_earns_nothing(company)

    def on_withholds(self, company: str, income: int) -> None:
        agree(f"what {company} has run", self.income, income)
        super().on_withholds(company, income)

    def on_mail(self, company: str, train: str, value: int) -> None:
        """One train earns its ends once more, for the treasury."""
        if value not in [ends for _, ends in self.ran[train]]:
            raise Disagreement(f"mail by {train} brings one of {self.ran[train]}, not {value}")
        self.due(BANK, company, value)

    def on_pays(self, company: str, income: int) -> None:
        """A tenth for each share that a player has paid for; up one field, or as often as the price goes into it."""
        agree(f"a director pays for {company}", True, bool(self.directors[company]))
        agree(f"what {company} has run", self.income, income)
        for player in self.players:
            paid = self.shares(player, company) - self.unpaid[player, company]
            self.due(BANK, player, income * paid // 10)
        self.move_price(company, RIGHT, min(5, max(1, income // self.market.price(company))))

    def left(self, company: str) -> None:
        """Down if the pool has shares."""
        if self.paper[company][POOL]:
            self.move_price(company, LEFT, 1)

    def move_price(self, company: str, way: tuple[int, int], fields: int) -> None:
        before = self.market.price(company)
        for _ in range(fields):
            self.market.step(company, way)
        if self.market.price(company) != before:
            self.to_tell["price", company, str(before), str(self.market.price(company))] += 1

    def on_price(self, company: str, before: int, price: int) -> None:
        self.is_told("price", company, str(before), str(price))

    def on_director(self, company: str, player: str, before: str) -> None:
        agree(f"who leads {company}", self.directors[company], player)

    # -- ends -------------------------------------------------------------------------------------

    def not_over_by_bank(self) -> None:
        if self.cash[BANK] <= 0:
            raise Disagreement("the bank is empty: there is no further round")

    def on_over(self, reason: str) -> None:
        self.over = reason
        for company in self.managers:  # the game may end with a share round, when the elephant has gone on
            self.name_manager(company)
        if reason == "bank":
            agree("the bank is empty", True, self.was_empty)

    was_empty = False

    def on_money(self, src: str, dst: str, amount: int, why: str) -> None:
        super().on_money(src, dst, amount, why)
        self.was_empty = self.was_empty or self.cash[BANK] <= 0

    # -- agreeing ---------------------------------------------------------------------------------

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        shown = view["position"]
        self.presidents = {c: self.directors[c] or self.managers[c] for c in self.founded}
        super().check(view, scores)
        self.check_paper(shown)
        if self.track_changed:
            self.check_contracts()
            self.track_changed = False
        agree("contracts fulfilled", self.fulfilled, set(shown["fulfilled"]))
        if self.elephant:
            agree("the elephant", self.elephant, shown["elephant"])
            agree("the loans", self.loans, shown["loans"])
            agree("the seats", self.order, shown["seats"])
        agree("the phase", PHASES[self.phase], shown["phase"])
        agree("large companies", self.large, set(shown["large"]))
        agree("tile options", self.options, shown["tile_options"])
        agree("loco tokens", self.locos - self.large, set(shown["loco_tokens"]))
        agree("debts", {c: self.printed[side] for c, side in self.debts.items()}, shown["debts"])
        agree("the depot", self.owned(DEPOT), Counter(shown["depot"]))
        agree("the tiles", self.track.laid, shown["board"]["tiles"])
        agree("tiles left", +self.track.supply, +Counter(shown["supply"]))
        agree("the markers", self.marked_hexes(), self.shown_markers(shown["board"]))
        top = max(self.market.prices.values())
        at_the_top = top in map(self.market.price, self.founded)  # the reason given is the first there was
        agree("a price of 400 ends the game", True, not at_the_top or bool(self.over))

    def marked_hexes(self) -> Counter[tuple[str, str]]:
        return Counter((hex, company) for hex, here in self.track.markers.items() for company in here)

    @staticmethod
    def shown_markers(board: Mapping[str, Any]) -> Counter[tuple[str, str]]:
        out: Counter[tuple[str, str]] = Counter()
        for where in ("tokens", "waiting"):
            for place, companies in board[where].items():
                out.update((place.partition(".")[0], company) for company in companies if company)
        return out

    def cards(self, trains: Any) -> Counter[str]:
        return Counter(trains)
