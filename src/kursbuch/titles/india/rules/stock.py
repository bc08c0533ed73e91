"""Share rounds: any sales, at most one purchase, in either order, until nobody has bought for a round (1853 §3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Action, Refusal, Stage, Step, refuse
from kursbuch.core.record import quick
from kursbuch.rail.actions import Buy, Sell
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.rounds import CompanyTurn, PassTurn, StockFrame, TurnFrame, remember_deal
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import OFFER, POOL
from kursbuch.rail.steps.dealing import Dealing, Sale, deals_of
from kursbuch.rail.steps.limits import Limits
from kursbuch.rail.steps.shares import BuyShare, MustSell, SellShares
from kursbuch.titles.india.rules.actions import PayUp
from kursbuch.titles.india.rules.credit import check_takeover
from kursbuch.titles.india.rules.elephant import round_ends
from kursbuch.titles.india.rules.founding import check_opening
from kursbuch.titles.india.rules.holding import appoint, director, paid_shares, shares, take_single, to_pool
from kursbuch.titles.india.rules.limits import share_price
from kursbuch.titles.india.rules.state import StateIndia


@quick
@dataclass(frozen=True, slots=True)
class ShareTurn(StockFrame):
    """A turn of the share round; `opened` are the companies in operation when it began, in the first round."""

    opened: tuple[str, ...] = ()


# -- selling --------------------------------------------------------------------------------------


def why_no_sale(s: StateIndia, player: str, action: Sell) -> Refusal | None:
    """Not what was bought in this turn, what is unpaid, or what was founded in this round."""
    company, count = action.company, action.percent // 10
    if company not in s.box.companies or count > shares(s, player, company):
        return None  # no sale at all
    if Deed("buy", company) in deals_of(s):
        return refuse("1853-3.1.9-2", "{company} was bought in this turn.", company=company)
    if s.stock_round == 1 and (refusal := _first_round(s, player, company, count)):
        return refusal
    if count > paid_shares(s, player, company):
        return refuse("1853-2.7.4-4", "Unpaid shares are not sold.")
    if s.started_in.get(company) == s.stock_round:
        return refuse("1853-3.1.8-2", "{company} was founded in this share round.", company=company)
    return None


def _first_round(s: StateIndia, player: str, company: str, count: int) -> Refusal | None:
    """In operation only contract shares are sold, and at the first opportunity (1853 §2.8.3)."""
    if company not in s.opened:
        return None
    f = s.under_way(StockFrame)
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


def in_tens(s: StateIndia, player: str, action: Sell) -> Refusal | None:
    if action.percent % 10:
        return refuse("1853-1-2", "Shares are sold in tens of per cent of a company.")
    return None


def sale_price(s: StateIndia, company: str) -> int:
    """In the first share round the bank keeps something back."""
    return share_price(s, company) - (s.box.first_round_discount if s.stock_round == 1 else 0)


def give(s: StateIndia, player: str, action: Sell, sizes: tuple[int, ...]) -> None:
    """Shares go to the pool. In operation contract shares alone are sold; before, the player parts with them last."""
    company, count = action.company, action.percent // 10
    to_pool(s, player, company, count)
    contract = s.contract_shares.get((player, company), 0)
    if contract:
        left = contract - count if company in s.opened else shares(s, player, company)
        s.contract_shares[player, company] = min(contract, left)


def sold(s: StateIndia, company: str, count: int) -> None:
    """Prices do not fall; a new director may have to settle a debt."""
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
    return any(deal.what == "buy" for deal in deals_of(s))


def owes(s: StateIndia, player: str) -> bool:
    """Whether a player has shares left unpaid."""
    return any(count for (owner, _), count in s.unpaid.items() if owner == player)


def why_no_purchase(s: StateIndia, player: str, action: Buy) -> Refusal | None:
    """One share a turn, by nobody who owes; other companies wait for those of the contracts."""
    if has_bought(s):
        return refuse("1853-3.1.6-1", "Only one share is bought in a turn.")
    if owes(s, player):
        return refuse("1853-2.7.4-1", "{player} has unpaid shares.", player=player)
    if action.source == OFFER and not on_sale(s, action.company):
        point = "1853-3.1.3-1" if s.stock_round == 1 else "1853-3.1.3-2"
        return refuse(point, "The shares of the contract companies come first.")
    return None


def rule_for(s: StateIndia, action: Buy, rule: str) -> str:
    """What the book tells apart: shares of the bank and of the pool, and a purchase that would make a director."""
    company, player = action.company, action.actor
    if rule == "buy.cash":
        return "1853-3.1.4-1" if action.source == OFFER else "1853-3.1.7-2"
    if rule == "buy.certificate-limit":
        gains = shares(s, player, company) >= max(shares(s, p, company) for p in s.players)
        return "1853-3.2.3-3" if gains and director(s, company) not in ("", player) else rule
    return "1853-2.1-1" if action.percent != 10 and rule == "buy.none-left" else rule


def issue_or_market(s: StateIndia, company: str, source: str) -> int:
    """The bank sells at the issue price, the pool at that of the market."""
    return s.box.issue_price(company) if source == OFFER else share_price(s, company)


def led(s: StateIndia, company: str) -> None:
    """Whoever has most shares of a company in operation leads it."""
    if company in s.founded:
        appoint(s, company)


def bought(s: StateIndia, player: str, action: Buy) -> None:
    check_opening(s, action.company)
    check_takeover(s, action.company)
    check_second_group(s)


# any company's shares are dealt in singly, also before it is founded; the bank changes the director's certificate
SINGLY: Dealing[StateIndia] = Dealing(
    companies=lambda s: s.box.companies,
    sizes=lambda s, place, company: (10,) if place in s.shares[company] else (),
    made_up=in_tens,
    sale=lambda s, player, company, size: Sale(""),
    most=percent,
    give=give,
    take=lambda s, player, action: take_single(s, action.source, action.company, player),
    begins=check_second_group,  # a new director may bring shares back to the bank
    remember=remember_deal,
)


@dataclass(frozen=True)
class Deals:
    """What is dealt in a share round."""

    sales: SellShares
    purchases: BuyShare
    must_sell: MustSell

    @property
    def steps(self) -> tuple[Step[Any, Any], ...]:
        return (self.sales, self.purchases, PayUnpaid())


def deals_within(limits: Limits) -> Deals:
    """Sales and purchases of players who may hold so much."""
    sales = SellShares(limits, sold, why_no_sale, price=sale_price, dealing=SINGLY)
    must_sell = MustSell(sales, holdings=True)  # of nothing else (1853-3.2.3-2)
    purchases = BuyShare(
        limits,
        (OFFER, POOL),
        lambda source, company: BANK,
        issue_or_market,
        ends_turn=False,
        barred=lambda s, player, action: why_no_purchase(s, player, action) or must_sell(s, player),
        bought=bought,
        overtaken=led,
        dealing=SINGLY,
        memory=lambda company: Deed("buy", company),
        rule_for=rule_for,
        shut=lambda s, player: has_bought(s) or owes(s, player),
    )
    return Deals(sales, purchases, must_sell)


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
        remember_deal(s, Deed("pay up"))


def end_turn(s: StateIndia) -> None:
    """The next player is on turn; without a purchase that brings the end of the round nearer."""
    f = s.frame(StockFrame)
    if isinstance(f, ShareTurn):
        for company in f.opened:
            if company in s.chances:
                s.chances[company] -= {f.player}
    if not f.dealt:
        s.note("passes", player=f.player)
    passes, last = (0, f.player) if has_bought(s) else (f.passes + 1, f.last_dealer)
    s.swap(StockFrame(f.stage, s.left_of(f.player), (), passes, last))


def at_a_standstill(s: StateIndia, deals: Deals, turn: CompanyTurn) -> bool:
    """If nobody could deal in the next share round, and no company could do anything in its turn, nothing ever will
    happen, however many operating rounds are called. The book does not foresee it; loans of all one's money can
    bring it about.
    """
    return not _anybody_deals(s, deals) and not any(_company_moves(s, turn, company) for company in s.founded)


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


def _anybody_deals(s: StateIndia, deals: Deals) -> bool:
    """Whether anybody could buy, sell or pay in the next share round."""
    later = s.copy()
    later.stock_round += 1
    later.sold = frozenset()
    for player in s.players:
        later.push(ShareTurn("stock", player))
        for step in deals.steps:
            if step.possible(later, player):
                return True
        later.pop()
    return False


class ShareRound(Stage[StateIndia, StockFrame]):
    """Player turns from the elephant on, until nobody has bought for one whole round (1853-3.0-1).

    `turn` are the steps of a company's turn, to see whether the game goes on at all.
    """

    kind = "stock"

    def __init__(self, deals: Deals, turn: CompanyTurn) -> None:
        self.deals, self.turn = deals, turn
        self.steps = (*deals.steps, PassTurn(deals.must_sell, end_turn))

    def deciders(self, s: StateIndia, f: StockFrame) -> tuple[str, ...]:
        return (f.player,)

    def advance(self, s: StateIndia, f: StockFrame) -> bool:
        if f.passes >= len(s.players):
            s.pop()
            round_ends(s, f.last_dealer)
            if at_a_standstill(s, self.deals, self.turn):
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
