"""The Investor's brewery: what the holder of its card must do, and may (18DO §8.2.2.2)."""

from __future__ import annotations

from typing import Any

from kursbuch.core import Action, Refusal, refuse
from kursbuch.rail.actions import Pay
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.steps.dealing import ordinary_sizes
from kursbuch.rail.trains.depot import new_kinds
from kursbuch.titles.dortmund.beer.brewery.actions import BuyKettle
from kursbuch.titles.dortmund.beer.brewery.capacity import exportable
from kursbuch.titles.dortmund.beer.brewery.spread import best_plan
from kursbuch.titles.dortmund.beer.brewery.turn import (
    BOUGHT,
    BreweryPolicies,
    all_kettles,
    brewery_turn,
    forced,
)
from kursbuch.titles.dortmund.beer.delivery import income_of_plan
from kursbuch.titles.dortmund.beer.equipment import BEST_OF_MINORS
from kursbuch.titles.dortmund.beer.state import kettle_limit, kettle_types, kettles_of, owner_of
from kursbuch.titles.dortmund.investor.beer.parts import TwoPlayerState
from kursbuch.titles.dortmund.investor.beer.railway import decides, raise_for, would_close
from kursbuch.titles.dortmund.investor.railway import pays_for, repay
from kursbuch.titles.dortmund.investor.rules import other_player
from kursbuch.titles.dortmund.railway.market import rounded
from kursbuch.titles.dortmund.railway.treasury import DEALT

FREE = frozenset({5, 6, 8})  # with a kettle of such a type the use of the income is free
DELIVERY, PURCHASE = 0, 5  # steps of a brewery's turn


def is_investors(s: TwoPlayerState, brewery: str) -> bool:
    return owner_of(s, brewery) == s.investor


def newest(s: TwoPlayerState) -> str:
    """The newest kind of card that the bank has on offer; "" if there is none."""
    return next(iter(new_kinds(s)[-1:]), "")


def has_newest(s: TwoPlayerState, brewery: str) -> bool:
    kind = newest(s)
    return bool(kind) and s.box.kettles[kind].type in kettle_types(s, brewery)


# -- income -----------------------------------------------------------------------------------------


def no_payout(s: TwoPlayerState, brewery: str, choice: Action) -> Refusal | None:
    """Paid out with a kettle of the newest type, kept without (18DO-8.2.2.2-2, -3, -6, -7). Where that is free, the
    income is not kept if the fall of the price would close the company (18DO-8.2-3).
    """
    if not is_investors(s, brewery):
        return None
    if s.loans.get(brewery):
        if not isinstance(choice, Pay):
            return None
        return refuse("18DO-8.2.2.1-14", "{company} repays its loan first.", company=brewery)
    minor = brewery in s.minors
    if not minor and FREE & set(kettle_types(s, brewery)):
        keeps = not isinstance(choice, Pay) and rounded(turn_of(s).income) > 0
        return would_close(s, brewery, 1) if keeps else None
    if isinstance(choice, Pay) == has_newest(s, brewery):
        return None
    rule = "18DO-8.2.2.2-6" if not minor else f"18DO-8.2.2.2-{2 if has_newest(s, brewery) else 3}"
    return refuse(rule, "What the Investor's brewery does with its income is prescribed.")


# -- equipment --------------------------------------------------------------------------------------


def has_room(s: TwoPlayerState, brewery: str) -> bool:
    return len(kettles_of(s, brewery)) < kettle_limit(s, brewery)


def may_buy(s: TwoPlayerState, brewery: str) -> bool:
    """Whether it could still buy in this turn, money aside."""
    return has_room(s, brewery) and turn_of(s).done.count(BOUGHT) < s.box.new_trains[s.phase.id]


def lacks(s: TwoPlayerState, brewery: str) -> int:
    """The price of the kettle of the newest type that a corporation has to buy; 0 if it has one or may buy none."""
    if not newest(s) or has_newest(s, brewery) or not may_buy(s, brewery):
        return 0
    return s.box.trains[newest(s)].price


def must_buy_newest(s: TwoPlayerState, brewery: str, to_come: int = 0) -> Refusal | None:
    """The duty of a corporation that can pay, perhaps only with what its treasury is still to get."""
    if 0 < lacks(s, brewery) <= s.cash[brewery] + to_come:
        return refuse("18DO-8.2.2.2-8", "{brewery} must buy a kettle of the newest type.", brewery=brewery)
    return None


def must_more(s: TwoPlayerState, brewery: str) -> Refusal | None:
    """A minor brewery buys whatever it can pay for, a corporation what is newest (18DO-8.2.2.2-4)."""
    if not is_investors(s, brewery):
        return None
    if brewery not in s.minors:
        return must_buy_newest(s, brewery)
    prices = [s.box.trains[k].price for k in new_kinds(s) if s.box.kettles[k].type <= BEST_OF_MINORS]
    if prices and min(prices) <= s.cash[brewery] and may_buy(s, brewery):
        return refuse("18DO-8.2.2.2-4", "{brewery} buys a kettle as soon as it can pay.", brewery=brewery)
    return None


