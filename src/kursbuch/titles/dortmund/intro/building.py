"""What a director builds after the tile: a station or a railway link, not both (18DO §3.2.2.2 to §3.2.2.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kursbuch.core import Refusal, Step, refuse
from kursbuch.rail.actions import Station
from kursbuch.rail.rounds import TurnStep, did, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.steps.station import BuildStation
from kursbuch.titles.dortmund.intro.paper import directed
from kursbuch.titles.dortmund.intro.state import IntroState, nothing_to_do
from kursbuch.titles.dortmund.railway.actions import Connect
from kursbuch.titles.dortmund.railway.links import has_marker

_FREE = BuildStation(cost=lambda s, company, token, place: 0)  # markers cost nothing (18DO-3.2.2.3-8)


def _built_already(s: IntroState) -> Refusal | None:
    if {Deed("station"), Deed("link")} & set(turn_of(s).done):
        return refuse("18DO-3.2.2.2-5", "A turn has either one station or one link.")
    return None


# -- links ----------------------------------------------------------------------------------------


def reaches(s: IntroState, player: str, hex: str) -> bool:
    """Whether a railway of the player has a route to a location, which has one stop."""
    return any((hex, 0) in s.board.reachable(company).stops for company in directed(s, player))


class MakeLink(Step[IntroState, Connect]):
    """Make the link of a mine or mill, or extend it by one step (18DO §3.2.2.4)."""

    action = Connect

    def candidates(self, s: IntroState, player: str) -> Iterable[Connect]:
        stops = [s.board.reachable(company).stops for company in directed(s, player)]
        for hex in s.box.sites:
            if any((hex, 0) in near for near in stops):
                yield Connect(player, hex)

    def why_not(self, s: IntroState, player: str, action: Connect) -> Refusal | None:
        hex = action.hex
        if action.actor != player:
            return refuse("turn.not-yours", "It is {player}'s turn.", player=player)
        if refusal := _built_already(s):
            return refusal
        if hex not in s.box.sites:
            return refuse("18DO-2.1.1-5", "There is no coal mine or steel mill at {hex}.", hex=hex)
        if not directed(s, player):
            return refuse("18DO-3.2-4", "Only a director makes links.")
        if not reaches(s, player, hex):
            return refuse(
                "18DO-3.2.2.4-1", "No railway of {player} has a route to {hex}.", player=player, hex=hex
            )
        step = self._step(s, hex)
        rules = s.box.link_rules
        if step >= len(rules.values):
            return refuse("18DO-3.2.2.4-7", "The link of {hex} cannot be extended further.", hex=hex)
        if rules.colours[step] not in s.phase.colours:
            value, colour = rules.values[step], rules.colours[step]
            rule = "18DO-3.2.2.4-3" if step == 1 else "18DO-3.2.2.4-4"
            return refuse(rule, "A link of {value} needs {colour} tiles in play.", value=value, colour=colour)
        if not has_marker(s, hex, rules.values[step]):
            value = rules.values[step]
            return refuse("18DO-3.2.2.4-2", "No location marker of {value} is left.", value=value)
        return None

    @staticmethod
    def _step(s: IntroState, hex: str) -> int:
        """How many steps the link of a location has taken."""
        return s.box.link_rules.values.index(s.links[hex]) + 1 if hex in s.links else 0

    def apply(self, s: IntroState, player: str, action: Connect) -> None:
        value = s.box.link_rules.values[self._step(s, action.hex)]
        s.links[action.hex] = value
        s.note("links", player=player, hex=action.hex, site=s.box.sites[action.hex], value=value)
        did(s, Deed("link"))


# -- stations -------------------------------------------------------------------------------------


class PlaceStation(TurnStep):
    """A station of one of the player's railways, as if it were that railway's turn; or a link instead."""

    action = Station

    def also(self) -> tuple[Step[IntroState, Any], ...]:
        return (MakeLink(),)

    def idle(self, s: IntroState, player: str) -> bool:
        return not directed(s, player) or nothing_to_do(s, player, (self, *self.also()))

    def candidates(self, s: IntroState, player: str) -> Iterable[Station]:
        for company in directed(s, player):
            yield from _FREE.candidates_of(s, company)

    def why_not(self, s: IntroState, player: str, action: Station) -> Refusal | None:
        if refusal := _built_already(s):
            return refusal
        if action.actor not in directed(s, player):
            return refuse("18DO-3.2-4", "Only the director of a railway places its stations.")
        return _FREE.judge(s, action.actor, action)

    def apply(self, s: IntroState, player: str, action: Station) -> None:
        _FREE.apply(s, player, action)
