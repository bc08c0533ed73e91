"""What the markers of the Expert Game are worth to a brewery: small investments and special events."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kursbuch.titles.dortmund.beer.brewery.capacity import exportable
from kursbuch.titles.dortmund.bot.beer.brew import TREASURY
from kursbuch.titles.dortmund.bot.beer.outlook import Brewing
from kursbuch.titles.dortmund.bot.beer.seat import BeerSeat
from kursbuch.titles.dortmund.expert.actions import BrewForOthers, SellPremium, WorkLate
from kursbuch.titles.dortmund.expert.parts import BOTTLING, PUB, ExpertBox, Small

DISPLACED = 45.0  # what a cube for a train would have brought in Dortmund
Extra = SellPremium | BrewForOthers | WorkLate  # what an event adds to a delivery
USELESS = 0.5  # what an event is worth that nothing can be done with soon


def box_of(seat: BeerSeat) -> ExpertBox:
    assert isinstance(seat.box, ExpertBox)
    return seat.box


# -- small investments -----------------------------------------------------------------------------


def rounds_of_use(seat: BeerSeat, code: str) -> float:
    """In how many rounds to come a marker works."""
    colour = box_of(seat).small[code].colour
    begins = next(phase.id for phase in seat.box.phases if colour in phase.colours)
    wait = (seat.cards_before(begins) or 0) / seat.pace
    return max(0.0, seat.rounds_left - 1 - wait)


def small_worth(seat: BeerSeat, brewery: str, code: str) -> float:
    """What a small investment is worth to me, its price aside."""
    marker, rounds = box_of(seat).small[code], rounds_of_use(seat, code)
    if marker.kind == PUB:
        return TREASURY * marker.income * rounds
    if marker.kind == BOTTLING:
        return bottled(seat, brewery, marker) * rounds
    if exportable(seat.kettles(brewery)) < Brewing(seat).squares:
        return seat.part(brewery) * (seat.box.export_income - DISPLACED) * rounds
    return 0.0


def bottled(seat: BeerSeat, brewery: str, marker: Small) -> float:
    """What a bottling line brings me a round: so much for each cube of the best kettle."""
    cubes = max((kettle.cubes for kettle in seat.kettles(brewery)), default=0)
    return seat.part(brewery) * marker.income * cubes


def wagon_worth(seat: BeerSeat, railway: str) -> float:
    """What a beer wagon on a train brings me, if my breweries make more export beer than there is room for."""
    if not seat.box.charters[railway].beer or "brown" not in seat.s.phase.colours:
        return 0.0
    brewing, rounds = Brewing(seat), max(0.0, seat.rounds_left - 1)
    for brewery in (*seat.brewing, *seat.my_minors):
        if exportable(seat.kettles(brewery)) > brewing.squares:
            made = seat.part(brewery) * (seat.box.export_income - DISPLACED)
            return (made + seat.share(seat.me, railway) / 100 * min(seat.box.beer.values())) * rounds
    return 0.0


def worth_in(seat: BeerSeat, company: str, code: str) -> float:
    """What a marker is worth to me in a company."""
    return small_worth(seat, company, code) if seat.is_brewery(company) else wagon_worth(seat, company)


# -- special events --------------------------------------------------------------------------------


def event_worth(seat: BeerSeat, brewery: str, code: str) -> float:
    """What a special event is likely to be worth to me in the next round."""
    about = seat.position["events"][code]
    worth = _EVENTS[about["name"]](seat, brewery)
    return worth if about["works"] else min(worth, USELESS)


def extra_income(seat: BeerSeat, action: Extra) -> float:
    """What an event adds to the income of a turn."""
    segments = seat.box.segments
    if isinstance(action, BrewForOthers):
        return sum(cubes * segments[n].income(kind) for cubes, kind, n in action.plan.supplies) / 2
    here = segments[action.segment].income(action.customers)
    if isinstance(action, WorkLate):
        return here / 2
    return segments[action.segment + 1].income(action.customers) - here


def _price(seat: BeerSeat, brewery: str) -> int:
    """What a cube brings in the best segment that a brewery supplies."""
    top = min(max((kettle.type for kettle in seat.kettles(brewery)), default=0), max(seat.box.segments))
    open_now = [n for n in seat.box.segments if n <= top and n not in seat.table.beer.marked]
    return seat.box.segments[max(open_now)].regular if open_now else 0


def _idle(seat: BeerSeat, brewery: str) -> int:
    """How many cubes a brewery could not sell in its last turn."""
    made = sum(kettle.cubes for kettle in seat.kettles(brewery))
    for event in reversed(seat.view["events"]):
        if event["key"] == "delivers" and event["brewery"] == brewery:
            return max(0, made - int(event["cubes"]) - int(event["keeps"]))
    return 0


def _premium(seat: BeerSeat, brewery: str) -> float:
    """The best step in price from a segment supplied to the one above."""
    segments = seat.box.segments
    types = {min(kettle.type, max(segments)) for kettle in seat.kettles(brewery)}
    steps = [segments[n + 1].regular - segments[n].regular for n in types if n + 1 in segments]
    return seat.part(brewery) * max(steps, default=0)


def _behind(seat: BeerSeat, brewery: str) -> bool:
    """Whether others deliver first."""
    order = seat.position["order"]
    return brewery in order[1:]


def _full(seat: BeerSeat, brewery: str) -> bool:
    """Whether there is no room for a better kettle that could be paid for."""
    prices = [seat.box.trains[kind].price for kind in Brewing(seat).on_sale(brewery)]
    can_pay = bool(prices) and min(prices) <= 1.5 * seat.purse(brewery)
    return can_pay and len(seat.kettles(brewery)) >= seat.limit(brewery)


def _strangers(seat: BeerSeat, brewery: str) -> bool:
    """Whether a brewery makes export beer and has only trains of others for it."""
    return bool(exportable(seat.kettles(brewery))) and not any(
        seat.box.carries[seat.kind(side).id] for railway in seat.mine for side in seat.trains(railway)
    )


_EVENTS: Mapping[str, Callable[[BeerSeat, str], float]] = {
    "fair": lambda seat, b: TREASURY * 10,
    "advertising": lambda seat, b: seat.part(b) * 0.3 * _price(seat, b) if _behind(seat, b) else USELESS,
    "trade-in": lambda seat, b: 8.0 if _full(seat, b) and _idle(seat, b) else USELESS,
    "upgrade": lambda seat, b: 12.0 if _full(seat, b) else USELESS,
    "premium beer": _premium,
    "marketing": lambda seat, b: 4.0 if _behind(seat, b) else 0.0,
    "investor": lambda seat, b: 3.0 if b in seat.companies and seat.share(b, b) else 0.0,
    "contract brewing": lambda seat, b: seat.part(b) * 0.4 * min(2, _idle(seat, b)) * _price(seat, b),
    "second shift": lambda seat, b: seat.part(b) * 0.5 * _price(seat, b),
    "transport contract": lambda seat, b: 25.0 if _strangers(seat, b) else USELESS,
}
