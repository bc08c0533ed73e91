"""Controls for the actions that only 1853 has, the contract round aside."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from kursbuch.core import Action
from kursbuch.core.action import kind_of
from kursbuch.rail.actions import Runs
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.state import RailState
from kursbuch.titles.india.page.contracts import state_of
from kursbuch.titles.india.rules.actions import (
    ChooseOption,
    OfferElephant,
    PayUp,
    SendMail,
    TakeOnCredit,
    UseLocoToken,
)
from kursbuch.titles.india.rules.mail import mail_of
from kursbuch.titles.india.rules.trains import on_sale, price_of
from kursbuch.web.pages.choices import Group, Row, choice_of
from kursbuch.web.pages.scene import Scene


def _group(scene: Scene, found: list[Action], rows: list[Row], layout: str = "rows") -> Group:
    kind = kind_of(type(found[0]))
    return Group(kind, scene.word("kind", kind), layout, rows)


def cards(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """Yes or no, with what it brings about."""
    return _group(scene, found, [Row("", "", [choice_of(scene, a) for a in found])], "cards")


def options(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """The two ways to a second tile side by side."""
    row = Row("")
    for a in found:
        assert isinstance(a, ChooseOption)
        label = scene.words("Option {option}", option="I" * a.option)
        row.choices.append(choice_of(scene, a, label=label))
    return _group(scene, found, [row], "cards")


def payments(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each company with unpaid shares, a button for each number of them."""
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, PayUp)
        price = state_of(scene).box.issue_price(a.company)
        each = scene.words("{price} each", price=scene.money(price))
        row = rows.setdefault(a.company, Row(scene.company(a.company), each))
        row.choices.append(choice_of(scene, a, label=f"{10 * a.shares} %", sub=scene.money(price * a.shares)))
    return _group(scene, found, list(rows.values()))


def elephant(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each player who could buy it."""
    rows = []
    for a in found:
        assert isinstance(a, OfferElephant)
        has = scene.words("has {cash}", cash=scene.money(s.cash[a.buyer]))
        rows.append(Row(Markup("<b>{}</b>").format(a.buyer), has, [choice_of(scene, a, label="")]))
    return _group(scene, found, rows)


def mail(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each train that has run: its two ends and what the mail would bring."""
    rows = []
    ends = _ends(scene)
    for a in found:
        assert isinstance(a, SendMail)
        between = ends.get((a.train, a.value), "")
        label = scene.words("Mail: {value}", value=scene.money(a.value))
        rows.append(Row(scene.train(a.train), between, [choice_of(scene, a, label=label)]))
    rows.sort(key=lambda row: -_value(scene, row))
    return _group(scene, found, rows)


def _value(scene: Scene, row: Row) -> int:
    action = scene.game.read(row.choices[0].action)
    return action.value if isinstance(action, SendMail) else 0


def _ends(scene: Scene) -> dict[tuple[str, int], str]:
    """The ends of the runs just declared, by train and what they are worth."""
    s = state_of(scene)
    company = turn_of(s).company
    game = scene.game
    events = (e for n in range(len(game.actions), -1, -1) for e in reversed(game.events_of(n)))
    declared = next(e for e in events if e.key == "runs" and e.values["company"] == company)
    out = {}
    for side, way in Runs.read(declared.values["runs"], "runs").runs:
        out[side, mail_of(s, way)] = " – ".join(end_names(scene, way))
    return out


def end_names(scene: Scene, way: tuple[str, ...]) -> tuple[str, str]:
    """Where a run begins and ends."""
    hexes = state_of(scene).box.map.hexes
    first, last = (word.partition(".")[0] for word in (way[0], way[-1]))
    return hexes[first].name or first, hexes[last].name or last


def credit(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each train; one that is not on sale is had for the loco token."""
    rows: dict[str, Row] = {}
    on_offer = on_sale(state_of(scene))
    for a in found:
        assert isinstance(a, TakeOnCredit)
        row = rows.setdefault(a.train, Row(scene.train(a.train), scene.words("nothing to pay now")))
        owed = scene.money(price_of(state_of(scene), a.train, a.side))
        row.choices.append(choice_of(scene, a, label=scene.words("as {side}", side=a.side), sub=owed))
    for train, row in rows.items():  # without two sides to choose from the train need not be named again
        if len(row.choices) == 1:
            label = scene.words("On credit") if train in on_offer else scene.words("Hand in the token")
            row.choices[0] = replace(row.choices[0], label=label)
    return _group(scene, found, list(rows.values()))


def tokens(scene: Scene, s: RailState, found: list[Action]) -> Group:
    rows = []
    for a in found:
        assert isinstance(a, UseLocoToken)
        price = scene.money(price_of(state_of(scene), a.train, a.train))
        take = choice_of(scene, a, label=scene.words("Hand in the token"), sub=price)
        rows.append(Row(scene.train(a.train), scene.words("once in the game"), [take]))
    return _group(scene, found, rows)
