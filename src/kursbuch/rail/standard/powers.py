"""Tiles that privates build by their power: the terms of `builds` in `privates.toml`.

A private acts in its own name. A player may use a power also while it is somebody else's turn, so it is open whoever
decides there; an action that says who sends it must come from the owner. A company uses its powers in its own turn.
"""

from __future__ import annotations

from collections.abc import Iterable

from kursbuch.core import Action, Refusal, Step, refuse
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.standard.actions import Build
from kursbuch.rail.standard.building import build_for_company, rights_of, why_not_for_company
from kursbuch.rail.standard.parts import Private
from kursbuch.rail.standard.privates import owned_by
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.standard.tiles import build, buildings, cost_of, terms, why_not_built
from kursbuch.rail.state import OUT


def has_power(private: Private) -> bool:
    """Whether a private ever acts in its own name."""
    return bool(private.share_of or private.builds)


def voices(s: StandardState, player: str) -> tuple[str, ...]:
    """The privates that may speak beside whoever is on turn: all with a power; the power says who may use it when."""
    return tuple(
        id for id, owner in s.privates.items() if owner not in ("", OUT) and has_power(s.box.privates[id])
    )


def company_on_turn(s: StandardState) -> str | None:
    """The company whose turn is on top of the stack; None if there is none."""
    return s.top.company if isinstance(s.top, TurnFrame) else None


def why_not_owner(s: StandardState, action: Action) -> Refusal | None:
    """A player's power is used by the private's owner, who must be a player."""
    owner = s.privates.get(action.actor, "")
    if owner not in s.players:
        return refuse(f"power.owner.{action.actor}", "No player owns {private}.", private=action.actor)
    if action.by not in ("", owner):
        return refuse(
            f"power.owner.{action.actor}", "{private} belongs to {owner}.", private=action.actor, owner=owner
        )
    return None


# -- the step -------------------------------------------------------------------------------------


class BuildByPower(Step[StandardState, Build]):
    """A private builds by its power, once; its terms say for whom and when."""

    action = Build

    def candidates(self, s: StandardState, player: str) -> Iterable[Build]:
        for id in owned_by(s, player):
            builds = s.box.privates[id].builds
            if builds and builds.by == "player" and not s.has_used(id):
                yield from buildings(s, id)
        company = company_on_turn(s)
        if company and president(s, company) == player:
            for id in rights_of(s, company):
                yield from buildings(s, id)

    def why_not(self, s: StandardState, player: str, action: Build) -> Refusal | None:
        id = action.actor
        private = s.box.privates.get(id)
        builds = private.builds if private else None
        if builds is None:
            return refuse("power.owner", "{private} builds nothing.", private=id)
        if builds.by == "seller":
            return refuse(f"power.{id}", "{private} builds when it is sold.", private=id)
        if builds.by == "company":
            return why_not_for_company(s, player, action, builds)
        if refusal := why_not_owner(s, action):
            return refusal
        if s.has_used(id):
            return refuse(f"power.{id}.used", "{private} builds once.", private=id)
        f = s.top
        if isinstance(f, TurnFrame) and president(s, f.company) != s.privates[id] and (f.at or f.done):
            return refuse(
                f"power.{id}.moment",
                "{private} does not build in the turn of another player's company.",
                private=id,
            )
        return why_not_built(s, id, action)

    def outlay(self, s: StandardState, player: str, action: Build) -> int:
        return cost_of(s, s.privates[action.actor], action)

    def apply(self, s: StandardState, player: str, action: Build) -> None:
        builds = terms(s, action.actor)
        if builds.by == "company":
            build_for_company(s, action, builds)
            return
        s.use(action.actor)
        build(s, s.privates[action.actor], action)
