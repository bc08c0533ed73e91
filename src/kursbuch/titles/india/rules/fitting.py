"""Why a tile does not fit a hex, or is not joined to a line (1853 §4.1.4 to §4.1.10, §4.2)."""

from __future__ import annotations

from kursbuch.core import Refusal, refuse
from kursbuch.rail.board import Board
from kursbuch.rail.board.tile import Face
from kursbuch.rail.reach import track_joined
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.steps.lay import why_not_covering
from kursbuch.titles.india.rules.parts import GAUGES
from kursbuch.titles.india.rules.state import StateIndia


def does_not_fit(s: StateIndia, hex: str, old: Face, new: Face) -> Refusal | None:
    """Colour, kind, letters, track kept, nothing off the map."""
    if new.tile.colour not in s.phase.colours:
        point = "1853-4.1.4-1" if s.phase.id == "2" else "lay.colour"
        if old.tile is s.box.map.hexes[hex].print and old.track:
            point = "1853-4.2.12-4"
        return refuse(point, "{colour} tiles are not laid yet.", colour=new.tile.colour)
    if new in s.board.map.covers(hex, old, s.box.tiles):
        return None
    if new.tile.colour == "yellow" and old.track:
        return why_not_covering(s, hex, old, new)
    listed = old.tile.upgrades
    if new.tile.colour != "yellow" and not old.track:
        return refuse("1853-4.1.4-3", "A {colour} tile needs one to upgrade.", colour=new.tile.colour)
    first = new.tile.colour == "yellow" and not old.track
    if first and new.tile.kind == old.tile.kind and new.tile.towns != old.tile.towns:
        return refuse("1853-4.1.9-4", "The tile has not as many small stations as the hex.")
    if first and new.tile.kind != old.tile.kind:
        kind = new.tile.kind if new.tile.towns < 2 else "two towns"
        return refuse(
            f"lay.kind.{kind}", "Tile {tile} is not of the kind that belongs here.", tile=new.tile.id
        )
    if listed is not None and new.tile.id not in listed and new.tile.colour != "yellow":
        return _not_listed(old, new)
    if new.exits & s.board.map.walls[hex]:
        point = "1853-4.1.10-1" if new.tile.colour == "yellow" else "1853-4.2.2-3"
        return refuse(point, "Track would lead off the map.")
    return why_not_covering(s, hex, old, new)


def _not_listed(old: Face, new: Face) -> Refusal:
    """Which rule keeps a tile off that page 20 does not list."""
    if old.tile.label != new.tile.label:
        point = {"CD": "1853-4.2.12-5", "BM": "1853-4.2.12-6", "W": "1853-4.2.12-7"}[
            old.tile.label or new.tile.label
        ]
        return refuse(point, "The letters of tile and hex differ.")
    if COLOUR_STEPS.get(old.tile.colour) != new.tile.colour:
        return refuse("1853-4.2.1-2", "Tiles are upgraded one colour at a time.")
    if not old.tile.upgrades:
        return refuse("1853-4.2.5-3", "This tile cannot be upgraded.")
    if old.tile.kind == "plain" != new.tile.kind:
        return refuse("1853-4.2.5-1", "Plain track does not become a station.")
    gauges = {piece.gauge for piece in new.track}
    if gauges in ({"broad"}, {"metre"}) and gauges.isdisjoint({piece.gauge for piece in old.track}):
        return refuse("1853-4.2.6-1", "The gauge of track is kept or becomes dual.")
    return refuse("1853-4.2.5-4", "Page 20 does not list this upgrade.")


COLOUR_STEPS = {"yellow": "green", "green": "brown", "brown": "grey"}


def why_not_joined(s: StateIndia, company: str, hex: str, new: Face) -> Refusal:
    """Whether it is the gauge, a closed city, a change of gauge on the way, or no line at all."""
    found = s.board.reachable(company)
    if new.tile.colour != "yellow":
        return refuse("1853-4.2.2-2", "No track of {company} would be joined in one gauge.", company=company)
    other_gauge = any(found.into(hex, gauge) & new.exits for gauge in GAUGES)
    if other_gauge:
        return refuse("1853-4.1.6-4", "The line that leads here has another gauge.")
    everyone = _any_company(s, hex, new)
    if everyone:
        return refuse("1853-4.1.6-3", "A city full of other stations is in the way.")
    if _with_stations(s, company, hex, new):
        return refuse("1853-4.2.6-3", "Beyond a change of gauge only a company with a station there builds.")
    return refuse("1853-4.1.6-1", "No line of {company} leads here.", company=company)


def _with_stations(s: StateIndia, company: str, hex: str, new: Face) -> bool:
    """Whether the line would lead here if the company had a station in every city it comes to."""
    cities = [place for place in s.board.reachable(company).stops if s.board.stop(place).slots]
    stations = {place: (company,) * len(s.board.stop(place).slots) for place in cities}
    there = Board(s.board.tracks, {**s.board.tokens, **stations}, {})
    return bool(track_joined(there, company, hex, new))


def _any_company(s: StateIndia, hex: str, new: Face) -> bool:
    """Whether the line would lead here if no city were closed."""
    company = turn_of(s).company
    key = ("without other stations", company)
    if key not in s.board.known:
        tokens = {
            place: tuple(c if c == company else "" for c in slots)
            for place, slots in s.board.tokens.items()
            if company in slots
        }
        s.board.known[key] = Board(s.board.tracks, tokens, {})
    open_board: Board = s.board.known[key]
    return bool(track_joined(open_board, company, hex, new))
