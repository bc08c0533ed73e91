"""What may be done in 1853 with contracts, shares and trains, told once more: from the position and what the players
did in the round, with figures of its own and nothing of the engine's rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

NOMINAL = {
    "EIR": 100,
    "GIP": 96,
    "NWR": 92,
    "BNR": 88,
    "BBCI": 84,
    "MSM": 80,
    "SIR": 75,
    "ECR": 70,
}
HOLDING = {3: 6, 4: 6, 5: 5, 6: 4}
CERTIFICATES = {3: 21, 4: 16, 5: 13, 6: 11}
OPENS = {3: 6, 4: 5, 5: 5, 6: 4}
CITIES = {3: (4, 6), 4: (3, 6), 5: (3, 5), 6: (3, 4)}
VALUES = {"Calcutta": 50, "Bombay": 40, "Delhi": 40, "Madras": 30, "Waltair": 30}
GANGES = {"Cawnpore", "Lucknow", "Allahabad", "Benares", "Patna"}
PRICES = {"2": 300, "3": 440, "4": 620, "5": 830, "6": 1050, "1M": 180, "2M": 250, "3M": 430, "4M": 590}
TRAIN_LIMIT = {"2": 4, "3": 4, "4": 3, "5": 2}
NEXT_METRE = {"2": "2M", "3": "3M", "4": "4M"}


def shares(s: Any, owner: str, company: str) -> int:
    """The first certificate is the director's, of two shares, unless it is changed and out of the game."""
    owners = s.shares[company]
    return sum(1 + (n == 0) for n, holder in enumerate(owners) if holder == owner)


def director(s: Any, company: str) -> str:
    owner: str = s.shares[company][0]
    return owner if owner in s.players else ""


# -- contracts ------------------------------------------------------------------------------------


def naming(s: Any, player: str) -> set[str]:
    """The cities that may be named, and whether the bid may be complete (1853 §2.5)."""
    fewest, most = CITIES[len(s.players)]
    named = s.contracts.get(player, ())
    left = s.loans[player] - _worth(named)
    out: set[str] = set()
    for name, city in s.box.cities.items():
        after = (*named, name)
        fits = name not in named and len(after) <= most and _worth((name,)) <= left
        if fits and _valley(after)[1] <= 2 and _can_end(s, player, after):
            given = [company for company in city.companies if _gives(s, player, company)]
            out.update(f"{player} names {name} for {company}" for company in given)
    enough = _is_bid(named, fewest, most) and (len(named) == most or left < 40)
    return out | {f"{player} passes"} if enough or not out else out


def _worth(cities: tuple[str, ...]) -> int:
    return sum(VALUES.get(name, 20) for name in cities)


def _valley(cities: tuple[str, ...]) -> tuple[int, int]:
    five = len(GANGES.intersection(cities))
    return five, five + ("Calcutta" in cities)


def _is_bid(cities: tuple[str, ...], fewest: int, most: int) -> bool:
    five, with_calcutta = _valley(cities)
    return fewest <= len(cities) <= most and with_calcutta <= 2 and (len(cities) > 3 or five <= 1)


def _gives(s: Any, player: str, company: str) -> bool:
    return shares(s, "offer", company) > 0 and shares(s, player, company) < HOLDING[len(s.players)]


def _can_end(s: Any, player: str, cities: tuple[str, ...]) -> bool:
    """Whether some further cities make a bid of these that the loan pays for."""
    fewest, most = CITIES[len(s.players)]
    money = s.loans[player] - _worth(cities)
    free = [
        name
        for name, city in s.box.cities.items()
        if name not in cities and any(_gives(s, player, company) for company in city.companies)
    ]
    return any(
        _worth(more) <= money and _is_bid((*cities, *more), fewest, most)
        for number in range(max(0, 4 - len(cities)) + 1)
        for more in combinations(free, number)
    )


# -- share rounds ---------------------------------------------------------------------------------