def no_purchase(s: TwoPlayerState, brewery: str, kind: str) -> Refusal | None:
    """The Investor adds half the price at most (18DO-8.2.2.2-5); a corporation first does its duty."""
    if not is_investors(s, brewery):
        return None
    if brewery not in s.minors:
        return None if kind == newest(s) else must_buy_newest(s, brewery)
    price = s.box.trains[kind].price
    if 2 * (price - s.cash[brewery]) > price:
        return refuse("18DO-8.2.2.2-5", "The Investor adds half the price at most.")
    return None


def no_scrapping(s: TwoPlayerState, brewery: str, card: str) -> Refusal | None:
    """A corporation gives up one kettle to make room for one of the newest type (18DO-8.2.2.2-9)."""
    if not is_investors(s, brewery) or brewery in s.minors:
        return None
    if has_room(s, brewery):
        return refuse("18DO-8.2.2.2-9", "{brewery} has room for a kettle.", brewery=brewery)
    if has_newest(s, brewery):
        return refuse("18DO-8.2.2.2-9", "{brewery} has a kettle of the newest type.", brewery=brewery)
    if not could_buy_newest(s, brewery, card):
        return refuse("18DO-8.2.2.2-9", "{brewery} cannot pay for a kettle in its place.", brewery=brewery)
    return None


def could_buy_newest(s: TwoPlayerState, brewery: str, given_up: str) -> bool:
    """Whether treasury, the whole income of this turn and an own certificate could pay for the newest type, with one
    kettle given up.
    """
    if not newest(s):
        return False
    kettles = [s.box.kettle(card) for card in kettles_of(s, brewery) if card != given_up]
    income = income_of_plan(s, best_plan(s, kettles)) + exportable(kettles) * s.box.export_income
    income = max(0, income - s.loans.get(brewery, 0))
    own = 0 if DEALT in turn_of(s).done else max(ordinary_sizes(s, brewery, brewery), default=0)
    return s.cash[brewery] + income + own // 10 * s.price(brewery) >= s.box.trains[newest(s)].price


def no_own_sale(s: TwoPlayerState, brewery: str, shares: int) -> Refusal | None:
    """An own certificate is sold only if that pays for the kettle it lacks, or for any on offer if it has none at all
    (18DO-8.2.2.2-11).
    """
    if not is_investors(s, brewery):
        return None
    wanted = [lacks(s, brewery)]
    if wanted[0] and not kettles_of(s, brewery):
        wanted += [s.box.trains[kind].price for kind in new_kinds(s)]
    if pays_for(s, brewery, shares, wanted, to_come(s, brewery)):
        return would_close(s, brewery, shares)
    return refuse(
        "18DO-8.2.2.2-11", "The sale would not pay for the kettle that {brewery} needs.", brewery=brewery
    )


def no_buy_back(s: TwoPlayerState, brewery: str, shares: int) -> Refusal | None:
    """The holder of the card may buy back (18DO-8.2.2.2-12), but not with the money for what must be bought, now or
    with what the treasury is still to get in this turn: a kettle of the newest type, or any if there is none
    (18DO-8.2.2.2-8, 18DO-8.2.2.2-10).
    """
    if not is_investors(s, brewery):
        return None
    left = s.cash[brewery] - shares * s.price(brewery)
    if not kettles_of(s, brewery) and left < min((s.box.trains[k].price for k in new_kinds(s)), default=0):
        return refuse("18DO-8.2.2.2-10", "{brewery} must own a kettle.", brewery=brewery)
    return must_buy_newest(s, brewery, to_come(s, brewery)) if left < lacks(s, brewery) else None


def to_come(s: TwoPlayerState, brewery: str) -> int:
    """What its treasury is still to get in its turn: income that has to be kept, less a loan."""
    turn, kettles, loan = brewery_turn(s), all_kettles(s, brewery), s.loans.get(brewery, 0)
    if turn.at >= PURCHASE or (not loan and FREE & set(kettle_types(s, brewery))):
        return 0
    income = income_of_plan(s, best_plan(s, kettles)) if turn.at == DELIVERY else turn.income
    return max(0, income - loan)


def rescue(s: TwoPlayerState, purchase: BuyKettle) -> None:
    """A forced purchase is paid for like that of its railway (18DO-8.2.2.2-10)."""
    if is_investors(s, purchase.actor):
        raise_for(s, purchase.actor, purchase.price)
    else:
        forced(s, purchase)


# -- the cards --------------------------------------------------------------------------------------


def swap_cards(s: TwoPlayerState) -> None:
    """The players swap their Investor cards at the end of every brewery round (18DO-8.4.5-3)."""
    s.investor_card = other_player(s)
    note_cards(s)


def note_cards(s: TwoPlayerState) -> None:
    s.note("investor-cards", railway=s.investor_card, brewery=other_player(s))


GIVEN: dict[str, Any] = {
    "decides": decides,
    "answers": decides,  # for a train of the Investor's (18DO-8.2.2.2-13)
    "no_scrapping": no_scrapping,
    "no_payout": no_payout,
    "kept": repay,
    "no_purchase": no_purchase,
    "must_more": must_more,
    "no_own_sale": no_own_sale,
    "no_buy_back": no_buy_back,
    "rescue": rescue,
    "round_over": swap_cards,
}
BREWERIES = BreweryPolicies(**GIVEN)
