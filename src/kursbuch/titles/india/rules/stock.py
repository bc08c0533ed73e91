"""Share rounds: any sales, at most one purchase, in either order, until nobody has bought for a round (1853 §3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kursbuch.core import BANK, Action, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Buy, Pass, Sell
from kursbuch.rail.rounds import CompanyTurn, StockFrame, TurnFrame
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import OFFER, POOL
from kursbuch.titles.india.rules.actions import PayUp
from kursbuch.titles.india.rules.credit import check_takeover
from kursbuch.titles.india.rules.elephant import round_ends
from kursbuch.titles.india.rules.founding import check_opening
from kursbuch.titles.india.rules.holding import appoint, director, paid_shares, shares, take_single, to_pool
from kursbuch.titles.india.rules.limits import (
    certificate_limit,
    certificates,
    is_free,
    share_price,
    too_much_of,
)
from kursbuch.titles.india.rules.state import StateIndia


@dataclass(frozen=True, slots=True)
class ShareTurn(StockFrame):
    """A turn of the share round; `opened` are the companies in operation when it began, in the first round."""

    opened: tuple[str, ...] = ()


def turn(s: StateIndia) -> StockFrame:
    return s.frame(StockFrame)


def deal(s: StateIndia, what: Deed) -> None:
    """Note a deal of this turn; the turn goes on."""
    f = turn(s)
    s.swap(replace(f, dealt=(*f.dealt, what)))


# -- selling --------------------------------------------------------------------------------------


class SellShares(Step[StateIndia, Sell]):
    """A player sells shares of one company to the pool."""

    action = Sell

    def candidates(self, s: StateIndia, player: str) -> Iterable[Sell]:
        for company in s.box.companies:
            for count in range(1, shares(s, player, company) + 1):
                yield Sell(player, 10 * count, company)

    def why_not(self, s: StateIndia, player: str, action: Sell) -> Refusal | None:
        company = action.company
        if company not in s.box.companies or action.percent % 10 or action.percent <= 0:
            return refuse("1853-1-2", "Shares are sold in tens of per cent of a company.")
        count = action.percent // 10
        if count > shares(s, player, company):
            return refuse("1853-3.1.1-2", "{player} does not hold so many shares.", player=player)
        if Deed("buy", company) in turn(s).dealt:
            return refuse("1853-3.1.9-2", "{company} was bought in this turn.", company=company)
        if s.stock_round == 1 and (refusal := self._first_round(s, player, company, count)):
            return refusal
        if count > paid_shares(s, player, company):
            return refuse("1853-2.7.4-4", "Unpaid shares are not sold.")
        if s.stock_round > 1 and s.started_in.get(company) == s.stock_round:
            return refuse("1853-3.1.8-2", "{company} was founded in this share round.", company=company)
        return None

    @staticmethod
    def _first_round(s: StateIndia, player: str, company: str, count: int) -> Refusal | None:
        """In operation only contract shares are sold, and at the first opportunity (1853 §2.8.3)."""
        if company not in s.opened:
            return None
        f = turn(s)
        first = isinstance(f, ShareTurn) and company in f.opened and player in s.chances[company]
        contract = s.contract_shares.get((player, company), 0)
        if not contract:
            return refuse("1853-2.8.3-2", "{company} is in operation.", company=company)
        if not first:
            return refuse(
                "1853-2.8.3-3", "This is not the first opportunity after {company} opened.", company=company
            )
        if count > contract:
            return refuse("1853-2.8.3-2", "Only {contract} shares are of the contract.", contract=contract)
        if count > paid_shares(s, player, company):
            return refuse("1853-2.8.3-4", "Unpaid shares are not sold.")
        return None

    def apply(self, s: StateIndia, player: str, action: Sell) -> None:
        company, count = action.company, action.percent // 10
        price = share_price(s, company) - (s.box.first_round_discount if s.stock_round == 1 else 0)
        check_second_group(s)  # a new director may bring shares back to the bank
        s.note("sells", player=player, percent=action.percent, company=company, price=price)
        s.transfer(BANK, player, count * price, "shares sold")
        to_pool(s, player, company, count)
        s.sold |= {(player, company)}
        contract = s.contract_shares.get((player, company), 0)
        if contract:  # in operation these alone are sold; before, the player parts with them last
            left = contract - count if company in s.opened else shares(s, player, company)
            s.contract_shares[player, company] = min(contract, left)
        deal(s, Deed("sell", company))
        check_takeover(s, company)


# -- buying ---------------------------------------------------------------------------------------


def on_sale(s: StateIndia, company: str) -> bool:
    """Companies that no contract drew on wait until all shares of the others are issued, and are on sale for good
    from then on (1853 §3.1.3).
    """
    return company in s.drawn or s.second_group or all(_all_issued(s, c) for c in s.drawn)


def _all_issued(s: StateIndia, company: str) -> bool:
    """The certificate of a company in operation without director may be bought, share by share, but holds nothing
    up: it waits for a director.
    """
    owners = s.shares[company]
    led_by_manager = company in s.founded and not director(s, company)
    return OFFER not in owners[1:] and (owners[0] != OFFER or led_by_manager)


def check_second_group(s: StateIndia) -> None:
    """The last share of the contract companies is issued: the others come into play (1853-3.1.3-3)."""
    if not s.second_group and all(_all_issued(s, c) for c in s.drawn):
        s.second_group = True
        if len(s.drawn) < len(s.box.companies):
            s.note("second-group")


def has_bought(s: StateIndia) -> bool:
    """Whether a share was bought in this turn."""
    return any(what.what == "buy" for what in turn(s).dealt)


def owes(s: StateIndia, player: str) -> bool:
    """Whether a player has shares left unpaid."""
    return any(count for (owner, _), count in s.unpaid.items() if owner == player)


class BuyShare(Step[StateIndia, Buy]):
    """A player buys one share, from the bank at issue price or from the pool at the market price."""

    action = Buy

    def candidates(self, s: StateIndia, player: str) -> Iterable[Buy]:
        if has_bought(s) or owes(s, player):
            return
        for company in s.box.companies:
            if (player, company) in s.sold:
                continue
            for source in (OFFER, POOL):
                if source in s.shares[company] and self.price(s, company, source) <= s.cash[player]:
                    yield Buy(player, 10, company, source)

    def why_not(self, s: StateIndia, player: str, action: Buy) -> Refusal | None:
        company, source = action.company, action.source
        if company not in s.box.companies or action.percent != 10:
            return refuse("1853-2.1-1", "Single shares are bought.")
        if source not in (OFFER, POOL):
            return refuse("1853-3.1.1-2", "Shares are bought of the bank only.")
        if has_bought(s):
            return refuse("1853-3.1.6-1", "Only one share is bought in a turn.")
        if owes(s, player):
            return refuse("1853-2.7.4-1", "{player} has unpaid shares.", player=player)
        if source == OFFER and not on_sale(s, company):
            point = "1853-3.1.3-1" if s.stock_round == 1 else "1853-3.1.3-2"
            return refuse(point, "The shares of the contract companies come first.")
        if source not in s.shares[company]:
            return refuse("1853-3.1.7-1", "No share of {company} lies there.", company=company)
        if (player, company) in s.sold:
            return refuse(
                "1853-3.1.9-1", "{player} has sold {company} in this round.", player=player, company=company
            )
        if must_sell(s, player):
            return refuse("1853-3.2.3-2", "{player} holds too much and must sell.", player=player)
        if not is_free(s, company):
            most = s.box.seats[len(s.players)].holding
            if shares(s, player, company) >= most:
                return refuse("1853-T3-1", "At most {most} shares of a company.", most=most)
            if certificates(s, player) >= certificate_limit(s):
                gains = shares(s, player, company) >= max(shares(s, p, company) for p in s.players)
                point = "1853-3.2.3-3" if gains and director(s, company) not in ("", player) else "1853-T3-2"
                return refuse(point, "At most {most} certificates.", most=certificate_limit(s))
        if self.price(s, company, source) > s.cash[player]:
            point = "1853-3.1.4-1" if source == OFFER else "1853-3.1.7-2"
            return refuse(point, "{player} has {cash}.", player=player, cash=s.cash[player])
        return None

    @staticmethod
    def price(s: StateIndia, company: str, source: str) -> int:
        return s.box.issue_price(company) if source == OFFER else share_price(s, company)

    def apply(self, s: StateIndia, player: str, action: Buy) -> None:
        company, source = action.company, action.source
        price = self.price(s, company, source)
        check_second_group(s)
        s.note("buys", player=player, percent=10, company=company, source=source, price=price)
        s.transfer(player, BANK, price, "share bought")
        take_single(s, source, company, player)
        deal(s, Deed("buy", company))
        if company in s.founded:
            appoint(s, company)
        check_opening(s, company)
        check_takeover(s, company)
        check_second_group(s)


class PayUnpaid(Step[StateIndia, PayUp]):
    """A player pays for contract shares left unpaid; that is no purchase (1853 §2.7.4)."""

    action = PayUp

    def candidates(self, s: StateIndia, player: str) -> Iterable[PayUp]:
        for (owner, company), count in s.unpaid.items():
            if owner == player:
                for shares_paid in range(1, count + 1):
                    yield PayUp(player, shares_paid, company)

    def why_not(self, s: StateIndia, player: str, action: PayUp) -> Refusal | None:
        company = action.company
        if not 0 < action.shares <= s.unpaid.get((player, company), 0):
            return refuse("1853-2.7.3-2", "{player} has not so many unpaid shares.", player=player)
        if action.shares * s.box.issue_price(company) > s.cash[player]:
            return refuse("1853-2.7.2-1", "{player} has {cash}.", player=player, cash=s.cash[player])
        return None

    def apply(self, s: StateIndia, player: str, action: PayUp) -> None:
        company = action.company
        s.note("pays-up", player=player, company=company, shares=action.shares)
        s.transfer(player, BANK, action.shares * s.box.issue_price(company), "contract share")
        left = s.unpaid.pop((player, company)) - action.shares
        if left:
            s.unpaid[player, company] = left
        deal(s, Deed("pay up"))


class EndTurn(Step[StateIndia, Pass]):
    """End the turn; without a purchase it brings the end of the round nearer."""

    action = Pass

    def candidates(self, s: StateIndia, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: StateIndia, player: str, action: Pass) -> Refusal | None:
        if must_sell(s, player):
            return refuse("1853-3.2.3-2", "{player} holds too much and must sell.", player=player)
        return None

    def apply(self, s: StateIndia, player: str, action: Pass) -> None:
        f = turn(s)
        if isinstance(f, ShareTurn):
            for company in f.opened:
                if company in s.chances:
                    s.chances[company] -= {player}
        if not f.dealt:
            s.note("passes", player=player)
        bought = any(what.what == "buy" for what in f.dealt)
        passes, last = (0, player) if bought else (f.passes + 1, f.last_dealer)
        s.swap(StockFrame(f.stage, s.left_of(player), (), passes, last))


SALES = SellShares()
PURCHASES = BuyShare()
PAYMENTS = PayUnpaid()


def must_sell(s: StateIndia, player: str) -> bool:
    """Whether a player has too much of something and can sell of it; nothing else is forced out (1853-3.2.3-2)."""
    return any(
        too_much_of(s, player, sale.company) and SALES.why_not(s, player, sale) is None
        for sale in SALES.candidates(s, player)
    )


def at_a_standstill(s: StateIndia, turn: CompanyTurn) -> bool:
    """If nobody could deal in the next share round, and no company could do anything in its turn, nothing ever will
    happen, however many operating rounds are called. The book does not foresee it; loans of all one's money can
    bring it about.
    """
    return not _anybody_deals(s) and not any(_company_moves(s, turn, company) for company in s.founded)


def _company_moves(s: StateIndia, turn: CompanyTurn, company: str) -> bool:
    """Whether something could happen in a company's turn: a decision, or a price that falls."""
    if POOL in s.shares[company] and s.prices.spots[company][1] > 0:
        return True
    later = s.copy()
    later.stock_round += 1
    for n, step in enumerate(turn.order):
        later.push(TurnFrame("turn", company, at=n))
        if not step.idle(later, company) or turn.waits(later, step, company):
            return True
        later.pop()
    return False


