"""The panels of a Nuremberg table as data: influence boxes, trains, the matrix of players, the running bill."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from kursbuch.titles.nuremberg.page import words as say
from kursbuch.titles.nuremberg.rules.box import COLOURS, COMPANIES, GOODS
from kursbuch.web.pages.decision import Decision
from kursbuch.web.pages.opponents import bots_at
from kursbuch.web.pages.scene import Scene
from kursbuch.web.service import TableInfo


@dataclass(frozen=True, slots=True)
class Box:
    """An influence box: what it gains, the lowest bid, who has bid how much."""

    id: str
    row: str
    gains: list[Markup]
    drawn: Markup
    least: int
    bidder: Markup
    cubes: int
    mine: bool


@dataclass(frozen=True, slots=True)
class Car:
    """A train with its places; `owner` is empty while it is on offer."""

    id: str
    price: Markup
    worth: int
    owner: Markup
    places: list[Markup]
    full: bool


@dataclass(slots=True)
class Line:
    """A player in the matrix."""

    name: Markup
    note: str
    active: bool
    cells: list[tuple[str, str | Markup]] = field(default_factory=list)  # class and text


def boxes(scene: Scene) -> list[list[Box]]:
    """The boxes in use, row by row."""
    position = scene.position
    rows: dict[str, list[Box]] = {}
    for box in say.box_of(scene).boxes_for[len(scene.game.players)].values():
        facts = position["boxes"].get(box.id)
        bid = facts["bid"] if facts else None
        drawn = say.amount(scene, facts["drawn"], "+1") if facts else Markup("")
        gains = [say.amount(scene, colour, n) for colour in COLOURS if (n := box.printed.get(colour, 0))]
        bidder = say.player(scene, bid[0]) if bid else Markup("")
        mine = bid is not None and bid[0] in scene.seats
        cubes = bid[1] if bid else 0
        rows.setdefault(box.row, []).append(
            Box(box.id, box.row, gains, drawn, box.least, bidder, cubes, mine)
        )
    return list(rows.values())


def trains(scene: Scene) -> list[list[Car]]:
    """The trains by row, the dearest first, with what they carry."""
    rows: dict[int, list[Car]] = {}
    for train in say.box_of(scene).trains_for[len(scene.game.players)].values():
        facts = scene.position["trains"].get(train.id)
        load = list(facts["load"]) if facts else []
        places = []
        for kind, n in (("figure", train.passengers), ("good", train.goods)):
            carried = [p for p in load if (p in GOODS) == (kind == "good")]
            places += [say.sign(scene, p) for p in carried]
            places += [say.sign(scene, "", kind) for _ in range(n - len(carried))]
        owner = say.player(scene, facts["player"]) if facts else Markup("")
        full = len(load) == train.passengers + train.goods
        car = Car(train.id, say.amount(scene, "brown", train.price), train.worth, owner, places, full)
        rows.setdefault(train.row, []).append(car)
    return [rows[row] for row in sorted(rows, reverse=True)]


HEADS = (
    "order",
    "cubes",
    *COLOURS,
    "links",
    "locomotives",
    "kept",
    "this_round",
    "profit",
    "points",
    "worth",
)


def matrix(scene: Scene, info: TableInfo) -> list[Line]:
    """The players, first in the player order first, with all that lies before them."""
    position, words = scene.position, scene.words
    bots = bots_at(info, words)
    orders = position["orders"]
    worth = scene.game.scores()
    lines = []
    for player in orders["players"]:
        facts = position["players"][player]
        line = Line(say.player(scene, player), bots.get(player, ""), player in scene.game.acting)
        places = [orders[kind].index(player) + 1 if player in orders[kind] else "–" for kind in orders]
        line.cells.append(("order", Markup("{}<i>/</i>{}<i>/</i>{}").format(*places)))
        cubes = facts["cubes"]
        line.cells.append(("", Markup("<b>{}</b> <small>+{}</small>").format(cubes["hand"], cubes["supply"])))
        for colour in COLOURS:
            n = facts["influence"][colour]
            line.cells.append(("" if n else "faint", say.amount(scene, colour, n) if n else "–"))
        laid = len(position["links"].get(player, ()))
        line.cells.append(("", Markup("{} <small>/ {}</small>").format(laid, position["depot"][player])))
        line.cells.append(("", str(facts["locomotives"])))
        line.cells.append(("", say.kept(scene, facts["kept"])))
        line.cells.append(("", _this_round(scene, facts["this_round"])))
        line.cells.append(("bad" if facts["profit"] < 0 else "", words.number(facts["profit"])))
        line.cells.append(("strong", words.number(facts["points"])))
        if scene.helps("worth"):
            line.cells.append(("worth", words.number(worth[player])))
        lines.append(line)
    return lines


def _this_round(scene: Scene, facts: dict[str, int]) -> Markup:
    signed = scene.words.signed
    return Markup("{} <small>{} {}</small>").format(
        scene.words("{points} VP", points=signed(facts["points"])),
        signed(facts["income"]),
        signed(-facts["upkeep"]),
    )


def companies(scene: Scene) -> list[tuple[Markup, int, int]]:
    """The companies: links on the board and left."""
    position = scene.position
    return [
        (say.company(scene, c), len(position["links"].get(c, ())), position["depot"][c]) for c in COMPANIES
    ]


def running(scene: Scene, now: Decision) -> dict[str, Any] | None:
    """The chain under way: its areas, its bill, what the builder has and what would be left."""
    under_way = scene.position["under_way"]
    if not under_way or not scene.game.acting:
        return None
    player = scene.game.acting[0]
    facts = scene.position["players"][player]
    purse = {"cubes": facts["cubes"]["hand"], **facts["influence"]}
    if "due" in under_way:
        return {
            "due": under_way["due"],
            "what": say.word(scene, under_way["what"]),
            "purse": say.bill(scene, purse),
        }
    chain = under_way["chain"]
    return {
        "chain": [say.area(scene, id) for id in chain],
        "bill": say.bill_in_words(scene, under_way["bill"]),
        "purse": say.bill(scene, purse),
        "length": max(0, len(chain) - 1),
        "left": scene.position["depot"][player] - max(0, len(chain) - 1),
    }
