"""A home with several circles, of which the company may choose one once track is there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Station
from kursbuch.rail.board import Place
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.state import RailState
from kursbuch.rail.steps.station import free_slot, has_home_token, place_home, put_home


@dataclass(frozen=True, slots=True)
class HomeFrame(Frame):
    """A company's home token is to be put in one of the circles of its hex, and this player says which."""

    player: str
    company: str


def home_choices(s: RailState, company: str) -> list[Place]:
    """The circles among which a home may be chosen; none before there is track."""
    charter = s.box.companies[company]
    face = s.board.faces[charter.home]
    if not charter.chooses_home or not face.track or not has_home_token(s, company):
        return []
    circles = [(charter.home, n) for n, stop in enumerate(face.stops) if stop.slots]
    return [place for place in circles if free_slot(s, company, place) is not None]


def go_home(s: RailState, company: str, stage: str = "home") -> None:
    """Put the home token down; where there is a choice its president makes it now."""
    if home_choices(s, company):
        s.push(HomeFrame(stage, president(s, company), company))
    else:
        place_home(s, company)


def settle_home(s: RailState, layer: str, hex: str, stage: str = "home") -> None:
    """A tile has been laid where home tokens wait: whoever laid it chooses their circles."""
    for company in s.board.beside_hex.get(hex, ()):
        if home_choices(s, company):
            s.push(HomeFrame(stage, president(s, layer), company))


class ChooseHome(Step[RailState, Station]):
    """Say in which circle the home token goes."""

    action = Station

    def candidates(self, s: RailState, player: str) -> Iterable[Station]:
        company = s.frame(HomeFrame).company
        return (Station(company, hex, number) for hex, number in home_choices(s, company))

    def why_not(self, s: RailState, player: str, action: Station) -> Refusal | None:
        company = s.frame(HomeFrame).company
        if action.actor == company and (action.hex, action.stop) in home_choices(s, company):
            return None
        return refuse("home.choice", "A circle of {company}'s home has to be chosen.", company=company)

    def apply(self, s: RailState, player: str, action: Station) -> None:
        s.pop()
        put_home(s, action.actor, (action.hex, action.stop))


class HomeChoice(Stage[RailState, HomeFrame]):
    """Somebody chooses the circle of a home before anything else goes on."""

    steps = (ChooseHome(),)

    def deciders(self, s: RailState, f: HomeFrame) -> tuple[str, ...]:
        return (f.player,)

    def actors(self, s: RailState, f: HomeFrame, player: str) -> tuple[str, ...]:
        return (f.company,)

    def not_now(self, s: RailState, f: HomeFrame, action: Action) -> Refusal:
        return refuse("home.choice", "First a circle of {company}'s home is chosen.", company=f.company)

    def not_yours(self, s: RailState, f: HomeFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
