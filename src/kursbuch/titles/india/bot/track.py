"""Track and stations of 1853: towards income in the gauge of one's trains, and towards one's contract."""

from __future__ import annotations

from functools import cached_property

from kursbuch.bots.character import nearly_best
from kursbuch.bots.railway import station as rail_station
from kursbuch.bots.railway.plan import Plan, distances, steps_from
from kursbuch.bots.railway.track import ALIKE, laid, promising
from kursbuch.core import Action
from kursbuch.rail.actions import Lay, Pass, Station
from kursbuch.rail.board import Board
from kursbuch.rail.board.tile import Face
from kursbuch.titles.india.bot.seat import IndiaSeat
from kursbuch.titles.india.rules.actions import ChooseOption
from kursbuch.titles.india.rules.fulfilment import stations_joined_to
from kursbuch.titles.india.rules.lay import exits_by_gauge

DEAR = 0.08  # what a pound of track costs counts, compared with a pound of income a round
AT_FIRST = 0.01  # the same before there is track to run on
LOOKS = 10  # tiles looked at closely
WORK = 4_500  # steps of route search that one decision may take
NEARER = 1 / 40  # what part of the loan each hex counts that comes nearer to the contract
DONE = 0.3  # what part of the loan counts if the contract is fulfilled


class IndiaPlan(Plan):
    """What a company aims at: income, and the contract of who leads it."""

    seat: IndiaSeat

    def looks(self) -> int:
        """Fewer where routes are many, so that no decision takes long."""
        work = sum(self.seat.look(self.company, sides)[1] for sides in {self.now, self.soon})
        most = round(LOOKS * self.seat.character.looks)
        return max(2, min(most, WORK // max(1, work)))

    def _soon(self) -> tuple[str, ...]:
        """With several trains those are enough to judge a board by."""
        return self.now if len(self.now) > 1 else super()._soon()

    def rate(self, board: Board) -> float:
        return super().rate(board) + self.contract(board)

    @cached_property
    def cities(self) -> list[str]:
        """The hexes of my contract as long as it is not fulfilled."""
        position = self.seat.position
        if self.seat.me in position["fulfilled"]:
            return []
        return [self.seat.box.cities[city].hex for city in position["own_contract"]]

    def contract(self, board: Board) -> float:
        """How near a board comes to my contract, counted in parts of the loan."""
        if not self.cities:
            return 0.0
        loan = self.seat.position["own_loan"]
        with_track = [hex for hex in self.cities if board.faces[hex].track]
        joined = {hex: stations_joined_to(board, hex) for hex in with_track}
        if len(with_track) == len(self.cities) and all(hex in joined[self.cities[0]] for hex in self.cities):
            return DONE * float(loan)
        return -NEARER * float(loan) * self._gap(board, joined)

    def _gap(self, board: Board, joined: dict[str, frozenset[str]]) -> float:
        """The hexes still missing, about, in a net of the company's track and the cities."""
        away, found = distances(board.map), board.reachable(self.company)
        stops = {hex for hex, _ in found.stops}
        ahead = [hex for hex in found.hexes if not board.faces[hex].track]
        near, far = (steps_from(board.map, ahead), 99) if ahead else ({}, 20)
        gaps = {hex: 0 if hex in stops else 1 + near.get(hex, far) for hex in self.cities}
        total = 0.0
        while gaps:
            hex = min(gaps, key=lambda city: gaps[city])
            total += gaps.pop(hex)
            for other, gap in gaps.items():
                between = 0 if other in joined.get(hex, ()) else away[hex].get(other, 99)
                gaps[other] = min(gap, between)
        return total


# -- tiles ----------------------------------------------------------------------------------------


def option(seat: IndiaSeat) -> Action:
    """Two tiles at once where the fee is small, else free ones later."""
    options = seat.of_kind(ChooseOption)
    cheap = seat.box.charters[options[0].actor].two_tile_fee <= 20
    return next(choice for choice in options if choice.option == (2 if cheap else 1))


def lay(seat: IndiaSeat) -> Action:
    """The best tile, or none if nothing gets better by one."""
    passes = seat.of_kind(Pass)
    company = seat.of_kind(Lay)[0].actor
    lays = [action for action in seat.of_kind(Lay) if _useful(seat, action)]
    plan, board = IndiaPlan(seat, company), seat.s.board
    floor = plan.rate(board) + 0.01
    rated: list[tuple[float, Action]] = []
    for action in promising(seat, plan, lays) if lays else ():
        face = seat.box.tiles[action.tile].turns[action.turn]
        rate = plan.rate(laid(board, action.hex, face, company)) - _felt(plan, action.hex, face)
        if rate > floor:
            rated.append((rate, action))
    return nearly_best(rated, ALIKE * seat.character.whim, seat.rng) if rated else passes[0]


def _useful(seat: IndiaSeat, action: Lay) -> bool:
    """In a gauge that the company uses; and no upgrade that its trains would have to go out of their way for."""
    face = seat.box.tiles[action.tile].turns[action.turn]
    if face.tile.colour != "yellow" and action.hex not in seat.box.charters[action.actor].area:
        return False
    return any(exits_by_gauge(face)[gauge] for gauge in seat.gauges(action.actor))


def cost(seat: IndiaSeat, company: str, hex: str, face: Face) -> int:
    """What a tile costs in the end: ground by gauge, the fee for a second one, less a premium (1853 §4.1.12)."""
    box, old = seat.box, seat.s.board.faces[hex]
    if old.track:
        return old.tile.cost
    terrain = box.map.hexes[hex].terrain
    gauge = next(piece.gauge for piece in face.track)
    price = box.terrain[terrain][gauge] if terrain else 0
    if hex == box.ajmer["hex"] and company == box.ajmer["company"] and seat.is_large(company):
        price = int(box.ajmer["cost"])
    if seat.position["tile_options"].get(company) == 2 and _laid_already(seat, company):
        price += box.charters[company].two_tile_fee
    return price - box.premiums.get(hex, 0)


def _laid_already(seat: IndiaSeat, company: str) -> bool:
    """Whether the last thing told is a tile of the company: then this would be the second of its turn."""
    last = next((event for event in reversed(seat.view["events"]) if event["key"] != "money"), None)
    return last is not None and last["key"] == "lays" and last["company"] == company


def _felt(plan: IndiaPlan, hex: str, face: Face) -> float:
    """How much the cost of a tile hurts: most if the money for a train is gone with it, and little as long as
    there is no track to run on, for without it nothing is ever earned.
    """
    seat, company = plan.seat, plan.company
    price = cost(seat, company, hex, face)
    if not seat.income(company, plan.soon):
        return AT_FIRST * price
    felt = DEAR * price
    if price > 0 and seat.cheapest is not None and not seat.lasting(plan.now):
        felt += 0.4 * max(0, min(seat.cheapest - seat.purse(company) + price, price))
    return felt


# -- stations -------------------------------------------------------------------------------------


def station(seat: IndiaSeat) -> Action:
    """Where it adds income; not outside the area, where a train would have to come in the same turn."""
    company = seat.of_kind(Station)[0].actor
    area = seat.box.charters[company].area
    seat.legal = [a for a in seat.legal if not isinstance(a, Station) or a.hex in area]
    return rail_station.choose(seat) if seat.of_kind(Station) else seat.of_kind(Pass)[0]