class ShareRounds:
    """What players did in the share round that counts later in it."""

    def __init__(self) -> None:
        self.round = 0
        self.second_group = False
        self.drawn: set[str] = set()
        self.contract: dict[tuple[str, str], int] = {}

    def begins(self, s: Any) -> None:
        """Before each decision: a round, or the turn of a player, may have begun."""
        if s.stock_round != self.round:
            self.round = s.stock_round
            self.sold: set[tuple[str, str]] = set()
            self.founded: set[str] = set()
            self.turns, self.on_turn, self.bought = 0, "", ""
            self.first_turn: dict[tuple[str, str], int] = {}
            if self.round == 1:
                self.contract = {held: n for held, n in s.contract_shares.items() if n}
                self.drawn = {company for _, company in self.contract}
            self.opened = {c for c in NOMINAL if self._issued(s, c)}
        player = s.top.player
        if player != self.on_turn:
            self.turns, self.on_turn, self.bought = self.turns + 1, player, ""
            for company in self.opened:
                self.first_turn.setdefault((player, company), self.turns)
        self.second_group |= not any(self._to_issue(s, c) for c in self.drawn)

    @staticmethod
    def _to_issue(s: Any, company: str) -> int:
        """The shares the bank still has, without a certificate that waits for a director beside a manager."""
        waits = company in s.founded and s.shares[company][0] == "offer"
        return shares(s, "offer", company) - 2 * waits

    @staticmethod
    def _issued(s: Any, company: str) -> bool:
        return 10 - shares(s, "offer", company) >= OPENS[len(s.players)]

    def done(self, s: Any, action: str) -> None:
        """After each decision of a player on turn."""
        player, verb, *rest = action.split()
        if verb == "sells":
            company = rest[1]
            self.sold.add((player, company))
            if self.round == 1:  # in operation contract shares alone are sold, before it others first
                left = self.contract.get((player, company), 0)
                gone = left - int(rest[0]) // 10 if company in self.opened else shares(s, player, company)
                self.contract[player, company] = min(left, gone)
        elif verb == "buys":
            self.bought = rest[1]
            if self._issued(s, self.bought) and self.bought not in self.opened:
                self.opened.add(self.bought)
                self.founded.add(self.bought)
        elif verb == "passes":
            self.on_turn = ""

    def legal(self, s: Any) -> set[str]:
        player = self.on_turn
        sales = [(c, n) for c in NOMINAL for n in range(1, shares(s, player, c) + 1) if self._sells(s, c, n)]
        out = {f"{player} sells {10 * n} {company}" for company, n in sales}
        unpaid = {company: n for (owner, company), n in s.unpaid.items() if owner == player and n}
        for company, n in unpaid.items():
            payable = [k for k in range(1, n + 1) if k * NOMINAL[company] <= s.cash[player]]
            out.update(f"{player} pays up {k} {company}" for k in payable)
        if any(self._relieves(s, company, n) for company, n in sales):
            return out
        if not self.bought and not unpaid:
            out.update(self._purchases(s, player))
        return out | {f"{player} passes"}

    def _sells(self, s: Any, company: str, n: int) -> bool:
        player = self.on_turn
        if n > shares(s, player, company) - s.unpaid.get((player, company), 0) or company == self.bought:
            return False
        if self.round == 1 and company in self.opened:
            first = self.first_turn.get((player, company)) == self.turns
            return first and n <= self.contract.get((player, company), 0)
        return company not in self.founded

    def _purchases(self, s: Any, player: str) -> set[str]:
        out = set()
        for company, nominal in NOMINAL.items():
            if (player, company) in self.sold or not self._has_room(s, player, company):
                continue
            market = s.price(company) if company in s.founded else nominal
            offered = company in self.drawn or self.second_group
            if offered and shares(s, "offer", company) and s.cash[player] >= nominal:
                out.add(f"{player} buys 10 {company} from offer")
            if shares(s, "pool", company) and s.cash[player] >= market:
                out.add(f"{player} buys 10 {company} from pool")
        return out

    def _has_room(self, s: Any, player: str, company: str) -> bool:
        if self._free(s, company):
            return True
        players = len(s.players)
        few = shares(s, player, company) < HOLDING[players]
        return few and self._certificates(s, player) < CERTIFICATES[players]

    @staticmethod
    def _free(s: Any, company: str) -> bool:
        """At 40 or less shares count towards no limit."""
        return company in s.founded and s.price(company) <= 40

    def _certificates(self, s: Any, player: str) -> int:
        counting = [company for company in NOMINAL if not self._free(s, company)]
        return sum(shares(s, player, c) - (director(s, c) == player) for c in counting)

    def _relieves(self, s: Any, company: str, n: int) -> bool:
        """Whether the player on turn has too much, and less after such a sale."""
        player, players = self.on_turn, len(s.players)
        if self._free(s, company):
            return False
        held = shares(s, player, company)
        if held > HOLDING[players]:
            return True
        if self._certificates(s, player) <= CERTIFICATES[players]:
            return False
        leads, left = director(s, company) == player, held - n
        rivals = [shares(s, other, company) for other in s.players if other != player]
        stays = leads and left >= 2 and max(rivals) <= left
        return (held - leads) - (left - stays) > 0


