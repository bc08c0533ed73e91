"""Laying track: what can be laid on a hex, its legal turns, what it costs, or why nothing can be laid there."""

from __future__ import annotations

from dataclasses import dataclass, field

from kursbuch.core import Action, Refusal
from kursbuch.rail.actions import Lay, Station
from kursbuch.rail.board.map import next_colour
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.state import RailState
from kursbuch.web.pages.choices import Refused, explained
from kursbuch.web.pages.scene import Scene


def tile_laid(action: Action) -> tuple[str, int, str] | None:
    """Tile, turn and hex of an action that lays one, be it a company's own or the power of something else."""
    tile, turn, hex = (getattr(action, name, None) for name in ("tile", "turn", "hex"))
    return (tile, turn, hex) if tile is not None and turn is not None and hex is not None else None


@dataclass(slots=True)
class Offer:
    """A tile that can be laid on the hex: its legal turns, copies left and cost at the chosen turn."""

    tile: str
    colour: str
    actor: str  # who lays it
    actions: dict[int, Action] = field(default_factory=dict)  # by turn
    left: int = 0  # 0: any number
    cost: int = 0
    gauge: str = ""  # of its track, where the title has several

    @property
    def turns(self) -> list[int]:
        return list(self.actions)


@dataclass(slots=True)
class Hex:
    """What the page shows for a hex that was clicked."""

    id: str
    name: str
    offers: list[Offer] = field(default_factory=list)
    offer: Offer | None = None  # the chosen one
    turn: int = 0
    why_not: Refused | None = None

    @property
    def chosen(self) -> Action | None:
        return self.offer.actions[self.turn] if self.offer else None

    @property
    def next_turn(self) -> int:
        """The legal turn after the chosen one."""
        assert self.offer is not None
        turns = self.offer.turns
        return turns[(turns.index(self.turn) + 1) % len(turns)]


def hex_of(scene: Scene, id: str, tile: str = "", turn: int | None = None, actor: str = "") -> Hex:
    """The legal tiles for a hex, one of them chosen; or the rule against building there."""
    s = scene.rail
    assert s is not None
    out = Hex(id, scene.hex(id))
    offers: dict[tuple[str, str], Offer] = {}
    for (tile_id, at, hex), action in legal_tiles(scene):
        if hex == id:
            box = s.box.tiles[tile_id]
            left = 0 if box.unlimited else s.supply[tile_id]
            fresh = Offer(tile_id, box.colour, action.actor, {}, left, gauge=gauge_of(s, tile_id))
            offers.setdefault((action.actor, tile_id), fresh).actions[at] = action
    if not offers:
        refusal = why_nothing(scene, s, id)
        out.why_not = explained(scene, out.name, refusal) if refusal else None
        return out
    out.offers = sorted(offers.values(), key=lambda offer: offer.gauge)
    fitting = [o for o in out.offers if o.tile == tile and actor in ("", o.actor)]
    out.offer = (fitting or out.offers)[0]
    out.turn = turn if turn is not None and turn in out.offer.actions else out.offer.turns[0]
    for offer in out.offers:
        offer.cost = cost_of(scene, offer.actions[out.turn if offer is out.offer else offer.turns[0]])
    return out


def gauge_of(s: RailState, tile: str) -> str:
    """The gauge of a tile's track; "mixed" if its lines differ, "" in titles with one gauge only."""
    found = {piece.gauge for piece in s.box.tiles[tile].faces[0].track}
    return next(iter(found)) if len(found) == 1 else "mixed" if found else ""


def legal_tiles(scene: Scene) -> list[tuple[tuple[str, int, str], Action]]:
    """Every tile that the viewer may lay now, in the order of their numbers, also in others' turns."""
    found = [(laid, a) for a in (*scene.legal, *scene.interjections) if (laid := tile_laid(a))]
    return sorted(found, key=lambda pair: pair[0])


def cost_of(scene: Scene, lay: Action) -> int:
    """What laying a tile costs."""
    return scene.game.outlay(lay)


def why_nothing(scene: Scene, s: RailState, id: str) -> Refusal | None:
    """Why nothing can be laid on a hex now: what the rules say to the tile that comes closest to fitting.

    None if no track is being laid at all.
    """
    top = s.top
    if not isinstance(top, TurnFrame) or id not in s.board.faces:
        return None
    if scene.step != "lay":
        return None
    actor = top.company or next(iter(scene.deciding), "")  # where players lay tiles, not companies
    board = s.board
    colour = next_colour(board.faces[id].tile.colour)
    fitting = sorted(board.map.covers(id, board.faces[id], s.box.tiles), key=lambda f: (f.tile.id, f.turn))
    others = [t.faces[0] for t in s.box.tiles.values() if t.colour == colour] or [
        next(iter(s.box.tiles.values())).faces[0]
    ]
    best: tuple[int, Refusal] | None = None
    for face in [*fitting, *others]:
        refusal = scene.game.why_not(Lay(actor, face.tile.id, face.turn, id))
        if refusal is None:
            return None
        # a tile that fits but is too dear or not joined tells more than one that does not fit at all
        rank = _RANK.get(_kernel_name(scene, refusal.rule), 3)
        if best is None or rank < best[0]:
            best = (rank, refusal)
    return best[1] if best else None


_RANK = {
    "lay.cash": 0,
    "lay.crossing": 0,
    "lay.supply": 1,
    "lay.not-joined": 2,
    "lay.no-new-track": 2,
    "lay.closed-hex": 0,
}


def _kernel_name(scene: Scene, point: str) -> str:
    """The kernel's name for a rule point of the title; of several the most telling."""
    names = [name for name, cited in scene.game.rules.citations.items() if cited == point]
    return min(names, key=lambda name: _RANK.get(name, 9), default=point)


def why_no_station(scene: Scene, s: RailState, id: str) -> Refusal | None:
    """Why nothing can be built on a hex, in the step of a turn where stations are built or something like them."""
    top = s.top
    if not isinstance(top, TurnFrame) or id not in s.board.faces:
        return None
    own = scene.page.customs.why_not_at
    if own is not None and (refusal := own(scene, id)) is not None:
        return refusal
    if scene.step != "station":
        return None
    companies = (
        [top.company] if top.company else [c for c in s.box.companies if president(s, c) in scene.deciding]
    )
    stops = [n for n, stop in enumerate(s.board.faces[id].stops) if stop.slots] or [0]
    found = [scene.game.why_not(Station(company, id, n)) for company in companies for n in stops]
    return next((r for r in found if r), None)
