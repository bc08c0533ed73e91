"""What a choice would bring about, in plain words, before it is confirmed.

The action is tried on a copy of the game, and the two positions are compared as the viewer may know them. Where
chance comes into play nothing is told: that would be looking at the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from kursbuch.core import BANK, Action, Event, Game, IllegalAction
from kursbuch.rail.actions import BuyTrain, Lay, Station
from kursbuch.rail.routes.running import best_of
from kursbuch.rail.state import RailState
from kursbuch.web.pages.choices import label_of, text_of
from kursbuch.web.pages.scene import Scene


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that changes: of whom, what, from, to, by how much. `tone`: "up", "down" or ""."""

    who: str | Markup
    what: str
    before: str | Markup = ""
    after: str | Markup = ""
    change: str = ""
    tone: str = ""


@dataclass(slots=True)
class Preview:
    """The effects of a choice, and what else it sets off, as sentences."""

    action: Action
    label: Markup
    effects: list[Effect] = field(default_factory=list)
    notes: list[Markup] = field(default_factory=list)
    after: Game | None = None  # None: chance decides

    @property
    def text(self) -> str:
        """The action as it is sent."""
        return text_of(self.action)


def preview(scene: Scene, action: Action, names: Sequence[str] = ("",)) -> Preview:
    """Try an action out, in the first of these names in which it is legal; raises IllegalAction if it is in none."""
    out = Preview(action, label_of(scene, action))
    customs = scene.page.customs
    twin = _tried(scene, [replace(action, by=name) if name else action for name in names])
    if any(
        event.to for event in twin.events_of(len(twin.actions))
    ):  # what it leads to could tell others' secrets
        if customs.secret is not None:
            out.effects, out.notes = customs.secret(scene, action)
        else:
            out.notes.append(Markup.escape(scene.words("The others will not see this.")))
        return out
    if twin.state.chance.count != scene.game.state.chance.count:
        out.notes.append(Markup.escape(scene.words("What follows is left to chance.")))
        return out
    out.after = twin
    events = [e for e in twin.events_of(len(twin.actions)) if e.visible_to(scene.viewer)]
    if scene.rail is not None:
        out.effects = [
            *changes(scene, twin),
            *_income(scene, action, twin),
            *(customs.effects(scene, action, twin) if customs.effects is not None else ()),
        ]
    desk = scene.page.desk
    if desk is not None:
        out.effects, out.notes = desk.effects(scene, action, twin)
    out.effects = _told(scene, out.effects)
    out.notes.extend(_notes(scene, events) if desk is None else ())
    then = twin.acting
    if then and then != scene.game.acting:
        out.notes.append(
            scene.words.html("Then {player} decides.", player=Markup("<b>{}</b>").format(" · ".join(then)))
        )
    return out


def changes(scene: Scene, twin: Game) -> list[Effect]:
    """What money, paper and companies are like in another position of the game, where they are not as they were."""
    before, after = scene.position, twin.rules.view(twin.state, scene.viewer)
    found = [
        *_money(scene, before, after),
        *_shares(scene, before, after),
        *_companies(scene, before, after),
    ]
    return _told(scene, found)


def _told(scene: Scene, effects: list[Effect]) -> list[Effect]:
    """Without prices, where the people at the table want to foresee them by themselves."""
    price = scene.words("Price")
    return effects if scene.helps("previews") else [effect for effect in effects if effect.what != price]


def _tried(scene: Scene, ways: Sequence[Action]) -> Game:
    """The game after the first of these actions that is legal."""
    game = scene.trial
    refused: IllegalAction | None = None
    for action in ways:
        try:
            return game.after(action)
        except IllegalAction as error:
            refused = refused or error
    assert refused is not None
    raise refused


def _money(scene: Scene, before: dict[str, Any], after: dict[str, Any]) -> list[Effect]:
    out = []
    for purse, cash in after["cash"].items():
        old = before["cash"].get(purse, 0)
        if cash == old or purse == BANK:
            continue
        who = scene.place(purse)
        out.append(_amounts(scene, who, scene.words("Cash"), old, cash))
    return out


def _amounts(scene: Scene, who: str | Markup, what: str, old: int, new: int) -> Effect:
    change, tone = scene.words.signed(new - old), "up" if new > old else "down"
    return Effect(who, what, scene.words.number(old), scene.words.number(new), change, tone)


def _shares(scene: Scene, before: dict[str, Any], after: dict[str, Any]) -> list[Effect]:
    out = []
    for company, facts in after["companies"].items():
        held, had = facts["shares"], before["companies"][company]["shares"]
        for player in scene.game.players:
            old, new = had.get(player, 0), held.get(player, 0)
            if old != new:
                mark = Markup("{} {}").format(player, scene.company(company))
                tone = "up" if new > old else "down"
                out.append(Effect(mark, scene.words("Shares"), f"{old} %", f"{new} %", "", tone))
    return out


def _companies(scene: Scene, before: dict[str, Any], after: dict[str, Any]) -> list[Effect]:
    out = []
    for company, new in after["companies"].items():
        old, mark = before["companies"][company], scene.company(company)
        if new["price"] != old["price"] and new["price"] is not None:
            if old["price"] is None:
                out.append(
                    Effect(mark, scene.words("Price"), "–", scene.words.number(new["price"]), "", "up")
                )
            else:
                out.append(_amounts(scene, mark, scene.words("Price"), old["price"], new["price"]))
        if new["president"] != old["president"] and new["president"]:
            out.append(
                Effect(
                    mark, scene.word("term", "president"), old["president"] or "–", new["president"], "", ""
                )
            )
        if sorted(new["trains"]) != sorted(old["trains"]):
            before_, after_ = (
                Markup(" ").join(scene.train(t) for t in x["trains"]) or "–" for x in (old, new)
            )
            out.append(Effect(mark, scene.words("Trains"), before_, after_))
    return out


def _income(scene: Scene, action: Action, twin: Game) -> list[Effect]:
    """What building or a new train does for the best runs of the company."""
    s, after = scene.rail, twin.state
    if not isinstance(action, Lay | Station | BuyTrain) or s is None or not isinstance(after, RailState):
        return []
    company = action.actor
    if company not in after.founded or not after.trains.get(company):
        return []
    if not scene.helps("best_runs"):
        return []
    best = scene.page.customs.best
    old, new = (best(scene, t, company)[1] if best else best_of(t, company)[1] for t in (s, after))
    if old == new and not isinstance(action, Lay):
        return []
    who, what = scene.company(company), scene.words("Best runs")
    if old == new:
        return [Effect(who, what, "", scene.words.number(new), scene.words("unchanged"))]
    return [_amounts(scene, who, what, old, new)]


def _notes(scene: Scene, events: list[Event]) -> list[Markup]:
    """What else happens, each thing once; rusting trains are counted. Money, prices and paper are told as figures."""
    out: dict[Markup, int] = {}
    for event in events:
        kind = scene.game.rules.told.get(event.key)
        if kind is not None and kind.foretold:
            line = scene.event(event)
            out[line] = out.get(line, 0) + 1
    return [line if n == 1 else Markup("{} ×{}").format(line, n) for line, n in out.items()]
