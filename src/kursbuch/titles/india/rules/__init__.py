"""The rules of 1853: kernel steps with their policies, and the steps that are its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core import BANK, Chance, Frame, Rules, made_once
from kursbuch.core.rules import Choice
from kursbuch.rail import report
from kursbuch.rail.rounds import CompanyTurn, Cycle, OperatingRound, SetFrame, TurnStep
from kursbuch.rail.state import OFFER
from kursbuch.rail.steps.dividend import PayOut
from kursbuch.rail.steps.run import RunTrains
from kursbuch.rail.steps.station import BuildStation
from kursbuch.rail.steps.trains import Consent, Discards
from kursbuch.titles.india.rules import income, run, stations
from kursbuch.titles.india.rules.area import why_not_run
from kursbuch.titles.india.rules.citations import CITATIONS
from kursbuch.titles.india.rules.contracts import Contracts, Loans
from kursbuch.titles.india.rules.credit import PayCredit, SettleDebt, can_pay_credit, debt, forget_debts
from kursbuch.titles.india.rules.elephant import AnotherRound, ElephantSale, ElephantStays
from kursbuch.titles.india.rules.holding import director, issued, shares
from kursbuch.titles.india.rules.lay import LayTiles, TileOption
from kursbuch.titles.india.rules.limits import limits_of, paper_worth
from kursbuch.titles.india.rules.parts import box
from kursbuch.titles.india.rules.secrets import SealedLoans, SecretContracts
from kursbuch.titles.india.rules.state import StateIndia, loan_purse
from kursbuch.titles.india.rules.stock import ShareRound, deals_within
from kursbuch.titles.india.rules.told import GLOSSARY, TOLD
from kursbuch.titles.india.rules.trains import MARKET, BuyTrains

MANY = 99  # stations in a turn: the book sets no limit, markers and money do


def waits_for_payment(s: StateIndia, step: TurnStep, company: str) -> bool:
    """Where a company pays for things it is asked while its train on credit could be paid for first."""
    return isinstance(step, LayTiles | BuildStation | BuyTrains) and can_pay_credit(s, company)


class RulesIndia(Rules[StateIndia]):
    """1853 for one number of players and set of options."""

    citations = CITATIONS
    told = TOLD
    glossary = GLOSSARY
    secrets = (SealedLoans(), SecretContracts())

    def __init__(self, players: int, options: Mapping[str, Choice]) -> None:
        self.box = box(
            int(options["bank"]),
            bool(options["short"]),
            int(options["loan_step"]),
            bool(options["extra_upgrades"]),
        )
        self.entities = tuple(self.box.companies)
        self.limits = limits_of(self.box, players)
        self.deals = deals_within(self.limits)
        one_station = options["stations"] == "one a turn"
        turn = CompanyTurn(
            order=(
                TileOption(),
                LayTiles(),
                BuildStation(
                    limit=1 if one_station else MANY, barred=stations.why_not_here, built=stations.built
                ),
                RunTrains(may_stay=True, best=run.best, barred=why_not_run, ran=run.ran),
                run.MailTrain(),
                PayOut(income.split, income.paid, income.kept, barred=income.why_no_payout),
                BuyTrains(),
            ),
            anytime=(PayCredit(),),
            waits=waits_for_payment,
        )
        self.stages = {
            "loans": Loans(),
            "contracts": Contracts(),
            "cycle": Cycle(over=lambda s, f: bool(s.ending), encore="another round"),
            "stock": ShareRound(self.deals, turn),
            "elephant": ElephantSale(),
            "elephant stays": ElephantStays(),
            "debt": SettleDebt(),
            "operating": OperatingRound(order=lambda s: s.box.companies),  # 1 to 8 (1853-4-1)
            "turn": turn,
            "consent": Consent(MARKET),
            "discards": Discards(given=lambda s, company, card: forget_debts(s, company)),
            "another round": AnotherRound(),
        }

    # -- set-up (1853 §2) -------------------------------------------------------------------------

    def start(self, players: Sequence[str], chance: Chance) -> StateIndia:
        """Capital out of the bank, all shares with the bank; first come the contracts (1853-2.5.1-1)."""
        s = StateIndia(players, chance, self.box)
        for player in players:
            s.cash[loan_purse(player)] = 0
            s.transfer(BANK, player, self.box.starts[len(players)].cash, "starting capital")
        for id, company in self.box.companies.items():
            s.shares[id] = (OFFER,) * len(company.certificates)
        s.push(SetFrame("cycle"))
        s.push(Frame("loans"))
        return s

    # -- the end (1853 §5) ------------------------------------------------------------------------

    def scores(self, s: StateIndia) -> dict[str, int]:
        """Cash and shares at their price; a contract not fulfilled is lost (1853 §5.2)."""
        return {
            player: s.cash[player] + sum(paper_worth(s, player, company) for company in s.box.companies)
            for player in s.players
        }

    # -- what can be seen -------------------------------------------------------------------------

    def view(self, s: StateIndia, player: str | None) -> dict[str, Any]:
        sealed = SealedLoans.sealed(s)
        return {
            **report.position(s),
            "priority": "" if sealed else s.priority,
            "elephant": "" if sealed else s.priority,
            "loans": {} if sealed else {p: s.loans[p] for p in s.players if p in s.loans},
            "own_loan": s.loans.get(player or "", None),
            "own_contract": list(s.contracts.get(player or "", ())),
            "shown_contracts": {p: list(cities) for p, cities in s.shown.items()},
            "fulfilled": [p for p in s.players if p in s.fulfilled],
            "contract_shares": _by_player(s.contract_shares),
            "unpaid": _by_player(s.unpaid),
            "drawn_on": [c for c in s.box.companies if c in s.drawn],
            "in_operation": [c for c in s.box.companies if c in s.opened or c in s.founded],
            "issued": {c: issued(s, c) for c in s.box.companies},
            "large": [c for c in s.box.companies if c in s.large],
            "tile_options": dict(s.options),
            "loco_tokens": [c for c in s.box.companies if c in s.locos and not s.is_large(c)],
            "debts": {c: debt(s, c) for c in s.founded if debt(s, c)},
            "directors": {c: director(s, c) for c in s.founded},
            "managers": {c: m for c, m in s.managers.items() if c in s.founded},
            "holders": {c: list(names) for c, names in s.holders.items()},
        }

    def audit(self, s: StateIndia) -> None:
        report.audit(s)
        for company in s.box.companies:
            held = {p for p in s.players if shares(s, p, company)}
            assert held == set(s.holders[company]), f"holders of {company}"
            assert company not in s.founded or director(s, company) or company in s.managers, (
                f"lead of {company}"
            )
        for (player, company), count in s.unpaid.items():
            assert 0 < count <= shares(s, player, company), f"unpaid shares of {player}"
        for player in s.players:
            lent = 0 if player in s.fulfilled or s.top.stage == "loans" else s.loans.get(player, 0)
            assert s.cash[loan_purse(player)] == lent, f"loan of {player}"


def _by_player(counts: Mapping[tuple[str, str], int]) -> dict[str, dict[str, int]]:
    out: dict[str, dict[str, int]] = {}
    for (player, company), count in counts.items():
        if count:
            out.setdefault(player, {})[company] = count
    return out


@made_once
def compose(players: int, options: Mapping[str, Choice]) -> RulesIndia:
    """The rules for a table."""
    return RulesIndia(players, options)
