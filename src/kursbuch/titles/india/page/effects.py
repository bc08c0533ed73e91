"""What choices of 1853 bring about beyond money and paper; and what a preview must not tell."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from kursbuch.core import Action, Game
from kursbuch.rail.actions import Buy, BuyTrain, Lay, Runs
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.state import OFFER
from kursbuch.titles.india.page.bids import left_after, left_for_shares
from kursbuch.titles.india.page.choices import end_names
from kursbuch.titles.india.page.companies import option_words
from kursbuch.titles.india.page.contracts import own_parts, shared, state_of
from kursbuch.titles.india.page.hints import owing
from kursbuch.titles.india.rules.actions import ChooseOption, Lend, Name, OfferElephant, PayUp, UseLocoToken
from kursbuch.titles.india.rules.contracts import left_of_loan, seats_of
from kursbuch.titles.india.rules.credit import DebtFrame, debt
from kursbuch.titles.india.rules.holding import director
from kursbuch.titles.india.rules.limits import share_price
from kursbuch.titles.india.rules.mail import mail_of
from kursbuch.titles.india.rules.state import StateIndia
from kursbuch.titles.india.rules.trains import price_of
from kursbuch.web.pages.customs import Carried
from kursbuch.web.pages.preview import Effect
from kursbuch.web.pages.scene import Scene


def price(scene: Scene, deal: Buy) -> int:
    """Of the bank at issue price, of the pool at the market's."""
    s = state_of(scene)
    return s.box.issue_price(deal.company) if deal.source == OFFER else share_price(s, deal.company)


def mail(scene: Scene, company: str, runs: Runs) -> list[Carried]:
    """What the best mail train of these runs adds for the treasury."""
    s = state_of(scene)
    if not runs.runs:
        return []
    worth = [mail_of(s, way) for _, way in runs.runs]
    best = worth.index(max(worth))
    side, way = runs.runs[best]
    one, other = end_names(scene, way)
    label = scene.words(
        "Mail by {train}, for the treasury: {one} and {other}", train=side, one=one, other=other
    )
    return [Carried(best, label, worth[best])]


# -- effects --------------------------------------------------------------------------------------


def effects(scene: Scene, action: Action, after: Game) -> list[Effect]:
    """What a choice changes for the company, and for the viewer's own contract."""
    return list(_effects(scene, action, after))


def _effects(scene: Scene, action: Action, after: Game) -> Iterator[Effect]:
    s, then, words = state_of(scene), after.state, scene.words
    assert isinstance(then, StateIndia)
    who = scene.company(action.actor)
    if isinstance(action, Lay):
        yield from _track(scene, action, after, then)
    elif isinstance(action, ChooseOption):
        text = option_words(scene, action.actor, action.option)
        yield Effect(text, "")
    elif s.locos != then.locos:
        yield Effect(who, words("Loco token"), "1", "0", "", "down")
    elif isinstance(action, PayUp):
        old = 10 * s.unpaid[action.actor, action.company]
        left = old - 10 * action.shares
        yield Effect(scene.company(action.company), words("not paid for"), f"{old} %", f"{left} %", "", "up")
    elif isinstance(action, OfferElephant):
        for player, change in ((action.actor, action.price), (str(action.buyer), -action.price)):
            yield Effect(
                player,
                words("Cash, if it is accepted"),
                words.number(s.cash[player]),
                words.number(s.cash[player] + change),
                words.signed(change),
                "up" if change > 0 else "down",
            )
    yield from _gift(scene, s, action)
    yield from _debts(scene, s, then)


def _track(scene: Scene, action: Lay, after: Game, then: StateIndia) -> Iterator[Effect]:
    s, words = state_of(scene), scene.words
    amount = s.box.premiums.get(action.hex, 0) if not s.board.faces[action.hex].track else 0
    paid = any(e.key == "premium" for e in after.events_of(len(after.actions)))
    if amount and not paid:
        who = scene.company(action.actor)
        yield Effect(who, words("Premium after the last tile"), "", scene.money(amount), "", "up")
    if scene.position["own_contract"] and not shared(scene) and scene.viewer not in s.fulfilled:
        old, new = (len(own_parts(scene, board)) - 1 for board in (s.board, then.board))
        if old != new:
            yield Effect(words("Your contract"), words("joints missing"), str(old), str(new), "", "up")


def _gift(scene: Scene, s: StateIndia, action: Action) -> Iterator[Effect]:
    """What the director gives of free will, because the treasury is short of a train's price."""
    if isinstance(action, BuyTrain):
        cost = action.price
    elif isinstance(action, UseLocoToken):
        cost = price_of(s, action.train, action.train)
    else:
        return
    lacking = cost - s.cash[action.actor]
    if lacking > 0:
        who, what = director(s, action.actor), scene.words("gives to the company")
        yield Effect(who, what, "", scene.money(lacking), "", "down")


def _debts(scene: Scene, s: StateIndia, then: StateIndia) -> Iterator[Effect]:
    """Debts for trains that are made or paid, and one that a new director will have to settle."""
    words = scene.words
    for company in {**s.debts, **then.debts}:
        old, new = debt(s, company), debt(then, company)
        if old != new:
            who, what = scene.company(company), words("Debt")
            yield Effect(who, what, words.number(old), words.number(new), "", "down" if new else "up")
        if new > old:
            yield Effect(words("Until then it pays for nothing else."), "")
    top = then.top
    if isinstance(top, DebtFrame) and top != s.top:
        yield Effect(owing(scene, then, top.company), "")
        yield Effect(words("The new director pays what is missing or gives the train back."), "")


def secret(scene: Scene, action: Action) -> tuple[list[Effect], list[Markup]]:
    """What a loan or a city means to the player alone; of a city the others see the share."""
    s, words = state_of(scene), scene.words
    if isinstance(action, Lend):
        cash, left = s.cash[action.actor], left_for_shares(scene, action)
        fewest = seats_of(s).cities[0]
        rest = [
            Effect(words("You"), words("Cash for shares"), scene.money(cash), scene.money(left), "", "down"),
            Effect(
                words("Cities"), words("of 20 each"), "", str(min(action.loan // 20, seats_of(s).cities[1]))
            ),
        ]
        told = words("Open once all have written. The highest loan sits first and has the elephant.")
        more = words(
            "It comes back when all cities of your contract are joined, at least {fewest}.", fewest=fewest
        )
        return rest, [Markup.escape(told), Markup.escape(more)]
    if not isinstance(action, Name):
        return [], []
    company, named = action.company, len(s.contracts.get(action.actor, ()))
    held = percent(s, action.actor, company)
    old, new = left_of_loan(s, action.actor), left_after(scene, action)
    out = [
        Effect(words("Loan"), words("left"), scene.money(old), scene.money(new), "", "down"),
        Effect(words("Contract"), words("cities"), str(named), str(named + 1)),
        Effect(scene.company(company), words("Shares"), f"{held} %", f"{held + 10} %", "", "up"),
        Effect(
            words("To pay at the end"), words("of the round"), "", scene.money(s.box.issue_price(company))
        ),
    ]
    others = words.html("The others see only the share of {company}.", company=scene.company(company))
    return out, [others]
