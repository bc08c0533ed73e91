"""A power whose tile may get a station of the company at once, for nothing and though no route leads there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Pass, Station
from kursbuch.rail.board import Place
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import did
from kursbuch.rail.standard.actions import Build
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.steps.station import free_slot, place_token, token_for

STATION = "free station"  # the stage in which the station is built or never


@dataclass(frozen=True, slots=True)
class StationFrame(Frame):
    """The tile of a private's power lies there; its company may put its next token on it."""

    private: str
    hex: str


def free_places(s: StandardState, company: str, hex: str) -> list[Place]:
    """Where on a hex a company could put its next token."""
    places = [(hex, n) for n, stop in enumerate(s.board.faces[hex].stops) if stop.slots]
    return [
        place for place in places if token_for(s, company, place) and free_slot(s, company, place) is not None
    ]


def push_station(s: StandardState, tile: Build) -> None:
    """Ask for the station, if the company has a token left and there is room for it."""
    if free_places(s, s.privates[tile.actor], tile.hex):
        s.push(StationFrame(STATION, tile.actor, tile.hex))


class BuildFree(Step[StandardState, Station]):
    """The next token of the company goes there for nothing, as the one of this turn."""

    action = Station

    def candidates(self, s: StandardState, player: str) -> Iterable[Station]:
        f = _frame(s)
        return (Station(f.private, hex, n) for hex, n in free_places(s, s.privates[f.private], f.hex))

    def why_not(self, s: StandardState, player: str, action: Station) -> Refusal | None:
        f = _frame(s)
        if (action.hex, action.stop) in free_places(s, s.privates[f.private], f.hex):
            return None
        return _only(f)

    def apply(self, s: StandardState, player: str, action: Station) -> None:
        company, place = s.privates[_frame(s).private], (action.hex, action.stop)
        token, slot = token_for(s, company, place), free_slot(s, company, place)
        assert token is not None and slot is not None
        s.pop()
        place_token(s, company, place, slot, token)
        did(s, "station")


class LeaveFree(Step[StandardState, Pass]):
    """The company builds no station there; the right is gone."""

    action = Pass

    def candidates(self, s: StandardState, player: str) -> Iterable[Pass]:
        yield Pass(_frame(s).private)

    def why_not(self, s: StandardState, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: StandardState, player: str, action: Pass) -> None:
        s.pop()


class FreeStation(Stage[StandardState, StationFrame]):
    """The company's president decides on the free station before anything else."""

    steps = (BuildFree(), LeaveFree())

    def deciders(self, s: StandardState, f: StationFrame) -> tuple[str, ...]:
        return (president(s, s.privates[f.private]),)

    def actors(self, s: StandardState, f: StationFrame, player: str) -> tuple[str, ...]:
        return (f.private,)

    def not_now(self, s: StandardState, f: StationFrame, action: Action) -> Refusal:
        return _only(f)

    def not_yours(self, s: StandardState, f: StationFrame, action: Action) -> Refusal:
        return _only(f)


def _only(f: StationFrame) -> Refusal:
    return refuse(
        f"power.{f.private}.station",
        "First the station of {private} at {hex} is built or let go.",
        private=f.private,
        hex=f.hex,
    )


def _frame(s: StandardState) -> StationFrame:
    f = s.top
    assert isinstance(f, StationFrame)
    return f