# -- trains ---------------------------------------------------------------------------------------


def trains(s: Any) -> set[str]:
    """What a company may do at the end of its turn, before anything was declined (1853 §3.4, §4.8)."""
    company: str = s.top.company
    owed, out = _debt(s, company), {f"{company} passes"}
    if owed:
        return out | ({f"{company} pays for the train on credit"} if s.cash[company] >= owed else set())
    if len(s.trains.get(company, ())) >= TRAIN_LIMIT[s.phase.id]:
        return out
    new = [(kind, side) for kind in _new(s) for side in _sides(s, kind) if _allowed(s, company, side)]
    early = NEXT_METRE[s.phase.id] if _has_token(s, company) else ""
    chief = director(s, company)
    purse = s.cash[company] + (s.cash[chief] if chief else 0)
    out |= {
        f"{company} buys train {k} as {side} from depot for {PRICES[side]}"
        for k, side in new
        if PRICES[side] <= purse
    }
    out |= {f"{company} buys train {used}" for used in _used(s, company, purse)}
    if early and PRICES[early] <= purse:
        out.add(f"{company} hands in its token for train {early}")
    if not chief and not s.trains.get(company):
        wanted = [*new, (early, early)] if early else new
        dear = [(kind, side) for kind, side in wanted if s.cash[company] < PRICES[side]]
        out |= {f"{company} takes train {kind} as {side} on credit" for kind, side in dear}
    return out


def _used(s: Any, company: str, purse: int) -> Iterator[str]:
    """The trains of the pool at full price; those of other companies for 10 or more, but for one on credit."""
    for source in ("pool", *s.founded):
        if source == company or _debt(s, source):
            continue
        for card in s.trains.get(source, ()):
            side = s.sides[card]
            least = PRICES[side] if source == "pool" else 10
            price = f"{least}" if source == "pool" else f"{least}..{purse}/1"
            if _allowed(s, company, side) and purse >= least:
                yield f"{_kind(card)} as {side} from {source} for {price}"


def _kind(card: str) -> str:
    return card.partition("#")[0]


def _debt(s: Any, company: str) -> int:
    card = s.debts.get(company)
    return PRICES[s.sides[card]] if card in s.trains.get(company, ()) else 0


def _new(s: Any) -> list[str]:
    """New trains on sale: the cheapest of standard gauge, after the first 5 the 6 too; metre ones by phase."""
    depot = {_kind(card) for card in s.trains["depot"]}
    broad = [kind for kind in "23456" if kind in depot]
    kinds = broad if s.phase.id == "5" else broad[:1]
    if s.small_trains and s.phase.id == "2" and _very_first(s):
        kinds = sorted({"2", *kinds})
    metre = [kind for phase, kind in NEXT_METRE.items() if kind in depot and s.phase.id > phase]
    return [*kinds, *metre]


def _very_first(s: Any) -> bool:
    return bool(s.stock_round == 1 and s.operating_round == 1)


def _sides(s: Any, kind: str) -> list[str]:
    return ["2", "1M"] if kind == "2" and s.small_trains else [kind]


def _allowed(s: Any, company: str, side: str) -> bool:
    """Large companies have no 1M, and no metre train in phase 2."""
    return company not in s.large or not (side == "1M" or ("M" in side and s.phase.id == "2"))


def _has_token(s: Any, company: str) -> bool:
    """Whether a loco token serves now: no metre train is to be had, and one of the next phase lies there."""
    sides = [side for kind in _new(s) for side in _sides(s, kind)]
    metre = any("M" in side for side in (*sides, *(s.sides[card] for card in s.trains.get("pool", ()))))
    waits = NEXT_METRE.get(s.phase.id, "") in {_kind(card) for card in s.trains["depot"]}
    return company not in s.large and company in s.locos and not _very_first(s) and not metre and waits
