"""Proof that every piece of the box lies in exactly one place."""

from __future__ import annotations

from collections import Counter

from kursbuch.titles.nuremberg.rules.box import CARGO, COLOURS, COMPANIES
from kursbuch.titles.nuremberg.rules.state import Table
from kursbuch.titles.nuremberg.rules.track import Track


def audit(s: Table) -> None:
    """Raise AssertionError if anything was lost or made from nothing."""
    _audit_cubes(s)
    _audit_links(s)
    _audit_markers(s)
    _audit_pieces(s)
    _audit_trains(s)


def _audit_cubes(s: Table) -> None:
    for player in s.players:  # FTN-1-3
        bids = [cubes for bidder, cubes in s.bids.values() if bidder == player]
        places = (s.hand[player], s.supply[player], *bids)
        assert min(places) >= 0, f"{player} has fewer than no cubes: {places}"
        assert sum(places) == s.box.pieces["player"]["cubes"], f"{player}'s cubes do not add up: {places}"
        assert len(bids) <= s.box.bids_each, f"{player} has {len(bids)} bids"


def _audit_links(s: Table) -> None:
    stock = dict.fromkeys(s.players, s.box.pieces["player"]["links"]) | s.box.pieces["company"]["links"]
    for owner, links in s.links.items():
        assert s.depot[owner] >= 0, f"{owner} has fewer than no links"
        assert len(links) + s.depot[owner] == stock[owner], f"{owner}'s links do not add up"
    laid = Counter(border for links in s.links.values() for border in links)
    assert not laid or max(laid.values()) == 1, "two links on one border"  # FTN-23-2
    assert set(s.links) == {*s.players, *COMPANIES}


def _audit_markers(s: Table) -> None:
    for colour in COLOURS:
        _audit_track(s, s.tracks[colour], s.box.influence_ends)
    _audit_track(s, s.profit, s.box.profit_ends)
    for order in (s.order, s.building_order, s.train_order):
        assert sorted(order) == sorted(s.players), f"not an order: {order}"
    if s.bag or s.drawn:  # FTN-5-1
        markers = Counter(s.bag)
        markers.update(s.drawn.values())
        assert markers == Counter(s.box.pieces["markers"]["bag"]), (
            f"influence markers do not add up: {markers}"
        )
    assert set(s.drawn) <= set(s.box.boxes_for[len(s.players)])


def _audit_track(s: Table, track: Track, ends: tuple[int, int]) -> None:
    spaces = [space for _, space in track]
    assert sorted(player for player, _ in track) == sorted(s.players), f"markers missing: {track}"
    assert spaces == sorted(spaces, reverse=True), f"track out of order: {track}"
    assert ends[0] <= spaces[-1] and spaces[0] <= ends[1], f"beyond the end of the track: {track}"


def _audit_pieces(s: Table) -> None:
    pieces = Counter(s.out)
    for held in (*s.board.values(), *s.loads.values()):
        assert held, "an empty place is kept"
        pieces.update(held)
    for kept in s.kept.values():
        pieces.update(dict(zip(CARGO, kept, strict=True)))
    box = Counter(s.box.pieces["goods"]["bag"]) + Counter(s.box.pieces["figures"]["bag"])
    assert pieces == box, f"pieces do not add up: {pieces}"


def _audit_trains(s: Table) -> None:
    on_trains = Counter(s.trains.values())
    for player in s.players:
        assert s.locomotives[player] + on_trains[player] == s.box.pieces["player"]["locomotives"], player
    assert set(s.loads) <= set(s.trains) <= set(s.box.trains_for[len(s.players)])
    for train in s.trains:
        assert all(s.free_places(s.box.trains[train], piece) >= 0 for piece in CARGO), f"{train} is overfull"
