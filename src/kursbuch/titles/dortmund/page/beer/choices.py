"""Controls for the actions that only Heat, Sweat & Beer has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from kursbuch.core import Action
from kursbuch.core.action import kind_of
from kursbuch.rail.actions import Discard, Paper
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.state import RailState
from kursbuch.titles.dortmund.beer.actions import (
    BuyLoaded,
    FoundWith,
    KeepPlace,
    PlacePaper,
    PlaceShares,
    SwapMinor,
    TakePlace,
)
from kursbuch.titles.dortmund.beer.brewery.actions import BuyKettle, BuyWithHelp, Deliver, Load, Plan, Scrap
from kursbuch.titles.dortmund.beer.brewery.turn import brewery_turn
from kursbuch.titles.dortmund.beer.delivery import income_of_plan
from kursbuch.titles.dortmund.beer.state import BeerState, owner_of
from kursbuch.titles.dortmund.beer.trade_in import discount
from kursbuch.titles.dortmund.page.beer.panels import (
    Customers,
    kettle_mark,
    market,
    policies,
    position,
    short_words,
    working,
)
from kursbuch.titles.dortmund.railway.actions import BidFor
from kursbuch.titles.dortmund.railway.stock import director_cost
from kursbuch.web.pages import rail_choices
from kursbuch.web.pages.choices import Group, Row, choice_of
from kursbuch.web.pages.rail_choices import sizes
from kursbuch.web.pages.scene import Scene


def _group(scene: Scene, found: list[Action], rows: list[Row]) -> Group:
    kind = kind_of(type(found[0]))
    return Group(kind, scene.word("kind", kind), "rows", rows)


# -- starting round and stock rounds ---------------------------------------------------------------


def bids(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each minor brewery: kettles, capital, who leads; a button for each bid with the whole price."""
    rows: dict[str, Row] = {}
    about, leading = scene.position["minors"], scene.position["bids"]
    for a in found:
        assert isinstance(a, BidFor) and isinstance(s, BeerState)
        charter = about[a.brewery]
        if a.brewery not in rows:
            kettles = Markup("").join(kettle_mark(scene, k) for k in working(scene, a.brewery))
            best = max(
                (b for b in leading if b["brewery"] == a.brewery), key=lambda b: b["price"], default=None
            )
            lead = Markup(" · <b>{} +{}</b>").format(best["player"], best["price"]) if best else Markup("")
            note = Markup("{} {} {}{}").format(
                charter["name"],
                kettles,
                scene.words("capital {capital}", capital=scene.money(charter["capital"])),
                lead,
            )
            rows[a.brewery] = Row(scene.company(a.brewery), note)
        sub = f"= {scene.words.number(charter['price'] + a.price)}"
        rows[a.brewery].choices.append(choice_of(scene, a, label=f"+{a.price}", sub=sub))
    return _group(scene, found, list(rows.values()))


