"""The whole position of a railway game as one table: players and places down, companies across."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from kursbuch.core import BANK
from kursbuch.rail.paper.holdings import counted
from kursbuch.rail.rounds.ahead import operating_order
from kursbuch.rail.state import RailState
from kursbuch.rail.steps.limits import certificates
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.told import Fresh

NO_BOTS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, what a screen reader adds, and how strong it looks: "strong", "faint" or ""."""

    text: str | Markup
    tone: str = ""
    title: str = ""

    @property
    def plain(self) -> Markup:
        """The cell as markup."""
        return _cell(self.text, isinstance(self.text, Markup), self.tone, self.title, False)

    @property
    def spoken(self) -> Markup:
        """The same with its title for screen readers as well."""
        return _cell(self.text, isinstance(self.text, Markup), self.tone, self.title, bool(self.title))


@lru_cache(maxsize=8192)
def _cell(text: str | Markup, is_markup: bool, tone: str, title: str, spoken: bool) -> Markup:
    """Written once: a table has hundreds of cells, most of them as they were. Text and markup that read the same are
    told apart by `is_markup`.
    """
    look = Markup(' class="{}"').format(tone) if tone else ""
    tip = Markup(' title="{}"').format(title) if title else ""
    more = Markup('<span class="hidden"> {}</span>').format(title) if spoken else ""
    return Markup("<td{}{}>{}{}</td>").format(look, tip, text, more)


@dataclass(slots=True)
class Line:
    """A row: its name, a remark, cash, certificates, one cell a company, worth."""

    name: str | Markup
    note: str = ""
    cash: str = ""
    papers: str = ""
    papers_full: bool = False
    papers_near: bool = False  # one or two may still be taken
    cells: list[Cell] = field(default_factory=list)
    worth: str = ""
    active: bool = False
    kind: str = ""


@dataclass(slots=True)
class Matrix:
    """Companies across, lines down."""

    companies: list[tuple[str, Markup, bool]]  # id, mark, in play
    turns: dict[str, tuple[int, str]]  # a company's place in the order of the round: "done", "now" or "next"
    players: list[Line]
    facts: list[Line]
    money: bool = True  # whether cash is worth a column
    worth: bool = True  # whether the table tells what players are worth


def matrix(scene: Scene, bots: Mapping[str, str] = NO_BOTS, new: Fresh | None = None) -> Matrix:
    """The table for a railway game; what is new in it is marked."""
    s = scene.rail
    assert s is not None
    data = scene.position
    companies = data["companies"]
    turn = next((f.company for f in reversed(s.stack) if hasattr(f, "company")), "")
    heads = [(id, scene.company(id), bool(facts["in_play"])) for id, facts in companies.items()]
    # somebody at the table who is no player, and played by the rules; what has a colon is only a purse
    known = (*data["seats"], *scene.game.rules.entities, BANK)
    others = [p for p in data["cash"] if p not in known and ":" not in p]
    worth = scene.game.scores() if scene.helps("worth") else {}
    lines = [_player(scene, s, p, bots, worth) for p in (*data["seats"], *others)]
    order = operating_order(scene.game.rules.stages, s)
    turns = {place.company: (n, place.state) for n, place in enumerate(order, start=1)}
    out = Matrix(heads, turns, lines, _facts(scene, s, turn), bool(s.box.market.cells), scene.helps("worth"))
    if new is not None:
        _mark(out, list(companies), new)
    _in_play_first(out)
    return out


def _mark(table: Matrix, companies: list[str], new: Fresh) -> None:
    """Cells that have changed since the reader last decided."""
    for line in (*table.players, *table.facts):
        for n, company in enumerate(companies[: len(line.cells)]):
            bought = line.kind == "trains" and company in new.trains
            moved = line.kind == "price" and company in new.prices
            if bought or moved or (str(line.name), company) in new.paper:
                line.cells[n] = replace(line.cells[n], tone=f"{line.cells[n].tone} fresh".strip())


def _in_play_first(table: Matrix) -> None:
    """Companies not in play come last: a phone shows the first few without a swipe."""
    order = sorted(range(len(table.companies)), key=lambda n: not table.companies[n][2])
    table.companies = [table.companies[n] for n in order]
    for line in (*table.players, *table.facts):
        if len(line.cells) == len(order):
            line.cells = [line.cells[n] for n in order]


def price_list(scene: Scene) -> tuple[tuple[Markup, str], ...]:
    """Companies with a price, the dearest first."""
    known = {
        c: facts["price"] for c, facts in scene.position["companies"].items() if facts["price"] is not None
    }
    dearest = sorted(known, key=lambda c: -known[c])
    return tuple((scene.company(c), scene.words.number(known[c])) for c in dearest)


def certificate_limit(scene: Scene) -> int:
    """How many certificates a player may hold."""
    limits = scene.limits
    if limits is not None:
        return limits.certificates
    s = scene.rail
    assert s is not None
    return s.box.starts[len(scene.game.players)].certificates


