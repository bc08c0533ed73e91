"""Laying tiles: one, or two for a large company; or one upgrade instead (1853 §4.1, §4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kursbuch.core import BANK, Refusal, refuse
from kursbuch.rail.actions import Lay
from kursbuch.rail.board import Board
from kursbuch.rail.board.map import covered_by
from kursbuch.rail.board.tile import Face
from kursbuch.rail.reach import track_joined
from kursbuch.rail.rounds import TurnStep, did, next_step, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.steps.lay import put_tile
from kursbuch.titles.india.rules.actions import ChooseOption
from kursbuch.titles.india.rules.area import MUST_RUN, why_not_outside
from kursbuch.titles.india.rules.credit import may_spend
from kursbuch.titles.india.rules.fitting import does_not_fit, why_not_joined
from kursbuch.titles.india.rules.fulfilment import check_contracts
from kursbuch.titles.india.rules.lines import Goals, apart, from_different_stations, goals
from kursbuch.titles.india.rules.parts import GAUGES, IndiaBox
from kursbuch.titles.india.rules.state import StateIndia


class TileOption(TurnStep):
    """In its first turn a large company chooses how it comes by a second tile, for good (1853-4.1.3-1)."""

    action = ChooseOption

    def idle(self, s: StateIndia, company: str) -> bool:
        return not s.is_large(company) or company in s.options

    def may_pass(self, s: StateIndia, company: str) -> Refusal | None:
        return refuse("1853-4.1.3-1", "{company} must choose one of the options.", company=company)

    def candidates(self, s: StateIndia, player: str) -> Iterable[ChooseOption]:
        company = turn_of(s).company
        yield ChooseOption(company, 1)
        yield ChooseOption(company, 2)

    def why_not(self, s: StateIndia, player: str, action: ChooseOption) -> Refusal | None:
        company = turn_of(s).company
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if self.idle(s, company):
            point = "1853-4.1.3-1" if s.is_large(company) else "1853-4.1.2-2"
            return refuse(point, "{company} has nothing to choose.", company=company)
        if action.option not in (1, 2):
            return refuse("1853-4.1.3-1", "There are the options 1 and 2.")
        return None

    def apply(self, s: StateIndia, player: str, action: ChooseOption) -> None:
        s.options[action.actor] = action.option
        s.note("option", company=action.actor, option=action.option)
        next_step(s)


def laid_now(s: StateIndia) -> list[str]:
    """The hexes that the company on turn has laid yellow tiles on."""
    return [deed.of for deed in turn_of(s).done if deed.what == "lay"]


def may_lay_two(s: StateIndia, company: str) -> bool:
    """Option 1 gives the right in phase 3, option 2 at once (1853-4.1.3-2, 1853-4.1.3-3)."""
    return s.is_large(company) and (s.options.get(company) == 2 or s.phase_number > 0)


def fee(s: StateIndia, company: str) -> int:
    """What a second tile costs in itself: under option 2 the fee, also later (1853-4.1.3-4)."""
    second = bool(laid_now(s)) and s.options.get(company) == 2
    return s.box.charters[company].two_tile_fee if second else 0


@lru_cache(maxsize=1 << 14)
def exits_by_gauge(face: Face) -> dict[str, int]:
    """For each gauge the bit set of edges with track it can use."""
    return {gauge: sum(1 << edge for edge in range(6) if edge in face.along(gauge)) for gauge in GAUGES}


@lru_cache(maxsize=1 << 16)
def _joined_to_lines(box: IndiaBox, hex: str, old: Face, into: tuple[int, ...]) -> tuple[Face, ...]:
    """The faces that fit here with track of some gauge that leads on from where lines of that gauge come in."""
    fitting = box.map.covers(hex, old, box.tiles)
    return tuple([face for face in fitting if any(_arriving(face, into))])


def _arriving(face: Face, into: tuple[int, ...]) -> tuple[int, ...]:
    """For each gauge the edges by which lines lead in that meet track of the face."""
    exits = exits_by_gauge(face).values()
    return tuple([ends & edges for ends, edges in zip(exits, into, strict=True)])


def _is_apart(s: StateIndia, company: str, hex: str, new: Face) -> bool:
    """Whether a second tile would extend another line than the first."""
    board, earlier = s.board, laid_now(s)[0]
    key = ("apart", company, earlier, hex, _arriving(new, board.reachable(company).entered(hex)))
    if key not in board.known:
        board.known[key] = apart(board, company, *_two_goals(board, company, earlier, hex, new))
    known: bool = board.known[key]
    return known


def _two_goals(board: Board, company: str, earlier: str, hex: str, new: Face) -> tuple[Goals, Goals]:
    """How lines could come to the first tile of a turn, and to the second."""
    first = goals(board, company, earlier, exits_by_gauge(board.faces[earlier]))
    return first, goals(board, company, hex, exits_by_gauge(new))


def track_cost(s: StateIndia, company: str, hex: str, old: Face, new: Face) -> int:
    """Terrain by gauge for the first tile; upgrades are free but for Calcutta's first (1853 §4.1.12, §4.2.13)."""
    if old.track:
        return old.tile.cost
    ajmer = s.box.ajmer
    if hex == ajmer["hex"] and company == ajmer["company"] and s.is_large(company):
        return int(ajmer["cost"])
    terrain = s.box.map.hexes[hex].terrain
    if not terrain:
        return 0
    gauge = next(piece.gauge for piece in new.track)  # no yellow tile mixes gauges
    return s.box.terrain[terrain][gauge]