def foundings_by_trade(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each corporation and brewery given for it, a button for each start price with what is still paid."""
    rows: dict[tuple[str, str], Row] = {}
    for a in found:
        assert isinstance(a, FoundWith) and isinstance(s, BeerState)
        lead = scene.words.html(
            "{company} with {minor}", company=scene.company(a.company), minor=scene.company(a.minor)
        )
        row = rows.setdefault((a.company, a.minor), Row(lead))
        cost = director_cost(s, a.company, a.price) - discount(s, a)
        sub = scene.words("costs {price}", price=scene.money(cost))
        row.choices.append(choice_of(scene, a, label=scene.money(a.price), sub=sub))
    return _group(scene, found, list(rows.values()))


def swaps(scene: Scene, s: RailState, found: list[Action]) -> Group:
    rows: dict[tuple[str, str], Row] = {}
    for a in found:
        assert isinstance(a, SwapMinor) and isinstance(s, BeerState)
        lead = scene.words.html(
            "{minor} for {company}", company=scene.company(a.company), minor=scene.company(a.minor)
        )
        row = rows.setdefault((a.company, a.minor), Row(lead))
        extra = (a.percent - 10) // 10 * s.price(a.company)
        label = f"{a.percent} % {scene.words(f'from.{a.source}')}"
        sub = scene.words("costs {price}", price=scene.money(extra)) if extra else ""
        row.choices.append(choice_of(scene, a, label=label, sub=sub))
    return _group(scene, found, list(rows.values()))


def shares_placed(scene: Scene, s: RailState, found: list[Action]) -> Group:
    company = found[0].actor
    own = scene.words("{percent} % in the treasury", percent=percent(s, company, company))
    row = Row(scene.company(company), own)
    for a in found:
        assert isinstance(a, PlaceShares | PlacePaper)
        paper = a.paper if isinstance(a, PlacePaper) else Paper((a.percent,))
        size, label = paper.percent, sizes(paper)
        brings = scene.words("brings {price}", price=scene.money(size // 10 * s.price(company)))
        row.choices.append(choice_of(scene, a, label=label, sub=brings))
    return _group(scene, found, [row])


def places(scene: Scene, s: RailState, found: list[Action]) -> Group:
    assert isinstance(s, BeerState)
    row = Row(scene.company(found[0].actor))
    for a in found:
        assert isinstance(a, TakePlace | KeepPlace)
        place = a.place if isinstance(a, TakePlace) else s.order.index(a.actor) + 1
        label = scene.words(
            "take place {place}" if isinstance(a, TakePlace) else "stay at place {place}", place=place
        )
        row.choices.append(choice_of(scene, a, label=label))
    return _group(scene, found, [row])


# -- a brewery's turn ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A segment to which something can be delivered."""

    number: int
    boxes: tuple[Customers, ...]


@dataclass(frozen=True, slots=True)
class Delivery:
    """What the control for deliveries shows: boxes with steppers, kettles, how much may be kept for trains."""

    brewery: str
    lines: list[Line]
    kettles: list[Markup]
    makes: int
    done: int
    most_kept: int
    export_each: int
    lost: bool  # what is kept and not loaded, or else it can still be delivered
    plans: list[dict[str, object]]  # of each choice: cubes by box, and what is kept


def deliveries(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """Plans, the best first, and a stepper for each box that is within reach."""
    group = _group(scene, found, [Row("")])
    group.template = "dortmund/deliver.html"
    s = position(scene)
    plans: list[dict[str, object]] = []
    kept: set[int] = set()
    for a in found:
        assert isinstance(a, Deliver)
        brings = scene.words.number(income_of_plan(s, a.plan))
        if a.plan.keeps:
            brings += f" + {scene.words.number(a.plan.keeps * s.box.export_income)}"
        first = a.plan.keeps not in kept
        label = plan_words(scene, a.plan)
        if first:  # the boxes below say it at length
            keeping = scene.words("{cubes} for trains", cubes=a.plan.keeps)
            label = keeping if a.plan.keeps else scene.words("Best in Dortmund")
        group.rows[0].choices.append(choice_of(scene, a, label=label, sub=brings))
        boxes = {f"{kind} {segment}": cubes for cubes, kind, segment in a.plan.supplies}
        # the plan that brings most for each number of cubes kept stands first; others open on demand
        plans.append({"boxes": boxes, "keeps": a.plan.keeps, "first": first})
        kept.add(a.plan.keeps)
    brewery = found[0].actor
    kettles = working(scene, brewery)
    highest = max((k.type for k in kettles), default=0)
    turn = brewery_turn(s)
    lines = [
        Line(row.number, row.boxes)
        for row in market(scene).rows
        if row.number <= highest and any(box.demand for box in row.boxes)
    ]
    group.data = Delivery(
        brewery,
        lines,
        [kettle_mark(scene, k) for k in kettles],
        sum(k.cubes for k in kettles),
        sum(turn.delivered) + turn.loaded,
        max(kept),
        s.box.export_income,
        scene.game.options.get("kept_export") != "delivered",
        plans,
    )
    return group


def plan_words(scene: Scene, plan: Plan) -> str:
    """A plan in short."""
    return short_words(scene, [(segment, kind, cubes) for cubes, kind, segment in plan.supplies], plan.keeps)


def scraps(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """The kettles that may be given up, or must."""
    brewery = found[0].actor
    kettles = {k.type: k for k in working(scene, brewery)}
    row = Row(scene.company(brewery))
    for a in found:
        assert isinstance(a, Scrap)
        label = kettle_mark(scene, kettles[a.type]) if a.type in kettles else str(a.type)
        row.choices.append(choice_of(scene, a, label=label, tone="quiet"))
    return _group(scene, found, [row])


def loadings(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each train: its room, who has to agree; a button for each number of cubes."""
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, Load) and isinstance(s, BeerState)
        if a.train not in rows:
            ways = policies(scene)
            director = ways.answers(s, a.railway)
            free_hand = ways.unasked(s, a.actor, a.railway) or director == ways.decides(s, a.actor)
            asked = "" if free_hand else scene.words("{player} must agree", player=director)
            free = ways.squares(s, a.train) - s.loaded.get(a.train, 0)
            room = scene.words("room for {cubes}", cubes=free)
            lead = Markup("{} {}").format(scene.company(a.railway), scene.train(a.train))
            rows[a.train] = Row(lead, " · ".join(filter(None, (room, asked))))
        sub = scene.words.signed(a.cubes * s.box.export_income)
        label = scene.words("{cubes} × beer", cubes=a.cubes)
        rows[a.train].choices.append(choice_of(scene, a, label=label, sub=sub))
    return _group(scene, found, list(rows.values()))


def discards(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """The trains that could go; of those used alike the loaded ones by their beer."""
    group = rail_choices.discards(scene, s, found)
    assert isinstance(s, BeerState)
    choices = group.rows[0].choices
    for n, action in enumerate(found):
        assert isinstance(action, Discard)
        if cubes := s.loaded.get(action.side):
            choices[n] = replace(choices[n], sub=scene.words("{cubes} × beer", cubes=cubes))
    return group


def loaded_trains(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """Trains of other railways with more beer on them than others of their kind, each with a price to choose."""
    rows = []
    for a in found:
        assert isinstance(a, BuyLoaded)
        beer = scene.words("{cubes} × beer", cubes=a.cubes)
        place = scene.words.html("from {place}", place=scene.place(a.source))
        lead = Markup("{} {}").format(scene.train(a.train), place)
        rows.append(Row(lead, beer, [choice_of(scene, a, label="")]))
    return _group(scene, found, rows)


def kettles(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each kind of card on sale: what it makes, and who pays."""
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, BuyKettle | BuyWithHelp) and isinstance(s, BeerState)
        row = rows.get(a.kettle)
        if row is None:
            mark = kettle_mark(scene, s.box.kettles[a.kettle])
            lead = Markup("{} {} {}").format(scene.train(a.kettle), mark, scene.money(a.price))
            row = rows[a.kettle] = Row(lead)
        if isinstance(a, BuyWithHelp):
            label = scene.words("Buy with help")
            sub = scene.words("{help} from {player}", help=scene.money(a.help), player=owner_of(s, a.actor))
            row.choices.append(choice_of(scene, a, label=label, sub=sub))
        else:
            row.choices.append(choice_of(scene, a, label=scene.words("Buy")))
    return _group(scene, found, list(rows.values()))