def _player(
    scene: Scene, s: RailState, player: str, bots: Mapping[str, str], worth: Mapping[str, int]
) -> Line:
    words, data = scene.words, scene.position
    limits = scene.limits
    customs = scene.page.customs
    papers = certificates(s, limits, player) if limits else counted(s, player, ())
    limit = certificate_limit(scene)
    notes = []
    if player in bots:
        notes.append(bots[player])
    if player == data["priority"]:
        notes.append(scene.word("term", "priority"))
    if player in data["bankrupt"]:
        notes.append(words("bankrupt"))
    line = Line(player, " · ".join(notes), words.number(data["cash"][player]), f"{papers}/{limit}")
    line.papers_full = papers >= limit
    line.papers_near = limit - 2 <= papers < limit
    line.worth = words.number(worth[player]) if player in worth else ""
    line.active = player in scene.game.acting
    for id, facts in data["companies"].items():
        held = facts["shares"].get(player, 0)
        if customs.holding is not None:
            line.cells.append(customs.holding(scene, player, id))
        elif not held:
            line.cells.append(Cell("–" if not facts["closed"] else "", "faint"))
        elif facts["president"] == player:
            crowned = Markup('{}<i class="crown" aria-hidden="true"></i>').format(held)
            parts = [scene.word("term", "president"), _certificates(facts, player)]
            line.cells.append(Cell(crowned, "strong", ", ".join(filter(None, parts))))
        else:
            line.cells.append(Cell(str(held), title=_certificates(facts, player)))
    return line


def _certificates(facts: dict[str, Any], owner: str) -> str:
    """Of which certificates a holding is made up, where that is not plain."""
    return " + ".join(f"{size} %" for size in facts.get("paper", {}).get(owner, ()))


def _facts(scene: Scene, s: RailState, turn: str) -> list[Line]:
    words, companies = scene.words, scene.position["companies"]
    customs = scene.page.customs
    places = [("treasury", None), ("pool", "pool"), ("offer", "offer")]
    lines = []
    for kind, place in places:
        cells = []
        for id, facts in companies.items():
            held = facts["shares"].get(place or id, 0)
            tone = "" if held and facts["in_play"] else "faint"
            cells.append(Cell(str(held) if held else "–", tone, _certificates(facts, place or id)))
        if kind not in customs.no_rows and (kind == "pool" or any(c.text != "–" for c in cells)):
            lines.append(Line(scene.word("row", kind), kind=kind, cells=cells))
    price = Line(words("row.price"), kind="price")
    cash = Line(words("row.cash"), kind="cash")
    trains = Line(words("row.trains"), kind="trains")
    tokens = Line(words("row.tokens"), kind="tokens")
    income = Line(words("row.income"), kind="income")
    for id, facts in companies.items():
        playing = facts["in_play"]
        gone = "✕" if facts["closed"] else ""
        known = facts["price"] is not None
        price.cells.append(Cell(words.number(facts["price"]), "strong") if known else Cell(gone, "faint"))
        cash.cells.append(Cell(words.number(facts["cash"])) if playing else Cell("", "faint"))
        gear = customs.trains(scene, id) if customs.trains is not None else None
        trains.cells.append(gear or _trains(scene, facts["trains"], playing))
        tokens.cells.append(_tokens(scene, facts["tokens"], playing))
        last = facts["last_dividend"]
        income.cells.append(Cell(words.number(last) if last is not None else "", "" if last else "faint"))
    if not s.box.market.cells:  # a game without prices is one without money
        return [*lines, trains, tokens]
    own = customs.facts(scene) if customs.facts is not None else []
    return [*lines, price, cash, trains, tokens, *own, income]


def _trains(scene: Scene, trains: list[str], playing: bool) -> Cell:
    """The trains of a company, those of a kind once with their number; smaller where they take much room."""
    if not trains:
        return Cell(scene.words("none") if playing else "", "faint")
    kinds = {train: trains.count(train) for train in trains}
    marks = Markup("").join(
        scene.train(train) + (Markup("<small>×{}</small>").format(n) if n > 1 else "")
        for train, n in kinds.items()
    )
    return Cell(marks, "tight" if sum(len(train) + 2 for train in kinds) > 7 else "", " ".join(trains))


def _tokens(scene: Scene, tokens: list[dict[str, object]], playing: bool) -> Cell:
    """Station markers left."""
    named = tuple([(str(token["role"]), _token_title(scene, token)) for token in tokens])
    return _discs(named, playing)


@lru_cache(maxsize=4096)
def _discs(tokens: tuple[tuple[str, str], ...], playing: bool) -> Cell:
    """Markers, each with its role and its title, as discs, a goal with a rim; of many of a kind one and how many."""
    roles: dict[str, list[str]] = {}
    for role, title in tokens:
        roles.setdefault(role, []).append(title)
    marks = Markup("")
    for role, same in roles.items():
        disc = Markup('<i class="token {}" title="{}"></i>').format(role, same[0])
        marks += disc * len(same) if len(tokens) <= 3 else disc + (f"{len(same)}" if len(same) > 1 else "")
    text = ", ".join(title for _, title in tokens)
    return Cell(marks or "–", "" if playing and marks else "faint", text)


def _token_title(scene: Scene, token: dict[str, object]) -> str:
    cost = token["cost"]
    assert isinstance(cost, int)
    return f"{scene.words('role.' + str(token['role']))} {scene.money(cost)}"
