"""A company must have a train and cannot pay: how much is missing, where it comes from, who pays what.

Nothing is judged here. What is on sale and what may be sold is read off the legal choices; who pays is read off the
purchase itself, tried out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from kursbuch.core import BANK, Action
from kursbuch.rail.actions import BuyTrain, GoBankrupt, Pass, Sell
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.state import DEPOT, POOL, RailState
from kursbuch.rail.trains.depot import cheapest_on_sale, trains_of
from kursbuch.web.pages.scene import Scene


@dataclass(frozen=True, slots=True)
class Means:
    """Money towards the train: whose, what it is, how much. `tone`: "gap" for what is still missing."""

    who: str | Markup
    what: str
    amount: str
    tone: str = ""


@dataclass(slots=True)
class Need:
    """What the page says about it."""

    text: Markup
    means: list[Means] = field(default_factory=list)
    then: str | Markup = ""


def need_of(scene: Scene) -> Need | None:
    """What the company on turn lacks for a train that it must have; None if it lacks nothing, or need not buy."""
    s = scene.rail
    if s is None or not isinstance(s.top, TurnFrame) or scene.step != "buy_train":
        return None
    company = s.top.company
    if not company or trains_of(s, company):
        return None
    legal = scene.legal or scene.game.legal_actions()
    price = _price(s, legal)
    if price is None or price <= s.cash[company] or any(isinstance(a, Pass) for a in legal):
        return None
    offer = _cheapest(scene, s, price)
    text = scene.words.html(
        "{company} must own a train. The cheapest, {train}, costs {price}, its cash is {cash}: {missing} is missing.",
        company=scene.company(company),
        train=scene.train(offer.train) if offer else "",
        price=scene.money(price),
        cash=scene.money(s.cash[company]),
        missing=Markup("<b>{}</b>").format(scene.money(price - s.cash[company])),
    )
    if offer is not None and offer in legal:
        return Need(text, paid_by(scene, offer), scene.words("This is how the train is paid for:"))
    return _not_enough(scene, s, company, price, text, legal)


def _price(s: RailState, legal: list[Action]) -> int | None:
    """What the cheapest train costs: of those that may be bought now, else of all on sale."""
    open_ = [a.price for a in legal if isinstance(a, BuyTrain) and a.source in (DEPOT, POOL)]
    return min(open_) if open_ else cheapest_on_sale(s)


def _cheapest(scene: Scene, s: RailState, price: int) -> BuyTrain | None:
    """The purchase that the company is obliged to, legal yet or not."""
    stage = scene.game.rules.stages[s.top.stage]
    for step in stage.open_steps(s, s.top):
        if step.action is BuyTrain:
            for offer in step.candidates(s, scene.game.acting[0]):
                if isinstance(offer, BuyTrain) and offer.source in (DEPOT, POOL) and offer.price == price:
                    return offer
    return None


def paid_by(scene: Scene, purchase: BuyTrain) -> list[Means]:
    """Who pays for a purchase, and by which means, in the order in which they are used."""
    twin = scene.game.after(purchase)
    moves = [e.values for e in twin.events_of(len(twin.actions)) if e.key == "money"]
    company, out, raised = purchase.actor, [], 0
    for move in moves:
        if move["dst"] == company:
            raised += move["amount"]
            who = scene.company(company) if move["src"] == BANK else scene.place(move["src"])
            what = scene.words("sale of own certificates" if move["src"] == BANK else "own cash")
            out.append(Means(who, what, scene.money(move["amount"])))
        elif move["src"] == BANK and move["dst"] in scene.game.players:
            what = scene.words("loan of the bank" if move["why"] == "loan" else "sale of certificates")
            out.append(Means(scene.place(move["dst"]), f"→ {what}", scene.money(move["amount"]), "part"))
        if move["src"] == company:  # the train is paid: what follows is something else
            break
    treasury = max(0, purchase.price - raised)
    first = (
        [Means(scene.company(company), scene.words("treasury"), scene.money(treasury))] if treasury else []
    )
    return [*first, *out]


def _not_enough(
    scene: Scene, s: RailState, company: str, price: int, text: Markup, legal: list[Action]
) -> Need:
    """The president's money does not do: what selling could bring, or that this is the end."""
    words, player = scene.words, president(s, company)
    gap = price - s.cash[company] - s.cash[player]
    means = [
        Means(scene.company(company), words("treasury"), scene.money(s.cash[company])),
        Means(player, words("own cash"), scene.money(s.cash[player])),
    ]
    if gap > 0:
        means.append(Means("", words("still missing"), scene.money(gap), "gap"))
    sales: dict[str, int] = {}
    for a in legal:
        if isinstance(a, Sell):
            sales[a.company] = max(a.percent, sales.get(a.company, 0))
    if sales:
        value = sum(size // 10 * s.price(company) for company, size in sales.items())
        then = words.html(
            "{player} sells certificates; those that may be sold now would bring up to {value} at present prices.",
            player=Markup("<b>{}</b>").format(player),
            value=scene.money(value),
        )
    else:
        then = _last_resort(scene, player, legal)
    return Need(text, means, then)


def _last_resort(scene: Scene, player: str, legal: list[Action]) -> Markup:
    """What remains to a president who has sold everything."""
    words, name = scene.words, Markup("<b>{}</b>").format(player)
    train = any(isinstance(a, BuyTrain) for a in legal)
    bankruptcy = any(isinstance(a, GoBankrupt) for a in legal)
    if train and bankruptcy:
        return words.html(
            "{player} has nothing left to sell. What remains is a train of another company, or bankruptcy.",
            player=name,
        )
    if train:
        return words.html(
            "{player} has nothing left to sell. What remains is a train of another company.", player=name
        )
    if bankruptcy:
        return words.html("{player} has nothing left to sell. What remains is bankruptcy.", player=name)
    return Markup("")
