"""Whose decision it is, what it is about, and every choice there is."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from kursbuch.core import Action, Frame
from kursbuch.core.action import kind_of
from kursbuch.rail.actions import BuyTrain, Pass, Runs
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import StockFrame, TurnFrame
from kursbuch.rail.steps.auction import AuctionFrame
from kursbuch.rail.steps.consent import side_in_use
from kursbuch.rail.trains.depot import trains_of
from kursbuch.web.pages.choices import Group, Refused, plain_groups, refused
from kursbuch.web.pages.need import Need, need_of
from kursbuch.web.pages.preview import Preview, preview
from kursbuch.web.pages.rail_choices import rail_groups
from kursbuch.web.pages.runs import NOTHING, RunPlan, plan
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.turn_plan import can_plan

_URGENT = {"sell": 0, "sell_paper": 0, "pass": 1}


@dataclass(frozen=True, slots=True)
class Chip:
    """A step of a turn, or a player in the order of play. `state`: "done", "now" or "next"."""

    label: str
    state: str
    note: str = ""


@dataclass(slots=True)
class Decision:
    """The decision panel."""

    who: Markup
    mine: bool
    title: str
    hint: str | Markup = ""
    chips: list[Chip] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    cards: dict[str, Preview] = field(default_factory=dict)  # previews that are always open
    run: RunPlan | None = None
    drawn: Runs | None = None  # runs that the board shows
    lit: list[str] = field(default_factory=list)
    board: bool = False  # whether hexes are to be clicked
    only: str = ""  # the one thing that can be done, if it is to pass
    plan: bool = False  # whether the rest of the turn could be done in one go
    need: Need | None = None  # money that is missing for a train
    aside: list[tuple[str, list[Group]]] = field(default_factory=list)  # player and powers, in others' turns


def decision(scene: Scene) -> Decision:
    """The decision as it stands."""
    game, words = scene.game, scene.words
    if game.over:
        best = max(game.scores().values())
        # a title whose rules break ties says who has won
        won = scene.position.get("winners") or [p for p, worth in game.scores().items() if worth == best]
        winners = " · ".join(won)
        over = Markup("<b>{}</b>").format(words("The game is over"))
        return Decision(over, False, words("{player} wins.", player=winners))
    kind = scene.kind
    out = Decision(
        _who(scene), bool(scene.deciding), scene.word("step", kind), _hint(scene, kind), _chips(scene)
    )
    actions = scene.legal
    desk = scene.page.desk
    if desk is not None:
        out.groups = desk.groups(scene, actions)
        for player in scene.deciding[:1]:
            out.refused = refused(scene, player, desk.quiet)[:10]
        desk.finish(scene, out)
        return out
    out.groups = rail_groups(scene, actions) if scene.rail else plain_groups(scene, actions)
    for player in scene.deciding[:1]:
        out.refused = refused(scene, player, ("lay", "station", *scene.page.customs.quiet))[:10]
    for group in out.groups:
        if group.layout == "cards":
            for choice in group.choices:
                action = game.read(choice.action)
                out.cards[choice.action] = preview(scene, action)
                if out.drawn is None and isinstance(runs := getattr(action, "runs", None), Runs):
                    out.drawn = runs
        if group.layout == "runs":
            if out.run is not None:  # runs that carry something stand first
                continue
            if not scene.helps("best_runs"):  # the board is clicked from the first stop on
                out.run = plan(scene, NOTHING, editing=True)
                continue
            offered = game.read(group.choices[0].action)
            out.run = plan(scene, getattr(offered, "runs", None), cargo=str(getattr(offered, "loads", "")))
            out.drawn = out.run.runs
        out.lit.extend(c.hex for c in group.choices if c.hex)
    out.board = any(group.layout == "board" for group in out.groups)
    out.aside = _aside(scene)
    out.only = _only(actions)
    out.plan = can_plan(scene) and len(actions) > 0
    out.need = need_of(scene)
    if out.need is not None:  # first what raises money, and what remains if nothing does
        out.hint = ""
        out.groups.sort(key=lambda group: _URGENT.get(group.kind, len(_URGENT)))
    if not out.mine:
        out.lit = [c.hex for _, groups in out.aside for group in groups for c in group.choices if c.hex]
    return out


def _only(legal: list[Action]) -> str:
    """Passing, where nothing else is legal."""
    return str(legal[0]) if len(legal) == 1 and isinstance(legal[0], Pass) else ""


def _aside(scene: Scene) -> list[tuple[str, list[Group]]]:
    """What the viewer's players may do although somebody else decides."""
    if scene.rail is None:
        return []
    by = dict.fromkeys(action.by for action in scene.interjections)
    return [(p, rail_groups(scene, [a for a in scene.interjections if a.by == p])) for p in by]


