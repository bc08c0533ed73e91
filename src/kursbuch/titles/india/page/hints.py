"""What a decision of 1853 is about, where the catalogue's sentence for its kind does not say enough."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from kursbuch.rail.rounds import TurnFrame, turn_of
from kursbuch.rail.steps.limits import certificates
from kursbuch.titles.india.page.contracts import state_of
from kursbuch.titles.india.rules import RulesIndia
from kursbuch.titles.india.rules.actions import TakeOnCredit
from kursbuch.titles.india.rules.area import must_run
from kursbuch.titles.india.rules.credit import DebtFrame, debt
from kursbuch.titles.india.rules.elephant import SaleFrame
from kursbuch.titles.india.rules.holding import director
from kursbuch.titles.india.rules.lay import fee, laid_now
from kursbuch.titles.india.rules.state import StateIndia
from kursbuch.web.pages.scene import Scene


def hint(scene: Scene, kind: str) -> Markup | None:
    """What is offered, owed or asked for; None where the catalogue's hint will do."""
    top, s = scene.game.state.top, state_of(scene)
    if isinstance(top, SaleFrame) and top.offer is not None:
        return scene.words.html(
            "{player} offers {buyer} the elephant for {price}: it begins share rounds and may call a further "
            "operating round.",
            player=Markup("<b>{}</b>").format(top.offer.actor),
            buyer=Markup("<b>{}</b>").format(top.offer.buyer),
            price=scene.money(top.offer.price),
        )
    if isinstance(top, DebtFrame):
        return owing(scene, s, top.company)
    if not scene.deciding:
        return None
    if kind == "stock":
        return _too_much(scene, s, scene.deciding[0])
    if not isinstance(top, TurnFrame):
        return None
    first = list(_leading(scene, s, kind, top.company))
    about = _step(scene, s, kind)
    if not first:
        return about
    if about is None and kind not in ("pay", "buy_train"):  # there a director is spoken of
        about = scene.words.html(scene.key("hint", kind))
    return Markup(" ").join([*first, *([about] if about else [])])


def owing(scene: Scene, s: StateIndia, company: str) -> Markup:
    """What a company owes for a train, and has."""
    return scene.words.html(
        "{company} owes {amount} for a train and has {cash}.",
        company=scene.company(company),
        amount=scene.money(debt(s, company)),
        cash=scene.money(s.cash[company]),
    )


def _too_much(scene: Scene, s: StateIndia, player: str) -> Markup | None:
    """Whoever holds more than is allowed sells before anything else."""
    rules = scene.game.rules
    assert isinstance(rules, RulesIndia)
    if rules.deals.must_sell(s, player) is None:
        return None
    count, limit = certificates(s, rules.limits, player), rules.limits.certificates
    if count > limit:
        text = "Too many certificates, {count} of {limit}: sell until you keep the limit."
        return scene.words.html(text, count=count, limit=limit)
    return scene.words.html("Too many shares of one company: sell until you keep the limit.")


def _leading(scene: Scene, s: StateIndia, kind: str, company: str) -> Iterator[Markup]:
    """What an operating manager may not do, and what a debt forbids."""
    words, mark = scene.words, scene.company(company)
    if not director(s, company):
        if kind == "pay":
            yield words.html(
                "An operating manager pays no dividend: the income stays with {company}.", company=mark
            )
        else:
            yield words.html("{company} has no director but an operating manager.", company=mark)
        legal = scene.legal
        if kind == "buy_train" and any(isinstance(a, TakeOnCredit) for a in legal):
            yield words.html("It has no train, so it may take a new one on credit that it cannot pay for.")
    if debt(s, company):
        yield owing(scene, s, company)
        yield words.html("Until then it pays for nothing else.")


def _step(scene: Scene, s: StateIndia, kind: str) -> Markup | None:
    """The second tile; where trains have to go."""
    if kind == "lay" and laid_now(s):
        cost = fee(s, turn_of(s).company)
        return scene.words.html(
            "A second yellow tile ({cost}), on a line from another station without common track; or none.",
            cost=scene.money(cost) if cost else scene.words("free of charge"),
        )
    if kind == "run" and must_run(s):
        places = ", ".join(scene.hex(hex) for hex in must_run(s))
        return scene.words.html("What was built outside the area must be run to: {places}.", places=places)
    return None
