"""What can be read off a position of the beer game: the view, a player's worth, the proof that nothing was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from kursbuch.rail import report
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.rounds import SetFrame
from kursbuch.rail.state import OFFER, OUT
from kursbuch.titles.dortmund.beer.capex import next_for_link
from kursbuch.titles.dortmund.beer.state import B, BeerState, kettle_limit, kettles_of
from kursbuch.titles.dortmund.railway.report import LOAN_COUNTS
from kursbuch.titles.dortmund.railway.starting import StartingFrame


def worth(s: BeerState, player: str) -> int:
    """Cash, certificates and the printed price of a minor brewery, less twice the loans (18DO §6.6)."""
    minors = sum(s.box.minors[id].price for id, owner in s.minors.items() if owner == player)
    return report.worth(s, player) + minors - LOAN_COUNTS * s.loans.get(player, 0)


def view(s: BeerState) -> dict[str, Any]:
    """The open position: there are no secrets in this game."""
    bids = [bid for frame in s.stack if isinstance(frame, StartingFrame) for bid in frame.bids]
    card = next_for_link(s)
    return {
        **report.position(s),
        "seats": list(s.people),
        "certificate_limit": s.box.starts[len(s.people)].certificates,
        "holding_limit": s.box.holdings[len(s.people)],
        "set": s.set_number,
        "sets": s.box.last_set,
        "pairs": next((f.of for f in s.stack if isinstance(f, SetFrame)), 0),
        "railways": list(s.box.railways),
        "corporations": {id: _brewery(s, id) for id in s.box.corporations_in_order},
        "minors": {id: _minor(s, id) for id in s.minors},
        "order": list(s.order),
        "bids": [{"player": player, "brewery": brewery, "price": price} for player, brewery, price in bids],
        "boxes": list(s.box.bids),
        "beer_market": _beer_market(s),
        "loaded": _loaded(s),
        "links": [{"hex": hex, "site": s.box.sites[hex], "value": value} for hex, value in s.links.items()],
        "next_link": _link(s, card) if card else None,
        "free_links": sorted(s.free_links),
        "floated": list(s.floated),
        "face_down": {
            id: s.box.companies[id].home
            for id in s.box.railways
            if any(token.role == "home" for token in s.tokens[id])
        },
        "bust": dict(s.bust),
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


def _kettles(s: BeerState, brewery: str) -> list[dict[str, Any]]:
    out = []
    for card in kettles_of(s, brewery):
        kettle = s.box.kettle(card)
        kind = kind_of_card(card)
        out.append({"card": kind, "type": kettle.type, "cubes": kettle.cubes, "export": kettle.export})
    return out


def _brewery(s: BeerState, brewery: str) -> dict[str, Any]:
    """What every brewery has; shares, director and price of a corporation stand with the companies."""
    return {
        "kettles": _kettles(s, brewery),
        "limit": kettle_limit(s, brewery),
        "place": s.order.index(brewery) + 1 if brewery in s.order else None,
        "shares": sum(
            size
            for size, owner in zip(s.box.percents.get(brewery, ()), s.shares.get(brewery, ()), strict=True)
            if owner != OUT
        ),
    }


def _minor(s: BeerState, minor: str) -> dict[str, Any]:
    charter = s.box.minors[minor]
    about = _brewery(s, minor)
    del about["shares"]
    return {
        "name": charter.name,
        "price": charter.price,
        "capital": charter.capital,
        "worth": charter.worth,
        "owner": s.minors[minor],
        "cash": s.cash[minor],
        **about,
    }


def _beer_market(s: BeerState) -> dict[str, Any]:
    beer = s.beer
    return {
        "segments": [
            {
                "number": n,
                "income": {"regular": segment.regular, "new": segment.new},
                "demand": {"regular": beer.regular[n - 1], "new": beer.new[n - 1]},
                "supply": {"regular": beer.to_regular[n - 1], "new": beer.to_new[n - 1]},
                "refill": segment.refill,
                "marker": n in beer.marked,
                "opened": n not in beer.unopened,
            }
            for n, segment in s.box.segments.items()
        ],
        "stock": beer.stock,
        "export": beer.export,
        "export_income": s.box.export_income,
    }


def _loaded(s: BeerState) -> list[dict[str, Any]]:
    return [
        {"company": owner, "card": card, "train": s.sides[card], "cubes": s.loaded[card]}
        for owner, cards in s.trains.items()
        for card in cards
        if card in s.loaded
    ]


def _link(s: BeerState, card: str) -> dict[str, Any]:
    """What a link would do to demand now."""
    kind = kind_of_card(card)
    segment, (regular, new) = s.box.kettles[kind].type, s.box.link_cubes[kind]
    new = 0 if segment in s.beer.dead else new
    return {"card": kind, "segment": segment, "regular": regular, "new": new}


def printed(s: BeerState, card: str) -> int:
    """How many cubes a train carries by its card."""
    return s.box.carries[kind_of_card(card)]


def audit(s: B, squares: Callable[[B, str], int] = printed, elsewhere: int = 0) -> None:
    """Raise AssertionError unless everything is there exactly once; so many cubes lie `elsewhere`."""
    box = s.box
    start = set(box.start_cards)
    brewing = [card for cards in s.kettles.values() for card in cards]
    report.audit(s, [card for card in brewing if card not in start], s.lost)
    assert Counter(card for card in brewing if card in start) == Counter(start), "START cards"
    on_trains = sum(s.loaded.values())
    assert s.beer.total + on_trains + elsewhere == box.beer_start.total, "beer"
    boxes = (s.beer.regular, s.beer.new, s.beer.to_regular, s.beer.to_new, (s.beer.stock, s.beer.export))
    assert min(map(min, boxes)) >= 0, "beer below nothing"
    held = {card for owner in s.floated for card in s.trains.get(owner, ())}
    assert set(s.loaded) <= held and s.last_runs <= held, "loaded trains, last runs"
    assert all(0 < n <= squares(s, card) for card, n in s.loaded.items()), "loads"
    if s.stock_round:
        active = [*s.minors, *(c for c in s.founded if c in box.corporations)]
        assert sorted(s.order) == sorted(active), "order of the breweries"
        assert all(owner in s.players for owner in s.minors.values()), "owners of breweries"
    assert all(s.cash[id] == 0 for id in box.minors if id not in s.minors), "money of breweries"
    keepers = {OUT, *s.minors, *(c for c in s.founded if c in box.corporations)}
    assert all(owner in keepers for owner, cards in s.kettles.items() if cards), "kettles"
    assert set(s.floated) <= set(s.founded), "companies in operation"
    assert all(hex in box.sites and value in box.link_rules.values for hex, value in s.links.items()), "links"
    _audit_paper(s)


def _audit_paper(s: BeerState) -> None:
    """Certificates of companies in play are with somebody, those of others on display."""
    for company, owners in s.shares.items():
        lost = 20 * (company in s.refounded)
        out = sum(size for size, o in zip(s.box.percents[company], owners, strict=True) if o == OUT)
        assert out == lost, f"certificates of {company} out of the game"
        if company in s.founded:
            assert OFFER not in owners, f"certificates of {company}"
        else:
            assert set(owners) <= {OFFER, OUT, company}, f"certificates of {company}"
