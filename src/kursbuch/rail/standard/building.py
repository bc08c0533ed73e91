"""Privates build by their power: the terms of `builds` in `privates.toml`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Refusal, Step, refuse
from kursbuch.rail.board.tile import Face
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnFrame, did, next_step
from kursbuch.rail.standard.actions import Build
from kursbuch.rail.standard.pairs import push_second, seconds
from kursbuch.rail.standard.parts import Builds
from kursbuch.rail.standard.powers import (
    build,
    buildings,
    company_on_turn,
    cost_of,
    is_lost,
    terms_of,
    why_not_built,
    why_not_owner,
)
from kursbuch.rail.standard.privates import owned_by
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.standard.stations import push_station

Joins = Callable[[Any, str, str, Face, Face], Refusal | None]


@dataclass(frozen=True)
class BuildByPower(Step[StandardState, Build]):
    """A private builds by its power, once; its terms say for whom and when."""

    joins: Joins  # how a tile that must be connected extends the company's routes
    at_track: Callable[[StandardState], bool]  # whether the company on turn is about to lay its tile
    action = Build

    def candidates(self, s: StandardState, player: str) -> Iterable[Build]:
        company = company_on_turn(s)
        mine = company if company and president(s, company) == player else None
        for id, owner in s.privates.items():
            builds = s.box.privates[id].builds
            if builds and owner == {"player": player, "company": mine}.get(builds.by) and not s.has_used(id):
                yield from buildings(s, id)

    def why_not(self, s: StandardState, player: str, action: Build) -> Refusal | None:
        id = action.actor
        private = s.box.privates.get(id)
        builds = private.builds if private else None
        if builds is None:
            return refuse("power.owner", "{private} builds nothing.", private=id)
        if builds.by == "seller":
            return refuse(f"power.{id}", "{private} builds when it is sold.", private=id)
        if refusal := why_not_owner(s, action) if builds.by == "player" else why_not_company(s, action):
            return refusal
        if s.has_used(id):
            return refuse(f"power.{id}.used", "{private} builds once.", private=id)
        if refusal := why_not_amid(s, id) if builds.by == "player" else self._why_not_now(s, builds, id):
            return refusal
        if refusal := why_not_built(s, id, action):
            return refusal
        return self._why_not_there(s, builds, action) if builds.by == "company" else None

    def _why_not_now(self, s: StandardState, builds: Builds, id: str) -> Refusal | None:
        """Why the company on turn cannot use a power of its own at this moment."""
        if is_lost(s, id):
            return refuse(
                f"power.{id}.lost", "A tile lies there: the right of {private} is lost.", private=id
            )
        if builds.when == "track" and not self.at_track(s):
            return refuse(f"power.{id}.moment", "{private} builds when track is laid.", private=id)
        if not builds.extra and "lay" in _turn(s).done:
            company = _turn(s).company
            return refuse(f"power.{id}.moment", "{company} has laid its tile in this turn.", company=company)
        return None

    def _why_not_there(self, s: StandardState, builds: Builds, action: Build) -> Refusal | None:
        """Why a company's power cannot put just this tile there: the money, its routes, the tile that must follow."""
        company = s.privates[action.actor]
        cost = cost_of(s, company, action)
        if cost > s.cash[company]:
            return refuse(
                "lay.cash",
                "This costs {cost}; {company} has {cash}.",
                cost=cost,
                company=company,
                cash=s.cash[company],
            )
        old, new = s.board.faces[action.hex], s.box.tiles[action.tile].turns[action.turn]
        if builds.connected and (refusal := self.joins(s, company, action.hex, old, new)):
            return refusal
        if builds.all_or_none and not any(seconds(s, action)):
            return refuse(
                f"power.{action.actor}.pair", "No second tile would fit to this one.", private=action.actor
            )
        return None

    def apply(self, s: StandardState, player: str, action: Build) -> None:
        owner, builds = s.privates[action.actor], terms_of(s, action.actor)
        s.use(action.actor)
        build(s, owner, action)
        if builds.by == "player":
            return
        did(s, "power")
        if not builds.extra:
            did(s, "lay")
            next_step(s)
        if builds.all_or_none:
            push_second(s, action)
        if builds.station:
            push_station(s, action)

    def open_to(self, s: StandardState, company: str, when: str) -> bool:
        """Whether the company on turn has a power of this moment that it could use now, beside its own tile."""
        for id in owned_by(s, company):
            builds = s.box.privates[id].builds
            fits = builds and builds.by == "company" and builds.when == when and builds.extra
            if fits and any(self.why_not(s, "", tile) is None for tile in buildings(s, id)):
                return True
        return False


def why_not_company(s: StandardState, action: Build) -> Refusal | None:
    """A company's power is used by the company that owns the private, in its own turn."""
    owner = s.privates.get(action.actor, "")
    if owner not in s.box.companies:
        return refuse("power.owner", "No company owns {private}.", private=action.actor)
    if owner != company_on_turn(s) or action.by not in ("", president(s, owner)):
        return refuse(
            "power.owner",
            "{private} builds for {owner}, in its turn.",
            private=action.actor,
            owner=owner,
        )
    return None


def why_not_amid(s: StandardState, id: str) -> Refusal | None:
    """A player's power is not used amid the turn of another player's company."""
    f = s.top
    if isinstance(f, TurnFrame) and president(s, f.company) != s.privates[id] and (f.at or f.done):
        return refuse(
            f"power.{id}.moment",
            "{private} does not build in the turn of another player's company.",
            private=id,
        )
    return None


def _turn(s: StandardState) -> TurnFrame:
    f = s.top
    assert isinstance(f, TurnFrame)
    return f
