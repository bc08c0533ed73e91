"""Laying track: what can be laid on a hex, its legal turns, what it costs, or why nothing can be laid there."""

from __future__ import annotations

from dataclasses import dataclass, field

from kursbuch.core import Refusal
from kursbuch.rail.actions import Lay, Station
from kursbuch.rail.holdings import president
from kursbuch.rail.map import next_colour
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.state import RailState
from kursbuch.web.pages.choices import Refused, explained
from kursbuch.web.pages.customs import customs_of
from kursbuch.web.pages.scene import Scene


@dataclass(slots=True)
class Offer:
    """A tile that can be laid on the hex: its legal turns, copies left and cost at the chosen turn."""

    tile: str
    colour: str
    turns: list[int] = field(default_factory=list)
    left: int = 0  # 0: any number
    cost: int = 0


@dataclass(slots=True)
class Hex:
    """What the page shows for a hex that was clicked."""

    id: str
    name: str
    offers: list[Offer] = field(default_factory=list)
    chosen: Lay | None = None
    turns: list[int] = field(default_factory=list)  # of the chosen tile
    why_not: Refused | None = None


def hex_of(scene: Scene, id: str, tile: str = "", turn: int | None = None) -> Hex:
    """The legal tiles for a hex, one of them chosen; or the rule against building there."""
    s = scene.rail
    assert s is not None
    out = Hex(id, scene.hex(id))
    lays = [a for a in _lays(scene) if a.hex == id]
    if not lays:
        refusal = why_nothing(scene, s, id)
        out.why_not = explained(scene, out.name, refusal) if refusal else None
        return out
    offers: dict[str, Offer] = {}
    for lay in sorted(lays, key=lambda a: (a.tile, a.turn)):
        box = s.box.tiles[lay.tile]
        offer = offers.setdefault(
            lay.tile, Offer(lay.tile, box.colour, [], 0 if box.unlimited else s.supply[lay.tile])
        )
        offer.turns.append(lay.turn)
    chosen = offers.get(tile) or next(iter(offers.values()))
    at = turn if turn in chosen.turns else chosen.turns[0]
    out.offers, out.turns = list(offers.values()), chosen.turns
    out.chosen = next(a for a in lays if (a.tile, a.turn) == (chosen.tile, at))
    for offer in out.offers:
        offer.cost = cost_of(scene, Lay(out.chosen.actor, offer.tile, offer.turns[0], id))
    chosen.cost = cost_of(scene, out.chosen)
    return out


def _lays(scene: Scene) -> list[Lay]:
    return [a for player in scene.deciding for a in scene.game.legal_actions(player) if isinstance(a, Lay)]


def cost_of(scene: Scene, lay: Lay) -> int:
    """What laying a tile costs, read off the event that tells of it."""
    twin = scene.game.clone()
    twin.apply(lay)
    events = twin.events_of(len(twin.actions))
    return next((int(e.values["cost"]) for e in events if e.key == "lays"), 0)


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


_RANK = {"lay.cash": 0, "lay.supply": 1, "lay.not-joined": 2, "lay.no-new-track": 2, "lay.closed-hex": 0}


def _kernel_name(scene: Scene, point: str) -> str:
    """The kernel's name for a rule point of the title; of several the most telling."""
    names = [name for name, cited in scene.game.rules.citations.items() if cited == point]
    return min(names, key=lambda name: _RANK.get(name, 9), default=point)


def why_no_station(scene: Scene, s: RailState, id: str) -> Refusal | None:
    """Why nothing can be built on a hex, in the step of a turn where stations are built or something like them."""
    top = s.top
    if not isinstance(top, TurnFrame) or id not in s.board.faces:
        return None
    own = customs_of(scene.game.title).why_not_at
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
