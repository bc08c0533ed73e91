"""Railways in the beer game: links that bring demand, trains that carry what breweries have loaded."""

from __future__ import annotations

from kursbuch.bots.railway import choosing as rail
from kursbuch.bots.railway import money as rail_money
from kursbuch.core import Action
from kursbuch.rail.actions import Agree, Decline, Issue, Lay, Pass, Pay, Redeem, Station, Withhold
from kursbuch.rail.routes.running import best_of
from kursbuch.titles.dortmund.beer.export import DUTY
from kursbuch.titles.dortmund.bot.beer.seat import BeerSeat
from kursbuch.titles.dortmund.bot.railway import beer, build, investor, money
from kursbuch.titles.dortmund.bot.railway.links import ASIDE, DEAR, OPENED, short
from kursbuch.titles.dortmund.bot.railway.plan import DortmundPlan
from kursbuch.titles.dortmund.railway.actions import Connect
from kursbuch.titles.dortmund.railway.links import link_cost, next_value

LATE = 3  # rounds before the end in which no income is kept any more
PATIENCE = 2  # incomes that are kept for a train
FAIR = 0.5  # of what it brings the others that beer on my train must bring me
RUST = 1.2  # rounds by which a link may hasten the end of my trains
CUBE = 0.4  # of its income that a cube of new demand is worth to a brewery that can supply it


def choose(seat: BeerSeat) -> Action:
    """A step in a railway's turn."""
    if beer.runs_of(seat):
        return beer.run(seat)
    company = seat.legal[0].actor
    if company in seat.companies and seat.is_guest(company):
        return investor.choose(seat, company)
    paper = money.sell_own(seat)
    if paper is not None:
        return paper
    seat.drop(Issue, Redeem)
    if seat.of_kind(Withhold):
        return dividend(seat)
    if seat.of_kind(Lay):
        return build.track(seat)
    if seat.of_kind(Station):
        return build.station(seat)
    if seat.of_kind(Connect):
        return link(seat)
    return rail.choose(seat)


def dividend(seat: BeerSeat) -> Action:
    """Pay, unless this income and perhaps the next buy a train that is needed and has time to earn: every round
    without a dividend costs a field of the price.
    """
    chosen = rail_money.dividend(seat)
    missing = rail_money.shortage(seat, chosen.actor)
    late = seat.rounds_left <= LATE or missing > PATIENCE * rail_money.income_now(seat, chosen.actor)
    if isinstance(chosen, Withhold) and late:
        pays = seat.of_kind(Pay)
        return pays[0] if pays else chosen
    return chosen


def link(seat: BeerSeat) -> Action:
    """The link that brings most, or none if none is worth its cost or the money is needed for a train."""
    links, passes = seat.of_kind(Connect), seat.of_kind(Pass)
    company = links[0].actor
    used = DortmundPlan(seat, company).visits()
    rounds = max(1.0, seat.rounds_left - 0.5)
    used_up = card_used(seat)
    best: tuple[float, Action | None] = (0.0, passes[0] if passes else None)
    for offer in links:
        cost = link_cost(seat.table, company, offer.hex)
        if cost and short(seat, company, cost):
            continue
        now = seat.table.links.get(offer.hex, 0)
        gain = (next_value(seat.table, offer.hex) - now) * used.get(offer.hex, ASIDE) + (0 if now else OPENED)
        worth = seat.share(seat.me, company) / 100 * (rounds * gain - DEAR * cost) + used_up
        if best[1] is None or worth > best[0]:
            best = (worth, offer)
    return best[1] or links[0]


def card_used(seat: BeerSeat) -> float:
    """What it is worth to me that a link uses up a card: demand for my breweries, but my trains may rust."""
    added = seat.position["next_link"]
    if not added:
        return 0.0
    total = -RUST * seat.rusting(added["card"])
    for brewery in (*seat.my_minors, *seat.brewing):
        if any(kettle.type >= added["segment"] for kettle in seat.kettles(brewery)):
            segment = seat.box.segments[added["segment"]]
            cubes = added["regular"] * segment.regular + added["new"] * segment.new
            total += CUBE * cubes * seat.part(brewery)
    return total


def answer_loading(seat: BeerSeat) -> Action:
    """Take beer on a train of mine if that brings me at least half of what it brings the others on average."""
    asked = next(e for e in reversed(seat.view["events"]) if e["key"] == "asks-to-load")
    railway, brewery, cubes = asked["railway"], asked["brewery"], asked["cubes"]
    run, paid = carried(seat, railway, asked["train"], cubes), cubes * seat.box.export_income
    gains = {
        player: seat.part(brewery, player) * paid + seat.share(player, railway) / 100 * run
        for player in seat.view["players"]
    }
    mine = gains.pop(seat.me)
    good = mine > 0 and mine >= FAIR * sum(gains.values()) / max(1, len(gains))
    return (seat.of_kind(Agree) if good else seat.of_kind(Decline))[0]


def answer_loaded(seat: BeerSeat) -> Action:
    """A train of mine goes with its beer for more than both would bring; the last one stays."""
    asked = next(e for e in reversed(seat.view["events"]) if e["key"] == "asks-loaded")
    railway, kind, cubes = asked["source"], asked["train"], asked["cubes"]
    rest = list(seat.trains(railway))
    side = next(side for side in rest if seat.kind(side).id == kind)
    rest.remove(side)
    rounds = min(seat.life(side), seat.rounds_left)
    lost = (seat.income(railway) - seat.income(railway, rest)) * rounds if rest else 0
    good = bool(rest) and asked["price"] > lost + cubes * max(seat.box.beer.values())
    return (seat.of_kind(Agree) if good else seat.of_kind(Decline))[0]


def carried(seat: BeerSeat, railway: str, kind: str, cubes: int) -> float:
    """What beer on a train brings the railway beyond what its trains would earn without it."""
    s = seat.table.copy()
    card = next((c for c in s.trains[railway] if c.startswith(f"{kind}#") and c not in s.loaded), None)
    if card is None:
        return 0.0
    before = best_of(s, railway)[1] % DUTY
    s.loaded = {**s.loaded, card: cubes}
    return float(best_of(s, railway)[1] % DUTY - before)
