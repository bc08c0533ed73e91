"""Every legal choice at a Nuremberg table as a control, and why a place that was clicked offers none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from kursbuch.core import Action, Refusal
from kursbuch.titles.nuremberg.page import words as say
from kursbuch.titles.nuremberg.rules.actions import (
    Bid,
    Build,
    Buy,
    Carry,
    HandOver,
    Link,
    Pass,
    Pay,
    TakeBack,
)
from kursbuch.titles.nuremberg.rules.box import CARGO
from kursbuch.titles.nuremberg.rules.line import Line
from kursbuch.titles.nuremberg.rules.scoring import worth
from kursbuch.titles.nuremberg.rules.takeover import price
from kursbuch.web.pages.choices import Choice, Group, Refused, Row, choice_of, explained
from kursbuch.web.pages.scene import Scene

OWN = "own"


@dataclass(frozen=True, slots=True)
class Pick(Choice):
    """A control that the board knows: `start` is where it begins, `links` are what it would light up."""

    start: str = ""
    piece: str = ""
    links: str = ""
    bill: str = ""  # of a payment: amounts by name


FEW = 5  # mixes that need no steppers


@dataclass(frozen=True, slots=True)
class Stepper:
    """One kind of what a payment may be made of, and how little and how much of it."""

    name: str
    word: str
    lo: int
    hi: int


def groups(scene: Scene, actions: list[Action]) -> list[Group]:
    """The controls of the decision, by kind."""
    stage = scene.position["stage"]
    out: list[Group] = []
    if stage == "auction":  # the boxes are shown to everybody, whoever is to bid
        out.append(_bids(scene, [a for a in actions if isinstance(a, Bid)]))
    links = [a for a in actions if isinstance(a, Link)]
    if stage == "building" and actions:
        out.append(_links(scene, links))
    by_kind = (
        _carry(scene, [a for a in actions if isinstance(a, Carry)]),
        _buy(scene, [a for a in actions if isinstance(a, Buy)]),
        _pay(scene, [a for a in actions if isinstance(a, Pay)]),
        _lines(scene, [a for a in actions if isinstance(a, HandOver)]),
    )
    out.extend(group for group in by_kind if group.choices)
    foot = Group("foot", "", "foot", [Row("")])
    for action in actions:
        if isinstance(action, Build):
            label = scene.words("Build this chain")
            out.append(Group("build", "", OWN, [Row("", "", [Pick(str(action), label, tone="main")])]))
        elif isinstance(action, TakeBack):
            back = Pick(str(action), scene.words("Take the last link back"), tone="quiet")
            out[-1].rows[0].choices.append(back)
        elif isinstance(action, Pass):
            foot.rows[0].choices.append(Choice(str(action), scene.word("pass", stage), tone="quiet"))
    return [*out, foot] if foot.choices else out


def _bids(scene: Scene, bids: list[Bid]) -> Group:
    rows = [Row("", "", [_pick(scene, bid, start=bid.box)]) for bid in bids]
    return Group("bid", scene.word("kind", "bid"), OWN, rows)


def _pick(scene: Scene, action: Action, **more: str) -> Pick:
    plain = choice_of(scene, action)
    return Pick(plain.action, plain.label, lo=plain.lo, hi=plain.hi, step=plain.step, **more)


def _links(scene: Scene, links: list[Link]) -> Group:
    """The next links, by the area they start in; each says what the chain costs with it."""
    under_way = scene.position["under_way"] or {}
    spent = under_way.get("bill", {})
    group = Group("link", scene.word("kind", "link"), OWN)
    rows: dict[str, Row] = {}
    for action in links:
        if action.start not in rows:
            rows[action.start] = Row(say.area(scene, action.start))
            group.rows.append(rows[action.start])
        more = {k: n - spent.get(k, 0) for k, n in action.bill.named() if n > spent.get(k, 0)}
        choice = Pick(
            str(action),
            say.area(scene, action.end),
            say.bill(scene, more),
            hex=action.end,
            start=action.start,
        )
        rows[action.start].choices.append(choice)
    return group


def link_costs(scene: Scene, actions: Iterable[Action]) -> dict[str, str]:
    """What the next link into each area adds to the bill, short."""
    spent = sum((scene.position["under_way"] or {}).get("bill", {}).values())
    return {a.end: f"+{sum(a.bill) - spent}" for a in actions if isinstance(a, Link)}


def _carry(scene: Scene, carries: list[Carry]) -> Group:
    """Pieces that can be carried, each with the trains that have a place for it and what it earns there."""
    group = Group("carry", scene.word("kind", "carry"), OWN)
    rows: dict[tuple[str, str], Row] = {}
    for action in carries:
        key = (action.area, action.piece)
        if key not in rows:
            money = scene.words(
                "income {money}", money=f"+{say.box_of(scene).round_scoring['money'][action.piece]}"
            )
            lead = Markup("{} {}").format(say.sign(scene, action.piece), say.area(scene, action.area))
            rows[key] = Row(lead, money)
            group.rows.append(rows[key])
        points = scene.words("{points} VP", points=f"+{worth(say.box_of(scene), action.train, action.piece)}")
        rows[key].choices.append(
            Pick(str(action), scene.train(action.train), points, hex=action.area, piece=action.piece)
        )
    return group


def _buy(scene: Scene, buys: list[Buy]) -> Group:
    group = Group("buy", scene.word("kind", "buy"), OWN)
    rows: dict[int, Row] = {}
    for action in buys:
        train = say.box_of(scene).trains[action.train]
        if train.row not in rows:
            note = scene.words("{points} VP a passenger", points=train.worth)
            rows[train.row] = Row(say.amount(scene, "brown", train.price), note)
            group.rows.append(rows[train.row])
        signs = Markup("").join(
            say.sign(scene, "", kind)
            for kind, n in (("figure", train.passengers), ("good", train.goods))
            for _ in range(n)
        )
        rows[train.row].choices.append(Pick(str(action), scene.train(train.id), signs, start=train.id))
    return group


def _pay(scene: Scene, pays: list[Pay]) -> Group:
    picks: list[Choice] = [
        Pick(
            str(action),
            say.bill(scene, action.bill),
            bill=" ".join(f"{name}={n}" for name, n in action.bill.named()),
        )
        for action in pays
    ]
    steppers = _steppers(scene, pays) if len(pays) > FEW else []
    return Group("pay", scene.word("kind", "pay"), OWN, [Row("", "", picks)], data=steppers)


def _steppers(scene: Scene, pays: list[Pay]) -> list[Stepper]:
    """The kinds of which one pays more or less, with their bounds over all legal mixes."""
    out = []
    for number, name in enumerate(pays[0].bill._fields):
        amounts = [action.bill[number] for action in pays]
        if max(amounts):
            out.append(Stepper(name, say.word(scene, name), min(amounts), max(amounts)))
    return out


def _lines(scene: Scene, offers: list[HandOver]) -> Group:
    """Lines that a company would take over, the longest first, by company and by where they begin."""
    group = Group("hand_over", scene.word("kind", "hand_over"), OWN)
    rows: dict[tuple[str, str], Row] = {}
    for action in sorted(offers, key=lambda a: -len(a.line)):
        key = (action.company, action.line[0])
        if key not in rows:
            lead = Markup("{} {}").format(
                say.company(scene, action.company),
                scene.words("from {area}", area=say.area(scene, action.line[0])),
            )
            rows[key] = Row(lead)
            group.rows.append(rows[key])
        length = len(action.line) - 1
        via = f" ({length})" if length > 1 else ""
        rows[key].choices.append(
            Pick(
                str(action),
                Markup('<span title="{}">{}{}</span>').format(
                    " – ".join(say.area(scene, id) for id in action.line),
                    say.area(scene, action.line[-1]),
                    via,
                ),
                say.amount(scene, action.company, price(say.box_of(scene), length)),
                hex=action.line[-1],
                start=action.line[0],
                links=" ".join(say.box_of(scene).borders_along(action.line)),
            )
        )
    return group


# -- clicking where nothing is possible -----------------------------------------------------------


def why_not(scene: Scene, id: str) -> tuple[str, Refused | None]:
    """An area by its name, and the rule against doing there what is to be decided now."""
    name = say.area(scene, id)
    if id not in say.box_of(scene).areas or not scene.deciding:
        return name, None
    player = scene.deciding[0]
    refusal = _first(scene, _tries(scene, player, id))
    return name, explained(scene, name, refusal) if refusal else None


def _tries(scene: Scene, player: str, id: str) -> list[Action]:
    """What a click on an area may have meant."""
    position = scene.position
    stage = position["stage"]
    if stage == "building":
        chain = (position["under_way"] or {}).get("chain", [])
        if chain:
            return [Build(player, Line((*chain, id)))]
        beyond = [*say.box_of(scene).open_ways[id], *say.box_of(scene).neighbours[id]]
        return [Build(player, Line((id, to))) for to in beyond]
    if stage in ("transport", "loading"):
        own = [t for t, facts in position["trains"].items() if facts["player"] == player]
        here = [p for p in dict.fromkeys(position["board"].get(id, ())) if p in CARGO]
        return [Carry(player, piece, id, train) for piece in here or [CARGO[0]] for train in own]
    if stage == "takeovers":
        return [
            HandOver(player, Line((id, to)), company)
            for company in position["stations"].get(id, ("red", "green"))
            for to in say.box_of(scene).neighbours[id]
        ]
    return []


def _first(scene: Scene, tries: Iterable[Action]) -> Refusal | None:
    """The refusal of the first try; None if any of them is legal."""
    found: Refusal | None = None
    for action in tries:
        refusal = scene.game.why_not(action)
        if refusal is None:
            return None
        found = found or refusal
    return found