def _anybody_deals(s: StateIndia) -> bool:
    """Whether anybody could buy, sell or pay in the next share round."""
    steps: tuple[Step[Any, Any], ...] = (SALES, PURCHASES, PAYMENTS)
    later = s.copy()
    later.stock_round += 1
    later.sold = frozenset()
    for player in s.players:
        later.push(ShareTurn("stock", player))
        for step in steps:
            if any(step.why_not(later, player, deal) is None for deal in step.candidates(later, player)):
                return True
        later.pop()
    return False


class ShareRound(Stage[StateIndia, StockFrame]):
    """Player turns from the elephant on, until nobody has bought for one whole round (1853-3.0-1).

    `turn` are the steps of a company's turn, to see whether the game goes on at all.
    """

    kind = "stock"

    def __init__(self, turn: CompanyTurn) -> None:
        self.turn = turn

    steps: tuple[Step[StateIndia, Action], ...] = (SALES, PURCHASES, PAYMENTS, EndTurn())  # type: ignore[assignment]

    def deciders(self, s: StateIndia, f: StockFrame) -> tuple[str, ...]:
        return (f.player,)

    def open_steps(self, s: StateIndia, f: StockFrame) -> Sequence[Step[StateIndia, Action]]:
        return self.steps

    def advance(self, s: StateIndia, f: StockFrame) -> bool:
        if f.passes >= len(s.players):
            s.pop()
            round_ends(s, f.last_dealer)
            if at_a_standstill(s, self.turn):
                s.end("standstill")
            return True
        if isinstance(f, ShareTurn):
            return False
        if s.stock_round == 1:  # contracts may have brought companies into operation
            for company in s.box.companies:
                check_opening(s, company)
        s.swap(ShareTurn(f.stage, f.player, f.dealt, f.passes, f.last_dealer, opened=s.opened))
        return True

    def not_now(self, s: StateIndia, f: StockFrame, action: Action) -> Refusal:
        return refuse("stock.only", "In a share round players buy, sell, pay up, or pass.")

    def not_yours(self, s: StateIndia, f: StockFrame, action: Action) -> Refusal:
        if action.actor not in s.players:
            return self.not_now(s, f, action)
        return super().not_yours(s, f, action)
