"""What can be read off a position of 18DO: the view, the worth of a player, the proof that nothing was lost."""

from __future__ import annotations

from typing import Any

from kursbuch.rail import report
from kursbuch.rail.state import OUT
from kursbuch.titles.dortmund.railway.starting import StartingFrame
from kursbuch.titles.dortmund.railway.state import ON_CARD, State18DO

LOAN_COUNTS = 2  # times, at the end (18DO-4.6-8)


def worth(s: State18DO, player: str) -> int:
    """Cash and certificates less twice the loans; breweries, beer and railways count nothing (18DO §4.6)."""
    return report.worth(s, player) - LOAN_COUNTS * s.loans.get(player, 0)


def view(s: State18DO) -> dict[str, Any]:
    """The open position; there are no secrets once the cards are dealt."""
    bids = [bid for frame in s.stack if isinstance(frame, StartingFrame) for bid in frame.bids]
    return {
        **report.position(s),
        "seats": list(s.people),  # the Investor is no player; what it has stands under its name
        "breweries": {
            id: {
                "name": s.box.breweries[id].name,
                "owner": owner,
                "boxes": list(s.box.breweries[id].boxes),
                "income": 0 if id in s.flipped else s.box.breweries[id].income,
                "turned": id in s.flipped,
                "cubes": s.cubes[id],
                "marker": s.box.breweries[id].marker,
                "marker_at": s.markers.get(id, ""),
            }
            for id, owner in s.breweries.items()
        },
        "bids": [{"player": player, "brewery": brewery, "price": price} for player, brewery, price in bids],
        "beer": s.stock_of_beer,
        "links": [{"hex": hex, "site": s.box.sites[hex], "value": value} for hex, value in s.links.items()],
        "reserved": s.reserved,
        "free_links": sorted(s.free_links),
        "floated": list(s.floated),
        "face_down": {
            id: company.home
            for id, company in s.box.companies.items()
            if any(token.role == "home" for token in s.tokens[id])
        },
        "loans": dict(s.loans),
        "last_runs": [
            {"company": owner, "train": s.sides[card]}
            for owner, cards in s.trains.items()
            for card in cards
            if card in s.last_runs
        ],
        "investor": s.investor,
        "investor_card": s.investor_card,
    }


def audit(s: State18DO) -> None:
    """Raise AssertionError unless everything is there exactly once."""
    report.audit(s)
    box = s.box
    assert box.links is not None
    beer = box.links.cubes + sum(box.breweries[id].cubes for id in s.breweries)
    assert s.stock_of_beer + sum(s.cubes.values()) == beer, "beer"
    assert min((s.stock_of_beer, *s.cubes.values())) >= 0, "beer below nothing"
    places = (ON_CARD, OUT, *box.companies)
    assert all(place in places for place in s.markers.values()), "brewery markers"
    assert set(s.markers) == {id for id in s.breweries if box.breweries[id].marker}, "brewery markers"
    assert all(hex in box.sites and value in box.links.values for hex, value in s.links.items()), "links"
    assert set(s.floated) <= set(s.founded), "railways in operation"
    held = {card for owner, cards in s.trains.items() if owner in s.founded for card in cards}
    assert s.last_runs <= held, "last runs"
