"""Laying and upgrading track."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from kursbuch.core import BANK, Refusal, refuse
from kursbuch.rail.actions import Lay
from kursbuch.rail.board.map import covered_by, fits_place, next_colour
from kursbuch.rail.board.tile import Face, stop_map
from kursbuch.rail.reach import track_joined
from kursbuch.rail.rounds import TurnStep, did, next_step, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import RailState, S
from kursbuch.rail.steps.station import still_kept

Cost = Callable[[S, str, str, Face, Face], int]
LAID = Deed("lay")


def extends_route(s: RailState, company: str, hex: str, old: Face, new: Face) -> Refusal | None:
    """Some new track must be on a route of the company; in a city any track, old or new, will do."""
    joined = track_joined(s.board, company, hex, new)
    if not joined:
        return refuse(
            "lay.not-joined", "No track of this tile would be on a route of {company}.", company=company
        )
    if old.track and new.tile.kind == "plain" and joined <= old.pairs:
        return refuse(
            "lay.no-new-track", "No new track of this tile would be on a route of {company}.", company=company
        )
    return None


def touches_route(s: RailState, company: str, hex: str, old: Face, new: Face) -> Refusal | None:
    """Permissive: an exit on a side that own track leads to will do, or an own token on the hex or beside it."""
    if hex in s.board.waiting_places(company):
        return None
    found = s.board.reachable(company)
    if hex in found.touched and new.exits & found.arrival(s.board, company, hex).exits:
        return None
    return refuse("lay.not-joined", "No route of {company} would lead to this tile.", company=company)


def waiting_places(s: RailState, company: str) -> list[str]:
    """Hexes where a company may lay though no track leads there: its home token waits beside them."""
    return s.board.waiting_places(company)


def company_on_turn(s: RailState) -> str:
    """Tiles are laid by the company whose turn it is."""
    return turn_of(s).company


@dataclass(frozen=True)
class LayTrack(TurnStep[S, Lay]):
    """A company lays a tile or upgrades one: kind, colour, supply, place, track kept, joined, paid for."""

    cost: Cost
    joins: Callable[[S, str, str, Face, Face], Refusal | None] = extends_route
    barred: Callable[[S, str, Lay], Refusal | None] = lambda s, company, lay: None
    laying: Callable[[S, str], None] = lambda s, company: None  # the moment before the board changes
    laid: Callable[[S, str, str], None] = lambda s, company, hex: None
    hexes: Callable[[S, str], Iterable[str]] = lambda s, company: ()  # where no track needs to be joined
    extends: Callable[[S, str], Iterable[str]] = lambda s, company: (company,)  # companies, their routes
    always_asks: bool = False  # also a company that can lay nothing has to say so
    unpaid: Callable[[S, str, str, Face, Face], str] = lambda s, company, hex, old, new: (
        "lay.cash"
    )  # the name of the rule that a company breaks which cannot pay
    layer: Callable[[S], str] = company_on_turn  # who lays and pays, in the terms of the other policies
    lingers: Callable[[S, str], bool] = lambda s, company: False  # the step stays open after its tile
    action = Lay

    def idle(self, s: S, company: str) -> bool:
        if LAID in turn_of(s).done:
            return not self.lingers(s, company)
        return not self.always_asks and not self.possible(s)

    def candidates(self, s: S, player: str) -> Iterable[Lay]:
        layer = self.layer(s)
        for hex, faces in self._fitting(s, layer):
            for face in faces:
                yield Lay(layer, face.tile.id, face.turn, hex)

    def legal(self, s: S, player: str) -> Iterable[Lay]:
        if LAID in turn_of(s).done:
            return
        layer = self.layer(s)
        for hex, faces in self._fitting(s, layer):
            old = s.board.faces[hex]
            for face in faces:
                lay = Lay(layer, face.tile.id, face.turn, hex)
                if (
                    self.barred(s, layer, lay) is None
                    and self._why_not_built(s, layer, hex, old, face) is None
                ):
                    yield lay

    def possible(self, s: S, player: str = "") -> bool:
        return any(True for _ in self.legal(s, player))

    def _fitting(self, s: S, layer: str) -> Iterator[tuple[str, list[Face]]]:
        """Where something could be laid: the faces in the supply that fit there, with an exit towards own track."""
        board, tiles, colours, supply = s.board, s.box.tiles, covered_by(s.phase.colours), s.supply
        map, lying = board.map, board.faces
        near = [(company, board.reachable(company)) for company in self.extends(s, layer)]
        anyhow = dict.fromkeys(self.hexes(s, layer))
        for hex in dict.fromkeys([*(hex for _, found in near for hex in found.touched), *anyhow]):
            old = lying[hex]
            if old.tile.colour not in colours or not map.hexes[hex].open:
                continue
            if not any([supply[tile.id] or tile.unlimited for tile in map.tiles_for(hex, old, tiles)]):
                continue
            exits = -1 if hex in anyhow else 0
            for company, found in near:
                if hex in found.touched:
                    exits |= found.arrival(board, company, hex).exits
            yield (
                hex,
                [
                    face
                    for face in map.covers(hex, old, tiles)
                    if face.exits & exits and (supply[face.tile.id] or face.tile.unlimited)
                ],
            )

    def why_not(self, s: S, player: str, action: Lay) -> Refusal | None:
        company, hex = self.layer(s), action.hex
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if LAID in turn_of(s).done:
            return refuse("lay.limit", "{company} has laid its tile in this turn.", company=company)
        if hex not in s.board.faces:
            return refuse("lay.unknown-hex", "There is no hex {hex} on this board.", hex=hex)
        tile = s.box.tiles.get(action.tile)
        if tile is None or not 0 <= action.turn < 6:
            return refuse("lay.unknown-tile", "There is no tile {tile}.", tile=f"{action.tile}.{action.turn}")
        old, new = s.board.faces[hex], tile.turns[action.turn]
        if tile.colour not in s.phase.colours:
            return refuse(
                f"lay.colour.{s.phase.id}",
                "{colour} tiles cannot be laid in phase {phase}.",
                colour=tile.colour,
                phase=s.phase.id,
            )
        if refusal := self.barred(s, company, action):
            return refusal
        if new not in s.board.map.covers(hex, old, s.box.tiles):
            return why_not_covering(s, hex, old, new)
        if not tile.unlimited and not s.supply[tile.id]:
            return refuse("lay.supply", "No tile {tile} is left.", tile=tile.id)
        return self._why_not_built(s, company, hex, old, new)

    def _why_not_built(self, s: S, company: str, hex: str, old: Face, new: Face) -> Refusal | None:
        """Why a tile that fits is not laid: it is not joined to a route, or not paid for."""
        if refusal := self.joins(s, company, hex, old, new):
            return refusal
        cost = self.cost(s, company, hex, old, new)
        if cost > s.cash[company]:
            return refuse(
                self.unpaid(s, company, hex, old, new),
                "This costs {cost}; {company} has {cash}.",
                cost=cost,
                company=company,
                cash=s.cash[company],
            )
        return None

    def outlay(self, s: S, player: str, action: Lay) -> int:
        old, new = s.board.faces[action.hex], s.box.tiles[action.tile].turns[action.turn]
        return self.cost(s, action.actor, action.hex, old, new)

    def apply(self, s: S, player: str, action: Lay) -> None:
        company, hex = action.actor, action.hex
        new = s.box.tiles[action.tile].turns[action.turn]
        cost = self.outlay(s, player, action)
        s.note("lays", company=company, tile=action.tile, turn=action.turn, hex=hex, cost=cost)
        s.transfer(company, BANK, cost, "track")
        self.laying(s, company)
        put_tile(s, hex, new)
        did(s, LAID)
        if not self.lingers(s, company):
            next_step(s)
        self.laid(s, company, hex)


def put_tile(s: RailState, hex: str, new: Face) -> None:
    """Exchange the tile on a hex; the old one goes back to the supply. The only way tiles move."""
    old = s.board.faces[hex].tile
    if old.id in s.supply and not old.unlimited:
        s.supply[old.id] += 1
    if not new.tile.unlimited:
        s.supply[new.tile.id] -= 1
    s.board = s.board.with_face(hex, new, partial(still_kept, s))


def why_not_covering(s: RailState, hex: str, old: Face, new: Face) -> Refusal:
    """Which rule of geometry keeps a face off a hex."""
    place, tile = s.board.map.hexes[hex], new.tile
    if not place.open:
        return refuse("lay.closed-hex", "Nothing is ever built on {hex}.", hex=hex)
    if tile.colour != next_colour(old.tile.colour):
        if tile.colour == "yellow":
            rule = "lay.printed" if old.tile is place.print else "lay.not-empty"
            return refuse(rule, "A yellow tile needs an empty hex.")
        return refuse(
            "lay.colour-step",
            "A {new} tile does not go on a {old} one.",
            new=tile.colour,
            old=old.tile.colour,
        )
    if not fits_place(place, old, tile):
        if tile.label != old.tile.label or tile.hex not in ("", hex):
            return refuse("lay.label", "The letters of tile and hex differ.")
        if tile.border != old.tile.border:
            mark = "border"
            return refuse(f"lay.{mark}", "The borders of tile and hex differ.")
        verb = "lay" if tile.colour == "yellow" else "upgrade"
        return refuse(
            f"{verb}.kind.{old.tile.kind}", "Tile {tile} is not of the kind that belongs here.", tile=tile.id
        )
    if new.exits & s.board.map.walls[hex]:
        edge = "lay" if tile.colour == "yellow" else "upgrade"
        return refuse(f"{edge}.wall", "Track would lead off the board or into a blank side.")
    assert stop_map(old, new) is None
    stop = "stops" if old.stops else "track"
    return refuse(f"upgrade.{stop}-kept", "The track that lies here must stay as it is.")