def _who(scene: Scene) -> Markup:
    deciders = scene.deciding or scene.game.acting
    names = Markup(", ").join(Markup("<b>{}</b>").format(p) for p in deciders)
    top = scene.game.state.top
    company = getattr(top, "company", "") or next(iter(getattr(top, "companies", ())), "")
    s = scene.rail
    if company and s and (company not in s.shares or president(s, company) in scene.game.acting):
        return scene.words.html(
            "{player} decides for {company}", player=names, company=scene.company(company)
        )
    if len(deciders) > 1:
        return scene.words.html("{players} decide", players=names)
    return scene.words.html("{player} decides", player=names)


def _hint(scene: Scene, kind: str) -> str | Markup:
    top, words = scene.game.state.top, scene.words
    if isinstance(top, AuctionFrame):
        return words.html(
            "{leader} has bid {price} for {company}.",
            leader=Markup("<b>{}</b>").format(top.leader),
            price=scene.money(top.price),
            company=scene.company(top.lot),
        )
    offer = getattr(top, "offer", None)
    if isinstance(offer, BuyTrain):
        return words.html(
            "{company} offers {price} for a train {train} of {seller}.",
            company=scene.company(offer.actor),
            price=scene.money(offer.price),
            train=scene.train(_meant(scene, offer)),
            seller=scene.company(offer.source),
        )
    own = scene.page.customs.hint
    if own is not None and (said := own(scene, kind)) is not None:
        return said
    if not scene.deciding:
        return ""
    key = scene.key("hint", kind)
    return words(key) if words.has(key) else ""


def _meant(scene: Scene, offer: BuyTrain) -> str:
    """The train that is asked for: its kind, or the side in use where the seller has cards of both."""
    s = scene.rail
    assert s is not None
    used = {s.sides[card] for card in trains_of(s, offer.source) if kind_of_card(card) == offer.train}
    return side_in_use(offer) if len(used) > 1 else offer.train


def _chips(scene: Scene) -> list[Chip]:
    """The steps of the company's turn, or the players in order."""
    s = scene.game.state
    if scene.rail is None:
        return []
    if isinstance(s.top, AuctionFrame):
        return _bidders(scene, s.top)
    turn: Frame | None = next((f for f in reversed(s.stack) if isinstance(f, TurnFrame)), None)
    if isinstance(turn, TurnFrame):
        stage = scene.game.rules.stages[turn.stage]
        order = getattr(stage, "order", ())
        return [
            Chip(
                scene.word("chip", kind_of(step.action)),
                "done" if n < turn.at else "now" if n == turn.at else "next",
            )
            for n, step in enumerate(order)
            if step.action is not Pass  # which goes by itself
        ]
    if isinstance(s.top, StockFrame):
        seats = scene.position["seats"]
        now = s.top.player
        return [
            Chip(
                p,
                "now" if p == now else "next",
                scene.word("term", "priority") if p == scene.position["priority"] else "",
            )
            for p in seats
        ]
    return []


def _bidders(scene: Scene, f: AuctionFrame) -> list[Chip]:
    words = scene.words
    chips = []
    for player in scene.position["seats"]:
        if player == f.leader:
            chips.append(Chip(player, "done", scene.money(f.price)))
        elif player not in f.bidders:
            chips.append(Chip(player, "out", words("out")))
        else:
            chips.append(Chip(player, "now" if player == f.bidders[0] else "next"))
    return chips