@dataclass(frozen=True)
class LayTiles(TurnStep):
    """A company lays yellow tiles, or upgrades one tile instead."""

    action = Lay

    def idle(self, s: StateIndia, company: str) -> bool:
        return not self.possible(s)

    def by_itself(self, s: StateIndia, company: str) -> None:
        pay_premiums(s, company)

    def passed(self, s: StateIndia, company: str) -> None:
        pay_premiums(s, company)

    def candidates(self, s: StateIndia, player: str) -> Iterable[Lay]:
        company = turn_of(s).company
        for hex, faces in self._fitting(s, company):
            for face in faces:
                yield Lay(company, face.tile.id, face.turn, hex)

    def legal(self, s: StateIndia, player: str) -> Iterable[Lay]:
        company = turn_of(s).company
        lying, extra, second = s.board.faces, fee(s, company), bool(laid_now(s))
        allowed: dict[str, bool] = {}
        for hex, faces in self._fitting(s, company):
            old, colour = lying[hex], faces[0].tile.colour
            if colour not in allowed:
                allowed[colour] = self._not_another(s, company, colour) is None
            if not allowed[colour]:
                continue
            for face in faces:
                if second and not _is_apart(s, company, hex, face):
                    continue
                if colour != "yellow" and self._barred(s, company, hex, face):
                    continue
                if not self._not_paid(s, company, hex, track_cost(s, company, hex, old, face) + extra):
                    yield Lay(company, face.tile.id, face.turn, hex)

    def possible(self, s: StateIndia, player: str = "") -> bool:
        return any(True for _ in self.legal(s, player))

    def _fitting(self, s: StateIndia, company: str) -> Iterator[tuple[str, list[Face]]]:
        """Where something could be laid: the faces in the supply that fit there and are joined to a line."""
        board, box, supply = s.board, s.box, s.supply
        colours, second = covered_by(s.phase.colours), bool(laid_now(s))
        found = board.reachable(company)
        homes = {hex for hex, _ in board.tokens_of(company)}
        lying, covers, tiles_for = board.faces, board.map.covers, board.map.tiles_for
        for hex in found.touched:
            old = lying[hex]
            if old.tile.colour not in colours or (second and old.track):
                continue
            if not any([supply[tile.id] for tile in tiles_for(hex, old, box.tiles)]):
                continue
            faces: Iterable[Face]
            if hex in homes:
                faces = [f for f in covers(hex, old, box.tiles) if track_joined(board, company, hex, f)]
            else:  # nothing but lines that lead in by an edge can be joined
                faces = _joined_to_lines(box, hex, old, found.entered(hex))
            left = [face for face in faces if supply[face.tile.id]]
            if left:
                yield hex, left

    def why_not(self, s: StateIndia, player: str, action: Lay) -> Refusal | None:
        company, hex = turn_of(s).company, action.hex
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        tile = s.box.tiles.get(action.tile)
        if hex not in s.board.faces:
            return refuse("lay.unknown-hex", "There is no hex {hex} on this board.", hex=hex)
        if tile is None or not 0 <= action.turn < 6:
            return refuse("lay.unknown-tile", "There is no tile {tile}.", tile=f"{action.tile}.{action.turn}")
        old, new = s.board.faces[hex], tile.turns[action.turn]
        refusal = self._not_another(s, company, tile.colour) or does_not_fit(s, hex, old, new)
        if refusal:
            return refusal
        if not s.supply[tile.id]:
            return refuse("1853-4.2.10-1", "No tile {tile} is left.", tile=tile.id)
        if not track_joined(s.board, company, hex, new):
            return why_not_joined(s, company, hex, new)
        if refusal := self._not_apart(s, company, hex, new) or self._barred(s, company, hex, new):
            return refusal
        return self._not_paid(s, company, hex, track_cost(s, company, hex, old, new) + fee(s, company))

    @staticmethod
    def _not_paid(s: StateIndia, company: str, hex: str, cost: int) -> Refusal | None:
        if refusal := may_spend(s, company, cost):
            return refusal
        if cost > s.cash[company]:
            point = "1853-4.1.12-2" if hex in s.box.premiums else "1853-T4-6"
            point = "1853-4.1.14-2" if turn_of(s).done and premium_due(s) else point
            return refuse(
                point,
                "This costs {cost}; {company} has {cash}.",
                cost=cost,
                company=company,
                cash=s.cash[company],
            )
        return None

    @staticmethod
    def _not_another(s: StateIndia, company: str, colour: str) -> Refusal | None:
        """One tile, two for an entitled large company, or one upgrade instead (1853-4.1.2-1, 1853-4.2.1-1)."""
        done = laid_now(s)
        if Deed("upgrade") in turn_of(s).done or (done and colour != "yellow"):
            return refuse("1853-4.2.1-1", "Either yellow tiles are laid or one tile is upgraded.")
        if done and not may_lay_two(s, company):
            point = "1853-4.1.3-2" if s.is_large(company) else "1853-4.1.2-2"
            return refuse(point, "{company} may lay one tile.", company=company)
        if len(done) > 1:
            return refuse("1853-4.1.2-1", "{company} has laid two tiles.", company=company)
        return None

    @staticmethod
    def _not_apart(s: StateIndia, company: str, hex: str, new: Face) -> Refusal | None:
        """A second tile extends another line than the first."""
        done = laid_now(s)
        if not done or _is_apart(s, company, hex, new):
            return None
        first, second = _two_goals(s.board, company, done[0], hex, new)
        point = "1853-4.1.7-2" if from_different_stations(s.board, company, first, second) else "1853-4.1.7-1"
        return refuse(point, "The two tiles must extend lines from different stations without common track.")

    @staticmethod
    def _barred(s: StateIndia, company: str, hex: str, new: Face) -> Refusal | None:
        """Where a company may upgrade, and never two grey tiles side by side."""
        if new.tile.colour == "yellow":
            return None
        if new.tile.colour == "grey":
            for other in s.board.map.beside[hex]:
                if other and s.board.faces[other].tile.colour == "grey":
                    return refuse("1853-4.2.7-1", "There is a grey tile beside, at {hex}.", hex=other)
        if hex in s.box.charters[company].area:
            return None
        key = ("outside", company, hex, new, s.trains.get(company), s.phase_number)
        if key not in s.board.known:
            s.board.known[key] = why_not_outside(s, company, hex, new)
        found: Refusal | None = s.board.known[key]
        return found

    def outlay(self, s: StateIndia, player: str, action: Lay) -> int:
        """The ground, and for a second tile the fee (1853-4.1.3-3)."""
        old, new = s.board.faces[action.hex], s.box.tiles[action.tile].turns[action.turn]
        return track_cost(s, action.actor, action.hex, old, new) + fee(s, action.actor)

    def apply(self, s: StateIndia, player: str, action: Lay) -> None:
        company, hex = action.actor, action.hex
        old, new = s.board.faces[hex], s.box.tiles[action.tile].turns[action.turn]
        cost, extra = track_cost(s, company, hex, old, new), fee(s, company)
        s.note("lays", company=company, tile=action.tile, turn=action.turn, hex=hex, cost=cost)
        s.transfer(company, BANK, cost, "track")
        s.transfer(company, BANK, extra, "second tile")
        put_tile(s, hex, new)
        if old.track:
            did(s, Deed("upgrade"))
            if hex not in s.box.charters[company].area:
                did(s, Deed(MUST_RUN, hex))
        else:
            did(s, Deed("lay", hex))
        check_contracts(s)
        if old.track or len(laid_now(s)) > 1 or not may_lay_two(s, company):
            next_step(s)
            pay_premiums(s, company)


def premium_due(s: StateIndia) -> int:
    """Premiums earned in this turn and not yet paid."""
    return sum(s.box.premiums.get(hex, 0) for hex in laid_now(s))


def pay_premiums(s: StateIndia, company: str) -> None:
    """Premiums come after all tiles of the turn (1853-4.1.14-2)."""
    for hex in laid_now(s):
        if amount := s.box.premiums.get(hex, 0):
            s.note("premium", company=company, hex=hex, amount=amount)
            s.transfer(BANK, company, amount, "premium")
